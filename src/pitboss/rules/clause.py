"""The clause catalogue: each requirement of the five documents, by its number, in our own words."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from pitboss.rules.suggest import children, near

PLACES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "MD": "maryland",
        "SD": "south-dakota",
        "CA": "california",
        "IA": "catfish-bend",
        "RC": "royal-caribbean",
    }
)

KINDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "E": "enforced by the rules engine",
        "M": "modelled as state, event, counter, timer or ledger",
        "D": "displayed",
        "C": "checked in the operator's submission",
        "I": "instruction to people",
    }
)


@dataclass(frozen=True, slots=True)
class Clause:
    """One requirement; `line` says the paytable line that the id ends in, where it ends in one."""

    id: str
    place: str
    ref: str
    text: str
    topic: str
    kinds: tuple[str, ...]
    note: str = ""
    line: str = ""


class UnknownClauseError(LookupError):
    """No clause of that id; `suggestions` are its parts, or the ids nearest to it."""

    def __init__(self, wanted: str, suggestions: tuple[str, ...]) -> None:
        hint = f"; did you mean {', '.join(suggestions)}?" if suggestions else ""
        super().__init__(f"{wanted[:40]!r} is no clause{hint}")
        self.suggestions = suggestions


@cache
def _catalogue(place: str) -> Mapping[str, Clause]:
    """Read one place's rows and the lettered lines of its paytables, by id in lower case."""
    text = (Path(__file__).parent / "clauses" / f"{place}.toml").read_text("utf-8")
    found: dict[str, Clause] = {}
    for row in tomllib.loads(text)["clause"]:
        letters: Mapping[str, str] = row.pop("lines", {})
        own = Clause(place=place, **{**row, "kinds": tuple(row["kinds"])})
        for each in (own, *(_line(own, letter, said) for letter, said in letters.items())):
            found[each.id.casefold()] = each
    return found


def _line(row: Clause, letter: str, said: str) -> Clause:
    text = f"{row.text} Line {letter}: {said}."
    return replace(row, id=f"{row.id}.{letter}", ref=f"{row.ref}({letter})", text=text, line=said)


def all_clauses(place: str) -> tuple[Clause, ...]:
    """Return the clauses of a place in its document's order, without lettered paytable lines."""
    if place not in PLACES.values():
        raise UnknownClauseError(place, tuple(PLACES.values()))
    return tuple(own for own in _catalogue(place).values() if not own.line)


def clause(clause_id: str) -> Clause:
    """Return the clause of an id, in any case; "MD-12.B.1.e" is a row and its paytable line.

    >>> clause("md-11.h.3.d").text
    'Equal: return Ante, Blind and Play.'
    """
    place = PLACES.get(clause_id.split("-")[0].upper())
    if place is None:
        raise UnknownClauseError(clause_id, near(clause_id, _every_id()))
    catalogue = _catalogue(place)
    if found := catalogue.get(clause_id.casefold()):
        return found
    raise UnknownClauseError(clause_id, near(clause_id, (own.id for own in catalogue.values())))


def find_clauses(clause_id: str) -> tuple[Clause, ...]:
    """Return the clause of an id, or all clauses of a chapter or section ("MD-11.H")."""
    try:
        return (clause(clause_id),)
    except UnknownClauseError:
        parts = children(clause_id, _every_id())
        if not parts:
            raise
        return tuple(clause(part) for part in parts)


@cache
def _every_id() -> tuple[str, ...]:
    return tuple(own.id for place in PLACES.values() for own in all_clauses(place))
