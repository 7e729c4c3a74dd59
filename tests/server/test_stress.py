"""Many people come, sit, play, leave and break off at several tables at once: nobody is failed.

`PITBOSS_STRESS` says how often each of them comes: 500 is some minutes.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from structlog.testing import capture_logs
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from pitboss.audit.verify import verify
from pitboss.ledger.accounts import CAGE
from pitboss.pit.replica import load
from tests.server.serving import Served, quick
from tests.server.stacked_decks import ROUTES as STACKED
from tests.waiting import WAIT_S_MAX, wait_until

VISITS: Final = int(os.environ.get("PITBOSS_STRESS", "3"))
TABLES: Final = ("maryland", "california", "south-dakota", "royal-caribbean")
PEOPLE: Final = 16
PACE: Final = {"betting": 150, "step": 0, "result": 0, "between": 0, "clock": False}
FINE: Final = (1000, 1001, 1005, 1006, 1008, 1013)  # how a socket may end; 4500 is our mistake
_IDS = count(1)

Json = dict[str, Any]  # Any: JSON


class Crowd:
    """Everybody together; `seen` counts what came of it."""

    def __init__(self, origin: str, tables: tuple[str, ...], seed: int) -> None:
        self.origin = origin
        self.tables = tables
        self.seed = seed
        self.seen: Counter[str] = Counter()
        self.wrong: list[str] = []

    async def run(self) -> None:
        await asyncio.gather(*(Person(self, n).live() for n in range(PEOPLE)))

    def check(self, answer: httpx.Response) -> httpx.Response:
        if answer.status_code >= 500 or answer.status_code == 401:
            self.wrong.append(f"{answer.request.url}: {answer.status_code} {answer.text}")
        return answer


class Person:
    """One browser with up to three sockets at a time, which does as it likes."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self.crowd = crowd
        self.chance = random.Random(f"{crowd.seed}/{number}")
        self.headers: dict[str, str] = {}

    async def live(self) -> None:
        # Without `verify` no certificates are read, which takes longer than all else here.
        client = httpx.AsyncClient(base_url=self.crowd.origin, timeout=WAIT_S_MAX, verify=False)  # noqa: S501
        async with client:
            self.crowd.check(await client.get("/api/me"))
            cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            self.headers = {"cookie": cookies}
            for _ in range(VISITS):
                visits = [self._visit() for _ in range(self.chance.randint(1, 3))]
                asked = self.chance.choice(("/api/me", "/api/tables", "/api/hands"))
                await asyncio.gather(*visits, self._asked(client, asked))

    async def _asked(self, client: httpx.AsyncClient, path: str) -> None:
        try:
            answer = await client.get(path)
        except httpx.TransportError:  # a connection that idled was closed just then
            answer = await client.get(path)
        self.crowd.check(answer)

    async def _visit(self) -> None:
        """Join a table, do a few things there, and go: with or without a word."""
        table = self.chance.choice(self.crowd.tables)
        address = f"{self.crowd.origin.replace('http', 'ws')}/ws/table/{table}"
        origin = Origin(self.crowd.origin)
        try:
            socket = await connect(
                address,
                origin=origin,
                additional_headers=self.headers,
                open_timeout=WAIT_S_MAX,
            )
        except InvalidStatus as error:
            self.crowd.wrong.append(f"{table}: {error}")
            return
        self.crowd.seen["joined"] += 1
        try:
            await self._play(socket, asks=self.chance.randint(0, 6))
        except ConnectionClosed as error:
            closed = error.rcvd.code if error.rcvd is not None else 1006
            self.crowd.seen[f"closed {closed}"] += 1
            if closed not in FINE:
                self.crowd.wrong.append(f"{table}: closed with {closed}")
        if self.chance.random() < 0.3:
            socket.transport.abort()  # as a browser that is killed
        await socket.close()

    async def _play(self, socket: ClientConnection, asks: int) -> None:
        """See the table, ask so many things of it, and mostly stay until the last is answered.

        Counted in messages, not in seconds: a slow machine is asked as much as a quick one.
        """
        view: Json = {}
        open_: set[str] = set()  # ids of what is not answered yet

        async def hear() -> None:
            nonlocal view
            message = await self._next(socket)
            view = message if message["type"] == "view" else view
            open_.discard(message.get("id", ""))

        async with asyncio.timeout(WAIT_S_MAX):
            while not view:
                await hear()
        for _ in range(asks):
            ask = self._ask(view)
            open_.add(ask["id"])
            await socket.send(json.dumps(ask))
            with suppress(TimeoutError):
                async with asyncio.timeout(self.chance.uniform(0, 0.2)):
                    while True:
                        await hear()
        if self.chance.random() < 0.7:
            async with asyncio.timeout(WAIT_S_MAX):
                while open_:
                    await hear()

    async def _next(self, socket: ClientConnection) -> Json:
        message: Json = json.loads(await socket.recv())
        if message["type"] == "view":
            self.crowd.seen["views"] += 1
        elif message["type"] == "answer":
            self.crowd.seen["done" if message["ok"] else "refused"] += 1
        elif message["type"] == "bye" and message["reason"] == "mistake":
            self.crowd.wrong.append(message["text"])
        return message

    def _ask(self, view: Json) -> Json:
        you, chance = view["you"], self.chance
        if not you["seat"]:
            ask: Json = {"do": "sit", "seat": chance.randint(0, 6), "chips": 20_000}
        elif you["choices"]:
            choice = chance.choice(you["choices"])
            ask = {"do": choice["word"]}
            if choice["word"] == "play":
                ask["times"] = choice["times"]
        else:
            ask = chance.choice(
                (
                    {"do": "bets", "wagers": {"ante": 1_000, "blind": 1_000}},
                    {"do": "bets", "wagers": {"ante": 1_000, "blind": 1_000}},
                    {"do": "take-bank", "stake": 10_000},
                    {"do": "clear"},
                    {"do": "leave"},
                    {"do": "cash-out", "chips": 500},
                    {"do": "buy-in", "chips": 500},
                )
            )
        return {"type": "do", "id": f"stress-{next(_IDS):08}", "ask": ask}


def add_up(served: Served) -> None:
    """Hold every purse against what the cages of all tables have given and taken."""
    journal = served.services.journal

    def is_square() -> bool:
        """Compare both as of one moment: somebody may be taken off a table meanwhile."""
        heads = journal.heads()
        report = verify(journal)
        assert not report.findings, report.findings
        books = [load(journal, stream).books for stream in journal.heads("table/")]
        if journal.heads() != heads:
            return False
        assert sum(report.accounts.values()) == 0
        assert report.accounts[CAGE] == -sum(int(book.of(CAGE)) for book in books)
        return True

    wait_until(is_square, "square")


SLOW: Final = pytest.mark.slow


@pytest.fixture(
    params=["memory:", pytest.param("file", marks=SLOW), pytest.param("postgres", marks=SLOW)]
)
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Each kind of store."""
    if request.param == "postgres":
        yield request.getfixturevalue("postgres_url")
    else:
        yield str(tmp_path / "pit.db") if request.param == "file" else request.param


def test_a_crowd_at_four_tables_is_served_without_a_mistake(where: str) -> None:
    with capture_logs() as logs, Served(quick(where), more=STACKED) as served:
        with served.visitor() as host:
            for name in TABLES:
                asked = {"name": name, "rules": name, "provable": True, "pace": PACE}
                assert host.post("/api/testing/tables", asked).status_code == 201
        crowd = Crowd(served.origin, TABLES, seed=7)
        asyncio.run(crowd.run())

        assert not crowd.wrong
        assert not served.services.pit.stopped()
        add_up(served)
    assert not [log for log in logs if log["log_level"] in ("error", "critical")]
    assert crowd.seen["joined"] >= PEOPLE * VISITS
    assert crowd.seen["done"]
