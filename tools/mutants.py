"""Lists what could be wrong with one cell of a rule set: pays, orders, remedies, defaults."""

from __future__ import annotations

import copy
import itertools
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from pitboss.rules import option_kinds, rule_set_text

Path_ = tuple[str | int, ...]

# Values that no code reads yet; each says who will.
NOT_YET_READ: Final = {
    "options.audit.retention": "due in audit: how long records are kept",
}

_NO_RULE: Final = ("name", "title", "document", "prefix", "edition", "layout", "submission")
_NO_VALUE: Final = ("clauses", "readings", "settle_clauses", "wants", "about", "below", "locked")
_OUTCOMES: Final = {
    "win": ["push", "lose"],
    "lose": ["push"],
    "push": ["lose"],
    "paytable": ["push", "lose"],
}
_WORDS: Final = {
    "counter-clockwise": "clockwise",
    "clockwise": "counter-clockwise",
    "clockwise-from-bank": "clockwise",
    "never": "to-1",
    "to-1": "never",
    "blocks": "calls",
    "calls": "blocks",
    "pair": "two-pair",
    "removed": "stays",
    "house": "player-dealer",
    "optional": "none",
    "seven": "hole-and-flop",
    "at-turn": "after-payments",
    "after-payments": "at-turn",
    "after-deal": "after-river",
    "after-river": "after-deal",
    "with-award": "at-end",
    "at-end": "with-award",
    "5 to 50": ("6 to 50", "5 to 51"),
}
# Remedies that make sense for a kind of irregularity; elsewhere the round goes on or is void.
_REMEDIES: Final = {
    "face-up-card": ("void", "continue", "set-aside"),
    "wrong-card-count": ("void", "continue", "void-seat", "void-wager"),
    "player-left": ("void", "continue", "forfeit", "void-seat"),
    "deck-count": ("void", "continue", "new-deck"),
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One changed cell."""

    place: str
    path: Path_
    before: Any  # Any: whatever the TOML file may hold
    after: Any

    @property
    def where(self) -> str:
        """The cell's dotted key."""
        return ".".join(map(str, self.path))

    def __str__(self) -> str:
        return f"{self.place} {self.where}: {str(self.before)[:60]} -> {str(self.after)[:60]}"

    def data(self) -> dict[str, Any]:
        """Return the file's data with the one change."""
        data = copy.deepcopy(data_of(self.place))
        spot: Any = data
        for step in self.path[:-1]:
            spot = spot[step]
        spot[self.path[-1]] = self.after
        return data


def data_of(place: str) -> dict[str, Any]:
    """Read a rule set's file."""
    text = rule_set_text(place)
    return tomllib.loads(text, parse_float=Decimal)


def mutants(place: str) -> Iterator[Mutant]:
    """List every change worth making."""
    for path, value in _leaves(data_of(place)):
        if path[0] in _NO_RULE or path[-1] in _NO_VALUE:
            continue
        if any(".".join(map(str, path)).startswith(f"{key}.") for key in NOT_YET_READ):
            continue
        for changed in _changes(path, value):
            yield Mutant(place, path, value, changed)


def _leaves(data: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Go over the values of a file; lists of plain values count as one value."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _leaves(value, (*path, key))
    elif isinstance(data, list) and data and isinstance(data[0], dict):
        for n, value in enumerate(data):
            yield from _leaves(value, (*path, n))
        yield path, data
    else:
        yield path, data


def _changes(path: Path_, value: Any) -> list[Any]:
    """List what a value could wrongly be."""
    key = path[-1]
    if path[0] == "options" and key == "default" and isinstance(value, str):
        return _other_choices(str(path[1]), value)
    if key in ("pays", "odds"):
        return _other_pays(value)
    if key == "outcome":
        return list(_OUTCOMES[value])
    if key == "remedy":
        remedies = _REMEDIES.get(str(path[1]), ("void", "continue"))
        return [other for other in remedies if other != value]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1]
    if isinstance(value, list):
        return _other_lists(path, value)
    return _other_words(value)


def _other_words(value: Any) -> list[Any]:
    if isinstance(value, str) and re.fullmatch(r"\d+\.\d\d", value):
        return [str(Decimal(value) + Decimal("0.10"))]
    other = _WORDS.get(value, ()) if isinstance(value, str) else ()
    return [other] if isinstance(other, str) else list(other)


def _other_choices(key: str, value: str) -> list[Any]:
    """List the other words of an option; amounts and ranges as words are changed as such."""
    kind = option_kinds()[key]
    if kind.type == "choice":
        return [word for word in kind.allowed if word != value]
    return _other_words(value)


def _other_pays(value: str) -> list[Any]:
    """Change a pay: one more, "for 1" in place of "to 1", or another share of the meter."""
    if "%" in value:
        percent, meter = value.split("% of ")
        return [f"{int(percent) - 1}% of {meter}"]
    if value.startswith("$"):
        return ["$200,000"]
    number, word, den = value.split()
    other = {"to": "for", "for": "to"}[word]
    return [f"{int(number) + 1} {word} {den}", f"{number} {other} {den}"]


def _other_lists(path: Path_, value: list[Any]) -> list[Any]:
    """Change an order: swap neighbours; or drop a member; or add one to a number."""
    if value and isinstance(value[0], dict):
        if path[-1] in ("deal", "flop", "river") and len(value) > 1:
            return _swapped(value)
        return [value[1:], value[:-1]] if path[-1] == "lines" else []
    if value and isinstance(value[0], int):
        return [[*value[:n], value[n] + 1, *value[n + 1 :]] for n in range(len(value))]
    if path[:2] == ("settlement", "wagers") or path[-1] == "default":
        return _swapped(value)
    return [[*value[:n], *value[n + 1 :]] for n in range(len(value))]


def _swapped(value: list[Any]) -> list[Any]:
    """Swap each two neighbours that differ and can be in force at the same time."""
    found = []
    for n, (one, other) in enumerate(itertools.pairwise(value)):
        modes = {part.get("when") for part in (one, other) if isinstance(part, dict)}
        if one != other and len(modes - {None}) < 2:
            found.append([*value[:n], other, one, *value[n + 2 :]])
    return found
