"""The walk through a stream: command ids that stand twice, and the first of several faults."""

from __future__ import annotations

from array import array
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from pitboss.audit import stream_walk
from pitboss.audit.verify import verify
from pitboss.round import event as round_past
from tests.audit.tables import regulars
from tests.audit.tamper import event_at, forged, place_of, turns_of, with_event
from tests.audit.write import in_memory

STREAM = "table/T1"
HASHES = st.integers(-(2**63), 2**63 - 1)


@given(st.lists(HASHES | st.integers(0, 5), max_size=40))
def test_hashes_that_stand_twice_are_found(ids: list[int]) -> None:
    expected = {one for one in ids if ids.count(one) > 1}

    assert stream_walk._repeated(array("q", ids)) == expected


def test_of_two_bad_events_the_first_is_found() -> None:
    turns = turns_of(in_memory(regulars(8, rounds=5, seats=2)), STREAM)
    bad = turns
    for nth in (1, 3):
        index, place, _ = place_of(turns, round_past.RoundSettled, nth)
        event = event_at(turns, index, place)
        assert isinstance(event, round_past.RoundSettled)
        spoiled = round_past.RoundSettled(replace(event.settlement, qualifies=None))
        bad = with_event(bad, index, place, spoiled)
    _, _, number = place_of(turns, round_past.RoundSettled, 1)

    report = verify(forged({STREAM: bad}))

    assert [found.number for found in report.findings] == [number]
