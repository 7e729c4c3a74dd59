"""The styles of bots, and how each likes to bet; how they play their cards is `playing`'s."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Style(StrEnum):
    """How a bot bets and plays."""

    OPTIMAL = "optimal"
    SIMPLE = "simple"
    TIMID = "timid"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Habits:
    """What a style puts down. Percentages are how often, of a hundred rounds.

    `times_max` bounds the Ante in table minimums; `sides` is for each side wager by itself, `alone`
    for Trips without an Ante where the place has that; `banks` for taking an offered bank.
    """

    times_max: int
    sides: int
    alone: int
    banks: int


HABITS: Final[Mapping[Style, Habits]] = MappingProxyType(
    {
        # Side wagers cost more than the game itself, and the bank has the better side of it.
        Style.OPTIMAL: Habits(times_max=1, sides=0, alone=0, banks=100),
        Style.SIMPLE: Habits(times_max=2, sides=25, alone=0, banks=100),
        Style.TIMID: Habits(times_max=1, sides=10, alone=0, banks=0),
        # Whatever a table may meet, load made of these bots meets soon.
        Style.RANDOM: Habits(times_max=5, sides=50, alone=10, banks=50),
    }
)
