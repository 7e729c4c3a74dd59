"""What each viewer may see of a table: people, decks, meters, the shuffle's public half."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.round.view import RoundView, Viewer, ViewerRole
from pitboss.round.view import view as round_view
from pitboss.rules import Chips
from pitboss.table.rules_choice import RulesChoice, rules_of
from pitboss.table.state import Standing, Table


@dataclass(frozen=True, slots=True)
class SeatView:
    """A place and who sits there; everybody at a table sees everybody's chips."""

    seat: int
    player: str
    chips: Chips
    bot: bool
    leaving: bool
    absent: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one viewer may see it. The secret of a shuffle is never here."""

    table: str
    choice: RulesChoice | None
    standing: Standing
    closing: bool
    seats: tuple[SeatView, ...]
    rounds: int
    deck: str
    commitment: bytes
    seeded: tuple[int, ...]
    offered_bank: int | None
    meters: Mapping[str, Fraction | None]
    link: str
    since: int
    round: RoundView | None
    device_down: str
    keyed: tuple[int, ...]


def view(table: Table, viewer: Viewer) -> TableView:
    """Show a table to one viewer."""
    staff = viewer.role in (ViewerRole.DEALER, ViewerRole.FLOOR)
    rules = rules_of(table.identity.rules) if table.identity.rules is not None else None
    shown = table.round is not None and rules is not None
    return TableView(
        table=table.identity.name,
        choice=table.identity.rules,
        standing=table.status.standing,
        closing=bool(table.status.closing),
        seats=tuple(
            SeatView(
                seat.number,
                seat.player,
                seat.chips,
                seat.bot,
                seat.leaving,
                seat.absent_since is not None,
            )
            for seat in table.seats.values()
        ),
        rounds=table.rounds,
        deck=table.decks.in_round,
        commitment=table.shuffle.sealed.commitment if table.shuffle.sealed else b"",
        seeded=tuple(sorted(table.shuffle.sealed.seeds)) if table.shuffle.sealed else (),
        offered_bank=table.bank.offered,
        meters=table.progressive.meters,
        link=table.progressive.link,
        since=table.clock.since,
        round=round_view(table.round, viewer, rules) if shown and table.round and rules else None,
        device_down=table.device.down,
        keyed=tuple(sorted(table.progressive.keyed)) if staff else (),
    )
