"""`pitboss rules show`: all of one rule set, every value with its clauses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from rich.text import Text

from pitboss.cli.options import Argument, AsJson
from pitboss.cli.output import cited, page, pick, print_json, sources, table
from pitboss.cli.rules.parts import RulesRow, option_rows, parts, paytable_rows
from pitboss.rules import Paytable, RuleSet
from pitboss.rules.words import wager_words

_OPTION_COLUMNS: Final = ("option", "default", "may be", "of which", "sources", "what it is")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss rules show`."""

    name: Annotated[str, Argument("NAME", "Rule set, or an edition of it: maryland@1.")]
    as_json: AsJson = False


def run(options: Options) -> int:
    """Print a rule set."""
    rules = pick(options.name)
    if options.as_json:
        print_json(_document(rules))
        return 0
    screen = page()
    screen.print(Text(f"{rules.title}: {rules.document}", style="bold"))
    screen.print(Text(f"Rule set {rules.name}, edition {rules.edition}. All values with clauses."))
    for part in parts(rules):
        screen.print(table(part.title, ("", "", "sources"), map(_cells, part.rows)))
    for pays in rules.paytables.values():
        columns = ("hand", "pays", "sources")
        screen.print(table(_title(pays), columns, map(_cells, paytable_rows(pays))))
    rows = [
        (row.key, row.value, row.choices, row.basis, sources(row.cite), row.about)
        for row in option_rows(rules)
    ]
    screen.print(table("Options", _OPTION_COLUMNS, rows))
    return 0


def _title(pays: Paytable) -> str:
    return f"{wager_words(pays.wager)} paytable {pays.name}"


def _cells(row: RulesRow) -> tuple[str, str, str]:
    return row.key, row.value, sources(row.cite)


def _document(rules: RuleSet) -> dict[str, object]:
    return {
        "name": rules.name,
        "title": rules.title,
        "document": rules.document,
        "prefix": rules.prefix,
        "edition": rules.edition,
        **{part.name: [_entry(row) for row in part.rows] for part in parts(rules)},
        "paytables": [_paytable(pays) for pays in rules.paytables.values()],
        "options": [
            {
                **_entry(row),
                "choices": row.choices,
                "basis": row.basis,
                "fixed": row.fixed,
                "about": row.about,
            }
            for row in option_rows(rules)
        ],
    }


def _paytable(pays: Paytable) -> dict[str, object]:
    rows = [_entry(row) for row in paytable_rows(pays)]
    return {"wager": pays.wager, "name": pays.name, "lines": rows, **cited(pays.cite)}


def _entry(row: RulesRow) -> dict[str, object]:
    return {"key": row.key, "value": row.value, **cited(row.cite)}
