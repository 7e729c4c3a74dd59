"""One seat of the load: a real identity and socket that bets and plays at random, and is timed.

The server's messages are large; only what a player has to know is read of them.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

BRINGS: Final = 90_000  # cents to the table; a guest has 100,000
NEEDS: Final = 4_000  # cents for one more round; with less, more is bought
AGAIN_S: Final = 0.05  # after a refusal
KEPT_VIEWS: Final = 64  # of the first seat: a bare server sends them again

_IDS = count(1)


class SeatSeen(msgspec.Struct):
    """What a player reads of a place."""

    seat: int
    state: str


class HandSeen(msgspec.Struct):
    """What a player reads of a round."""

    round: int
    phase: str
    seats: list[SeatSeen]


class YouSeen(msgspec.Struct):
    """What a player reads of their own part."""

    seat: int
    chips: int
    purse: int
    choices: list[dict[str, Any]]  # Any: JSON


class OfferSeen(msgspec.Struct):
    """What a player reads of a wager that is offered."""

    wager: str
    least: int


class LineSeen(msgspec.Struct):
    """What a player reads of a line of the log."""

    number: int


class Heard(msgspec.Struct):
    """Any message of the server, as far as it is read."""

    type: str
    number: int = 0
    id: str = ""
    ok: bool = False
    refused: dict[str, Any] | None = None  # Any: JSON
    hand: HandSeen | None = None
    you: YouSeen | None = None
    offers: list[OfferSeen] = []
    lines: list[LineSeen] = []
    reason: str = ""


DECODE: Final = msgspec.json.Decoder(Heard).decode
ENCODE: Final = msgspec.json.Encoder().encode


@dataclass(slots=True)
class Tally:
    """What all seats together have done and waited for; times in seconds."""

    asked: int = 0
    answered: int = 0
    views: int = 0
    view_bytes: int = 0
    sent_bytes: int = 0
    to_answer: list[float] = field(default_factory=list)
    to_view: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    rounds: dict[str, int] = field(default_factory=dict)
    kept: list[bytes] = field(default_factory=list)


@dataclass(slots=True)
class _Asked:
    id: str
    at: float
    views: list[tuple[int, float]] = field(default_factory=list)


class Socket:
    """A socket that asks one thing at a time, and notes how long it waits."""

    def __init__(self, table: str, tally: Tally) -> None:
        self.table = table
        self.tally = tally
        self._socket: ClientConnection | None = None
        self._asked: _Asked | None = None
        self._reader: asyncio.Task[None] | None = None
        self.lost = ""

    async def open(self, origin: str, cookie: str = "", *, deflate: bool = True) -> None:
        """Connect, and read from then on."""
        address = origin.replace("http", "ws", 1)
        self._socket = await connect(
            f"{address}/ws/table/{self.table}",
            origin=Origin(origin),
            additional_headers={"cookie": cookie} if cookie else None,
            compression="deflate" if deflate else None,
            max_size=None,
            open_timeout=60,
            ping_interval=None,
        )
        self._reader = asyncio.create_task(self._read(self._socket))

    async def close(self) -> None:
        """Hang up."""
        if self._reader is not None:
            self._reader.cancel()
        if self._socket is not None:
            with suppress(Exception):
                await asyncio.wait_for(self._socket.close(), 2)

    @property
    def is_waiting(self) -> bool:
        """Tell whether an answer is outstanding."""
        return self._asked is not None

    async def send(self, ask: dict[str, object]) -> None:
        """Ask something of the table."""
        if self._socket is None or self._asked is not None:
            raise RuntimeError("one command at a time")
        id_ = f"load-{next(_IDS):08}"
        said = ENCODE({"type": "do", "id": id_, "ask": ask}).decode()
        self.tally.asked += 1
        self.tally.sent_bytes += len(said)
        self._asked = _Asked(id_, time.perf_counter())
        await self._socket.send(said)

    async def _read(self, socket: ClientConnection) -> None:
        try:
            while True:
                said = await socket.recv(decode=False)
                now = time.perf_counter()
                heard = DECODE(said)
                match heard.type:
                    case "view":
                        self._note_view(said, heard, now)
                        await self.see(heard)
                    case "answer":
                        self._note_answer(heard, now)
                        await self.told(heard)
                    case "bye":
                        self.lost = heard.reason
        except ConnectionClosed as error:
            self.lost = self.lost or str(error)

    def _note_view(self, said: bytes, heard: Heard, now: float) -> None:
        self.tally.views += 1
        self.tally.view_bytes += len(said)
        if self._asked is not None:
            self._asked.views.append((heard.number, now))

    def _note_answer(self, heard: Heard, now: float) -> None:
        asked = self._asked
        if asked is None or asked.id != heard.id:
            raise RuntimeError(f"an answer to nothing asked: {heard.id}")
        self._asked = None
        tally = self.tally
        tally.answered += 1
        tally.to_answer.append(now - asked.at)
        shown = [at for number, at in asked.views if number >= heard.number]
        if heard.ok and shown:
            tally.to_view.append(shown[0] - asked.at)
        if heard.refused is not None:
            tally.refused[str(heard.refused["reason"])] += 1

    async def see(self, heard: Heard) -> None:
        """Look at a view."""

    async def told(self, heard: Heard) -> None:
        """Hear an answer."""


class Player(Socket):
    """Sits at a table of the house, bets, checks, plays and folds at random."""

    def __init__(
        self, table: str, seat: int, tally: Tally, think: tuple[float, float] | None, *, keep: bool
    ) -> None:
        super().__init__(table, tally)
        self.seat = seat
        self._chance = random.Random(f"{table}/{seat}")
        self._think = think
        self._keep = keep
        self._done: tuple[int, str, int] | None = None
        self._now: Heard | None = None
        self._busy: asyncio.Task[None] | None = None
        self._http: httpx.AsyncClient | None = None
        self._csrf = ""
        self.sat = asyncio.Event()
        self.resting = False
        self.newest = 0  # the number of the last view
        self.lines: list[int] = []  # the numbers of the log, as they came
        self.obeyed = 0  # commands
        self.viewed = asyncio.Event()  # set with every view, for who waits for the next one
        self.repeated = 0  # views that told again what an earlier one had told

    async def come(self, origin: str, *, deflate: bool) -> None:
        """Get an identity, open the socket, sit down."""
        self._http = httpx.AsyncClient(base_url=origin, timeout=60)
        me = await self._http.get("/api/me")
        me.raise_for_status()
        self._csrf = me.json()["csrf"]
        await self.open(origin, self.cookie, deflate=deflate)
        await self.send({"do": "sit", "seat": self.seat, "chips": BRINGS})
        await asyncio.wait_for(self.sat.wait(), 60)

    async def close(self) -> None:
        """Hang up and forget the identity."""
        if self._busy is not None:
            self._busy.cancel()
        await super().close()
        if self._http is not None:
            await self._http.aclose()

    @property
    def cookie(self) -> str:
        """The identity, as a browser sends it."""
        cookies = self._http.cookies if self._http is not None else {}
        return "; ".join(f"{name}={value}" for name, value in cookies.items())

    @property
    def moment(self) -> tuple[int, str, bool]:
        """The round, its phase, and whether this seat is asked: when a coach may say more."""
        now = self._now
        if now is None or now.hand is None or now.you is None:
            return 0, "", False
        return now.hand.round, now.hand.phase, bool(now.you.choices)

    async def told(self, heard: Heard) -> None:
        """Go on; what was refused is tried again in a moment."""
        self.sat.set()
        self.obeyed += heard.ok
        if not heard.ok:
            self._done = None
            self._later(AGAIN_S, self._move)
        else:
            await self._consider()

    async def see(self, heard: Heard) -> None:
        """Note the newest view; act where it asks for something."""
        self._now = heard
        self.newest = heard.number
        self.viewed.set()
        told = [line.number for line in heard.lines]
        self.repeated += bool(told and self.lines and told[0] <= self.lines[-1])
        self.lines += told
        if heard.hand is not None:
            rounds = self.tally.rounds
            rounds[self.table] = max(rounds.get(self.table, 0), heard.hand.round)
        await self._consider()

    def _note_view(self, said: bytes, heard: Heard, now: float) -> None:
        super()._note_view(said, heard, now)
        if self._keep and len(self.tally.kept) < KEPT_VIEWS and self.sat.is_set():
            self.tally.kept.append(said)

    async def _consider(self) -> None:
        if self._key() is None:
            return
        if self._think is None:
            await self._move()
        else:
            self._later(self._chance.uniform(*self._think), self._move)

    def _later(self, seconds: float, move: Callable[[], Any]) -> None:  # Any: a coroutine
        if self._busy is not None and not self._busy.done():
            return

        async def soon() -> None:
            await asyncio.sleep(seconds)
            with suppress(ConnectionClosed):
                await move()

        self._busy = asyncio.create_task(soon())

    def _key(self) -> tuple[int, str, int] | None:
        """Name what is asked of this seat now; None where nothing is, or it was done."""
        now = self._now
        if now is None or now.hand is None or now.you is None or not now.you.seat:
            return None
        if self.is_waiting or not self.sat.is_set() or self.resting:
            return None
        hand, you = now.hand, now.you
        betting = hand.phase == "bets" and bool(now.offers)
        state = next((s.state for s in hand.seats if s.seat == you.seat), "")
        if not you.choices and not (betting and state == "waiting"):
            return None
        key = (hand.round, hand.phase, len(you.choices))
        return key if key != self._done else None

    async def _move(self) -> None:
        key, now = self._key(), self._now
        if key is None or now is None or now.you is None:
            return
        if not now.you.choices and now.you.chips < NEEDS:
            await self._buy(now.you)
            return
        self._done = key
        await self.send(self._choice(now.you) if now.you.choices else self._bets(now.offers))

    def _choice(self, you: YouSeen) -> dict[str, object]:
        chosen = self._chance.choice(you.choices)
        if chosen["word"] == "play":
            return {"do": "play", "times": chosen["times"]}
        return {"do": chosen["word"]}

    def _bets(self, offers: list[OfferSeen]) -> dict[str, object]:
        least = {offer.wager: offer.least for offer in offers}
        ante = max(least["ante"], least["blind"])
        wagers = {"ante": ante, "blind": ante}
        for side in ("trips", "progressive"):
            if side in least and self._chance.random() < 1 / 3:
                wagers[side] = least[side]
        return {"do": "bets", "wagers": wagers}

    async def _buy(self, you: YouSeen) -> None:
        """Bring more chips; with an empty purse, ask the house for some first."""
        if you.purse < NEEDS and self._http is not None:
            headers = {"x-csrf": self._csrf, "origin": str(self._http.base_url).rstrip("/")}
            answer = await self._http.post("/api/purse/refill", headers=headers)
            answer.raise_for_status()
        else:
            await self.send({"do": "buy-in", "chips": min(you.purse, BRINGS)})


class Echoed(Socket):
    """A seat at a bare server's table: sends when it is its turn, and passes the turn on."""

    def __init__(self, table: str, tally: Tally) -> None:
        super().__init__(table, tally)
        self.following: Echoed | None = None
        self.resting = False

    async def turn(self) -> None:
        """Ask something as long as a player would."""
        if not self.resting:
            await self.send({"do": "bets", "wagers": {"ante": 500, "blind": 500}})

    async def told(self, heard: Heard) -> None:
        """Pass the turn on."""
        if self.following is not None:
            await self.following.turn()
