"""Reports as downloads: their media types, and what has to be installed for them."""

from __future__ import annotations

from typing import Final

from pitboss.reports.extra import ExtraMissing, need_for
from pitboss.server.http.openapi import XLSX
from pitboss.server.http.problems import Turned

MEDIA: Final = {
    "pdf": "application/pdf",
    "xlsx": XLSX,
    "html": "text/html; charset=utf-8",
    "json": "application/json",
}


def check_extra(kind: str) -> None:
    """Raise `Turned` with the command that installs what a format needs."""
    if missing := missing_extra(kind):
        raise Turned(501, "extra-missing", missing)


def missing_extra(kind: str) -> str:
    """Return why a format cannot be written here, or nothing where it can."""
    try:
        need_for(kind)
    except ExtraMissing as error:
        return str(error)
    return ""
