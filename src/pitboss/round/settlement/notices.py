"""Who must be told what after a round: large payouts, jackpots, decks to remove, unfiled meters."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.round.movement import Notice, NoticeKind, Settlement
from pitboss.round.showdown import progressive_hand
from pitboss.round.state import Round
from pitboss.rules import Chips, Outcome, Rules, Wager


def notices_of(
    round_: Round, settlement: Settlement, jackpots: tuple[int, ...], rules: Rules
) -> tuple[Notice, ...]:
    """Collect the notices of a settled round; of most rounds there is nothing to be told."""
    notices: list[Notice] = []
    if round_.incidents or round_.void is not None:
        notices += _incidents(round_)
    if (threshold := rules.amount("notify.threshold")) is not None:
        notices += _payouts(settlement, threshold, rules)
    if jackpots:
        notices += _jackpots(round_, settlement, jackpots, rules)
    if round_.bank is not None:
        notices += _bank(settlement, rules)
    if round_.meters:
        notices += _meters(round_, settlement)
    return tuple(notices)


def _incidents(round_: Round) -> Iterator[Notice]:
    for one in round_.incidents:
        kind = NoticeKind.IRREGULARITY
        yield Notice(kind, one.cite, one.seat, incident=one.kind, action=one.action)
        if one.deck == "removed":
            yield Notice(NoticeKind.DECK_REMOVED, one.cite)
    if round_.void is not None:
        yield Notice(NoticeKind.RESHUFFLE, round_.void.cite, settles=round_.void.settles)


def _payouts(settlement: Settlement, threshold: Chips, rules: Rules) -> Iterator[Notice]:
    for seat in dict.fromkeys(m.seat for m in settlement.movements):
        mine = settlement.of(seat)
        won = sum(m.paid for m in mine) - sum(m.taken for m in mine if m.wager == Wager.LIMIT)
        if won >= threshold or any(m.paid >= threshold for m in mine):
            yield Notice(NoticeKind.PAYOUT, rules.set.cite("notices.payout"), seat, Chips(won))


def _jackpots(
    round_: Round, settlement: Settlement, jackpots: tuple[int, ...], rules: Rules
) -> Iterator[Notice]:
    blocks = rules.fact("progressive.validation") == "blocks"
    kind = NoticeKind.VALIDATION if blocks else NoticeKind.PROGRESSIVE
    cite = rules.set.cite("progressive.validation")
    hands = {s.seat: progressive_hand(s, round_.board, rules).strength for s in round_.spots}
    for seat in jackpots:
        paid = sum(m.paid for m in settlement.of(seat) if m.wager == Wager.PROGRESSIVE)
        yield Notice(kind, cite, seat, Chips(paid), hand=hands[seat])


def _bank(settlement: Settlement, rules: Rules) -> Iterator[Notice]:
    returned = Outcome.RETURNED
    if [m for m in settlement.movements if m.outcome == returned]:
        yield Notice(NoticeKind.BANK_EXHAUSTED, rules.set.cite("bank.exhausted"))


def _meters(round_: Round, settlement: Settlement) -> Iterator[Notice]:
    for name, amount in settlement.meters.items():
        if amount is None and round_.meters.get(name) is not None:
            yield Notice(NoticeKind.METER_UNFILED, meter=name)
