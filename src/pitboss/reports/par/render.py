"""The formats of a sheet, by the ending of a file."""

from __future__ import annotations

import json
from typing import Final, Literal, get_args

from pitboss.reports.extra import need_for
from pitboss.reports.par.html import par_html
from pitboss.reports.par.pdf import par_pdf
from pitboss.reports.par.sheet import ParSheet, par_document
from pitboss.reports.par.xlsx import par_xlsx

Format = Literal["pdf", "html", "xlsx", "json"]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)


def check_format(kind: Format) -> None:
    """Raise `ExtraMissing` before the work begins if a format needs what is not installed."""
    need_for(kind)


def rendered(sheet: ParSheet, kind: Format) -> bytes:
    """Write the sheet in a format; the same sheet gives the same bytes."""
    match kind:
        case "json":
            return (json.dumps(par_document(sheet), indent=2, ensure_ascii=False) + "\n").encode()
        case "html":
            return par_html(sheet)
        case "pdf":
            return par_pdf(sheet)
        case "xlsx":
            return par_xlsx(sheet)
