"""Reads the cells of a workbook back: values and formulas, by page and place."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from typing import Final
from xml.etree import ElementTree

BYTES_MAX: Final = 64 << 20  # unpacked; a sheet's workbook has half a megabyte
_MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_REL: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_PACKAGE: Final = "{http://schemas.openxmlformats.org/package/2006/relationships}"
_PLACE: Final = re.compile(r"([A-Z]{1,3})(\d{1,7})")


class WorkbookError(ValueError):
    """A file that is no workbook."""


def read_workbook(data: bytes) -> dict[str, dict[str, str]]:
    """Return the cells of each page: "=B2*2 → 4" for a formula with its value, else the value."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as book:
            if sum(one.file_size for one in book.infolist()) > BYTES_MAX:
                raise WorkbookError("unpacks to more than a workbook of a sheet has")
            strings = _strings(book)
            return {name: dict(_cells(book, path, strings)) for name, path in _pages(book)}
    except (zipfile.BadZipFile, KeyError, IndexError, ElementTree.ParseError, ValueError) as error:
        raise WorkbookError(f"cannot be read as a workbook: {error}") from None


def _parsed(book: zipfile.ZipFile, path: str) -> ElementTree.Element:
    text = book.read(path)
    if b"<!DOCTYPE" in text or b"<!ENTITY" in text:
        raise WorkbookError(f"{path} declares entities")
    return ElementTree.fromstring(text)  # noqa: S314 - no DTD, so nothing to expand


def _strings(book: zipfile.ZipFile) -> list[str]:
    if "xl/sharedStrings.xml" not in book.namelist():
        return []
    root = _parsed(book, "xl/sharedStrings.xml")
    return ["".join(part.text or "" for part in one.iter(f"{_MAIN}t")) for one in root]


def _pages(book: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    links = _parsed(book, "xl/_rels/workbook.xml.rels")
    paths = {
        one.attrib["Id"]: one.attrib["Target"] for one in links.iter(f"{_PACKAGE}Relationship")
    }
    for page in _parsed(book, "xl/workbook.xml").iter(f"{_MAIN}sheet"):
        path = paths[page.attrib[_REL]].lstrip("/")
        yield page.attrib["name"], path if path.startswith("xl/") else f"xl/{path}"


def _cells(book: zipfile.ZipFile, path: str, strings: list[str]) -> Iterator[tuple[str, str]]:
    for cell in _parsed(book, path).iter(f"{_MAIN}c"):
        formula, value = cell.find(f"{_MAIN}f"), cell.findtext(f"{_MAIN}v")
        text = value or "".join(part.text or "" for part in cell.iter(f"{_MAIN}t"))
        if cell.get("t") == "s" and value is not None:
            text = strings[int(value)]
        if formula is not None:
            text = f"={formula.text} → {text}"
        if text:
            yield cell.attrib["r"], text


def place_order(place: str) -> tuple[int, int, str]:
    """Order places by row, then by column; "B2" comes before "A10"."""
    found = _PLACE.fullmatch(place)
    return (int(found[2]), len(found[1]), found[1]) if found else (0, 0, place)
