"""What a dealer's mistake costs when it is made every time: exact, from the deals as counted.

A mistake turns what a wager brings into something else in some deals. Its price is what the player
gains by it on average each round, choices staying as they are: positive when the house pays for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitboss.cards import CATEGORY_SLUGS, Category
from pitboss.odds.counting.kernels import FOLD
from pitboss.odds.outcome import ENDING_NAMES, Outcomes
from pitboss.odds.with_trips import trips_pays
from pitboss.rules import Odds, Paytable, Rules, Wager
from pitboss.rules.layout import pay_words
from pitboss.rules.words import hand_words

WINS: Final = ("win", "win-unqualified")
UNQUALIFIED: Final = ("win-unqualified", "lose-unqualified")
TIE: Final = "tie"


@dataclass(frozen=True, slots=True)
class DealerError:
    """One mistake: `wager` is what is paid wrongly, `unit` the stake that `price` is a part of.

    `frequency` is how often a round gives occasion for it, and `deals` the same as a count.
    """

    key: str
    wager: str
    words: str
    unit: Wager
    deals: int
    frequency: Fraction
    price: Fraction


@dataclass(frozen=True, slots=True)
class _Deal:
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


_Change = Callable[[_Deal], Fraction | None]  # what the player gains by it; None: no occasion
_Mistake = tuple[str, str, str, Wager, _Change]

ANTE: Final = "Ante"
BLIND: Final = "Blind"
PLAY: Final = "Play"
TRIPS: Final = "Trips"
ALL: Final = "Ante, Blind and Play"


def dealer_errors(outcomes: Outcomes, rules: Rules) -> tuple[DealerError, ...]:
    """Price every mistake that these rules give occasion for, the dearest to the house first.

    >>> from pitboss.odds import solve
    >>> from pitboss.rules import in_force, rule_set
    >>> found = dealer_errors(solve().outcomes, in_force(rule_set("maryland")))
    >>> {one.key: one.price for one in found}["ante-paid-unqualified"]
    Fraction(24070426151, 178293654000)
    """
    deals = [(_deal(outcomes, rules, at), count) for at, count in outcomes.counts.items()]
    found = [
        _priced(mistake, deals, outcomes.deals) for mistake in _mistakes(rules.tables[Wager.BLIND])
    ]
    priced = [one for one in found if one.deals and one.price]
    return tuple(sorted(priced, key=lambda one: (-one.price, one.key)))


def _deal(outcomes: Outcomes, rules: Rules, at: tuple[int, int, int]) -> _Deal:
    choice, ending, number = at
    parts, category = outcomes.split(*at), Category(number)
    line = rules.tables[Wager.BLIND].by_hand.get(CATEGORY_SLUGS[category])
    trips = rules.tables.get(Wager.TRIPS)
    folded = choice == FOLD
    return _Deal(
        folded=folded,
        ending=ENDING_NAMES[ending],
        category=category,
        ante=parts.ante,
        blind=parts.blind,
        play=parts.play,
        trips=Fraction(0) if trips is None else trips_pays(rules, trips, category, folded=folded),
        multiple=outcomes.multiple(choice),
        line=None if line is None else _worth(line.pays),
    )


def _worth(pays: object) -> Fraction | None:
    return Fraction(pays.num, pays.den) - pays.stake_kept if isinstance(pays, Odds) else None


def _priced(mistake: _Mistake, deals: list[tuple[_Deal, int]], total: int) -> DealerError:
    key, wager, words, unit, change = mistake
    occasions, gained = 0, Fraction(0)
    for deal, count in deals:
        gain = change(deal)
        if gain:
            occasions += count
            gained += gain * count
    return DealerError(
        key, wager, words, unit, occasions, Fraction(occasions, total), gained / total
    )


def _mistakes(blind: Paytable) -> Iterator[_Mistake]:
    yield from _ante_mistakes()
    yield from _blind_mistakes(blind)
    yield from _tie_mistakes()
    yield from _trips_mistakes()


def _when(met: bool, gain: Fraction) -> Fraction | None:  # noqa: FBT001 - reads as a sentence
    return gain if met else None


def _ante_mistakes() -> Iterator[_Mistake]:
    one, unit = Fraction(1), Wager.ANTE
    yield (
        "ante-paid-unqualified", ANTE, "pays the Ante although the dealer does not qualify", unit,
        lambda d: _when(d.unqualified and d.won, one - d.ante),
    )  # fmt: skip
    yield (
        "ante-taken-unqualified", ANTE, "takes the Ante although the dealer does not qualify", unit,
        lambda d: _when(d.unqualified and d.lost, -one - d.ante),
    )  # fmt: skip
    yield (
        "ante-pushed-qualified", ANTE, "pushes a winning Ante although the dealer qualifies", unit,
        lambda d: _when(d.won and not d.unqualified, -d.ante),
    )  # fmt: skip
    yield (
        "play-pushed-unqualified", PLAY, "pushes a winning Play when the dealer does not qualify",
        unit, lambda d: _when(d.unqualified and d.won, -d.play),
    )  # fmt: skip


def _blind_mistakes(table: Paytable) -> Iterator[_Mistake]:
    least, unit, one = hand_words(table.lines[-1].hand), Wager.ANTE, Fraction(1)
    yield (
        "blind-even-below-table", BLIND, f"pays a winning Blind 1 to 1 below a {least}", unit,
        lambda d: _when(d.won and d.line is None, one - d.blind),
    )  # fmt: skip
    yield (
        "blind-even-on-a-pair", BLIND, "pays a winning Blind 1 to 1 on a pair", unit,
        lambda d: _when(
            d.won and d.line is None and d.category == Category.PAIR, one - d.blind
        ),
    )  # fmt: skip
    yield (
        "blind-taken-below-table", BLIND, f"takes a winning Blind below a {least}", unit,
        lambda d: _when(d.won and d.line is None, -one - d.blind),
    )  # fmt: skip
    yield (
        "blind-pushed-when-beaten", BLIND, "leaves the Blind of a beaten hand", unit,
        lambda d: _when(d.lost, -d.blind),
    )  # fmt: skip
    yield (
        "blind-paid-when-beaten", BLIND, f"pays the Blind of a beaten {least} or better", unit,
        lambda d: _when(d.lost and d.line is not None, (d.line or one) - d.blind),
    )  # fmt: skip
    for line in table.lines:
        yield from _line_mistake(line.hand, pay_words(line.pays), _worth(line.pays))


def _line_mistake(hand: str, words: str, worth: Fraction | None) -> Iterator[_Mistake]:
    if worth is None or worth == 1:
        return

    def change(deal: _Deal) -> Fraction | None:
        met = deal.won and CATEGORY_SLUGS[deal.category] == hand
        return _when(met, Fraction(1) - deal.blind)

    said = f"pays the Blind 1 to 1 where “{hand_words(hand)}” pays {words}"
    yield f"blind-even-on-{hand}", BLIND, said, Wager.ANTE, change


def _tie_mistakes() -> Iterator[_Mistake]:
    unit = Wager.ANTE

    def as_loss(deal: _Deal) -> Fraction | None:
        right = deal.ante + deal.blind + deal.play
        return _when(deal.tied, -2 - deal.multiple - right)

    def as_win(deal: _Deal) -> Fraction | None:
        right = deal.ante + deal.blind + deal.play
        return _when(deal.tied, 1 + (deal.line or 0) + deal.multiple - right)

    yield "tie-as-loss", ALL, "takes all three wagers on a tie", unit, as_loss
    yield "tie-as-win", ALL, "pays all three wagers on a tie", unit, as_win


def _trips_mistakes() -> Iterator[_Mistake]:
    unit = Wager.TRIPS
    yield (
        "trips-taken-on-fold", TRIPS, "takes a paid Trips hand with the cards of a fold", unit,
        lambda d: _when(d.folded and d.trips > 0, -1 - d.trips),
    )  # fmt: skip
    yield (
        "trips-taken-when-beaten", TRIPS, "takes a paid Trips hand that the dealer beats", unit,
        lambda d: _when(d.lost and d.trips > 0, -1 - d.trips),
    )  # fmt: skip
    yield (
        "trips-left-when-lost", TRIPS, "leaves a Trips wager that no line pays", unit,
        lambda d: _when(not d.folded and d.trips < 0, -d.trips),
    )  # fmt: skip
