"""The clauses behind an event: what it names itself, or what the rules say about such a thing."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.history.narration import source_of
from pitboss.pit.replica import Moment
from pitboss.round import event as round_past
from pitboss.rules import NO_CITE, Cite, Rules, Street
from pitboss.rules.ruleset import Packet
from pitboss.table import event as past


def sources(happened: Moment, rules: Rules) -> Cite:
    """Give the clauses of an event; none where the book is silent about it."""
    event = happened.event
    named = source_of(event)
    if named.clauses or named.readings:
        return named
    if isinstance(event, past.TableEvent):
        offered = isinstance(event, past.BankOffered | past.BankDeclined)
        return rules.set.cite("bank.offered") if offered else NO_CITE
    return _of_round(event, happened, rules)


def _of_round(event: round_past.Event, happened: Moment, rules: Rules) -> Cite:
    street = happened.before.round.street if happened.before.round else Street.DEAL
    match event:
        case round_past.BetsClosed():
            return rules.set.cite("betting.closes")
        case round_past.Checked():
            return rules.street(street).check_cite
        case round_past.PlayPlaced():
            return rules.street(street).play_cite
        case round_past.Folded():
            return rules.street(street).fold_cite
        case round_past.PacketsDealt():
            return _of_packets(rules.method.deal)
        case round_past.StreetTurned(turned):
            return _of_packets(rules.method.flop if turned == Street.FLOP else rules.method.river)
        case round_past.DealerRevealed():
            return rules.set.cite("dealing.reveal")
        case round_past.JackpotValidated():
            return rules.set.cite("progressive.validation")
        case _:
            return NO_CITE


def _of_packets(packets: Iterable[Packet]) -> Cite:
    found = NO_CITE
    for packet in packets:
        found += packet.cite
    return found
