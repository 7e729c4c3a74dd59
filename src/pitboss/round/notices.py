"""Who must be told what after a round: large payouts, jackpots, decks to remove, unfiled meters."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import hand_name
from pitboss.round.movement import Notice, Settlement
from pitboss.round.state import Round
from pitboss.rules import Chips, Outcome, Rules, Wager, money

_ACTIONS = {
    "continue": "the round goes on",
    "set-aside": "the card is set aside and the round goes on",
    "void": "the round is void",
    "void-seat": "the hand is dead, its wagers go back",
    "void-wager": "Six Card goes back",
    "forfeit": "the seat's wagers are lost",
    "new-deck": "another deck is brought in",
}


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
        notices += _jackpots(settlement, jackpots, rules)
    if round_.bank is not None:
        notices += _bank(settlement, rules)
    if round_.meters:
        notices += _meters(round_, settlement)
    return tuple(notices)


def _incidents(round_: Round) -> Iterator[Notice]:
    for incident in round_.incidents:
        seat = f" at seat {incident.seat}" if incident.seat is not None else ""
        text = f"{incident.kind.replace('-', ' ')}{seat}: {_ACTIONS[incident.action]}"
        yield Notice("irregularity", text, incident.cite, incident.seat)
        if incident.deck == "removed":
            yield Notice("deck-removed", "the deck leaves the table", incident.cite)
    if round_.void is not None:
        settled = " and ".join(str(wager) for wager in round_.void.settles)
        kept = f", {settled} settled all the same" if settled else ""
        text = f"the round is void{kept}; shuffle again"
        yield Notice("reshuffle", text, round_.void.cite)


def _payouts(settlement: Settlement, threshold: Chips, rules: Rules) -> Iterator[Notice]:
    for seat in dict.fromkeys(m.seat for m in settlement.movements):
        mine = settlement.of(seat)
        won = sum(m.paid for m in mine) - sum(m.taken for m in mine if m.wager == Wager.LIMIT)
        if won >= threshold or any(m.paid >= threshold for m in mine):
            text = f"tell the supervisor: seat {seat} is paid {money(won)}"
            yield Notice(
                "supervisor-payout", text, rules.set.cite("notices.payout"), seat, Chips(won)
            )


def _jackpots(settlement: Settlement, jackpots: tuple[int, ...], rules: Rules) -> Iterator[Notice]:
    blocks = rules.fact("progressive.validation") == "blocks"
    for seat in jackpots:
        paid = sum(m.paid for m in settlement.of(seat) if m.wager == Wager.PROGRESSIVE)
        name = hand_name(settlement.hands[seat])
        verb = "a floorperson validates" if blocks else "call the supervisor for"
        kind = "jackpot-validation" if blocks else "supervisor-progressive"
        text = f"{verb} seat {seat}'s Progressive: {name}, {money(paid)}"
        yield Notice(kind, text, rules.set.cite("progressive.validation"), seat, Chips(paid))


def _bank(settlement: Settlement, rules: Rules) -> Iterator[Notice]:
    returned = Outcome.RETURNED
    if [m for m in settlement.movements if m.outcome == returned]:
        cite = rules.set.cite("bank.exhausted")
        yield Notice("bank-exhausted", "wagers the bank does not cover go back", cite)


def _meters(round_: Round, settlement: Settlement) -> Iterator[Notice]:
    for name, amount in settlement.meters.items():
        if amount is None and round_.meters.get(name) is not None:
            text = f"the {name} meter was won; no seed is filed, so its new amount is not known"
            yield Notice("meter-unfiled", text)
