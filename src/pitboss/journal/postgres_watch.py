"""Listens for notices of other processes, and looks for itself now and then: none can be missed."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from typing import Final

import psycopg

from pitboss.journal.bell import Bell
from pitboss.journal.notice import CHANNEL, parse
from pitboss.journal.postgres_server import Connection, line
from pitboss.journal.watch import POLL_S, Watcher

SLICE_S: Final = 0.1  # how long closing may have to wait for the thread
_LOG: Final = logging.getLogger(__name__)


class PostgresWatcher(Watcher):
    """A watcher that NOTIFY wakes early; while the server is away it looks for it."""

    def __init__(
        self,
        bell: Bell,
        look: Callable[[], Mapping[str, int]],
        connect: Callable[[], Connection],
        poll_s: float = POLL_S,
    ) -> None:
        super().__init__(bell, look, poll_s)
        self._connect = connect
        self._ear: Connection | None = None
        self._complained = False

    def prepare(self) -> None:
        """Have a connection that listens, so that what comes after the next look is heard."""
        if self._ear is None:
            try:
                self._ear = self._connect()
                self._ear.execute(f"LISTEN {CHANNEL}")
                self._complained = False
            except psycopg.Error as error:
                if not self._complained:  # once an outage, not once a second
                    _LOG.warning("no notices for now: %s", line(error))
                self._complained = True
                self._hang_up()

    def pause(self) -> None:
        """Pass on notices until the next look is due."""
        until = time.monotonic() + self._poll_s
        while not self._over.is_set() and (left := until - time.monotonic()) > 0:
            if self._ear is None:
                self._over.wait(left)
                return
            try:
                for notice in self._ear.notifies(timeout=min(left, SLICE_S)):
                    self._bell.ring(*parse(notice.payload))
            except psycopg.Error as error:
                _LOG.warning("the connection for notices is lost: %s", line(error))
                self._hang_up()

    def finish(self) -> None:
        """Hang up when the thread ends."""
        self._hang_up()

    def _hang_up(self) -> None:
        if self._ear is not None:
            self._ear.close()
            self._ear = None
