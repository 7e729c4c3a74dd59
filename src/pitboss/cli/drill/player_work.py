"""Asks the spots of a drill and prices the answers; loads the compiled kernels."""

from __future__ import annotations

import secrets
import sys
from fractions import Fraction
from typing import Final

from rich.console import Console
from rich.text import Text

from pitboss.cards import cards_symbols, cards_text
from pitboss.cli.base_game import base_game
from pitboss.cli.drill.marks_work import QUIT, run_marks
from pitboss.cli.drill.player import Options
from pitboss.cli.errors import Failure
from pitboss.cli.output import counted, page, print_json
from pitboss.cli.parse import whole
from pitboss.coach.drill import (
    SPOTS_MAX,
    STREETS,
    AnswerError,
    Drill,
    DrillPlan,
    cost,
    drill,
    read_answer,
    score,
)
from pitboss.coach.situation import PERFECT
from pitboss.coach.training import DrillKind, TrainingPlan
from pitboss.odds import DrawnSpot, SpotError, explain
from pitboss.odds.spots.seen import DEAD_MAX
from pitboss.reports.base_game import game_document
from pitboss.reports.exact import exact
from pitboss.rules import Street
from pitboss.rules.user_toml import Document

SEED_MAX: Final = 2**32 - 1
CLOSE_DIGITS_MAX: Final = 12  # characters of --close
MIXED: Final = "mixed"
ASKED: Final[dict[str, DrillKind]] = {"outs": "outs", "hands": "grid"}
_WHEN: Final = {
    Street.DEAL: "before the flop",
    Street.FLOP: "flop",
    Street.RIVER: "board",
}


def run(options: Options) -> int:
    """Draw the drill, take the answers, print the score."""
    _, game = base_game(options.rules, options.blind, deal=options.multiples)
    plan = DrillPlan(
        streets=_streets(options.street),
        count=whole("--count", options.count, 1, SPOTS_MAX),
        closeness=_closeness(options.close),
        seed=whole("--seed", options.seed, 0, SEED_MAX, default=secrets.randbelow(SEED_MAX + 1)),
        dead_count=whole("--seen", options.seen, 0, DEAD_MAX),
    )
    if (kind := _kind(options)) is not None:
        marks = TrainingPlan(kind, plan.count, None, PERFECT, plan.seed, dead_count=plan.dead_count)
        return run_marks(game, marks, options.answers, as_json=options.as_json)
    try:
        drawn = drill(game, plan)
    except SpotError as error:
        raise Failure(f"--street {options.street}: {error}") from None
    given = None if options.answers is None else _given(options.answers, drawn)
    if options.as_json:
        print_json(_document(drawn, given or []))
        return 0
    screen = page()
    answers = _asked(drawn, screen) if given is None else given
    if given is not None:
        for place, (spot, answer) in enumerate(zip(drawn.spots, given, strict=False), 1):
            _show_spot(screen, drawn, place, spot)
            _show_price(screen, drawn, spot, answer)
    _show_score(screen, drawn, answers)
    return 0


def _kind(options: Options) -> DrillKind | None:
    """Return the kind of a drill with marks; None where decisions are asked."""
    word = options.ask.strip().casefold()
    if word == "decisions":
        return None
    if word not in ASKED:
        known = ", ".join(ASKED)
        raise Failure(f"--ask {options.ask[:40]!r}: is nothing to ask; write decisions, {known}")
    if options.street != MIXED or options.close is not None:
        raise Failure(f"--ask {word}: has no street and no closeness; leave out --street, --close")
    if word == "hands" and options.seen != "0":
        raise Failure("--ask hands: has no cards seen elsewhere; leave out --seen")
    return ASKED[word]


def _streets(text: str) -> tuple[Street, ...]:
    word = text.strip().casefold()
    if word == MIXED:
        return STREETS
    if word not in {street.value for street in STREETS}:
        known = ", ".join(street.value for street in STREETS)
        raise Failure(f"--street {text[:40]!r}: is no street; write {known} or {MIXED}")
    return (Street(word),)


def _closeness(text: str | None) -> Fraction | None:
    if text is None:
        return None
    word = text.strip()
    plain = word.replace(".", "", 1)
    if not (plain.isascii() and plain.isdigit()) or len(word) > CLOSE_DIGITS_MAX:
        raise Failure(f"--close {text[:40]!r}: wants a part of an Ante; write 0.05")
    return Fraction(word)


def _given(text: str, drawn: Drill) -> list[str]:
    """Read the answers of the command line: no more than there are spots."""
    words = text.split(",")
    if len(words) > len(drawn.spots):
        raise Failure(
            f"--answers: has {counted(len(words), 'answer')} for "
            f"{counted(len(drawn.spots), 'spot')}; give at most one for each"
        )
    found = []
    for place, (word, spot) in enumerate(zip(words, drawn.spots, strict=False), 1):
        try:
            found.append(read_answer(word, spot))
        except AnswerError as error:
            raise Failure(f"--answers, number {place}: {error}") from None
    return found


def _asked(drawn: Drill, screen: Console) -> list[str]:
    """Ask spot after spot; the end of the input or "q" ends the drill."""
    screen.print(Text('Answer with the choice: 4x, check, fold, or their first letter; "q" ends.'))
    answers: list[str] = []
    for place, spot in enumerate(drawn.spots, 1):
        _show_spot(screen, drawn, place, spot)
        answer = _answer(spot, screen)
        if answer is None:
            break
        answers.append(answer)
        _show_price(screen, drawn, spot, answer)
    return answers


def _answer(spot: DrawnSpot, screen: Console) -> str | None:
    while True:
        screen.print(Text(f"{' / '.join(spot.values)}? "), end="")
        line = sys.stdin.readline()
        if not line or line.strip().casefold() in QUIT:
            return None
        try:
            return read_answer(line, spot)
        except AnswerError as error:
            screen.print(Text(str(error)))


# -- for people -----------------------------------------------------------------------------------


def _show_spot(screen: Console, drawn: Drill, place: int, spot: DrawnSpot) -> None:
    board = f" {cards_symbols(spot.board)}" if spot.board else ""
    seen = f"   seen elsewhere {cards_symbols(spot.dead)}" if spot.dead else ""
    where = f"{_WHEN[spot.street]}{board}{seen}"
    screen.print()
    screen.print(
        Text(f"{place} of {len(drawn.spots)}   {cards_symbols(spot.hole)}   {where}", style="bold")
    )


def _show_price(screen: Console, drawn: Drill, spot: DrawnSpot, answer: str) -> None:
    values = ", ".join(f"{name} {float(value):+.4f}" for name, value in spot.values.items())
    lost = cost(spot, answer)
    verdict = "right" if not lost else f"{spot.best} is best; {answer} costs {float(lost):.4f}"
    screen.print(Text(f"{verdict}: {values} Antes"))
    if lost:
        why = explain(drawn.game, spot.hole, spot.board, spot.dead)
        found = why.decision
        screen.print(
            Text(
                f"  played to the end: wins {float(found.win):.1%}, ties {float(found.tie):.1%}, "
                f"loses {float(found.lose):.1%}; the dealer qualifies {float(why.qualifies):.1%}"
            )
        )


def _show_score(screen: Console, drawn: Drill, answers: list[str]) -> None:
    found = score(drawn, answers)
    screen.print()
    if not found.answered:
        screen.print(Text(f"no answer; the same spots again: --seed {drawn.plan.seed}"))
        return
    right = f"{found.right} of {counted(found.answered, 'answer')} right"
    screen.print(Text(f"{right}; they cost {float(found.cost):.4f} Antes", style="bold"))
    dealing = f"{float(found.per_round):.5f} Antes a round in real dealing, by these spots alone"
    screen.print(Text(f"{dealing}; the same spots again: --seed {drawn.plan.seed}"))


# -- for programs ---------------------------------------------------------------------------------


def _document(drawn: Drill, answers: list[str]) -> Document:
    """Write the drill: every spot with its values, and how the answers that were given did."""
    found = score(drawn, answers)
    plan = drawn.plan
    return {
        **game_document(drawn.game),
        "streets": [street.value for street in plan.streets],
        "seed": plan.seed,
        "close": None if plan.closeness is None else exact(plan.closeness),
        "spots": [
            _spot(spot, answers[place] if place < len(answers) else None)
            for place, spot in enumerate(drawn.spots)
        ],
        "weights": {street.value: exact(weight) for street, weight in drawn.weights.items()},
        "score": {
            "answered": found.answered,
            "right": found.right,
            "cost": exact(found.cost),
            "cost_per_round": exact(found.per_round),
        },
    }


def _spot(spot: DrawnSpot, answer: str | None) -> Document:
    return {
        "street": spot.street.value,
        "hole": cards_text(spot.hole),
        "board": cards_text(spot.board),
        "dead": cards_text(spot.dead),
        "choices": {name: exact(value) for name, value in spot.values.items()},
        "best": spot.best,
        "weight": exact(spot.weight),
        "answer": answer,
        "cost": None if answer is None else exact(cost(spot, answer)),
    }
