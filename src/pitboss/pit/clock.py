"""Where time comes from: the pit's clock, which a test may set by hand."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Tells the time in milliseconds since 1970 (UTC)."""

    def now(self) -> int: ...


class SystemClock:
    """The clock of the machine. A table never lets time go back, whatever this clock does."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000
