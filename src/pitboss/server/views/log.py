"""Lines of a table's log: what happened, in words; no card in them that lies face down.

No line has a player's own cards either, so that one line serves everybody at the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from pitboss.history.narration import said, source_of, stub_words, who
from pitboss.history.viewer import Viewpoint
from pitboss.journal.names import EVENT_NAMES
from pitboss.pit.replica import Moment
from pitboss.round import event as round_past
from pitboss.round.state import Parcel
from pitboss.round.view import Viewer, ViewerRole
from pitboss.rules import NO_CITE, Cite, Rules, Street, Target
from pitboss.rules.ruleset import Packet
from pitboss.server.views.phrases import (
    ante_words,
    incident_title,
    remedy_words,
    short_money,
    void_words,
)
from pitboss.server.views.settled import settled_lines
from pitboss.server.wire.table import Line
from pitboss.table import Table, rules_of
from pitboss.table import event as past

LINES_KEPT: Final = 200  # of each table, for clients that reconnect
MESSAGES_KEPT: Final = 5
# Events that do not stand in a table's log: decks and devices are for the floor.
QUIET: Final = (
    past.TableSetUp,
    past.StepDone,
    past.DecksBrought,
    past.SystemReadied,
    past.SupervisorTold,
    past.PurseNamed,
)
MESSAGES: Final = (
    past.Announced, past.TablePaused, past.ClosingAsked, past.RoundCalledOff, past.RulesChanged,
)  # fmt: skip
LONG_HEX: Final = re.compile(r"[0-9a-f]{24,}")  # a seal or a secret: its ends are enough to know it
PILES: Final = {
    Target.BOARD: "community cards",
    Target.DEALER: "for the dealer",
    Target.BOX: "in the Six Card box",
    Target.BURN: "burned",
}
EVERYBODY: Final = Viewpoint("public", Viewer(ViewerRole.PUBLIC))


def lines(happened: Moment, rules: Rules) -> Iterator[Line]:
    """Yield the lines of one event as anybody may read it; a settlement has one for each seat."""
    if not isinstance(happened.event, round_past.RoundSettled):
        yield line(happened, rules)
        return
    for text, seat, cite in settled_lines(happened, happened.event.settlement, rules):
        yield _line(happened, text, seat, cite)


def line(happened: Moment, rules: Rules) -> Line:
    """Write one event as one line."""
    event = happened.event
    text = _in_short(event, happened)
    if text and isinstance(event, round_past.PacketsDealt):
        text += stub_words(happened, rules)
    text = text or said(happened, rules, EVERYBODY)
    return _line(happened, text, _seat(event), sources(happened, rules))


def _line(happened: Moment, text: str, seat: int | None, cite: Cite) -> Line:
    text = LONG_HEX.sub(lambda found: f"{found[0][:8]}…{found[0][-4:]}", text).rstrip(", ")
    return Line(
        number=happened.number,
        at=happened.at,
        round=happened.after.rounds,
        name=EVENT_NAMES[type(happened.event)].partition("/")[0],
        text=text[:1].upper() + text[1:],
        seat=seat,
        clauses=cite.clauses,
        readings=cite.readings,
    )


def _in_short(event: past.Event, happened: Moment) -> str:
    """Write the short form of the log where it has one; an audit is more explicit."""
    match event:
        case round_past.RoundOpened(meters=meters):
            shown = [f"{_meter(n)} {short_money(int(c))}" for n, c in meters.items() if c]
            return " · ".join(["betting is open", *shown])
        case round_past.BetsClosed(fees, fed):
            paid = [f"fees {short_money(sum(fee.chips for fee in fees))}"] if fees else []
            grown = [f"{_cents(part)} to the {_meter(name)}" for name, part in fed.items() if part]
            return " · ".join(["no more bets", *paid, *grown])
        case past.TimedOut(seat):  # what it is taken to do has a line of its own
            return f"{who(happened.before, seat)} runs out of time"
        case past.RoundEnded(number):
            return f"hand {number} complete"
        case past.RoundBegun(_, deck, commitment):
            sealed = f"; shuffle sealed as {commitment.hex()}" if commitment else ""
            return f"the {deck} deck is in play{sealed}"
        case round_past.PacketsDealt(parcels):
            return f"dealt: {_dealt(parcels)}"
        case round_past.IrregularityDeclared(incident):
            at = f", seat {incident.seat}" if incident.seat else ""
            return f"{incident_title(incident)}{at}: {remedy_words(incident)}"
        case round_past.RoundVoided() if happened.after.round is not None:
            return void_words(happened.after.round).rstrip(".")
        case _:
            return _of_the_floor(event, happened.after)


def _of_the_floor(event: past.Event, after: Table) -> str:
    """Write what the floor tells the players: as "the floor", without a name."""
    match event:
        case past.Announced(_, text):
            return f"the floor says: {text}"
        case past.TablePaused(_, reason):
            return f"the floor has paused the table: {reason}"
        case past.TableHeld():
            return "the floor has stopped the table for a moment"
        case past.TableResumed() | past.TableReleased():
            return "the table goes on"
        case past.ClosingAsked(_, reason):
            return f"the table closes after this hand{f': {reason}' if reason else ''}"
        case past.RoundCalledOff(_, reason):
            return f"the floor called this hand off: {reason}. All bets are returned"
        case past.ShuffleOrdered():
            return "the floor orders a shuffle"
        case past.RecutOrdered(_, depth):
            return f"the floor orders the deck cut again, {depth} cards deep"
        case past.DeviceRepaired():
            return "the device works again"
        case past.RulesChanged() if after.identity.rules is not None:
            return f"new limits: the Ante is {ante_words(rules_of(after.identity.rules))}"
        case round_past.JackpotValidated(seat):
            there = after.seats.get(seat)
            return f"the floor validates the Progressive win of {there.player if there else seat}"
        case _:
            return ""


def _meter(name: str) -> str:
    """Name a meter for people: the only one is the Progressive."""
    return "Progressive" if name == "main" else f"{name.capitalize()} Progressive"


def _cents(part: Fraction) -> str:
    """Write what a wager brought a meter: often parts of a cent.

    >>> _cents(Fraction(5)), _cents(Fraction(11, 2)), _cents(Fraction(250))
    ('5¢', '5.5¢', '$2.50')
    """
    return short_money(int(part)) if part >= 100 else f"{float(part):g}¢"


def _dealt(parcels: tuple[Parcel, ...]) -> str:
    """Count what was dealt where: every seat has as many as the others."""
    seats = {parcel.seat for parcel in parcels if parcel.to == Target.SEATS}
    found = [f"{len(seats)} {'hand' if len(seats) == 1 else 'hands'}"] if seats else []
    for to in dict.fromkeys(parcel.to for parcel in parcels if parcel.to != Target.SEATS):
        count = sum(len(parcel.cards) for parcel in parcels if parcel.to == to)
        found.append(f"{count} {PILES.get(to, to.value)}")
    return ", ".join(found)


def is_told(happened: Moment) -> bool:
    """Return whether an event stands in the log that players read."""
    return not isinstance(happened.event, QUIET)


def is_message(happened: Moment) -> bool:
    """Return whether an event is a message of the floor to the table."""
    return isinstance(happened.event, MESSAGES)


def _seat(event: past.Event) -> int | None:
    seat = getattr(event, "seat", None)
    if isinstance(seat, int):
        return seat
    incident = getattr(event, "incident", None)
    return incident.seat if incident is not None else None


# -- clauses --------------------------------------------------------------------------------------


def sources(happened: Moment, rules: Rules) -> Cite:
    """Return the clauses of an event; none where the rules do not speak of it."""
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
