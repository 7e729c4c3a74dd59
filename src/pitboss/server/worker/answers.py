"""A bounded cache of answers, by question."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

ANSWERS_MAX: Final = 4_000  # answers kept; then the one that was not asked for longest goes
BYTES_MAX: Final = 32_000_000  # of all answers together, as they came out of the pipe
ANSWER_BYTES_MAX: Final = 1_000_000  # a larger answer is not kept, such as a plan of 16 MB


class Answers:
    """Answers that were given lately. Not locked: its owner is."""

    def __init__(self, count_max: int = ANSWERS_MAX, bytes_max: int = BYTES_MAX) -> None:
        self._count_max = count_max
        self._bytes_max = bytes_max
        self._known: OrderedDict[Hashable, tuple[object, int]] = OrderedDict()
        self._bytes = 0

    def __contains__(self, key: Hashable) -> bool:
        return key in self._known

    def __len__(self) -> int:
        return len(self._known)

    def get(self, key: Hashable) -> object:
        """Return an answer that is there; raises `KeyError`."""
        self._known.move_to_end(key)
        return self._known[key][0]

    def keep(self, key: Hashable, answer: object, size: int) -> None:
        """Keep an answer of `size` bytes, and forget the oldest where that is too much."""
        if size > min(ANSWER_BYTES_MAX, self._bytes_max):
            return
        self._bytes += size - self._known.pop(key, (None, 0))[1]
        self._known[key] = (answer, size)
        while len(self._known) > self._count_max or self._bytes > self._bytes_max:
            _, (_, gone) = self._known.popitem(last=False)
            self._bytes -= gone
