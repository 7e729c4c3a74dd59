"""The extra `reports`: what PDF and XLSX need, and the one command that installs it."""

from __future__ import annotations

from importlib.util import find_spec


class ExtraMissing(RuntimeError):
    """What a format needs is not installed; the line says what installs it."""


def need(module: str, what: str) -> None:
    """Raise `ExtraMissing` if a module of the extra `reports` is not there."""
    if find_spec(module) is None:
        raise ExtraMissing(f"{what} needs the extra `reports`: pip install 'pitboss[reports]'")


def need_for(kind: str) -> None:
    """Raise `ExtraMissing` if the files of a format cannot be written here."""
    match kind:
        case "pdf":
            need("typst", "a PDF")
        case "xlsx":
            need("xlsxwriter", "a workbook")
