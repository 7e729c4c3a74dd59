"""The floor's desk: orders, each obeyed once; previews of declarations; second signatures."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import Final

import structlog

from pitboss.pit import Answer, Clock, Pit
from pitboss.round import Refusal
from pitboss.server.auth.permissions import allowed
from pitboss.server.floor.kinds import declare_command, kinds_now
from pitboss.server.floor.orders import OrderError, Signed, needs_second, step_word, steps_of
from pitboss.server.floor.remedy import preview
from pitboss.server.http.problems import Turned
from pitboss.server.live.commands import answered
from pitboss.server.store.people import Human, People
from pitboss.server.wire.ask import Answered
from pitboss.server.wire.floor import (
    CallOff,
    ChangeDeck,
    Close,
    CorrectMeter,
    Declaration,
    Declare,
    FloorOrder,
    Irregularities,
    Open,
    Ordered,
    Pause,
    Remedy,
    RepairDevice,
    Resume,
    Say,
)
from pitboss.table import Order, Person, Role, Table, decide
from pitboss.table.permissions import needs_second_person

# Orders for a table at which you sit yourself: nothing that decides about wagers or cards.
AT_OWN_TABLE: Final = (Say, Pause, Resume, Open, Close, ChangeDeck, RepairDevice)

_LOG: Final = structlog.get_logger("pitboss.floor")


class Desk:
    """Gives the floor's orders to tables. Each stands in the table's journal, with its author."""

    def __init__(self, pit: Pit, clock: Clock, people: People) -> None:
        self._pit = pit
        self._clock = clock
        self._people = people

    # -- looking ----------------------------------------------------------------------------------

    def kinds(self, name: str) -> Irregularities:
        """List what may be declared at a table now."""
        table, number = self._table(name)
        return Irregularities(tuple(kinds_now(table)), number)

    def preview(self, human: Human, name: str, what: Declaration) -> Remedy:
        """Try a declaration without doing it."""
        table, number = self._table(name)
        _not_at_own_table(human, table)
        person = Person(human.name, Role.FLOOR)
        now = self._clock.now()
        return preview(table, number, declare_command(what), person, now)

    # -- ordering ---------------------------------------------------------------------------------

    async def obey(self, human: Human, name: str, ordered: Ordered) -> Answered:
        """Give an order to a table, once; raises `Turned` where it cannot be given at all."""
        table, _ = self._table(name)
        order = ordered.order
        if not isinstance(order, AT_OWN_TABLE):
            _not_at_own_table(human, table)
        second = await asyncio.to_thread(self._second, human, order)
        if isinstance(order, Declare) and not second:
            self._check_alone(human, table, order.what)
        if second and table.seat_of(second) is not None:
            raise Turned(422, "second-person", f"{second} sits at this table: name somebody else")
        try:
            steps = list(steps_of(order, table, Signed(human.name, second)))
        except OrderError as error:
            raise Turned(422, "order", str(error)) from None
        word = order.__struct_config__.tag
        # Both ids together are too long for a command id: their digest stands for them.
        prefix = f"floor/{sha256(f'{human.id}/{ordered.id}'.encode()).hexdigest()[:32]}"
        answer = Answer("")
        for command, person in steps:
            id_ = f"{prefix}/{step_word(command)}"
            answer = await self._pit.ask(name, id_, command, person)
            if answer.refusal is not None:
                break
        _LOG.info("floor order", table=name, order=word, by=human.name, second=second, ok=answer.ok)
        return answered(ordered.id, answer)

    def _second(self, human: Human, order: FloorOrder) -> str:
        """Check the second signature: another person of the floor, with their own password."""
        wanted = needs_second(order)
        if wanted is None:
            return ""
        name, password = wanted
        if not password and isinstance(order, CallOff | CorrectMeter):
            raise Turned(422, "second-person", "the second person must enter their password")
        found = self._people.vouch(name, password, human.id)
        if found.id == human.id:
            text = "two people must sign for this: name somebody other than yourself"
            raise Turned(422, "second-person", text)
        if not allowed(found, "floor.order"):
            raise Turned(422, "second-person", f"{found.name} has no role on the floor")
        return found.name

    def _check_alone(self, human: Human, table: Table, what: Declaration) -> None:
        """Reject voiding a round alone once its cards are out."""
        person, at = Person(human.name, Role.FLOOR), max(self._clock.now(), table.clock.at)
        decision = decide(table, Order(declare_command(what), person, at))
        if not isinstance(decision, Refusal) and needs_second_person(table, decision):
            text = "this voids a round whose cards are out: a second person has to agree"
            raise Turned(422, "second-person", text)

    # -- helpers ----------------------------------------------------------------------------------

    def _table(self, name: str) -> tuple[Table, int]:
        table_task = self._pit.tables.get(name)
        if table_task is None or table_task.table.identity.rules is None:
            raise Turned(404, "no-such-table", "there is no such table here")
        live = table_task.handler.replica
        return live.table, live.number


def _not_at_own_table(human: Human, table: Table) -> None:
    if table.seat_of(human.name) is not None:
        text = "you sit at this table: leave your seat first, or let somebody else decide"
        raise Turned(422, "own-table", text)
