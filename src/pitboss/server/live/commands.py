"""From what a client asks to what the table is asked; one id, one answer."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final

from pitboss.pit import Answer, PitReason
from pitboss.pit.streams import table_stream
from pitboss.round import Refusal
from pitboss.round import command as round_ask
from pitboss.round.refusal import refuse
from pitboss.rules import Chips, Wager
from pitboss.server.live.hub import Hub
from pitboss.server.purse import Cashier
from pitboss.server.state import House
from pitboss.server.store.people import Human
from pitboss.server.wire import ask as wire
from pitboss.table import Command, Person, Role, TableReason, rules_of
from pitboss.table import command as ask
from pitboss.table.seating import free_seats

# Not kept: asked again, the answer may be another.
PASSING: Final = (PitReason.STORE_DOWN, PitReason.TABLE_BUSY, PitReason.TABLE_STOPPED)


class Commands:
    """Obeys what people ask of one table."""

    def __init__(self, house: House, cashier: Cashier, hub: Hub, *, only: str = "") -> None:
        self._house = house
        self._cashier = cashier
        self._hub = hub
        self._only = only  # the one person who may sit here, where the table is theirs alone

    async def obey(self, human: Human, asked: wire.Do) -> wire.Answered:
        """Obey a command once; asked again under the same id, the answer is the same."""
        id_ = f"{human.id}/{asked.id}"
        kept = self._hub.answers.get(id_)
        if kept is not None:
            if kept[0] == asked.ask:
                return kept[1]
            text = f"command id {asked.id} was used for another command"
            return answered(asked.id, Answer(id_, refusal=refuse(PitReason.ID_TAKEN, text)))
        answer = await self._answer(human, id_, asked.ask)
        given = answered(asked.id, answer)
        if answer.refusal is None or answer.refusal.reason not in PASSING:
            self._hub.keep(id_, asked.ask, given)
        return given

    async def _answer(self, human: Human, id_: str, asked: wire.Ask) -> Answer:
        table, name = self._hub.runner.table, self._hub.name
        mine = table.seat_of(human.name)
        seat = mine.number if mine is not None else 0
        match asked:
            case wire.Sit():
                return await self._sit(human, id_, asked)
            case wire.BuyIn(chips):
                if mine is None:
                    return Answer(id_, refusal=_not_seated(human))
                return await self._cashier.buy_in(human, name, seat, chips, id_)
            case wire.Leave() if mine is None and (done := await self._found(id_)) is not None:
                return done
        command = _command(seat, asked)
        if isinstance(command, Refusal):
            return Answer(id_, refusal=command)
        return await self._house.pit.ask(name, id_, command, Person(human.name, Role.PLAYER))

    # -- sitting down -----------------------------------------------------------------------------

    async def _sit(self, human: Human, id_: str, asked: wire.Sit) -> Answer:
        """Take a place and bring chips; what cannot be done whole takes no chips."""
        if self._only and human.id != self._only:
            text = "this table is somebody's own; open one of yours"
            return Answer(id_, refusal=refuse(TableReason.NOT_ALLOWED, text))
        name = self._hub.name
        if asked.chips:
            short = await self._cashier.hold(human, name, asked.chips, id_)
            if short is not None:
                return short
        sat = await self._seated(human, id_, asked.seat)
        if not sat.ok or not asked.chips:
            if asked.chips:
                await self._cashier.conclude(human, name, asked.chips, id_, sat)
            return sat
        mine = self._hub.runner.table.seat_of(human.name)
        place = mine.number if mine is not None else asked.seat
        return await self._cashier.buy_in(human, name, place, asked.chips, id_)

    async def _seated(self, human: Human, id_: str, wanted: int) -> Answer:
        """Ask for the place, or for one free place after the other."""
        table, name = self._hub.runner.table, self._hub.name
        if table.house is None:
            text = f"there is no table {name} here"
            return Answer(id_, refusal=refuse(PitReason.NO_SUCH_TABLE, text))
        rules = rules_of(table.house)
        if table.seat_of(human.name) is not None:  # perhaps by this very id
            for n in range(1, rules.seats + 1):
                if (done := await self._found(_sit_id(id_, n))) is not None:
                    return done
        free = free_seats(table, rules)
        places = (wanted,) if wanted else free or (1,)
        answer = Answer(id_)
        for place in places:
            command = ask.Sit(place, human.name)
            person = Person(human.name, Role.PLAYER)
            answer = await self._house.pit.ask(name, _sit_id(id_, place), command, person)
            if answer.ok or answer.refusal is None:
                break
            if answer.refusal.reason != TableReason.SEAT_TAKEN:
                break
        return answer

    async def _found(self, id_: str) -> Answer | None:
        """Find out whether a command was obeyed before."""
        stream = table_stream(self._hub.name)
        extent = await asyncio.to_thread(self._house.journal.find, stream, id_)
        return None if extent is None else Answer(id_, extent.first, extent.last)


def _sit_id(id_: str, seat: int) -> str:
    return f"{id_}/s{seat}"


def _command(seat: int, asked: wire.Ask) -> Command | Refusal:
    """Say it in the words of the table; whether it may be done is for the table to say."""
    match asked:
        case wire.Leave():
            return ask.Leave(seat)
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
        case wire.Seed(seed):
            return ask.AddSeed(seat, bytes.fromhex(seed))
        case wire.Sit() | wire.BuyIn():
            return refuse(PitReason.NOT_A_COMMAND, "chips are brought by the cashier")


def _wagers(given: Mapping[str, int]) -> dict[Wager, Chips]:
    found = {}
    for word, cents in given.items():
        if word not in tuple(Wager):
            raise ValueError(f"{word} is no wager; there are {', '.join(Wager)}")
        if cents:
            found[Wager(word)] = Chips(cents)
    return found


def _not_seated(human: Human) -> Refusal:
    return refuse(TableReason.NOT_SEATED, f"{human.name} has no seat here; sit down first")


def answered(id_: str, answer: Answer) -> wire.Answered:
    """Say an answer on the wire, under the client's own id."""
    refusal = answer.refusal
    refused = None
    if refusal is not None:
        refused = wire.Refused(
            str(refusal.reason), refusal.text, refusal.cite.clauses, refusal.cite.readings
        )
    return wire.Answered(id=id_, ok=refusal is None, number=answer.last, refused=refused)
