"""Chips between purses and tables, exactly once, whatever fails in between.

To a table: the purse pays first, under an id that is pending; then the table is asked for a buy-in
under the same id; then the move is settled, or given back where the table refused. What nobody
knows (the store was down, the process died) stays pending. After a while the journal is asked: a
buy-in that is there was made, one that is not there is given back. From then on its id is dead.

From a table: every `PlayerLeft` and `ChipsCashed` in the journal is paid into the purse under an
id made of the stream and the number. Reading it twice, or by two processes, pays once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from pitboss.journal import Entry, JournalError
from pitboss.journal.codec import decode_event, decode_order
from pitboss.journal.names import EVENT_NAMES
from pitboss.pit import Answer, PitReason
from pitboss.pit.streams import table_stream
from pitboss.round.refusal import Reason, refuse
from pitboss.rules import Chips, money
from pitboss.server.state import House
from pitboss.server.store.paid import Paid
from pitboss.server.store.people import Human
from pitboss.server.store.purse import IdTaken
from pitboss.table import Person, Role, TableReason
from pitboss.table import command as ask
from pitboss.table import event as past

RETRY_MS: Final = 30_000  # within this a client may ask again for the same buy-in
RECOVER_MS: Final = 120_000  # after this a buy-in that is in no journal never will be
RECOVER_EVERY_S: Final = 30.0
BUY: Final = "buy/"
BACK: Final = "back/"
OUT: Final = "out/"
NOT_KNOWN: Final = (PitReason.STORE_DOWN, PitReason.TABLE_STOPPED)
LEFT: Final = EVENT_NAMES[past.PlayerLeft]
CASHED: Final = EVENT_NAMES[past.ChipsCashed]

_LOG: Final = logging.getLogger(__name__)


class Cashier:
    """Moves chips for everybody in this process; `changed(person)` is told after a move."""

    def __init__(self, house: House, changed: Callable[[str], None]) -> None:
        self._house = house
        self._changed = changed
        self._paid = Paid(house.database)
        self._due: set[str] = set()
        self._wake = asyncio.Event()

    # -- to a table -------------------------------------------------------------------------------

    async def buy_in(self, human: Human, table: str, seat: int, chips: int, id_: str) -> Answer:
        """Bring chips from the purse to a seat; the same id is done once."""
        refused = await asyncio.to_thread(self._withdrawn, human, table, chips, id_)
        self._changed(human.id)
        if refused is not None:
            return refused
        command = ask.BuyIn(seat, Chips(chips))
        answer = await self._house.pit.ask(table, id_, command, Person(human.name, Role.PLAYER))
        await self.conclude(human, table, chips, id_, answer)
        return answer

    async def conclude(
        self, human: Human, table: str, chips: int, id_: str, answer: Answer
    ) -> None:
        """Settle a pending withdrawal by what the table answered."""
        if answer.refusal is not None and answer.refusal.reason in NOT_KNOWN:
            return  # `recover` finds out
        back = answer.refusal is not None
        await asyncio.to_thread(self._concluded, human.id, table, chips, id_, back=back)
        self._changed(human.id)

    async def hold(self, human: Human, table: str, chips: int, id_: str) -> Answer | None:
        """Take chips out of the purse for a buy-in that follows; a refusal where there are none."""
        refused = await asyncio.to_thread(self._withdrawn, human, table, chips, id_)
        self._changed(human.id)
        return refused

    def _withdrawn(self, human: Human, table: str, chips: int, id_: str) -> Answer | None:
        purses, move_id = self._house.purses, f"{BUY}{table}/{id_}"
        before = purses.find(move_id)
        if before is not None and (stale := self._stale(table, id_, before.at)) is not None:
            return stale
        try:
            enough = purses.move(move_id, human.id, -chips, "buy-in", table=table)
        except IdTaken:
            text = f"command id {id_} was used for another command"
            return Answer(id_, refusal=refuse(PitReason.ID_TAKEN, text))
        if enough:
            return None
        text = f"{money(chips)}: your purse has {money(purses.balance(human.id))}"
        return Answer(id_, refusal=refuse(TableReason.SHORT_OF_CHIPS, text))

    def _stale(self, table: str, id_: str, at: int) -> Answer | None:
        """Refuse an id whose chips went back, or might go back any moment."""
        gone_back = self._house.purses.find(f"{BACK}{table}/{id_}") is not None
        old = self._house.clock.now() - at > RETRY_MS
        if not gone_back and not old:
            return None
        if self._house.journal.find(table_stream(table), id_) is not None:
            return None  # it was made: the table says so once more
        text = "this buy-in was not made, and its chips are in your purse again"
        return Answer(id_, refusal=refuse(Reason.NOT_NOW, text))

    def _concluded(self, person: str, table: str, chips: int, id_: str, *, back: bool) -> None:
        purses = self._house.purses
        if back:
            purses.move(f"{BACK}{table}/{id_}", person, chips, "buy-in given back")
        purses.settled(f"{BUY}{table}/{id_}")

    def recover(self, older_ms: int = RECOVER_MS) -> int:
        """Settle old pending withdrawals by what the journal says; how many."""
        done = 0
        for move in self._house.purses.pending(before=self._house.clock.now() - older_ms):
            id_ = move.id.removeprefix(f"{BUY}{move.table}/")
            made = self._house.journal.find(table_stream(move.table), id_) is not None
            self._concluded(move.person, move.table, -move.cents, id_, back=not made)
            self._changed(move.person)
            done += 1
        return done

    # -- from a table -----------------------------------------------------------------------------

    def look_at(self, table: str) -> None:
        """Chips may have left this table: pay them out soon."""
        self._due.add(table)
        self._wake.set()

    def is_paid(self, table: str, number: int) -> bool:
        """Tell whether all that left a table up to an event is in purses."""
        return self._paid.upto(table) >= number

    def pay_out(self, table: str) -> int:
        """Pay what left a table since the last time into purses; how many payments."""
        stream, start = table_stream(table), self._paid.upto(table)
        last, count = start, 0
        for entry in self._house.journal.read(stream, start):
            last = entry.number
            if entry.name in (LEFT, CASHED):
                count += self._deposit(entry)
        if last > start:
            self._paid.mark(table, last)
        return count

    def _deposit(self, entry: Entry) -> bool:
        event = decode_event(entry.name, entry.data)
        match event:
            case past.PlayerLeft(_, player, chips):
                name = player
            case past.ChipsCashed(_, chips):
                name = decode_order(entry.cause or b"").by.name
            case _:
                return False
        human = self._house.people.by_name(name) if chips else None
        if human is None:  # a bot, or somebody who left without chips
            return False
        id_ = f"{OUT}{entry.stream}#{entry.number}"
        self._house.purses.move(id_, human.id, int(chips), f"from {entry.stream}")
        self._changed(human.id)
        return True

    # -- in the background ------------------------------------------------------------------------

    async def run(self) -> None:
        """Pay out and recover for as long as the server runs."""
        self._due.update(self._house.pit.tables)
        while True:
            self._wake.clear()
            due, self._due = self._due, set()
            for table in due:
                try:
                    await asyncio.to_thread(self.pay_out, table)
                except JournalError as error:
                    _LOG.warning("chips from table %s wait: %s", table, error)
                    self._due.add(table)
            try:
                await asyncio.to_thread(self.recover)
            except JournalError as error:
                _LOG.warning("buy-ins wait: %s", error)
            with suppress(TimeoutError):
                # Not `wait_for`: where it is woken and cancelled at once, Python 3.11's forgets the
                # latter, and who ends this task would wait for ever.
                async with asyncio.timeout(1.0 if self._due else RECOVER_EVERY_S):
                    await self._wake.wait()
