"""Where the command line prints: the terminal's width, or a wide page when piped, so that no cell is cut."""

from __future__ import annotations

import sys
from typing import Final

from rich.console import Console

PIPED_WIDTH: Final = 140


def console() -> Console:
    """Make the console for results on standard output."""
    width = None if sys.stdout.isatty() else PIPED_WIDTH
    return Console(width=width, highlight=False, soft_wrap=False)
