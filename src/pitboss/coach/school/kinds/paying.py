"""Outcome, amount, chips and order of the wagers of a layout; folds with open side wagers."""

from __future__ import annotations

from typing import Final

from pitboss.coach.school.answers import fewest_chips
from pitboss.coach.school.asking import (
    amount_item,
    asked,
    chips_item,
    move_id,
    outcome_item,
)
from pitboss.coach.school.exercise import SchoolItem
from pitboss.coach.school.kinds.kind import (
    ITEMS_MAX,
    SchoolKind,
    about_layouts,
    has_scene,
    subject_first,
)
from pitboss.coach.school.layout import SchoolLayout
from pitboss.round.movement import Movement
from pitboss.rules import Wager
from pitboss.rules.words import wager_words

USUAL: Final = ("any", "ending", "line")
STEPS_LEAST: Final = 3  # fewer are no order
STEPS_MAX: Final = 10


def outcome_items(layout: SchoolLayout) -> tuple[SchoolItem, ...]:
    """Ask what becomes of each wager."""
    moves = subject_first(layout, asked(layout.settlement.movements))
    return tuple(outcome_item(move) for move in moves)


def amount_items(layout: SchoolLayout) -> tuple[SchoolItem, ...]:
    """Ask what each wager wins or loses."""
    moves = subject_first(layout, asked(layout.settlement.movements))
    return tuple(amount_item(move) for move in moves)


def chips_items(layout: SchoolLayout) -> tuple[SchoolItem, ...]:
    """Ask for the chips of each payment that chips can make."""
    paid = [m for m in asked(layout.settlement.movements) if m.paid and fewest_chips(m.paid)]
    return tuple(chips_item(move) for move in subject_first(layout, paid)[:3])


def fold_items(layout: SchoolLayout) -> tuple[SchoolItem, ...]:
    """Ask for outcome and amount of every wager of the seat that folds."""
    moves = asked(layout.moves(layout.seat))
    return tuple(item(move) for move in moves for item in (outcome_item, amount_item))


def order_items(layout: SchoolLayout) -> tuple[SchoolItem, ...]:
    """Ask for the order in which the wagers of one or two seats are settled."""
    moves = _in_order(layout)
    if len(moves) < STEPS_LEAST:
        return ()
    steps = [move_id(move, "step") for move in moves]
    places = sorted(range(len(moves)), key=lambda n: (moves[n].seat, steps[n]))
    cite = layout.rules.set.cite("settlement.seats") + layout.rules.set.cite("settlement.wagers")
    said = ", ".join(_step(move) for move in moves)
    return (
        SchoolItem(
            id="order",
            asks="In which order do you settle these wagers? Write the letters, first to last.",
            form="sequence",
            key=(" ".join(steps),),
            right=said,
            choices=tuple((steps[n], _step(moves[n])) for n in places),
            why=f"The order is: {said}.",
            cite=cite,
        ),
    )


def _in_order(layout: SchoolLayout) -> tuple[Movement, ...]:
    """Pick the movements of the seat and of another, as long as there are not too many."""
    moves = [m for m in layout.settlement.movements if m.wager not in (Wager.ENVY, Wager.LIMIT)]
    others = [m.seat for m in moves if m.seat != layout.seat]
    two = tuple(m for m in moves if m.seat in (layout.seat, *others[:1]))
    mine = tuple(m for m in moves if m.seat == layout.seat)
    return two if len(two) <= STEPS_MAX else mine


def _step(move: Movement) -> str:
    tip = "tip on " if move.tip else ""
    return f"seat {move.seat} {tip}{wager_words(move.wager)}"


OUTCOMES: Final = about_layouts(
    "outcomes",
    "What becomes of each wager",
    "All hands are shown. Say of each wager whether it wins, loses or goes back.",
    outcome_items,
    families=USUAL,
)
AMOUNTS: Final = about_layouts(
    "amounts",
    "How much",
    "All hands are shown. Say what each wager wins or loses.",
    amount_items,
    families=USUAL,
)
CHIPS: Final = about_layouts(
    "chips",
    "In chips",
    "All hands are shown. Count out the chips of each payment.",
    chips_items,
    families=("line", "ending"),
)
ORDER: Final = about_layouts(
    "order",
    "In which order",
    "All hands are shown. Settle seat by seat and wager by wager.",
    order_items,
    families=USUAL,
)
FOLD: Final = about_layouts(
    "fold",
    "A fold with side wagers",
    "A player has folded; side wagers may still be open. Settle that seat.",
    fold_items,
    families=("fold-line",),
    offered=has_scene("fold-line"),
)
SIX_CARD: Final = about_layouts(
    "six-card",
    "Six Card",
    "Six Card is decided by the player's two cards and the box.",
    lambda layout: _of_wager(layout, Wager.SIX_CARD),
    families=("line", "fold-line"),
    wager=Wager.SIX_CARD,
    offered=has_scene("line", Wager.SIX_CARD),
)
PROGRESSIVE: Final = about_layouts(
    "progressive",
    "Progressive",
    "Pay the Progressive from the meter as it stands at the seat's turn.",
    lambda layout: _of_wager(layout, Wager.PROGRESSIVE),
    families=("line", "fold-line", "envy", "two-winners"),
    wager=Wager.PROGRESSIVE,
    offered=has_scene("line", Wager.PROGRESSIVE),
)
TRIPS_ALONE: Final = about_layouts(
    "trips-alone",
    "Trips alone",
    "A player has bet Trips and nothing else. Settle that seat.",
    lambda layout: _of_wager(layout, Wager.TRIPS),
    families=("trips-alone",),
    offered=has_scene("trips-alone"),
)


def _of_wager(layout: SchoolLayout, wager: Wager) -> tuple[SchoolItem, ...]:
    moves = [m for m in asked(layout.settlement.movements) if m.wager == wager]
    chosen = subject_first(layout, moves)[: ITEMS_MAX // 2]
    return tuple(item(move) for move in chosen for item in (outcome_item, amount_item))


KINDS: Final[tuple[SchoolKind, ...]] = (
    OUTCOMES, AMOUNTS, CHIPS, ORDER, FOLD, SIX_CARD, PROGRESSIVE, TRIPS_ALONE,
)  # fmt: skip
