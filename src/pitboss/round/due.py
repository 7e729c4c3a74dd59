"""What one wager is due, by the consequence of its situation or by a line of its paytable."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from pitboss.round.known import DUES_KEPT_MAX, known
from pitboss.round.meters import Meters
from pitboss.round.movement import HOUSE, TIP_BOX, Movement, Why, given_back, lost
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
from pitboss.rules.values import replace as changed

_WIN: Final = Outcome.WIN
_LOSE: Final = Outcome.LOSE


@dataclass(slots=True)  # not frozen: one is made for every wager, and that takes half as long
class Bet:
    """One stake on one spot, a player's own or a tip."""

    seat: int
    wager: Wager
    stake: Chips


def against_dealer(bet: Bet, hand: Shown, name: str, rules: Rules) -> Movement:
    """Settle Ante, Blind or Play by its `situation`, or by the "fold"."""
    wager = bet.wager
    rule = rules.consequence(wager, name)
    line = first_line(wager, hand, rules) if rule.by_paytable else None
    return _as_before(bet, rule, name, line, rules, _terms)


Terms = tuple[Consequence, Why]
_Find = Callable[[Wager, Consequence, str, "Line | None", Rules], Terms]


def _as_before(
    bet: Bet, rule: Consequence, name: str, line: Line | None, rules: Rules, find: _Find
) -> Movement:
    """Settle a bet as one like it was settled before, but for its seat and its stake.

    Who wins, why and by which clauses is found once for each wager, situation and line.
    """
    dues = known(rules).dues
    key = (bet.wager, name, line.hand if line is not None else "", id(rule))
    kept = dues.get(key)
    if kept is None:  # what is kept holds the rule, so that its number stays its own
        if len(dues) >= DUES_KEPT_MAX:
            dues.clear()
        terms, why = find(bet.wager, rule, name, line, rules)
        kept = dues[key] = (rule, _plain(Bet(0, bet.wager, NOTHING), terms, why), terms.odds)
    _, like, odds = kept
    seat, stake, outcome = bet.seat, bet.stake, like.outcome
    if outcome == _LOSE:
        return changed(like, seat=seat, staked=stake, taken=stake, due=-stake)
    if outcome == _WIN and odds is not None:
        paid = odds.pay(stake)
        return changed(like, seat=seat, staked=stake, paid=paid, due=paid)
    return changed(like, seat=seat, staked=stake)


def _terms(
    wager: Wager, rule: Consequence, name: str, line: Line | None, rules: Rules
) -> tuple[Consequence, Why]:
    if not rule.by_paytable:
        return rule, _why(wager, name, rules)
    if line is None or not isinstance(line.pays, Odds):
        return _below(wager, rule, name, line, rules)
    return replace(rule, odds=line.pays, cite=rule.cite + line.cite), Why.LINE


def _below(
    wager: Wager, rule: Consequence, _: str, __: Line | None, rules: Rules
) -> tuple[Consequence, Why]:
    below = rule.below or rule
    return replace(below, cite=below.cite + rules.tables[wager].below), Why.BELOW_FLOOR


def _why(wager: Wager, name: str, rules: Rules) -> Why:
    """Say why: a dealer who does not qualify is the reason only where that changes the outcome."""
    result = name.removeprefix("unqualified-")
    if result != name:
        usual = rules.consequence(wager, result)
        if usual.outcome != rules.consequence(wager, name).outcome:
            return Why.NOT_QUALIFIED
    return {"win": Why.BEATS, "lose": Why.BEATEN, "tie": Why.TIE, "fold": Why.FOLDED}[result]


def _plain(bet: Bet, rule: Consequence, why: Why) -> Movement:
    if rule.outcome == Outcome.WIN and rule.odds is not None:
        paid = rule.odds.pay(bet.stake)
        return Movement(
            bet.seat,
            bet.wager,
            Outcome.WIN,
            bet.stake,
            paid=paid,
            why=why,
            odds=str(rule.odds),
            cite=rule.cite,
            due=paid,
        )
    if rule.outcome == Outcome.LOSE:
        return lost(bet.seat, bet.wager, bet.stake, why, rule.cite)
    return given_back(bet.seat, bet.wager, bet.stake, rule.outcome, why, rule.cite)


def by_paytable(
    bet: Bet, line: Line | None, rule: Consequence, meters: Meters, winners: int, rules: Rules
) -> Movement:
    """Settle a wager that plays for its paytable alone; `line` is the one its hand is paid by."""
    if line is None:
        return _as_before(bet, rule, "", None, rules, _below)
    if isinstance(line.pays, Odds):
        return _paid_as_before(bet, line, line.pays, rule, meters, rules)
    return _paid_by_line(bet, line, rule, meters, winners, rules)


def _paid_as_before(
    bet: Bet, line: Line, odds: Odds, rule: Consequence, meters: Meters, rules: Rules
) -> Movement:
    """Pay odds as they were paid before, but for seat and stake: clauses and words are the same."""
    kept = known(rules).paid
    key = (bet.wager, id(rule), id(line))
    found = kept.get(key)
    if found is None:  # what is kept holds rule and line, so that their numbers stay their own
        if len(kept) >= DUES_KEPT_MAX:
            kept.clear()
        like = _paid_by_line(Bet(0, bet.wager, NOTHING), line, rule, meters, 1, rules)
        keeps_stake = _stake_is_kept(bet.wager, line, rules)
        found = kept[key] = (rule, line, like, odds, keeps_stake)
    _, _, like, odds, keeps_stake = found
    stake = bet.stake
    paid = odds.pay(stake)
    if keeps_stake:
        due = paid - stake
        return changed(like, seat=bet.seat, staked=stake, paid=paid, taken=stake, due=due)
    return changed(like, seat=bet.seat, staked=stake, paid=paid, due=paid)


def _paid_by_line(
    bet: Bet, line: Line, rule: Consequence, meters: Meters, winners: int, rules: Rules
) -> Movement:
    payer, paid, cite = _award(bet, line, rule.cite + line.cite, meters, winners, rules)
    if rules.amount("limit.amount") is not None and bet.wager != Wager.TRIPS:
        cite += rules.set.cite("progressive.outside_limit")
    taken = bet.stake if _stake_is_kept(bet.wager, line, rules) else NOTHING
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
    bet: Bet, line: Line, cite: Cite, meters: Meters, winners: int, rules: Rules
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
    """Turn a wager's movement into that of a tip on it; a tip once given is the dealer's."""
    cite = due.cite + rules.set.cite("tips.spots")
    tip = changed(due, tip=True, cite=cite)
    if due.outcome == Outcome.LOSE or due.outcome == Outcome.VOID:
        return tip
    if due.outcome == Outcome.PUSH and rules.choice("tips.on_push") == "player":
        return tip
    return changed(tip, taken=due.staked, collector=TIP_BOX)
