"""An exercise: a situation, its questions with the engine's answers, and the grading of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.cards import Card, parse_cards, strength
from pitboss.coach.school.answers import (
    Form,
    SchoolAnswerError,
    read_best_five,
    read_chips,
    read_choice,
    read_money,
    read_number,
    read_sequence,
    read_set,
)
from pitboss.coach.school.layout import SchoolLayout
from pitboss.coach.school.stakes import SchoolLevel
from pitboss.rules import NO_CITE, Cite, clause, reading


@dataclass(frozen=True, slots=True)
class SchoolItem:
    """One question of an exercise.

    `key` are the answers that count, each in the one form that reading gives; `right` says the
    first of them in words and `why` the reason. Of five cards, any five of `among` count that are
    worth as much.
    """

    id: str
    asks: str
    form: Form
    key: tuple[str, ...]
    right: str
    choices: tuple[tuple[str, str], ...] = ()
    why: str = ""
    cite: Cite = NO_CITE
    among: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownMove:
    """What a dealer is shown to have done, in words; an exercise may ask what is wrong in it."""

    step: str
    did: str


@dataclass(frozen=True, slots=True)
class Exercise:
    """One exercise; the rules, kind, level, seed and number give it again.

    `lead` says the situation. `layout` has the table that is shown, None where there is none.
    `moves` are shown payments. `mistake` names a planted mistake, for its price.
    """

    kind: str
    level: SchoolLevel
    seed: int
    number: int
    lead: str
    items: tuple[SchoolItem, ...]
    layout: SchoolLayout | None = None
    moves: tuple[ShownMove, ...] = ()
    mistake: str = ""

    def item(self, item_id: str) -> SchoolItem | None:
        """Find a question by its id."""
        return next((item for item in self.items if item.id == item_id), None)


@dataclass(frozen=True, slots=True)
class ItemGrade:
    """How one question was answered; `given` is the answer in its one form, "" for none."""

    item: SchoolItem
    right: bool
    given: str


@dataclass(frozen=True, slots=True)
class ExerciseGrade:
    """How an exercise was answered: right when every question is."""

    items: tuple[ItemGrade, ...]

    @property
    def right(self) -> bool:
        return all(one.right for one in self.items)

    @property
    def right_items(self) -> int:
        return sum(one.right for one in self.items)


def read_item(item: SchoolItem, text: str) -> str:
    """Return an answer in its one form; raises `SchoolAnswerError` with one clear line."""
    match item.form:
        case "choice":
            return read_choice(text, item.choices)
        case "money":
            return read_money(text)
        case "chips":
            return read_chips(text)
        case "cards":
            return _read_cards(item, text)
        case "number":
            return read_number(text)
        case "sequence":
            return read_sequence(text, item.choices)
        case "set":
            return read_set(text, item.choices)


def _read_cards(item: SchoolItem, text: str) -> str:
    found = read_best_five(text)
    strange = [card for card in parse_cards(found) if card not in item.among]
    if strange:
        raise SchoolAnswerError("one of these cards is not there; choose from the cards shown")
    return found


def grade_item(item: SchoolItem, text: str) -> ItemGrade:
    """Grade one answer; raises `SchoolAnswerError` for one that cannot be read."""
    given = read_item(item, text)
    if item.form == "cards":
        right = strength(parse_cards(given)) == strength(item.among)
    else:
        right = given in item.key
    return ItemGrade(item, right, given)


def grade_exercise(exercise: Exercise, answers: Mapping[str, str]) -> ExerciseGrade:
    """Grade the answers by the ids of their questions; one that is missing is wrong."""
    return ExerciseGrade(tuple(_graded(item, answers.get(item.id)) for item in exercise.items))


def _graded(item: SchoolItem, answer: str | None) -> ItemGrade:
    return ItemGrade(item, right=False, given="") if answer is None else grade_item(item, answer)


def perfect_answers(exercise: Exercise) -> dict[str, str]:
    """Return the answers of a dealer who makes no mistake, as they could be written."""
    return {item.id: written(item) for item in exercise.items}


def written(item: SchoolItem) -> str:
    """Write the first right answer of a question so that it is read back."""
    key = item.key[0]
    if item.form in ("money", "chips"):
        cents = int(key)
        amount = f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"
        return amount if item.form == "money" else item.right
    return key or "none"


@dataclass(frozen=True, slots=True)
class Source:
    """A clause or a reading behind a correction, with its text in our own words."""

    id: str
    text: str


def sources_of_item(item: SchoolItem) -> tuple[Source, ...]:
    """List the clauses, then the readings, that decide a question."""
    clauses = (Source(one, clause(one).text) for one in item.cite.clauses)
    readings = (Source(one, reading(one).adopted) for one in item.cite.readings)
    return (*clauses, *readings)
