"""Starts `pitboss serve` as a process, waits until it listens, stops it, starts it again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.waiting import WAIT_S_MAX

PITBOSS_SERVE: Final = ("pitboss.cli", "serve")
STACKED_SERVER: Final = ("tests.server.stacked_server",)  # the same, and the cards can be laid


class ServerProcess:
    """A server whose log and data lie in `folder`; it listens on a free port, and keeps it.

    `command` is a module and its options. PITBOSS_PYTHON names another Python to run it with.
    """

    def __init__(self, folder: Path, *command: str, name: str = "server") -> None:
        self.folder = folder
        self.command = command
        self.log_file = folder / f"{name}.log"
        self.port = 0
        self.printed = ""  # what nobody had read when it ended
        self._admin_link = ""
        self.process: subprocess.Popen[str] | None = None

    @property
    def origin(self) -> str:
        """The address, once it runs."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def admin_link(self) -> str:
        """The link for the first administrator, which a server without one prints."""
        self._admin_link = self._admin_link or self._line().rpartition(" ")[2]
        return self._admin_link

    def start(self) -> None:
        """Start it and wait until it listens; a second time on the same port, with what it kept."""
        python = os.environ.get("PITBOSS_PYTHON") or sys.executable
        with self.log_file.open("a") as log:
            self.process = subprocess.Popen(
                [python, "-m", *self.command, "--port", str(self.port)],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "XDG_DATA_HOME": str(self.folder)},
            )
        line = self._line()
        if not line.startswith("pitboss: http://127.0.0.1:"):
            self.kill()
            raise RuntimeError(line + self.log()[-2000:])
        self.port = int(line.rpartition(":")[2])

    def send(self, how: signal.Signals) -> None:
        """Send a signal and do not wait."""
        assert self.process is not None
        self.process.send_signal(how)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal, wait until the process has ended, and return its exit code."""
        self.send(how)
        return self.wait()

    def wait(self) -> int:
        """Wait until the process has ended, and return its exit code."""
        assert self.process is not None
        assert self.process.stdout is not None
        try:
            code = self.process.wait(WAIT_S_MAX)
            self.printed = self.process.stdout.read()
            return code
        finally:
            self.kill()

    def kill(self) -> None:
        """End it whatever happens."""
        if self.process is not None:
            with self.process:
                self.process.kill()
            self.process = None

    def log(self) -> str:
        """What it has logged so far, over all starts."""
        return self.log_file.read_text("utf-8")

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def _line(self) -> str:
        assert self.process is not None
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()
