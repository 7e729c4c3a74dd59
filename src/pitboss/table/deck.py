"""A deck of cards at a table: what it looks like, where it is, what has been done with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from pitboss.cards import Card
from pitboss.cards.shuffle import deck_order
from pitboss.rules.values import quick

ORDERS_KEPT: Final = 16  # rounds: an audit replays a few, and then proves their decks


class Step(StrEnum):
    """A step of the opening checklist of one deck, in the order in which a rule set asks them."""

    INSPECT = "inspect"
    VERIFY = "verify"
    SPREAD = "spread"
    TURN_DOWN = "turn-down"
    WASH = "wash"
    STACK = "stack"


class Place(StrEnum):
    """Where a deck is."""

    TABLE = "table"
    DEVICE = "device"
    IN_PLAY = "in-play"
    RACK = "rack"
    SPREAD = "spread"


@quick
@dataclass(frozen=True)  # without slots, so that `values.replace` is quick
class Deck:
    """One deck of 52 cards with its cover cards, from the moment it comes to the table.

    `ready` holds the steps that are done, each with the person who did it; `since` is when it
    was first used, in milliseconds, or None.
    """

    colour: str
    design: str = "standard"
    cover_cards: int = 2
    preinspected: bool = False
    place: Place = Place.TABLE
    ready: tuple[tuple[Step, str], ...] = ()
    since: int | None = None

    def done(self, step: Step) -> str | None:
        """Tell who did a step; None where nobody has."""
        return dict(self.ready).get(step)


def shuffled(
    secret: bytes, table: str, round_number: int, seeds: Mapping[int, bytes]
) -> tuple[Card, ...]:
    """Give what `deck_order` gives; the last ones are kept, for who asks again to prove them."""
    return _shuffled(secret, table, round_number, tuple(sorted(seeds.items())))


@lru_cache(maxsize=ORDERS_KEPT)
def _shuffled(
    secret: bytes, table: str, round_number: int, seeds: tuple[tuple[int, bytes], ...]
) -> tuple[Card, ...]:
    return deck_order(secret, table, round_number, dict(seeds))
