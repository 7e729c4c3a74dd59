"""Adds up graded exercises: how many are right, how quickly, by kind; and the pace of paying."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

HOUR_MS: Final = 3_600_000
PAYING: Final = ("outcomes", "amounts", "chips", "bank", "limits", "tips")  # one is one round paid


@dataclass(frozen=True, slots=True)
class SchoolMark:
    """One graded exercise; the time it took is None where nobody measured it."""

    kind: str
    items: int
    right_items: int
    right: bool
    took_ms: int | None = None


@dataclass(frozen=True, slots=True)
class KindTally:
    """All marks of one kind; `each_ms` is the mean time of an exercise that was measured."""

    kind: str
    exercises: int
    right: int
    items: int
    right_items: int
    each_ms: int | None

    @property
    def accuracy(self) -> Fraction:
        """Return the part of questions that were answered right."""
        return Fraction(self.right_items, self.items) if self.items else Fraction(0)


def tallies(marks: Iterable[SchoolMark]) -> tuple[KindTally, ...]:
    """Add up marks by kind, in the order in which the kinds first come."""
    found: dict[str, list[SchoolMark]] = {}
    for mark in marks:
        found.setdefault(mark.kind, []).append(mark)
    return tuple(_tally(kind, of_kind) for kind, of_kind in found.items())


def _tally(kind: str, marks: list[SchoolMark]) -> KindTally:
    times = [mark.took_ms for mark in marks if mark.took_ms is not None]
    return KindTally(
        kind=kind,
        exercises=len(marks),
        right=sum(mark.right for mark in marks),
        items=sum(mark.items for mark in marks),
        right_items=sum(mark.right_items for mark in marks),
        each_ms=sum(times) // len(times) if times else None,
    )


def is_paid_round(kind: str, *, right: bool) -> bool:
    """Return whether an exercise counts in the pace: a layout that was paid, and rightly."""
    return right and kind in PAYING


def pace_of(marks: Iterable[SchoolMark]) -> int | None:
    """Return the rounds an hour while paying; None where no layout was paid rightly in a time.

    >>> pace_of([SchoolMark("amounts", 4, 4, True, 60_000)])
    60
    """
    times = [m.took_ms for m in marks if is_paid_round(m.kind, right=m.right) and m.took_ms]
    return HOUR_MS * len(times) // sum(times) if times else None
