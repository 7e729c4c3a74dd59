"""What the supervisor is told of a command that was refused: once a round, seat and kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.round import Refusal
from pitboss.round import command as round_ask
from pitboss.round.refusal import Reason, refuse
from pitboss.rules import Rules
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.refusal import TableReason
from pitboss.table.state import Table

Decision = tuple[past.Event, ...] | Refusal
DEALER: Final = 0  # the seat of what no player did
# The fact of a rule set that wants the supervisor told, by the reason of the refusal.
WANTED_BY: Final[Mapping[str, str]] = {
    Reason.ANTE_BLIND_UNEQUAL: "notices.unequal",
    Reason.BETS_CLOSED: "notices.late_change",
    Reason.PROGRESSIVE_COUNT: "betting.progressive_count",
}
FACTS: Final = ("ante", "blind", "accepted", "counted")


def to_tell(command: ask.Command, refusal: Refusal) -> ask.TellSupervisor | None:
    """Give what the supervisor is to be told of a refusal; None where it is nothing."""
    if not refusal.notify or refusal.reason not in WANTED_BY:
        return None
    facts = {name: int(str(refusal.facts[name])) for name in FACTS if name in refusal.facts}
    seat = DEALER if isinstance(command, round_ask.CloseBets) else getattr(command, "seat", DEALER)
    return ask.TellSupervisor(seat, str(refusal.reason), facts)


def was_told(table: Table, tell: ask.TellSupervisor) -> bool:
    """Tell whether this was told in the round being played."""
    return any((one.seat, one.reason) == (tell.seat, tell.reason) for one in table.status.told)


def tell_supervisor(table: Table, command: ask.TellSupervisor, rules: Rules) -> Decision:
    """Tell it, unless it was told in this round: however often it is tried, one fact is kept."""
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
    told = past.SupervisorTold(command.seat, command.reason, command.facts, rules.set.cite(fact))
    return (told,)
