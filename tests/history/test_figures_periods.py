"""Floor figures by period: days, hours and shifts make the whole."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pitboss.history.periods import HOUR_MS, Period, period_begin, period_text, read_span
from pitboss.table import event as past
from tests.audit.tables import Played, regulars, season
from tests.audit.write import in_memory
from tests.examples import first
from tests.history.figures import counted
from tests.table.seasons import START

# -- periods and times ----------------------------------------------------------------------------


@pytest.mark.parametrize("by", first(1, ["shift", "day", "hour"]))
def test_periods_add_up_to_the_whole(by: str) -> None:
    journal = in_memory(season(71, steps=3000, rules="maryland"))

    (whole,) = counted(journal).periods.values()
    periods = counted(journal, by=by).periods

    assert len(periods) > (2 if by == "hour" else 0)
    for name in ("rounds", "seats", "drop", "cash_outs", "fees", "time_outs", "dealt", "open_ms"):
        assert sum(getattr(one, name) for one in periods.values()) == getattr(whole, name)
    assert sum(one.win for one in periods.values()) == whole.win
    assert list(periods) == sorted(periods)
    if by == "hour":
        assert all(one.open_ms <= HOUR_MS for one in periods.values())


def test_a_span_counts_what_lies_in_it_and_stands_as_it_stood_then() -> None:
    table = season(72, steps=3000, rules="maryland")
    journal = in_memory(table)
    middle = START + (table.at - START) // 2

    early = counted(journal, span=Period(None, middle))
    late = counted(journal, span=Period(middle, None))
    (whole,) = counted(journal).periods.values()

    (first,), (second,) = early.periods.values(), late.periods.values()
    assert first.drop + second.drop == whole.drop
    assert first.dealt + second.dealt == whole.dealt
    assert first.open_ms + second.open_ms == whole.open_ms
    prefix = Played("T1", table.rules, table.chance,
                    log=[one for one in table.log if one[0].at < middle])  # fmt: skip
    assert early.identity == counted(in_memory(prefix)).identity
    assert late.identity == counted(journal).identity


def test_rounds_an_hour_count_only_hours_that_the_table_was_open() -> None:
    log = regulars(3, rounds=10).log
    played = log[-1][0].at - next(o.at for o, es in log if isinstance(es[0], past.TableOpened))

    (sums,) = counted(in_memory(Played("T1", *_rest(3), log=log))).periods.values()

    assert sums.open_ms == played
    assert sums.rounds_per_hour == Fraction(10 * HOUR_MS, played)


def _rest(seed: int) -> tuple[Any, Any]:  # Any: what the log does not need
    table = regulars(seed, rounds=1)
    return table.rules, table.chance


def test_shifts_begin_at_six_fourteen_and_twenty_two() -> None:
    texts = [period_text(period_begin(START + h * HOUR_MS, "shift"), "shift") for h in range(24)]
    assert list(dict.fromkeys(texts)) == [
        "2027-01-15 06:00 to 14:00",
        "2027-01-15 14:00 to 22:00",
        "2027-01-15 22:00 to 06:00",
        "2027-01-16 06:00 to 14:00",
    ]


def test_a_day_as_an_end_is_the_whole_day() -> None:
    assert read_span("2027-01-15", "2027-01-15") == read_span(
        "2027-01-15T00:00Z", "2027-01-16 00:00:00.000"
    )
