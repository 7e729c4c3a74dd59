"""Goes once through each stream and writes what was asked for, holding one round at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote

from pitboss.history.export.folder import Folder, OutFile
from pitboss.history.export.lines import line_of
from pitboss.history.export.phh import phh
from pitboss.history.export.sealed_rounds import SealedRounds
from pitboss.history.export.seats import SeatRows
from pitboss.history.moments import PlayedRound, chosen_tables, entries, moments, played_rounds
from pitboss.history.periods import ALWAYS, Period, utc_text
from pitboss.history.results import SeatResult, revealed, seat_results
from pitboss.journal import Entry, Head, Journal
from pitboss.odds.counting.executor import Progress
from pitboss.pit.streams import LINKS, TABLES, table_stream

FORMATS: Final = ("jsonl", "csv", "phh")
ROUNDS_PER_FOLDER: Final = 1_000  # files in one folder: what any tool still lists quickly
TOLD_EVERY: Final = 500  # events between two looks at the progress bar


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What is to be written: one table or all, of what time, in which formats."""

    table: str | None = None
    span: Period = ALWAYS
    formats: tuple[str, ...] = FORMATS


@dataclass(slots=True)
class Exported:
    """What was written, stream by stream."""

    events: int = 0
    rounds: int = 0
    seats: int = 0
    unfinished: int = 0
    cancelled: int = 0
    streams: list[dict[str, Any]] = field(default_factory=list)  # Any: JSON values
    other_streams: int = 0

    def left_out(self) -> list[str]:
        """Return in words what is not in the export."""
        early = sum(one["before_the_time"] for one in self.streams)
        late = sum(one["after_the_time"] for one in self.streams)
        sealed = sum(one["withheld"]["events"] for one in self.streams if one["withheld"])
        found = [
            (early + late, "event", "outside the time that was asked for"),
            (sealed, "event", "withheld, from a round on whose secret is still sealed"),
            (self.unfinished, "round", "not over yet, without row and file"),
            (self.cancelled, "round", "cancelled before any card, without row and file"),
            (self.other_streams, "stream", "neither of a table nor of a link"),
        ]
        return [f"{n:,} {what}{'' if n == 1 else 's'} {why}" for n, what, why in found if n]


def export(
    journal: Journal, folder: Folder, asked: ExportRequest, version: str, tell: Progress
) -> Exported:
    """Write all that was asked for and put the folder in its place; raises `JournalError`."""
    heads = dict(journal.heads())
    tables = chosen_tables(journal, asked.table)
    links = [] if asked.table is not None else [s for s in heads if s.startswith(LINKS)]
    streams = [*map(table_stream, tables), *links]
    done = Exported()
    if asked.table is None:
        done.other_streams = len(heads.keys() - set(streams))
    work = _Work(journal, folder, asked, done, tell, sum(heads[s].number for s in streams))
    with ExitStack() as stack:
        rows = None
        if "csv" in asked.formats:
            rows = SeatRows(stack.enter_context(folder.file("seats.csv")))
        for stream in streams:
            work.stream(stream, heads[stream], rows)
    if rows is not None:
        done.seats = rows.rows
    folder.finish(_manifest(asked, done, version))
    return done


@dataclass(slots=True)
class _Work:
    journal: Journal
    folder: Folder
    asked: ExportRequest
    done: Exported
    tell: Progress
    total: int
    read: int = 0

    def stream(self, stream: str, head: Head, rows: SeatRows | None) -> None:
        """Write one stream's events, and a table's rounds."""
        place = _place(stream)
        gate = SealedRounds(stream, self.asked.span)
        with ExitStack() as stack:
            out = None
            if "jsonl" in self.asked.formats:
                out = stack.enter_context(self.folder.file(f"{place}/events.jsonl"))
            stored = self._tapped(entries(self.journal, stream, head), gate, out)
            if stream.startswith(TABLES) and (rows is not None or "phh" in self.asked.formats):
                self._rounds(played_rounds(moments(stored)), place, rows)
            for _ in stored:
                pass
        gate.close()
        written = f"{place}/events.jsonl" if out is not None else None
        self.done.events += gate.passed if out is not None else 0
        self.done.streams.append(_stream(stream, written, head, gate))

    def _tapped(
        self, stored: Iterable[Entry], gate: SealedRounds, out: OutFile | None
    ) -> Iterator[Entry]:
        """Pass entries on; those that the gate lets through are written on the way."""
        for entry in stored:
            for free in gate.let(entry):
                if out is not None:
                    out.write(line_of(free))
            self.read += 1
            if self.read % TOLD_EVERY == 0:
                self.tell(self.read, self.total)
            yield entry

    def _rounds(self, played: Iterable[PlayedRound], place: str, rows: SeatRows | None) -> None:
        for one in played:
            if one.moments[0].at not in self.asked.span:
                continue
            if not revealed(one):
                self.done.unfinished += 1
            elif one.last.settlement is None:
                self.done.cancelled += 1
            else:
                self.done.rounds += 1
                results = tuple(seat_results(one))
                if rows is not None:
                    rows.add(one, results)
                if "phh" in self.asked.formats:
                    self._file(one, results, place)

    def _file(self, played: PlayedRound, results: Sequence[SeatResult], place: str) -> None:
        first = (played.number - 1) // ROUNDS_PER_FOLDER * ROUNDS_PER_FOLDER + 1
        shelf = f"{first:07d}-{first + ROUNDS_PER_FOLDER - 1:07d}"
        with self.folder.file(f"{place}/rounds/{shelf}/{played.number:07d}.phh") as out:
            out.write(phh(played, results).encode())


def _place(stream: str) -> str:
    """Return the folder of a stream: its kind, and its name escaped for a file name."""
    kind, _, name = stream.partition("/")
    return f"{kind}/{quote(name, safe='').replace('.', '%2E')}"


def _stream(stream: str, written: str | None, head: Head, gate: SealedRounds) -> dict[str, Any]:
    withheld = None
    if gate.withheld:
        withheld = {
            "from": gate.withheld_from,
            "to": head.number,
            "events": gate.withheld,
            "why": "the secret of the round that begins there is not revealed yet",
        }
    return {
        "stream": stream,
        "file": written,
        "events": gate.passed if written else 0,
        "first": gate.after.number + 1 if gate.passed else None,
        "after_hash": gate.after.hash.hex(),
        "head": {"number": gate.last.number, "hash": gate.last.hash.hex()},
        # The hash of a sealed event would tell its cards to a person who tries them all.
        "journal_head": {
            "number": head.number,
            "hash": None if gate.withheld else head.hash.hex(),
        },
        "before_the_time": gate.early,
        "after_the_time": gate.late,
        "withheld": withheld,
    }


def _manifest(asked: ExportRequest, done: Exported, version: str) -> dict[str, Any]:
    begin, end = asked.span.begin, asked.span.end
    return {
        "pitboss": version,
        "asked": {
            "table": asked.table,
            "from": None if begin is None else utc_text(begin),
            "to": None if end is None else utc_text(end),
            "formats": list(asked.formats),
        },
        "counts": {"events": done.events, "rounds": done.rounds, "seats": done.seats},
        "streams": done.streams,
        "left_out": done.left_out(),
    }
