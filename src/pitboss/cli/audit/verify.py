"""`pitboss audit verify`: proof over a whole journal, and the first bad event of each stream."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from rich.text import Text

from pitboss.audit.finding import AuditReport, Finding, Remark, StreamProof
from pitboss.audit.parallel import in_processes
from pitboss.audit.verify import NoSuchTable, verify
from pitboss.cli.audit.anchor import anchor_from
from pitboss.cli.audit.reading import reading
from pitboss.cli.database import shown
from pitboss.cli.errors import Failure, one_line
from pitboss.cli.options import AsJson, JournalName, Many, Option
from pitboss.cli.output import counted, page, print_json, table
from pitboss.cli.parse import whole
from pitboss.cli.progress import progress_bar
from pitboss.pit.streams import PURSES
from pitboss.rules import money

JOBS_MAX: Final = 256
TABLES_SHOWN: Final = 5  # names in a complaint


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss audit verify`."""

    journal: JournalName
    tables: Annotated[
        Many, Option("Only this table; may be repeated.", "NAME", name="--table")
    ] = ()
    anchor: Annotated[str | None, Option("Check this anchor too.", "FILE")] = None
    jobs: Annotated[str | None, Option("Worker processes; default 1.", "N")] = None
    as_json: AsJson = False


def run(options: Options) -> int:
    """Verify and tell; 0 where nothing was found, 1 else."""
    where = options.journal
    kept = None if options.anchor is None else anchor_from(options.anchor)
    crew = whole("--jobs", options.jobs, 1, JOBS_MAX, default=1)
    prove = None if crew == 1 else in_processes(where, crew)
    with reading(where) as journal, progress_bar("events proved") as tell:
        try:
            report = verify(journal, options.tables or None, kept, tell, prove)
        except NoSuchTable as unknown:
            raise Failure(_unknown(unknown)) from None
    if options.as_json:
        print_json(_document(report))
    else:
        _show(report, where, anchored=kept is not None)
    return 0 if report.clean else 1


def _unknown(unknown: NoSuchTable) -> str:
    names = ", ".join(unknown.known[:TABLES_SHOWN])
    more = len(unknown.known) - TABLES_SHOWN
    there = f"it has {names}{f' and {more} more' if more > 0 else ''}" if names else "it has none"
    return f"--table {unknown.name[:60]!r}: is not in the journal; {there}"


# -- for people -----------------------------------------------------------------------------------


def _show(report: AuditReport, where: str, *, anchored: bool) -> None:
    screen = page()
    columns = ("stream", "events", "proved", "rounds", "void", "head", "verdict")
    purses = [proof for proof in report.proofs if proof.stream.startswith(PURSES)]
    # There is a purse for everybody who ever played: those that are proved are only counted.
    rows = [_row(proof) for proof in report.proofs if proof not in purses or proof.findings]
    screen.print(table(shown(where), columns, rows))
    if purses:
        held = [(account, money(cents)) for account, cents in sorted(report.accounts.items())]
        title = f"{counted(len(purses), 'purse')}, in double entry"
        screen.print(table(title, ("account", "balance"), held))
    if report.voids:
        reasons = sorted(report.voids.items(), key=lambda pair: (-pair[1], pair[0]))
        screen.print(table("rounds without a result", ("reason", "rounds"), map(_void, reasons)))
    for note in report.notes:
        screen.print(Text(f"  note: {one_line(note)}"))
    for remark in report.remarks:
        screen.print(Text(f"  remark: {one_line(remark.line())}"), soft_wrap=True)
    for found in report.findings:
        screen.print(Text(f"  {one_line(found.line())}", style="bold"), soft_wrap=True)
    count = f"{counted(report.entries, 'event')}, {counted(report.rounds, 'round')}"
    beside = ", the anchor holds" if anchored else ""
    failed = f"{counted(len(report.findings), 'finding')}; {count} proved before"
    said = f"{count}: all proved{beside}" if report.clean else failed
    screen.print(Text(f"  {said}", style="bold"))


def _row(proof: StreamProof) -> tuple[str, ...]:
    return (
        one_line(proof.stream),
        f"{proof.head.number:,}",
        f"{proof.entries:,}",
        f"{proof.rounds:,}",
        f"{proof.voids.total():,}",
        proof.head.hash.hex()[:16],
        "FAILED" if proof.findings else proof.note or "proved",
    )


def _void(pair: tuple[str, int]) -> tuple[str, str]:
    return one_line(pair[0]), f"{pair[1]:,}"


# -- for programs ---------------------------------------------------------------------------------


def _document(report: AuditReport) -> dict[str, object]:
    return {
        "clean": report.clean,
        "entries": report.entries,
        "rounds": report.rounds,
        "voids": dict(sorted(report.voids.items())),
        "findings": [_finding(found) for found in report.findings],
        "accounts": {account: _dollars(cents) for account, cents in report.accounts.items()},
        "remarks": [_remark(remark) for remark in report.remarks],
        "streams": [_stream(proof) for proof in report.proofs],
        "notes": list(report.notes),
    }


def _finding(found: Finding) -> dict[str, object]:
    return {
        "stream": one_line(found.stream),
        "number": found.number,
        "event": found.event,
        "kind": str(found.kind),
        "text": one_line(found.text),
    }


def _remark(remark: Remark) -> dict[str, object]:
    return {
        "stream": one_line(remark.stream),
        "number": remark.number,
        "table": one_line(remark.table),
        "round": remark.round,
        "engine": remark.engine,
        "text": remark.text,
    }


def _stream(proof: StreamProof) -> dict[str, object]:
    return {
        "stream": one_line(proof.stream),
        "entries": proof.entries,
        "rounds": proof.rounds,
        "voids": dict(sorted(proof.voids.items())),
        "head": {"number": proof.head.number, "hash": proof.head.hash.hex()},
        "clean": not proof.findings,
        "note": proof.note,
    }


def _dollars(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"
