"""The sheet as a PDF by typst: PDF/A-2a and PDF/UA-1, fonts embedded, twice the same bytes."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Final

from pitboss.reports.extra import need
from pitboss.reports.par.page import SUBMISSION_TITLE, Page, page_of
from pitboss.reports.par.sheet import ParSheet

STANDARDS: Final = ("a-2a", "ua-1")
CODED_TITLE: Final = "The submission, coded: zlib, then base64"
UNDATED: Final = "1970-01-01"  # PDF/A wants a date, and a sheet has none but those that are filed


def par_pdf(sheet: ParSheet) -> bytes:
    """Set the sheet; the document's date is the newest that was filed with the submission."""
    return page_pdf(page_of(sheet))


def page_pdf(page: Page) -> bytes:
    """Set any page in the look of a sheet; one without a submission ends with its sections."""
    need("typst", "a PDF")
    import typst

    data = asdict(page) | {
        "date": page.date or UNDATED,
        "submission_title": SUBMISSION_TITLE,
        "coded_title": CODED_TITLE,
    }
    found = typst.compile(
        Path(__file__).with_name("par.typ").read_bytes(),
        format="pdf",
        sys_inputs={"page": json.dumps(data)},
        pdf_standards=list(STANDARDS),
        ignore_system_fonts=True,
    )
    return bytes(found)
