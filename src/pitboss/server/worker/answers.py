"""A bounded cache of answers, by question."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

ANSWERS_MAX: Final = 4_000  # answers kept; then the one that was not asked for longest goes
BYTES_MAX: Final = 32_000_000  # of all answers together
ANSWER_BYTES_MAX: Final = 1_000_000  # a larger answer is not kept, such as a plan of 16 MB


class Answers:
    """Answers that were given lately, as the bytes that came out of the pipe. Its owner locks it.

    Thousands of answers as objects would make every full garbage collection pause the tables.
    """

    def __init__(self, count_max: int = ANSWERS_MAX, bytes_max: int = BYTES_MAX) -> None:
        self._count_max = count_max
        self._bytes_max = bytes_max
        self._known: OrderedDict[Hashable, bytes] = OrderedDict()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._known)

    def get(self, key: Hashable) -> bytes | None:
        """Return an answer, or None where it is not there."""
        if key in self._known:
            self._known.move_to_end(key)
        return self._known.get(key)

    def keep(self, key: Hashable, answer: bytes) -> None:
        """Keep an answer, and forget the oldest where that is too much."""
        if len(answer) > min(ANSWER_BYTES_MAX, self._bytes_max):
            return
        self._bytes += len(answer) - len(self._known.pop(key, b""))
        self._known[key] = answer
        while len(self._known) > self._count_max or self._bytes > self._bytes_max:
            _, gone = self._known.popitem(last=False)
            self._bytes -= len(gone)
