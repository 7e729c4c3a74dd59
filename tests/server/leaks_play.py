"""Everybody at one server, on real sockets and by REST, who write down every byte they hear."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from pitboss.rules import Chips
from tests.server.leaks import Heard, Judge
from tests.server.leaks_cards import without_outs
from tests.server.leaks_mind import AGAIN_S, STUCK_S, Player
from tests.server.serving import Served, Visitor

PURSE: Final = 10**11
# Nobody is hurried, the dealer waits a moment between steps so that each of them is seen.
PACE: Final = {"betting": None, "bank": None, "step": 1, "result": 1, "between": 1, "clock": False}
# Who does not answer loses the turn: the clock leaps then, so that nobody has to wait for it.
HURRIED: Final = {**PACE, "betting": 5_000, "bank": 5_000, "clock": True}
LEAP_MS: Final = 5_000
COACH_EVERY: Final = 1_500  # messages of tables, between two questions of one player to the coach
REST_EVERY: Final = 600  # messages of tables; a round has about eighty
TOLD_S_MAX: Final = 3.0

Json = Any  # Any: JSON as it came


class LeapingClock:
    """The clock of the machine, and now and then some seconds more."""

    def __init__(self) -> None:
        self.ahead = 0

    def now(self) -> int:
        return time.time_ns() // 1_000_000 + self.ahead


class Rail:
    """Everybody at one server, and the judge who hears what they hear."""

    def __init__(self, served: Served, seed: int = 1, clock: LeapingClock | None = None) -> None:
        self.served = served
        self.judge = Judge(served.services.journal)
        self.over: dict[str, asyncio.Event] = {}
        self.random = random.Random(seed)
        self.done: Counter[str] = Counter()  # what people on the rail did, in words
        self._clock = clock
        self._visitors: list[Visitor] = []

    def leap(self) -> None:
        """Let the time of a decision pass at once, at every table."""
        if self._clock is None or self.served.loop is None:
            return
        self.done["leap of the clock"] += 1
        self._clock.ahead += LEAP_MS
        for table_task in self.served.services.pit.tables.values():
            self.served.loop.call_soon_threadsafe(table_task.look)

    def waits_for(self, table: str) -> str:
        """Tell why a table does not go on, for who has to find it out."""
        table_task = self.served.services.pit.tables[table]
        now = table_task.table
        phase = now.round.phase if now.round is not None else "no round"
        return (
            f"{table} is {now.status.standing}, {phase} in round {now.rounds} after event"
            f" {table_task.handler.replica.number}, stopped: {table_task.failed or 'no'},"
            f" next: {table_task.following()}, seats: {now.seats}, bank: {now.bank}"
        )

    def visitor(self, *roles: str) -> tuple[Visitor, str]:
        """Let somebody in, with roles and enough chips; who they are."""
        visitor = self.served.visitor()
        visitor.client.timeout = httpx.Timeout(STUCK_S)  # a bot may have to learn the game first
        self._visitors.append(visitor)
        name = str(visitor.me()["name"])
        human = self.served.services.people.by_name(name)
        assert human is not None
        self.served.services.purses.carry_over(human.id, Chips(PURSE), 1)
        if roles:
            self.served.services.people.give_roles(human.id, roles)
        return visitor, name

    def open(self, table: str, rules: str, **more: Json) -> None:
        """Open a table; its rounds are shuffled."""
        asked = {"name": table, "rules": rules, "pace": PACE, "provable": True, **more}
        answer = self._door().post("/api/testing/tables", asked)
        assert answer.status_code == 201, answer.text
        self.over[table] = asyncio.Event()

    def _door(self) -> Visitor:
        if not self._visitors:
            self.visitor()
        return self._visitors[0]

    def close(self) -> None:
        for visitor in self._visitors:
            visitor.client.close()

    def socket(self, visitor: Visitor, path: str) -> connect:
        """Open a socket as a page would."""
        return connect(
            f"{visitor.origin.replace('http', 'ws', 1)}{path}",
            additional_headers={"cookie": visitor.cookie()},
            origin=Origin(visitor.origin),
            open_timeout=STUCK_S,
            ping_interval=None,  # a machine that is busy elsewhere is no reason to hang up
            max_size=None,
            compression=None,
        )

    async def watch(self, path: str, source: str, *roles: str, table: str = "") -> None:
        """Look on until every table is over."""
        visitor, name = await asyncio.to_thread(self.visitor, *roles)
        while not self.is_over(table):
            async with self.socket(visitor, path) as socket:
                await self._listen(socket, Heard(name, source, "", table))

    async def _listen(self, socket: ClientConnection, who: Heard) -> None:
        text = ""
        while not self.is_over(who.table):
            try:
                async with asyncio.timeout(AGAIN_S):
                    text = str(await socket.recv())
            except TimeoutError:
                continue
            except ConnectionClosed as error:
                self.dropped(who.viewer, text, error)
                return
            self.judge.hear(replace(who, text=text))

    def dropped(self, name: str, text: str, error: ConnectionClosed) -> None:
        """Who was too slow may come again, as a page would; nobody is thrown out otherwise."""
        last = msgspec.json.decode(text) if text else {}
        if last.get("type") != "bye" or not last["again"]:
            raise AssertionError(f"{name} was thrown out: {error}") from error
        self.done[f"dropped: {last['reason']}"] += 1

    def is_over(self, table: str = "") -> bool:
        wanted: Iterable[str] = [table] if table else self.over
        return all(self.over[name].is_set() for name in wanted)

    async def told(self, views: int) -> None:
        """Wait until the tables have told so much: a busy machine asks no more than an idle one."""
        heard, since = self.judge.asked["table"] + views, time.monotonic()
        while self.judge.asked["table"] < heard and not self.is_over():
            await asyncio.sleep(0.05)
            if time.monotonic() - since > TOLD_S_MAX:  # perhaps they wait for who waits here
                return

    def client(self, visitor: Visitor) -> httpx.AsyncClient:
        """Give somebody a browser that can wait."""
        return httpx.AsyncClient(
            base_url=visitor.origin,
            cookies=visitor.client.cookies,
            headers={"x-csrf": visitor.csrf, "origin": visitor.origin},
            # A line kept open may be hung up on while a busy machine is still about to use it.
            limits=httpx.Limits(max_keepalive_connections=0),
            timeout=STUCK_S,
            verify=False,  # noqa: S501  # no certificates are read, which takes long
        )

    async def ask_rest(self, *roles: str) -> None:
        """Ask for everything that may be asked, again and again, rounds being played included."""
        visitor, name = await asyncio.to_thread(self.visitor, *roles)
        async with self.client(visitor) as client:
            while not self.is_over():
                for path, source, table, round_ in self._paths():
                    answer = await client.get(path)
                    assert answer.status_code < 500, (path, answer.text)
                    self.judge.hear(Heard(name, source, answer.text, table, round_))
                await self.told(REST_EVERY)

    def _paths(self) -> list[tuple[str, str, str, int]]:
        table = self.random.choice(list(self.over))
        live = self.served.services.pit.table(table)
        now = live.rounds if live is not None else 0
        asked = [("/api/tables", "/api/tables", "", 0), ("/api/hands", "/api/hands", "", 0)]
        asked += [(f"/api/{way}", f"/api/{way}", "", 0) for way in ("floor", "audit/rounds", "me")]
        asked.append((f"/api/floor/{table}/irregularities", "irregularities", "", 0))
        for number in (now, max(1, now - self.random.randint(1, 5))):
            base = f"/api/hands/{table}/{number}"
            asked += [
                (base, "replay", table, number),
                (f"{base}/proof", "proof", table, number),
                (f"{base}/review", "review", table, number),
                (f"{base}/export?form={self.random.choice(('text', 'csv', 'json', 'toml'))}",
                 "export", table, number),
            ]  # fmt: skip
        return [one for one in asked if one[3] or one[2] == ""]

    async def play(self, table: str, rounds: int, seed: int) -> None:
        """Sit down and play at random until the table has had its rounds."""
        visitor, name = await asyncio.to_thread(self.visitor)
        player = Player(self, table, rounds, random.Random(seed), name)
        coached = asyncio.create_task(self.ask_coach(visitor, name, table))
        try:
            await self._sit_and_play(visitor, player)
        finally:
            coached.cancel()
            await asyncio.gather(coached, return_exceptions=True)

    async def ask_coach(self, visitor: Visitor, name: str, table: str) -> None:
        """Ask the coach of one's own seat now and then: of the hand on the felt, and of one before.

        Where other people play it has to be silent until the round is over.
        """
        async with self.client(visitor) as client:
            while not self.over[table].is_set():
                await self.told(COACH_EVERY)
                live = self.served.services.pit.table(table)
                now = live.rounds if live is not None else 0
                answer = await client.get(f"/api/tables/{table}/coach")
                assert answer.status_code < 500, answer.text
                round_ = answer.json().get("round", now)
                self.judge.hear(Heard(name, "coach", without_outs(answer.text), table, round_))
                before = max(1, now - 1)
                answer = await client.get(f"/api/hands/{table}/{before}/review")
                assert answer.status_code < 500, answer.text
                self.judge.hear(Heard(name, "review", without_outs(answer.text), table, before))

    async def _sit_and_play(self, visitor: Visitor, player: Player) -> None:
        table, name = player.table, player.name
        while not self.over[table].is_set():
            async with self.socket(visitor, f"/ws/table/{table}?from={player.knows}") as socket:
                try:
                    await player.run(socket)
                except ConnectionClosed as error:
                    self.dropped(name, player.heard, error)
            await player.away()


async def gather(*tasks: Any) -> None:  # Any: coroutines of nothing
    """Run all of them; the first that fails ends the rest."""
    async with asyncio.TaskGroup() as group:
        for task in tasks:
            group.create_task(task)
