"""Compares two sheets and prints what changed, change by change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.text import Text

from pitboss.cli.errors import FOUND, OK, Failure
from pitboss.cli.files import read_file
from pitboss.cli.output import page, print_json, table
from pitboss.cli.par.verify_work import read_bytes
from pitboss.cli.refused import tell_refused
from pitboss.odds.game import GameError
from pitboss.reports.extra import ExtraMissing
from pitboss.reports.par.diff import FigureChange, FigureValue, ParDiff, diff_document, par_diff
from pitboss.reports.par.figure import NOT_KNOWN
from pitboss.reports.par.sheet import FILED
from pitboss.reports.par.verify import NoParFile, format_of, submission_in
from pitboss.rules import read_submission

if TYPE_CHECKING:
    from pitboss.cli.par.diff import Options

COLUMNS = ("figure", "before", "after", "difference", "exactly")


def run(options: Options) -> int:
    """Compare; a `Failure` where a sheet cannot be made of one of the two."""
    texts = [_submission(name) for name in (options.before, options.after)]
    for name, text in zip((options.before, options.after), texts, strict=True):
        submission = read_submission(text, name)
        if submission.rules is None or submission.status not in FILED:
            return tell_refused(submission, "nothing is compared")
    try:
        found = par_diff(*texts)
    except GameError as error:
        raise Failure(str(error)) from None
    if options.as_json:
        print_json(diff_document(found))
    else:
        _print(found)
    return FOUND if found.changes or found.places else OK


def _submission(name: str) -> str:
    """Return the text of a submission, from its file or from within a sheet."""
    if name == "-" or name.endswith(".toml"):
        return read_file(name)[1]
    try:
        return submission_in(read_bytes(name), format_of(name))
    except (NoParFile, ExtraMissing) as error:
        raise Failure(f"{name[:200]}: {error}") from None


def _print(found: ParDiff) -> None:
    screen = page()
    if not found.changes and not found.places:
        screen.print(Text("the sheets say the same"))
        return
    for change in found.changes:
        head = f"{change.what}: {change.before} → {change.after}"
        screen.print(Text(head, style="bold"))
        if change.figures:
            screen.print(table("", COLUMNS, _rows(change.figures)))
        else:
            screen.print(Text(f"  {change.alone or 'changes none of these figures by itself'}\n"))
    if found.together:
        screen.print(table("All changes together", COLUMNS, _rows(found.together)))


def _rows(figures: Iterable[FigureChange]) -> Iterator[tuple[str, ...]]:
    for one in figures:
        exact = str(one.difference) if isinstance(one.difference, Fraction) else ""
        numbers = (_number(value) for value in (one.before, one.after, one.difference))
        yield (one.figure, *numbers, exact)


def _number(value: FigureValue) -> str:
    return NOT_KNOWN if value is None else f"{float(value):.10g}"
