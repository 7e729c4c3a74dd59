"""A rule set cut into titled parts and rows, for people and for JSON alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from pitboss.rules import Cite, Paytable, RuleSet, in_force, inscriptions, option_kinds
from pitboss.rules.basis import basis_words as basis_words
from pitboss.rules.cite import NO_CITE
from pitboss.rules.compare import parts_of, paytable_sides, value_words
from pitboss.rules.options import OptionKind


@dataclass(frozen=True, slots=True)
class RulesRow:
    """One value in words, and its sources."""

    key: str
    value: str
    cite: Cite = NO_CITE


@dataclass(frozen=True, slots=True)
class OptionRow(RulesRow):
    """An option: `value` is its default; what it may be; whether it is fixed; what it is.

    `basis` says which values are the text, which a reading, and which depart from it.
    """

    choices: str = ""
    fixed: bool = False
    about: str = ""
    basis: str = ""


@dataclass(frozen=True, slots=True)
class RulesPart:
    """Some rows under a title; `name` is the key in JSON."""

    name: str
    title: str
    rows: tuple[RulesRow, ...]


TITLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "table": "Table",
        "bank": "Bank",
        "cards": "Cards",
        "wagers": "Wagers",
        "betting": "Betting",
        "tips": "Tips",
        "asking": "Asking",
        "streets": "Streets",
        "dealing": "Dealing scripts",
        "settlement": "Order of settlement",
        "outcomes": "Outcomes",
        "progressive": "Progressive",
        "limits": "Limits",
        "notices": "Notices",
        "fees": "Fees",
        "irregularities": "Irregularities",
        "submission": "A submission must hold",
        "layout": "Layout and signs",
        "paytables": "Paytables",
        "options": "Options",
    }
)
_APART: Final = ("layout", "paytables", "options")  # shown in a way of their own


def parts(rules: RuleSet) -> Iterator[RulesPart]:
    """Yield every part but paytables and options, in the order of a round."""
    found = parts_of(rules)
    for name, title in TITLES.items():
        if name in _APART:
            continue
        if sides := found.get(name):
            rows = (RulesRow(key, side.value, side.cite) for key, side in sides.items())
            yield RulesPart(name, title, tuple(rows))
    shown = (
        RulesRow(one.item, one.text, one.cite)
        for one in inscriptions(in_force(rules), "(operator)")
    )
    yield RulesPart("layout", "Layout and signs, with every option at its default", tuple(shown))


def paytable_rows(pays: Paytable) -> Iterator[RulesRow]:
    """Yield the lines of a paytable, then its meters and Envy."""
    for key, side in paytable_sides(pays).items():
        yield RulesRow(key, side.value, side.cite)


def option_rows(rules: RuleSet) -> Iterator[OptionRow]:
    """Yield the options that the set leaves open, and those that it fixes."""
    for key, rule in rules.options.items():
        kind = option_kinds()[key]
        choices = "fixed" if rule.locked else _choices(rules, kind)
        value = value_words(rule.default)
        stands = basis_words(rule, kind, rules)
        yield OptionRow(key, value, rule.cite, choices, rule.locked, kind.about, stands)


def _choices(rules: RuleSet, kind: OptionKind) -> str:
    """Describe the allowed values of an option in a few words."""
    if kind.type == "paytable":
        tables = {wager: names for wager, names in _tables(rules).items() if wager == kind.key}
        return ", ".join(tables.get(kind.key, ())) or "as trips"
    named = {
        "method": ", ".join(rules.methods),
        "fee": ", ".join(rules.fees) or "none, flat",
        "flag": "yes, no",
        "choice": ", ".join(map(str, kind.allowed)),
        "names": f"some of {', '.join(map(str, kind.allowed))}",
        "whole": f"{kind.allowed[0]} to {kind.allowed[-1]}" if kind.allowed else "",
        "money": "an amount",
        "amounts": "amounts",
        "range": "minimum and maximum amount",
        "seed": "an amount for each meter",
        "percent": "a percentage for each meter",
        "wagers": "any order",
        "text": "a text",
    }
    return named[kind.type]


def _tables(rules: RuleSet) -> dict[str, tuple[str, ...]]:
    return {wager: rules.tables_of(wager) for wager, _ in rules.paytables}
