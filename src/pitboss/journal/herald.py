"""Sends notices to other processes, behind the back of the appends that cause them.

No part of their transactions: PostgreSQL lets no two transactions with a notice commit at the same
time. What comes while a notice is on its way goes with the next one. A notice that is lost, with
this process or otherwise, is made up for by who listens: it looks for itself now and then.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from typing import Final

import psycopg
from psycopg_pool import PoolTimeout

from pitboss.journal.envelope import Head
from pitboss.journal.notice import CHANNEL, payload
from pitboss.journal.postgres_server import Pool, line

_NOTIFY: Final = "SELECT pg_notify(%s, notice) FROM unnest(%s::text[]) AS notice"
_LOG: Final = logging.getLogger(__name__)


class Herald:
    """A thread with a list of what to tell, from the first notice to `close`."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._changed = threading.Condition()
        self._news: dict[str, int] = {}
        self._thread: threading.Thread | None = None
        self._over = False

    def tell(self, heads: Mapping[str, Head]) -> None:
        """Have it told soon; costs the caller nothing."""
        with self._changed:
            self._news.update({stream: head.number for stream, head in heads.items()})
            if self._thread is None and not self._over:
                self._thread = threading.Thread(
                    target=self._run, name="journal-herald", daemon=True
                )
                self._thread.start()
            self._changed.notify()

    def close(self) -> None:
        """Tell what is left, and end."""
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
