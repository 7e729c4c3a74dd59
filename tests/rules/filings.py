"""Small submissions for the tests: a clean one for each place, and what a change of it is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.rules import Problem, check

APPROVED: Final = '{ reference = "R-1", date = 2026-01-31, by = "Somebody" }'
FOUR_SPOTS: Final = '["ante", "blind", "play", "trips"]'

CLEAN: Final[Mapping[str, Mapping[str, str]]] = {
    "maryland": {
        "operator": '"Example"',
        "approvals.layout": APPROVED,
        "options.blind": '"A"',
        "options.trips": '"A"',
        "options.limits.ante": "{ min = 15, max = 500 }",
        "options.limits.trips": "{ min = 5, max = 100 }",
        "devices.shuffler": "true",
        "layout.spots": FOUR_SPOTS,
    },
    "south-dakota": {
        "operator": '"Example"',
        "excluded_rules": '["20:18:16:21", "20:18:16:31.01"]',
        "approvals.table": APPROVED,
        "options.trips": '"UTH-01"',
        "options.limits.ante": "{ min = 5, max = 100 }",
        "options.limits.trips": "{ min = 5, max = 100 }",
        "posted.tips": "0",
    },
    "california": {
        "operator": '"Example"',
        "approvals.licence": APPROVED,
        "approvals.bureau": APPROVED,
        "options.fees": "2",
        "devices.shuffler": "true",
    },
    "catfish-bend": {
        "operator": '"Example"',
        "approvals.commission": APPROVED,
        "options.limits.ante": "{ min = 5, max = 25 }",
        "devices.shuffler": "true",
    },
    "royal-caribbean": {
        "operator": '"Example"',
        "options.pd.selection": '"offered clockwise"',
        "options.limits.ante": "{ min = 5, max = 25 }",
        "options.dealing": '"shoe"',
        "devices.shuffler": "true",
    },
}

PROGRESSIVE: Final[Mapping[str, Mapping[str, str | None]]] = {
    "maryland": {
        "options.progressive": '"A"',
        "options.progressive.wagers": "[1]",
        "options.meter.rate": "20",
        "options.meter.seed": "10000",
        "layout.spots": '["ante", "blind", "play", "trips", "progressive"]',
    },
    "south-dakota": {
        "options.progressive": '"PMG-01"',
        "options.progressive.simultaneous": '"sequential"',
        "options.meter.rate": "20",
        "options.meter.seed": "10000",
        "options.meter.reserve": "0",
    },
}
"""What has to be added for a Progressive."""

SIX_CARD: Final[Mapping[str, str | None]] = {
    "options.six_card": '"A"',
    "options.limits.six_card": "{ min = 5, max = 25 }",
    "layout.spots": '["ante", "blind", "play", "trips", "six_card"]',
    "layout.box": "true",
}
"""What has to be added in Maryland for the Six Card Bonus."""

Changes = Mapping[str, str | None]


def text_of(place: str, *changes: Changes) -> str:
    """Write a clean submission with some keys changed, added, or (None) taken out."""
    entries: dict[str, str | None] = dict(CLEAN[place])
    for change in changes:
        entries |= change
    sections: dict[str, list[str]] = {"": [f'rules = "{place}"']}
    for key, value in entries.items():
        table, _, name = key.rpartition(".") if "." not in key else key.partition(".")
        if value is not None:
            sections.setdefault(table, []).append(f'"{name}" = {value}')
    parts = [[f"[{table}]", *lines] if table else lines for table, lines in sections.items()]
    return "\n".join(line for part in parts for line in part) + "\n"


def told(place: str, *changes: Changes) -> list[Problem]:
    """Everything that is said about such a submission."""
    return check(text_of(place, *changes), f"{place}.toml")


def errors(place: str, *changes: Changes) -> list[str]:
    """The codes of its errors, each once, in order of name."""
    return sorted({str(problem.code) for problem in told(place, *changes) if problem.is_error})


def notes(place: str, *changes: Changes) -> list[str]:
    """The codes of its notes, each once, in order of name."""
    return sorted({str(problem.code) for problem in told(place, *changes) if not problem.is_error})


def the(code: str, place: str, *changes: Changes) -> Problem:
    """The one problem of that code."""
    found = [problem for problem in told(place, *changes) if problem.code == code]
    assert len(found) == 1, f"{code}: {found}"
    return found[0]
