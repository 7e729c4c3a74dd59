"""The sheet as a PDF by typst: PDF/A-2a and PDF/UA-1, fonts embedded, twice the same bytes."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Final

from pitboss.reports.par.page import SUBMISSION_TITLE, Page, page_of
from pitboss.reports.par.sheet import ParSheet
from pitboss.reports.typeset import UNDATED, typeset

CODED_TITLE: Final = "The submission, coded: zlib, then base64"


def par_pdf(sheet: ParSheet) -> bytes:
    """Set the sheet; the document's date is the newest that was filed with the submission."""
    return page_pdf(page_of(sheet))


def page_pdf(page: Page) -> bytes:
    """Set any page in the look of a sheet; one without a submission ends with its sections."""
    data = asdict(page) | {
        "date": page.date or UNDATED,
        "submission_title": SUBMISSION_TITLE,
        "coded_title": CODED_TITLE,
    }
    return typeset(Path(__file__).with_name("par.typ"), "page", data)
