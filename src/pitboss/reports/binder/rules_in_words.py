"""The rules of the game as filed, sentence by sentence, with the paytables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.reports.binder.document import (
    BinderDocument,
    BinderGrid,
    BinderSection,
    Block,
    Points,
    told,
)
from pitboss.reports.binder.filed_rules import as_filed
from pitboss.reports.binder.limits_grid import limits_grid
from pitboss.reports.binder.paytable_grids import meter_rows, paytable_grids
from pitboss.reports.binder.subject import Subject
from pitboss.rules import Rules
from pitboss.rules.book.chapters import chapters

# Chapters that have a document of their own, or that speak to the operator and not of the game.
ELSEWHERE: Final = (
    "The deal",
    "Irregularities",
    "Physical table procedures",
    "What an operator files",
)


def rules_document(number: int, subject: Subject) -> BinderDocument:
    """Make the document of the rules."""
    rules = subject.rules
    sections = [
        BinderSection(
            _id(chapter.title), chapter.title, (Points(tuple(map(told, chapter.sentences))),)
        )
        for chapter in chapters(as_filed(rules))
        if chapter.title not in ELSEWHERE
    ]
    sections.append(BinderSection("paytables", "Paytables as filed", tuple(paytable_grids(rules))))
    sections.append(BinderSection("limits", "Minimum and maximum wagers", (limits_grid(rules),)))
    if rules.meters:
        sections.append(BinderSection("meters", "Meters", tuple(_meters(rules))))
    lead = (
        f"How the game is played at this table: {rules.set.document}, with the choices that the"
        " submission makes. Each rule names the clauses it comes from; an id that begins with A- is"
        " a reading of an unclear passage."
    )
    return BinderDocument("rules", number, "Rules of the game", lead, tuple(sections))


def _meters(rules: Rules) -> Iterator[Block]:
    columns = ("Meter", "Set to, at the start and after a win", "Part of each wager", "Sources")
    yield BinderGrid(
        "Progressive meters", columns, tuple(meter_rows(rules)), right=(1, 2), sources=3
    )


def _id(title: str) -> str:
    return title.lower().replace(" ", "-")
