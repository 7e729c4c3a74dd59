"""The house: everything one server process has, made at start and closed at the end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from pitboss.journal import Journal, open_journal
from pitboss.pit import Chance, Clock, Pit, SystemChance, SystemClock
from pitboss.pit.bot_seats import THINKING_MS
from pitboss.server.config import PACES, Config
from pitboss.server.farewell import Farewell
from pitboss.server.learning import Learning
from pitboss.server.paces import pace_of
from pitboss.server.rates import Limits
from pitboss.server.store.database import Database, open_database
from pitboss.server.store.passwords import Passwords
from pitboss.server.store.people import People
from pitboss.server.store.purse import Purses
from pitboss.server.store.sessions import Sessions
from pitboss.server.store.tables import Registry
from pitboss.server.sums import Sums


@dataclass(frozen=True)  # without slots: parts of the server may hang their own things on it
class House:
    """One of these a process, as `app.state.house`."""

    config: Config
    clock: Clock
    chance: Chance
    journal: Journal
    pit: Pit
    database: Database
    people: People
    purses: Purses
    sessions: Sessions
    registry: Registry
    farewell: Farewell
    limits: Limits
    sums: Sums | None
    learning: Learning


@asynccontextmanager
async def open_house(
    config: Config, *, clock: Clock | None = None, chance: Chance | None = None
) -> AsyncIterator[House]:
    """Open journal and store, start the pit; at the end rounds are parked and all is closed."""
    time, luck = clock or SystemClock(), chance or SystemChance()
    async with AsyncExitStack() as stack:
        journal = await asyncio.to_thread(open_journal, config.db)
        stack.push_async_callback(asyncio.to_thread, journal.close)
        database = await asyncio.to_thread(open_database, config.db)
        stack.push_async_callback(asyncio.to_thread, database.close)
        passwords = await asyncio.to_thread(Passwords, config.passwords)
        thinking = THINKING_MS if config.thinking_ms is None else config.thinking_ms
        registry = Registry(database)
        sums = Sums() if config.sums else None
        if sums is not None:
            stack.push_async_callback(asyncio.to_thread, sums.close)
        over = await asyncio.to_thread(registry.over)
        learning = Learning(sums)
        stack.push_async_callback(learning.close)
        pit = Pit(
            journal,
            clock=time,
            chance=luck,
            pace=PACES[config.pace],
            pace_of=pace_of(config, registry),
            thinking=thinking,
            ready=learning.ready,
            over=lambda table, number: over.get(table) == number,
        )

        def learnt() -> None:
            for runner in pit.tables.values():
                runner.learnt()

        learning.told = learnt
        house = House(
            config=config,
            clock=time,
            chance=luck,
            journal=journal,
            pit=await stack.enter_async_context(pit),
            database=database,
            people=People(database, time, SystemChance(), passwords),
            purses=Purses(database, time),
            sessions=await asyncio.to_thread(Sessions, database, time),
            registry=registry,
            farewell=Farewell(),
            limits=Limits(config.rates),
            sums=sums,
            learning=learning,
        )
        yield house
