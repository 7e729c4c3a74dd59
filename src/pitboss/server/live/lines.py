"""Lines of a table's log: what happened, in words; no card in them that lies face down.

Nobody's own cards are in a line either, so that one line serves everybody at the table.
"""

from __future__ import annotations

from typing import Final

from pitboss.audit.replay.eyes import Eyes
from pitboss.audit.replay.words import said, source_of
from pitboss.audit.rounds import Moment
from pitboss.journal import Entry
from pitboss.journal.names import EVENT_NAMES
from pitboss.pit.live import Happened
from pitboss.round.view import Role, Viewer
from pitboss.rules import Rules
from pitboss.server.wire.table import Line
from pitboss.table import event as past

LINES_KEPT: Final = 200  # of each table, for those who come back
MESSAGES_KEPT: Final = 5
# What is done with decks and devices between rounds is for the floor, not for the log of a table.
QUIET: Final = (past.TableSetUp, past.StepDone, past.DecksBrought, past.SystemReadied)
EVERYBODY: Final = Eyes("public", Viewer(Role.PUBLIC))


def line(happened: Happened, rules: Rules) -> Line:
    """Say one event as anybody may read it."""
    event = happened.event
    cite = source_of(event)
    text = said(_moment(happened), rules, EVERYBODY)
    return Line(
        number=happened.number,
        at=happened.at,
        round=happened.after.rounds,
        name=EVENT_NAMES[type(event)].partition("/")[0],
        text=text[:1].upper() + text[1:],
        seat=_seat(event),
        clauses=cite.clauses,
        readings=cite.readings,
    )


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
