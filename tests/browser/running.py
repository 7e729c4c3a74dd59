"""A real server process for browsers: started, asked to lay cards, stopped, started again."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import httpx

WAIT_S_MAX: Final = 120.0
_LINK: Final = re.compile(r"once: (\S+)$")


def command() -> list[str]:
    """The program under test: this checkout's, or the one that PITBOSS_COMMAND names."""
    named = os.environ.get("PITBOSS_COMMAND", "")
    return shlex.split(named) if named else [sys.executable, "-m", "pitboss.cli"]


class Running:
    """`pitboss serve --testing` on a port and a database of its own."""

    def __init__(self, folder: Path, *more: str) -> None:
        self.folder = folder
        self.more = more
        self.port = 0
        self.admin_link = ""
        self._process: subprocess.Popen[str] | None = None

    @property
    def origin(self) -> str:
        """The address, once it runs."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it; the second time on the same port, with what was kept."""
        with (self.folder / "log.jsonl").open("a") as log:
            asked = ["serve", "--testing", "--no-limits", "--no-bots", "--port", str(self.port)]
            self._process = subprocess.Popen(
                [*command(), *asked, "--db", str(self.folder / "pit.db"), *self.more],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        said = self._said()
        if not said:
            raise RuntimeError((self.folder / "log.jsonl").read_text()[-2000:])
        self.port = int(said.rsplit(":", 1)[1])
        if not self.admin_link:
            found = _LINK.search(self._said())
            self.admin_link = found[1] if found else ""

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to stop, and wait until it has; its exit code."""
        process, self._process = self._process, None
        if process is None:
            return 0
        with process:
            process.send_signal(how)
            try:
                return process.wait(WAIT_S_MAX)
            except subprocess.TimeoutExpired:
                process.kill()
                raise

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.stop(signal.SIGKILL)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def _said(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


class Stagehand:
    """Opens tables and lays their decks over the routes that only a testing server has."""

    def __init__(self, origin: str) -> None:
        self._client = httpx.Client(base_url=origin, timeout=WAIT_S_MAX)
        me = self._client.get("/api/me")
        self._headers = {"x-csrf": me.json()["csrf"], "origin": origin}

    def open(self, name: str, rules: str, **more: Any) -> None:  # Any: JSON
        """Open a table; `options`, `pace`, `bots`, `provable` as `server/testing.py` has them."""
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
