"""What one wager is due, by the consequence of its situation or by a line of its paytable."""

from __future__ import annotations

from dataclasses import replace

from pitboss.cards import Strength
from pitboss.round.meters import Meters
from pitboss.round.movement import HOUSE, TIP_BOX, Movement
from pitboss.round.showdown import Shown, lines_met, situation
from pitboss.round.state import Spot
from pitboss.rules import (
    NOTHING,
    Chips,
    Cite,
    Consequence,
    FixedSum,
    Line,
    MeterShare,
    Odds,
    Outcome,
    Rules,
    Wager,
)


def against_dealer(
    spot: Spot, wager: Wager, stake: Chips, hand: Shown, dealer: Strength, rules: Rules
) -> Movement:
    """Settle Ante, Blind or Play by who wins, whether the dealer qualifies, or by the fold."""
    name = "fold" if spot.folded else situation(hand.strength, dealer, rules)
    rule = rules.consequence(wager, name)
    if not rule.by_paytable:
        return _plain(spot.seat, wager, stake, rule)
    table = rules.tables[wager]
    line = next(lines_met(table, hand), None)
    if line is None or not isinstance(line.pays, Odds):
        below = rule.below or rule
        return _plain(spot.seat, wager, stake, replace(below, cite=below.cite + table.below))
    return _plain(
        spot.seat, wager, stake, replace(rule, odds=line.pays, cite=rule.cite + line.cite)
    )


def _plain(seat: int, wager: Wager, stake: Chips, rule: Consequence) -> Movement:
    if rule.outcome == Outcome.WIN and rule.odds is not None:
        paid = rule.odds.pay(stake)
        return Movement(
            seat,
            wager,
            Outcome.WIN,
            stake,
            paid=paid,
            odds=str(rule.odds),
            cite=rule.cite,
            due=paid,
        )
    if rule.outcome == Outcome.LOSE:
        return Movement(seat, wager, Outcome.LOSE, stake, taken=stake, cite=rule.cite, due=-stake)
    return Movement(seat, wager, rule.outcome, stake, cite=rule.cite)


def by_paytable(
    seat: int,
    wager: Wager,
    stake: Chips,
    line: Line | None,
    hit: Cite,
    miss: Cite,
    meters: Meters,
    winners: int,
    rules: Rules,
) -> Movement:
    """Settle a wager that plays for its paytable alone; `line` is the one its hand is paid by."""
    table = rules.tables[wager]
    if line is None:
        cite = miss + table.below
        return Movement(seat, wager, Outcome.LOSE, stake, taken=stake, cite=cite, due=-stake)
    payer, paid, cite = HOUSE, NOTHING, hit + line.cite
    kept = _stake_is_kept(wager, line, rules)
    match line.pays:
        case Odds():
            paid = line.pays.pay(stake)
        case FixedSum(chips):
            paid = chips
        case MeterShare(percent, meter):
            resets = len(meters.resets)
            paid, payer = meters.award(line.pays, winners), f"meter {meter}"
            cite += rules.set.cite("progressive.meter_at_turn")
            if winners > 1 and (house := rules.set.options.get("progressive.simultaneous")):
                cite += house.cite  # several winners of one line at once
            if len(meters.resets) > resets or any(reset.meter == meter for reset in meters.resets):
                cite += rules.meters[meter].cite
    if rules.amount("limit.amount") is not None and wager != Wager.TRIPS:
        cite += rules.set.cite("progressive.outside_limit")
    taken = stake if kept else NOTHING
    return Movement(
        seat,
        wager,
        Outcome.WIN,
        stake,
        paid=paid,
        taken=taken,
        payer=payer,
        odds=str(line.pays),
        cite=cite,
        due=paid - taken,
    )


def _stake_is_kept(wager: Wager, line: Line, rules: Rules) -> bool:
    match line.pays:
        case MeterShare():
            return True
        case FixedSum():
            return not rules.flag("six_card.fixed_returns_stake")
        case Odds(stake_kept=kept):
            if wager != Wager.PROGRESSIVE:
                return kept
            own = f"progressive.{rules.tables[wager].name}.returns_stake"
            never = rules.fact("progressive.stake_back") == "never"
            return kept or never or rules.options.get(own) is False


def tip_of(due: Movement, rules: Rules) -> Movement:
    """Turn a wager's movement into that of a tip on it: the tip is the dealer's once it is given."""
    cite = due.cite + rules.set.cite("tips.spots")
    tip = replace(due, tip=True, cite=cite)
    if due.outcome == Outcome.LOSE or due.outcome == Outcome.VOID:
        return tip
    if due.outcome == Outcome.PUSH and rules.choice("tips.on_push") == "player":
        return tip
    return replace(tip, taken=due.staked, collector=TIP_BOX)
