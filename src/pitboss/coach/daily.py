"""The daily drill: which day it is (UTC), and how many days in a row it was finished."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Final

DAY_MS: Final = 86_400_000
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def day_of(milliseconds: int) -> int:
    """Return the day of a time, counted from 1970 (UTC); it is the seed of that day's drill."""
    return milliseconds // DAY_MS


def day_text(day: int) -> str:
    """Write a day as a date.

    >>> day_text(20_410)
    '2025-11-18'
    """
    return (_EPOCH + timedelta(days=day)).date().isoformat()


def streak(days: Collection[int], today: int) -> int:
    """Count the days in a row up to today, or to yesterday while today's is not finished.

    >>> streak({5, 6, 8, 9}, 10), streak({5, 6, 8, 9}, 9), streak({5}, 7)
    (2, 2, 0)
    """
    last = today if today in days else today - 1
    count = 0
    while last - count in days:
        count += 1
    return count
