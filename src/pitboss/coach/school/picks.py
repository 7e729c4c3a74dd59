"""Draws choices and decks from a seed: the same seed and the same path give the same draws."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import chain
from typing import Final, TypeVar

from pitboss.cards import Card
from pitboss.cards.shuffle import byte_stream, drawn

T = TypeVar("T")

_NAME: Final = "school"
_RANGE: Final = 2**32  # of the four bytes that one choice takes


class Picks:
    """A stream of choices; `path` keeps the streams of one seed apart."""

    def __init__(self, seed: int, *path: object) -> None:
        secret = sha256("/".join(map(str, (_NAME, seed, *path))).encode()).digest()
        self._bytes = chain.from_iterable(byte_stream(secret, _NAME, 0, {}))

    def below(self, end: int) -> int:
        """Draw a whole number from 0 to `end` - 1, each as likely; rejects what is left over."""
        fair = _RANGE - _RANGE % end
        while True:
            number = int.from_bytes(bytes(next(self._bytes) for _ in range(4)), "big")
            if number < fair:
                return number % end

    def one(self, values: Sequence[T]) -> T:
        """Draw one of the values."""
        return values[self.below(len(values))]

    def some(self, values: Sequence[T], count: int) -> list[T]:
        """Draw `count` different places of the values, in the order drawn."""
        left = list(values)
        return [left.pop(self.below(len(left))) for _ in range(min(count, len(left)))]

    def shuffled(self, values: Sequence[T]) -> list[T]:
        """Draw an order of the values."""
        return self.some(values, len(values))

    def in_ten(self, times: int) -> bool:
        """Draw yes as often in ten draws as said."""
        return self.below(10) < times

    def deck(self) -> list[Card]:
        """Draw a shuffled deck."""
        return list(drawn(self._bytes))
