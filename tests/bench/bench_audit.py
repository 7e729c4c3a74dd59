"""Verifies journals of typical tables: rounds a second on one core, beside plain baselines."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from pitboss.audit.verify import verify
from pitboss.journal import Journal, checked, open_journal
from pitboss.journal.codec import decode_event
from pitboss.round.event import RoundSettled
from pitboss.round.settlement.settle import settle
from pitboss.rules import SET_NAMES
from pitboss.table import Table, evolve, rules_of
from tests.audit.tables import regulars
from tests.audit.write import in_file

ROUNDS = 600  # a set; one to six players by turns, about three and a half
REPEATS = 3
STREAM = "table/T1"


def main() -> None:
    """Print rounds a second of processor time: of the whole proof, and of parts of it alone."""
    out = sys.stdout.write
    out(f"\nAudit of {ROUNDS:,} rounds a set, 1 to 6 players (best of {REPEATS}, one core)\n")
    columns = ("verify", "chain", "decode", "fold", "settle")
    out(f"  {'rules':<16}{'events':>8}" + "".join(f"{name:>9}" for name in columns) + "\n")
    with tempfile.TemporaryDirectory() as folder:
        for name in SET_NAMES:
            path = in_file(Path(folder) / f"{name}.db", regulars(1, rounds=ROUNDS, rules=name))
            with open_journal(path, read_only=True) as journal:
                events = journal.head(STREAM).number
                rates = [_rate(part, journal) for part in (_verify, _chain, _decode, _fold)]
                rates.append(_settle(journal))
            out(f"  {name:<16}{events / ROUNDS:>8.1f}")
            out("".join(f"{rate:>9,.0f}" for rate in rates) + "\n")


def _rate(part: Callable[[Journal], None], journal: Journal) -> float:
    best = 0.0
    for _ in range(REPEATS):
        begun = time.process_time()
        part(journal)
        best = max(best, ROUNDS / (time.process_time() - begun))
    return best


def _verify(journal: Journal) -> None:
    report = verify(journal)
    assert report.clean
    assert report.rounds == ROUNDS


def _chain(journal: Journal) -> None:
    for _ in checked(journal.read(STREAM), STREAM):
        pass


def _decode(journal: Journal) -> None:
    for entry in journal.read(STREAM):
        decode_event(entry.name, entry.data)


def _fold(journal: Journal) -> None:
    table = Table()
    for entry in journal.read(STREAM):
        table = evolve(table, decode_event(entry.name, entry.data), entry.at)


def _settle(journal: Journal) -> float:
    """The settlements alone, from rounds that are ready for it."""
    table = Table()
    ready = []
    for entry in journal.read(STREAM):
        event = decode_event(entry.name, entry.data)
        if (
            isinstance(event, RoundSettled)
            and table.round is not None
            and table.identity.rules is not None
        ):
            ready.append((table.round, rules_of(table.identity.rules)))
        table = evolve(table, event, entry.at)
    best = 0.0
    for _ in range(REPEATS):
        begun = time.process_time()
        for round_, rules in ready:
            settle(round_, rules)
        best = max(best, len(ready) / (time.process_time() - begun))
    return best


if __name__ == "__main__":
    main()
