"""A random player's mind: bets, decides, talks nonsense, falls silent, goes away, comes back."""

from __future__ import annotations

import asyncio
import json
import random
import time
from typing import TYPE_CHECKING, Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection

from tests.server.leaks import Heard

if TYPE_CHECKING:
    from tests.server.leaks_play import Rail

CHIPS: Final = 200_000
LOW: Final = 60_000
STUCK_S: Final = 240.0  # on a machine that has much else to do
AGAIN_S: Final = 0.3  # after which a player who heard nothing thinks again
ORDER: Final = ("ante", "blind", "trips", "six_card", "progressive")

SILENT: Final = 0.02  # how often a player who is asked does not answer
AWAY: Final = 0.002  # how often the page is closed; how often of those, for a while
LONG: Final = 0.3
NONSENSE: Final = 0.02

Json = Any  # Any: JSON as it came


class Player:
    """One seat's random mind; at a table with a clock it is sometimes too late."""

    def __init__(self, rail: Rail, table: str, rounds: int, mind: random.Random, name: str) -> None:
        self.rail, self.table, self.rounds = rail, table, rounds
        self.mind, self.name = mind, name
        self.knows = 0
        self.heard = ""  # the last message
        self.view: Json = {}
        self.moved = time.monotonic()  # when the table last went on
        self.waits = ""  # the id that waits for its answer
        self.count = 0
        self.nonsense = 0
        self.silent = 0  # the event after which nothing is answered

    async def run(self, socket: ClientConnection) -> None:
        """Play until the table is over, or until the page is closed."""
        self.waits = ""
        over = self.rail.over[self.table]
        while not over.is_set():
            still = time.monotonic() - self.moved
            assert still < STUCK_S, f"{self.name} waits: {self.rail.waits_for(self.table)}"
            try:
                async with asyncio.timeout(AGAIN_S):
                    text = str(await socket.recv())
            except TimeoutError:
                # Nobody has to be told twice; but what was refused may be right by now.
                if self.view and not self.waits:
                    await self.act(socket)
                continue
            self.heard = text
            self.rail.judge.hear(Heard(self.name, "table", text, self.table))
            if not self.hears(msgspec.json.decode(text)) or self.waits:
                continue
            if self.mind.random() < AWAY:
                return
            await self.act(socket)

    def hears(self, message: Json) -> bool:
        """Take a message; tell whether there may be something to do."""
        if message["type"] == "answer" and message["id"] == self.waits:
            self.waits = ""
            return bool(message["ok"])
        if message["type"] != "view":
            return False
        self.view = message
        if message["number"] > self.knows:
            self.knows, self.moved = message["number"], time.monotonic()
        if message["hand"]["round"] > self.rounds:
            self.rail.over[self.table].set()
            return False
        return True

    async def act(self, socket: ClientConnection) -> None:
        """Ask for what the player wants now, if anything."""
        ask = self.wish(self.view)
        if ask:
            self.count += 1
            self.waits = f"{self.mind.getrandbits(64):016x}-{self.count}"
            await socket.send(json.dumps({"type": "do", "id": self.waits, "ask": ask}))

    async def away(self) -> None:
        """Stay away: mostly just to come back on another socket."""
        if self.mind.random() < LONG:
            self.rail.done["away for a while"] += 1
            await asyncio.sleep(self.mind.random())
            self.rail.leap()

    def wish(self, view: Json) -> Json:
        """Give what the player wants now, or nothing."""
        you, hand = view["you"], view["hand"]
        seat = you["seat"]
        if not seat:
            return {"do": "sit", "seat": 0, "chips": CHIPS}
        mine = hand["seats"][seat - 1]
        if self.mind.random() < NONSENSE and self.nonsense < view["number"] - 40:
            self.nonsense = view["number"]
            return self.mind.choice(
                [{"do": "play", "times": 9}, {"do": "fold"}, {"do": "check"}, {"do": "clear"},
                 {"do": "seed", "seed": "0badcafe"}, {"do": "leave"},
                 {"do": "cash-out", "chips": 1_000}, {"do": "take-bank", "stake": 1}]
            )  # fmt: skip
        if self.falls_silent(view):
            return None
        if you["choices"]:
            choice = self.mind.choice(you["choices"])
            word = choice["word"]
            return {"do": "play", "times": choice["times"]} if word == "play" else {"do": word}
        if mine["leaving"]:
            return None
        return self.before_the_deal(view, seat, mine)

    def before_the_deal(self, view: Json, seat: int, mine: Json) -> Json:
        """Bank, buy chips, bet."""
        you, hand = view["you"], view["hand"]
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

    def falls_silent(self, view: Json) -> bool:
        """Where there is a clock, let it run out now and then."""
        if self.silent == view["number"]:
            return True
        if view["deadline"] is None or not view["you"]["choices"] or self.mind.random() >= SILENT:
            return False
        self.silent = view["number"]
        self.rail.leap()
        return True

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
