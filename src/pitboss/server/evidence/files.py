"""Evidence to take away: a round or a table as one zip file, made aside and then sent."""

from __future__ import annotations

import json
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from pitboss import __version__
from pitboss.history.export import ExportRequest, Folder, export
from pitboss.history.export.lines import line_of
from pitboss.history.moments import PlayedRound
from pitboss.history.periods import Period
from pitboss.journal import Journal
from pitboss.pit.streams import table_stream
from pitboss.server.evidence.evidence import evidence_of
from pitboss.server.history.export import export_round
from pitboss.server.history.replays import Telling
from pitboss.server.http.problems import Turned

EVENTS_MAX: Final = 200_000  # of a table that is exported over the web; more goes by command
IN_MEMORY_BYTES: Final = 4 * 1024 * 1024  # a larger file is kept on disk while it is sent
CHUNK_BYTES: Final = 64 * 1024


def round_zip(played: PlayedRound, title: str) -> Iterator[bytes]:
    """Write a round: its stored events, the full replay with its proof, PHH, rows and text."""
    out = tempfile.SpooledTemporaryFile(IN_MEMORY_BYTES)  # noqa: SIM115  # closed when it was sent
    telling = Telling(title, 0)
    evidence = evidence_of(played, title)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        lines = b"".join(line_of(moment.entry) for moment in played.moments)
        packed.writestr("events.jsonl", lines)
        text = json.dumps(evidence.document, ensure_ascii=False, indent=1)
        packed.writestr("replay.json", text + "\n")
        packed.writestr("clauses.json", json.dumps(evidence.clauses, ensure_ascii=False, indent=1))
        for form, name in (("toml", "round.phh"), ("csv", "seats.csv"), ("text", "round.txt")):
            packed.writestr(name, export_round(played, telling, form).body)
    return _sent(out)


def table_zip(journal: Journal, table: str, span: Period) -> Iterator[bytes]:
    """Write a table's export; raises `Turned` where it is too large to be sent."""
    head = journal.head(table_stream(table))
    if not head.number:
        raise Turned(404, "no-such-table", "there is no such table")
    if head.number > EVENTS_MAX:
        text = f"the table has {head.number:,} events; use pitboss audit export for more than"
        raise Turned(413, "too-large", f"{text} {EVENTS_MAX:,}")
    out = tempfile.SpooledTemporaryFile(IN_MEMORY_BYTES)  # noqa: SIM115  # closed when it was sent
    with tempfile.TemporaryDirectory(prefix="pitboss-export-") as aside:
        target = Path(aside) / "export"
        with Folder(target) as folder:
            export(journal, folder, ExportRequest(table, span), __version__, lambda _, __: None)
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
            for path in sorted(target.rglob("*")):
                if path.is_file():
                    packed.write(path, path.relative_to(target).as_posix())
    return _sent(out)


def _sent(out: IO[bytes]) -> Iterator[bytes]:
    with out:
        out.seek(0)
        while chunk := out.read(CHUNK_BYTES):
            yield chunk
