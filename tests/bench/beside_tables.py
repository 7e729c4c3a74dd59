"""A server of its own, measured beside its tables; the machine's load before and after."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path

from tests.bench.sockets_server import pitboss


def measure_server(
    players: str, measure: Callable[[str, int], Coroutine[object, object, None]]
) -> None:
    """Start a server and await `measure` with its origin and process id; `players` says who plays.

    The server limits questions by address, as in use.
    """
    print(f"{players}; load of the machine before: {_load()}")
    with (
        tempfile.TemporaryDirectory() as folder,
        pitboss(str(Path(folder) / "pit.db"), "--address-limit") as server,
    ):
        asyncio.run(measure(server.origin, server.pid))
    print(f"load of the machine after: {_load()}")


def _load() -> str:
    return Path("/proc/loadavg").read_text().split()[0]
