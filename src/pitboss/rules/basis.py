"""Where the value of an option stands: in the text, in a reading of it, or against it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from pitboss.rules.cite import Cite
from pitboss.rules.money import Chips, dollars
from pitboss.rules.option_values import ALIASES, BadValue, OptionKind, read_value, shown
from pitboss.rules.ruleset import OptionRule, RuleSet, Values, Wager


class Basis(StrEnum):
    """What carries a value: the document's own words, a reading of them, or nothing at all."""

    TEXT = "text"
    READING = "reading"
    DEPARTURE = "departure"


def basis_of(value: object, kind: OptionKind, rule_set: RuleSet) -> Basis:
    """Classify a value that was read; an option that a set does not name is left alone."""
    rule = rule_set.options.get(kind.key)
    if rule is None or kind.key in ALIASES:  # the other name of an option that is classified itself
        return Basis.TEXT
    for basis, values in ((Basis.TEXT, rule.text), (Basis.READING, rule.reading)):
        if values is not None and _among(value, values, kind, rule_set):
            return basis
    return Basis.DEPARTURE


def basis_source(rule: OptionRule, basis: Basis) -> Cite:
    """Return the clauses behind a text or against a departure; for a reading, the readings."""
    if basis == Basis.READING:
        return rule.cite
    return Cite(rule.departs or rule.cite.clauses) if basis == Basis.DEPARTURE else rule.cite


def _among(value: object, values: Values, kind: OptionKind, rule_set: RuleSet) -> bool:
    if values.any:
        return True
    if value in [read_value(one, kind, rule_set) for one in values.listed]:
        return True
    if not values.bounded or isinstance(value, bool) or not isinstance(value, int):
        return False
    low, high = (_end(end, kind) for end in (values.least, values.most))
    return (low is None or value >= low) and (high is None or value <= high)


def _end(end: object, kind: OptionKind) -> int | Chips | None:
    if end is None:
        return None
    return dollars(end) if kind.type == "money" else int(str(end))


def each_value(kind: OptionKind, rule_set: RuleSet) -> tuple[object, ...]:
    """List the values of an option that has few, as an operator writes them."""
    match kind.type:
        case "flag":
            return (True, False)
        case "choice":
            return kind.allowed
        case "method":
            return tuple(rule_set.methods)
        case "fee":
            flat = ("flat",) if "fee.bank" in rule_set.options else ()
            return ("none", *rule_set.fees, *flat)
        case "paytable" if kind.key not in ALIASES:
            return tuple(_tables(kind, rule_set))
        case "whole" if kind.allowed[-1] - kind.allowed[0] < 10:
            return tuple(range(kind.allowed[0], kind.allowed[-1] + 1))
    return ()


def _tables(kind: OptionKind, rule_set: RuleSet) -> Iterator[str]:
    yield from rule_set.tables_of(Wager(kind.key))
    try:
        read_value("none", kind, rule_set)
    except BadValue:
        return
    yield "none"


def basis_words(rule: OptionRule, kind: OptionKind, rule_set: RuleSet) -> str:
    """Say in one line which values are text, which a reading, and which depart from what."""
    said = []
    if rule.text is not None:
        said.append(f"{Basis.TEXT}: {_in_words(rule.text)}")
    if rule.reading is not None:
        said.append(f"{Basis.READING} {', '.join(rule.cite.readings)}: {_in_words(rule.reading)}")
    few = each_value(kind, rule_set)
    against = [
        shown(one)
        for one in few
        if basis_of(read_value(one, kind, rule_set), kind, rule_set) == Basis.DEPARTURE
    ]
    everything = any(values is not None and values.any for values in (rule.text, rule.reading))
    if rule.locked:
        said.append(f"{Basis.DEPARTURE}: all else")
    elif against:
        said.append(f"{Basis.DEPARTURE}: {', '.join(against)}")
    elif not few and not everything:
        said.append(f"{Basis.DEPARTURE}: all else")
    return "; ".join(said)


def _in_words(values: Values) -> str:
    parts = [] if not values.any else ["any"]
    parts += [shown(one) for one in values.listed]
    if values.bounded:
        parts.append(
            " ".join(
                f"{word} {end}"
                for word, end in (("from", values.least), ("to", values.most))
                if end is not None
            )
        )
    return " or ".join(parts)


def right_of(rule: OptionRule) -> str:
    """Return what may be written instead of a departure."""
    allowed = [_in_words(values) for values in (rule.text, rule.reading) if values is not None]
    return f"write {' or '.join(allowed)}"
