"""Waits for what comes by itself. The bound only ends a test that hangs: it measures nothing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

WAIT_S_MAX: Final = 300.0  # far beyond what a busy machine needs
_PAUSE_S: Final = 0.02  # between two looks, which may ask a server
_PAUSE_ASYNC_S: Final = 0.005  # what is looked at is in this process


def wait_until(holds: Callable[[], object], what: str = "so") -> None:
    """Return when `holds()` is true; fail if it never is."""
    deadline = time.monotonic() + WAIT_S_MAX
    while not holds():
        assert time.monotonic() < deadline, f"never {what}"
        time.sleep(_PAUSE_S)


async def wait_until_async(holds: Callable[[], object], what: str = "so") -> None:
    """As `wait_until`, while the event loop goes on."""
    deadline = time.monotonic() + WAIT_S_MAX
    while not holds():
        assert time.monotonic() < deadline, f"never {what}"
        await asyncio.sleep(_PAUSE_ASYNC_S)
