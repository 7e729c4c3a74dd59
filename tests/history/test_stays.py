"""Hands and net since somebody sat down, also for a process that comes in the middle."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from pitboss.history.moments import table_moments
from pitboss.history.stays import Stays, StayTotals, stays_after
from pitboss.pit.replica import Moment
from tests.audit.tables import regulars
from tests.audit.write import in_memory

MOMENTS = tuple(table_moments(in_memory(regulars(51, rounds=6)), "T1"))


def whole(moments: Sequence[Moment]) -> dict[str, StayTotals]:
    """The stays after these events, counted from the first."""
    found: dict[str, StayTotals] = {}
    for moment in moments:
        found = dict(stays_after(found, moment.event, moment.after, moment.at))
    return found


@given(st.data())
def test_whoever_comes_in_the_middle_counts_as_if_from_the_first(data: st.DataObject) -> None:
    came, told = sorted(data.draw(st.tuples(*[st.integers(0, len(MOMENTS))] * 2)))
    upto = data.draw(st.integers(came, len(MOMENTS)))
    stays = Stays(whole=False)
    for moment in MOMENTS[came:told]:
        stays.take(moment)

    stays.begin_from(upto, whole(MOMENTS[:upto]))
    for moment in MOMENTS[told:]:
        stays.take(moment)

    expected = whole(MOMENTS)
    assert {name: stays.of(name) for name in expected} == expected
    assert not stays.waits
