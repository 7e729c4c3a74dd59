"""The rules page of a place, with what its table here plays, and two places side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.rules import (
    Rules,
    RuleSet,
    Wager,
    diff,
    inscriptions,
    option_kinds,
)
from pitboss.rules.book.chapters import chapters
from pitboss.rules.book.labels import label
from pitboss.rules.book.played import played_words
from pitboss.rules.book.values import compared_words
from pitboss.rules.compare import ABSENT, Side
from pitboss.rules.compare import Difference as RuleDifference
from pitboss.rules.options import ALIASES, OptionKind
from pitboss.server.wire.felt import Inscription, Paytable
from pitboss.server.wire.people import RuleSetCard
from pitboss.server.wire.rules import Chapter, Difference, DiffPage, OptionLine, RulesPage, Sentence

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
        chapters=tuple(_chapters(rules)),
        paytables=posted,
        inscriptions=tuple(Inscription(s.item, s.text, s.cite.clauses) for s in signs),
        options=tuple(_option(played, key) for key in rules.options if key not in ALIASES),
        known=known,
    )


def _chapters(rules: RuleSet) -> Iterator[Chapter]:
    for chapter in chapters(rules):
        told = (Sentence(one.text, one.clauses, one.readings) for one in chapter.sentences)
        yield Chapter(chapter.title, tuple(told))


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
