"""The PAR sheet's place in the binder: its four files, and what others refer to."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pitboss.reports.binder.document import BinderDocument, BinderSection
from pitboss.reports.binder.subject import Subject
from pitboss.reports.extra import need
from pitboss.reports.par.html import par_html
from pitboss.reports.par.pdf import par_pdf
from pitboss.reports.par.sheet import par_document, par_sheet, sections
from pitboss.reports.par.xlsx import par_xlsx

NUMBER: Final = 1
LEAD: Final = (
    "The mathematics of the game as filed: the sheet lies in this binder as a page, as a PDF, as a"
    " workbook that recomputes every return, and as JSON."
)


@dataclass(frozen=True, slots=True)
class ParPart:
    """The files of the sheet by name, and the sheet as a document without its blocks.

    `pages` are the pages of its PDF by the number of a section, as a binder counts: "1.3".
    """

    files: Mapping[str, bytes]
    document: BinderDocument
    pages: Mapping[str, int]


def par_part(subject: Subject) -> ParPart:
    """Work out the sheet in every format; raises `ExtraMissing`, `GameError`."""
    sheet = par_sheet(subject.text)
    data = json.dumps(par_document(sheet), indent=2, ensure_ascii=False) + "\n"
    parts = tuple(BinderSection(one.key, one.title, ()) for one in sections(sheet))
    document = BinderDocument("par", NUMBER, "PAR sheet", LEAD, parts)
    stem = document.file.removesuffix(".html")
    files = {
        document.file: par_html(sheet),
        f"{stem}.pdf": par_pdf(sheet),
        f"{stem}.xlsx": par_xlsx(sheet),
        f"{stem}.json": data.encode(),
    }
    return ParPart(files, document, pages_of(files[f"{stem}.pdf"]))


def pages_of(data: bytes) -> dict[str, int]:
    """Read from a sheet's PDF on which page each section begins; the sheet itself on the first."""
    need("pypdf", "reading a PDF")
    from pypdf import PdfReader
    from pypdf.generic import Destination

    reader, found = PdfReader(io.BytesIO(data)), {str(NUMBER): 1}
    for one in reader.outline:
        if isinstance(one, Destination) and one.title:
            page = reader.get_destination_page_number(one)
            found[f"{NUMBER}.{one.title.split()[0]}"] = 1 + (page or 0)
    return found
