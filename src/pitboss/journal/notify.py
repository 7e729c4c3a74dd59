"""Notifies listeners and waiters of this process when a stream has grown."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Final, Self

from pitboss.journal.model import Head
from pitboss.journal.port import Listening, OnAppend

_LOG: Final = logging.getLogger(__name__)
WAIT_S_MAX: Final = 1.0  # a waiter looks at the store itself at least this often


class Notifier:
    """Callbacks and sleeping waiters; each number of a stream is notified once."""

    def __init__(self) -> None:
        self._grown = threading.Condition()
        self._latest: dict[str, int] = {}
        self._tells: dict[object, OnAppend] = {}

    def notify(self, stream: str, number: int) -> None:
        """Notify listeners and waiters that `stream` has reached `number`, once for each number."""
        with self._grown:
            if number <= self._latest.get(stream, 0):
                return
            self._latest[stream] = number
            tells = list(self._tells.values())
            self._grown.notify_all()
        for tell in tells:
            try:
                tell(stream, number)
            except (
                Exception
            ):  # one deaf listener must not undo what is durable, nor silence the rest
                _LOG.exception("a listener failed on %s, event %d", stream, number)

    def listen(self, tell: OnAppend) -> Subscription:
        """Add a callback; closing the subscription removes it."""
        subscription = Subscription(self._drop)
        with self._grown:
            self._tells[subscription] = tell
        return subscription

    def wait(self, stream: str, after: int, timeout_s: float, look: Callable[[], int]) -> int:
        """Sleep until `stream` is beyond `after` or the time is over; `look` reads the store."""
        deadline = time.monotonic() + timeout_s
        number = look()
        while number <= after:
            left = min(deadline - time.monotonic(), WAIT_S_MAX)
            if left <= 0:
                break
            with self._grown:
                self._grown.wait_for(lambda: self._latest.get(stream, 0) > after, left)
            number = look()
        return number

    def wake(self) -> None:
        """Wake every waiter to read the store; `close` calls it."""
        with self._grown:
            self._grown.notify_all()

    def _drop(self, subscription: object) -> None:
        with self._grown:
            self._tells.pop(subscription, None)


class Subscription:
    """A callback that was added; closing it twice does nothing."""

    def __init__(self, drop: Callable[[object], None]) -> None:
        self._drop = drop

    def close(self) -> None:
        self._drop(self)


POLL_S: Final = 1.0  # seconds between polls: the longest delay of a notice


class StorePoller:
    """Polls a store, and notifies of every stream that `look` shows further on."""

    def __init__(
        self, notifier: Notifier, look: Callable[[], Mapping[str, int]], poll_s: float = POLL_S
    ) -> None:
        self._notifier = notifier
        self._look = look
        self._poll_s = poll_s
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        self._blind = False

    def start(self) -> None:
        """Start the polling thread, once."""
        with self._lock:
            if self._thread is None and not self._over.is_set():
                self.look_once()  # what is there already is no news
                self._thread = threading.Thread(
                    target=self._run, name="journal-watcher", daemon=True
                )
                self._thread.start()

    def close(self) -> None:
        """End the thread and join it, unless called from the thread itself."""
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
        """Prepare a poll; a hook for subclasses."""

    def pause(self) -> None:
        """Sleep until the next poll."""
        self._over.wait(self._poll_s)

    def finish(self) -> None:
        """Clean up when the thread ends; a hook for subclasses."""

    def look_once(self) -> None:
        """Poll the store once, and notify of what is new."""
        try:
            numbers = self._look()
        except Exception as error:  # the store may be away for a while; a watcher never dies
            if not self._over.is_set() and not self._blind:  # once an outage
                _LOG.warning("the journal could not be looked at: %s", error)
            self._blind = True
            return
        self._blind = False
        for stream, number in numbers.items():
            self._notifier.notify(stream, number)


class BaseJournal:
    """Listening and waiting, for stores whose writers are all in this process."""

    def __init__(self) -> None:
        self._notifier = Notifier()

    def head(self, stream: str) -> Head:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    def listen(self, tell: OnAppend) -> Listening:
        self._watch()
        return self._notifier.listen(tell)

    def wait(self, stream: str, after: int, timeout_s: float) -> int:
        self._watch()
        return self._notifier.wait(stream, after, timeout_s, lambda: self.head(stream).number)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _watch(self) -> None:
        """Start polling for other writers, where there can be any."""

    def _notify(self, heads: Mapping[str, Head]) -> None:
        for stream, head in heads.items():
            self._notifier.notify(stream, head.number)
