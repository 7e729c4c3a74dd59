"""The Progressive wager in a settlement: whether it lives, which line pays it, and who wins one."""

from __future__ import annotations

from fractions import Fraction

from pitboss.round.settlement.meters import SettlementMeters
from pitboss.round.settlement.order import seat_order
from pitboss.round.showdown import COMPLETE_BOARD, Shown, lines_met, progressive_hand
from pitboss.round.state import Round, Spot
from pitboss.rules import Chips, Line, MeterShare, Odds, Rules, Wager


def progressive_lives(round_: Round, spot: Spot, rules: Rules) -> bool:
    """Return whether a seat's Progressive wager is still to be settled by its hand."""
    if not spot.on(Wager.PROGRESSIVE) or spot.dead is not None:
        return False
    if round_.void is not None:  # every hand is void, so a fold or a departure counts no more
        return True
    return spot.forfeited is None and (not spot.folded or rules.flag("progressive.survives_fold"))


def progressive_line(
    hand: Shown, stake: Chips, meters: SettlementMeters | None, rules: Rules
) -> Line | None:
    """Pick the one Progressive line that pays a hand, the narrower before the wider."""
    met = list(lines_met(rules.tables[Wager.PROGRESSIVE], hand))
    if not met:
        return None
    if meters is None or rules.choice("uthp01.community_precedence") == "specific":
        return met[0]
    return max(met, key=lambda line: _worth(line, stake, meters))


def _worth(line: Line, stake: Chips, meters: SettlementMeters) -> Fraction:
    if isinstance(line.pays, MeterShare):
        return meters.worth(line.pays)
    return Fraction(line.pays.pay(stake) if isinstance(line.pays, Odds) else line.pays.chips)


def jackpots(round_: Round, rules: Rules) -> tuple[int, ...]:
    """List the seats whose Progressive wins this round, in the order of settlement."""
    if Wager.PROGRESSIVE not in rules.tables or round_.turned < COMPLETE_BOARD:
        return ()
    if round_.void is not None and Wager.PROGRESSIVE not in round_.void.settles:
        return ()
    return tuple(
        spot.seat for spot in seat_order(round_, rules) if _wins_progressive(round_, spot, rules)
    )


def _wins_progressive(round_: Round, spot: Spot, rules: Rules) -> bool:
    if not progressive_lives(round_, spot, rules):
        return False
    hand = progressive_hand(spot, round_.board, rules)
    return progressive_line(hand, spot.on(Wager.PROGRESSIVE), None, rules) is not None
