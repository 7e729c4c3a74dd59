"""Plans of bots: worked out in the worker process and loaded into this one.

The server's own process compiles nothing; it loads what the worker has compiled.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Final

from pitboss.odds import GameError
from pitboss.pit import Bot, Style
from pitboss.pit.bots.playing import STRATEGY
from pitboss.server.worker.process import Worker, WorkerError
from pitboss.table import RulesChoice, rules_of

if TYPE_CHECKING:
    from pitboss.pit.bots.plan import BotPlan
    from pitboss.rules import Rules

_LOG: Final = logging.getLogger(__name__)
_Key = tuple[str, RulesChoice]


class BotPlans:
    """Which bots have a plan for which game; `told` is called in the loop when one is new."""

    def __init__(self, worker: Worker | None) -> None:
        self.told: Callable[[], None] | None = None
        self._worker = worker
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
        if self._worker is None or style not in STRATEGY:
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
        if self._worker is None:
            return
        if not await asyncio.to_thread(self._is_there, strategy, choice):
            future: Future[BotPlan] = self._worker.submit(make_plan, strategy, choice)
            plan = await asyncio.wrap_future(future)
            await asyncio.to_thread(take_plan, strategy, choice, plan)
        if self._rehearsal is None:
            self._rehearsal = asyncio.ensure_future(self._rehearse(self._worker, choice))

    async def _rehearse(self, worker: Worker, choice: RulesChoice) -> None:
        """Compile the code for hands that no plan knows, before the first of them comes."""
        try:
            await asyncio.wrap_future(worker.submit(rehearse, choice))
            await asyncio.to_thread(rehearse, choice)
        except (WorkerError, GameError) as error:
            _LOG.warning("no rehearsal: %s", error)

    def _is_there(self, strategy: str, choice: RulesChoice) -> bool:
        from pitboss.pit.bots.plan import is_known  # compiled code, and this is a thread

        self._is_known = is_known
        return is_known(strategy, rules_of(choice))


def make_plan(strategy: str, choice: RulesChoice) -> BotPlan:
    """Work out a plan; runs in the worker process."""
    from pitboss.pit.bots.plan import plan_for

    return plan_for(strategy, rules_of(choice))


def take_plan(strategy: str, choice: RulesChoice, plan: BotPlan) -> None:
    """Keep a plan of the worker; runs in the server's process."""
    from pitboss.pit.bots.plan import take_over

    take_over(strategy, rules_of(choice), plan)


def rehearse(choice: RulesChoice) -> None:
    """Count one hand, so that the code for it is compiled, or loaded once it has been."""
    from pitboss.cards import parse_cards
    from pitboss.odds import decision, game_of

    game = game_of(rules_of(choice))
    hole, dead = tuple(parse_cards("As Kd")), tuple(parse_cards("3h"))
    for board in ("", "2c 7d 9s", "2c 7d 9s Th Jh"):
        decision(game, hole, tuple(parse_cards(board)), dead, direct=True)
