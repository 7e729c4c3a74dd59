"""Tests decks and random bytes; loads the compiled kernels."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final

from rich.text import Text

from pitboss.audit.rng.battery import Judged, Report, battery
from pitboss.audit.rng.finding import FAMILY_RISK
from pitboss.audit.rng.places import Decks
from pitboss.audit.rng.sample import (
    DECKS_MAX,
    draw,
    fresh_secrets,
    raw_bytes,
    seeded_secrets,
)
from pitboss.cli.audit.rng import Options
from pitboss.cli.audit.rng.decks_file import deck_line, read_decks
from pitboss.cli.errors import Failure
from pitboss.cli.files import STDIN, check_new, new_file
from pitboss.cli.output import counted, page, print_json, table
from pitboss.cli.parse import whole
from pitboss.cli.progress import progress_bar

DECKS: Final = 100_000
DECKS_MIN: Final = 1_000  # fewer fresh decks say next to nothing
BYTES: Final = 10_000_000
BYTES_MAX: Final = 10**12
SEED_MAX: Final = 2**64 - 1


def run(options: Options) -> int:
    """Read all that is asked before the work begins, then test, or write raw bytes."""
    decks_file, raw = options.decks_file, options.raw
    if raw is not None:
        _refuse(options, ("decks", "decks_file", "decks_out"), "--raw only writes bytes")
    elif options.size is not None:
        raise Failure("--bytes: says how many bytes --raw writes; add --raw FILE")
    if decks_file is not None:
        _refuse(options, ("decks", "seed", "decks_out"), "--decks-file has the decks")
    begin = None if options.seed is None else whole("--seed", options.seed, 0, SEED_MAX)
    if raw is not None:
        count = whole("--bytes", options.size, 1, BYTES_MAX, default=BYTES)
        return _write_raw(raw, count, begin, as_json=options.as_json)
    if decks_file is not None:
        report = battery(read_decks(decks_file))
        return _told(report, f"the decks of {decks_file[:200]}", None, as_json=options.as_json)
    count = whole("--decks", options.decks, DECKS_MIN, DECKS_MAX, default=DECKS)
    path = None if options.decks_out is None else check_new("--decks-out", options.decks_out)
    with progress_bar("decks shuffled") as tell:
        sample = draw(count, _source(begin), tell)
    report = battery(sample.decks, sample.raw)
    if path is not None:
        with new_file("--decks-out", path) as stream:
            stream.writelines(_lines(sample.decks))
    source = "the operating system" if begin is None else "a seed: not a table's chance"
    return _told(report, source, begin, as_json=options.as_json)


def _refuse(options: Options, names: Iterable[str], why: str) -> None:
    for name in names:
        if getattr(options, name) is not None:
            flag = "--" + name.replace("_", "-")
            raise Failure(f"{flag}: {why}; take {flag} out")


def _source(seed: int | None) -> Iterator[bytes]:
    return fresh_secrets() if seed is None else seeded_secrets(seed)


def _lines(decks: Decks) -> Iterator[bytes]:
    return map(deck_line, decks)


# -- raw bytes ------------------------------------------------------------------------------------


def _write_raw(name: str, size: int, seed: int | None, *, as_json: bool) -> int:
    if name == STDIN:
        if as_json:
            raise Failure(
                "--json: standard output takes the bytes; name a file, or take --json out"
            )
        for part in raw_bytes(size, _source(seed)):
            sys.stdout.buffer.write(part)
        sys.stdout.buffer.flush()
        return 0
    path = check_new("--raw", name)
    digest = sha256()
    done = 0
    with progress_bar("raw bytes") as tell, new_file("--raw", path) as stream:
        for part in raw_bytes(size, _source(seed)):
            stream.write(part)
            digest.update(part)
            done += len(part)
            tell(done, size)
    if as_json:
        print_json({"file": name, "bytes": size, "sha256": digest.hexdigest(), "seed": seed})
    else:
        page().print(Text(f"{counted(size, 'byte')} in {name}, SHA-256 {digest.hexdigest()}"))
    return 0


# -- the report -----------------------------------------------------------------------------------


def _told(report: Report, source: str, seed: int | None, *, as_json: bool) -> int:
    if as_json:
        print_json(_document(report, source, seed))
    else:
        _show(report, source)
    return 0 if report.passed else 1


def _show(report: Report, source: str) -> None:
    screen = page()
    title = f"{counted(report.decks, 'deck')} from {source}"
    if report.raw_bytes:
        title += f", {counted(report.raw_bytes, 'raw byte')}"
    columns = ("test", "of", "statistic", "df", "p", "p adjusted", "verdict", "")
    screen.print(table(title, columns, map(_row, report.judged)))
    run_ = len(report.judged) - report.not_run
    failed = sum(one.failed for one in report.judged)
    said = "passed" if report.passed else f"FAILED: {counted(failed, 'test')} of {run_}"
    screen.print(Text(f"  all together, at {1 - FAMILY_RISK:.0%}: {said}", style="bold"))
    if report.not_run:
        screen.print(Text(f"  note: {counted(report.not_run, 'test')} not run, for want of decks"))


def _row(one: Judged) -> tuple[str, ...]:
    found = one.finding
    if found.p is None or found.statistic is None or one.adjusted is None:
        return found.test, found.of, "", "", "", "", "not run", found.note.partition(": ")[2]
    whole_ = isinstance(found.statistic, int)
    return (
        found.test,
        found.of,
        f"{found.statistic:,}" if whole_ else f"{found.statistic:,.3f}",
        "" if found.df is None else f"{found.df:,}",
        f"{found.p:.4g}",
        f"{one.adjusted:.4g}",
        "FAILED" if one.failed else "passed",
        found.note,
    )


def _document(report: Report, source: str, seed: int | None) -> dict[str, object]:
    return {
        "passed": report.passed,
        "confidence": 1 - FAMILY_RISK,
        "method": "Holm-Bonferroni",
        "source": source,
        "seed": seed,
        "decks": report.decks,
        "raw_bytes": report.raw_bytes,
        "not_run": report.not_run,
        "tests": [
            {
                "test": one.finding.test,
                "of": one.finding.of,
                "statistic": one.finding.statistic,
                "df": one.finding.df,
                "p": one.finding.p,
                "p_adjusted": one.adjusted,
                "verdict": "not-run" if one.adjusted is None else _verdict(one),
                "note": one.finding.note,
            }
            for one in report.judged
        ],
    }


def _verdict(one: Judged) -> str:
    return "failed" if one.failed else "passed"
