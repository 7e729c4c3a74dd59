"""Writes and reads the events of whole rounds: what the journal's codec costs, per event."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from typing import Any

from pitboss.journal.codec import (
    decode_event,
    decode_order,
    decode_table,
    encode_event,
    encode_order,
    encode_table,
)
from pitboss.round.event import RoundSettled
from pitboss.rules import SET_NAMES
from pitboss.table.command import Order
from pitboss.table.people import AUTOMATIC_DEALER
from pitboss.table.state import Table
from tests.round.rounds import whole_round

ROUNDS_A_SET = 200
REPEATS = 5
SEATS = 5  # the fullest tables of a set that has a player-dealer


def best_us(call: Callable[..., object], rows: Iterable[tuple[Any, ...]], count: int) -> float:
    """The best of some passes, in microseconds of CPU a call; Any: whatever `call` takes."""
    rows = list(rows)
    spent = []
    for _ in range(REPEATS):
        start = time.process_time()
        for row in rows:
            call(*row)
        spent.append(time.process_time() - start)
    return min(spent) / count * 1e6


def main() -> None:
    """Print microseconds for events of each kind, orders and tables."""
    seeds = range(ROUNDS_A_SET)
    tables = [whole_round(seed, trouble=0.0, name=name) for name in SET_NAMES for seed in seeds]
    events = [event for table in tables for event in table.events]
    settled = [event for event in events if isinstance(event, RoundSettled)]
    out = sys.stdout.write
    out(f"\nJournal codec, {len(tables):,} rounds (best of {REPEATS}); both ways with the check\n")
    _events("all events", events)
    _events("a settlement", settled)
    _events(
        f"{SEATS} or more seats",
        [e for e in settled if len({m.seat for m in e.settlement.movements}) >= SEATS],
    )
    orders = [Order(each, AUTOMATIC_DEALER, 0) for table in tables for each in table.obeyed]
    _both("orders", orders, encode_order, decode_order)
    _both("a table", [Table(round=table.round) for table in tables], encode_table, decode_table)


def _events(label: str, events: list[Any]) -> None:  # Any: events of one kind or of all
    stored = [encode_event(event) for event in events]
    size = sum(len(data) for _, data in stored) / len(stored)
    write = best_us(encode_event, ((event,) for event in events), len(events))
    _line(label, size, write, best_us(decode_event, stored, len(stored)))


def _both(
    label: str,
    values: list[Any],
    encode: Callable[[Any], bytes],
    decode: Callable[[bytes], object],
) -> None:
    stored = [encode(value) for value in values]
    write = best_us(encode, ((value,) for value in values), len(values))
    read = best_us(decode, ((data,) for data in stored), len(stored))
    _line(label, sum(map(len, stored)) / len(stored), write, read)


def _line(label: str, size: float, write: float, read: float) -> None:
    sys.stdout.write(
        f"  {label:<16} {size:8,.0f} bytes  write {write:7.2f} µs  read {read:7.2f} µs\n"
    )


if __name__ == "__main__":
    main()
