"""Orders of the floor to a table: stop a round and let it go on, announce, tell the supervisor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from pitboss.round import Decision, Refusal
from pitboss.round import command as round_ask
from pitboss.round.refusal import Reason, refuse
from pitboss.round.state import Phase
from pitboss.rules import Cite, Rules
from pitboss.table.people import TEXT_MAX, Person, Role, is_reason
from pitboss.table.refusal import TableReason
from pitboss.table.state import Table, ToldRefusal

HOLD_MS: Final = 180_000  # then the table goes on by itself: who stopped it may have gone
DEALER: Final = 0  # the seat of what no player did
# The fact of a rule set that wants the supervisor told, by the reason of the refusal.
WANTED_BY: Final[Mapping[str, str]] = {
    Reason.ANTE_BLIND_UNEQUAL: "notices.unequal",
    Reason.BETS_CLOSED: "notices.late_change",
    Reason.PROGRESSIVE_COUNT: "betting.progressive_count",
}
FACTS: Final = ("ante", "blind", "accepted", "counted")


# -- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HoldTable:
    """Stop the round as it stands, for as long as the floor looks at it."""


@dataclass(frozen=True, slots=True)
class ReleaseTable:
    """Let a round go on that was stopped; who is asked has the whole time again."""


@dataclass(frozen=True, slots=True)
class Announce:
    """Say something to the table."""

    text: str


@dataclass(frozen=True, slots=True)
class TellSupervisor:
    """Tell the supervisor what was refused to a seat; seat 0: to the dealer."""

    seat: int
    reason: str
    facts: Mapping[str, int] = field(default_factory=dict)


FloorOrderCommand = HoldTable | ReleaseTable | Announce | TellSupervisor


# -- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableHeld:
    round: int
    by: str


@dataclass(frozen=True, slots=True)
class TableReleased:
    round: int
    by: str


@dataclass(frozen=True, slots=True)
class Announced:
    by: str
    text: str


@dataclass(frozen=True, slots=True)
class SupervisorTold:
    """The supervisor is told what was refused to a seat; seat 0: to the dealer."""

    seat: int
    reason: str
    facts: Mapping[str, int]
    cite: Cite


FloorOrderEvent = TableHeld | TableReleased | Announced | SupervisorTold


# -- decisions ------------------------------------------------------------------------------------


def is_held(table: Table) -> bool:
    """Return whether the round being played is stopped; a round that has ended is not."""
    return table.round is not None and table.status.held == table.rounds


def held_fault(table: Table, command: object, by: Person) -> Refusal | None:
    """Return why somebody may not do this to a stopped round; the floor may do everything."""
    if not is_held(table) or by.role == Role.FLOOR:
        return None
    if isinstance(command, ReleaseTable):
        return None
    of_round = isinstance(command, round_ask.Command)
    if by.role == Role.PLAYER and not of_round:
        return None  # buying in, leaving: nothing of the round
    text = "the floor has stopped the table for a moment"
    return refuse(TableReason.TABLE_NOT_OPEN, text)


def hold(table: Table, by: Person) -> Decision[FloorOrderEvent]:
    """Stop the round that is being played."""
    if table.round is None or table.round.phase == Phase.SETTLED:
        return refuse(TableReason.NO_ROUND, "no round is being played, so there is nothing to stop")
    if is_held(table):
        return refuse(TableReason.TABLE_NOT_OPEN, "the table is stopped already")
    return (TableHeld(table.rounds, by.name),)


def release(table: Table, by: Person, at: int) -> Decision[FloorOrderEvent]:
    """Let the round go on; without the floor only after a while."""
    if not is_held(table):
        return refuse(TableReason.TABLE_NOT_OPEN, "the table is not stopped")
    if by.role != Role.FLOOR and at < table.clock.since + HOLD_MS:
        return refuse(TableReason.TOO_EARLY, "the floor has stopped the table")
    return (TableReleased(table.rounds, by.name),)


def to_tell(command: object, refusal: Refusal) -> TellSupervisor | None:
    """Give what the supervisor is to be told of a refusal; None where it is nothing."""
    if not refusal.notify or refusal.reason not in WANTED_BY:
        return None
    facts = {name: int(str(refusal.facts[name])) for name in FACTS if name in refusal.facts}
    seat = DEALER if isinstance(command, round_ask.CloseBets) else getattr(command, "seat", DEALER)
    return TellSupervisor(seat, str(refusal.reason), facts)


def was_told(table: Table, tell: TellSupervisor) -> bool:
    """Return whether this was told in the round being played."""
    return any((one.seat, one.reason) == (tell.seat, tell.reason) for one in table.status.told)


def tell_supervisor(
    table: Table, command: TellSupervisor, rules: Rules
) -> Decision[FloorOrderEvent]:
    """Record what the supervisor is told, once a round however often it is refused."""
    if table.round is None:
        return refuse(TableReason.NO_ROUND, "no round is being played")
    fact = WANTED_BY.get(command.reason)
    if fact is None or not rules.fact(fact) or not set(command.facts) <= set(FACTS):
        text = f"no rule here calls the supervisor for {command.reason[:40]!r}"
        return refuse(TableReason.NOT_ALLOWED, text)
    if command.seat != DEALER and command.seat not in table.seats:
        return refuse(TableReason.NOT_SEATED, f"nobody sits at seat {command.seat}")
    if was_told(table, command):
        return ()
    told = SupervisorTold(command.seat, command.reason, command.facts, rules.set.cite(fact))
    return (told,)


def announce(text: str, by: Person) -> Decision[FloorOrderEvent]:
    """Say something to the table, on one line."""
    if not is_reason(text) or len(text) > TEXT_MAX:
        rule = f"write the message on one line, in 1 to {TEXT_MAX} characters"
        return refuse(TableReason.REASON_MISSING, rule)
    return (Announced(by.name, text.strip()),)


# -- the table after an event ---------------------------------------------------------------------


def table_held(t: Table, e: TableHeld) -> Table:
    return replace(t, status=replace(t.status, held=e.round))


def table_released(t: Table, _: TableReleased) -> Table:
    return replace(t, status=replace(t.status, held=0))


def supervisor_told(t: Table, e: SupervisorTold) -> Table:
    told = ToldRefusal(e.seat, e.reason, e.facts, t.clock.at)
    return replace(t, status=replace(t.status, told=(*t.status.told, told)))
