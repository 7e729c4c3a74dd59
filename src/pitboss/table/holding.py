"""A round stopped by the floor while it looks at an irregularity: nobody acts, no clock runs."""

from __future__ import annotations

from typing import Final

from pitboss.round import Refusal
from pitboss.round import command as round_ask
from pitboss.round.refusal import refuse
from pitboss.round.state import Phase
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.people import Person, Role
from pitboss.table.refusal import TableReason
from pitboss.table.state import Table

HOLD_MS: Final = 180_000  # then the table goes on by itself: who stopped it may have gone

Decision = tuple[past.Event, ...] | Refusal


def is_held(table: Table) -> bool:
    """Tell whether the round being played is stopped; a round that has ended is not."""
    return table.round is not None and table.status.held == table.rounds


def held_fault(table: Table, order: ask.Order) -> Refusal | None:
    """Say why somebody may not do this to a stopped round; the floor may do everything."""
    if not is_held(table) or order.by.role == Role.FLOOR:
        return None
    if isinstance(order.command, ask.ReleaseTable):
        return None
    of_round = isinstance(order.command, round_ask.Command)
    if order.by.role == Role.PLAYER and not of_round:
        return None  # buying in, leaving: nothing of the round
    text = "the floor has stopped the table for a moment"
    return refuse(TableReason.TABLE_NOT_OPEN, text)


def hold(table: Table, by: Person) -> Decision:
    """Stop the round that is being played."""
    if table.round is None or table.round.phase == Phase.SETTLED:
        return refuse(TableReason.NO_ROUND, "no round is being played, so there is nothing to stop")
    if is_held(table):
        return refuse(TableReason.TABLE_NOT_OPEN, "the table is stopped already")
    return (past.TableHeld(table.rounds, by.name),)


def release(table: Table, by: Person, at: int) -> Decision:
    """Let the round go on; without the floor only after a while."""
    if not is_held(table):
        return refuse(TableReason.TABLE_NOT_OPEN, "the table is not stopped")
    if by.role != Role.FLOOR and at < table.clock.since + HOLD_MS:
        return refuse(TableReason.TOO_EARLY, "the floor has stopped the table")
    return (past.TableReleased(table.rounds, by.name),)
