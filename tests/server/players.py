"""Somebody at a table over a real socket: asks, waits for views, keeps every byte that came."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.server.serving import Served, Visitor
from tests.waiting import WAIT_S_MAX

_IDS = count(1)

Json = dict[str, Any]  # Any: JSON


class Player:
    """One socket at a table; `view` is the newest view, `lines` the log as it came."""

    def __init__(self, visitor: Visitor, table: str, socket: ClientConnection) -> None:
        self.visitor = visitor
        self.table = table
        self.socket = socket
        self.heard: list[str] = []
        self.view: Json = {}
        self.hello: Json = {}
        self.lines: list[Json] = []
        self.answers: dict[str, Json] = {}
        self.bye: Json | None = None

    def hear(self, timeout: float = WAIT_S_MAX) -> Json:
        """Take the next message."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.heard.append(text)
        message: Json = json.loads(text)
        match message["type"]:
            case "view":
                assert message["number"] >= self.view.get("number", 0)
                self.view = message
                self.lines += message["lines"]
            case "answer":
                self.answers[message["id"]] = message
            case "hello":
                self.hello = message
            case "bye":
                self.bye = message
        return message

    def views(self) -> list[Json]:
        """Every view that came, in order."""
        return [view for text in self.heard if (view := json.loads(text))["type"] == "view"]

    def until(self, wanted: Callable[[Json], bool], timeout: float = WAIT_S_MAX) -> Json:
        """Take messages until a view is as wanted."""
        while not self.view or not wanted(self.view):
            self.hear(timeout)
        return self.view

    def phase(self, *phases: str) -> Json:
        """Wait until the round is in one of these phases."""
        return self.until(lambda view: view["hand"]["phase"] in phases)

    def send(self, message: object) -> None:
        """Send whatever it is."""
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def ask(self, do: str, id_: str | None = None, **fields: Any) -> Json:  # Any: JSON
        """Ask something of the table and wait for the answer."""
        id_ = id_ or f"test-{next(_IDS):06}"
        self.answers.pop(id_, None)
        self.send({"type": "do", "id": id_, "ask": {"do": do, **fields}})
        while id_ not in self.answers:
            self.hear()
        return self.answers[id_]

    def must(self, do: str, **fields: Any) -> Json:  # Any: JSON
        """Ask something that is obeyed."""
        answer = self.ask(do, **fields)
        assert answer["ok"], answer
        return answer

    def bets(self, ante: int = 1_000, **more: int) -> Json:
        """Put Ante and Blind down, and more."""
        self.until(lambda view: bool(view["offers"]))
        return self.must("bets", wagers={"ante": ante, "blind": ante, **more})

    def turn(self) -> Json:
        """Wait until one is asked."""
        return self.until(lambda view: bool(view["you"]["choices"]))

    def end(self) -> Json:
        """Read until the server has closed the socket; its last word."""
        try:
            while True:
                self.hear()
        except ConnectionClosed:
            assert self.bye is not None, self.heard[-2:]
            return self.bye


@contextmanager
def playing(visitor: Visitor, table: str, from_: int = 0, key: str = "") -> Iterator[Player]:
    """Open a socket at a table; with its key, where it is somebody's own."""
    if not visitor.csrf:
        visitor.me()
    address = visitor.origin.replace("http", "ws", 1)
    with connect(
        f"{address}/ws/table/{table}?from={from_}&key={key}",
        additional_headers={"cookie": visitor.cookie()},
        origin=Origin(visitor.origin),
        open_timeout=WAIT_S_MAX,
        max_size=None,
    ) as socket:
        yield Player(visitor, table, socket)


def laid_table(
    served: Served, name: str, rules: str = "maryland", **more: Any
) -> None:  # Any: JSON
    """Open a table whose cards are laid; the server must be one for tests."""
    with served.visitor() as visitor:
        answer = visitor.post("/api/testing/tables", {"name": name, "rules": rules, **more})
        assert answer.status_code == 201, answer.text


def lay(served: Served, table: str, **cards: Any) -> None:  # Any: JSON
    """Lay the cards of the next round."""
    with served.visitor() as visitor:
        answer = visitor.post(f"/api/testing/tables/{table}/deck", cards)
        assert answer.status_code == 201, answer.text
