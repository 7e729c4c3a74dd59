"""Starting hands as people type them: "AA, AKs, K5o+"."""

from __future__ import annotations

import re
from typing import Final

from pitboss.coach.drill import AnswerError

RANKS: Final = "AKQJT98765432"
_HAND: Final = re.compile(rf"([{RANKS}])([{RANKS}])([SO]?)(\+?)")


def read_hands(text: str) -> tuple[str, ...]:
    """Read names of starting hands, each once; a "+" adds the better ones of its kind.

    Raises `AnswerError` for what is no hand. "none" is an answer too.

    >>> read_hands("qq+, KJo+ 72s")
    ('QQ', 'KK', 'AA', 'KJo', 'KQo', '72s')
    """
    found: dict[str, None] = {}
    for word in text.replace(",", " ").split():
        if word.casefold() == "none":
            continue
        found.update(dict.fromkeys(_hands(word)))
    return tuple(found)


def _hands(word: str) -> list[str]:
    match = _HAND.fullmatch(word.upper())
    if match is None:
        raise _no_hand(word)
    high, low = sorted((match[1], match[2]), key=RANKS.index)
    kind, more = match[3].lower(), match[4]
    if (high == low) == bool(kind):  # a pair has no letter behind it, another hand has one
        raise _no_hand(word)
    at = RANKS.index(low)
    if high == low:
        return [rank * 2 for rank in reversed(RANKS[: at + 1])] if more else [high * 2]
    first = RANKS.index(high) + 1 if more else at
    return [f"{high}{rank}{kind}" for rank in reversed(RANKS[first : at + 1])]


def _no_hand(word: str) -> AnswerError:
    return AnswerError(f"{word[:20]!r} is no starting hand; write AKs, K5o, 77 or K5o+")
