"""All tables at a glance, as the floor console lists them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from pitboss.pit.table_task import TableTask
from pitboss.round.legal import is_cut, turn
from pitboss.round.movement import DROP
from pitboss.rules import Rules
from pitboss.server.store.tables import TableRow
from pitboss.server.views.face import HURRIED
from pitboss.server.views.phrases import ante_words
from pitboss.server.views.table import phase_of
from pitboss.server.wire.floor import FloorSeat, FloorTable
from pitboss.table import Table, rules_of
from pitboss.table.decks import steps_left
from pitboss.table.floor import is_held
from pitboss.table.methods import other_ways, wants_mark
from pitboss.table.rounds import HOUR_MS
from pitboss.table.timetable import due

PUBLIC: Final = "public"


@dataclass(frozen=True, slots=True)
class Beside:
    """What the console shows of a table that the table itself does not know."""

    rows: Mapping[str, TableRow] = field(default_factory=dict)
    stopped: Mapping[str, str] = field(default_factory=dict)
    last_hour: Mapping[str, int] = field(default_factory=dict)
    links: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    paused: Mapping[str, str] = field(default_factory=dict)  # why, and by whom
    win: Mapping[str, Fraction] = field(default_factory=dict)  # of the house, as in the figures

    def title(self, table: str) -> str:
        """Name a table for people."""
        row = self.rows.get(table)
        return row.title if row is not None else table


def floor_table(table_task: TableTask, beside: Beside, now: int) -> FloorTable | None:
    """Show one table; None where it was never set up."""
    live = table_task.handler.replica
    table = live.table
    if table.identity.rules is None:
        return None
    rules = rules_of(table.identity.rules)
    round_ = table.round
    row = beside.rows.get(table.identity.name)
    asked = turn(round_, rules) if round_ is not None else None
    following = due(table, table_task.pace, now) if not table_task.failed else None
    hurried = following is not None and isinstance(following.command, HURRIED)
    meter, cents = _meter(table, beside)
    bank = round_.bank if round_ is not None else None
    return FloorTable(
        table=table.identity.name,
        title=beside.title(table.identity.name),
        rules=rules.set.name,
        rules_title=rules.set.title,
        kind=row.kind if row is not None else PUBLIC,
        standing=table.status.standing,
        stopped=beside.stopped.get(table.identity.name, ""),
        phase=phase_of(round_, rules, floor_waits=not table_task.pace.floor),
        turn=asked.seat if asked is not None else None,
        deadline=following.at if following is not None and hurried else None,
        round=table.rounds,
        seats=floor_seats(table, rules),
        places=rules.seats,
        house_cents=int(beside.win.get(table.identity.name, 0)),  # cut, as the figures cut it
        fees_cents=int(live.books.of(DROP)),
        meter=meter,
        meter_cents=cents,
        linked=bool(table.progressive.link),
        bank_seat=bank.seat if bank is not None else None,
        bank_stake=bank.stake if bank is not None else 0,
        bank_left=round_.bank_left if round_ is not None else 0,
        deck=table.decks.in_round,
        deck_ms_left=deck_ms_left(table, rules, now),
        decks=tuple(deck.colour for deck in table.decks.at_table),
        cut=is_cut(rules.choice("shuffle"), rules),
        device_down=table.device.down or ("jammed" if table.device.broken else ""),
        closing=bool(table.status.closing),
        number=live.number,
        limits=ante_words(rules),
        rounds_last_hour=beside.last_hour.get(table.identity.name, 0),
        checklist=tuple(_checklist(table, rules)),
        ways=tuple(way.method for way in other_ways(table, rules)) if table.round is None else (),
        mark=wants_mark(table, rules),
        held=is_held(table),
    )


def deck_ms_left(table: Table, rules: Rules, now: int) -> int | None:
    """Return the milliseconds until the oldest deck must be changed; None where no rule says so."""
    by_hand = rules.fact("cards.deck_change_hours_by_hand")
    since = [deck.since for deck in table.decks.at_table if deck.since is not None]
    if by_hand is None or not since:
        return None
    hand = rules.method.name == "hand"
    hours = int(str(by_hand)) if hand else rules.whole("deck.change_hours")
    return max(0, min(since) + hours * HOUR_MS - now)


def floor_seats(table: Table, rules: Rules) -> tuple[FloorSeat, ...]:
    """Show the seats of a table; each in the state in which the felt shows it."""
    round_ = table.round
    asked = turn(round_, rules) if round_ is not None else None
    whose = asked.seat if asked is not None else None
    return tuple(
        FloorSeat(
            seat=seat.number,
            player=seat.player,
            bot=seat.bot,
            state=round_.seat_state(seat.number, whose) if round_ is not None else "waiting",
            away=seat.absent_since is not None,
            chips=seat.chips,
        )
        for seat in table.seats.values()
    )


def _meter(table: Table, beside: Beside) -> tuple[str, int | None]:
    """Return the largest meter; that of a link as it stands now, where that is known."""
    linked = beside.links.get(table.progressive.link) if table.progressive.link else None
    amounts = linked or {n: int(a) for n, a in table.progressive.meters.items() if a is not None}
    if not amounts:
        return next(iter(table.progressive.meters), ""), None
    name = max(amounts, key=lambda one: amounts[one])
    return name, amounts[name]


def _checklist(table: Table, rules: Rules) -> Iterator[str]:
    for deck in table.decks.at_table:
        for step in steps_left(deck, rules):
            yield f"{step.value} the {deck.colour} deck"
