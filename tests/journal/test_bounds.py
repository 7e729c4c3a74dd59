"""The bounds of what a journal takes, each with its message."""

from __future__ import annotations

import pytest

from pitboss.journal import Draft, Snapshot, Tally, Turn, Unfit, Write
from pitboss.journal.admission import (
    AT_MAX,
    DATA_BYTES_MAX,
    EVENTS_PER_TURN_MAX,
    NUMBER_MAX,
    SNAPSHOT_BYTES_MAX,
    TALLY_BYTES_MAX,
    WRITES_PER_APPEND_MAX,
    check_snapshot,
    check_writes,
)
from tests.journal.stores import AT, turn, write


@pytest.mark.parametrize(
    ("fault", "writes"),
    [
        ("at least one write", ()),
        ("at most 16", tuple(write(f"t/{n}", 0) for n in range(WRITES_PER_APPEND_MAX + 1))),
        ("stream ''", (write("", 0),)),
        ("stream 'a.n'", (write("a\n", 0),)),
        ("stream .* is no name", (write("a\x00b", 0),)),
        ("stream .* is no name", (write("a\ud800", 0),)),
        ("stream .* has 202 bytes; at most 200", (write("é" * 101, 0),)),
        ("after is -1", (write("t", -1),)),
        ("command id .* is no name", (write("t", 0, command="\t"),)),
        ("command id .* 101 bytes", (write("t", 0, command="c" * 101),)),
        ("event name 'Bets placed'", (write("t", 0, "Bets placed"),)),
        ("event name 'bets-placed'", (write("t", 0, "bets-placed"),)),
        ("event name 'bets-placed/0'", (write("t", 0, "bets-placed/0"),)),
        ("at is -5", (Write("t", 0, Turn("c", b"{}", -5, (Draft("a/1", b"{}"),))),)),
        ("at least one event", (Write("t", 0, Turn("c", b"{}", AT, ())),)),
        ("at most 1000", (write("t", 0, *["a/1"] * (EVENTS_PER_TURN_MAX + 1)),)),
        ("data of a/1 is empty", (Write("t", 0, turn("a/1", data=b"")),)),
        ("data of a/1 has", (Write("t", 0, turn("a/1", data=bytes(DATA_BYTES_MAX + 1))),)),
        (
            "the events of one turn have",
            (Write("t", 0, turn(*["a/1"] * 17, data=bytes(DATA_BYTES_MAX))),),
        ),
        ("cause is empty", (Write("t", 0, Turn("c", b"", AT, (Draft("a/1", b"{}"),))),)),
        ("tally has", (write("t", 0, tally=Tally("g", bytes(TALLY_BYTES_MAX + 1))),)),
        ("group ''", (write("t", 0, tally=Tally("", b"1")),)),
    ],
)
def test_what_breaks_a_bound_is_refused_in_one_clear_line(
    fault: str, writes: tuple[Write, ...]
) -> None:
    with pytest.raises(Unfit, match=fault) as refusal:
        check_writes(writes)

    assert "\n" not in str(refusal.value)


def test_the_last_number_and_the_last_moment_fit_into_64_bits() -> None:
    check_writes([Write("t", 0, Turn("c", b"{}", AT_MAX, (Draft("a/1", b"{}"),)))])

    with pytest.raises(Unfit, match="after"):
        check_writes([write("t", NUMBER_MAX)])


@pytest.mark.parametrize(
    ("fault", "snapshot"),
    [
        ("stream", Snapshot("", 1, bytes(32), "table/1", b"x")),
        ("shape", Snapshot("t", 1, bytes(32), "s" * 101, b"x")),
        ("number", Snapshot("t", -1, bytes(32), "table/1", b"x")),
        ("snapshot is empty", Snapshot("t", 1, bytes(32), "table/1", b"")),
        ("snapshot has", Snapshot("t", 1, bytes(32), "table/1", bytes(SNAPSHOT_BYTES_MAX + 1))),
    ],
)
def test_a_snapshot_has_bounds_too(fault: str, snapshot: Snapshot) -> None:
    with pytest.raises(Unfit, match=fault):
        check_snapshot(snapshot)
