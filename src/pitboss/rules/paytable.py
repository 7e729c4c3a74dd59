"""What a hand pays: odds to or for one, a share of a meter, a fixed sum; tables of them; Envy."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from pitboss.rules.cite import Cite
from pitboss.rules.money import Chips, dollars, money

# Conditions that are more than the category of the best five cards.
FIRST_FIVE: Final = "royal-flush-first-five"
COMMUNITY: Final = "royal-flush-community"
SUPER_ROYAL: Final = "super-royal"
SUPER_ROYAL_DIAMONDS: Final = "super-royal-diamonds"

# The cards of a seat by which a Progressive is decided.
HOLE_AND_FLOP: Final = "hole-and-flop"
SEVEN: Final = "seven"


class PayError(ValueError):
    """A pay that cannot be read; the text says what would be right."""


@dataclass(frozen=True, slots=True)
class Odds:
    """Winnings of `num` for each `den` staked. `stake_kept`: "for 1", the stake is part of it."""

    num: int
    den: int = 1
    stake_kept: bool = False

    def pay(self, stake: Chips) -> Chips:
        """Return what is paid on `stake`, the stake itself not included.

        >>> Odds(3, 2).pay(Chips(500))
        750
        """
        paid, rest = divmod(stake * self.num, self.den)
        if rest:
            raise PayError(f"{self} on {money(stake)} is a fraction of a cent")
        return Chips(paid)

    def __str__(self) -> str:
        return f"{self.num} for {self.den}" if self.stake_kept else f"{self.num}:{self.den}"


@dataclass(frozen=True, slots=True)
class MeterShare:
    """A percentage of a named meter; the stake is kept."""

    percent: int
    meter: str

    def __str__(self) -> str:
        return f"{self.percent}% of {self.meter}"


@dataclass(frozen=True, slots=True)
class FixedSum:
    """A sum that does not depend on the stake."""

    chips: Chips

    def __str__(self) -> str:
        return money(self.chips)


Pay = Odds | MeterShare | FixedSum

_ODDS: Final = re.compile(r"(\d{1,6}) (to|for) (\d{1,3})", re.ASCII)
_SHARE: Final = re.compile(r"(\d{1,3})% of ([a-z]+)", re.ASCII)


def parse_pay(text: str) -> Pay:
    """Read "3 to 2", "300 for 1", "10% of main" or "$1,000,000".

    >>> parse_pay("3 to 2")
    Odds(num=3, den=2, stake_kept=False)
    """
    if odds := _ODDS.fullmatch(text):
        return Odds(int(odds[1]), int(odds[3]), stake_kept=odds[2] == "for")
    if share := _SHARE.fullmatch(text):
        return MeterShare(int(share[1]), share[2])
    if text.startswith("$"):
        return FixedSum(dollars(text))
    raise PayError(f'{text[:40]!r} is no pay; write "3 to 2", "9 for 1", "10% of main" or "$1,000"')


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a paytable: a hand, what it pays, and the clause that says so."""

    hand: str
    pays: Pay
    cite: Cite


@dataclass(frozen=True, slots=True)
class Meter:
    """A progressive amount of a paytable: the least it may be set to, where a rule says so."""

    name: str
    least: Chips | None
    cite: Cite


@dataclass(frozen=True, slots=True)
class EnvyScale:
    """Envy for one Progressive wager: a fixed sum for each kind of another player's hand."""

    wager: Chips
    sums: Mapping[str, Chips]
    cite: Cite


@dataclass(frozen=True, slots=True)
class Paytable:
    """A named table of one wager; the first line that a hand meets is the one that pays.

    `cards` are those by which a Progressive is decided; empty where the table does not name them
    and the option `progressive.cards` does.
    """

    wager: str
    name: str
    lines: tuple[Line, ...]
    below: Cite
    cite: Cite
    meters: tuple[Meter, ...] = ()
    envy: tuple[EnvyScale, ...] = ()
    envy_scales: bool = False
    wagers: tuple[Chips, ...] = ()
    cards: str = ""
    by_hand: Mapping[str, Line] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_hand", {line.hand: line for line in self.lines})
