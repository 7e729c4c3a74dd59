"""Draws the spots of a training drill with all their values. Importing this loads compiled code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from typing import Final

from pitboss.cards import Card, parse_cards
from pitboss.cards.shuffle import deck_order
from pitboss.coach.drill import STREETS, DrillPlan, drill
from pitboss.coach.patterns import pattern_text, read_pattern
from pitboss.coach.situation import BOARD_CARDS, HOLE_CARDS, PERFECT
from pitboss.coach.training import (
    GridHand,
    TrainingDrill,
    TrainingPlan,
    TrainingSpot,
    best_of_values,
)
from pitboss.odds import DrawnSpot, Game, decision, draw_spots, explain, pattern_of, solved
from pitboss.odds.counting.numbering import HOLE_CARDS as HOLES
from pitboss.odds.hands import HAND_NAMES, HAND_OF_HOLE, hand_number
from pitboss.pit.bots.plan import plan_of
from pitboss.rules import Street

STREETS_OF: Final = {
    "deal": (Street.DEAL,),
    "flop": (Street.FLOP,),
    "river": (Street.RIVER,),
    "mixed": STREETS,
    "daily": STREETS,
    "outs": (Street.FLOP,),
}
OTHER_CARDS_TRIED: Final = 16  # spots of a pattern that are drawn to find one with other cards
_EXAM: Final = "examination"


def draw_training(game: Game, plan: TrainingPlan) -> TrainingDrill:
    """Draw the spots of a drill.

    Raises `SpotError` where none fits and `StrategyError` for a strategy that the game does not
    allow.
    """
    numbers = game.numbers()
    match plan.kind:
        case "exam":
            return TrainingDrill(plan.kind, tuple(_examination(numbers, plan)), {})
        case "grid":
            return TrainingDrill(plan.kind, (_grid(numbers, plan),), {Street.DEAL: Fraction(1)})
        case "mistakes":
            return TrainingDrill(plan.kind, tuple(_mistakes(numbers, plan)), {})
        case "outs":
            drawn = drill(numbers, _drill_plan(plan))
            spots = (_outs(numbers, spot, n) for n, spot in enumerate(drawn.spots, 1))
            return TrainingDrill(plan.kind, tuple(spots), {})
        case _:
            drawn = drill(numbers, _drill_plan(plan))
            choices = (_choice(numbers, plan, spot, n) for n, spot in enumerate(drawn.spots, 1))
            return TrainingDrill(plan.kind, tuple(choices), drawn.weights)


def _drill_plan(plan: TrainingPlan) -> DrillPlan:
    return DrillPlan(STREETS_OF[plan.kind], plan.count, plan.closeness, plan.seed, plan.dead_count)


def _choice(game: Game, plan: TrainingPlan, spot: DrawnSpot, number: int) -> TrainingSpot:
    found = _valued(game, plan, spot.hole, spot.board, spot.values, number, number)
    return replace(found, dead=spot.dead, pattern="") if spot.dead else found


def _valued(
    game: Game,
    plan: TrainingPlan,
    hole: Sequence[Card],
    board: Sequence[Card],
    values: dict[str, Fraction],
    number: int,
    place: int,
) -> TrainingSpot:
    best = best_of_values(values)
    street = next(s for s, cards in BOARD_CARDS.items() if cards == len(board))
    return TrainingSpot(
        number=number,
        place=place,
        asks="choice",
        street=street,
        hole=tuple(hole),
        board=tuple(board),
        values=values,
        guide=_guide(game, plan.strategy, hole, board, values),
        pattern=pattern_text(pattern_of(game, hole, board, best=best)),
    )


def _guide(
    game: Game,
    strategy: str,
    hole: Sequence[Card],
    board: Sequence[Card],
    values: dict[str, Fraction],
) -> str:
    """Name what a strategy does with these cards."""
    if strategy == PERFECT:
        return best_of_values(values)
    times = plan_of(strategy, game).times(hole, board)
    return f"{times}x" if times else next(name for name in values if not name.endswith("x"))


def _outs(game: Game, spot: DrawnSpot, number: int) -> TrainingSpot:
    found = explain(game, spot.hole, spot.board, spot.dead)
    return TrainingSpot(
        number=number,
        place=number,
        asks="outs",
        street=spot.street,
        hole=spot.hole,
        board=spot.board,
        outs=tuple(sorted((out.card for out in found.outs), reverse=True)),
        dead=spot.dead,
    )


def _grid(game: Game, plan: TrainingPlan) -> TrainingSpot:
    """Ask for all starting hands that are raised."""
    holes = {int(hand): HOLES[hole] for hole, hand in enumerate(HAND_OF_HOLE)}
    hands = []
    for number, hand in enumerate(solved(game).hands):
        cards = [Card(int(card)) for card in holes[number]]
        guide = _guide(game, plan.strategy, cards, (), hand.values)
        hands.append(GridHand(hand.name, hand.holes, hand.values, guide))
    return TrainingSpot(1, 1, "grid", Street.DEAL, hands=tuple(hands))


def _mistakes(game: Game, plan: TrainingPlan) -> Iterator[TrainingSpot]:
    """Draw a spot of each pattern, with other cards than those that were seen last."""
    for number, (pattern, seen) in enumerate(plan.patterns, 1):
        last = frozenset(parse_cards(seen))
        drawn = draw_spots(game, read_pattern(pattern), OTHER_CARDS_TRIED, plan.seed + number).spots
        spot = next((one for one in drawn if {*one.hole, *one.board} != last), drawn[0])
        yield _choice(game, plan, spot, number)


def _examination(game: Game, plan: TrainingPlan) -> Iterator[TrainingSpot]:
    """Deal whole hands from shuffled decks, and value all streets of each."""
    secret = sha256(plan.seed.to_bytes(8)).digest()
    for hand in range(1, plan.count + 1):
        deck = deck_order(secret, _EXAM, hand, {})
        hole = tuple(sorted(deck[:HOLE_CARDS], reverse=True))
        for step, street in enumerate(STREETS):
            board = deck[HOLE_CARDS : HOLE_CARDS + BOARD_CARDS[street]]
            number = (hand - 1) * len(STREETS) + step + 1
            yield _valued(
                game, plan, hole, board, _values(game, hole, board), number, hand
            )  # fmt: skip


def _values(game: Game, hole: Sequence[Card], board: Sequence[Card]) -> dict[str, Fraction]:
    if not board:
        return solved(game).hand(HAND_NAMES[hand_number(*hole)]).values
    return decision(game, hole, board).values
