"""Plans of bots: worked out by the odds service and loaded into this process.

The server's own process compiles nothing; it loads what a worker process has compiled.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pitboss.odds import Game, GameError, game_of
from pitboss.odds.counting.executor import Progress
from pitboss.pit import Bot, Style
from pitboss.pit.bots.playing import STRATEGY
from pitboss.server.worker.process import WorkerError
from pitboss.server.worker.questions import rehearse
from pitboss.server.worker.service import OddsService, Priority
from pitboss.table import RulesChoice, rules_of

if TYPE_CHECKING:
    from pitboss.pit.bots.plan import BotPlan
    from pitboss.rules import Rules

_LOG: Final = logging.getLogger(__name__)
_Key = tuple[str, RulesChoice]


class BotPlans:
    """Which bots have a plan for which game; `told` is called in the loop when one is new."""

    def __init__(self, odds: OddsService | None) -> None:
        self.told: Callable[[], None] | None = None
        self._odds = odds
        self._is_known: Callable[[str, Rules], bool] | None = None
        self._lessons: dict[_Key, asyncio.Task[None]] = {}
        self._rehearsal: asyncio.Task[None] | None = None

    def ready(self, bot: Bot, choice: RulesChoice) -> bool:
        """Return whether a bot may be asked to play; one that may not begins to learn."""
        if self.knows(bot.style, choice):
            return True
        self._lesson(bot.style, choice)
        return False

    def knows(self, style: Style, choice: RulesChoice) -> bool:
        """Return whether a style has its plan for a game, or needs none."""
        if self._odds is None or style not in STRATEGY:
            return True
        return self._is_known is not None and self._is_known(STRATEGY[style], rules_of(choice))

    async def teach(self, style: Style, choice: RulesChoice) -> None:
        """Wait until a style knows a game; raises `GameError` for one that cannot be counted."""
        if not self.knows(style, choice):
            await asyncio.shield(self._lesson(style, choice))

    async def close(self) -> None:
        """Cancel all lessons."""
        tasks = [*self._lessons.values(), *([self._rehearsal] if self._rehearsal else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _lesson(self, style: Style, choice: RulesChoice) -> asyncio.Task[None]:
        key = (STRATEGY[style], choice)
        if key not in self._lessons:
            task = asyncio.ensure_future(self._learn(*key))
            self._lessons[key] = task
            task.add_done_callback(lambda done: self._learnt(key, done))
        return self._lessons[key]

    def _learnt(self, key: _Key, done: asyncio.Task[None]) -> None:
        self._lessons.pop(key, None)
        if done.cancelled():
            return
        error = done.exception()
        if error is not None and not isinstance(error, GameError):
            _LOG.warning("no plan of %s for %s: %s", key[0], key[1].rules, error)
        if self.told is not None:
            self.told()

    async def _learn(self, strategy: str, choice: RulesChoice) -> None:
        if self._odds is None:
            return
        if not await asyncio.to_thread(self._is_there, strategy, choice):
            question = PlanOfBot(strategy, game_of(rules_of(choice)).numbers())
            plan = await self._odds.ask(question, Priority.LAB)
            await asyncio.to_thread(take_plan, strategy, choice, plan)
        if self._rehearsal is None:
            self._rehearsal = asyncio.ensure_future(self._rehearse(self._odds))

    async def _rehearse(self, odds: OddsService) -> None:
        """Load the code for hands that no plan knows, before the first of them comes."""
        try:
            await asyncio.wrap_future(odds.warm(Priority.DECISION))
            await asyncio.to_thread(rehearse)
        except WorkerError as error:
            _LOG.warning("no rehearsal: %s", error)

    def _is_there(self, strategy: str, choice: RulesChoice) -> bool:
        from pitboss.pit.bots.plan import is_known  # compiled code, and this is a thread

        self._is_known = is_known
        return is_known(strategy, rules_of(choice))


@dataclass(frozen=True, slots=True)
class PlanOfBot:
    """The question of a whole plan, by the numbers of the game: places that share them share it."""

    strategy: str
    game: Game

    def answer(self, _: Progress, /) -> BotPlan:
        """Work it out in a worker process."""
        from pitboss.pit.bots.plan import plan_of

        return plan_of(self.strategy, self.game)


def take_plan(strategy: str, choice: RulesChoice, plan: BotPlan) -> None:
    """Keep a plan of the worker; runs in the server's process."""
    from pitboss.pit.bots.plan import take_over

    take_over(strategy, rules_of(choice), plan)
