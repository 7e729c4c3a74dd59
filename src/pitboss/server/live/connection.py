"""The line to one client: text in and out within bounds, and how it ends.

Whatever the framework says when the client is not there any more is one word here, `GoneError`. So
a mistake of our own is never taken for that: it is noted, and the client is asked to come again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import msgspec
import structlog
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from pitboss.journal import JournalError
from pitboss.server.wire.ask import Bye

MESSAGE_BYTES_MAX: Final = 4 * 1024  # of one message; the largest sound one has a tenth of it
SLOW_S: Final = 10.0  # a client that takes no message for so long is dropped, and may come again
CLOSE_POLICY: Final = 1008
CLOSE_AGAIN: Final = 1013
STORE_DOWN: Final = Bye("store-down", "the store cannot be reached; try again", again=True)
SLOW: Final = Bye("slow", "your connection is too slow; reconnecting", again=True)
MISTAKE: Final = Bye("mistake", "something went wrong on our side; it has been noted", again=True)

_ENCODE: Final = msgspec.json.Encoder().encode
_LOG: Final = structlog.get_logger("pitboss.server")

Socket = WebSocket[Any, Any, Any]  # Any: the framework's own type parameters


class GoneError(Exception):
    """The client is not there any more."""


async def send(socket: Socket, message: bytes) -> None:
    """Send one message; raises `TimeoutError` where the client is too slow, or `GoneError`."""
    text = message.decode()
    async with asyncio.timeout(SLOW_S):  # unlike `wait_for` it makes no task for each message
        try:
            await socket.send_data(text, mode="text")
        except (WebSocketDisconnect, RuntimeError, OSError) as error:
            raise GoneError from error


async def receive(socket: Socket) -> str:
    """Wait for one message; raises `GoneError`."""
    try:
        return str(await socket.receive_data(mode="text"))
    except (WebSocketDisconnect, RuntimeError, OSError) as error:
        raise GoneError from error


def too_large(data: str) -> Bye | None:
    """Say the last word to who sends more than anybody has to say."""
    if len(data) > MESSAGE_BYTES_MAX or len(data.encode()) > MESSAGE_BYTES_MAX:
        return Bye("too-large", f"a message has at most {MESSAGE_BYTES_MAX} bytes", again=False)
    return None


async def close(socket: Socket, bye: Bye) -> None:
    """Say the last word, as far as anybody listens."""
    code = CLOSE_AGAIN if bye.again else CLOSE_POLICY
    with suppress(Exception):  # the client may be gone
        async with asyncio.timeout(1.0):
            await socket.send_data(_ENCODE(bye).decode(), mode="text")
    with suppress(Exception):
        async with asyncio.timeout(1.0):
            await socket.close(code=code, reason=bye.reason)


@asynccontextmanager
async def talking(socket: Socket) -> AsyncIterator[None]:
    """Take a socket up, and end it in words whatever happens on it."""
    try:
        await socket.accept()
        yield
    except GoneError:
        return
    except JournalError as error:
        _LOG.warning("a socket waits for the store", path=socket.url.path, error=str(error))
        await close(socket, STORE_DOWN)
    except Exception:  # our own mistake: it must leave a trace, and the client may go on
        _LOG.exception("a socket failed", path=socket.url.path)
        await close(socket, MISTAKE)


async def ended(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """End the tasks of a socket; raises what went wrong in one of them, if anything did."""
    tasks = tuple(tasks)
    for task in tasks:
        task.cancel()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, Exception) and not isinstance(result, GoneError):
            raise result
