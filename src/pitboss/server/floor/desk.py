"""The floor's desk: orders obeyed once, declarations tried first, second persons who sign."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from hashlib import sha256
from typing import Final

import structlog

from pitboss.pit import Answer
from pitboss.round import command as round_ask
from pitboss.round.refusal import Reason
from pitboss.server.floor.kinds import declare_command, kinds_now
from pitboss.server.floor.orders import OrderError, Signed, needs_second, step_word, steps_of
from pitboss.server.floor.remedy import preview
from pitboss.server.gate import allowed
from pitboss.server.live.commands import answered
from pitboss.server.problems import Turned
from pitboss.server.state import House
from pitboss.server.store.people import Human
from pitboss.server.wire.ask import Answered
from pitboss.server.wire.floor import (
    CallOff,
    CorrectMeter,
    Declaration,
    Declare,
    Irregularities,
    Order,
    Ordered,
    Remedy,
)
from pitboss.table import Person, Role, Table

# A card that is "not among the undealt cards" is out somewhere: nobody may ask about all of them.
WRONG_CARDS_MAX: Final = 4  # declarations with wrong cards that one person may try in a round
ROUNDS_KEPT: Final = 2_000

_LOG: Final = structlog.get_logger("pitboss.floor")
_KEY: Final = "_floor_desk"


class Desk:
    """What staff does with tables. Every order is in the table's journal, with who gave it."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._wrong: OrderedDict[tuple[str, int, str], int] = OrderedDict()

    # -- looking ----------------------------------------------------------------------------------

    def kinds(self, name: str) -> Irregularities:
        """List what may be declared at a table now."""
        table, number = self._table(name)
        return Irregularities(tuple(kinds_now(table)), number)

    def preview(self, human: Human, name: str, what: Declaration) -> Remedy:
        """Try a declaration without doing it."""
        table, number = self._table(name)
        self._check_tries(human, table, what)
        try:
            command = declare_command(what)
        except ValueError as error:
            raise Turned(400, "not-valid", f"cards: {error}") from None
        person = Person(human.name, Role.FLOOR)
        found = preview(table, number, command, person, self._house.clock.now())
        if not found.ok and found.refused is not None:
            self._count_try(human, table, command, found.refused.reason)
        return found

    # -- ordering ---------------------------------------------------------------------------------

    async def obey(self, human: Human, name: str, ordered: Ordered) -> Answered:
        """Give an order to a table, once; raises `Turned` where it cannot be given at all."""
        table, _ = self._table(name)
        order = ordered.order
        if isinstance(order, Declare):
            self._check_tries(human, table, order.what)
        second = await asyncio.to_thread(self._second, human, order)
        try:
            steps = list(steps_of(order, table, Signed(human.name, second)))
        except OrderError as error:
            raise Turned(422, "order", str(error)) from None
        word = order.__struct_config__.tag
        # Both ids together are too long for one of the table's: their digest stands for them.
        prefix = f"floor/{sha256(f'{human.id}/{ordered.id}'.encode()).hexdigest()[:32]}"
        answer = Answer("")
        for command, person in steps:
            id_ = f"{prefix}/{step_word(command)}"
            answer = await self._house.pit.ask(name, id_, command, person)
            if answer.refusal is not None:
                if isinstance(command, round_ask.Declare):
                    self._count_try(human, table, command, str(answer.refusal.reason))
                break
        _LOG.info("floor order", table=name, order=word, by=human.name, second=second, ok=answer.ok)
        return answered(ordered.id, answer)

    def _second(self, human: Human, order: Order) -> str:
        """Let a second person sign: staff, somebody else, and with their own password."""
        wanted = needs_second(order)
        if wanted is None:
            return ""
        name, password = wanted
        if not password and isinstance(order, CallOff | CorrectMeter):
            raise Turned(422, "second-person", "the second person gives their password here")
        found = self._house.people.vouch(name, password)
        if found.id == human.id:
            text = "two people sign for this: name another one than yourself"
            raise Turned(422, "second-person", text)
        if not allowed(found, "floor.order"):
            raise Turned(422, "second-person", f"{found.name} has no role on the floor")
        return found.name

    # -- helpers ----------------------------------------------------------------------------------

    def _table(self, name: str) -> tuple[Table, int]:
        runner = self._house.pit.tables.get(name)
        if runner is None or runner.table.house is None:
            raise Turned(404, "no-such-table", "there is no such table here")
        live = runner.keeper.live
        return live.table, live.number

    def _check_tries(self, human: Human, table: Table, what: Declaration) -> None:
        if what.cards and self._wrong.get(_key(human, table), 0) >= WRONG_CARDS_MAX:
            text = "too many wrong cards were named in this round; look at the cards again"
            raise Turned(429, "too-many", text)

    def _count_try(
        self, human: Human, table: Table, command: round_ask.Declare, reason: str
    ) -> None:
        if not command.cards or reason != Reason.IRREGULARITY_FACTS:
            return
        key = _key(human, table)
        self._wrong[key] = self._wrong.get(key, 0) + 1
        if len(self._wrong) > ROUNDS_KEPT:
            self._wrong.popitem(last=False)
        _LOG.warning("wrong cards declared", table=table.name, round=table.rounds, by=human.name)


def _key(human: Human, table: Table) -> tuple[str, int, str]:
    return table.name, table.rounds, human.id


def desk_of(house: House) -> Desk:
    """The desk of a house, made when it is first asked for."""
    found = vars(house).get(_KEY)
    if not isinstance(found, Desk):
        found = vars(house)[_KEY] = Desk(house)
    return found
