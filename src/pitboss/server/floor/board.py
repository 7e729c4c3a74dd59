"""All tables at a glance, as the floor console lists them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from pitboss.pit.runner import Runner
from pitboss.round.legal import is_cut, turn
from pitboss.round.movement import BANK, DROP
from pitboss.round.state import Phase, Round
from pitboss.rules import Rules, Wager, money
from pitboss.server.live.face import HURRIED
from pitboss.server.live.show import phase_of
from pitboss.server.store.tables import TableRow
from pitboss.server.wire.floor import FloorSeat, FloorTable
from pitboss.table import Table, rules_of
from pitboss.table.opening import steps_left
from pitboss.table.rounds import HOUR_MS
from pitboss.table.state import Seat
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


def floor_table(runner: Runner, beside: Beside, now: int) -> FloorTable | None:
    """Show one table; None where it was never set up."""
    live = runner.keeper.live
    table = live.table
    if table.house is None:
        return None
    rules = rules_of(table.house)
    round_ = table.round
    row = beside.rows.get(table.name)
    asked = turn(round_, rules) if round_ is not None else None
    following = due(table, runner.pace, now) if not runner.failed else None
    hurried = following is not None and isinstance(following.command, HURRIED)
    meter, cents = _meter(table, beside)
    bank = round_.bank if round_ is not None else None
    return FloorTable(
        table=table.name,
        title=beside.title(table.name),
        rules=rules.set.name,
        rules_title=rules.set.title,
        kind=row.kind if row is not None else PUBLIC,
        standing=table.standing.value,
        stopped=beside.stopped.get(table.name, ""),
        phase=phase_of(round_, rules, floor_waits=not runner.pace.floor),
        turn=asked.seat if asked is not None else None,
        deadline=following.at if following is not None and hurried else None,
        round=table.rounds,
        seats=tuple(_seat(seat, table, rules) for seat in table.seats.values()),
        places=rules.seats,
        house_cents=int(beside.win.get(table.name, 0)),  # cut, as the figures cut it
        fees_cents=int(live.books.of(DROP)),
        meter=meter,
        meter_cents=cents,
        linked=bool(table.link),
        bank_seat=bank.seat if bank is not None else None,
        bank_stake=bank.stake if bank is not None else 0,
        bank_left=_bank_left(round_),
        deck=table.deck,
        deck_ms_left=deck_ms_left(table, rules, now),
        decks=tuple(deck.colour for deck in table.decks),
        cut=is_cut(rules.choice("shuffle"), rules),
        device_down=table.device_down,
        closing=bool(table.closing),
        number=live.number,
        limits=_limits(rules),
        rounds_last_hour=beside.last_hour.get(table.name, 0),
        checklist=tuple(_checklist(table, rules)),
    )


def deck_ms_left(table: Table, rules: Rules, now: int) -> int | None:
    """Tell how long until the oldest deck has to be changed; None where no rule says so."""
    by_hand = rules.fact("cards.deck_change_hours_by_hand")
    since = [deck.since for deck in table.decks if deck.since is not None]
    if by_hand is None or not since:
        return None
    hand = rules.method.name == "hand"
    hours = int(str(by_hand)) if hand else rules.whole("deck.change_hours")
    return max(0, min(since) + hours * HOUR_MS - now)


def _seat(seat: Seat, table: Table, rules: Rules) -> FloorSeat:
    return FloorSeat(
        seat=seat.number,
        player=seat.player,
        bot=seat.bot,
        state=seat_state(seat.number, table.round, rules),
        away=seat.absent_since is not None,
        chips=seat.chips,
    )


def seat_state(number: int, round_: Round | None, rules: Rules) -> str:
    """Say what a seat is doing, in the words of `wire.table.Seat`."""
    if round_ is None:
        return "waiting"
    if round_.bank is not None and round_.bank.seat == number:
        return "banking"
    spot = round_.spot(number)
    if spot is None:
        return "waiting"
    if spot.dead is not None or spot.forfeited is not None:
        return "dead"
    if round_.phase == Phase.SETTLED:
        return "settled"
    if spot.folded or spot.times:
        return "folded" if spot.folded else "played"
    if round_.phase in (Phase.BETTING, Phase.LOCKED, Phase.DEALING):
        return "betting"
    asked = turn(round_, rules)
    if asked is not None and asked.seat == number:
        return "acting"
    return "checked" if number in round_.acted else "to-act"


def _bank_left(round_: Round | None) -> int:
    if round_ is None or round_.bank is None:
        return 0
    moves = round_.settlement.movements if round_.settlement is not None else ()
    return max(0, round_.bank.stake - sum(m.paid for m in moves if m.payer == BANK))


def _meter(table: Table, beside: Beside) -> tuple[str, int | None]:
    """Give the largest meter: for a link as it stands now, where that is known."""
    linked = beside.links.get(table.link) if table.link else None
    amounts = linked or {n: int(a) for n, a in table.meters.items() if a is not None}
    if not amounts:
        return next(iter(table.meters), ""), None
    name = max(amounts, key=lambda one: amounts[one])
    return name, amounts[name]


def _limits(rules: Rules) -> str:
    span = rules.limits[Wager.ANTE]
    least = money(span.least or rules.increment).removesuffix(".00")
    if span.most is None:
        return f"{least} and more"
    return f"{least} to {money(span.most).removesuffix('.00')}"


def _checklist(table: Table, rules: Rules) -> Iterator[str]:
    for deck in table.decks:
        for step in steps_left(deck, rules):
            yield f"{step.value} the {deck.colour} deck"
