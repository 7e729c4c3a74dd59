"""Where time comes from: the pit's clock, which a test may set by hand."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol


class Clock(Protocol):
    """Tells the time in milliseconds since 1970 (UTC)."""

    def now(self) -> int: ...


class SystemClock:
    """The clock of the machine, which never goes back in a process.

    Where the machine's own is set back, this one goes on from where it was.
    """

    def __init__(self) -> None:
        self._steady = Steady(_wall, self.ticks, 0)

    def now(self) -> int:
        return self._steady.now()

    def ticks(self) -> int:
        """Return monotonic milliseconds, which do not follow changes of the clock."""
        return time.monotonic_ns() // 1_000_000


class Steady:
    """A monotonic time on top of a clock that may be set back.

    It follows its clock forward. Where that falls behind, the time goes on by `ticks`.
    """

    def __init__(self, wall: Callable[[], int], ticks: Callable[[], int], at: int) -> None:
        self._wall = wall
        self._ticks = ticks
        self._last = (at, ticks())  # in one, since threads ask at the same time

    def now(self, least: int = 0) -> int:
        """Return the time, never before `least`."""
        (at, before), ticks = self._last, self._ticks()
        now = max(self._wall(), at + ticks - before, least)
        self._last = (now, ticks)
        return now


def steady(clock: Clock, at: int) -> Steady:
    """Make the time of a table whose last event was `at`, from the clock of the house.

    A clock by hand has no ticks of its own: then nothing passes but what the hand says.
    """
    ticks = getattr(clock, "ticks", None)
    return Steady(clock.now, ticks if callable(ticks) else lambda: 0, at)


def _wall() -> int:
    return time.time_ns() // 1_000_000
