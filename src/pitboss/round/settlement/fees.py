"""Fees taken before the cards, by schedule and table action."""

from __future__ import annotations

from pitboss.round.movement import Fee
from pitboss.round.state import Round
from pitboss.rules import Chips, Rules, Wager
from pitboss.rules.ruleset import FeeTier


def table_action(round_: Round) -> Chips:
    """Add up all opening wagers on the table: the action by which fees are set."""
    return Chips(sum(sum(spot.wagers.values()) for spot in round_.spots))


def fees_due(round_: Round, rules: Rules) -> tuple[Fee, ...]:
    """List what the bank and each player owe; nothing where there is no schedule."""
    if rules.fees is None or round_.bank is None:
        return ()
    action, cite = table_action(round_), rules.fees.cite
    tier = next(t for t in rules.fees.tiers if t.up_to is None or action <= t.up_to * 100)
    fees = [Fee(round_.bank.seat, Chips(tier.bank), bank=True, cite=cite)]
    for spot in round_.spots:
        circles = sum(1 for wager in (Wager.ANTE, Wager.BLIND) if spot.on(wager))
        fees.append(Fee(spot.seat, player_fee(tier, circles, rules), bank=False, cite=cite))
    return tuple(fee for fee in fees if fee.chips)


def player_fee(tier: FeeTier, circles: int, rules: Rules) -> Chips:
    """Return what a player owes for so many of Ante and Blind; by position, for any of them."""
    if rules.choice("fee.player_basis") == "position":
        circles = min(circles, 1)
    return Chips(tier.circle * circles)
