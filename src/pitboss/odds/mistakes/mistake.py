"""A dealer's mistake with its price, and what it is worked out from: one class of deals."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitboss.cards import CATEGORY_SLUGS, Category
from pitboss.odds.counting.kernels import FOLD
from pitboss.odds.outcome import ENDING_NAMES, Outcomes
from pitboss.odds.with_trips import trips_pays
from pitboss.rules import Odds, Rules, Wager

WINS: Final = ("win", "win-unqualified")
UNQUALIFIED: Final = ("win-unqualified", "lose-unqualified")
TIE: Final = "tie"


@dataclass(frozen=True, slots=True)
class DealerError:
    """One mistake: `wager` is what is paid wrongly, `unit` the stake that `price` is a part of.

    `frequency` is how often a round gives occasion for it, and `deals` the same as a count.
    `price` is what the player gains each round if it is made every time, `each` what it moves
    when it is made once, on average; both are positive when the house pays for it.
    """

    key: str
    wager: str
    words: str
    unit: Wager
    deals: int
    frequency: Fraction
    price: Fraction
    each: Fraction


@dataclass(frozen=True, slots=True)
class DealEnding:
    """A class of deals: what was chosen, how it ended, what the player had; what each brings."""

    folded: bool
    ending: str
    category: Category
    ante: Fraction
    blind: Fraction
    play: Fraction
    trips: Fraction
    multiple: int
    line: Fraction | None  # what the Blind's own line pays, where it has one

    @property
    def won(self) -> bool:
        return not self.folded and self.ending in WINS

    @property
    def lost(self) -> bool:
        return not self.folded and self.ending not in (*WINS, TIE)

    @property
    def tied(self) -> bool:
        return not self.folded and self.ending == TIE

    @property
    def unqualified(self) -> bool:
        return not self.folded and self.ending in UNQUALIFIED

    @property
    def all_three(self) -> Fraction:
        return self.ante + self.blind + self.play


@dataclass(frozen=True, slots=True)
class DealerMistake:
    """What is done wrong, and what the player gains by it; None where there is no occasion."""

    key: str
    wager: str
    words: str
    unit: Wager
    gain: Callable[[DealEnding], Fraction | None]


def when(met: bool, gain: Fraction | int) -> Fraction | None:  # noqa: FBT001 - reads as a sentence
    """Return the gain where a condition is met."""
    return Fraction(gain) if met else None


def worth(pays: object) -> Fraction | None:
    """Return what odds bring for each unit staked; None for a pay that is no odds."""
    return Fraction(pays.num, pays.den) - pays.stake_kept if isinstance(pays, Odds) else None


def deal_of(outcomes: Outcomes, rules: Rules, at: tuple[int, int, int]) -> DealEnding:
    """Describe the deals of one choice, ending and category."""
    choice, ending, number = at
    parts, category = outcomes.split(*at), Category(number)
    line = rules.tables[Wager.BLIND].by_hand.get(CATEGORY_SLUGS[category])
    trips = rules.tables.get(Wager.TRIPS)
    folded = choice == FOLD
    return DealEnding(
        folded=folded,
        ending=ENDING_NAMES[ending],
        category=category,
        ante=parts.ante,
        blind=parts.blind,
        play=parts.play,
        trips=Fraction(0) if trips is None else trips_pays(rules, trips, category, folded=folded),
        multiple=outcomes.multiple(choice),
        line=None if line is None else worth(line.pays),
    )


def priced(
    mistake: DealerMistake, deals: Iterable[tuple[DealEnding, int]], total: int
) -> DealerError:
    """Add up a mistake over all deals."""
    gains = [(mistake.gain(deal), count) for deal, count in deals]
    hits = [(gain, count) for gain, count in gains if gain]
    return error_of(mistake.key, mistake.wager, mistake.words, mistake.unit, hits, total)


def error_of(
    key: str, wager: str, words: str, unit: Wager, hits: list[tuple[Fraction, int]], total: int
) -> DealerError:
    """Make a price out of gains and how many of `total` deals bring each."""
    occasions = sum(count for _, count in hits)
    gained = sum((gain * count for gain, count in hits), Fraction(0))
    each = gained / occasions if occasions else Fraction(0)
    often = Fraction(occasions, total)
    return DealerError(key, wager, words, unit, occasions, often, gained / total, each)
