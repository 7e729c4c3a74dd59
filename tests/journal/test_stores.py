"""The contract of a journal, held by memory, SQLite and PostgreSQL alike."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from pitboss.journal import (
    AlreadyDone,
    Conflict,
    Draft,
    Extent,
    Head,
    Journal,
    JournalError,
    Snapshot,
    StoredTally,
    Tally,
    Turn,
    Unavailable,
    Unfit,
    Write,
    checked,
    genesis,
)
from pitboss.journal.admission import (
    COMMAND_BYTES_MAX,
    DATA_BYTES_MAX,
    EVENTS_PER_TURN_MAX,
    STREAM_BYTES_MAX,
    TALLY_BYTES_MAX,
)
from tests.journal.stores import AT, fill, told, turn, write
from tests.waiting import WAIT_S_MAX


def outcome(journal: Journal, *writes: Write) -> JournalError | None:
    try:
        journal.append(*writes)
    except JournalError as error:
        return error
    return None


# Appending and reading


def test_what_was_appended_is_read_as_it_was(journal: Journal) -> None:
    data, cause = b'{"seat":1}\x00\xff', b'{"who":"ann"}'
    drafts = (Draft("bets-placed/1", data), Draft("bets-closed/2", b"{}"))

    journal.append(Write("table/1", 0, Turn("c-1", cause, AT, drafts)))

    first, second = journal.read("table/1")
    assert (first.stream, first.number, first.name, first.at) == ("table/1", 1, "bets-placed/1", AT)
    assert (first.size, first.command, first.cause, first.data) == (2, "c-1", cause, data)
    assert (second.number, second.name, second.data) == (2, "bets-closed/2", b"{}")
    assert (second.size, second.command, second.cause) == (None, None, None)
    assert journal.head("table/1") == Head(2, second.hash)


def test_numbers_go_on_from_turn_to_turn_and_the_chain_holds(journal: Journal) -> None:
    journal.append(write("table/1", 0, "opened/1", command="a"))
    journal.append(write("table/1", 1, "dealt/1", "turned/1", command="b"))

    entries = list(checked(journal.read("table/1"), "table/1"))

    assert told(entries) == [(1, "opened/1", "a"), (2, "dealt/1", "b"), (3, "turned/1", None)]


def test_reading_starts_behind_a_number_and_ends_at_a_limit(journal: Journal) -> None:
    fill(journal, "table/1", 5)

    assert [entry.number for entry in journal.read("table/1", after=2)] == [3, 4, 5]
    assert [entry.number for entry in journal.read("table/1", after=1, limit=2)] == [2, 3]
    assert list(journal.read("table/1", limit=0)) == []
    assert list(journal.read("table/1", after=5)) == []
    assert list(journal.read("table/1", after=99)) == []


def test_a_long_stream_is_read_in_pieces_without_a_seam(journal: Journal) -> None:
    names = ("dealt/1",) * EVENTS_PER_TURN_MAX
    journal.append(write("table/1", 0, *names))
    journal.append(write("table/1", EVENTS_PER_TURN_MAX, "dealt/1"))

    entries = list(checked(journal.read("table/1"), "table/1"))

    assert [entry.number for entry in entries] == list(range(1, EVENTS_PER_TURN_MAX + 2))
    assert len(list(journal.read("table/1", limit=750))) == 750


def test_an_unknown_stream_is_empty(journal: Journal) -> None:
    fill(journal, "table/1", 1)

    assert list(journal.read("table/2")) == []
    assert journal.head("table/2") == Head(0, genesis("table/2"))
    assert journal.find("table/2", "c") is None
    assert journal.tallies("link/1") == []
    assert journal.snapshot("table/2", "table/1") is None


def test_streams_are_listed_by_prefix_in_order_of_their_bytes(journal: Journal) -> None:
    for stream in ("table/2", "Table/1", "table/10", "link/a", "tablé/1", "table%", "table_"):
        fill(journal, stream, 1)

    assert list(journal.heads("table/")) == ["table/10", "table/2"]
    assert list(journal.heads("table%")) == ["table%"]
    assert list(journal.heads()) == sorted(journal.heads())
    assert len(journal.heads()) == 7
    assert journal.heads()["link/a"] == journal.head("link/a")
    assert journal.streams() == list(journal.heads())


def test_a_journal_without_entries_has_no_streams(journal: Journal) -> None:
    assert journal.streams() == []


def test_names_may_be_in_any_script(journal: Journal) -> None:
    stream, command = "стол/🂡-é", "команда-é"

    journal.append(write(stream, 0, command=command))

    assert [entry.command for entry in checked(journal.read(stream), stream)] == [command]
    assert list(journal.heads("стол")) == [stream]
    assert journal.find(stream, command) == Extent(1, 1)
    assert journal.find(stream, "команда-e\u0301") is None  # the same to the eye, another name


def test_entries_written_while_reading_are_read_too(journal: Journal) -> None:
    fill(journal, "table/1", 2)

    reading = journal.read("table/1")
    first = next(reading)
    journal.append(write("table/1", 2, *["dealt/1"] * 600))

    assert first.number == 1
    assert [entry.number for entry in reading][:1] == [2]
    assert len(list(journal.read("table/1"))) == 602


# Who may append


def test_an_append_behind_an_old_number_is_refused_and_leaves_nothing(journal: Journal) -> None:
    fill(journal, "table/1", 2)
    before = journal.head("table/1")

    with pytest.raises(Conflict) as refusal:
        journal.append(write("table/1", 1, command="late", tally=Tally("link/1", b"1")))

    assert (refusal.value.stream, refusal.value.expected, refusal.value.actual) == ("table/1", 1, 2)
    assert journal.head("table/1") == before
    assert journal.find("table/1", "late") is None
    assert journal.tallies("link/1") == []


@pytest.mark.parametrize("after", [1, 7])
def test_an_append_beyond_the_end_is_refused(journal: Journal, after: int) -> None:
    refusal = outcome(journal, write("table/1", after))

    assert isinstance(refusal, Conflict)
    assert (refusal.expected, refusal.actual) == (after, 0)
    assert journal.heads() == {}


def test_the_same_command_again_is_told_where_its_events_are(journal: Journal) -> None:
    fill(journal, "table/1", 1)
    again = write("table/1", 1, "dealt/1", "turned/1", command="c-1")
    journal.append(again)
    fill(journal, "table/1", 1)
    before = journal.head("table/1")

    refusal = outcome(journal, again)

    assert isinstance(refusal, AlreadyDone)
    assert (refusal.stream, refusal.command) == ("table/1", "c-1")
    assert (refusal.first, refusal.last) == (2, 3)
    assert journal.head("table/1") == before


def test_a_known_command_at_the_right_number_is_still_known(journal: Journal) -> None:
    journal.append(write("table/1", 0, command="c-1"))

    refusal = outcome(journal, write("table/1", 1, "dealt/1", command="c-1"))

    assert isinstance(refusal, AlreadyDone)
    assert journal.head("table/1").number == 1


def test_a_command_id_belongs_to_its_stream(journal: Journal) -> None:
    journal.append(write("table/1", 0, command="c-1"))
    journal.append(write("table/2", 0, command="c-1"))

    assert journal.find("table/2", "c-1") == Extent(1, 1)


def test_a_command_is_found_with_its_extent(journal: Journal) -> None:
    journal.append(write("table/1", 0, "opened/1", command="a"))
    journal.append(write("table/1", 1, "dealt/1", "turned/1", "turned/1", command="b"))

    assert journal.find("table/1", "a") == Extent(1, 1)
    assert journal.find("table/1", "b") == Extent(2, 4)
    assert journal.find("table/1", "c") is None


# Several streams at once


def test_several_streams_are_written_together(journal: Journal) -> None:
    journal.append(
        write("table/1", 0, "jackpot-hit/1", command="hit"),
        write("link/1", 0, "jackpot-paid/1", "meter-reset/1", command="hit"),
    )

    assert journal.find("table/1", "hit") == Extent(1, 1)
    assert journal.find("link/1", "hit") == Extent(1, 2)
    for stream in ("table/1", "link/1"):
        list(checked(journal.read(stream), stream))


@pytest.mark.parametrize("order", [1, -1])
def test_a_conflict_in_one_stream_leaves_nothing_in_any(journal: Journal, order: int) -> None:
    fill(journal, "link/1", 1)
    writes = [write("table/1", 0), write("link/1", 0), write("table/2", 0)][::order]

    refusal = outcome(journal, *writes)

    assert isinstance(refusal, Conflict)
    assert refusal.stream == "link/1"
    assert list(journal.heads()) == ["link/1"]


def test_a_known_command_in_one_stream_is_told_before_any_conflict(journal: Journal) -> None:
    journal.append(write("link/1", 0, command="hit"))

    refusal = outcome(journal, write("table/1", 5), write("link/1", 1, command="hit"))

    assert isinstance(refusal, AlreadyDone)
    assert refusal.stream == "link/1"


def test_a_stream_is_written_once_in_an_append(journal: Journal) -> None:
    with pytest.raises(Unfit, match="once"):
        journal.append(write("table/1", 0), write("table/1", 1))

    assert journal.heads() == {}


# Tallies


def test_a_tally_is_replaced_with_the_append_that_changes_it(journal: Journal) -> None:
    journal.append(write("table/2", 0, tally=Tally("link/1", b"20")))
    journal.append(write("table/1", 0, "dealt/1", "turned/1", tally=Tally("link/1", b"10")))
    journal.append(write("table/1", 2, tally=Tally("link/1", b"11")))
    journal.append(write("table/3", 0, tally=Tally("link/2", b"30")))
    journal.append(write("table/2", 1))

    assert journal.tallies("link/1") == [
        StoredTally("table/1", 3, b"11"),
        StoredTally("table/2", 1, b"20"),
    ]
    assert journal.tallies("link/2") == [StoredTally("table/3", 1, b"30")]


def test_a_table_may_add_to_several_groups(journal: Journal) -> None:
    journal.append(write("table/1", 0, tally=Tally("link/1", b"1")))
    journal.append(write("table/1", 1, tally=Tally("link/2", b"2")))

    assert journal.tallies("link/1") == [StoredTally("table/1", 1, b"1")]
    assert journal.tallies("link/2") == [StoredTally("table/1", 2, b"2")]


# Snapshots


def snapshot_of(journal: Journal, stream: str, data: bytes, shape: str = "table/1") -> Snapshot:
    head = journal.head(stream)
    return Snapshot(stream, head.number, head.hash, shape, data)


def test_a_snapshot_is_kept_and_replaced(journal: Journal) -> None:
    fill(journal, "table/1", 2)
    old = snapshot_of(journal, "table/1", b"old")
    assert journal.keep_snapshot(old)
    assert journal.snapshot("table/1", "table/1") == old
    fill(journal, "table/1", 1)

    assert journal.snapshot("table/1", "table/1") == old  # behind the head, and still true
    new = snapshot_of(journal, "table/1", b"new")
    assert journal.keep_snapshot(new)

    assert journal.snapshot("table/1", "table/1") == new
    assert journal.snapshot("table/1", "table/2") is None
    assert journal.snapshot("table/2", "table/1") is None


def test_a_snapshot_of_another_history_is_none(journal: Journal) -> None:
    fill(journal, "table/1", 2)
    here = journal.head("table/1")

    journal.keep_snapshot(Snapshot("table/1", here.number, bytes(32), "table/1", b"x"))
    assert journal.snapshot("table/1", "table/1") is None
    journal.keep_snapshot(Snapshot("table/1", here.number + 1, here.hash, "table/1", b"x"))
    assert journal.snapshot("table/1", "table/1") is None
    journal.keep_snapshot(Snapshot("table/1", 0, genesis("table/1"), "table/1", b"x"))
    assert journal.snapshot("table/1", "table/1") is None


# Bounds


def test_the_largest_of_everything_is_taken(journal: Journal) -> None:
    stream, command = "é" * (STREAM_BYTES_MAX // 2), "c" * COMMAND_BYTES_MAX
    data = bytes(range(256)) * (DATA_BYTES_MAX // 256)

    journal.append(
        Write(stream, 0, turn(data=data, command=command), Tally(stream, b"t" * TALLY_BYTES_MAX))
    )

    (entry,) = checked(journal.read(stream), stream)
    assert entry.data == data
    assert journal.find(stream, command) == Extent(1, 1)
    assert len(journal.tallies(stream)[0].data) == TALLY_BYTES_MAX


@pytest.mark.parametrize("bad", [write("", 0), write("table/1", -1), write("table/1", 0, "Bets")])
def test_what_breaks_a_bound_is_refused_and_leaves_nothing(journal: Journal, bad: Write) -> None:
    assert isinstance(outcome(journal, write("table/2", 0), bad), Unfit)

    assert journal.heads() == {}


# Many at once


def test_racing_threads_win_each_number_once(journal: Journal) -> None:
    racers, turns = 6, 12

    def race(racer: int) -> int:
        won = 0
        while (after := journal.head("table/1").number) < turns:
            refusal = outcome(journal, write("table/1", after, command=f"{racer}-{after}"))
            assert refusal is None or isinstance(refusal, Conflict)
            won += refusal is None
        return won

    with ThreadPoolExecutor(racers) as pool:
        wins = list(pool.map(race, range(racers)))

    assert sum(wins) == turns
    assert len(list(checked(journal.read("table/1"), "table/1"))) == turns


def test_one_command_sent_by_many_threads_at_once_has_one_effect(journal: Journal) -> None:
    barrier = threading.Barrier(8)

    def send(_: int) -> JournalError | None:
        barrier.wait()
        return outcome(journal, write("table/1", 0, command="only-once"))

    with ThreadPoolExecutor(8) as pool:
        refusals = list(pool.map(send, range(8)))

    assert sum(refusal is None for refusal in refusals) == 1
    assert sum(isinstance(refusal, AlreadyDone) for refusal in refusals) == 7
    assert journal.head("table/1").number == 1


def test_many_streams_grow_side_by_side(journal: Journal) -> None:
    def play(table: int) -> None:
        for after in range(15):
            tally = Tally("link/1", str(after + 1).encode())
            journal.append(write(f"table/{table}", after, tally=tally))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(play, range(8)))

    assert {head.number for head in journal.heads("table/").values()} == {15}
    assert [tally.data for tally in journal.tallies("link/1")] == [b"15"] * 8
    for stream in journal.heads():
        list(checked(journal.read(stream), stream))


def test_a_jackpot_hit_at_several_tables_at_once_is_paid_once(journal: Journal) -> None:
    barrier = threading.Barrier(6)

    def hit(table: int) -> JournalError | None:
        barrier.wait()
        return outcome(
            journal,
            write(f"table/{table}", 0, "jackpot-hit/1"),
            write("link/1", 0, "jackpot-paid/1"),
        )

    with ThreadPoolExecutor(6) as pool:
        refusals = list(pool.map(hit, range(6)))

    assert sum(refusal is None for refusal in refusals) == 1
    assert all(isinstance(refusal, Conflict) for refusal in refusals if refusal is not None)
    assert journal.head("link/1").number == 1
    assert len(journal.heads("table/")) == 1


def test_readers_see_whole_turns_while_others_write(journal: Journal) -> None:
    over, reading = threading.Event(), threading.Barrier(3)

    def write_turns() -> None:
        reading.wait(WAIT_S_MAX)
        for after in range(0, 120, 4):
            journal.append(write("table/1", after, *["dealt/1"] * 4))
        over.set()

    def read_turns() -> int:
        reads = 0
        while not over.is_set():
            assert len(list(checked(journal.read("table/1"), "table/1"))) % 4 == 0
            if reads == 0:
                reading.wait(WAIT_S_MAX)  # nothing is written before everybody reads
            reads += 1
        return reads

    with ThreadPoolExecutor(3) as pool:
        readers = [pool.submit(read_turns) for _ in range(2)]
        pool.submit(write_turns).result()

    assert all(reader.result() > 0 for reader in readers)
    assert journal.head("table/1").number == 120


# Listening


def test_a_listener_is_told_of_new_entries_until_it_hangs_up(journal: Journal) -> None:
    heard: list[tuple[str, int]] = []
    listening = journal.listen(lambda stream, number: heard.append((stream, number)))

    journal.append(write("table/1", 0, "dealt/1", "turned/1"), write("link/1", 0))
    listening.close()
    listening.close()
    journal.append(write("table/1", 2))

    assert sorted(heard) == [("link/1", 1), ("table/1", 2)]


def test_a_listener_that_fails_harms_nobody(journal: Journal) -> None:
    heard = []

    def fail(stream: str, number: int) -> None:
        raise RuntimeError("deaf")

    journal.listen(fail)
    journal.listen(lambda stream, number: heard.append(number))

    journal.append(write("table/1", 0))

    assert heard == [1]
    assert journal.head("table/1").number == 1


def test_waiting_ends_when_the_stream_grows(journal: Journal) -> None:
    fill(journal, "table/1", 1)

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(journal.wait, "table/1", 1, 60.0)
        time.sleep(0.05)
        journal.append(write("table/1", 1, "dealt/1", "turned/1"))

        assert waiting.result(WAIT_S_MAX) == 3


def test_waiting_returns_at_once_when_there_is_more_and_gives_up_when_not(journal: Journal) -> None:
    fill(journal, "table/1", 2)

    assert journal.wait("table/1", 1, 60.0) == 2
    assert journal.wait("table/1", 2, 0.01) == 2
    assert journal.wait("table/2", 0, 0.01) == 0


# The end


def test_a_closed_journal_is_unavailable_and_may_be_closed_again(journal: Journal) -> None:
    fill(journal, "table/1", 1)
    snapshot = snapshot_of(journal, "table/1", b"x")

    journal.close()
    journal.close()

    assert isinstance(outcome(journal, write("table/1", 1)), Unavailable)
    with pytest.raises(Unavailable):
        journal.head("table/1")
    with pytest.raises(Unavailable):
        journal.tallies("link/1")
    with pytest.raises(Unavailable):
        list(journal.read("table/1"))
    with pytest.raises(Unavailable):
        journal.wait("table/1", 0, 60.0)
    assert journal.keep_snapshot(snapshot) is False
    assert journal.snapshot("table/1", "table/1") is None
