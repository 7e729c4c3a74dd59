"""What a dealer's mistake costs when it is made every time: exact, from the deals as counted.

A mistake turns what a wager brings into something else in some deals. Its price is what the player
gains by it on average each round, choices staying as they are: positive when the house pays for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.odds.mistakes.base_game import base_mistakes
from pitboss.odds.mistakes.mistake import DealerError, deal_of, priced
from pitboss.odds.mistakes.side_bets import paytable_errors, trips_mistakes
from pitboss.odds.outcome import Outcomes
from pitboss.rules import Rules, Wager

__all__ = ["DealerError", "dealer_errors", "not_counted"]

ALWAYS_LEFT_OUT: Final = (
    "a hand that is misread as another category: it hangs on which cards the dealer overlooks",
    "cards exposed, burned or dealt in error: the remedy decides, see the irregularities",
    "chips miscounted or cut wrongly: there is no rule by which they are",
)


def dealer_errors(outcomes: Outcomes, rules: Rules) -> tuple[DealerError, ...]:
    """Price every mistake that these rules give occasion for, the dearest to the house first.

    >>> from pitboss.odds import solve
    >>> from pitboss.rules import in_force, rule_set
    >>> found = dealer_errors(solve().outcomes, in_force(rule_set("maryland")))
    >>> {one.key: one.price for one in found}["ante-paid-unqualified"]
    Fraction(24070426151, 178293654000)
    """
    deals = [(deal_of(outcomes, rules, at), count) for at, count in outcomes.counts.items()]
    mistakes = (*base_mistakes(rules), *trips_mistakes())
    found = [priced(mistake, deals, outcomes.deals) for mistake in mistakes]
    found += paytable_errors(rules)
    counted = [one for one in found if one.deals and one.price]
    return tuple(sorted(counted, key=lambda one: (-one.price, one.key)))


def not_counted(rules: Rules) -> tuple[str, ...]:
    """Say which mistakes have no price here, and why."""
    return (*ALWAYS_LEFT_OUT, *_left_out(rules))


def _left_out(rules: Rules) -> Iterator[str]:
    if Wager.PROGRESSIVE in rules.tables:
        yield "a meter's award that is missed or paid twice: it is what the meter shows"
    if Wager.SIX_CARD in rules.tables:
        yield "a Six Card Bonus taken with a fold: the box is dealt apart from the hands counted"
    if "tips.on_push" in rules.set.options:
        yield "a tip settled otherwise than the wager beside it: its size is the player's choice"
