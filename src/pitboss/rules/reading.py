"""The readings: what the documents leave open or contradict, and how pitboss takes it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from pitboss.rules.clause import PLACES
from pitboss.rules.suggest import near

COMMON: Final = "common"
"""Where the questions between the documents (A-X-…) and our own additions (P-…) are kept."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One adopted reading: `where` it applies, its reason, and what an operator may change."""

    id: str
    severity: str
    problem: str
    adopted: str
    where: str = ""
    why: str = ""
    configurable: str = ""

    @property
    def mentions(self) -> str:
        """All its text, for finding the clauses it speaks of."""
        return " ".join((self.where, self.problem, self.adopted, self.why))


class UnknownReadingError(LookupError):
    """No reading of that id; `suggestions` are the ids nearest to it."""

    def __init__(self, wanted: str, suggestions: tuple[str, ...]) -> None:
        hint = f"; did you mean {', '.join(suggestions)}?" if suggestions else ""
        super().__init__(f"{wanted[:40]!r} is no reading{hint}")
        self.suggestions = suggestions


@cache
def _catalogue(place: str) -> Mapping[str, Reading]:
    text = (Path(__file__).parent / "readings" / f"{place}.toml").read_text("utf-8")
    return {row["id"]: Reading(**row) for row in tomllib.loads(text)["reading"]}


def all_readings(place: str | None = None) -> tuple[Reading, ...]:
    """Return the readings of a place or of `COMMON`; without a place, all there are."""
    places = (place,) if place else (*PLACES.values(), COMMON)
    if not set(places) <= {*PLACES.values(), COMMON}:
        raise UnknownReadingError(str(place), (*PLACES.values(), COMMON))
    return tuple(found for name in places for found in _catalogue(name).values())


def reading(reading_id: str) -> Reading:
    """Return the reading of that id, in any case.

    >>> reading("A-MD-20").adopted
    'Push below a flush; a winning straight pushes.'
    """
    if found := _by_fold().get(reading_id.casefold()):
        return found
    raise UnknownReadingError(reading_id, near(reading_id, (r.id for r in all_readings())))


@cache
def _by_fold() -> Mapping[str, Reading]:
    return {known.id.casefold(): known for known in all_readings()}


def is_reading_id(text: str) -> bool:
    """Return whether an id is meant for a reading ("A-MD-20", "P-01") and not for a clause."""
    return text.upper().startswith(("A-", "P-"))
