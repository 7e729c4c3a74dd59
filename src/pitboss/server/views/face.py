"""The part of a table's view that viewers share: encoded once, sent to many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Raw, Struct

from pitboss.round import command as round_ask
from pitboss.rules import Rules
from pitboss.server.views import table as show
from pitboss.server.views.offers import bank, offer
from pitboss.server.wire import table as wire
from pitboss.server.wire.words import HandPhase, ShownStanding
from pitboss.table import Table
from pitboss.table import command as ask
from pitboss.table.deck import ChecklistStep
from pitboss.table.floor import is_held
from pitboss.table.methods import waits_for_device
from pitboss.table.state import Standing
from pitboss.table.timetable import Due
from pitboss.table.view import TableView

SPREAD_UP: Final = "The cards lie spread face up, suit by suit, for you to see before the wash"
SPREAD_DOWN: Final = "Nobody plays: the cards lie spread face down in front of the dealer"
STOPPED: Final = "This table is stopped; every chip is safe, and the floor has been told"
HELD: Final = "The floor is looking at this hand; your time starts again when it goes on"
_STANDING: Final[Mapping[Standing, ShownStanding]] = {
    Standing.NEW: "new",
    Standing.CLOSED: "closed",
    Standing.OPEN: "open",
    Standing.PAUSED: "paused",
    Standing.IDLE: "idle",
}
# Commands of the house that end a player's time: the page counts down to them.
HURRIED: Final = (round_ask.CloseBets, ask.TimeOut, ask.DeclineBank)


class Face(Struct, frozen=True, tag_field="type", tag="view"):
    """A `wire.table.View` without `you` and `lines`, which differ from one person to another."""

    table: str
    number: int
    at: int
    standing: ShownStanding
    closing: bool
    notice: str
    hand: wire.Hand
    last: wire.Hand | Raw | None  # encoded before, where it is shown for many versions
    bank: wire.Bank | None
    meters: tuple[wire.Meter, ...]
    offers: tuple[wire.Offer, ...]
    deadline: int | None
    waits_ms: int | None
    deck: str
    device_down: str


def face(
    table: Table,
    seen: TableView,
    rules: Rules,
    *,
    number: int,
    hand: wire.Hand,
    last: wire.Hand | Raw | None,
    following: Due | None,
    stopped: bool,
    paused: str = "",
) -> Face:
    """Put together what one viewer's face of the table shows after event `number`.

    A table that has `stopped` by a fault takes no command, and so offers nothing. `paused` is the
    reason that the floor gave, where it has stopped new rounds.
    """
    hurried = following if following and isinstance(following.command, HURRIED) else None
    opens = seen.round is not None and (rules.house_banks or seen.round.bank is not None)
    opens = opens and not stopped and not is_held(table)
    offered = seen.round.offers if seen.round is not None and opens else ()
    return Face(
        table=table.identity.name,
        number=number,
        at=table.clock.at,
        standing="stopped"
        if stopped
        else "held"
        if is_held(table)
        else _STANDING[table.status.standing],
        closing=bool(table.status.closing),
        notice=STOPPED
        if stopped
        else notice_of(table, hand.phase, paused, waits=waits_for_device(table, rules)),
        hand=hand,
        last=last,
        bank=None if rules.house_banks else bank(table, seen, rules),
        meters=show.meters(table),
        offers=tuple(offer(one, rules) for one in offered),
        deadline=hurried.at if hurried else None,
        waits_ms=max(0, hurried.at - table.clock.since) if hurried else None,
        deck=table.decks.in_round,
        device_down=table.device.down if waits_for_device(table, rules) else "",
    )


def notice_of(table: Table, phase: HandPhase, paused: str = "", *, waits: bool = False) -> str:
    """Return the notice for people at the table; "" where there is none."""
    if is_held(table):
        return HELD
    if phase == "jackpot":
        return "A Progressive win waits for the floor to validate it"
    if table.status.closing:
        return f"The table closes after this hand: {table.status.closing}"
    match table.status.standing:
        case Standing.PAUSED:
            return f"No new hands for now{f': {paused}' if paused else ''}"
        case Standing.CLOSED:
            return "The table is closed"
        case Standing.IDLE:
            return SPREAD_DOWN
        case _:
            if waits:
                return "The shuffler is out of order"
            return SPREAD_UP if _is_spread(table) else ""


def _is_spread(table: Table) -> bool:
    """Return whether the inspected cards lie spread face up for the first player."""
    return any(
        deck.done(ChecklistStep.SPREAD) and not deck.done(ChecklistStep.TURN_DOWN)
        for deck in table.decks.at_table
    )
