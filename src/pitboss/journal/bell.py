"""Tells listeners of this process that a stream has grown."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Final

from pitboss.journal.port import Told

_LOG: Final = logging.getLogger(__name__)
WAIT_S_MAX: Final = 1.0  # a waiter looks at the store itself at least this often


class Bell:
    """Callbacks and sleeping waiters; ringing twice for one number is told once."""

    def __init__(self) -> None:
        self._rung = threading.Condition()
        self._latest: dict[str, int] = {}
        self._tells: dict[object, Told] = {}

    def ring(self, stream: str, number: int) -> None:
        """Tell everybody that `stream` has reached `number`, unless they know it."""
        with self._rung:
            if number <= self._latest.get(stream, 0):
                return
            self._latest[stream] = number
            tells = list(self._tells.values())
            self._rung.notify_all()
        for tell in tells:
            try:
                tell(stream, number)
            except (
                Exception
            ):  # one deaf listener must not undo what is durable, nor silence the rest
                _LOG.exception("a listener failed on %s, event %d", stream, number)

    def listen(self, tell: Told) -> Rope:
        """Add a callback; the rope takes it away again."""
        rope = Rope(self._drop)
        with self._rung:
            self._tells[rope] = tell
        return rope

    def wait(self, stream: str, after: int, timeout_s: float, look: Callable[[], int]) -> int:
        """Sleep until `stream` is beyond `after` or the time is over; `look` reads the store."""
        deadline = time.monotonic() + timeout_s
        number = look()
        while number <= after:
            left = min(deadline - time.monotonic(), WAIT_S_MAX)
            if left <= 0:
                break
            with self._rung:
                self._rung.wait_for(lambda: self._latest.get(stream, 0) > after, left)
            number = look()
        return number

    def wake(self) -> None:
        """Let every waiter look at the store now; closing does it."""
        with self._rung:
            self._rung.notify_all()

    def _drop(self, rope: object) -> None:
        with self._rung:
            self._tells.pop(rope, None)


class Rope:
    """What a listener holds in its hand; closing it twice does nothing."""

    def __init__(self, drop: Callable[[object], None]) -> None:
        self._drop = drop

    def close(self) -> None:
        self._drop(self)
