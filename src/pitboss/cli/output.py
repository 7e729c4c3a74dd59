"""How results are printed: tables that stay whole when piped, and one JSON document for machines."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pitboss.rules import Cite, UnknownRuleSetError, all_rule_sets, rule_set
from pitboss.cli.failure import Failure
from pitboss.rules.ruleset import RuleSet

PIPED_WIDTH: Final = 200  # nothing is cut off where no screen bounds the line


def console() -> Console:
    """A console as wide as the terminal, or wide enough for a file; no markup is read from data."""
    wide = None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPED_WIDTH
    return Console(width=wide, markup=False, highlight=False, emoji=False)


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """A table whose cells fold and are never cut."""
    found = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    for column in columns:
        found.add_column(column, overflow="fold")
    for row in rows:
        found.add_row(*(Text(cell) for cell in row))
    return found


def print_json(document: object) -> None:
    """Write the one document; letters beyond ASCII stay where the output can carry them."""
    plain = (sys.stdout.encoding or "ascii").lower().replace("-", "") != "utf8"
    sys.stdout.write(json.dumps(document, indent=2, ensure_ascii=plain) + "\n")


def sources(cite: Cite) -> str:
    """The clauses and readings of a rule, for a table cell."""
    return " ".join((*cite.clauses, *cite.readings))


def cited(cite: Cite) -> dict[str, list[str]]:
    """The clauses and readings of a rule, for JSON."""
    return {"clauses": list(cite.clauses), "readings": list(cite.readings)}


def pick(name: str) -> RuleSet:
    """The rule set of that name in any case, or of that prefix ("MD")."""
    for known in all_rule_sets():
        if name.casefold() in (known.name, known.prefix.casefold()):
            return known
    try:
        return rule_set(name)
    except UnknownRuleSetError as error:
        raise Failure(str(error)) from None
