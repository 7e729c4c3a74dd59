"""How results are printed: tables whose cells fold, one JSON document for machines, and sources."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pitboss.cli.errors import Failure
from pitboss.rules import Cite, RuleSet, UnknownRuleSetError, all_rule_sets, named_rule_set

PIPED_WIDTH: Final = 180  # six columns of words, where no screen bounds the line


def page(*, markup: bool = False) -> Console:
    """Make the console for wide tables: the terminal's own width, or a broad page when piped."""
    width = None if sys.stdout.isatty() else PIPED_WIDTH
    return Console(width=width, markup=markup, highlight=False)


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """Make a table whose cells fold and are never cut; nothing in them is read as markup."""
    shown = Text(title, style="bold") if title else None
    found = Table(title=shown, title_justify="left", box=box.SIMPLE_HEAD)
    for column in columns:
        found.add_column(column, overflow="fold")
    for row in rows:
        found.add_row(*(Text(cell) for cell in row))
    return found


def counted(number: int, thing: str) -> str:
    """Write a number and its noun, with an s for the plural.

    >>> counted(1, "round"), counted(1_000, "round")
    ('1 round', '1,000 rounds')
    """
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def print_json(document: object) -> None:
    """Write the one document; letters beyond ASCII stay where the output can carry them."""
    plain = (sys.stdout.encoding or "ascii").lower().replace("-", "") != "utf8"
    sys.stdout.write(json.dumps(document, indent=2, ensure_ascii=plain) + "\n")


def sources(cite: Cite) -> str:
    """Return the clauses and readings of a rule, for a table cell."""
    return " ".join((*cite.clauses, *cite.readings))


def cited(cite: Cite) -> dict[str, list[str]]:
    """Return the clauses and readings of a rule, for JSON."""
    return {"clauses": list(cite.clauses), "readings": list(cite.readings)}


def pick(name: str) -> RuleSet:
    """Find a rule set by name, prefix ("MD") or edition ("maryland@1"), in any case."""
    asked, at, edition = name.casefold().partition("@")
    for known in all_rule_sets():
        if asked in (known.name, known.prefix.casefold()):
            asked = known.name
    try:
        return named_rule_set(f"{asked}{at}{edition}")
    except UnknownRuleSetError as error:
        raise Failure(str(error)) from None
