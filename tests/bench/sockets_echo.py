"""A bare server to hold ours against: it does nothing, and sends as many bytes as ours.

For each command it sends every socket of the table so many stored views, then an answer to who
asked. Run as `python -m tests.bench.sockets_echo VIEWS.json VIEWS_PER_COMMAND`.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import defaultdict
from itertools import cycle
from pathlib import Path
from typing import Any

import uvicorn
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from pitboss.server.run import listen

Bare = WebSocket[Any, Any, Any]  # Any: the framework's own type parameters


class Echo:
    """The tables of the bare server: who is at each, and how many views are owed to them."""

    def __init__(self, views: list[str], a_command: float) -> None:
        self._tables: dict[str, list[Bare]] = defaultdict(list)
        self._owed: dict[str, float] = defaultdict(float)
        self._views = cycle(views)
        self._a_command = a_command

    async def talk(self, socket: Bare, table: str) -> None:
        """Serve one socket to its end."""
        await socket.accept()
        there = self._tables[table]
        there.append(socket)
        try:
            while True:
                await self._echo(socket, there, table, await socket.receive_data(mode="text"))
        except WebSocketDisconnect:
            pass
        finally:
            there.remove(socket)

    async def _echo(self, socket: Bare, there: list[Bare], table: str, said: str) -> None:
        self._owed[table] += self._a_command
        while self._owed[table] >= 1:
            self._owed[table] -= 1
            view = next(self._views)
            for other in tuple(there):
                await other.send_data(view, mode="text")
        id_ = json.loads(said)["id"]
        answer = {"type": "answer", "id": id_, "ok": True, "number": 0, "refused": None}
        await socket.send_data(json.dumps(answer), mode="text")


def main() -> None:
    """Serve until it is ended; the address is printed first."""
    views = json.loads(Path(sys.argv[1]).read_text())
    echo = Echo(views, float(sys.argv[2]))

    @websocket("/ws/table/{table:str}")
    async def talk(socket: Bare, table: FromPath[str]) -> None:
        await echo.talk(socket, table)

    listening = listen("127.0.0.1", 0)
    app = Litestar([talk], openapi_config=None, logging_config=None)
    config = uvicorn.Config(
        app, ws="websockets-sansio", http="h11", log_config=None, access_log=False
    )
    print(f"echo: http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
    asyncio.run(uvicorn.Server(config).serve(sockets=[listening]))


if __name__ == "__main__":
    main()
