"""A thread that looks at a store now and then, for what other processes have written."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from typing import Final

from pitboss.journal.bell import Bell

POLL_S: Final = 1.0  # how late a notice can be when nothing else brings it
_LOG: Final = logging.getLogger(__name__)


class Watcher:
    """Rings `bell` for every stream that `look` shows further on; runs from `start` to `close`."""

    def __init__(
        self, bell: Bell, look: Callable[[], Mapping[str, int]], poll_s: float = POLL_S
    ) -> None:
        self._bell = bell
        self._look = look
        self._poll_s = poll_s
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        self._blind = False

    def start(self) -> None:
        """Begin, if that has not happened yet."""
        with self._lock:
            if self._thread is None and not self._over.is_set():
                self.look_once()  # what is there already is no news
                self._thread = threading.Thread(
                    target=self._run, name="journal-watcher", daemon=True
                )
                self._thread.start()

    def close(self) -> None:
        """End, and wait for the end unless we are in the thread ourselves."""
        self._over.set()
        with self._lock:
            thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join()

    def _run(self) -> None:
        try:
            while not self._over.is_set():
                self.prepare()
                self.look_once()
                self.pause()
        finally:
            self.finish()

    def prepare(self) -> None:
        """Whatever must be there before a look."""

    def pause(self) -> None:
        """Sleep until the next look is due."""
        self._over.wait(self._poll_s)

    def finish(self) -> None:
        """Whatever must be tidied up at the end."""

    def look_once(self) -> None:
        """Compare the store with what has been told, and tell the rest."""
        try:
            numbers = self._look()
        except Exception as error:  # the store may be away for a while; a watcher never dies
            if not self._over.is_set() and not self._blind:  # once an outage
                _LOG.warning("the journal could not be looked at: %s", error)
            self._blind = True
            return
        self._blind = False
        for stream, number in numbers.items():
            self._bell.ring(stream, number)
