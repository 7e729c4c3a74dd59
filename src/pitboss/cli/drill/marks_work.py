"""Drills whose answers are typed as a list: outs as cards, starting hands by their names.

Loads the compiled kernels.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from pitboss.cards import CardError, card_text, cards_symbols, cards_text, parse_cards
from pitboss.cli.errors import Failure
from pitboss.cli.output import counted, page, print_json
from pitboss.coach.drill import AnswerError
from pitboss.coach.hand_list import read_hands
from pitboss.coach.training import (
    Grade,
    TrainingDrill,
    TrainingPlan,
    TrainingSpot,
    grade,
    read_answer_to,
    training_score,
)
from pitboss.coach.training_draws import draw_training
from pitboss.odds import Game, SpotError
from pitboss.reports.base_game import game_document
from pitboss.reports.exact import exact
from pitboss.rules.user_toml import Document

QUIT: Final = frozenset({"q", "quit", "exit"})
WRONG_SHOWN: Final = 12  # hands of a grid, the costliest first
_HOW: Final = {
    "outs": 'Type the cards that improve your own hand: "Kh 9s", or "none"; "q" ends.',
    "grid": 'Type the hands that bet before the flop: "22+, A2s+, K5o+"; "q" ends.',
}
_Answers = dict[int, tuple[str, ...]]


def run_marks(game: Game, plan: TrainingPlan, given: str | None, *, as_json: bool) -> int:
    """Draw the drill, take the answers, print the score."""
    try:
        drawn = draw_training(game, plan)
    except SpotError as error:
        raise Failure(f"--ask: {error}") from None
    answers = {} if given is None else _given(given, drawn)
    if as_json:
        print_json(_document(game, plan, drawn, answers))
        return 0
    screen = page()
    if given is None:
        answers = _asked(drawn, screen)
    else:
        for spot in drawn.spots[: len(answers)]:
            _show_spot(screen, spot, len(drawn.spots))
            _show_grade(screen, spot, grade(spot, answers[spot.number]))
    _show_score(screen, plan, drawn, answers)
    return 0


def _read(text: str, spot: TrainingSpot) -> tuple[str, ...]:
    """Read the marks of a line; raises `AnswerError`."""
    if spot.asks == "grid":
        return read_answer_to(spot, read_hands(text))
    if text.strip().casefold() == "none":
        return ()
    try:
        cards = parse_cards(text)
    except CardError as error:
        raise AnswerError(str(error)) from None
    return read_answer_to(spot, tuple(map(card_text, cards)))


def _given(text: str, drawn: TrainingDrill) -> _Answers:
    """Read the answers of the command line, one for each spot, parted by commas."""
    words = [text] if drawn.kind == "grid" else text.split(",")
    if len(words) > len(drawn.spots):
        raise Failure(
            f"--answers: has {counted(len(words), 'answer')} for "
            f"{counted(len(drawn.spots), 'spot')}; give at most one for each"
        )
    found: _Answers = {}
    for spot, word in zip(drawn.spots, words, strict=False):
        try:
            found[spot.number] = _read(word, spot)
        except AnswerError as error:
            raise Failure(f"--answers, number {spot.number}: {error}") from None
    return found


def _asked(drawn: TrainingDrill, screen: Console) -> _Answers:
    """Ask spot after spot; the end of the input or "q" ends the drill."""
    screen.print(Text(_HOW[drawn.spots[0].asks]))
    answers: _Answers = {}
    for spot in drawn.spots:
        _show_spot(screen, spot, len(drawn.spots))
        answer = _answer(spot, screen)
        if answer is None:
            break
        answers[spot.number] = answer
        _show_grade(screen, spot, grade(spot, answer))
    return answers


def _answer(spot: TrainingSpot, screen: Console) -> tuple[str, ...] | None:
    while True:
        screen.print(Text("outs? " if spot.asks == "outs" else "hands? "), end="")
        line = sys.stdin.readline()
        if not line or line.strip().casefold() in QUIT:
            return None
        try:
            return _read(line, spot)
        except AnswerError as error:
            screen.print(Text(str(error)))


# -- for people -----------------------------------------------------------------------------------


def _show_spot(screen: Console, spot: TrainingSpot, of: int) -> None:
    screen.print()
    if spot.asks == "grid":
        screen.print(Text("Which of the 169 hands bet before the flop?", style="bold"))
        return
    seen = f"   seen elsewhere {cards_symbols(spot.dead)}" if spot.dead else ""
    where = f"{cards_symbols(spot.hole)}   flop {cards_symbols(spot.board)}{seen}"
    screen.print(Text(f"{spot.number} of {of}   {where}", style="bold"))


def _show_grade(screen: Console, spot: TrainingSpot, found: Grade) -> None:
    if found.right:
        screen.print(Text("right"))
    if found.missed:
        screen.print(Text(f"missed: {_marks(found.missed)}"))
    if found.wrongly_marked:
        screen.print(Text(f"not right: {_marks(found.wrongly_marked)}"))
    if spot.asks == "outs" and not found.right:
        screen.print(Text(f"{counted(len(spot.outs), 'out')}: {cards_symbols(spot.outs)}"))
    worst = sorted(found.wrong_hands, key=lambda one: one.cost, reverse=True)
    for one in worst[:WRONG_SHOWN]:
        lost = f"{float(one.cost):.4f} Antes whenever it is dealt"
        screen.print(Text(f"  {one.name}: {one.best} is best; costs {lost}"))


def _marks(marks: Sequence[str]) -> str:
    return ", ".join(marks)


def _show_score(
    screen: Console, plan: TrainingPlan, drawn: TrainingDrill, answers: _Answers
) -> None:
    found = training_score(drawn, answers)
    again = "" if drawn.kind == "grid" else f"; the same spots again: --seed {plan.seed}"
    screen.print()
    if not found.answered:
        screen.print(Text(f"no answer{again}"))
        return
    right = f"{found.right} of {counted(found.answered, 'answer')} right"
    lost = "" if found.per_round is None else f"; {float(found.per_round):.5f} Antes a round"
    screen.print(Text(f"{right}{lost}{again}", style="bold"))


# -- for programs ---------------------------------------------------------------------------------


def _document(game: Game, plan: TrainingPlan, drawn: TrainingDrill, answers: _Answers) -> Document:
    """Write the drill: every spot with its right answer, and how the given answers did."""
    found = training_score(drawn, answers)
    return {
        **game_document(game),
        "ask": "hands" if drawn.kind == "grid" else "outs",
        "seed": plan.seed,
        "spots": [_spot(spot, answers.get(spot.number)) for spot in drawn.spots],
        "score": {
            "answered": found.answered,
            "right": found.right,
            "cost_per_round": None if found.per_round is None else exact(found.per_round),
        },
    }


def _spot(spot: TrainingSpot, answer: tuple[str, ...] | None) -> Document:
    right = (
        [one.name for one in spot.hands if one.guide.endswith("x")]
        if spot.asks == "grid"
        else [card_text(card) for card in spot.outs]
    )
    found = None if answer is None else grade(spot, answer)
    return {
        "hole": cards_text(spot.hole),
        "board": cards_text(spot.board),
        "dead": cards_text(spot.dead),
        "right": right,
        "answer": None if answer is None else list(answer),
        "missed": [] if found is None else list(found.missed),
        "wrongly_marked": [] if found is None else list(found.wrongly_marked),
    }
