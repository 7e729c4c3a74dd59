"""Asks the exercises of the dealer school in a terminal, corrects them and adds them up."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Iterator
from typing import Final

from rich.console import Console
from rich.text import Text

from pitboss.cli.drill.dealer import Options
from pitboss.cli.drill.dealer_page import show_correction, show_exercise, show_item, show_score
from pitboss.cli.errors import Failure
from pitboss.cli.files import names_a_file, read_file
from pitboss.cli.output import counted, page, pick, print_json
from pitboss.cli.parse import whole
from pitboss.coach.school.answers import SchoolAnswerError
from pitboss.coach.school.catalog import SEED_MAX, UnknownKindError, draw_exercise, kinds_of
from pitboss.coach.school.exercise import Exercise, ItemGrade, grade_item
from pitboss.coach.school.prices import dealer_error_prices, price_of, price_words
from pitboss.coach.school.score import SchoolMark, pace_of, tallies
from pitboss.coach.school.shown import exercise_document
from pitboss.coach.school.stakes import LEVELS, SchoolLevel
from pitboss.rules import Rules, in_force, read_submission
from pitboss.rules.user_toml import Document

COUNT_MAX: Final = 200
PACE_MAX: Final = 200  # rounds an hour; no dealer is as quick
MIXED: Final = "mixed"
QUIT: Final = frozenset({"q", "quit", "exit"})
_Grades = tuple[ItemGrade, ...]
_Graded = list[tuple[Exercise, _Grades, int | None]]


def run(options: Options) -> int:
    """Draw the exercises, take the answers, print the score."""
    rules = school_rules(options.rules)
    seed = whole("--seed", options.seed, 0, SEED_MAX, default=secrets.randbelow(2**32))
    pace = whole("--pace", options.pace, 1, PACE_MAX)
    exercises = _drawn(rules, options, seed)
    given = None if options.answers is None else _given(options.answers, exercises)
    if options.as_json:
        print_json(_document(rules, seed, exercises, given or []))
        return 0
    screen = page()
    prices = _Prices(rules, pace)
    graded = _asked(exercises, screen, prices) if given is None else _shown(given, screen, prices)
    marks = [_mark(*one) for one in graded]
    show_score(screen, tallies(marks), pace_of(marks), seed)
    return 0


# -- options --------------------------------------------------------------------------------------


def school_rules(name: str) -> Rules:
    """Return the rules of a set or of an accepted submission; raises `Failure`."""
    if not names_a_file(name):
        return in_force(pick(name))
    where, text = read_file(name)
    found = read_submission(text, where)
    if found.rules is None or found.status not in ("accepted", "unsigned"):
        first = next(problem for problem in found.problems if problem.is_error)
        what = f"{first.key} {first.what}; {first.right}"
        raise Failure(f"--rules {where}: the submission is {found.status}: {what}")
    return found.rules


def _drawn(rules: Rules, options: Options, seed: int) -> list[Exercise]:
    count = whole("--count", options.count, 1, COUNT_MAX)
    level, names = _level(options.level), _kinds(rules, options.kind)
    try:
        return [
            draw_exercise(rules, names[n % len(names)], seed=seed, number=n + 1, level=level)
            for n in range(count)
        ]
    except UnknownKindError as error:
        raise Failure(f"--kind: {error}") from None


def _kinds(rules: Rules, text: str) -> list[str]:
    names = [word.strip().casefold() for word in text.split(",") if word.strip()]
    return [kind.name for kind in kinds_of(rules)] if names in ([], [MIXED]) else names


def _level(text: str) -> SchoolLevel:
    found = next((level for level in LEVELS if level == text.strip().casefold()), None)
    if found is None:
        raise Failure(f"--level {text[:40]!r}: is no level; write {', '.join(LEVELS)}")
    return found


def _given(text: str, exercises: list[Exercise]) -> _Graded:
    """Grade the answers of the command line, parted by semicolons, as far as they go."""
    words = iter(text.split(";"))
    asked = sum(len(one.items) for one in exercises)
    if text.count(";") + 1 > asked:
        raise Failure(
            f"--answers: has {counted(text.count(';') + 1, 'answer')} for "
            f"{counted(asked, 'question')}; give at most one for each"
        )
    found: _Graded = []
    for exercise in exercises:
        grades = tuple(_from_words(exercise, words))
        if grades:
            found.append((exercise, grades, None))
    return found


def _from_words(exercise: Exercise, words: Iterator[str]) -> Iterator[ItemGrade]:
    for item, word in zip(exercise.items, words, strict=False):
        try:
            yield grade_item(item, word)
        except SchoolAnswerError as error:
            raise Failure(f"--answers, exercise {exercise.number}, {item.id}: {error}") from None


# -- in a terminal --------------------------------------------------------------------------------


class _Prices:
    """Prices mistakes; the list is worked out when the first mistake is shown."""

    def __init__(self, rules: Rules, pace: int) -> None:
        self._rules, self._pace = rules, pace

    def words(self, exercise: Exercise) -> str:
        """Say what the exercise's mistake costs; nothing where it has none."""
        if not exercise.mistake:
            return ""
        price = price_of(exercise, dealer_error_prices(self._rules), self._pace)
        return price_words(price)


def _asked(exercises: list[Exercise], screen: Console, prices: _Prices) -> _Graded:
    """Ask exercise after exercise; the end of the input or "q" ends the drill."""
    screen.print(Text('Answer with a letter or in words; "q" ends.'))
    found: _Graded = []
    for exercise in exercises:
        show_exercise(screen, exercise, len(exercises))
        began = time.monotonic_ns()
        grades = _ask_items(exercise, screen)
        if grades is None:
            break
        took = (time.monotonic_ns() - began) // 1_000_000
        found.append((exercise, grades, took))
        show_correction(screen, grades, prices.words(exercise))
    return found


def _ask_items(exercise: Exercise, screen: Console) -> _Grades | None:
    found: list[ItemGrade] = []
    for item in exercise.items:
        show_item(screen, item)
        while True:
            screen.print(Text("? "), end="")
            line = sys.stdin.readline()
            if not line or line.strip().casefold() in QUIT:
                return None
            try:
                found.append(grade_item(item, line))
                break
            except SchoolAnswerError as error:
                screen.print(Text(str(error)))
    return tuple(found)


def _shown(graded: _Graded, screen: Console, prices: _Prices) -> _Graded:
    for exercise, grades, _ in graded:
        show_exercise(screen, exercise, len(graded))
        show_correction(screen, grades, prices.words(exercise))
    return graded


def _mark(exercise: Exercise, grades: _Grades, took_ms: int | None) -> SchoolMark:
    right = sum(one.right for one in grades)
    return SchoolMark(exercise.kind, len(grades), right, right == len(exercise.items), took_ms)


# -- for programs ---------------------------------------------------------------------------------


def _document(rules: Rules, seed: int, exercises: list[Exercise], graded: _Graded) -> Document:
    """Write every exercise with its key, and how the answers that were given did."""
    answered = {exercise.number: grades for exercise, grades, _ in graded}
    marks = [_mark(*one) for one in graded]
    return {
        "rules": rules.set.name,
        "edition": rules.set.edition,
        "seed": seed,
        "exercises": [_exercise(one, answered.get(one.number, ())) for one in exercises],
        "score": [
            {
                "kind": one.kind,
                "exercises": one.exercises,
                "right": one.right,
                "items": one.items,
                "right_items": one.right_items,
            }
            for one in tallies(marks)
        ],
    }


def _exercise(exercise: Exercise, grades: _Grades) -> Document:
    document = exercise_document(exercise, with_key=True)
    document["answers"] = [
        {"id": one.item.id, "given": one.given, "right": one.right} for one in grades
    ]
    return document
