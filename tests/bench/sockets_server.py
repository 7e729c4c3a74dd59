"""Starts `pitboss serve` and other servers as processes, and looks at what they use."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx

START_S_MAX: Final = 120.0
STOP_S_MAX: Final = 20.0
LOG_LINES: Final = 20  # of a server's log, shown when something went wrong


@dataclass(frozen=True, slots=True)
class Running:
    """A server process and where it listens."""

    process: subprocess.Popen[str]
    origin: str

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self.process.pid

    def rss_kib(self) -> int:
        """How much memory it holds."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
        raise RuntimeError("no VmRSS")


@contextmanager
def started(*command: str) -> Iterator[Running]:
    """Run a server until the block ends; its first line of output ends with its address."""
    log = tempfile.TemporaryFile("w+")  # noqa: SIM115  # closed at the end, below
    process = subprocess.Popen(
        [sys.executable, "-m", *command],
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        line = process.stdout.readline() if process.stdout is not None else ""
        if "http" not in line:
            raise RuntimeError(f"{' '.join(command)}: did not start")
        yield Running(process, line.split()[-1])
    except BaseException:
        log.seek(0)
        print("".join(log.readlines()[-LOG_LINES:]), file=sys.stderr)
        raise
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(STOP_S_MAX)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()
        log.close()


@contextmanager
def pitboss(db: str, *options: str) -> Iterator[Running]:
    """Our server with its standing tables at rest, once the edges they show are known."""
    with started("tests.server.stacked_server", "--db", db, *options) as running:
        _wait_for_edges(running.origin)
        yield running


def _wait_for_edges(origin: str) -> None:
    """Wait until the sums of the start are done: they would be measured with the play."""
    until = time.monotonic() + START_S_MAX
    with httpx.Client(base_url=origin, timeout=30) as client:
        client.get("/api/me")
        while time.monotonic() < until:
            cards = client.get("/api/tables").json()["rule_sets"]
            if all(card["edge_percent"] for card in cards):
                return
            time.sleep(0.2)
    raise RuntimeError("the edges of the standing tables were never known")
