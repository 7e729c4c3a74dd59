"""The coach at a table in the terminal: asks worker processes, so that the screen never waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal, Protocol, TypeVar

from pitboss.cli.play.table import SEAT, SoloTable
from pitboss.coach.review import LuckAndSkill, SeatRound, seat_round, split
from pitboss.coach.situation import PERFECT, Situation, situation_of
from pitboss.odds import Game, game_of
from pitboss.round.view import Viewer, ViewerRole, view
from pitboss.server.wire.coach import CoachDecision, CoachPrice, CoachSplit
from pitboss.server.worker.coach_questions import (
    PriceQuestion,
    ValueBefore,
    made_decision,
    wire_split,
)
from pitboss.server.worker.process import Question, WorkerError
from pitboss.server.worker.questions import QuestionError
from pitboss.server.worker.service import Priority

WAIT_S: Final = 0.3  # after which the panel says what it waits for
COMPILING: Final = "Being compiled: the first use takes up to a minute. Play on meanwhile."
COUNTING: Final = "Counting every deal…"

CoachMode = Literal["off", "after", "before"]
COACH_MODES: Final[tuple[CoachMode, ...]] = ("off", "after", "before")
T = TypeVar("T")


class AsksOdds(Protocol):
    """What answers questions: the odds service, or a test's own."""

    async def ask(self, question: Question[T], priority: Priority) -> T: ...

    def is_first_use(self, priority: Priority) -> bool: ...


@dataclass(frozen=True, slots=True)
class CoachSays:
    """What the coach has to say of the hand on the felt; `waits` is why there is not more."""

    asked: CoachPrice | None = None
    decisions: tuple[CoachDecision, ...] = ()
    split: CoachSplit | None = None
    waits: str = ""


@dataclass(slots=True)
class SessionCost:
    """What the priced hands of a session cost and brought, in exact cents."""

    hands: int = 0
    decisions: int = 0
    cost: Fraction = Fraction(0)
    luck: Fraction = Fraction(0)


class TableCoach:
    """Prices the person's decisions; `told` is called when there is something new."""

    def __init__(
        self, table: SoloTable, odds: AsksOdds, mode: CoachMode, told: Callable[[], None]
    ) -> None:
        self.mode = mode
        self.says = CoachSays()
        self.session = SessionCost()
        self._table = table
        self._odds = odds
        self._told = told
        self._game: Game | None = None
        self._moment: _HandMoment | None = None
        self._task: asyncio.Task[None] | None = None
        self._over: list[SeatRound] = []  # settled, and not yet in the session's sums
        self._summing: asyncio.Task[None] | None = None
        self._summed = 0  # the last round that is, or will be

    def look(self) -> None:
        """Ask again where the table has come to another moment, or the mode has changed."""
        moment = None if self.mode == "off" else self._now()
        if moment == self._moment:
            return
        before, self._moment = self._moment, moment
        if self._task is not None:
            self._task.cancel()
        if moment is None:
            self.says = CoachSays()
            return
        same = before is not None and before.round == moment.round
        self.says = replace(self.says, asked=None) if same else CoachSays()
        self._task = asyncio.ensure_future(self._price(moment))
        if moment.played.base is not None and moment.round > self._summed:
            self._summed = moment.round
            self._over.append(moment.played)
            if self._summing is None or self._summing.done():
                self._summing = asyncio.ensure_future(self._sum_up())

    def next_mode(self) -> None:
        """Change when the coach speaks: off, after, before."""
        self.mode = COACH_MODES[(COACH_MODES.index(self.mode) + 1) % len(COACH_MODES)]
        self.look()

    def close(self) -> None:
        """Ask no more."""
        for task in (self._task, self._summing):
            if task is not None:
                task.cancel()

    def _now(self) -> _HandMoment:
        """Return what is asked now, and what was decided, in the last hand dealt."""
        table, moments = self._table.table, self._table.decided
        rules = self._table.rules
        number = moments[0].after.rounds if moments else table.rounds
        if self._game is None:
            self._game = game_of(rules).numbers()
        played = seat_round(moments, SEAT, rules, self._game)
        there = table.seats.get(SEAT)
        asked = None
        if self.mode == "before" and table.round and there and played.base is None:
            seen = view(table.round, Viewer(ViewerRole.SEAT, SEAT), rules)
            asked = situation_of(seen, SEAT, self._game, there.chips, self._table.choice)
        return _HandMoment(number, asked, played)

    async def _price(self, moment: _HandMoment) -> None:
        waits = asyncio.get_running_loop().call_later(WAIT_S, self._wait)
        try:
            decisions = await self._decisions(moment.played)
            asked = None if moment.asked is None else await self._price_of(moment.asked)
            self._say(CoachSays(asked, decisions))
            found = await self._split(moment.played, decisions)
            self._say(CoachSays(asked, decisions, None if found is None else wire_split(found)))
        except (QuestionError, WorkerError) as error:
            self._say(replace(self.says, waits=f"No price: {error}."))
        finally:
            waits.cancel()

    async def _sum_up(self) -> None:
        """Add what settled hands cost and brought to the session's sums, hand by hand."""
        while self._over:
            played = self._over.pop(0)
            try:
                decisions = await self._decisions(played)
                found = await self._split(played, decisions)
            except (QuestionError, WorkerError):
                continue  # the panel says so; the sums name how many hands they are of
            if found is not None:
                self.session.hands += 1
                self.session.decisions += len(decisions)
                self.session.cost += found.cost
                self.session.luck += found.luck
                self._told()

    async def _decisions(self, played: SeatRound) -> tuple[CoachDecision, ...]:
        made = played.made
        return tuple([made_decision(one, await self._price_of(one.situation)) for one in made])

    async def _price_of(self, situation: Situation) -> CoachPrice:
        question = PriceQuestion.of(situation, PERFECT)
        return await self._odds.ask(question, Priority.DECISION)

    async def _split(
        self, played: SeatRound, decisions: tuple[CoachDecision, ...]
    ) -> LuckAndSkill | None:
        if not decisions or played.base is None:
            return None
        question = ValueBefore(played.made[0].situation.payable)
        before = await self._odds.ask(question, Priority.LAB)
        cost = sum((Fraction(one.cost_cents.fraction) for one in decisions), Fraction(0))
        return split(played, before, cost)

    def _wait(self) -> None:
        first = self._odds.is_first_use(Priority.DECISION)
        self._say(replace(self.says, waits=COMPILING if first else COUNTING))

    def _say(self, says: CoachSays) -> None:
        self.says = says
        self._told()


@dataclass(frozen=True, slots=True)
class _HandMoment:
    """A moment of a hand at which the coach may have something to say."""

    round: int
    asked: Situation | None
    played: SeatRound
