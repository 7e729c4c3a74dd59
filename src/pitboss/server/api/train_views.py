"""Drills, grades and progress as they go over the wire: nothing of a spot before its answer."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt
from typing import Any, Final

import msgspec

from pitboss.cards import Card, card_text
from pitboss.coach.daily import day_of, day_text, streak
from pitboss.coach.patterns import pattern_words, read_pattern
from pitboss.coach.training import (
    GivenAnswers,
    Grade,
    TrainingScore,
    TrainingSpot,
    grade,
    next_spot,
)
from pitboss.server.store.training import Training
from pitboss.server.store.training_rows import (
    DayLine,
    DrillRow,
    MistakeRow,
    TotalsLine,
    blind_of,
)
from pitboss.server.wire.coach import CoachPrice
from pitboss.server.wire.odds import Deviation
from pitboss.server.wire.train import (
    DailyProgress,
    DailyResult,
    Drill,
    DrillLine,
    DrillScore,
    Graded,
    GridCell,
    MistakeCard,
    MistakesProgress,
    SharedDrill,
    SharedSpot,
    TrainProgress,
    TrainSpot,
    TrainTotals,
)
from pitboss.server.worker.coach_questions import exact

ANTE: Final = 1_000  # cents: the prices of a spot come in dollars too
DRILLS_SHOWN: Final = 20
DAYS_SHOWN: Final = 30


def drill_view(row: DrillRow, answers: GivenAnswers, waiting: str = "") -> Drill:
    """Show a drill to its learner, with the spot to answer now."""
    drill = row.drill
    spot = None if drill is None else next_spot(drill, answers)
    finished = row.finished is not None
    return Drill(
        id=row.id,
        kind=row.kind,
        rules=row.game.rules,
        edition=row.game.edition,
        blind=row.blind,
        strategy=row.strategy,
        count=row.count,
        closeness=row.closeness,
        dead_count=row.dead_count,
        day=None if row.day is None else day_text(row.day),
        created=row.created,
        seed=row.seed if finished else None,  # whoever has the seed can draw the spots
        spot=None if spot is None else spot_view(spot, row.count),
        score=score_view(row.score),
        finished=finished,
        token=row.token if finished else None,
        waiting=waiting,
    )


def spot_view(spot: TrainingSpot, of: int) -> TrainSpot:
    """Show a spot without any value, pattern or right answer."""
    return TrainSpot(
        number=spot.number,
        place=spot.place,
        of=of,
        asks=spot.asks,
        street=spot.street,
        hole=_cards(spot.hole),
        board=_cards(spot.board),
        dead=_cards(spot.dead),
        ante=ANTE,
        choices=spot.choices,
    )


def score_view(score: TrainingScore) -> DrillScore:
    """Show both scores of a drill."""
    error = None
    if score.variance is not None:
        error = Deviation(sqrt(score.variance), exact(score.variance))
    return DrillScore(
        answered=score.answered,
        right=score.right,
        cost=exact(score.cost),
        per_round=None if score.per_round is None else exact(score.per_round),
        error=error,
    )


def graded_view(
    spot: TrainingSpot,
    found: Grade,
    answer: tuple[str, ...],
    drill: Drill,
    price: CoachPrice | None,
    waiting: str,
) -> Graded:
    """Show a graded answer, and the next spot."""
    return Graded(
        number=spot.number,
        answer=answer,
        right=found.right,
        cost=exact(found.cost),
        best=spot.best,
        guide=spot.guide,
        price=price,
        missed=found.missed,
        wrongly_marked=found.wrongly_marked,
        cells=_cells(found),
        drill=drill,
        waiting=waiting,
    )


def shared_view(row: DrillRow, answers: GivenAnswers) -> SharedDrill:
    """Show a finished drill to everybody who has its link."""
    return SharedDrill(
        kind=row.kind,
        rules=row.game.rules,
        edition=row.game.edition,
        blind=row.blind,
        strategy=row.strategy,
        count=row.count,
        closeness=row.closeness,
        dead_count=row.dead_count,
        day=None if row.day is None else day_text(row.day),
        seed=row.seed,
        finished=row.finished or 0,
        score=score_view(row.score),
        spots=answered_spots(row, answers),
    )


def answered_spots(row: DrillRow, answers: GivenAnswers) -> tuple[SharedSpot, ...]:
    """List the answered spots of a drill, each with its grade; no other."""
    spots = () if row.drill is None else row.drill.spots
    answered = [(spot, answers[spot.number]) for spot in spots if spot.number in answers]
    return tuple(_shared_spot(spot, answer, row.count) for spot, answer in answered)


def _shared_spot(spot: TrainingSpot, answer: tuple[str, ...], of: int) -> SharedSpot:
    found = grade(spot, answer)
    return SharedSpot(
        spot=spot_view(spot, of),
        answer=answer,
        right=found.right,
        cost=exact(found.cost),
        best=spot.best,
        guide=spot.guide,
        missed=found.missed,
        wrongly_marked=found.wrongly_marked,
        cells=_cells(found),
    )


# -- progress -------------------------------------------------------------------------------------


def progress_view(training: Training, person: str, now: int) -> TrainProgress:
    """Show where a learner stands; reads the database."""
    totals = training.totals(person)
    return TrainProgress(
        kinds={kind: _totals(totals, kind=kind) for kind in _named(one.kind for one in totals)},
        streets={
            street: _totals(totals, street=street)
            for street in _named(one.street for one in totals)
        },
        daily=_daily(training, person, day_of(now)),
        mistakes=mistakes_view(training, person, now),
        drills=tuple(map(_line, training.drills(person, DRILLS_SHOWN))),
    )


def mistakes_view(training: Training, person: str, now: int) -> MistakesProgress:
    """Show the mistakes of a learner; reads the database."""
    rows = training.mistakes(person)
    return MistakesProgress(
        enabled=training.keeps_mistakes(person),
        due=sum(row.schedule.due <= now for row in rows),
        total=len(rows),
        cards=tuple(map(_mistake, rows)),
    )


def export_document(training: Training, person: str, now: int) -> dict[str, Any]:  # Any: JSON
    """Collect everything that is kept of a learner; reads the database."""
    drills = []
    for row in training.drills(person):
        answers = training.answers(row)
        view = msgspec.structs.replace(drill_view(row, answers), spot=None)
        spots = msgspec.to_builtins(answered_spots(row, answers))
        drills.append({**msgspec.to_builtins(view), "answers": spots})
    days = [msgspec.to_builtins(_day(day)) for day in training.days(person)]
    return {
        "totals": [
            {
                "kind": one.kind,
                "street": one.street,
                **msgspec.to_builtins(_totals((one,))),
            }
            for one in training.totals(person)
        ],
        "days": days,
        "mistakes": msgspec.to_builtins(mistakes_view(training, person, now)),
        "drills": drills,
    }


def _daily(training: Training, person: str, today: int) -> DailyProgress:
    days, row = training.days(person), training.of_day(person, today)
    return DailyProgress(
        today=day_text(today),
        drill=None if row is None else row.id,
        finished=today in {one.day for one in days},
        streak=streak({one.day for one in days}, today),
        days=tuple(_day(one) for one in days[:DAYS_SHOWN]),
    )


def _day(line: DayLine) -> DailyResult:
    return DailyResult(day_text(line.day), line.answered, line.right, exact(line.cost))


def _named(names: Iterable[str]) -> list[str]:
    return sorted(set(names))


def _totals(lines: Iterable[TotalsLine], kind: str = "", street: str = "") -> TrainTotals:
    mine = [one for one in lines if kind in ("", one.kind) and street in ("", one.street)]
    cost = sum((one.cost for one in mine), Fraction(0))
    answered, right = (sum(getattr(one, name) for one in mine) for name in ("answered", "right"))
    return TrainTotals(answered, right, exact(cost))


def _line(row: DrillRow) -> DrillLine:
    finished = row.finished is not None
    return DrillLine(
        id=row.id,
        kind=row.kind,
        rules=row.game.rules,
        strategy=row.strategy,
        count=row.count,
        created=row.created,
        finished=finished,
        score=score_view(row.score),
        token=row.token if finished else None,
    )


def _mistake(row: MistakeRow) -> MistakeCard:
    pattern = read_pattern(row.pattern)
    return MistakeCard(
        pattern=pattern_words(pattern),
        street=pattern.street,
        rules=row.game.rules,
        edition=row.game.edition,
        blind=blind_of(row.game),
        best=pattern.best or "",
        wrong=row.wrong,
        right=row.right,
        due=row.schedule.due,
    )


def _cells(found: Grade) -> tuple[GridCell, ...]:
    return tuple(
        GridCell(one.name, one.best, exact(one.cost), one.holes) for one in found.wrong_hands
    )


def _cards(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(card_text(card) for card in cards)
