"""What may change a result and is in no value of the coach: it is said, not counted."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pitboss.round.view import RoundView, SpotView
from pitboss.rules import Odds, Rules, Wager

SHARED_LIMIT: Final = "shared-limit"  # one payout limit for all hands of a round
BANK: Final = "bank"  # a player's bank, which may run out
_BY_STAKE: Final = "action"  # the bank's model in which what it collects uses its stake up


def uncounted(view: RoundView, seat: int, rules: Rules) -> tuple[str, ...]:
    """Name what the values of a seat leave out; nothing where it cannot matter in this round.

    A limit that a round shares out is counted for a seat alone; beside others it matters where all
    of them together could win more. A bank matters where its stake does not cover every result.
    """
    found = []
    limit = rules.amount("aggregate.amount")
    shared = limit is not None and rules.choice("aggregate.scope") == "round"
    others = any(spot.seat != seat for spot in view.spots)
    if shared and others and _is_above(view, rules, limit or 0):
        found.append(SHARED_LIMIT)
    if view.bank is not None and _may_run_out(view, rules, view.bank[1]):
        found.append(BANK)
    return tuple(found)


def _may_run_out(view: RoundView, rules: Rules, stake: int) -> bool:
    """Return whether a bank's stake may end before all wagers are paid, or collected."""
    bounded = rules.flag("bank.win_cap") or rules.choice("bank.model") == _BY_STAKE
    staked = sum(
        sum(spot.wagers.values()) + rules.play_times_max * spot.wagers.get(Wager.ANTE, 0)
        for spot in view.spots
    )
    return _is_above(view, rules, stake) or (bounded and staked > stake)


def _is_above(view: RoundView, rules: Rules, sum_: int) -> bool:
    """Return whether all hands together could be paid more; a Progressive may pay any sum."""
    if any(spot.wagers.get(Wager.PROGRESSIVE) for spot in view.spots):
        return True
    return sum((_most_paid(spot, rules) for spot in view.spots), Fraction(0)) > sum_


def _most_paid(spot: SpotView, rules: Rules) -> Fraction:
    """Return a bound of what one hand can be paid: even money, and the top of each paytable."""
    most = Fraction((1 + rules.play_times_max) * spot.wagers.get(Wager.ANTE, 0))
    for wager, table in rules.tables.items():
        odds = (line.pays for line in table.lines)
        top = max(
            (Fraction(o.num, o.den) for o in odds if isinstance(o, Odds)), default=Fraction(1)
        )
        most += top * spot.wagers.get(wager, 0)
    return most
