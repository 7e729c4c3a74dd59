"""Ranges of starting hands as players write them: "A2s+", "K5o+", "33+", "JTo"."""

from __future__ import annotations

import re
from typing import Final

from pitboss.odds.hands import RANK_LETTERS

HINT: Final = 'write hands such as "AKs", "A2s+", "K5o+", "QJ" or "33+"'
_RANGE: Final = re.compile(rf"([{RANK_LETTERS}])([{RANK_LETTERS}])([so]?)(\+?)")


class RangeError(ValueError):
    """A text that is no range of starting hands."""


def hands_of(text: str) -> tuple[str, ...]:
    """Name the starting hands of a range; "+" goes up to the next card below the higher one.

    >>> hands_of("QTs+")
    ('QTs', 'QJs')
    >>> hands_of("KK+")
    ('KK', 'AA')
    >>> hands_of("JT")
    ('JTs', 'JTo')
    """
    found = _RANGE.fullmatch(text)
    if found is None:
        raise RangeError(f"{text[:20]!r} is no range of hands; {HINT}")
    high, low = RANK_LETTERS.index(found[1]), RANK_LETTERS.index(found[2])
    if high < low or (high == low and found[3]):
        raise RangeError(f"{text[:20]!r} is no hand: the higher card comes first; {HINT}")
    if high == low:
        pairs = RANK_LETTERS[high:] if found[4] else RANK_LETTERS[high]
        return tuple(rank * 2 for rank in pairs)
    kickers = RANK_LETTERS[low:high] if found[4] else RANK_LETTERS[low]
    return tuple(f"{found[1]}{rank}{kind}" for kind in found[3] or "so" for rank in kickers)
