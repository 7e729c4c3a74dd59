"""`pitboss rules diff`: two rule sets side by side."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Annotated

from rich.text import Text

from pitboss.cli.options import Argument, AsJson, Option
from pitboss.cli.output import cited, page, pick, print_json, sources, table
from pitboss.cli.rules.parts import TITLES
from pitboss.rules import Difference, RuleSet, diff
from pitboss.rules.compare import ABSENT, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss rules diff`."""

    a: Annotated[str, Argument("A", "Rule set, or an edition of it: maryland@1.")]
    b: Annotated[str, Argument("B", "Another rule set, or another edition.")]
    everything: Annotated[bool, Option("Show what is the same too.", name="--all")] = False
    as_json: AsJson = False


def run(options: Options) -> int:
    """Print where two sets differ, or every dimension of both."""
    left, right = pick(options.a), pick(options.b)
    names = _names(left, right)
    found = diff(left, right, everything=options.everything)
    if options.as_json:
        rows = [_document(one) for one in found]
        print_json({"left": names[0], "right": names[1], "differences": rows})
        return 0
    screen = page()
    for group, members in groupby(found, key=lambda one: one.group):
        columns = ("", names[0], left.prefix, names[1], right.prefix)
        screen.print(table(TITLES.get(group, group), columns, [_row(one) for one in members]))
    if not found:
        screen.print(Text(f"{names[0]} and {names[1]} do not differ."))
    return 0


def _names(left: RuleSet, right: RuleSet) -> tuple[str, str]:
    """Name two sets, and their editions where they are of one name."""
    if left.name != right.name:
        return left.name, right.name
    return f"{left.name}@{left.edition}", f"{right.name}@{right.edition}"


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
