"""What the wagers of a paytable return, exactly, as far as the filed rules tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from pitboss.rules.in_force import Rules
from pitboss.rules.layout import envy_sums
from pitboss.rules.money import NOTHING, Chips
from pitboss.rules.paytable import (
    COMMUNITY,
    FIRST_FIVE,
    HOLE_AND_FLOP,
    SUPER_ROYAL,
    SUPER_ROYAL_DIAMONDS,
    FixedSum,
    Line,
    MeterShare,
    Odds,
    Paytable,
)
from pitboss.rules.ruleset import BY_PAYTABLE, Wager

Counts = Mapping[str, int]

_DOLLAR: Final = Chips(100)
_WHOLE: Final = 100  # percent of a meter

# How many hands of five, six and seven cards there are of each kind that a paytable may pay; the
# best five count. Tested against the counts that `pitboss.odds` makes card by card.
FIVE_CARDS: Final[Counts] = MappingProxyType(
    {
        "royal-flush": 4,
        "straight-flush": 36,
        "four-of-a-kind": 624,
        "full-house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three-of-a-kind": 54_912,
        "two-pair": 123_552,
        "pair": 1_098_240,
        "high-card": 1_302_540,
    }
)
SIX_CARDS: Final[Counts] = MappingProxyType(
    {
        SUPER_ROYAL_DIAMONDS: 1,
        SUPER_ROYAL: 3,
        "royal-flush": 184,
        "straight-flush": 1_656,
        "four-of-a-kind": 14_664,
        "full-house": 165_984,
        "flush": 205_792,
        "straight": 361_620,
        "three-of-a-kind": 732_160,
        "two-pair": 2_532_816,
        "pair": 9_730_740,
        "high-card": 6_612_900,
    }
)
SEVEN_CARDS: Final[Counts] = MappingProxyType(
    {
        "royal-flush": 4_324,
        "straight-flush": 37_260,
        "four-of-a-kind": 224_848,
        "full-house": 3_473_184,
        "flush": 4_047_644,
        "straight": 6_180_020,
        "three-of-a-kind": 6_461_620,
        "two-pair": 31_433_400,
        "pair": 58_627_800,
        "high-card": 23_294_460,
    }
)
# Of the 21 places that five of seven cards can have, one is the first five and one is the board.
_ROYAL_PLACES: Final = 21
_PLACED_ROYALS: Final = (COMMUNITY, FIRST_FIVE)


@dataclass(frozen=True, slots=True)
class WagerReturn:
    """What comes back of one wager in the long run, as parts of what is staked.

    `fixed` are the lines that pay odds or a fixed sum, `fed` is what the wager puts on the meters,
    `seeds` are the filed reset amounts (none where none is filed), `envy` is for a full table.
    """

    wager: Wager
    table: str
    stake: Chips
    fixed: Fraction
    fed: Fraction = Fraction(0)
    seeds: Fraction = Fraction(0)
    envy: Fraction = Fraction(0)

    @property
    def whole(self) -> Fraction:
        """All that comes back; above 1 the wager is a gift."""
        return self.fixed + self.fed + self.seeds + self.envy


def wager_returns(rules: Rules) -> tuple[WagerReturn, ...]:
    """Work out every wager that plays for its paytable alone, at each stake that matters.

    That is each amount of a Progressive, and the smallest stake of the others.

    >>> from pitboss.rules.catalog import rule_set
    >>> from pitboss.rules.in_force import in_force
    >>> trips, progressive = wager_returns(
    ...     in_force(rule_set("maryland"), {"progressive": "A", "progressive.wagers": [1]})
    ... )
    >>> f"{float(trips.whole):.4f} {float(progressive.fixed):.4f}"
    '0.9910 0.5593'
    """
    found = []
    for wager in BY_PAYTABLE:
        if wager in rules.tables:
            stakes = rules.progressive_wagers if wager == Wager.PROGRESSIVE else ()
            found += [
                wager_return(rules, wager, stake) for stake in stakes or (_least(rules, wager),)
            ]
    return tuple(found)


def wager_return(rules: Rules, wager: Wager, stake: Chips) -> WagerReturn:
    """Work out one wager at one stake.

    What is paid from a meter is what went onto it: a part of every wager, and the reset amount
    after each award of all of it. Where the better of two lines may pay a royal of the community
    cards, its own line is counted.
    """
    table = rules.tables[wager]
    counts = _counts(table)
    total = sum(counts.values())
    fixed = sum(
        (counts[line.hand] * _handed(rules, wager, line, stake) for line in table.lines),
        Fraction(0),
    )
    if wager != Wager.PROGRESSIVE:
        return WagerReturn(wager, table.name, stake, fixed / total)
    fed = sum((plan.rate for plan in rules.meters.values()), Fraction(0))
    seeds = sum((counts[line.hand] * _reset(rules, line) for line in table.lines), Fraction(0))
    envy = _envy(rules, table, stake, counts)
    return WagerReturn(
        wager, table.name, stake, fixed / total, fed, seeds / total / stake, envy / total / stake
    )


def _least(rules: Rules, wager: Wager) -> Chips:
    """Return the smallest stake: the posted least, else a dollar."""
    step = rules.step(wager)
    least = rules.limits[wager].least or _DOLLAR
    return Chips(-(-least // step) * step)


def _counts(table: Paytable) -> dict[str, Fraction]:
    """Count the hands by the line that pays them; royals by their place where the table asks."""
    if table.wager == Wager.SIX_CARD:
        found = {hand: Fraction(number) for hand, number in SIX_CARDS.items()}
        for narrow, wide in ((SUPER_ROYAL_DIAMONDS, SUPER_ROYAL), (SUPER_ROYAL, "royal-flush")):
            if narrow not in table.by_hand:
                found[wide] += found.pop(narrow)
        return found
    counts = FIVE_CARDS if table.cards == HOLE_AND_FLOP else SEVEN_CARDS
    found = {hand: Fraction(number) for hand, number in counts.items()}
    royals = found["royal-flush"]
    for placed in _PLACED_ROYALS:
        if placed in table.by_hand:
            found[placed] = royals / _ROYAL_PLACES
            found["royal-flush"] -= royals / _ROYAL_PLACES
    return found


def _handed(rules: Rules, wager: Wager, line: Line, stake: Chips) -> Fraction:
    """Return what a line hands over for each unit staked, meters left out."""
    back = 0 if rules.keeps_stake(wager, line.pays) else 1
    match line.pays:
        case Odds(num=num, den=den):
            return Fraction(num, den) + back
        case FixedSum(chips):
            return Fraction(chips, stake) + back
        case MeterShare():
            return Fraction(0)


def _reset(rules: Rules, line: Line) -> int:
    """Return what the house puts on a meter again after this line has taken all of it."""
    if not isinstance(line.pays, MeterShare) or line.pays.percent != _WHOLE:
        return 0
    return rules.meters[line.pays.meter].reset or NOTHING


def _envy(rules: Rules, table: Paytable, stake: Chips, counts: Mapping[str, Fraction]) -> Fraction:
    """Add up what the hands of a full table bring; under a cap that one seat can meet, of one."""
    sums, cap, others = envy_sums(table, stake), rules.amount("envy.cap"), rules.seats - 1
    if cap is not None and sums and others * max(sums.values()) > cap:
        sums, others = {hand: min(chips, cap) for hand, chips in sums.items()}, 1
    return others * sum(
        (_all_of(hand, counts) * chips for hand, chips in sums.items()), Fraction(0)
    )


def _all_of(hand: str, counts: Mapping[str, Fraction]) -> Fraction:
    """Count a kind of hand for Envy, which does not ask where a royal lies."""
    placed = _PLACED_ROYALS if hand == "royal-flush" else ()
    return counts[hand] + sum((counts.get(one, Fraction(0)) for one in placed), Fraction(0))
