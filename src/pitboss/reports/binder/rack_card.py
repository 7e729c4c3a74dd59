"""The rack card: one sheet for the table with paytables, limits and the key rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pitboss.reports.binder.document import (
    BinderDocument,
    BinderGrid,
    BinderSection,
    Points,
    Prose,
    prose,
    told,
)
from pitboss.reports.binder.filed_rules import as_filed
from pitboss.reports.binder.limits_grid import limits_grid
from pitboss.reports.binder.paytable_grids import paytable_grids
from pitboss.reports.binder.subject import Subject
from pitboss.rules import Rules, Wager, money
from pitboss.rules.book.chapters import outcome_sentence, streets, whose
from pitboss.rules.book.facts import fact_sentence

KEY_FACTS: Final = (
    "betting.equal",
    "asking.order",
    "settlement.seats",
    "settlement.wagers",
    "settlement.at_fold",
    "bank.exhausted",
    "limits.customer_total",
    "limits.aggregate",
    "notices.payout",
    "progressive.validation",
)
KEY_ENDINGS: Final = (
    (Wager.ANTE, "unqualified-win"),
    (Wager.ANTE, "unqualified-lose"),
    (Wager.ANTE, "tie"),
    (Wager.BLIND, "win"),
    (Wager.TRIPS, "fold"),
)


def rack_card(number: int, subject: Subject) -> BinderDocument:
    """Make the one-page card."""
    rules = subject.rules
    tables = (
        BinderSection(f"table-{n}", grid.caption, (_bare(grid),))
        for n, grid in enumerate(paytable_grids(rules, cited=False), 1)
    )
    sections = (
        BinderSection("limits", "Minimum and maximum", (_bare(limits_grid(rules, steps=False)),)),
        BinderSection("key-rules", "Key rules", (Points(tuple(_key_rules(rules))),)),
        *tables,
    )
    lead = "For the table. The written rules decide; this card only sums them up."
    return BinderDocument("rack-card", number, "Rack card", lead, sections, card=True)


def _bare(grid: BinderGrid) -> BinderGrid:
    """Drop the caption: the heading above says it."""
    return replace(grid, caption="")


def _key_rules(rules: Rules) -> Iterator[Prose]:
    filed = as_filed(rules)
    qualifies = fact_sentence("cards.qualifies", filed.facts["cards.qualifies"])
    yield Prose(whose(qualifies, filed))
    for one in streets(filed):
        yield Prose(one.text)
    for wager, situation in KEY_ENDINGS:
        if (wager, situation) in filed.consequences:
            yield Prose(told(outcome_sentence(filed, wager, situation)).text)
    for key in KEY_FACTS:
        if key in filed.facts:
            yield Prose(whose(fact_sentence(key, filed.facts[key]), filed))
    limit = rules.amount("limit.amount")
    if limit is not None:
        yield prose(f"One player is paid at most {money(limit)} on one hand.")
