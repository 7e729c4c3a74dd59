"""The rules page of a place, with what its table here plays, and two places side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from pitboss.rules import (
    Chips,
    Rules,
    RuleSet,
    Span,
    Wager,
    diff,
    inscriptions,
    money,
    option_kinds,
)
from pitboss.rules.compare import ABSENT, Side, value_words
from pitboss.rules.compare import Difference as RuleDifference
from pitboss.rules.options import ALIASES, OptionKind
from pitboss.server.rulebook.chapters import chapters
from pitboss.server.rulebook.labels import label
from pitboss.server.rulebook.values import compared_words
from pitboss.server.wire.felt import Inscription, Paytable
from pitboss.server.wire.people import RuleSetCard
from pitboss.server.wire.rules import Difference, DiffPage, OptionLine, RulesPage

OPERATOR: Final = "(operator)"
GROUPS: Final = {
    "table": "The table",
    "bank": "The bank",
    "cards": "Cards and shuffle",
    "wagers": "Wagers",
    "betting": "Betting",
    "tips": "Tips",
    "asking": "Asking",
    "streets": "Decisions",
    "dealing": "The deal",
    "settlement": "Order of settlement",
    "outcomes": "What each wager does",
    "progressive": "Progressive",
    "limits": "Limits",
    "notices": "Notices",
    "fees": "Fees",
    "irregularities": "Irregularities",
    "submission": "What an operator files",
    "layout": "Layout and signs",
    "paytables": "Paytables",
    "options": "Choices of the operator",
}


def rules_page(
    played: Rules, card: RuleSetCard, posted: tuple[Paytable, ...], *, known: bool
) -> RulesPage:
    """Make the rules page of a place and of its table here; `known`: all edges are there."""
    rules = played.set
    signs = inscriptions(played, OPERATOR)
    return RulesPage(
        card=card,
        chapters=chapters(rules),
        paytables=posted,
        inscriptions=tuple(Inscription(s.item, s.text, s.cite.clauses) for s in signs),
        options=tuple(_option(played, key) for key in rules.options if key not in ALIASES),
        known=known,
    )


# -- options --------------------------------------------------------------------------------------


def _option(played: Rules, key: str) -> OptionLine:
    rule, kind = played.set.options[key], option_kinds()[key]
    return OptionLine(
        key=key,
        text=f"{kind.about[0].upper()}{kind.about[1:]}",
        played=played_words(played, key),
        choices=() if rule.locked else _choices(played.set, kind),
        clauses=rule.cite.clauses,
    )


def _choices(rules: RuleSet, kind: OptionKind) -> tuple[str, ...]:
    """List the allowed values of an option, or one line that describes them."""
    match kind.type:
        case "paytable":
            wager = next((w for w in Wager if w == kind.key), None)
            return rules.tables_of(wager) if wager is not None else ()
        case "method":
            return tuple(rules.methods)
        case "fee":
            return tuple(rules.fees) or ("none", "flat")
        case "flag":
            return ("yes", "no")
        case "choice" | "names":
            return tuple(map(str, kind.allowed))
        case "whole":
            return (f"{kind.allowed[0]} to {kind.allowed[-1]}",) if kind.allowed else ()
        case _:
            return (_DESCRIBED[kind.type],)


_DESCRIBED: Final = {
    "money": "an amount",
    "amounts": "amounts",
    "range": "a least and a most amount",
    "seed": "an amount for each meter",
    "percent": "a percentage for each meter",
    "wagers": "any order",
    "text": "a text",
}


# -- side by side ---------------------------------------------------------------------------------


def diff_page(
    left: RuleSet, right: RuleSet, cards: tuple[RuleSetCard, RuleSetCard], *, everything: bool
) -> DiffPage:
    """Compare two places, group by group in the order of play."""
    found = diff(left, right, everything=True)
    wanted = found if everything else diff(left, right)
    order = {group: n for n, group in enumerate(GROUPS)}
    rows = sorted(wanted, key=lambda one: order.get(one.group, len(order)))
    return DiffPage(
        left=cards[0],
        right=cards[1],
        same=sum(not one.differs for one in found),
        differences=tuple(_difference(one, left, right) for one in rows),
    )


def _difference(one: RuleDifference, left: RuleSet, right: RuleSet) -> Difference:
    return Difference(
        key=f"{one.group}.{one.key}",
        label=label(one.group, one.key),
        group=GROUPS.get(one.group, one.group),
        left=_value(one, one.left, left),
        right=_value(one, one.right, right),
        left_clauses=_clauses(one.left),
        right_clauses=_clauses(one.right),
    )


def _value(one: RuleDifference, side: Side | None, rules: RuleSet) -> str:
    return ABSENT if side is None else compared_words(rules, one.group, one.key, side.value)


def _clauses(side: Side | None) -> tuple[str, ...]:
    return () if side is None else (*side.cite.clauses, *side.cite.readings)


# -- what is played here --------------------------------------------------------------------------


SECONDS: Final = ("decision.timeout", "abandon.timeout")
HOURS: Final = ("deck.change_hours",)
YEARS: Final = ("audit.retention",)
NONE: Final = "none"


def played_words(rules: Rules, key: str) -> str:
    """Describe what a table with these rules plays for an option.

    >>> from pitboss.rules import in_force, rule_set
    >>> played_words(in_force(rule_set("maryland"), {"limits.ante": "5 to 100"}), "limits.ante")
    '$5.00 to $100.00'
    """
    key = ALIASES.get(key, key)
    value, rule = rules.options[key], rules.set.options.get(key)
    said = _SAID.get(option_kinds()[key].type, _plain)(value)
    if said == NONE and rule is not None and isinstance(rule.default, str):
        return rule.default or NONE  # "as printed", "table minimum": the word for not chosen
    return f"{said} {_unit(key)}".strip()


def _unit(key: str) -> str:
    units = {"seconds": SECONDS, "hours": HOURS, "years": YEARS}
    return next((unit for unit, keys in units.items() if key in keys), "")


def _plain(value: object) -> str:
    return NONE if value is None else value_words(value)


def _amount(value: object) -> str:
    return money(Chips(value)) if isinstance(value, int) else NONE


def _amounts(value: object) -> str:
    return ", ".join(map(_amount, value)) if isinstance(value, tuple) else NONE


def _span(value: object) -> str:
    if not isinstance(value, Span) or value == Span():
        return NONE
    least, most = (None if end is None else money(end) for end in (value.least, value.most))
    if least and most:
        return f"{least} to {most}"
    return f"from {least}" if least else f"up to {most}"


def _each(value: object, say: Callable[[object], str]) -> str:
    """Write one amount for all meters, or one for each by its name."""
    if not isinstance(value, Mapping):
        return NONE
    return ", ".join(f"{meter} {say(part)}".strip() for meter, part in value.items())


def _percent(value: object) -> str:
    return f"{float(value * 100):g} %" if isinstance(value, Fraction) else NONE


_SAID: Final[Mapping[str, Callable[[object], str]]] = {
    "money": _amount,
    "amounts": _amounts,
    "range": _span,
    "seed": lambda value: _each(value, _amount),
    "percent": lambda value: _each(value, _percent),
}
