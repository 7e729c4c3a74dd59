"""One WebSocket: text in and out within bounds, and how it is closed.

All errors of the framework for a client that is gone become `GoneError`, so that an internal error
is never taken for one: it is logged, and the client may reconnect.
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

MESSAGE_BYTES_MAX: Final = 4 * 1024  # of one message; the largest valid one has a tenth of it
SLOW_S: Final = 10.0  # a client that takes no message for this long is dropped and may reconnect
CLOSE_POLICY: Final = 1008
CLOSE_AGAIN: Final = 1013
STORE_DOWN: Final = Bye("store-down", "the store cannot be reached; try again", again=True)
SLOW: Final = Bye("slow", "your connection is too slow; reconnecting", again=True)
MISTAKE: Final = Bye("mistake", "something went wrong on our side; it has been logged", again=True)

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
    """Return the close message for a message above MESSAGE_BYTES_MAX."""
    if len(data) > MESSAGE_BYTES_MAX or len(data.encode()) > MESSAGE_BYTES_MAX:
        return Bye("too-large", f"a message has at most {MESSAGE_BYTES_MAX} bytes", again=False)
    return None


async def close(socket: Socket, bye: Bye) -> None:
    """Send the last message and close the socket; the client may be gone."""
    code = CLOSE_AGAIN if bye.again else CLOSE_POLICY
    with suppress(Exception):  # the client may be gone
        async with asyncio.timeout(1.0):
            await socket.send_data(_ENCODE(bye).decode(), mode="text")
    with suppress(Exception):
        async with asyncio.timeout(1.0):
            await socket.close(code=code, reason=bye.reason)


@asynccontextmanager
async def talking(socket: Socket) -> AsyncIterator[None]:
    """Accept a WebSocket, and close it with a reason whatever happens on it."""
    try:
        await socket.accept()
        yield
    except GoneError:
        return
    except JournalError as error:
        _LOG.warning("a socket waits for the store", path=socket.url.path, error=str(error))
        await close(socket, STORE_DOWN)
    except Exception:  # an internal error: it is logged, and the client may reconnect
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
