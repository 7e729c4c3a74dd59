"""`pitboss rules list`: the rule sets by name."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.cli.options import AsJson
from pitboss.cli.output import page, print_json, table
from pitboss.rules import RuleSet, all_clauses, all_rule_sets


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss rules list`."""

    as_json: AsJson = False


def run(options: Options) -> int:
    """Print the rule sets."""
    found = [_row(rules) for rules in all_rule_sets()]
    if options.as_json:
        print_json({"rule_sets": found})
        return 0
    columns = ("name", "place", "clauses", "bank", "seats", "edition", "document")
    keys = ("name", "title", "clauses", "bank", "seats", "edition", "document")
    rows = [[str(row[key]) for key in keys] for row in found]
    page().print(table("Rule sets", columns, rows))
    return 0


def _row(rules: RuleSet) -> dict[str, object]:
    return {
        "name": rules.name,
        "title": rules.title,
        "prefix": rules.prefix,
        "edition": rules.edition,
        "document": rules.document,
        "bank": rules.facts["table.bank"],
        "seats": rules.facts["table.seats"],
        "clauses": len(all_clauses(rules.name)),
    }
