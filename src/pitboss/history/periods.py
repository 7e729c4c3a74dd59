"""Moments as auditors write them: milliseconds to UTC text and back, and the periods of a floor."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

DAY_MS: Final = 86_400_000
HOUR_MS: Final = 3_600_000
SHIFT_MS: Final = 8 * HOUR_MS
SHIFT_BEGINS_MS: Final = 6 * HOUR_MS  # shifts begin at 06, 14 and 22 o'clock UTC
EVER: Final = "all"
PERIODS: Final = ("table", "day", "hour", "shift")

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_MOMENT: Final = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z?", re.ASCII)


class TimeError(ValueError):
    """A text that is no moment; it says what would be right."""


@dataclass(frozen=True, slots=True)
class Period:
    """A stretch of time in milliseconds, its end not included; None: without end."""

    begin: int | None = None
    end: int | None = None

    def __contains__(self, at: int) -> bool:
        return (self.begin is None or at >= self.begin) and (self.end is None or at < self.end)


ALWAYS: Final = Period()


def moment(at: int) -> datetime:
    """Return milliseconds UTC as a datetime; the journal bounds them to the year 9999."""
    return _EPOCH + timedelta(milliseconds=at)


def utc_text(at: int) -> str:
    """Write a moment to the millisecond.

    >>> utc_text(1_800_000_000_250)
    '2027-01-15T08:00:00.250Z'
    """
    return moment(at).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def read_span(begin: str | None, end: str | None) -> Period:
    """Read the two ends as a person gives them; a day as an end is the whole of that day.

    >>> read_span("1970-01-01", "1970-01-02")
    Period(begin=0, end=172800000)
    """
    first = None if begin is None else _read("--from", begin, whole_day=False)
    last = None if end is None else _read("--to", end, whole_day=True)
    if first is not None and last is not None and first >= last:
        raise TimeError(f"--from {begin} is not before --to {end}; change them round")
    return Period(first, last)


def _read(flag: str, text: str, *, whole_day: bool) -> int:
    word = text.strip()
    day = _DAY.fullmatch(word) is not None
    if day or _MOMENT.fullmatch(word):
        try:
            found = datetime.fromisoformat(word.removesuffix("Z")).replace(tzinfo=UTC)
        except ValueError:
            pass
        else:
            at = (found - _EPOCH) // timedelta(milliseconds=1)
            return at + DAY_MS if day and whole_day else at
    right = "write a day, 2027-01-15, or a moment in UTC, 2027-01-15T08:00"
    raise TimeError(f"{flag} {text[:40]!r}: is no time; {right}")


def period_begin(at: int, by: str) -> int:
    """Return the beginning of the period that a moment is in; 0 where there is one period alone."""
    match by:
        case "day":
            return at - at % DAY_MS
        case "hour":
            return at - at % HOUR_MS
        case "shift":
            return at - (at - SHIFT_BEGINS_MS) % SHIFT_MS
        case _:
            return 0


def period_end(begin: int, by: str) -> int | None:
    """Return the end of a period; None where there is one period alone."""
    lengths = {"day": DAY_MS, "hour": HOUR_MS, "shift": SHIFT_MS}
    return begin + lengths[by] if by in lengths else None


def period_text(begin: int, by: str) -> str:
    """Name a period by its beginning.

    >>> period_text(period_begin(1_800_000_000_000, "shift"), "shift")
    '2027-01-15 06:00 to 14:00'
    """
    start = moment(begin)
    match by:
        case "day":
            return f"{start:%Y-%m-%d}"
        case "hour":
            return f"{start:%Y-%m-%d %H:00}"
        case "shift":
            return f"{start:%Y-%m-%d %H:00} to {moment(begin + SHIFT_MS):%H:00}"
        case _:
            return EVER
