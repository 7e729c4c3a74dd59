"""`pitboss rules show`: all of one rule set, every value with its clauses."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cli.output import cited, console, pick, print_json, sources, table
from pitboss.rules import Cite, Paytable, RuleSet, in_force, inscriptions, option_kinds
from pitboss.rules.compare import outcome_words, remedy_words, script_words, words
from pitboss.rules.layout import hand_words, pay_words, wager_words
from pitboss.rules.money import money, plain
from pitboss.rules.ruleset import Street

Row = tuple[str, str, Cite]


def run(name: str, *, as_json: bool) -> int:
    """Print a rule set."""
    rules = pick(name)
    if as_json:
        print_json(_document(rules))
        return 0
    screen = console()
    screen.print(f"{rules.title}: {rules.document}")
    screen.print(f"Rule set {rules.name}, edition {rules.edition}; clauses {rules.prefix}-…")
    for title, rows in _parts(rules):
        cells = [(key, value, sources(cite)) for key, value, cite in rows]
        screen.print(table(title, ("", "", "sources"), cells))
    for pays in rules.paytables.values():
        title = f"{wager_words(pays.wager)} paytable {pays.name}"
        cells = [(key, value, sources(cite)) for key, value, cite in _lines(pays)]
        screen.print(table(title, ("hand", "pays", "sources"), cells))
    columns = ("option", "default", "may be", "sources", "what it is")
    screen.print(table("Options", columns, _options(rules)))
    return 0


def _parts(rules: RuleSet) -> Iterator[tuple[str, list[Row]]]:
    facts = [(key, words(value), rules.cite(key)) for key, value in rules.facts.items()]
    for title, starts in _TITLES.items():
        if rows := [row for row in facts if row[0].startswith(starts)]:
            yield title, rows
    yield "Wagers", list(_wagers(rules))
    yield "Streets", list(_streets(rules))
    yield "Dealing scripts", list(_scripts(rules))
    yield "Outcomes", list(_outcomes(rules))
    yield "Irregularities", list(_remedies(rules))
    if rules.fees:
        yield "Fees", list(_fees(rules))
    yield "A submission must hold", [(r.key, _asked(r.wants, r.when), r.cite) for r in _asks(rules)]
    yield "Layout and signs", [(i.item, i.text, i.cite) for i in inscriptions(in_force(rules))]


_TITLES = {
    "Table and bank": ("table.", "bank."),
    "Cards": ("cards.",),
    "Betting and asking": ("betting.", "asking.", "tips."),
    "Dealing": ("dealing.",),
    "Order of settlement": ("settlement.",),
    "Progressive": ("progressive.",),
    "Limits and notices": ("limits.", "notices."),
}


def _asks(rules: RuleSet):  # type: ignore[no-untyped-def]
    return rules.requirements


def _asked(wants: str, when: str) -> str:
    return f"{wants} (with {when})" if when else wants
