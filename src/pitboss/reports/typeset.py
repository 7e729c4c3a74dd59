"""Documents as PDF by typst in one look: PDF/A-2a and PDF/UA-1, twice the same bytes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from pitboss.reports.extra import need

STANDARDS: Final = ("a-2a", "ua-1")
LOOK: Final = Path(__file__).with_name("look.typ")
UNDATED: Final = "1970-01-01"  # PDF/A wants a date, and some documents have none


class TypesetError(ValueError):
    """A document that cannot be set, most often because the fonts lack a letter of it."""


def typeset(template: Path, name: str, data: dict[str, Any]) -> bytes:  # Any: JSON values
    """Set a template with its data, which it finds as the input `name`.

    Raises `ExtraMissing`, and `TypesetError` for letters that no embedded font has.
    """
    need("typst", "a PDF")
    import typst

    try:
        found = typst.compile(
            LOOK.read_bytes() + template.read_bytes(),
            format="pdf",
            sys_inputs={name: json.dumps(data)},
            pdf_standards=list(STANDARDS),
            ignore_system_fonts=True,
        )
    except typst.TypstError as error:
        raise TypesetError(str(error)) from error
    return bytes(found)
