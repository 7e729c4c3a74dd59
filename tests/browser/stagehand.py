"""Lays the cards of a server that browsers play on, and tells what went wrong there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.server.serving import client
from tests.server_process import STACKED_SERVER, ServerProcess


def stacked_server(folder: Path, *options: str) -> ServerProcess:
    """Return a server whose decks can be laid, with its database in the folder."""
    return ServerProcess(folder, *STACKED_SERVER, "--db", str(folder / "pit.db"), *options)


class Stagehand:
    """Opens tables and lays their decks over the routes that only a testing server has."""

    def __init__(self, origin: str) -> None:
        self._client = client(origin)
        me = self._client.get("/api/me")
        self._headers = {"x-csrf": me.json()["csrf"], "origin": origin}

    def open(self, name: str, rules: str, **more: Any) -> None:  # Any: JSON
        """Open a table; `options`, `pace`, `bots`, `provable` as in `stacked_decks.py`."""
        self._post("/api/testing/tables", {"name": name, "rules": rules, **more})

    def lay(
        self,
        table: str,
        seats: dict[int, str],
        dealer: str,
        board: str,
        box: str = "",
    ) -> None:
        """Lay the cards of the next round: hole cards by seat, and the rest."""
        hands = {str(seat): cards for seat, cards in seats.items()}
        deck = {"seats": hands, "dealer": dealer, "board": board, "box": box}
        self._post(f"/api/testing/tables/{table}/deck", deck)

    def close(self) -> None:
        """Hang up."""
        self._client.close()

    def _post(self, path: str, body: object) -> None:
        answer = self._client.post(path, json=body, headers=self._headers)
        assert answer.status_code == 201, f"{path} {json.dumps(body)}: {answer.text}"


def words(found: Sequence[str]) -> str:
    """Troubles of a page, a line each."""
    return "\n".join(found)
