"""A mistake of a strategy: what it does, what would be best, how often, and what that costs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Example:
    """The cards with which a mistake costs most, and how much; the board as far as it is out."""

    hole: tuple[int, ...]
    board: tuple[int, ...]
    loss: Fraction


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake, over all hands of a kind: a starting hand, or dealer outs on the river.

    `frequency` is of all rounds, `cost` the Antes that it takes from every round on average.
    """

    street: str
    hand: str | None
    outs: int | None
    hidden_pair: bool | None
    chosen: str
    best: str
    frequency: Fraction
    cost: Fraction
    example: Example

    @property
    def loss(self) -> Fraction:
        """What the mistake costs each time it is made, on average."""
        return self.cost / self.frequency

    @property
    def kind(self) -> str:
        """The hands that it is made with, in words."""
        if self.hand is not None:
            return self.hand
        pair = "hidden pair or better" if self.hidden_pair else "no hidden pair"
        return f"{self.outs} dealer outs, {pair}"
