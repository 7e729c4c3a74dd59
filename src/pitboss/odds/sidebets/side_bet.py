"""Exact figures of a wager that plays for its paytable alone: Trips, Six Card, a Progressive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitboss.cards import CATEGORY_SLUGS, strength
from pitboss.odds.sidebets.hand_counts import (
    HandClass,
    HandCounts,
    dealt_cards,
    five_cards,
    seven_cards,
    six_cards,
)
from pitboss.round.bets import wager_step
from pitboss.round.settlement.meters import SettlementMeters
from pitboss.round.settlement.progressive import progressive_line
from pitboss.round.settlement.wager_result import Bet, by_paytable
from pitboss.round.showdown import Shown, lines_met
from pitboss.rules import (
    HOLE_AND_FLOP,
    NOTHING,
    Chips,
    Line,
    MeterShare,
    Odds,
    Paytable,
    Rules,
    Wager,
    money,
)

NOTHING_PAID: Final = "nothing"  # the name of the line for hands that no line pays
_DOLLAR: Final = Chips(100)
_HOLE: Final = 2


class StakeError(ValueError):
    """A stake that the table would not take; the text says which it takes."""


@dataclass(frozen=True, slots=True)
class LineOdds:
    """One line of a paytable, or the hands that none pays: how often, and what for.

    `handed` is all that the player gets, for each unit staked, the stake included where it comes
    back. `pays` is None where nothing is paid.
    """

    hand: str
    pays: Line | None
    hits: int
    hands: int
    handed: Fraction

    @property
    def probability(self) -> Fraction:
        """How likely a hand is paid by this line."""
        return Fraction(self.hits, self.hands)

    @property
    def net(self) -> Fraction:
        """What the player gains for each unit staked: 3 at "3 to 1", −1 at a loss."""
        return self.handed - 1

    @property
    def returns(self) -> Fraction:
        """This line's part of the return; all lines together make the whole."""
        return self.probability * self.handed

    @property
    def ev(self) -> Fraction:
        """This line's part of the player's expectation."""
        return self.probability * self.net


@dataclass(frozen=True, slots=True)
class SideBet:
    """A paytable with its exact figures, in units of the stake.

    >>> from pitboss.rules import in_force, rule_set
    >>> trips = side_bet(in_force(rule_set("maryland"), {"trips": "A"}), Wager.TRIPS)
    >>> trips.house_edge == Fraction(1206516, 133784560)
    True
    """

    rules: Rules
    table: Paytable
    stake: Chips
    hands: int
    lines: tuple[LineOdds, ...]

    @property
    def returned(self) -> Fraction:
        """All that comes back, as a part of what is staked."""
        return sum((line.returns for line in self.lines), Fraction(0))

    @property
    def ev(self) -> Fraction:
        """What the player gains on average for each unit staked."""
        return self.returned - 1

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps on average of each unit staked."""
        return 1 - self.returned

    @property
    def variance(self) -> Fraction:
        """The variance of the player's gain; the standard deviation is its root."""
        return sum((x.probability * x.net**2 for x in self.lines), Fraction(0)) - self.ev**2

    @property
    def hit_frequency(self) -> Fraction:
        """How likely any line pays."""
        return sum((x.probability for x in self.lines if x.pays is not None), Fraction(0))

    @property
    def stake_matters(self) -> bool:
        """Return whether the figures would be others for another stake."""
        return any(not _is_proportional(line) for line in self.table.lines)


def side_bet(
    rules: Rules,
    wager: Wager,
    *,
    stake: Chips | None = None,
    meters: Mapping[str, Fraction] | None = None,
) -> SideBet:
    """Work out the wager's paytable for a stake (else the smallest) and meters in cents.

    Who pays what is asked of the settlement itself. Only awards from a meter are not cut to whole
    cents here: what a cut leaves stays on the meter, so that the player's side loses nothing.
    Raises `StakeError`, and `MeterUnknownError` where a meter that pays is not given.
    """
    stake = smallest_stake(rules, wager) if stake is None else taken_stake(rules, wager, stake)
    table = rules.tables[wager]
    tally = hand_counts_of(table)
    amounts = SettlementMeters.at(meters or {}, rules)
    hits: dict[str, int] = dict.fromkeys([*table.by_hand, NOTHING_PAID], 0)
    for known in tally.classes:
        line = line_paying(known, rules, wager, stake, amounts)
        hits[line.hand if line else NOTHING_PAID] += known.hits
    lines = [
        LineOdds(line.hand, line, hits[line.hand], tally.total, handed / stake)
        for line in table.lines
        for handed in [handed_over(line, rules, wager, stake, amounts)]
    ]
    lines.append(LineOdds(NOTHING_PAID, None, hits[NOTHING_PAID], tally.total, Fraction(0)))
    return SideBet(rules, table, stake, tally.total, tuple(lines))


def hand_counts_of(table: Paytable) -> HandCounts:
    """Count the hands that a table reads, told apart as far as its lines tell them apart."""
    if table.wager == Wager.SIX_CARD:
        return six_cards()
    if table.cards == HOLE_AND_FLOP:
        return five_cards()
    plain = set(CATEGORY_SLUGS.values())
    return seven_cards() if plain.issuperset(table.by_hand) else dealt_cards()


def line_paying(
    known: HandClass, rules: Rules, wager: Wager, stake: Chips, meters: SettlementMeters
) -> Line | None:
    """Pick the line that pays a class of hands, as the settlement does."""
    hand = shown_hand(known, wager)
    if wager == Wager.PROGRESSIVE:
        return progressive_line(hand, stake, meters, rules)
    return next(lines_met(rules.tables[wager], hand), None)


def shown_hand(known: HandClass, wager: Wager) -> Shown:
    """Lay out a class's hand as the paytable of a wager sees it."""
    hole, rest = known.cards[:_HOLE], known.cards[_HOLE:]
    if wager == Wager.SIX_CARD:
        return Shown(strength(known.cards), hole, six=known.cards)
    return Shown(strength(known.cards), hole, rest)


def handed_over(
    line: Line, rules: Rules, wager: Wager, stake: Chips, meters: SettlementMeters
) -> Fraction:
    """Return what a line hands over, in cents; the stake is in it where it comes back."""
    if isinstance(line.pays, MeterShare):
        return meters.worth(line.pays)
    rule = rules.consequence(wager, "stay")
    settled = by_paytable(Bet(1, wager, stake), line, rule, meters, 1, rules)
    return Fraction(settled.staked + settled.net)


def smallest_stake(rules: Rules, wager: Wager) -> Chips:
    """Return the least stake that the table takes: its posted least, else a dollar."""
    if wager == Wager.PROGRESSIVE:
        return taken_stake(rules, wager, min(rules.progressive_wagers))
    least = rules.limits[wager].least or _DOLLAR
    step = wager_step(wager, rules)
    return Chips(-(-least // step) * step)


def taken_stake(rules: Rules, wager: Wager, stake: Chips) -> Chips:
    """Return the stake back if the table takes it; raises `StakeError`."""
    if wager == Wager.PROGRESSIVE and stake not in rules.progressive_wagers:
        taken = " or ".join(money(chips) for chips in rules.progressive_wagers)
        raise StakeError(f"the Progressive device takes {taken}, not {money(stake)}")
    step, span = wager_step(wager, rules), rules.limits[wager]
    if stake <= 0 or stake % step:
        raise StakeError(f"{money(stake)} is no multiple of {money(step)}")
    if stake < (span.least or NOTHING) or (span.most is not None and stake > span.most):
        bounds = " to ".join(_bounds(span.least, span.most))
        raise StakeError(f"{money(stake)} is outside the table's limits, {bounds}")
    return stake


def _bounds(least: Chips | None, most: Chips | None) -> Iterator[str]:
    yield money(least or NOTHING)
    yield "any amount" if most is None else money(most)


def _is_proportional(line: Line) -> bool:
    return isinstance(line.pays, Odds)
