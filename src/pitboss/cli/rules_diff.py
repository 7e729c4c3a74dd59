"""`pitboss rules diff`: two rule sets side by side."""

from __future__ import annotations

from itertools import groupby

from rich.text import Text

from pitboss.cli.output import cited, page, pick, print_json, sources, table
from pitboss.cli.rules_parts import TITLES
from pitboss.rules import Difference, diff
from pitboss.rules.compare import ABSENT, Side


def run(a: str, b: str, *, everything: bool, as_json: bool) -> int:
    """Print where two sets differ, or every dimension of both."""
    left, right = pick(a), pick(b)
    found = diff(left, right, everything=everything)
    if as_json:
        rows = [_document(one) for one in found]
        print_json({"left": left.name, "right": right.name, "differences": rows})
        return 0
    screen = page()
    for group, members in groupby(found, key=lambda one: one.group):
        columns = ("", left.name, left.prefix, right.name, right.prefix)
        screen.print(table(TITLES.get(group, group), columns, [_row(one) for one in members]))
    if not found:
        screen.print(Text(f"{left.name} and {right.name} do not differ."))
    return 0


def _row(one: Difference) -> list[str]:
    return [one.key, *_cells(one.left), *_cells(one.right)]


def _cells(side: Side | None) -> tuple[str, str]:
    return (ABSENT, "") if side is None else (side.value, sources(side.cite))


def _document(one: Difference) -> dict[str, object]:
    return {
        "group": one.group,
        "key": one.key,
        "differs": one.differs,
        "left": _side(one.left),
        "right": _side(one.right),
    }


def _side(side: Side | None) -> dict[str, object] | None:
    return None if side is None else {"value": side.value, **cited(side.cite)}
