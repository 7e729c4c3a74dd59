"""The part of a table's view that all who see the same share: encoded once, sent to many."""

from __future__ import annotations

from typing import Final

from msgspec import Raw, Struct

from pitboss.round import command as round_ask
from pitboss.rules import Rules
from pitboss.server.live import show
from pitboss.server.live.offers import bank, offer
from pitboss.server.wire import table as wire
from pitboss.table import Table
from pitboss.table import command as ask
from pitboss.table.state import Standing
from pitboss.table.timetable import Due
from pitboss.table.view import TableView

STOPPED: Final = "This table is stopped; every chip is safe, and the floor has been told"
HURRIED: Final = (round_ask.CloseBets, ask.TimeOut, ask.DeclineBank)  # people wait for these


class Face(Struct, frozen=True, tag_field="type", tag="view"):
    """A `wire.table.View` without `you` and `lines`, which differ from one person to another."""

    table: str
    number: int
    at: int
    standing: str
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
) -> Face:
    """Put together what one viewer's face of the table shows after event `number`.

    A table that has `stopped` by a fault takes no command, and so offers nothing.
    """
    hurried = following if following and isinstance(following.command, HURRIED) else None
    offered = seen.round.offers if seen.round is not None and not stopped else ()
    return Face(
        table=table.name,
        number=number,
        at=table.at,
        standing="stopped" if stopped else table.standing.value,
        closing=bool(table.closing),
        notice=STOPPED if stopped else _notice(table, hand),
        hand=hand,
        last=last,
        bank=None if rules.house_banks else bank(seen, rules),
        meters=show.meters(table),
        offers=tuple(offer(one, rules) for one in offered),
        deadline=hurried.at if hurried else None,
        waits_ms=max(0, hurried.at - table.since) if hurried else None,
        deck=table.deck,
        device_down=table.device_down,
    )


def _notice(table: Table, hand: wire.Hand) -> str:
    if hand.phase == "jackpot":
        return "A Progressive win waits for the floor to validate it"
    if table.closing:
        return "The table closes after this round"
    match table.standing:
        case Standing.PAUSED:
            return "No new rounds for the moment"
        case Standing.CLOSED:
            return "The table is closed"
        case _:
            return "The shuffler is out of order" if table.device_down else ""
