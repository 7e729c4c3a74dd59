"""Translates clients' messages into the table's commands; one id gets one answer."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final

from pitboss.journal import Journal
from pitboss.pit import Answer, Pit, PitReason
from pitboss.pit.streams import table_stream
from pitboss.round import Refusal
from pitboss.round import command as round_ask
from pitboss.round.refusal import refuse
from pitboss.rules import Chips, Wager
from pitboss.server.live.feed import Feed
from pitboss.server.store.people import Human
from pitboss.server.wire import ask as wire
from pitboss.table import Command, Person, Role, TableReason, rules_of
from pitboss.table import command as ask
from pitboss.table.seating import free_seats

# Refusals that are not cached: the same command may succeed later.
PASSING: Final = (PitReason.STORE_DOWN, PitReason.TABLE_BUSY, PitReason.TABLE_STOPPED)


class Commands:
    """Obeys commands of people at one table."""

    def __init__(self, pit: Pit, journal: Journal, feed: Feed, *, only: str = "") -> None:
        self._pit = pit
        self._journal = journal
        self._feed = feed
        self._only = only  # the one person who may sit here, where the table is theirs alone

    async def obey(self, human: Human, asked: wire.Do) -> wire.Answered:
        """Obey a command once; asked again under the same id, the answer is the same."""
        id_ = f"{human.id}/{asked.id}"
        async with self._feed.one_at_a_time(id_):
            kept = self._feed.answers.get(id_)
            if kept is not None:
                return kept[1] if kept[0] == asked.ask else answered(asked.id, _taken(id_))
            answer = await self._answer(human, id_, asked.ask)
            given = answered(asked.id, answer)
            if answer.refusal is None or answer.refusal.reason not in PASSING:
                self._feed.keep(id_, asked.ask, given)
            return given

    async def _answer(self, human: Human, id_: str, asked: wire.Ask) -> Answer:
        table, name = self._feed.table_task.table, self._feed.name
        mine = table.seat_of(human.name)
        seat = mine.number if mine is not None else 0
        match asked:
            case wire.Sit():
                return await self._sit(human, id_, asked)
            case wire.Leave() if mine is None and (done := await self._found(id_)) is not None:
                return done
        command = _command(seat, asked)
        if isinstance(command, Refusal):
            return Answer(id_, refusal=command)
        return await self._pit.ask(name, id_, command, Person(human.name, Role.PLAYER))

    # -- sitting down -----------------------------------------------------------------------------

    async def _sit(self, human: Human, id_: str, asked: wire.Sit) -> Answer:
        """Take a place with chips of the purse: both, or neither."""
        if self._only and human.id != self._only:
            text = "this is somebody else's table; open one of your own"
            return Answer(id_, refusal=refuse(TableReason.NOT_ALLOWED, text))
        if await self._found(id_) is not None:
            return _taken(id_)
        table = self._feed.table_task.table
        if table.identity.rules is None:
            text = "there is no such table here"
            return Answer(id_, refusal=refuse(PitReason.NO_SUCH_TABLE, text))
        rules = rules_of(table.identity.rules)
        for n in range(1, rules.seats + 1):
            if await self._found(_sit_id(id_, n)) is not None:  # asked before: the same answer
                return await self._ask_seat(human, _sit_id(id_, n), asked.seat or n, asked.chips)
        answer = Answer(id_)
        for place in (asked.seat,) if asked.seat else free_seats(table, rules) or (1,):
            answer = await self._ask_seat(human, _sit_id(id_, place), place, asked.chips)
            if answer.refusal is None or answer.refusal.reason != TableReason.SEAT_TAKEN:
                break
        return answer

    async def _ask_seat(self, human: Human, id_: str, place: int, chips: int) -> Answer:
        sit = ask.Sit(place, human.name, purse=human.id, chips=Chips(chips))
        return await self._pit.ask(self._feed.name, id_, sit, Person(human.name, Role.PLAYER))

    async def _found(self, id_: str) -> Answer | None:
        """Look in the journal whether a command was obeyed before."""
        stream = table_stream(self._feed.name)
        extent = await asyncio.to_thread(self._journal.find, stream, id_)
        return None if extent is None else Answer(id_, extent.first, extent.last)


def _taken(id_: str) -> Answer:
    text = f"command id {id_.rpartition('/')[2]} was used for another command"
    return Answer(id_, refusal=refuse(PitReason.ID_TAKEN, text))


def _sit_id(id_: str, seat: int) -> str:
    return f"{id_}/s{seat}"


def _command(seat: int, asked: wire.Ask) -> Command | Refusal:
    """Translate a message into the table's command; the table decides whether it is allowed."""
    match asked:
        case wire.Leave():
            return ask.Leave(seat)
        case wire.Stay():
            return ask.KeepSeat(seat)
        case wire.CashOut(chips):
            return ask.CashOut(seat, Chips(chips))
        case wire.Bets(wagers, tips):
            try:
                return round_ask.PlaceBets(seat, _wagers(wagers), _wagers(tips))
            except ValueError as error:
                return refuse(PitReason.NOT_A_COMMAND, str(error))
        case wire.Clear():
            return round_ask.ClearBets(seat)
        case wire.Check():
            return round_ask.Check(seat)
        case wire.Play(times, tip):
            return round_ask.Play(seat, times, tip=tip)
        case wire.Fold():
            return round_ask.Fold(seat)
        case wire.TakeBank(stake):
            return round_ask.TakeBank(seat, Chips(stake))
        case wire.DeclineBank():
            return ask.DeclineBank(seat)
        case wire.ReturnBank():
            return ask.ReturnBank(seat)
        case wire.Seed(seed):
            return ask.AddSeed(seat, bytes.fromhex(seed))
        case wire.BuyIn(chips):
            return ask.BuyIn(seat, Chips(chips))
        case wire.Sit():
            return refuse(PitReason.NOT_A_COMMAND, "taking a seat is a command of its own")


def _wagers(given: Mapping[str, int]) -> dict[Wager, Chips]:
    found = {}
    for word, cents in given.items():
        if word not in tuple(Wager):
            raise ValueError(f"{word} is no wager; there are {', '.join(Wager)}")
        if cents:
            found[Wager(word)] = Chips(cents)
    return found


def answered(id_: str, answer: Answer) -> wire.Answered:
    """Translate an answer for the wire, under the client's own id."""
    refusal = answer.refusal
    refused = None
    if refusal is not None:
        told = ". The supervisor has been told" if refusal.notify else ""
        text, cite = f"{refusal.text}{told}", refusal.cite
        refused = wire.Refused(str(refusal.reason), text, cite.clauses, cite.readings)
    return wire.Answered(id=id_, ok=refusal is None, number=answer.last, refused=refused)
