"""Makes every file of a binder from one submission; nothing is written here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.reports.binder.checklist import checklist_document
from pitboss.reports.binder.cover import cover_document
from pitboss.reports.binder.differences import differences_document
from pitboss.reports.binder.document import BinderDocument
from pitboss.reports.binder.example_rounds import ExampleRound, RoundMaker, round_file
from pitboss.reports.binder.examples import ExampleGroup, example_groups, examples_document
from pitboss.reports.binder.html import html_page
from pitboss.reports.binder.irregularities import irregularities_document
from pitboss.reports.binder.layout_drawing import layout_svg
from pitboss.reports.binder.layout_sheet import layout_document
from pitboss.reports.binder.par_part import ParPart
from pitboss.reports.binder.pdf import binder_pdf
from pitboss.reports.binder.procedure import procedure_document
from pitboss.reports.binder.rack_card import rack_card
from pitboss.reports.binder.rules_in_words import rules_document
from pitboss.reports.binder.schedule import schedule_document
from pitboss.reports.binder.subject import Subject

SUBMISSION: Final = "submission.toml"
PDF: Final = "binder.pdf"
LAYOUT: Final = "06-layout.svg"
EXAMPLES: Final = "examples"


def binder_files(subject: Subject, par: ParPart | None = None) -> dict[str, bytes]:
    """Return every file of the binder by its path in the folder, the manifest not included.

    Without `par`, the PAR sheet is left out and the checklist says that it is to come.
    """
    maker = RoundMaker(subject.rules, subject.filing.given)
    groups = example_groups(maker)
    svg = layout_svg(subject)
    inner = _documents(subject, maker, groups, svg)
    front = () if par is None else (par.document,)
    # The checklist and the cover refer to each other: the first cover only lends its sections.
    bare = cover_document(0, subject, inner, ())
    checklist = checklist_document(10, subject, {one.id: one for one in (bare, *front, *inner)})
    cover = cover_document(0, subject, (*front, *inner, checklist), _other_files(par))
    pages = (cover, *inner, checklist)
    texts = {one.file: html_page(one, subject) for one in pages}
    texts |= {LAYOUT: svg, SUBMISSION: subject.text, **dict(_round_files(groups))}
    found = {path: text.encode() for path, text in texts.items()}
    par_pages = {} if par is None else par.pages
    found |= {PDF: binder_pdf(subject, pages, par_pages), **({} if par is None else par.files)}
    return dict(sorted(found.items()))


def _other_files(par: ParPart | None) -> tuple[tuple[str, str], ...]:
    sheets = () if par is None else sorted(par.files)
    return (
        *(("PAR sheet, another format", path) for path in sheets if not path.endswith(".html")),
        ("All documents but the PAR sheet, as one PDF", PDF),
        (_SUBMITTED, SUBMISSION),
        ("Table layout, drawing", LAYOUT),
        (_ROUNDS, f"{EXAMPLES}/"),
    )


_SUBMITTED: Final = "The submission as filed"
_ROUNDS: Final = "Worked examples as round files"


def _documents(
    subject: Subject, maker: RoundMaker, groups: tuple[ExampleGroup, ...], svg: str
) -> tuple[BinderDocument, ...]:
    """Make the documents between cover and checklist; number 1 is the PAR sheet's."""
    names = {one.slug: path for path, one in _numbered(groups)}
    return (
        rules_document(2, subject),
        procedure_document(3, subject),
        irregularities_document(4, subject),
        examples_document(5, groups, names),
        layout_document(6, subject, svg),
        rack_card(7, subject),
        schedule_document(8, subject, maker),
        differences_document(9, subject),
    )


def _round_files(groups: tuple[ExampleGroup, ...]) -> Iterator[tuple[str, str]]:
    for path, example in _numbered(groups):
        yield path, round_file(example)


def _numbered(groups: tuple[ExampleGroup, ...]) -> Iterator[tuple[str, ExampleRound]]:
    rounds = (one for group in groups for one in group.rounds)
    for n, one in enumerate(rounds, 1):
        yield f"{EXAMPLES}/{n:02d}-{one.slug}.toml", one
