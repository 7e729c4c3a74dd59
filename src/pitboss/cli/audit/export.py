"""`pitboss audit export`: writes a journal's events, seats and rounds to files for others."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from pitboss import __version__
from pitboss.audit.export import FORMATS, Asked, Done, Folder, FolderError, export
from pitboss.cli.audit.reading import reading, span
from pitboss.cli.failure import Failure, one_line
from pitboss.cli.output import counted, page, print_json
from pitboss.cli.progress import progress_bar


def run(
    where: str,
    *,
    out: str,
    name: str | None,
    begin: str | None,
    end: str | None,
    formats: str,
    force: bool,
    as_json: bool = False,
) -> int:
    """Read what is asked before the work begins, then write all of it or nothing."""
    asked = Asked(name, span(begin, end), _formats(formats))
    target = Path(out)
    if not out.strip() or target.name in ("", ".."):
        raise Failure(f"--out {out[:60]!r}: is no name of a folder; name a new one")
    try:
        with (
            reading(where) as journal,
            progress_bar("events") as tell,
            Folder(target, force=force) as folder,
        ):
            done = export(journal, folder, asked, __version__, tell)
            files = folder.files
    except FolderError as error:
        raise Failure(f"--out {error}") from None
    if as_json:
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


def _document(out: str, done: Done, files: int) -> dict[str, object]:
    return {
        "out": out,
        "files": files,
        "events": done.events,
        "rounds": done.rounds,
        "seats": done.seats,
        "streams": done.streams,
        "left_out": done.left_out(),
    }


def _show(out: str, done: Done, files: int) -> None:
    screen = page()
    what = ", ".join(
        (counted(done.events, "event"), counted(done.rounds, "round"), counted(done.seats, "seat"))
    )
    screen.print(Text(f"{what} in {counted(files, 'file')}: {one_line(out)}/manifest.json"))
    for line in done.left_out():
        screen.print(Text(f"  left out: {line}"))
