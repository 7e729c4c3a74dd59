"""The sums of one table in one period, in cents; meters know fractions of a cent."""

from __future__ import annotations

from collections import Counter
from collections.abc import MutableMapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any

from pitboss.history.figures.action import Action
from pitboss.table import RulesChoice

Parts = dict[str, Fraction]


def put(parts: MutableMapping[str, Fraction], name: str, amount: Fraction | int) -> None:
    """Add an amount to a named sum."""
    parts[name] = parts.get(name, Fraction(0)) + amount


@dataclass(slots=True)
class FigureTotals:
    """What happened. The first part counts the chosen seats only, the second the whole table."""

    # Of the chosen seats: persons unless bots are asked for.
    rounds: int = 0
    seats: int = 0
    drop: int = 0
    cash_outs: int = 0
    handle: Counter[str] = field(default_factory=Counter)
    house: Counter[str] = field(default_factory=Counter)  # what the house won, by wager
    fed: Fraction = field(default_factory=Fraction)
    fees: int = 0
    tips: int = 0
    time_outs: int = 0
    # Of the whole table.
    dealt: int = 0
    open_ms: int = 0
    cancelled: Counter[str] = field(default_factory=Counter)
    voids: Counter[str] = field(default_factory=Counter)
    partly_void: int = 0
    dead_hands: int = 0
    irregularities: Counter[str] = field(default_factory=Counter)
    corrections: int = 0
    corrected: Parts = field(default_factory=dict)
    jackpots: int = 0
    jackpots_paid: int = 0
    envy: int = 0
    envy_paid: int = 0
    meter_in: Parts = field(default_factory=dict)
    meter_back: Parts = field(default_factory=dict)
    meter_paid: Parts = field(default_factory=dict)
    meter_reset: Parts = field(default_factory=dict)
    meter_seed: Parts = field(default_factory=dict)
    actions: dict[tuple[RulesChoice, str], Action] = field(default_factory=dict)

    @property
    def handle_total(self) -> int:
        """All that was wagered, tips not counted."""
        return sum(self.handle.values())

    @property
    def win(self) -> Fraction:
        """What the house won: taken less paid, less what went on to the meters."""
        return sum(self.house.values()) - self.fed

    @property
    def hold(self) -> Fraction | None:
        """The win as a part of the drop; None where nothing was bought."""
        return self.win / self.drop if self.drop else None

    @property
    def rounds_per_hour(self) -> Fraction | None:
        """Rounds dealt in an hour that the table was open; None where it was not."""
        return Fraction(self.dealt * 3_600_000, self.open_ms) if self.open_ms else None

    @property
    def seats_per_round(self) -> Fraction | None:
        """Chosen seats in a round in which there was any."""
        return Fraction(self.seats, self.rounds) if self.rounds else None

    def add(self, other: FigureTotals) -> None:
        """Add the sums of another table or period."""
        for one in fields(self):
            mine: Any = getattr(self, one.name)  # Any: a number or a mapping of them
            theirs: Any = getattr(other, one.name)
            if isinstance(mine, dict):
                for key, value in theirs.items():
                    mine[key] = mine[key] + value if key in mine else value
            else:
                setattr(self, one.name, mine + theirs)
