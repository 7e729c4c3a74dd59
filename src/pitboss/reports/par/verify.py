"""Works every figure of a PAR file out again, from the submission inside it, and compares.

JSON, HTML and XLSX carry the document itself: it is compared value by value. Then what a reader
sees is compared with a fresh rendering: the lines of the page, the cells and formulas of the
workbook, the words of the PDF. A PDF/A-2a file may carry no attachment, so the PDF has the
submission in print.
"""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from typing import Any, Final

from pitboss.odds.game import GameError
from pitboss.reports.extra import need
from pitboss.reports.par.compare import ParDifference, differences, first_line_difference
from pitboss.reports.par.html import SCRIPT, SCRIPT_END
from pitboss.reports.par.page import decoded
from pitboss.reports.par.pdf import CODED_TITLE
from pitboss.reports.par.render import FORMATS, Format, rendered
from pitboss.reports.par.sheet import FORMAT, NotFiled, ParSheet, par_document, par_sheet
from pitboss.reports.par.workbook import WorkbookError, place_order, read_workbook
from pitboss.reports.par.xlsx import DOCUMENT

BYTES_MAX: Final = 32 << 20  # a sheet has half a megabyte
_CODED: Final = re.compile(r"[A-Za-z0-9+/=]{4,}")
_SOFTWARE: Final = "identity.software"


class NoParFile(ValueError):
    """A file that is no PAR sheet: one line that says why."""


def format_of(name: str) -> Format:
    """Return the format by a name's ending; raises `NoParFile`."""
    ending = name.rpartition(".")[2].lower()
    for kind in FORMATS:
        if kind == ending:
            return kind
    known = ", ".join(f".{kind}" for kind in FORMATS)
    raise NoParFile(f"{name[:200]}: the ending names no format; use one of {known}")


def submission_in(data: bytes, kind: Format) -> str:
    """Return the submission that a PAR file was made from; raises `NoParFile`."""
    if kind == "pdf":
        return _submission_of_pdf(data)
    found = _document_in(data, kind)
    text = found.get("identity", {}).get("submission_text")
    if found.get("format") != FORMAT or not isinstance(text, str):
        raise NoParFile(f"holds no sheet of the format {FORMAT}")
    return text


def first_difference(data: bytes, kind: Format) -> ParDifference | None:
    """Return the first difference to a fresh sheet, or None; raises `NoParFile`.

    A figure comes before the software: a sheet of another version of pitboss whose figures are
    all right differs only in the software, and says so.
    """
    sheet = fresh_sheet(submission_in(data, kind))
    return next(sheet_differences(data, kind, sheet), None)


def fresh_sheet(text: str) -> ParSheet:
    """Work a sheet out from a submission; raises `NoParFile` where there can be none."""
    try:
        return par_sheet(text, again=True)
    except NotFiled as refused:
        raise NoParFile(f"the submission inside it is {refused.submission.status}") from None
    except GameError as error:
        raise NoParFile(f"the game of the submission inside it: {error}") from None


def sheet_differences(data: bytes, kind: Format, sheet: ParSheet) -> Iterator[ParDifference]:
    """Yield where a file differs from a sheet: the document first, then what a reader sees."""
    if kind != "pdf":
        # As JSON has it: a tuple is a list there, and a float has its shortest digits.
        right = json.loads(json.dumps(par_document(sheet)))
        found = list(differences(_document_in(data, kind), right))
        yield from sorted(found, key=lambda one: one.where.startswith(_SOFTWARE))
    fresh = rendered(sheet, kind)
    if data == fresh:
        return
    match kind:
        case "xlsx":
            yield from _cells(read_workbook(data), read_workbook(fresh))
        case "pdf":
            yield from _lines(_pdf_lines(data), _pdf_lines(fresh))
        case "html":
            yield from _lines(_text_lines(data), _text_lines(fresh))
        case "json":
            return  # the document is all there is; how it is indented does not matter


def _lines(found: list[str], right: list[str]) -> Iterator[ParDifference]:
    one = first_line_difference(found, right)
    if one is not None:
        yield one


def _text_lines(data: bytes) -> list[str]:
    return data.decode("utf-8", "replace").splitlines()


def _cells(
    found: dict[str, dict[str, str]], right: dict[str, dict[str, str]]
) -> Iterator[ParDifference]:
    for page in [*right, *(page for page in found if page not in right)]:
        mine, other = found.get(page, {}), right.get(page, {})
        for place in sorted({*mine, *other}, key=place_order):
            one, fresh = mine.get(place, "nothing"), other.get(place, "nothing")
            if one != fresh:
                yield ParDifference(
                    f"page {page!r}, cell {place}", repr(one)[:160], repr(fresh)[:160]
                )


# -- what lies in a file --------------------------------------------------------------------------


def _document_in(data: bytes, kind: Format) -> dict[str, Any]:  # Any: JSON
    try:
        found = json.loads(_json_in(data, kind))
    except (json.JSONDecodeError, UnicodeDecodeError, WorkbookError, RecursionError) as error:
        raise NoParFile(f"cannot be read as {kind.upper()} of a sheet: {error}") from None
    if not isinstance(found, dict) or not isinstance(found.get("identity"), dict):
        raise NoParFile("holds no sheet")
    return found


def _json_in(data: bytes, kind: Format) -> str:
    if kind == "json":
        return data.decode()
    if kind == "html":
        _, begin, rest = data.decode().partition(SCRIPT)
        inside, end, _ = rest.partition(SCRIPT_END)
        if not begin or not end:
            raise NoParFile("holds no sheet: the page has no document inside")
        return inside
    cells = read_workbook(data).get(DOCUMENT, {})
    return "".join(cells[place] for place in sorted(cells, key=place_order))


def _submission_of_pdf(data: bytes) -> str:
    text = "\n".join(_pdf_lines(data))
    # The submission itself may quote the heading; the coded lines are the last thing in the file.
    _, heading, rest = text.rpartition(CODED_TITLE)
    if not heading:
        raise NoParFile("holds no sheet: the PDF has no coded submission")
    lines = [line.strip() for line in rest.splitlines()]
    try:
        return decoded("".join(line for line in lines if _CODED.fullmatch(line)))
    except ValueError as error:
        raise NoParFile(str(error)) from None


def _pdf_lines(data: bytes) -> list[str]:
    need("pypdf", "reading a PDF")
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # one line says what is wrong: ours
    try:
        pages = [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]
    except (PyPdfError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise NoParFile(f"cannot be read as a PDF: {error}") from None
    return [line.rstrip() for page in pages for line in page.splitlines() if line.strip()]
