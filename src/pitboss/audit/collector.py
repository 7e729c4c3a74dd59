"""Python's garbage collector in a process that proves a journal and does nothing else."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

YOUNG_MAX: Final = 20_000  # objects made and not yet freed, before the collector looks at them


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Let the collector come seldom, and not look at what was there before.

    Proving keeps no value that refers to itself, so there is nothing for it to find; by default it
    would look again and again all the same, and take a twentieth of the time.
    """
    usual = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(YOUNG_MAX, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()
