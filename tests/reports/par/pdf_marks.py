"""What a PDF/A-2a and PDF/UA-1 file must carry, read with pypdf."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from pypdf import PdfReader

# Any below: pypdf's objects are dictionaries of whatever a file holds.


def check_marks(data: bytes, title: str) -> None:
    """Check marks, language, title, colours, embedded fonts, and that every table has headers."""
    reader = PdfReader(io.BytesIO(data))
    root: Any = reader.trailer["/Root"]
    about = root["/Metadata"].get_data().decode()

    for mark in ("part>2<", "conformance>A<"):
        assert f"pdfaid:{mark}" in about
    assert "pdfuaid:part>1<" in about
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"].startswith("en")
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert reader.metadata is not None
    assert reader.metadata.title == title
    assert root["/OutputIntents"][0]["/S"] == "/GTS_PDFA1"
    assert not reader.is_encrypted
    assert "/AF" not in root
    assert "/JavaScript" not in root.get("/Names", {})
    assert all(is_embedded(font) for font in fonts(reader))
    assert all(str(page["/Tabs"]) == "/S" for page in reader.pages)
    check_tables(root["/StructTreeRoot"])


def check_tables(tree: Any) -> None:
    """Every table has a row of column headers, and every row as many cells."""
    tags = list(elements(tree))
    tables = [tag for tag in tags if tag["/S"] == "/Table"]
    assert tables
    for table in tables:
        inside = [tag["/S"] for tag in elements(table)]
        assert "/TH" in inside
        assert "/THead" in inside
        rows = [tag for tag in elements(table) if tag["/S"] == "/TR"]
        assert len({len(list(cells(row))) for row in rows}) == 1
    heads = [tag for tag in tags if tag["/S"] == "/TH"]
    assert all(scope_of(tag) in ("/Column", "/Both", "/Row") for tag in heads)
    assert any(tag["/S"] == "/H1" for tag in tags)


def elements(tag: Any) -> Iterator[Any]:
    """Yield every element below a tag."""
    below = tag.get("/K", [])
    for one in below if isinstance(below, list) else [below]:
        found = one.get_object()
        if isinstance(found, dict) and "/S" in found:
            yield found
            yield from elements(found)


def cells(row: Any) -> Iterator[Any]:
    return (tag for tag in elements(row) if tag["/S"] in ("/TD", "/TH"))


def scope_of(tag: Any) -> str:
    given = tag.get("/A", {})
    listed = given if isinstance(given, list) else [given]
    return next((str(one["/Scope"]) for one in listed if "/Scope" in one.get_object()), "")


def fonts(reader: PdfReader) -> Iterator[Any]:
    for page in reader.pages:
        resources: Any = page["/Resources"]
        for font in resources.get("/Font", {}).values():
            yield font.get_object()


def is_embedded(font: Any) -> bool:
    inner = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
    described = inner["/FontDescriptor"]
    return any(key in described for key in ("/FontFile", "/FontFile2", "/FontFile3"))
