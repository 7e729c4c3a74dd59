"""Where a rule comes from: the clauses that say it, the readings that settle what they leave."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Cite:
    """Clause ids ("MD-11.H.1") and reading ids ("A-MD-17"), in the order in which they decide."""

    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()

    def __add__(self, other: Cite) -> Cite:
        if not other.clauses and not other.readings:
            return self
        return Cite(_joined(self.clauses, other.clauses), _joined(self.readings, other.readings))


def _joined(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    return first + tuple(item for item in second if item not in first)


NO_CITE: Final = Cite()
