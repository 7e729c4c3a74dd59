"""What a submission chooses otherwise than its rule set would by default, and on what ground."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.reports.binder.document import (
    BinderDocument,
    BinderGrid,
    BinderSection,
    Block,
    Prose,
    sources_of,
)
from pitboss.reports.binder.subject import Subject
from pitboss.rules import Rules, in_force, option_kinds
from pitboss.rules.basis import Basis, basis_of
from pitboss.rules.book.played import played_words
from pitboss.rules.options import ALIASES
from pitboss.rules.reading import all_readings, is_reading_id, reading

GROUNDS: Final = {
    Basis.TEXT: "the text of the rules",
    Basis.READING: "a reading of the text",
    Basis.DEPARTURE: "departs from the text",
}


def differences_document(number: int, subject: Subject) -> BinderDocument:
    """Make the document of differences from the set's defaults."""
    rules = subject.rules
    plain = in_force(rules.set)
    changed = tuple(_changed(rules, plain))
    kept = tuple(_kept(rules, plain))
    sections = (
        BinderSection("changed", "Chosen otherwise", _table(changed, "No option differs.")),
        BinderSection("kept", "Left at the default", _table(kept, "Every option was chosen.")),
        BinderSection("readings", "Readings adopted", tuple(_readings(rules))),
    )
    lead = (
        f"Every choice that {rules.set.title} leaves to the operator: first those in which this"
        " submission differs from the default, then the rest. The ground says whether a value"
        " stands in the rules' own text or rests on a reading of it."
    )
    return BinderDocument("differences", number, "Differences from the defaults", lead, sections)


def _table(rows: tuple[tuple[str, ...], ...], none: str) -> tuple[Block, ...]:
    if not rows:
        return (Prose(none),)
    columns = ("Choice", "Default", "Filed", "Ground", "Sources")
    return (BinderGrid("", columns, rows, sources=4),)


def _changed(rules: Rules, plain: Rules) -> Iterator[tuple[str, ...]]:
    for key in rules.set.options:
        if key not in ALIASES and rules.options[key] != plain.options[key]:
            yield _row(rules, plain, key)


def _kept(rules: Rules, plain: Rules) -> Iterator[tuple[str, ...]]:
    for key in rules.set.options:
        if key not in ALIASES and rules.options[key] == plain.options[key]:
            yield _row(rules, plain, key)


def _row(rules: Rules, plain: Rules, key: str) -> tuple[str, ...]:
    rule, kind = rules.set.options[key], option_kinds()[key]
    return (
        f"{kind.about[:1].upper()}{kind.about[1:]}",
        played_words(plain, key),
        played_words(rules, key),
        GROUNDS[basis_of(rules.options[key], kind, rules.set)],
        ", ".join(sources_of(rule.cite)),
    )


def _readings(rules: Rules) -> Iterator[Block]:
    """Tell of every reading that the options of the set rest on, whatever was chosen."""
    cited = [one for rule in rules.set.options.values() for one in rule.cite.readings]
    known = {one.id for one in all_readings()}
    for id_ in dict.fromkeys(cited):
        if is_reading_id(id_) and id_ in known:
            found = reading(id_)
            yield Prose(f"{found.problem} Adopted: {found.adopted}", (id_,))
