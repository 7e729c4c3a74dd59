"""Notices to other processes, sent by a thread after the appends that cause them.

No part of their transactions: PostgreSQL lets no two transactions with a notice commit at the same
time. What comes while a notice is on its way goes with the next one. A notice that is lost, with
this process or otherwise, is made up for by the listener, which polls.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Final

import psycopg
from psycopg_pool import PoolTimeout

from pitboss.journal.model import Head
from pitboss.journal.notify import POLL_S, Notifier, StorePoller
from pitboss.journal.sql.postgres_connection import Connection, Pool, line

_NOTIFY: Final = "SELECT pg_notify(%s, notice) FROM unnest(%s::text[]) AS notice"
_LOG: Final = logging.getLogger(__name__)


class NotifySender:
    """A thread with a queue of notices, from the first notice to `close`."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._changed = threading.Condition()
        self._news: dict[str, int] = {}
        self._thread: threading.Thread | None = None
        self._over = False

    def tell(self, heads: Mapping[str, Head]) -> None:
        """Queue notices for the sending thread; returns at once."""
        with self._changed:
            self._news.update({stream: head.number for stream, head in heads.items()})
            if self._thread is None and not self._over:
                self._thread = threading.Thread(
                    target=self._run, name="journal-notify", daemon=True
                )
                self._thread.start()
            self._changed.notify()

    def close(self) -> None:
        """Send what is left, and end the thread."""
        with self._changed:
            self._over = True
            self._changed.notify()
            thread = self._thread
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._news or self._over)
                news, self._news = self._news, {}
                if not news:
                    return
            self._send([payload(stream, number) for stream, number in news.items()])

    def _send(self, notices: list[str]) -> None:
        try:
            with self._pool.connection() as connection:
                connection.execute(_NOTIFY, (CHANNEL, notices))
        except (psycopg.Error, PoolTimeout) as error:
            _LOG.warning("a notice was not sent: %s", line(error))


CHANNEL: Final = "pitboss_journal"


def payload(stream: str, number: int) -> str:
    """Return the text of a notice, far below the length at which PostgreSQL refuses it.

    >>> payload("table/1", 12)
    '12 table/1'
    """
    return f"{number} {stream}"


def parse(text: str) -> tuple[str, int]:
    """Return the stream and the number a notice speaks of.

    >>> parse("12 table/1")
    ('table/1', 12)
    """
    number, _, stream = text.partition(" ")
    return stream, int(number)


SLICE_S: Final = 0.1  # seconds that `close` may wait for the thread


class NotifyListener(StorePoller):
    """A poller that NOTIFY wakes early; reconnects while the server is away."""

    def __init__(
        self,
        notifier: Notifier,
        look: Callable[[], Mapping[str, int]],
        connect: Callable[[], Connection],
        poll_s: float = POLL_S,
    ) -> None:
        super().__init__(notifier, look, poll_s)
        self._connect = connect
        self._ear: Connection | None = None
        self._complained = False

    def prepare(self) -> None:
        """Open the LISTEN connection before a poll, so that no later notice is missed."""
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
        """Pass on notices until the next poll."""
        until = time.monotonic() + self._poll_s
        while not self._over.is_set() and (left := until - time.monotonic()) > 0:
            if self._ear is None:
                self._over.wait(left)
                return
            try:
                for notice in self._ear.notifies(timeout=min(left, SLICE_S)):
                    self._notifier.notify(*parse(notice.payload))
            except psycopg.Error as error:
                _LOG.warning("the connection for notices is lost: %s", line(error))
                self._hang_up()

    def finish(self) -> None:
        """Close the LISTEN connection when the thread ends."""
        self._hang_up()

    def _hang_up(self) -> None:
        if self._ear is not None:
            self._ear.close()
            self._ear = None
