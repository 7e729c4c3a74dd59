"""The services of one server process: every long-lived object, made here and closed in reverse."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from pitboss.journal import Journal, open_journal
from pitboss.pit import Chance, Clock, Pit, SystemChance, SystemClock
from pitboss.pit.bot_seats import THINKING_MS
from pitboss.pit.cashier import Cashier
from pitboss.server.auth.identity import Identities
from pitboss.server.auth.logins import Logins
from pitboss.server.auth.table_access import TableAccess
from pitboss.server.config import PACES, Config
from pitboss.server.floor.desk import Desk
from pitboss.server.floor.view import Floor
from pitboss.server.history.hand_pricer import HandPricer
from pitboss.server.history.history import History, open_history
from pitboss.server.http.rates import Limits
from pitboss.server.live.idle import IdleTables
from pitboss.server.live.open_sockets import OpenSockets
from pitboss.server.live.revocation import Revocation
from pitboss.server.live.tables import LiveTables, open_live_tables
from pitboss.server.store.career import CareerStore
from pitboss.server.store.carry_over import carry_over
from pitboss.server.store.classes import Classes
from pitboss.server.store.database import Database, open_database
from pitboss.server.store.passwords import Passwords
from pitboss.server.store.people import People
from pitboss.server.store.school import School
from pitboss.server.store.tables import Registry, TableDirectory
from pitboss.server.store.training import Training
from pitboss.server.tables.opening import HouseTables
from pitboss.server.tables.pace import pace_of
from pitboss.server.worker.bot_plans import BotPlans
from pitboss.server.worker.lab_policies import KeptPolicies
from pitboss.server.worker.long_jobs import LongJobs
from pitboss.server.worker.questions import Rehearsal
from pitboss.server.worker.service import OddsService, usual_bounds


@dataclass(frozen=True, slots=True)
class Services:
    """What route handlers are given; one a process, as `app.state.services`."""

    config: Config
    clock: Clock
    chance: Chance
    journal: Journal
    pit: Pit
    database: Database
    people: People
    training: Training
    school: School
    classes: Classes
    career: CareerStore
    purses: Cashier
    logins: Logins
    identities: Identities
    registry: Registry
    access: TableAccess
    limits: Limits
    odds: OddsService
    lab: KeptPolicies
    long_jobs: LongJobs
    bot_plans: BotPlans
    history: History
    hand_pricer: HandPricer
    live: LiveTables
    tables: HouseTables
    idle: IdleTables
    revocation: Revocation
    floor: Floor
    desk: Desk

    @property
    def open_sockets(self) -> OpenSockets:
        """The WebSockets that are open here."""
        return self.live.open_sockets

    @property
    def leaving(self) -> bool:
        """Return whether the server is stopping."""
        return self.open_sockets.leaving.is_set()


@asynccontextmanager
async def open_services(
    config: Config, *, clock: Clock | None = None, chance: Chance | None = None
) -> AsyncIterator[Services]:
    """Open the stores, start the pit and what follows it; in the end rounds are parked."""
    time, luck = clock or SystemClock(), chance or SystemChance()
    async with AsyncExitStack() as stack:
        journal = await asyncio.to_thread(open_journal, config.db)
        stack.push_async_callback(asyncio.to_thread, journal.close)
        database = await asyncio.to_thread(open_database, config.db)
        stack.push_async_callback(asyncio.to_thread, database.close)
        await asyncio.to_thread(carry_over, database, journal, time, luck)
        passwords = await asyncio.to_thread(Passwords, config.passwords)
        people = People(database, time, SystemChance(), passwords)
        logins = await asyncio.to_thread(Logins, database, time)
        registry = Registry(database)
        odds = OddsService(usual_bounds(Rehearsal()))  # no process is started before it is asked
        stack.push_async_callback(asyncio.to_thread, odds.close)
        own = odds if config.worker else None
        bot_plans = BotPlans(own)
        stack.push_async_callback(bot_plans.close)
        made = await _make_pit(config, time, luck, journal, registry, bot_plans)
        pit = await stack.enter_async_context(made)
        history = await stack.enter_async_context(open_history(journal, database))
        career = CareerStore(database)
        pricer = HandPricer(history, career, odds)
        await stack.enter_async_context(pricer.running(on=config.worker))
        directory, access = TableDirectory(registry), TableAccess(pit, registry, time)
        live = await stack.enter_async_context(
            open_live_tables(time, journal, pit, directory, history, own, config.rates.message)
        )
        tables = HouseTables(config, time, pit, directory, access, bot_plans, live.edges)
        idle = IdleTables(pit, time, registry, live, tables)
        revocation = Revocation(live.open_sockets, logins, people)
        for running in (idle.running(), tables.running(), revocation.running()):
            await stack.enter_async_context(running)
        yield Services(
            config=config,
            clock=time,
            chance=luck,
            journal=journal,
            pit=pit,
            database=database,
            people=people,
            training=Training(database),
            school=School(database),
            classes=Classes(database),
            career=career,
            hand_pricer=pricer,
            purses=pit.cashier,
            logins=logins,
            identities=Identities(logins, people),
            registry=registry,
            access=access,
            limits=Limits(config.rates, config.proxies),
            odds=odds,
            lab=KeptPolicies(),
            long_jobs=LongJobs(odds),
            bot_plans=bot_plans,
            history=history,
            live=live,
            tables=tables,
            idle=idle,
            revocation=revocation,
            floor=Floor(pit, journal, time, history, live),
            desk=Desk(pit, time, people),
        )


async def _make_pit(
    config: Config,
    clock: Clock,
    chance: Chance,
    journal: Journal,
    registry: Registry,
    bot_plans: BotPlans,
) -> Pit:
    over = await asyncio.to_thread(registry.over)
    pit = Pit(
        journal,
        clock=clock,
        chance=chance,
        pace=PACES[config.pace],
        pace_of=pace_of(config, registry),
        thinking=THINKING_MS if config.thinking_ms is None else config.thinking_ms,
        ready=bot_plans.ready,
        over=lambda table, number: over.get(table) == number,
        resting=True,  # until somebody looks on
    )

    def learnt() -> None:
        for table_task in pit.tables.values():
            table_task.learnt()

    bot_plans.told = learnt
    return pit
