"""The socket of a table: strict messages in, answers and the newest view out."""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import suppress
from typing import Final

import msgspec
import structlog

from pitboss import __version__
from pitboss.journal import JournalError
from pitboss.pit import PitReason
from pitboss.server.auth.identity import human_in, session_in
from pitboss.server.auth.table_access import NO_TABLE, TableAccess
from pitboss.server.http.metrics import COMMAND_SECONDS, COMMANDS, DROPPED, VIEWS
from pitboss.server.http.problems import Turned
from pitboss.server.http.rates import Bucket
from pitboss.server.live.commands import Commands
from pitboss.server.live.connection import (
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
from pitboss.server.live.feed import Feed
from pitboss.server.live.open_sockets import Whose
from pitboss.server.live.outbox import Outbox
from pitboss.server.live.tables import LiveTables
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
_NAME: Final = re.compile(r"[^\x00-\x1f\x7f]{1,60}")  # what no database takes is no table's name
_VIEWS_SENT: Final = VIEWS.labels("sent")
_VIEWS_DROPPED: Final = VIEWS.labels("dropped")


async def table_socket(socket: Socket, table: str, live: LiveTables, access: TableAccess) -> None:
    """Serve one WebSocket of a table until it ends; `?from=N` gets the log behind event N."""
    async with talking(socket):
        await _joined(socket, table, live, access)


async def _joined(socket: Socket, table: str, live: LiveTables, access: TableAccess) -> None:
    human = human_in(socket.scope)
    if human is None:
        return
    try:
        if not _NAME.fullmatch(table):
            raise Turned(404, "no-such-table", NO_TABLE)
        key = socket.query_params.get("key", "")
        await access.let_in(human, await live.directory.row(table), table, key)
    except Turned as turned:
        await close(socket, Bye(turned.reason, turned.detail, again=False))
        return
    feed = live.feeds.get(table)
    if feed is None:
        await close(socket, Bye("leaving", "the server is stopping", again=True))
        return
    if (full := live.full(human)) is not None:
        await close(socket, full)
        return
    async with live.socket(human, "table"):  # at once: others of this person come meanwhile
        purse = await live.purse(human.id)
        outbox = Outbox(human, purse, _number(socket.query_params.get("from", "")))
        await _Talk(socket, live, feed, outbox, await live.commands(feed)).run()


class _Talk:
    """One socket from its first message to its last."""

    def __init__(
        self,
        socket: Socket,
        live: LiveTables,
        feed: Feed,
        outbox: Outbox,
        commands: Commands,
    ) -> None:
        self._socket = socket
        self._live = live
        self._feed = feed
        self._outbox = outbox
        self._commands = commands
        self._bucket = Bucket(live.message_rate, time.monotonic())
        self._wrong = 0
        self._in_hand = asyncio.Lock()
        self._gone = asyncio.Event()

    async def run(self) -> None:
        """Read and write until either side closes the socket."""
        reader = asyncio.create_task(self._read())
        writer = asyncio.create_task(self._write())
        session = session_in(self._socket.scope)
        whose = Whose(self._outbox.human, session, self._outbox.end)
        with self._live.open_sockets.open(self._leave, whose):
            self._live.join(self._feed, self._outbox)
            try:
                await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
                if reader.done() and self._outbox.ended is not None and not writer.done():
                    await asyncio.wait({writer}, timeout=SLOW_S)  # for its close message
            finally:
                self._live.part(self._feed, self._outbox)
                self._gone.set()
                await self._finish(reader)
                await ended((reader, writer))

    async def _finish(self, reader: asyncio.Task[None]) -> None:
        """Wait until the command in hand is done, so that it is not cancelled half way."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SLOW_S), self._in_hand:
                reader.cancel()

    async def _leave(self) -> None:
        """Say goodbye at shutdown, after the command in hand is answered."""
        async with self._in_hand:
            text = "the server is stopping; come back in a moment"
            self._outbox.end(Bye("leaving", text, again=True))
        await self._gone.wait()

    # -- out --------------------------------------------------------------------------------------

    async def _write(self) -> None:
        outbox, feed = self._outbox, self._feed
        hello = Hello(outbox.human.name, self._live.clock.now(), __version__)
        try:
            await send(self._socket, _ENCODE(hello))
            while True:
                await outbox.wake.wait()
                outbox.wake.clear()
                said = outbox.said()  # before the view: an answer goes out behind its effect
                if outbox.version != feed.version:
                    _VIEWS_SENT.inc()
                    if outbox.version >= 0 and (missed := feed.version - outbox.version - 1) > 0:
                        _VIEWS_DROPPED.inc(missed)
                    await send(self._socket, feed.message(outbox))
                for message in said:
                    await send(self._socket, _ENCODE(message))
                if outbox.ended is not None:
                    DROPPED.labels(outbox.ended.reason).inc()
                    await close(self._socket, outbox.ended)
                    return
        except TimeoutError:
            DROPPED.labels("slow").inc()
            await close(self._socket, SLOW)

    # -- in ---------------------------------------------------------------------------------------

    async def _read(self) -> None:
        while self._outbox.ended is None:
            data = await receive(self._socket)
            if (bye := self._too_much(data)) is not None:
                self._outbox.end(bye)
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
            self._outbox.end(Bye("not-understood", text, again=False))
            return
        refused = Refused(str(PitReason.NOT_A_COMMAND), f"not understood: {error}"[:300])
        self._outbox.say(Answered(id="", ok=False, number=0, refused=refused))

    async def _take(self, message: FromClient) -> None:
        match message:
            case Ping():
                self._outbox.say(Pong(self._live.clock.now()))
            case Know(number):
                self._outbox.knows = max(self._outbox.knows, min(number, self._feed.number))
            case Do():
                await self._do(message)

    async def _do(self, message: Do) -> None:
        begun = time.monotonic()
        try:
            answered = await self._commands.obey(self._outbox.human, message)
        except JournalError as error:  # the same id may be asked again, and is done once
            _LOG.warning("a command waits for the store", id=message.id, error=str(error))
            refused = Refused(str(PitReason.STORE_DOWN), STORE_DOWN.text)
            answered = Answered(id=message.id, ok=False, number=0, refused=refused)
        COMMAND_SECONDS.observe(time.monotonic() - begun)
        word = message.ask.__struct_config__.tag
        COMMANDS.labels(word, "ok" if answered.ok else "refused").inc()
        self._outbox.say(answered)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 15 else 0
