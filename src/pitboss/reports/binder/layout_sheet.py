"""The layout as a document: the drawing, its spots in order, and every inscription and sign."""

from __future__ import annotations

from pitboss.reports.binder.document import (
    BinderDocument,
    BinderGrid,
    BinderSection,
    Drawing,
    Prose,
    sources_of,
)
from pitboss.reports.binder.layout_drawing import described, spots_of
from pitboss.reports.binder.subject import Subject
from pitboss.rules import Cite, Rules
from pitboss.rules.book.labels import label
from pitboss.rules.layout import inscriptions
from pitboss.rules.words import wager_words


def layout_document(number: int, subject: Subject, svg: str) -> BinderDocument:
    """Make the document around the drawing."""
    signs = inscriptions(subject.rules, subject.operator)
    rows = tuple(
        (label("layout", sign.item), sign.text, ", ".join(sources_of(sign.cite))) for sign in signs
    )
    drawing = Drawing(svg, described(subject.rules))
    columns = ("Item", "What it says", "Sources")
    sections = (
        BinderSection("spots", "Spots at each place", (_spots(subject),)),
        BinderSection(
            "inscriptions", "Inscriptions and signs", (BinderGrid("", columns, rows, (), 2),)
        ),
        BinderSection(
            "drawing",
            "Drawing",
            (drawing, Prose(_scale(subject.rules))),
        ),
    )
    lead = (
        "The table as its rules ask for it. Inscriptions, odds and spots are generated from the"
        " submission, so that the cloth cannot say anything else than what is paid."
    )
    return BinderDocument("layout", number, "Table layout", lead, sections)


def _scale(rules: Rules) -> str:
    return (
        f"{rules.seats} places; place 1 is at the dealer's left, and numbers rise clockwise. The"
        " drawing shows what lies where and what is printed; it is not to scale. Where the rules"
        " allow it, odds and inscriptions may stand on a sign at the table instead."
    )


def _spots(subject: Subject) -> BinderGrid:
    sources = {spot: item.cite for item in subject.rules.set.layout for spot in item.spots}
    rows = tuple(
        (str(n), wager_words(spot), ", ".join(sources_of(sources.get(spot, Cite()))))
        for n, spot in enumerate(spots_of(subject), 1)
    )
    return BinderGrid("In the order of the filed layout", ("No.", "Spot", "Sources"), rows, (), 2)
