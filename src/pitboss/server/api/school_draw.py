"""Exercises of the dealer school for the server: rules, drawing, what is shown, grading."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import msgspec

from pitboss.cards import card_text, parse_cards
from pitboss.coach.school.answers import SchoolAnswerError
from pitboss.coach.school.asking import signed_money
from pitboss.coach.school.catalog import KINDS, draw_exercise
from pitboss.coach.school.exercise import (
    Exercise,
    ItemGrade,
    SchoolItem,
    grade_exercise,
    read_item,
    sources_of_item,
)
from pitboss.coach.school.score import is_paid_round
from pitboss.coach.school.shown import PaidTable, ShownSeat, shown_table
from pitboss.rules import Rules
from pitboss.rules.submission import read_submission
from pitboss.server.http.problems import Turned
from pitboss.server.store.school_rows import GradedItem, LessonRow, SchoolPlan
from pitboss.server.wire.school import (
    AnswerExercise,
    ExerciseVerdict,
    QuestionVerdict,
    SchoolChoice,
    SchoolExercise,
    SchoolPaytable,
    SchoolQuestion,
    SchoolSpot,
    SchoolStep,
    SchoolTable,
    VerdictSource,
)
from pitboss.server.wire.words import SchoolLevel
from pitboss.table import RulesChoice, rules_of

TITLES: Final = {kind.name: kind.title for kind in KINDS}
DRAWN_KEPT: Final = 128  # exercises held in memory: each is drawn to be shown and to be graded
SUBMISSIONS_KEPT: Final = 32


@lru_cache(maxsize=SUBMISSIONS_KEPT)
def submitted_rules(text: str) -> Rules | None:
    """Return the rules of a submission that has been checked; None where it cannot be read."""
    return read_submission(text).rules


def lesson_rules(plan: SchoolPlan, submission: str | None) -> Rules:
    """Return the rules of a lesson; raises `Turned` where they can no longer be read."""
    rules = rules_of(plan.game) if submission is None else submitted_rules(submission)
    if rules is None:
        raise Turned(409, "submission", "this submission can no longer be read; start another")
    return rules


def exercise_of(row: LessonRow, number: int) -> Exercise:
    """Draw an exercise of a lesson; the same each time. Blocks for up to a few tenths of a second.

    Raises `Turned` where the lesson has no exercise of that number.
    """
    if not 1 <= number <= len(row.plan.items):
        raise Turned(404, "no-such-exercise", "this lesson has no exercise of that number")
    kind = row.plan.items[number - 1]
    return _drawn(row.plan.game, row.submission, kind, row.plan.level, row.seed, number)


@lru_cache(maxsize=DRAWN_KEPT)
def _drawn(
    game: RulesChoice, submission: str | None, kind: str, level: SchoolLevel, seed: int, number: int
) -> Exercise:
    plan = SchoolPlan(game, {}, level, 0)
    rules = lesson_rules(plan, submission)
    return draw_exercise(rules, kind, seed=seed, number=number, level=level)


# -- what is shown --------------------------------------------------------------------------------


def exercise_view(exercise: Exercise, of: int) -> SchoolExercise:
    """Show an exercise without any answer, reason or clause."""
    table = shown_table(exercise)
    return SchoolExercise(
        number=exercise.number,
        of=of,
        kind=exercise.kind,
        title=TITLES[exercise.kind],
        lead=exercise.lead,
        questions=tuple(map(_question, exercise.items)),
        table=None if table is None else _table(table),
        steps=tuple(SchoolStep(move.step, move.did) for move in exercise.moves),
    )


def shown_bytes(row: LessonRow, number: int) -> bytes:
    """Return what is shown of an exercise of a lesson, as it is kept."""
    return msgspec.json.encode(exercise_view(exercise_of(row, number), len(row.plan.items)))


def read_shown(data: bytes) -> SchoolExercise:
    """Read what was shown."""
    return msgspec.json.decode(data, type=SchoolExercise)


def _question(item: SchoolItem) -> SchoolQuestion:
    choices = tuple(SchoolChoice(value, label) for value, label in item.choices)
    return SchoolQuestion(id=item.id, asks=item.asks, form=item.form, choices=choices)


def _table(table: PaidTable) -> SchoolTable:
    return SchoolTable(
        place=table.place,
        dealer=_cards(table.dealer),
        board=_cards(table.board),
        box=_cards(table.box),
        seats=tuple(map(_spot, table.seats)),
        meters={name: int(chips) for name, chips in table.meters.items()},
        bank_seat=table.bank_seat,
        bank_stake=None if table.bank_stake is None else int(table.bank_stake),
        paytables=tuple(SchoolPaytable(one.wager, one.name, one.lines) for one in table.paytables),
    )


def _spot(seat: ShownSeat) -> SchoolSpot:
    return SchoolSpot(
        seat=seat.seat,
        cards=_cards(seat.cards),
        wagers={wager: int(chips) for wager, chips in seat.wagers.items()},
        tips={wager: int(chips) for wager, chips in seat.tips.items()},
        acts=seat.acts,
        folded=seat.folded,
    )


def _cards(text: str) -> tuple[str, ...]:
    return tuple(card_text(card) for card in parse_cards(text)) if text else ()


# -- grading --------------------------------------------------------------------------------------


def graded_item(row: LessonRow, data: AnswerExercise) -> GradedItem:
    """Grade an answer; raises `Turned` with one line for one that cannot be read."""
    exercise = exercise_of(row, data.number)
    _check_readable(exercise, data.answers)
    found = grade_exercise(exercise, data.answers)
    verdict = ExerciseVerdict(
        number=exercise.number,
        kind=exercise.kind,
        right=found.right,
        ms=0,
        answers=dict(data.answers),
        questions=tuple(map(_verdict, found.items)),
        mistake=exercise.mistake,
    )
    return GradedItem(
        number=data.number,
        kind=exercise.kind,
        shown=shown_bytes(row, data.number),
        answer=data.answers,
        right=found.right,
        verdict=msgspec.json.encode(verdict),
        ms=data.ms,
        round=is_paid_round(exercise.kind, right=found.right),
    )


def read_verdict(data: bytes, ms: int | None) -> ExerciseVerdict:
    """Read a verdict, with the time that the answer took."""
    verdict = msgspec.json.decode(data, type=ExerciseVerdict)
    return msgspec.structs.replace(verdict, ms=ms or 0)


def _check_readable(exercise: Exercise, answers: Mapping[str, str]) -> None:
    for name, text in answers.items():
        item = exercise.item(name)
        if item is None:
            asked = ", ".join(one.id for one in exercise.items)
            raise Turned(400, "not-valid", f"answers: {name!r} is not asked here; write {asked}")
        try:
            read_item(item, text)
        except SchoolAnswerError as error:
            raise Turned(400, "not-readable", f"{item.asks} {error}") from None


def _verdict(grade: ItemGrade) -> QuestionVerdict:
    item = grade.item
    return QuestionVerdict(
        id=item.id,
        asks=item.asks,
        given=_said(item, grade.given),
        right=grade.right,
        answer=item.right,
        why=item.why,
        sources=tuple(VerdictSource(one.id, one.text) for one in sources_of_item(item)),
    )


def _said(item: SchoolItem, given: str) -> str:
    """Return an answer as it was read: an amount in dollars, choices by their labels."""
    if item.form in ("money", "chips") and given:
        return signed_money(int(given))
    labels = dict(item.choices)
    return ", ".join(labels[word] for word in given.split()) if labels and given else given
