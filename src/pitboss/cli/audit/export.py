"""`pitboss audit export`: writes a journal's events, seats and rounds to files for others."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from rich.text import Text

from pitboss import __version__
from pitboss.cli.audit.reading import From, OneTable, To, reading, span
from pitboss.cli.errors import Failure, one_line
from pitboss.cli.options import AsJson, JournalName, Option
from pitboss.cli.output import counted, page, print_json
from pitboss.cli.progress import progress_bar
from pitboss.history.export import FORMATS, Exported, ExportRequest, Folder, FolderError, export


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss audit export`."""

    journal: JournalName
    out: Annotated[str, Option("New or empty folder.", "DIR")]
    name: OneTable = None
    begin: From = None
    end: To = None
    formats: Annotated[str, Option("Formats to write.", "jsonl,csv,phh", name="--format")] = (
        "jsonl,csv,phh"
    )
    force: Annotated[bool, Option("Replace an earlier export.")] = False
    as_json: AsJson = False


def run(options: Options) -> int:
    """Read what is asked before the work begins, then write all of it or nothing."""
    asked = ExportRequest(options.name, span(options.begin, options.end), _formats(options.formats))
    out, target = options.out, Path(options.out)
    if not out.strip() or target.name in ("", ".."):
        raise Failure(f"--out {out[:60]!r}: is no name of a folder; name a new one")
    try:
        with (
            reading(options.journal) as journal,
            progress_bar("events") as tell,
            Folder(target, force=options.force) as folder,
        ):
            done = export(journal, folder, asked, __version__, tell)
            files = folder.files
    except FolderError as error:
        raise Failure(f"--out {error}") from None
    if options.as_json:
        print_json(_document(out, done, files))
    else:
        _show(out, done, files)
    return 0


def _formats(text: str) -> tuple[str, ...]:
    words = [word.strip().casefold() for word in text.split(",")]
    for word in words:
        if word not in FORMATS:
            raise Failure(f"--format {text[:40]!r}: wants one or more of {', '.join(FORMATS)}")
    return tuple(one for one in FORMATS if one in words)


def _document(out: str, done: Exported, files: int) -> dict[str, object]:
    return {
        "out": out,
        "files": files,
        "events": done.events,
        "rounds": done.rounds,
        "seats": done.seats,
        "streams": done.streams,
        "left_out": done.left_out(),
    }


def _show(out: str, done: Exported, files: int) -> None:
    screen = page()
    what = ", ".join(
        (counted(done.events, "event"), counted(done.rounds, "round"), counted(done.seats, "seat"))
    )
    screen.print(Text(f"{what} in {counted(files, 'file')}: {one_line(out)}/manifest.json"))
    for line in done.left_out():
        screen.print(Text(f"  left out: {line}"))
