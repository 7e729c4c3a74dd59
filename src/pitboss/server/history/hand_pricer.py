"""Prices finished hands of people in the background, through the odds service at low priority.

A hand without a row is one that waits, so that a restart loses nothing and two processes price a
hand once. The latest hands come first.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

import msgspec

from pitboss.cards import cards_text
from pitboss.coach.review import SeatRound, choices_made, seat_round, split
from pitboss.journal import JournalError
from pitboss.odds import Game, GameError, game_of
from pitboss.server.history.history import History
from pitboss.server.http.problems import Turned
from pitboss.server.store.career import CareerStore, HandKey, PricedHandRow, PricedState
from pitboss.server.store.training_rows import PlayedMistake, blind_of, game_text
from pitboss.server.worker.career_questions import CountedHand, HandCostQuestion
from pitboss.server.worker.process import WorkerError
from pitboss.server.worker.questions import QuestionError
from pitboss.server.worker.service import OddsService, Priority
from pitboss.table import RulesChoice, rules_of

BATCH: Final = 20  # hands that are looked up at once
REST_S: Final = 3.0  # between two looks for hands that wait
BETWEEN_S: Final = 0.05  # after each hand, so that others of the same priority get their turn
SET_ASIDE_MAX: Final = 200  # hands whose question failed in a worker; they are tried at next start

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Priced:
    """The row of a hand, and the mistakes in it that a drill can ask again."""

    row: PricedHandRow
    wrong: tuple[PlayedMistake, ...] = ()


class HandPricer:
    """Keeps the prices of finished hands up to date."""

    def __init__(self, history: History, store: CareerStore, odds: OddsService) -> None:
        self._history = history
        self._store = store
        self._odds = odds
        self._aside: set[HandKey] = set()

    @asynccontextmanager
    async def running(self, *, on: bool) -> AsyncIterator[None]:
        """Price hands for as long as the block lasts, where it is on."""
        task = asyncio.create_task(self._run(), name="hand prices") if on else None
        try:
            yield
        finally:
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    async def pass_over(self) -> int:
        """Price some of the hands that wait; how many were looked at."""
        keys = await asyncio.to_thread(self._store.waiting, BATCH, self._aside)
        for key in keys:
            priced = await self._priced(key)
            if priced is not None:
                await asyncio.to_thread(self._store.keep_with_mistakes, priced.row, priced.wrong)
            elif len(self._aside) < SET_ASIDE_MAX:
                self._aside.add(key)
            await asyncio.sleep(BETWEEN_S)
        return len(keys)

    async def _run(self) -> None:
        while True:
            try:
                found = await self.pass_over()
            except JournalError as error:  # the database is away; so are the tables
                _LOG.warning("hands cannot be priced now: %s", error)
                found = 0
            if not found:
                await asyncio.sleep(REST_S)

    async def _priced(self, key: HandKey) -> _Priced | None:
        """Return the row of a hand; None where the service failed: the hand can be tried again."""
        plain = PricedHandRow(
            key.table_name, key.round, key.seat, key.person, key.at, PricedState.LEFT_OUT
        )
        try:
            choice, played = await asyncio.to_thread(self._read, key)
        except (Turned, GameError):  # damaged, or rules that cannot be counted
            return _Priced(plain)
        if played is None:
            return _Priced(plain)
        if not played.made or played.base is None:
            return _Priced(replace(plain, state=PricedState.NO_CHOICE))
        question = HandCostQuestion(tuple((one.situation, one.chosen) for one in played.made))
        try:
            found = await self._odds.ask(question, Priority.LONG)
        except QuestionError:
            return _Priced(plain)
        except WorkerError as error:
            _LOG.warning("round %d of %s was not priced: %s", key.round, key.table_name, error)
            return None
        row = _row(plain, game_text(choice), played, found)
        return _Priced(row, _wrong(choice, played, found))

    def _read(self, key: HandKey) -> tuple[RulesChoice, SeatRound | None]:
        """Read what a seat decided; None where a choice cannot be valued."""
        round_ = self._history.played(key.table_name, key.round)
        game = game_of(round_.rules).numbers()
        played = seat_round(round_.moments, key.seat, round_.rules, game)
        whole = len(played.made) == choices_made(round_.moments, key.seat)
        return round_.choice, played if whole else None


def _row(plain: PricedHandRow, game: str, played: SeatRound, found: CountedHand) -> PricedHandRow:
    made = [one.situation for one in played.made]
    costs = [lost * made[0].ante for lost, _ in found.choices]
    parts = split(played, found.before, sum(costs, Fraction(0)))
    if parts is None:
        return plain
    choices = [
        (situation.street.value, kind, str(cost))
        for situation, cost, (_, kind) in zip(made, costs, found.choices, strict=True)
    ]
    return replace(
        plain,
        state=PricedState.PRICED,
        game=game,
        ante=made[0].ante,
        before=str(parts.before),
        luck=str(parts.luck),
        cost=str(parts.cost),
        others=parts.others,
        net=parts.net,
        choices=msgspec.json.encode(choices).decode(),
    )


def _wrong(choice: RulesChoice, played: SeatRound, found: CountedHand) -> tuple[PlayedMistake, ...]:
    """List the mistakes that a drill can ask again; those that the clock made are nobody's."""
    game = _drill_rules(choice, played.made[0].situation.game)
    if game is None:
        return ()
    return tuple(
        PlayedMistake(game, pattern, cards_text((*made.situation.hole, *made.situation.board)))
        for made, pattern in zip(played.made, found.patterns, strict=True)
        if pattern and not made.by_clock
    )


def _drill_rules(choice: RulesChoice, game: Game) -> RulesChoice | None:
    """Name the rules as a drill does, by a rule book and a Blind paytable; None: it has no such."""
    blind = blind_of(choice)
    options = ["{}", *([msgspec.json.encode({"blind": blind}).decode()] if blind else [])]
    named = (RulesChoice(choice.rules, choice.edition, text) for text in options)
    return next((one for one in named if game_of(rules_of(one)).numbers() == game), None)
