"""The checklist: what a place's regulator asks for, and which section of the binder answers it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from pitboss.reports.binder.document import BinderDocument, BinderGrid, BinderSection
from pitboss.reports.binder.subject import Subject
from pitboss.rules.clause import find_clauses

COMMON: Final = "common"
TO_PROVIDE: Final = "operator to provide"
FILED: Final = "filed"
ANSWERED: Final = "answered here"


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """One thing that is asked for.

    `answers` are documents or sections of the binder ("layout#spots"); `filed` is the key of the
    submission that must hold it; `provide` says what the operator adds by hand.
    """

    asks: str
    clauses: tuple[str, ...] = ()
    when: str = ""
    answers: tuple[str, ...] = ()
    filed: str = ""
    provide: str = ""


@cache
def checklist_of(place: str) -> tuple[ChecklistItem, ...]:
    """Read the items of a place, or of `COMMON`; raises where a clause does not exist."""
    path = Path(__file__).parent / "checklists" / f"{place}.toml"
    rows = tomllib.loads(path.read_text("utf-8"))["item"]
    items = [_item(row) for row in rows]
    for item in items:
        for id_ in item.clauses:
            find_clauses(id_)
    return tuple(items)


def _item(row: Mapping[str, Any]) -> ChecklistItem:  # Any: TOML values of our own file
    listed = {key: tuple(row.get(key, ())) for key in ("clauses", "answers")}
    return ChecklistItem(**{**row, **listed})


def checklist_document(
    number: int, subject: Subject, others: Mapping[str, BinderDocument]
) -> BinderDocument:
    """Make the checklist; `others` are the documents it refers to, by id."""
    place = subject.rules.set
    own, common = (_grid(subject, checklist_of(name), others) for name in (place.name, COMMON))
    sections = (
        BinderSection("place", f"What {place.title} asks for", (own,)),
        BinderSection("general", "What every regulator asks for", (common,)),
        BinderSection("to-provide", "What the operator adds", (_missing(subject, others),)),
    )
    lead = (
        "Each thing that is asked for, the clause that asks for it, and where in this binder the"
        " answer stands: the number of a document and of its section, in the PDF also the page."
    )
    return BinderDocument("checklist", number, "Regulator's checklist", lead, sections)


def _grid(
    subject: Subject, items: tuple[ChecklistItem, ...], others: Mapping[str, BinderDocument]
) -> BinderGrid:
    rows = tuple(
        (item.asks, _where(item, others), _state(item, subject, others), ", ".join(item.clauses))
        for item in items
        if subject.filing.holds(item.when)
    )
    columns = ("What is asked for", "Where it is answered", "State", "Sources")
    links = {
        _place(answer, others): _href(answer, others)
        for item in items
        for answer in item.answers
        if _known(answer, others)
    }
    return BinderGrid("", columns, rows, sources=3, refs=1, links=tuple(links.items()))


def _where(item: ChecklistItem, others: Mapping[str, BinderDocument]) -> str:
    return "\n".join(_place(answer, others) for answer in item.answers if _known(answer, others))


def _known(answer: str, others: Mapping[str, BinderDocument]) -> bool:
    """Return whether the binder holds that section; some exist only with a wager."""
    document, _, section = answer.partition("#")
    found = others.get(document)
    return found is not None and (not section or section in {one.id for one in found.sections})


def _place(answer: str, others: Mapping[str, BinderDocument]) -> str:
    document, _, section = answer.partition("#")
    found = others[document]
    if not section:
        return f"{found.number} {found.title}"
    title = next(one.title for one in found.sections if one.id == section)
    return f"{found.place_of(section)} {found.title}: {title}"


def _href(answer: str, others: Mapping[str, BinderDocument]) -> str:
    document, _, section = answer.partition("#")
    return f"{others[document].file}{f'#{section}' if section else ''}"


def _state(item: ChecklistItem, subject: Subject, others: Mapping[str, BinderDocument]) -> str:
    if item.provide:
        return f"{TO_PROVIDE}: {item.provide}"
    if item.filed and not is_filed(subject, item.filed):
        return TO_PROVIDE
    if not any(_known(answer, others) for answer in item.answers):
        return TO_PROVIDE
    return FILED if item.filed else ANSWERED


def is_filed(subject: Subject, key: str) -> bool:
    """Return whether the submission has a value for a key such as "approvals.layout"."""
    part, _, name = key.partition(".")
    if part == "options":
        return name in subject.filing.given
    return bool(subject.filing.part(part).get(name) if name else subject.filing.data.get(part))


def _missing(subject: Subject, others: Mapping[str, BinderDocument]) -> BinderGrid:
    rows = tuple(_left(subject, others)) or (("Nothing", "", ""),)
    return BinderGrid(
        "", ("What is still to come", "From the operator", "Sources"), rows, sources=2
    )


def _left(subject: Subject, others: Mapping[str, BinderDocument]) -> Iterator[tuple[str, ...]]:
    for name in (subject.rules.set.name, COMMON):
        for item in checklist_of(name):
            state = _state(item, subject, others)
            if subject.filing.holds(item.when) and state.startswith(TO_PROVIDE):
                what = item.provide or f"{item.asks[:1].lower()}{item.asks[1:]}"
                yield item.asks, what, ", ".join(item.clauses)
