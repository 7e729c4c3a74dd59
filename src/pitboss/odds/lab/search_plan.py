"""What a search looks for: odds to try for each hand, bounds on the figures, the best in what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Final

from pitboss.odds.lab.variant import Variant, odds_value
from pitboss.rules import Odds

GRID_MAX: Final = 1_000_000  # tables without a bound that rules most of them out
# Figures of a found table that may have bounds and be compared: attribute by key.
FIGURES: Final = {
    "house_edge": "house_edge",
    "deviation": "variance",  # compared by its square, exactly
    "hit_rate": "hit_rate",
    "blind_hit_rate": "blind_hit_rate",
    "top_pay": "top_pay",
}
HIGH: Final = "high"
LOW: Final = "low"
# Unless a plan says otherwise: the calmest tables for their edge.
GOALS: Final[Mapping[str, str]] = {"house_edge": LOW, "deviation": LOW}


class SearchError(ValueError):
    """A search that cannot be made; the line says what is wrong and what would be right."""


@dataclass(frozen=True, slots=True)
class Bound:
    """The least and most that a figure may be; None where it may be anything."""

    least: Fraction | None = None
    most: Fraction | None = None

    def admits(self, value: Fraction) -> bool:
        """Return whether a value is within."""
        above = self.least is None or value >= self.least
        return above and (self.most is None or value <= self.most)

    def squared(self) -> Bound:
        """Return the bound on the square of a figure that is never below 0."""
        least = None if self.least is None else max(self.least, Fraction(0)) ** 2
        return Bound(least, None if self.most is None else self.most * abs(self.most))


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table within bounds: its odds in the order of the plan's lines, and its exact figures."""

    odds: tuple[Odds, ...]
    ev: Fraction
    variance: Fraction
    hit_rate: Fraction
    blind_hit_rate: Fraction
    top_pay: Fraction
    frontier: bool = False

    @property
    def house_edge(self) -> Fraction:
        """What the house wins of the Ante."""
        return -self.ev


@dataclass(frozen=True)
class SearchPlan:
    """A grid of odds by hand, bounds by figure, and by figure whether high or low is good."""

    variant: Variant
    lines: Mapping[str, tuple[Odds, ...]]
    bounds: Mapping[str, Bound] = field(default_factory=dict)
    goals: Mapping[str, str] = field(default_factory=lambda: GOALS)
    descending: bool = False

    def __post_init__(self) -> None:
        whole = {name: self.bounds.get(name, Bound()) for name in FIGURES}
        object.__setattr__(self, "bounds", whole)

    @property
    def size(self) -> int:
        """How many tables the grid has."""
        return prod(map(len, self.lines.values()))

    @property
    def bounded(self) -> bool:
        """Whether a bound rules out whole boxes of tables before they are looked at."""
        return self.bounds["house_edge"] != Bound()

    def top_pay(self, odds: Sequence[Odds]) -> Fraction:
        """Return the largest pay of a table, to one."""
        return max(self._pays(odds))

    def admits(self, table: FoundTable) -> bool:
        """Return whether a table is within all bounds."""
        bounds = {**self.bounds, "deviation": self.bounds["deviation"].squared()}
        if not all(bounds[key].admits(getattr(table, name)) for key, name in FIGURES.items()):
            return False
        return not self.descending or self._falls(table.odds)

    def _falls(self, odds: Sequence[Odds]) -> bool:
        """Return whether no better hand pays less than a worse one."""
        pays = self._pays(odds)
        return pays == sorted(pays, reverse=True)

    def _pays(self, odds: Sequence[Odds]) -> list[Fraction]:
        """List what a table pays to one, the best hand first."""
        chosen = dict(zip(self.lines, odds, strict=True))
        return [odds_value(pays) for pays in (self._first_table | chosen).values()]

    @cached_property
    def _first_table(self) -> dict[str, Odds]:
        """The odds of the grid's first table, hand by hand from the best down."""
        first = {hand: odds[0] for hand, odds in self.lines.items()}
        lines = self.variant.with_pays(first).table().lines
        return {line.hand: line.pays for line in lines if isinstance(line.pays, Odds)}
