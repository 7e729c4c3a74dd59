"""What one wager is due, by the consequence of its situation or by a line of its paytable."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pitboss.round.movement import HOUSE, TIP_BOX, Movement, MovementReason, given_back, lost
from pitboss.round.settlement.meters import SettlementMeters
from pitboss.round.showdown import Shown, first_line
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


@dataclass(frozen=True, slots=True)
class Bet:
    """One stake on one spot, a player's own or a tip."""

    seat: int
    wager: Wager
    stake: Chips


def against_dealer(bet: Bet, hand: Shown, name: str, rules: Rules) -> Movement:
    """Settle Ante, Blind or Play by its `situation`, or by the "fold"."""
    rule = rules.consequence(bet.wager, name)
    if not rule.by_paytable:
        return _result(bet, rule.outcome, rule.odds, reason_of(bet.wager, name, rules), rule.cite)
    line = first_line(bet.wager, hand, rules)
    if line is None or not isinstance(line.pays, Odds):
        return _below(bet, rule, rules)
    return _result(bet, rule.outcome, line.pays, MovementReason.LINE, rule.cite + line.cite)


def _below(bet: Bet, rule: Consequence, rules: Rules) -> Movement:
    """Settle a wager whose hand is below the lowest line of its paytable."""
    below = rule.below or rule
    cite = below.cite + rules.tables[bet.wager].below
    return _result(bet, below.outcome, below.odds, MovementReason.BELOW_FLOOR, cite)


def reason_of(wager: Wager, name: str, rules: Rules) -> MovementReason:
    """Say why: a dealer who does not qualify is the reason only where that changes the outcome."""
    result = name.removeprefix("unqualified-")
    if result != name:
        usual = rules.consequence(wager, result)
        if usual.outcome != rules.consequence(wager, name).outcome:
            return MovementReason.NOT_QUALIFIED
    return {
        "win": MovementReason.BEATS,
        "lose": MovementReason.BEATEN,
        "tie": MovementReason.TIE,
        "fold": MovementReason.FOLDED,
    }[result]


def _result(
    bet: Bet, outcome: Outcome, odds: Odds | None, why: MovementReason, cite: Cite
) -> Movement:
    if outcome == Outcome.WIN and odds is not None:
        paid = odds.pay(bet.stake)
        return Movement(
            bet.seat,
            bet.wager,
            Outcome.WIN,
            bet.stake,
            paid=paid,
            why=why,
            odds=str(odds),
            cite=cite,
            due=paid,
        )
    if outcome == Outcome.LOSE:
        return lost(bet.seat, bet.wager, bet.stake, why, cite)
    return given_back(bet.seat, bet.wager, bet.stake, outcome, why, cite)


def by_paytable(
    bet: Bet,
    line: Line | None,
    rule: Consequence,
    meters: SettlementMeters,
    winners: int,
    rules: Rules,
) -> Movement:
    """Settle a wager that plays for its paytable alone; `line` is the one its hand is paid by."""
    if line is None:
        return _below(bet, rule, rules)
    payer, paid, cite = _award(bet, line, rule.cite + line.cite, meters, winners, rules)
    if rules.amount("limit.amount") is not None and bet.wager != Wager.TRIPS:
        cite += rules.set.cite("progressive.outside_limit")
    taken = bet.stake if rules.keeps_stake(bet.wager, line.pays) else NOTHING
    return Movement(
        bet.seat,
        bet.wager,
        Outcome.WIN,
        bet.stake,
        paid=paid,
        taken=taken,
        payer=payer,
        odds=str(line.pays),
        cite=cite,
        due=paid - taken,
    )


def _award(
    bet: Bet, line: Line, cite: Cite, meters: SettlementMeters, winners: int, rules: Rules
) -> tuple[str, Chips, Cite]:
    """Work out who pays a line, how much, and what else must be cited for it."""
    match line.pays:
        case Odds() as odds:
            return HOUSE, odds.pay(bet.stake), cite
        case FixedSum(chips):
            return HOUSE, chips, cite
        case MeterShare(meter=meter) as share:
            paid = meters.award(share, winners)
            cite += rules.set.cite("progressive.meter_at_turn")
            if any(reset.meter == meter for reset in meters.resets):
                cite += rules.meters[meter].cite
            if winners > 1 and "progressive.simultaneous" in rules.set.options:
                cite += rules.set.options["progressive.simultaneous"].cite
            return f"meter {meter}", paid, cite


def tip_of(due: Movement, rules: Rules) -> Movement:
    """Turn a wager's movement into that of a tip on it; a tip once given is the dealer's."""
    cite = due.cite + rules.set.cite("tips.spots")
    tip = replace(due, tip=True, cite=cite)
    if due.outcome == Outcome.LOSE or due.outcome == Outcome.VOID:
        return tip
    if due.outcome == Outcome.PUSH and rules.choice("tips.on_push") == "player":
        return tip
    return replace(tip, taken=due.staked, collector=TIP_BOX)
