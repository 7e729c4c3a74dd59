"""A progress bar on stderr, for work that turns out to take longer than a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

PATIENCE_SECONDS: Final = 1.0


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Return a function to call with the work done and the total; draws on terminals only."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    bar = Progress(*columns, TimeElapsedColumn(), console=console, transient=True)
    task = bar.add_task(what)
    begun = time.monotonic()

    def tell(done: int, of: int) -> None:
        if not bar.live.is_started:
            if not sys.stderr.isatty() or time.monotonic() - begun < PATIENCE_SECONDS:
                return
            bar.start()
        bar.update(task, completed=done, total=of)

    try:
        yield tell
    finally:
        if bar.live.is_started:
            bar.stop()
