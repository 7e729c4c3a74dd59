"""The formats of a floor report."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.reports.floor.pdf import floor_pdf
from pitboss.reports.floor.report import ReportFormat, check_rows
from pitboss.reports.floor.sections import floor_report
from pitboss.reports.floor.xlsx import floor_xlsx
from pitboss.rules.user_toml import Document


def rendered_report(document: Document, titles: Mapping[str, str], kind: ReportFormat) -> bytes:
    """Write figures in a format; the same figures and names give the same bytes.

    Raises `ExtraMissing`, `TooManyRows`.
    """
    check_rows(document, kind)
    report = floor_report(document, titles)
    match kind:
        case "pdf":
            return floor_pdf(report)
        case "xlsx":
            return floor_xlsx(report)
