"""`pitboss audit verify`: proof over a whole journal, and the first bad event of each stream."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from pitboss.audit.collector import collecting_seldom
from pitboss.audit.crew import in_processes
from pitboss.audit.finding import Finding, Proof, Report
from pitboss.audit.verify import NoSuchTable, verify
from pitboss.cli.address import shown
from pitboss.cli.audit.anchor import anchor_from
from pitboss.cli.audit.reading import reading
from pitboss.cli.failure import Failure, one_line
from pitboss.cli.output import counted, page, print_json, table
from pitboss.cli.progress import progress_bar
from pitboss.cli.values import whole

JOBS_MAX: Final = 256
TABLES_SHOWN: Final = 5  # names in a complaint


def run(
    where: str,
    *,
    tables: Sequence[str] = (),
    anchor: str | None = None,
    jobs: str | None = None,
    as_json: bool = False,
) -> int:
    """Verify and tell; 0 where nothing was found, 1 else."""
    kept = None if anchor is None else anchor_from(anchor)
    crew = 1 if jobs is None else whole("--jobs", jobs, 1, JOBS_MAX)
    prove = None if crew == 1 else in_processes(where, crew)
    with reading(where) as journal, progress_bar("events proved") as tell, collecting_seldom():
        try:
            report = verify(journal, tables or None, kept, tell, prove)
        except NoSuchTable as unknown:
            raise Failure(_unknown(unknown)) from None
    if as_json:
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


def _show(report: Report, where: str, *, anchored: bool) -> None:
    screen = page()
    columns = ("stream", "events", "proved", "rounds", "void", "head", "verdict")
    screen.print(table(shown(where), columns, map(_row, report.proofs)))
    if report.voids:
        reasons = sorted(report.voids.items(), key=lambda pair: (-pair[1], pair[0]))
        screen.print(table("rounds without a result", ("reason", "rounds"), map(_void, reasons)))
    for note in report.notes:
        screen.print(Text(f"  note: {one_line(note)}"))
    for found in report.findings:
        screen.print(Text(f"  {one_line(found.line())}", style="bold"), soft_wrap=True)
    count = f"{counted(report.entries, 'event')}, {counted(report.rounds, 'round')}"
    beside = ", the anchor holds" if anchored else ""
    failed = f"{counted(len(report.findings), 'finding')}; {count} proved before"
    said = f"{count}: all proved{beside}" if report.clean else failed
    screen.print(Text(f"  {said}", style="bold"))


def _row(proof: Proof) -> tuple[str, ...]:
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


def _document(report: Report) -> dict[str, object]:
    return {
        "clean": report.clean,
        "entries": report.entries,
        "rounds": report.rounds,
        "voids": dict(sorted(report.voids.items())),
        "findings": [_finding(found) for found in report.findings],
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


def _stream(proof: Proof) -> dict[str, object]:
    return {
        "stream": one_line(proof.stream),
        "entries": proof.entries,
        "rounds": proof.rounds,
        "voids": dict(sorted(proof.voids.items())),
        "head": {"number": proof.head.number, "hash": proof.head.hash.hex()},
        "clean": not proof.findings,
        "note": proof.note,
    }
