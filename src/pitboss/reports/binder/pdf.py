"""All documents of a binder as one PDF by typst: PDF/A-2a and PDF/UA-1, with numbered pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

from pitboss.reports.binder.document import BinderDocument, Block
from pitboss.reports.binder.subject import Subject
from pitboss.reports.typeset import UNDATED, typeset


def binder_pdf(
    subject: Subject, documents: Sequence[BinderDocument], par_pages: Mapping[str, int]
) -> bytes:
    """Set the documents one after the other; the same documents give the same bytes.

    `par_pages` are the pages of the PAR sheet, a PDF of its own, by the number of a section.
    """
    data = {
        "title": f"Filing binder, {subject.operator}",
        "operator": subject.operator,
        "edition": subject.edition,
        "footer": subject.footer,
        "date": _newest(subject),
        "par_pages": dict(par_pages),
        "documents": [_document(one) for one in documents],
    }
    return typeset(Path(__file__).with_name("binder.typ"), "binder", data)


def _newest(subject: Subject) -> str:
    """Return the newest date that was filed: PDF/A wants one, and a clock is not repeatable."""
    approvals = subject.filing.part("approvals").values()
    dates = [one["date"] for one in approvals if isinstance(one.get("date"), date)]
    return max(dates).isoformat() if dates else UNDATED


def _document(document: BinderDocument) -> dict[str, Any]:  # Any: JSON values
    return {
        "number": document.number,
        "title": document.title,
        "lead": document.lead,
        "card": document.card,
        "sections": [
            {
                "place": document.place_of(section.id),
                "title": section.title,
                "blocks": [_block(block) for block in section.blocks],
            }
            for section in document.sections
        ],
    }


def _block(block: Block) -> dict[str, Any]:  # Any: JSON values
    return {"kind": type(block).__name__, **asdict(block)}
