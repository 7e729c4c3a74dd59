"""The floor stops a round while it looks at it: nobody acts, no clock runs, and then it goes on."""

from __future__ import annotations

from dataclasses import replace

from pitboss.round import Refusal
from pitboss.round import command as round_ask
from pitboss.round.legal import turn
from pitboss.round.state import Phase
from pitboss.table import Command, Order, Person, Role, Table, decide, evolve, rules_of
from pitboss.table import command as ask
from pitboss.table.floor import HOLD_MS, is_held
from pitboss.table.people import AUTOMATIC_DEALER
from pitboss.table.refusal import TableReason
from pitboss.table.timetable import Pace, due
from tests.audit.tables import regulars
from tests.table.seasons import FLOOR

CLOCKED = Pace()


def asked() -> tuple[Table, Person]:
    """A table that waits for a seat's first decision, and who sits there."""
    table = Table()
    for order, events in regulars(91, rounds=1, seats=2).log:
        for event in events:
            table = evolve(table, event, order.at)
        if table.round is not None and table.round.phase == Phase.DECIDING:
            break
    assert table.identity.rules is not None
    assert table.round is not None
    spot = turn(table.round, rules_of(table.identity.rules))
    assert spot is not None
    return table, Person(table.seats[spot.seat].player, Role.PLAYER)


def give(table: Table, command: Command, by: Person, at: int) -> Table:
    """The table after an order that has to be accepted."""
    decision = decide(table, Order(command, by, at))
    assert not isinstance(decision, Refusal), decision
    for event in decision:
        table = evolve(table, event, at)
    return table


def refused(table: Table, command: Command, by: Person, at: int) -> str:
    decision = decide(table, Order(command, by, at))
    assert isinstance(decision, Refusal), decision
    return decision.reason


def test_nobody_acts_and_no_clock_runs_at_a_stopped_table() -> None:
    table, player = asked()
    mine = table.seat_of(player.name)
    assert mine is not None
    check = round_ask.Check(mine.number)
    at = table.clock.at + 10_000

    held = give(table, ask.HoldTable(), FLOOR, at)

    assert is_held(held)
    late = at + HOLD_MS - 1
    assert refused(held, check, player, late) == TableReason.TABLE_NOT_OPEN
    assert refused(held, ask.TimeOut(), AUTOMATIC_DEALER, late) == TableReason.TABLE_NOT_OPEN
    assert refused(held, ask.ReleaseTable(), AUTOMATIC_DEALER, late) == TableReason.TOO_EARLY
    give(held, ask.BuyIn(mine.number, mine.chips), player, late)  # nothing of the round
    give(held, round_ask.Declare("card-drawn-in-error"), FLOOR, late)
    assert refused(held, ask.HoldTable(), FLOOR, late) == TableReason.TABLE_NOT_OPEN


def test_a_released_table_gives_the_whole_time_again() -> None:
    table, player = asked()
    before = due(table, CLOCKED, table.clock.at)
    held = give(table, ask.HoldTable(), FLOOR, table.clock.at + 30_000)

    after = give(held, ask.ReleaseTable(), FLOOR, table.clock.at + 90_000)

    assert not is_held(after)
    following = due(after, CLOCKED, after.clock.at)
    assert before is not None
    assert following is not None
    assert isinstance(following.command, ask.TimeOut)
    assert following.at - after.clock.at == before.at - table.clock.since
    mine = after.seat_of(player.name)
    assert mine is not None
    give(after, round_ask.Check(mine.number), player, after.clock.at)


def test_a_table_that_is_forgotten_goes_on_by_itself() -> None:
    table, _ = asked()
    held = give(table, ask.HoldTable(), FLOOR, table.clock.at)

    following = due(held, CLOCKED, held.clock.at)

    assert following is not None
    assert following.command == ask.ReleaseTable()
    assert following.at == held.clock.at + HOLD_MS
    assert not is_held(give(held, following.command, following.by, following.at))


def test_only_a_round_that_is_played_is_stopped_and_by_the_floor_alone() -> None:
    table, player = asked()
    between = replace(table, round=None)

    assert refused(between, ask.HoldTable(), FLOOR, table.clock.at) == TableReason.NO_ROUND
    assert refused(table, ask.HoldTable(), player, table.clock.at) == TableReason.NOT_ALLOWED
    assert refused(table, ask.ReleaseTable(), FLOOR, table.clock.at) == TableReason.TABLE_NOT_OPEN
    held = give(table, ask.HoldTable(), FLOOR, table.clock.at)
    assert not is_held(replace(held, rounds=held.rounds + 1))  # of another round
