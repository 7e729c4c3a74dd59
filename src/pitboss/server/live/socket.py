"""The socket of a table: strict messages in, answers and the newest view out."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Final

import msgspec
import structlog
from litestar import websocket
from litestar.params import FromPath

from pitboss import __version__
from pitboss.journal import JournalError
from pitboss.pit import PitReason
from pitboss.server.door import let_in
from pitboss.server.farewell import Whose
from pitboss.server.gate import may
from pitboss.server.identity import human_in, session_in
from pitboss.server.live.client import Client
from pitboss.server.live.commands import Commands
from pitboss.server.live.hub import Hub
from pitboss.server.live.line import (
    SLOW,
    SLOW_S,
    STORE_DOWN,
    Socket,
    close,
    ended,
    receive,
    send,
    talking,
    too_large,
)
from pitboss.server.live.room import Room, room_of
from pitboss.server.metrics import COMMAND_SECONDS, COMMANDS, DROPPED, VIEWS
from pitboss.server.problems import Turned
from pitboss.server.rates import Bucket
from pitboss.server.state import House
from pitboss.server.wire.ask import (
    Answered,
    Bye,
    Do,
    FromClient,
    Hello,
    Know,
    Ping,
    Pong,
    Refused,
)

WRONG_MAX: Final = 20  # messages that cannot be read, of one socket

_DECODE: Final = msgspec.json.Decoder(FromClient).decode
_ENCODE: Final = msgspec.json.Encoder().encode

_LOG: Final = structlog.get_logger("pitboss.server")
_VIEWS_SENT: Final = VIEWS.labels("sent")
_VIEWS_DROPPED: Final = VIEWS.labels("dropped")


@websocket("/ws/table/{table:str}", guards=[may("table.see")])
async def table_socket(socket: Socket, table: FromPath[str]) -> None:
    """Play at a table, or look on; `?from=N` gets the log behind event N."""
    async with talking(socket):
        await _joined(socket, socket.app.state.house, table)


async def _joined(socket: Socket, house: House, table: str) -> None:
    room, human = room_of(house), human_in(socket.scope)
    if human is None:
        return
    try:
        key = socket.query_params.get("key", "")
        await let_in(house, human, await room.row(table), table, key)
    except Turned as turned:
        await close(socket, Bye(turned.reason, turned.detail, again=False))
        return
    hub = room.hubs.get(table)
    if hub is None:
        await close(socket, Bye("leaving", "the server is stopping", again=True))
        return
    if (full := room.full(human)) is not None:
        await close(socket, full)
        return
    async with room.socket(human, "table"):  # at once: others of this person come meanwhile
        purse = await asyncio.to_thread(house.purses.balance, human.id)
        client = Client(human, purse, _number(socket.query_params.get("from", "")))
        await _Talk(socket, house, room, hub, client, await room.commands(hub)).run()


class _Talk:
    """One socket from its first message to its last."""

    def __init__(
        self,
        socket: Socket,
        house: House,
        room: Room,
        hub: Hub,
        client: Client,
        commands: Commands,
    ) -> None:
        self._socket = socket
        self._house = house
        self._room = room
        self._hub = hub
        self._client = client
        self._commands = commands
        self._bucket = Bucket(house.config.rates.message, time.monotonic())
        self._wrong = 0
        self._in_hand = asyncio.Lock()
        self._gone = asyncio.Event()

    async def run(self) -> None:
        """Read and write until either side has had enough."""
        reader = asyncio.create_task(self._read())
        writer = asyncio.create_task(self._write())
        session = session_in(self._socket.scope)
        whose = Whose(self._client.human, session, self._client.end)
        with self._house.farewell.open(self._leave, whose):
            self._room.join(self._hub, self._client)
            try:
                await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
                if reader.done() and self._client.ended is not None and not writer.done():
                    await asyncio.wait({writer}, timeout=SLOW_S)  # its last word
            finally:
                self._room.part(self._hub, self._client)
                self._gone.set()
                await self._finish(reader)
                await ended((reader, writer))

    async def _finish(self, reader: asyncio.Task[None]) -> None:
        """Let the command in hand be done whole: half a buy-in would wait to be found again."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SLOW_S), self._in_hand:
                reader.cancel()

    async def _leave(self) -> None:
        """The server leaves: the command in hand is answered first."""
        async with self._in_hand:
            text = "the server is stopping; come back in a moment"
            self._client.end(Bye("leaving", text, again=True))
        await self._gone.wait()

    # -- out --------------------------------------------------------------------------------------

    async def _write(self) -> None:
        client, hub = self._client, self._hub
        hello = Hello(client.human.name, self._house.clock.now(), __version__)
        try:
            await send(self._socket, _ENCODE(hello))
            while True:
                await client.wake.wait()
                client.wake.clear()
                said = client.said()  # before the view: an answer goes out behind its effect
                if client.version != hub.version:
                    _VIEWS_SENT.inc()
                    if client.version >= 0 and (missed := hub.version - client.version - 1) > 0:
                        _VIEWS_DROPPED.inc(missed)
                    await send(self._socket, hub.message(client))
                for message in said:
                    await send(self._socket, _ENCODE(message))
                if client.ended is not None:
                    DROPPED.labels(client.ended.reason).inc()
                    await close(self._socket, client.ended)
                    return
        except TimeoutError:
            DROPPED.labels("slow").inc()
            await close(self._socket, SLOW)

    # -- in ---------------------------------------------------------------------------------------

    async def _read(self) -> None:
        while self._client.ended is None:
            data = await receive(self._socket)
            if (bye := self._too_much(data)) is not None:
                self._client.end(bye)
                return
            try:
                message = _DECODE(data)
            except (msgspec.DecodeError, UnicodeError) as error:
                self._not_read(error)
                continue
            async with self._in_hand:
                await self._take(message)

    def _too_much(self, data: str) -> Bye | None:
        if (bye := too_large(data)) is not None:
            return bye
        if self._bucket.take(time.monotonic()):
            return Bye("too-fast", "too many messages; wait a moment", again=True)
        return None

    def _not_read(self, error: Exception) -> None:
        self._wrong += 1
        if self._wrong > WRONG_MAX:
            text = f"{WRONG_MAX} messages could not be read"
            self._client.end(Bye("not-understood", text, again=False))
            return
        refused = Refused(str(PitReason.NOT_A_COMMAND), f"not understood: {error}"[:300])
        self._client.say(Answered(id="", ok=False, number=0, refused=refused))

    async def _take(self, message: FromClient) -> None:
        match message:
            case Ping():
                self._client.say(Pong(self._house.clock.now()))
            case Know(number):
                self._client.knows = max(self._client.knows, min(number, self._hub.number))
            case Do():
                await self._do(message)

    async def _do(self, message: Do) -> None:
        begun = time.monotonic()
        try:
            answered = await self._commands.obey(self._client.human, message)
        except JournalError as error:  # the same id may be asked again, and is done once
            _LOG.warning("a command waits for the store", id=message.id, error=str(error))
            refused = Refused(str(PitReason.STORE_DOWN), STORE_DOWN.text)
            answered = Answered(id=message.id, ok=False, number=0, refused=refused)
        COMMAND_SECONDS.observe(time.monotonic() - begun)
        word = message.ask.__struct_config__.tag
        COMMANDS.labels(word, "ok" if answered.ok else "refused").inc()
        self._client.say(answered)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 15 else 0
