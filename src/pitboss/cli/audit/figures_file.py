"""Writes the report of `pitboss audit figures`: a PDF or a workbook, all of it or nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable

from pitboss.cli.errors import Failure, one_line
from pitboss.cli.files import check_target, write_whole
from pitboss.reports.extra import ExtraMissing
from pitboss.reports.floor.render import rendered_report
from pitboss.reports.floor.report import REPORT_FORMATS, ReportFormat, TooManyRows
from pitboss.reports.par.render import check_format
from pitboss.rules.user_toml import Document


def report_file(name: str, *, force: bool) -> Callable[[Document], None]:
    """Check the target before the work begins; return what writes the report there."""
    kind = _format(name)
    try:
        check_format(kind)
    except ExtraMissing as error:
        raise Failure(f"-o {error}") from None
    path = check_target(name, force=force)

    def write(document: Document) -> None:
        try:
            data = rendered_report(document, {}, kind)
        except TooManyRows as error:
            raise Failure(f"-o {name}: {error}") from None
        write_whole(path, data)
        sys.stderr.write(f"pitboss: the report is in {one_line(str(path))}\n")

    return write


def _format(name: str) -> ReportFormat:
    ending = name.rpartition(".")[2].lower()
    for kind in REPORT_FORMATS:
        if kind == ending:
            return kind
    known = ", ".join(f".{kind}" for kind in REPORT_FORMATS)
    raise Failure(f"-o {one_line(name[:200])}: the ending names no format; use one of {known}")
