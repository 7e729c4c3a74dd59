"""Irregularities and their remedies at one table, as the engine applies them."""

from __future__ import annotations

from pitboss.reports.binder.document import (
    BinderDocument,
    BinderGrid,
    BinderSection,
    Prose,
    sources_of,
)
from pitboss.reports.binder.filed_rules import as_filed
from pitboss.reports.binder.subject import Subject
from pitboss.rules.book.chapters import whose
from pitboss.rules.words import case_words, kind_title, remedy_words


def irregularities_document(number: int, subject: Subject) -> BinderDocument:
    """Make the document of irregularities: one section a kind that can happen at this table."""
    filed = as_filed(subject.rules)
    sections = []
    for kind, cases in filed.irregularities.items():
        rows = tuple(
            (
                whose(case_words(kind, case), filed),
                _sentence(whose(remedy_words(remedy), filed)),
                ", ".join(sources_of(remedy.cite, remedy.settle_cite)),
            )
            for case, remedy in cases.items()
        )
        if rows:
            grid = BinderGrid("", ("What is found", "What is done", "Sources"), rows, sources=2)
            sections.append(BinderSection(kind, kind_title(kind), (grid,)))
    sections.append(BinderSection("who", "Who decides", (_who(),)))
    lead = (
        "What can go wrong at this table and what is then done, by the place's rules and the filed"
        " options. The software applies these remedies."
    )
    title = "Irregularities and remedies"
    return BinderDocument("irregularities", number, title, lead, tuple(sections))


def _who() -> Prose:
    return Prose(
        "The dealer stops and calls the floor. The floor declares the irregularity and sees its"
        " remedy before it is confirmed. The declaration, who made it and the remedy stay in the"
        " table's journal."
    )


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
