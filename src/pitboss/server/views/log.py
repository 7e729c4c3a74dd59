"""Lines of a table's log: what happened, in words; no card in them that lies face down.

No line has a player's own cards either, so that one line serves everybody at the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
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
from pitboss.rules.log_words import FELT_LOG, FELT_LOG_PARTS
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
    if isinstance(event, round_past.RoundVoided) and happened.after.round is not None:
        return void_words(happened.after.round).rstrip(".")
    name = EVENT_NAMES[type(event)].partition("/")[0]
    gaps = _gaps(event, happened)
    return "" if gaps is None else FELT_LOG[name].format_map(gaps)


def _gaps(event: past.Event, happened: Moment) -> dict[str, object] | None:
    """Return what stands in the gaps of a short line; None where an event has no such line."""
    part = FELT_LOG_PARTS
    match event:
        case round_past.RoundOpened(meters=meters):
            shown = {name: short_money(int(cents)) for name, cents in meters.items() if cents}
            return {"meters": _of_meters("meter", shown)}
        case round_past.BetsClosed(fees, fed):
            paid = short_money(sum(fee.chips for fee in fees))
            grown = {name: _cents(share) for name, share in fed.items() if share}
            fees_part = part["fees"].format(chips=paid) if fees else ""
            return {"fees": fees_part, "fed": _of_meters("fed", grown)}
        case past.TimedOut(seat):  # what it is taken to do has a line of its own
            return {"who": who(happened.before, seat)}
        case past.RoundEnded(number):
            return {"number": number}
        case past.RoundBegun(_, deck, commitment):
            sealed = part["sealed"].format(commitment=commitment.hex()) if commitment else ""
            return {"deck": deck, "sealed": sealed}
        case round_past.PacketsDealt(parcels):
            return {"parcels": _dealt(parcels)}
        case round_past.IrregularityDeclared(incident):
            at = part["at"].format(seat=incident.seat) if incident.seat else ""
            return {"kind": incident_title(incident), "at": at, "remedy": remedy_words(incident)}
        case _:
            return _gaps_of_the_floor(event, happened.after)


def _gaps_of_the_floor(event: past.Event, after: Table) -> dict[str, object] | None:
    """Return the gaps of what the floor tells the players."""
    match event:
        case past.Announced(_, text):
            return {"text": text}
        case past.TablePaused(_, reason) | past.RoundCalledOff(_, reason):
            return {"reason": reason}
        case past.ClosingAsked(_, reason):
            return {"reason": FELT_LOG_PARTS["reason"].format(reason=reason) if reason else ""}
        case past.RecutOrdered(_, depth):
            return {"depth": depth}
        case past.RulesChanged() if after.identity.rules is not None:
            return {"ante": ante_words(rules_of(after.identity.rules))}
        case round_past.JackpotValidated(seat):
            there = after.seats.get(seat)
            return {"player": there.player if there else seat}
        case (
            past.TableHeld()
            | past.TableResumed()
            | past.TableReleased()
            | past.ShuffleOrdered()
            | past.DeviceRepaired()
        ):
            return {}
        case _:
            return None


def _of_meters(phrase: str, sums: Mapping[str, str]) -> str:
    """Write a part for each meter: the only one of a table is the Progressive."""
    parts = FELT_LOG_PARTS
    names = {
        meter: parts["only-meter" if meter == "main" else "one-meter"].format(
            meter=meter.capitalize()
        )
        for meter in sums
    }
    return "".join(
        parts[phrase].format(meter=names[meter], chips=chips) for meter, chips in sums.items()
    )


def _cents(part: Fraction) -> str:
    """Write what a wager brought a meter: often parts of a cent.

    >>> _cents(Fraction(5)), _cents(Fraction(11, 2)), _cents(Fraction(250))
    ('5¢', '5.5¢', '$2.50')
    """
    return short_money(int(part)) if part >= 100 else f"{float(part):g}¢"


def _dealt(parcels: tuple[Parcel, ...]) -> str:
    """Count what was dealt where: every seat has as many as the others."""
    seats = {parcel.seat for parcel in parcels if parcel.to == Target.SEATS}
    words = FELT_LOG_PARTS["one-hand" if len(seats) == 1 else "hands"]
    found = [words.format(count=len(seats))] if seats else []
    for to in dict.fromkeys(parcel.to for parcel in parcels if parcel.to != Target.SEATS):
        count = sum(len(parcel.cards) for parcel in parcels if parcel.to == to)
        found.append(FELT_LOG_PARTS[to].format(count=count))
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
