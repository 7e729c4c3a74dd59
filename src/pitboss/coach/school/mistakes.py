"""Mistakes that dealers make, planted in a right settlement: exactly one at a time.

The name of a mistake is that of its price in `odds/dealer_errors.py`, where it has one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pitboss.coach.school.layout import SchoolLayout
from pitboss.coach.school.picks import Picks
from pitboss.round.movement import Fee, Movement
from pitboss.round.refusal import Broken
from pitboss.rules import Wager

PaidStep = Movement | Fee
Steps = tuple[PaidStep, ...]


@dataclass(frozen=True, slots=True)
class PlantedMistake:
    """What a dealer is shown to have done; `wrong` are the places that differ from the engine."""

    key: str
    words: str
    steps: Steps
    wrong: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MistakeKind:
    """One kind: the families of layouts that give occasion for it, and how it is made."""

    name: str
    words: str
    families: tuple[str, ...]
    make: Callable[[SchoolLayout], Iterator[tuple[str, Steps]]]
    wager: Wager | None = None


def right_steps(layout: SchoolLayout) -> Steps:
    """Return what the engine does: fees before the cards, then every movement in its order."""
    return (*layout.round.fees, *layout.settlement.movements)


def differences_of(steps: Sequence[PaidStep], layout: SchoolLayout) -> tuple[int, ...]:
    """List the places at which what was done differs from the engine's settlement."""
    right = right_steps(layout)
    if len(steps) != len(right):
        raise Broken("a shown settlement has as many steps as the right one")
    return tuple(n for n, (did, due) in enumerate(zip(steps, right, strict=True)) if did != due)


def planted(layout: SchoolLayout, kind: MistakeKind, picks: Picks) -> PlantedMistake | None:
    """Plant a mistake at one of its occasions; None where the layout gives none."""
    found = [
        PlantedMistake(key, kind.words, steps, wrong)
        for key, steps in kind.make(layout)
        if (wrong := differences_of(steps, layout))
    ]
    return picks.one(found) if found else None
