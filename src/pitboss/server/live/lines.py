"""Lines of a table's log: what happened, in words; no card in them that lies face down.

Nobody's own cards are in a line either, so that one line serves everybody at the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pitboss.audit.replay.eyes import Eyes
from pitboss.audit.replay.words import said
from pitboss.audit.rounds import Moment
from pitboss.journal import Entry
from pitboss.journal.names import EVENT_NAMES
from pitboss.pit.live import Happened
from pitboss.round import event as round_past
from pitboss.round.state import Parcel
from pitboss.round.view import Role, Viewer
from pitboss.rules import Cite, Rules, Target
from pitboss.server.live.phrases import incident_title, remedy_words
from pitboss.server.live.settled import settled_lines
from pitboss.server.live.sources import sources
from pitboss.server.wire.table import Line
from pitboss.table import event as past

LINES_KEPT: Final = 200  # of each table, for those who come back
MESSAGES_KEPT: Final = 5
# What is done with decks and devices between rounds is for the floor, not for the log of a table.
QUIET: Final = (past.TableSetUp, past.StepDone, past.DecksBrought, past.SystemReadied)
LONG_HEX: Final = re.compile(r"[0-9a-f]{24,}")  # a seal or a secret: its ends are enough to know it
PILES: Final = {
    Target.BOARD: "community cards",
    Target.DEALER: "for the dealer",
    Target.BOX: "in the Six Card box",
    Target.BURN: "burned",
}
EVERYBODY: Final = Eyes("public", Viewer(Role.PUBLIC))


def lines(happened: Happened, rules: Rules) -> Iterator[Line]:
    """Say one event as anybody may read it; a settlement has a line for each seat and wagers."""
    if not isinstance(happened.event, round_past.RoundSettled):
        yield line(happened, rules)
        return
    for text, seat, cite in settled_lines(happened, happened.event.settlement, rules):
        yield _line(happened, text, seat, cite)


def line(happened: Happened, rules: Rules) -> Line:
    """Say one event in one line."""
    event = happened.event
    text = _in_short(event) or said(_moment(happened), rules, EVERYBODY)
    return _line(happened, text, _seat(event), sources(happened, rules))


def _line(happened: Happened, text: str, seat: int | None, cite: Cite) -> Line:
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


def _in_short(event: past.Event) -> str:
    """Say what a table's log says in fewer words than an audit does."""
    match event:
        case past.RoundBegun(_, deck, commitment):
            sealed = f"; shuffle sealed as {commitment.hex()}" if commitment else ""
            return f"the {deck} deck is in play{sealed}"
        case round_past.PacketsDealt(parcels):
            return f"dealt: {_dealt(parcels)}"
        case round_past.IrregularityDeclared(incident):
            at = f", seat {incident.seat}" if incident.seat else ""
            return f"{incident_title(incident)}{at}: {remedy_words(incident)}"
        case _:
            return ""


def _dealt(parcels: tuple[Parcel, ...]) -> str:
    """Count what was dealt where: every seat has as many as the others."""
    seats = {parcel.seat for parcel in parcels if parcel.to == Target.SEATS}
    found = [f"{len(seats)} {'hand' if len(seats) == 1 else 'hands'}"] if seats else []
    for to in dict.fromkeys(parcel.to for parcel in parcels if parcel.to != Target.SEATS):
        count = sum(len(parcel.cards) for parcel in parcels if parcel.to == to)
        found.append(f"{count} {PILES.get(to, to.value)}")
    return ", ".join(found)


def is_told(happened: Happened) -> bool:
    """Tell whether an event stands in the log that players read."""
    return not isinstance(happened.event, QUIET)


def is_message(happened: Happened) -> bool:
    """Tell whether somebody of the house said something to the table."""
    return isinstance(happened.event, past.Announced)


def _seat(event: past.Event) -> int | None:
    seat = getattr(event, "seat", None)
    if isinstance(seat, int):
        return seat
    incident = getattr(event, "incident", None)
    return incident.seat if incident is not None else None


def _moment(happened: Happened) -> Moment:
    """Dress an event as the audit reads it; how it is stored is not asked for words."""
    entry = Entry("", happened.number, "", happened.at, None, None, None, b"", b"")
    return Moment(entry, happened.event, happened.before, happened.after)
