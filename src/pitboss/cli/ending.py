"""To be asked to end by a signal: raised at once, and remembered, for what is raised can get lost.

Python raises it wherever it happens to be. In a destructor, or in the callback of a weak reference,
it would be printed and forgotten; who begins something long asks here first.
"""

from __future__ import annotations

import signal
import sys
from threading import Event
from types import FrameType
from typing import Final

WISHES: Final = (signal.SIGINT, signal.SIGTERM)
_ASKED: Final = Event()


def heed_signals() -> None:
    """Let both signals end the program as Ctrl-C does; one that is ignored stays so (nohup)."""
    for wish in WISHES:
        if signal.getsignal(wish) is not signal.SIG_IGN:
            signal.signal(wish, _end)
    sys.unraisablehook = _lost


def forget_interrupt() -> None:
    """Let the exit code stand that was chosen.

    CPython notes an interrupt that is raised in code made from text, as that of every dataclass is,
    and ends by the signal for it though it was caught. Text that is run to its end clears the note.
    """
    eval("None")  # noqa: S307  # no text of anybody else


def is_asked_to_end() -> bool:
    """Tell whether a signal has come, wherever it was raised."""
    return _ASKED.is_set()


def _end(_: int, __: FrameType | None) -> None:
    _ASKED.set()
    raise KeyboardInterrupt


def _lost(lost: sys.UnraisableHookArgs) -> None:
    """Say what could not be raised; of a wish to end there is nothing to say, it is remembered."""
    if not (isinstance(lost.exc_value, KeyboardInterrupt) and is_asked_to_end()):
        sys.__unraisablehook__(lost)
