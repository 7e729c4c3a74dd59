"""Random players on real sockets who write down every byte that reaches them."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Iterable
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tests.server.leaks import Heard, Judge
from tests.server.serving import Served, Visitor

CHIPS: Final = 200_000
PURSE: Final = 10**11
LOW: Final = 60_000
STUCK_S: Final = 60.0
ORDER: Final = ("ante", "blind", "trips", "six_card", "progressive")
# Nobody is hurried, the dealer waits a moment between steps so that each of them is seen.
PACE: Final = {"betting": None, "bank": None, "step": 1, "result": 1, "between": 1, "clock": False}

Json = Any  # Any: JSON as it came


class Rail:
    """Everybody at one server, and the judge who hears what they hear."""

    def __init__(self, served: Served, seed: int = 1) -> None:
        self.served = served
        self.judge = Judge(served.house.journal)
        self.over: dict[str, asyncio.Event] = {}
        self.random = random.Random(seed)
        self._visitors: list[Visitor] = []

    def visitor(self, *roles: str) -> tuple[Visitor, str]:
        """Let somebody in, with roles and enough chips; who they are."""
        visitor = self.served.visitor()
        self._visitors.append(visitor)
        name = str(visitor.me()["name"])
        human = self.served.house.people.by_name(name)
        assert human is not None
        self.served.house.purses.move(f"test/{human.id}", human.id, PURSE, "test")
        if roles:
            self.served.house.people.give_roles(human.id, roles)
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
            max_size=None,
            compression=None,
        )

    async def watch(self, path: str, source: str, *roles: str, table: str = "") -> None:
        """Look on until every table is over."""
        visitor, name = await asyncio.to_thread(self.visitor, *roles)
        async with self.socket(visitor, path) as socket:
            while not self.is_over(table):
                try:
                    text = await asyncio.wait_for(socket.recv(), 0.5)
                except TimeoutError:
                    continue
                self.judge.hear(Heard(name, source, str(text), table))

    def is_over(self, table: str = "") -> bool:
        wanted: Iterable[str] = [table] if table else self.over
        return all(self.over[name].is_set() for name in wanted)

    async def ask_rest(self, *roles: str) -> None:
        """Ask for everything that may be asked, again and again, rounds being played included."""
        visitor, name = await asyncio.to_thread(self.visitor, *roles)
        async with httpx.AsyncClient(
            base_url=visitor.origin, cookies=visitor.client.cookies, timeout=STUCK_S
        ) as client:
            while not self.is_over():
                for path, source, table, round_ in self._paths():
                    answer = await client.get(path)
                    assert answer.status_code < 500, (path, answer.text)
                    self.judge.hear(Heard(name, source, answer.text, table, round_))
                await asyncio.sleep(0.1)

    def _paths(self) -> list[tuple[str, str, str, int]]:
        table = self.random.choice(list(self.over))
        live = self.served.house.pit.table(table)
        now = live.rounds if live is not None else 0
        asked = [("/api/tables", "/api/tables", "", 0), ("/api/hands", "/api/hands", "", 0)]
        asked += [(f"/api/{way}", f"/api/{way}", "", 0) for way in ("floor", "audit/rounds", "me")]
        asked.append((f"/api/floor/{table}/irregularities", "irregularities", "", 0))
        for number in (now, max(1, now - self.random.randint(1, 5))):
            base = f"/api/hands/{table}/{number}"
            asked += [
                (base, "replay", table, number),
                (f"{base}/proof", "proof", table, number),
                (f"{base}/export?form={self.random.choice(('text', 'csv', 'json', 'toml'))}",
                 "export", table, number),
            ]  # fmt: skip
        return [one for one in asked if one[3] or one[2] == ""]

    async def play(self, table: str, rounds: int, seed: int) -> None:
        """Sit down and play at random until the table has had its rounds."""
        visitor, name = await asyncio.to_thread(self.visitor)
        player = _Player(self, table, rounds, random.Random(seed), name)
        while not self.over[table].is_set():
            try:
                async with self.socket(visitor, f"/ws/table/{table}?from={player.knows}") as socket:
                    await player.run(socket)
            except ConnectionClosed as error:
                raise AssertionError(f"{name} was thrown out of {table}: {error}") from error


class _Player:
    """One seat's random mind."""

    def __init__(self, rail: Rail, table: str, rounds: int, mind: random.Random, name: str) -> None:
        self.rail, self.table, self.rounds = rail, table, rounds
        self.mind, self.name = mind, name
        self.knows = 0
        self.view: Json = {}
        self.moved = time.monotonic()  # when the table last went on
        self.waits = ""  # the id that waits for its answer
        self.count = 0
        self.nonsense = 0

    async def run(self, socket: ClientConnection) -> None:
        self.waits = ""
        over = self.rail.over[self.table]
        while not over.is_set():
            still = time.monotonic() - self.moved
            assert still < STUCK_S, f"{self.table} stands still for {self.name}: {self.view}"
            try:
                text = str(await asyncio.wait_for(socket.recv(), 0.5))
            except TimeoutError:
                continue
            self.rail.judge.hear(Heard(self.name, "table", text, self.table))
            message = json.loads(text)
            if message["type"] == "answer" and message["id"] == self.waits:
                self.waits = ""
                view = self.view
            elif message["type"] == "view":
                self.view = view = message
                if view["number"] > self.knows:
                    self.knows, self.moved = view["number"], time.monotonic()
                if view["hand"]["round"] > self.rounds:
                    over.set()
                    return
            else:
                continue
            if self.waits:
                continue
            if self.mind.random() < 0.002:
                return  # comes back on another socket
            ask = self.wish(view)
            if ask:
                self.count += 1
                self.waits = f"{self.mind.getrandbits(64):016x}-{self.count}"
                await socket.send(json.dumps({"type": "do", "id": self.waits, "ask": ask}))

    def wish(self, view: Json) -> Json:
        """Give what the player wants now, or nothing."""
        you, hand = view["you"], view["hand"]
        seat = you["seat"]
        if not seat:
            return {"do": "sit", "seat": 0, "chips": CHIPS}
        mine = hand["seats"][seat - 1]
        if self.mind.random() < 0.02 and self.nonsense < view["number"] - 40:
            self.nonsense = view["number"]
            return self.mind.choice(
                [{"do": "play", "times": 9}, {"do": "fold"}, {"do": "check"}, {"do": "clear"},
                 {"do": "seed", "seed": "0badcafe"}, {"do": "leave"},
                 {"do": "cash-out", "chips": 1_000}, {"do": "take-bank", "stake": 1}]
            )  # fmt: skip
        if you["choices"]:
            choice = self.mind.choice(you["choices"])
            word = choice["word"]
            return {"do": "play", "times": choice["times"]} if word == "play" else {"do": word}
        if mine["leaving"]:
            return None
        if view["bank"] and view["bank"]["offered"] == seat:
            stake = view["bank"]["least"] + self.mind.randrange(4) * 10_000
            if stake <= you["chips"] and self.mind.random() < 0.7:
                return {"do": "take-bank", "stake": stake}
            return {"do": "decline-bank"}
        if you["chips"] < LOW and hand["phase"] in ("bets", "settled"):
            return {"do": "buy-in", "chips": CHIPS}
        banks = view["bank"] is not None and view["bank"]["seat"] == seat
        if view["offers"] and not mine["spots"] and not banks:
            return {"do": "bets", "wagers": self.wagers(view["offers"])}
        return None

    def wagers(self, offers: list[Json]) -> dict[str, int]:
        """Bet Ante and Blind, and each side wager more often than not."""
        ante = 0
        found = {}
        for offer in sorted(offers, key=lambda one: ORDER.index(one["wager"])):
            word, ladder = offer["wager"], offer["ladder"]
            if word == "ante":
                ante = found[word] = self.mind.choice(ladder[:4])
            elif word == "blind":
                found[word] = ante
            elif all(found.get(needed) for needed in offer["needs"]) and self.mind.random() < 0.7:
                found[word] = self.mind.choice(ladder[:3])
        return found


async def gather(*tasks: Any) -> None:  # Any: coroutines of nothing
    """Run all of them; the first that fails ends the rest."""
    async with asyncio.TaskGroup() as group:
        for task in tasks:
            group.create_task(task)
