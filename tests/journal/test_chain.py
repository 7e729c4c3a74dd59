"""The chain: the published vector, a second implementation, and every way of bending an entry."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pitboss.journal import BrokenChain, Draft, Entry, Head, Turn, checked, genesis
from pitboss.journal.chain import seal, start

PAGE = Path(__file__).parents[2] / "docs/internals/journal.md"
TURNS = (
    Turn(
        "c-1",
        b'{"seat":1}',
        1700000000000,
        (Draft("bets-placed/1", b'{"ante":500}'), Draft("bets-closed/1", b"{}")),
    ),
    Turn("c-2", b'{"seat":2}', 1700000000001, (Draft("checked/1", b'{"seat":2}'),)),
)


def chain_of(stream: str, *turns: Turn) -> list[Entry]:
    entries: list[Entry] = []
    head = start(stream)
    for turn in turns:
        entries += seal(stream, head, turn)
        head = Head(entries[-1].number, entries[-1].hash)
    return entries


def by_the_page(entries: list[Entry]) -> list[bytes]:
    """A second implementation, written from the specification alone."""

    def sized(field: bytes) -> bytes:
        return len(field).to_bytes(4, "big") + field

    before = hashlib.sha256(b"pitboss-journal/1\n" + entries[0].stream.encode("utf-8")).digest()
    hashes = []
    for entry in entries:
        text = before
        text += entry.number.to_bytes(8, "big")
        text += entry.at.to_bytes(8, "big")
        text += (0 if entry.size is None else entry.size).to_bytes(4, "big")
        text += sized(entry.name.encode("utf-8"))
        text += sized(b"" if entry.command is None else entry.command.encode("utf-8"))
        text += sized(b"" if entry.cause is None else entry.cause)
        text += sized(entry.data)
        before = hashlib.sha256(text).digest()
        hashes.append(before)
    return hashes


def test_the_published_vector_holds() -> None:
    page = PAGE.read_text("utf-8")
    published = re.findall(r"^\| (?:before|\d) \|.*`([0-9a-f]{64})` \|$", page, re.MULTILINE)

    entries = chain_of("table/7", *TURNS)

    assert published == [genesis("table/7").hex(), *(entry.hash.hex() for entry in entries)]


drafts = st.builds(
    Draft, st.sampled_from(["a/1", "bets-placed/12"]), st.binary(min_size=1, max_size=9)
)
turns = st.builds(
    Turn,
    st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=5),
    st.binary(min_size=1, max_size=9),
    st.integers(0, 2**63 - 1),
    st.lists(drafts, min_size=1, max_size=3).map(tuple),
)


@given(stream=st.text(st.characters(exclude_categories=["C"]), min_size=1), turn=turns)
def test_a_second_implementation_agrees(stream: str, turn: Turn) -> None:
    entries = chain_of(stream, turn)

    assert by_the_page(entries) == [entry.hash for entry in entries]


@given(st.lists(turns, min_size=1, max_size=4))
def test_what_was_sealed_holds(several: list[Turn]) -> None:
    entries = chain_of("table/7", *several)

    assert list(checked(entries, "table/7")) == entries


def fault_at(entries: list[Entry], stream: str = "table/7") -> int:
    with pytest.raises(BrokenChain) as broken:
        list(checked(entries, stream))
    return broken.value.number


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize(
    "change",
    [
        {"name": "bets-placed/2"},
        {"at": 1700000000002},
        {"at": -1},
        {"data": b"{ }"},
        {"data": "{}"},
        {"hash": bytes(32)},
        {"number": 9},
        {"stream": "table/8"},
        {"name": "bad\udcff"},
        {"name": None},
    ],
    ids=str,
)
def test_any_change_is_found_where_it_is(place: int, change: dict[str, object]) -> None:
    entries = chain_of("table/7", *TURNS)
    entries[place] = entries[place]._replace(**change)  # type: ignore[arg-type] # damage on purpose

    assert fault_at(entries) == place + 1


@pytest.mark.parametrize(
    "change",
    [{"command": "c-9"}, {"cause": b"{}"}, {"size": 1}, {"size": None}, {"command": None}],
    ids=str,
)
def test_a_changed_command_is_found(change: dict[str, object]) -> None:
    entries = chain_of("table/7", *TURNS)
    entries[0] = entries[0]._replace(**change)  # type: ignore[arg-type] # damage on purpose

    assert fault_at(entries) == 1


@pytest.mark.parametrize(
    "change",
    [{"command": "c-9"}, {"cause": b"{}"}, {"size": 1}, {"command": ""}, {"size": 0}],
    ids=str,
)
def test_a_command_in_the_middle_of_a_turn_is_found(change: dict[str, object]) -> None:
    entries = chain_of("table/7", *TURNS)
    entries[1] = entries[1]._replace(**change)  # type: ignore[arg-type] # damage on purpose

    assert fault_at(entries) == 2


def test_a_missing_a_doubled_and_a_moved_entry_are_found() -> None:
    one, two, three = chain_of("table/7", *TURNS)

    assert fault_at([one, three]) == 2
    assert fault_at([two, three]) == 1
    assert fault_at([one, one, two]) == 2
    assert fault_at([two, one, three]) == 1


def test_a_turn_cannot_be_cut_short_and_sealed_again() -> None:
    """Whoever drops the rest of a turn and chains on anew is found by the size of the turn."""
    first = chain_of("table/7", TURNS[0])[0]
    forged = seal("table/7", Head(first.number, first.hash), TURNS[1])

    assert fault_at([first, *forged]) == 2


def test_the_events_of_one_stream_do_not_pass_as_another_s() -> None:
    entries = [entry._replace(stream="table/8") for entry in chain_of("table/7", *TURNS)]

    assert fault_at(entries, "table/8") == 1


def test_checking_can_start_at_a_head_that_is_trusted() -> None:
    one, two, three = chain_of("table/7", *TURNS)

    assert list(checked([three], "table/7", after=Head(2, two.hash))) == [three]
    with pytest.raises(BrokenChain):
        list(checked([three], "table/7", after=Head(2, one.hash)))


ODD = st.none() | st.integers(-1, 3) | st.text(max_size=3) | st.binary(max_size=3)


@given(st.integers(0, 2), st.sampled_from(Entry._fields), ODD)
def test_a_field_that_holds_anything_else_is_found_there(
    place: int, field: str, value: Any
) -> None:
    entries = chain_of("table/7", *TURNS)
    assume(getattr(entries[place], field) != value)
    entries[place] = entries[place]._replace(**{field: value})

    assert fault_at(entries) == place + 1
