"""SIGINT and SIGTERM: raise KeyboardInterrupt and set a flag.

The flag is needed because an exception raised in a destructor or in the callback of a weak
reference is swallowed: code that begins something long asks `is_interrupted` first.
"""

from __future__ import annotations

import signal
import sys
from threading import Event
from types import FrameType
from typing import Final

_INTERRUPTED: Final = Event()


def handle_signals() -> None:
    """Let both signals end the program as Ctrl-C does."""
    for number in heeded_signals():
        signal.signal(number, _interrupt)
    sys.unraisablehook = _report_unraisable


def heeded_signals() -> list[signal.Signals]:
    """List the signals that end the program: those that its parent did not set to be ignored.

    A shell script starts its background jobs with SIGINT ignored, so that Ctrl-C ends only the job
    in the foreground. Such a job ends by SIGTERM.
    """
    both = (signal.SIGINT, signal.SIGTERM)
    return [number for number in both if signal.getsignal(number) is not signal.SIG_IGN]


def clear_interrupt() -> None:
    """Keep the exit code that was chosen after a KeyboardInterrupt was caught.

    CPython notes an interrupt that is raised in code made from text, as that of every dataclass is,
    and ends by the signal though it was caught. Text that is run to its end clears the note.
    """
    eval("None")  # noqa: S307  # a constant


def note_interrupt() -> None:
    """Set the flag only: for a program that handles the signals itself."""
    _INTERRUPTED.set()


def is_interrupted() -> bool:
    """Return whether one of the signals has come, also where its exception was swallowed."""
    return _INTERRUPTED.is_set()


def _interrupt(_: int, __: FrameType | None) -> None:
    _INTERRUPTED.set()
    raise KeyboardInterrupt


def _report_unraisable(lost: sys.UnraisableHookArgs) -> None:
    """Print an exception that could not be raised, unless it is an interrupt: the flag holds it."""
    if not (isinstance(lost.exc_value, KeyboardInterrupt) and is_interrupted()):
        sys.__unraisablehook__(lost)
