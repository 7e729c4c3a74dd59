"""Traces every clause to the keys, code and tests that fulfil it."""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.rules import SET_NAMES, rule_set_text
from pitboss.rules.clause import Clause, all_clauses

ROOT = Path(__file__).parents[1]
WORDS = {
    "E": "enforced",
    "M": "modelled",
    "D": "displayed",
    "C": "configuration checked",
    "I": "instruction",
}
SCREEN_TESTS = ("tests/server/", "tests/browser/")
_CITING = ("clauses", "settle_clauses", "below")


@dataclass
class Trace:
    """What fulfils one clause."""

    clause: Clause
    keys: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)
    golden: list[str] = field(default_factory=list)
    due: str = ""
    notes: list[str] = field(default_factory=list)
    kinds: tuple[str, ...] = ()  # as treated here, where that is less than the clause allows

    @property
    def treatment(self) -> str:
        """Return how the clause is treated, in words."""
        words = ", ".join(WORDS[kind] for kind in self.kinds or self.clause.kinds)
        return (
            f"{words}; due {'in table' if self.due == 'table' else 'on screen'}"
            if self.due
            else words
        )

    @property
    def is_fulfilled(self) -> bool:
        """Return whether code and a test stand behind the clause."""
        return bool(self.code) and bool(self.tests or self.golden)


@cache
def plan() -> dict[str, Any]:
    """Read the plan of areas and single clauses."""
    return tomllib.loads((ROOT / "tools" / "trace.toml").read_text("utf-8"))


def citations(place: str) -> Iterator[tuple[str, str]]:
    """Go over (clause id, key) for every citation in a rule set's file."""
    text = rule_set_text(place)
    yield from _cited(tomllib.loads(text), ())


def _cited(data: object, path: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    if isinstance(data, dict):
        for key, value in data.items():
            if key in _CITING and isinstance(value, list):
                yield from ((str(id_), ".".join(path)) for id_ in value)
            else:
                yield from _cited(value, (*path, str(key)))
    elif isinstance(data, list):
        for entry in data:
            name = (
                str(entry.get("hand") or entry.get("item") or entry.get("key") or "")
                if isinstance(entry, dict)
                else ""
            )
            yield from _cited(entry, (*path, name) if name else path)


def golden_citations(place: str) -> Iterator[tuple[str, str]]:
    """Go over (clause id, file) for every clause that a golden round expects to be cited."""
    for path in sorted((ROOT / "tests" / "scenarios" / place).glob("*.toml")):
        expect = tomllib.loads(path.read_text("utf-8")).get("expect", {})
        for seat in expect.values():
            if isinstance(seat, dict):
                for kind in ("clauses", "cites"):
                    for ids in seat.get(kind, {}).values():
                        yield from ((id_, str(path.relative_to(ROOT))) for id_ in ids)


def row_of(id_: str, rows: dict[str, Trace]) -> Trace | None:
    """Find the row of an id; a line of a paytable belongs to the row of its table."""
    while id_ not in rows and "." in id_:
        id_ = id_.rsplit(".", 1)[0]
    return rows.get(id_)


def traces(place: str) -> dict[str, Trace]:
    """Trace all clauses of a place."""
    rows = {clause.id: Trace(clause) for clause in all_clauses(place)}
    for id_, key in citations(place):
        row = row_of(id_, rows)
        if row is not None and key not in row.keys:
            row.keys.append(key)
    for id_, file in golden_citations(place):
        row = row_of(id_, rows)
        if row is not None and file not in row.golden:
            row.golden.append(file)
    for row in rows.values():
        _apply(row)
    return rows


def _apply(row: Trace) -> None:
    own = plan()["clause"].get(row.clause.id)
    areas = [own] if own else [area for key in row.keys if (area := area_of(key))]
    for area in areas:
        for name in ("code", "tests"):
            known = getattr(row, name)
            known += [entry for entry in area.get(name, []) if entry not in known]
        if area.get("note") and area["note"] not in row.notes:
            row.notes.append(area["note"])
    row.kinds = tuple(own.get("kinds", ())) if own else ()
    dues = [area["due"] for area in areas if area.get("due")]
    shown = any(test.startswith(SCREEN_TESTS) for test in row.tests)
    if (row.kinds or row.clause.kinds) == ("D",) and not shown:
        row.due = "screen"  # the words are ready, no page is proved to show them
    if dues and (own or not row.code):
        row.due = dues[0]


def area_of(key: str) -> dict[str, Any] | None:
    """Find the area of a key: the longest listed key that it starts with."""
    best, length = None, -1
    for area in plan()["area"]:
        for prefix in area["keys"]:
            if (key == prefix or key.startswith(f"{prefix}.")) and len(prefix) > length:
                best, length = area, len(prefix)
    return best


def faults() -> Iterator[str]:
    """List clauses without code or test, and cited things that do not exist."""
    for place in SET_NAMES:
        rows = traces(place)
        for id_, key in citations(place):
            if row_of(id_, rows) is None:
                yield f"{place}: {key} cites {id_}, which is no clause"
            if area_of(key) is None:
                yield f"{place}: no area of tools/trace.toml covers the key {key}"
        for row in rows.values():
            wanted = {"E", "C", "D", "I"} & set(row.kinds or row.clause.kinds)
            if wanted and not row.due and not row.is_fulfilled:
                yield f"{row.clause.id} ({row.treatment}): code {row.code}, tests {row.tests}"
            if not (row.keys or row.code or row.due):
                yield f"{row.clause.id} is treated nowhere and due nowhere"
    known = {clause.id for place in SET_NAMES for clause in all_clauses(place)}
    for id_ in plan()["clause"]:
        if id_ not in known:
            yield f"tools/trace.toml speaks of {id_}, which is no clause"
    for entry in (*plan()["area"], *plan()["clause"].values()):
        yield from (f"{name} does not exist" for name in entry.get("code", []) if not exists(name))
        yield from (
            f"{t} does not exist" for t in entry.get("tests", []) if not (ROOT / t).exists()
        )


@cache
def exists(name: str) -> bool:
    """Return whether a dotted name leads to a module's function or class."""
    module, _, attribute = name.rpartition(".")
    try:
        return hasattr(importlib.import_module(module), attribute)
    except ImportError:
        return False
