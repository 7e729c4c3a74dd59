"""A deck of cards at a table: what it looks like, where it is, what has been done with it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ChecklistStep(StrEnum):
    """A step of the opening checklist of one deck, in the order in which a rule set asks them."""

    INSPECT = "inspect"
    VERIFY = "verify"
    SPREAD = "spread"
    TURN_DOWN = "turn-down"
    WASH = "wash"
    STACK = "stack"


class DeckPlace(StrEnum):
    """Where a deck is."""

    TABLE = "table"
    DEVICE = "device"
    IN_PLAY = "in-play"
    RACK = "rack"
    SPREAD = "spread"


@dataclass(frozen=True, slots=True)
class Deck:
    """One deck of 52 cards with its cover cards, from the moment it comes to the table.

    `ready` holds the steps that are done, each with the person who did it; `since` is when it
    was first used, in milliseconds, or None.
    """

    colour: str
    design: str = "standard"
    cover_cards: int = 2
    preinspected: bool = False
    place: DeckPlace = DeckPlace.TABLE
    ready: tuple[tuple[ChecklistStep, str], ...] = ()
    since: int | None = None

    def done(self, step: ChecklistStep) -> str | None:
        """Return who did a step; None where nobody has."""
        return dict(self.ready).get(step)
