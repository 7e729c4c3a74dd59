"""A hall with a table of every rule set, people everywhere, trouble, and what came out of it."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any, Final
from unittest import mock

from pitboss.cards import cards_text
from pitboss.coach.situation import Situation
from pitboss.rules import SET_NAMES
from pitboss.server.api.coach_prices import PriceAsker
from pitboss.server.wire.coach import CoachChoice, CoachPrice
from pitboss.server.wire.odds import Exact
from pitboss.server.worker.edges import Edges
from tests.server.leaks import Judge
from tests.server.leaks_floor import on_the_floor
from tests.server.leaks_play import HURRIED, PACE, LeapingClock, Rail, gather
from tests.server.serving import Served, quick
from tests.server.stacked_decks import ROUTES as STACKED

PLAYERS: Final = 3
HALL_ROUNDS: Final = 240  # in one process, so that its memory stays small
TROUBLE: Final = {
    "RoundVoided": "rounds void",
    "RoundCalledOff": "called off by two people",
    "HandKilled": "hands dead",
    "TimedOut": "time-outs",
    "DeckTakenAway": "decks taken away",
    "ShuffleOrdered": "shuffles ordered",
    "JackpotValidated": "jackpots validated",
    "TablePaused": "pauses",
    "TableClosed": "closings",
}


@dataclass(slots=True)
class Report:
    """What was heard in one hall or in many."""

    rounds: int = 0
    messages: int = 0
    bytes: int = 0
    cards: int = 0
    leaks: list[str] = field(default_factory=list)
    happened: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)

    def add(self, other: Report) -> None:
        """Put another hall's report to this one."""
        self.rounds += other.rounds
        self.messages += other.messages
        self.bytes += other.bytes
        self.cards += other.cards
        self.leaks += other.leaks
        self.happened += other.happened
        self.done += other.done
        self.asked += other.asked

    def __str__(self) -> str:
        kinds = {kind: n for kind, n in sorted(self.happened.items()) if kind.islower()}
        told = ", ".join(f"{self.happened[event]} {words}" for event, words in TROUBLE.items())
        return (
            f"{self.rounds} rounds, {self.messages} messages, {self.bytes} bytes,"
            f" {self.cards} cards in them, {len(self.leaks)} before their time\n"
            f"{sum(kinds.values())} irregularities: {kinds}\n{told}\n"
            f"obeyed and more: {dict(sorted(self.done.items()))}"
        )


def played(rail: Rail, rounds: int, *, rest: bool = True, seed: int = 0) -> Judge:
    """Let everybody play at every table that is open, watched from everywhere."""
    tasks: list[Any] = []  # Any: coroutines
    for number, table in enumerate(rail.over):
        seeds = [10_000 * seed + 100 * number + seat for seat in range(PLAYERS)]
        tasks += [rail.play(table, rounds, one) for one in seeds]
        tasks.append(rail.watch(f"/ws/table/{table}", "table", table=table))
    tasks.append(rail.watch("/ws/lobby", "lobby"))
    tasks.append(rail.watch("/ws/floor", "floor", "floor"))
    if rest:
        tasks += [rail.ask_rest("floor", "auditor"), rail.ask_rest()]
        tasks += [person.run() for person in on_the_floor(rail, seed)]
    asyncio.run(gather(*tasks))
    rail.judge.read_on()
    return rail.judge


@contextmanager
def coach_that_tells_all() -> Iterator[None]:
    """Let the coach say every card that it is told instead of counting: the judge hears them."""

    async def price(_: PriceAsker, at: Situation) -> CoachPrice:
        nothing = Exact("0", 0.0)
        names = ("check", "fold", *(f"{n}x" for n in at.game.raises(at.street)))
        seen = (at.hole, at.board, at.dead, at.dealer)
        return CoachPrice(
            street=at.street,
            ante=at.ante,
            choices=tuple(CoachChoice(name, nothing, nothing) for name in names),
            best="check",
            guide="check",
            win=nothing,
            tie=nothing,
            lose=nothing,
            qualifies=nothing,
            deals=1,
            reason=tuple(map(cards_text, seen)),
        )

    async def split(_: PriceAsker, *__: object) -> None:
        return None

    with mock.patch.multiple(PriceAsker, price=price, split=split):
        yield


def hall(rounds: int, seed: int) -> Report:
    """Play so many rounds in all, at a table of each rule set, with a floorperson about."""
    clock = LeapingClock()
    with (
        coach_that_tells_all(),
        # Exact edges of every bet that anybody thinks of are worked out elsewhere.
        mock.patch.object(Edges, "of_seat", return_value=None),
        Served(quick(), more=STACKED, clock=clock) as served,
    ):
        rail = Rail(served, seed, clock)
        for number, rules in enumerate(SET_NAMES):
            # A shuffle that can be proved is public after the round; the other never is. Here the
            # clock runs, there a person has to validate and verify.
            provable = (number + seed) % 2 == 0
            pace = HURRIED if (number + seed) % 3 == 0 else PACE
            floor = (number + seed) % 4 != 1
            rail.open(f"{rules}-1", rules, provable=provable, bots=number % 2,
                      pace={**pace, "floor": floor}, options={"decision.timeout": 5})  # fmt: skip
        judge = played(rail, max(2, rounds // len(SET_NAMES)), seed=seed)
        rail.close()
    return Report(
        rounds=judge.rounds,
        messages=judge.messages,
        bytes=judge.bytes,
        cards=judge.cards,
        leaks=[str(leak) for leak in judge.leaks[:20]],
        happened=judge.happened,
        done=rail.done,
        asked=judge.asked,
    )


def halls(rounds: int) -> Report:
    """Play in as many halls as that takes, as many at a time as there are processors."""
    whole = Report()
    sizes = _sizes(rounds)
    if len(sizes) == 1:
        whole.add(hall(rounds, 0))
        return whole
    workers = int(os.environ.get("PITBOSS_LEAK_WORKERS", os.cpu_count() or 1))
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for report in pool.map(hall, sizes, range(len(sizes))):
            whole.add(report)
            print(f"so far {whole}", flush=True)  # noqa: T201  # it takes a while
    return whole


def _sizes(rounds: int) -> list[int]:
    count = -(-rounds // HALL_ROUNDS)
    return [rounds // count + (n < rounds % count) for n in range(count)]
