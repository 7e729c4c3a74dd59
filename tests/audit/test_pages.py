"""Turns are proved several at once, and no finding may depend on how many."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.audit import table_proof, walk
from pitboss.audit.finding import Report
from pitboss.audit.verify import verify
from pitboss.round import event as round_past
from pitboss.table import Event
from pitboss.table import event as past
from tests.audit.tables import regulars
from tests.audit.tamper import Turns, event_at, forged, place_of, turns_of, with_event
from tests.audit.write import in_memory

STREAM = "table/T1"
SIZES = ((1, 1), (500, 1), (7, 3), (1, 48), (500, 48))  # entries a page, turns at once


@pytest.fixture(scope="module")
def turns() -> Turns:
    return turns_of(in_memory(regulars(8, rounds=5, seats=2)), STREAM)


def by_sizes(turns: Turns, monkeypatch: pytest.MonkeyPatch) -> list[Report]:
    """The reports on a journal, read and proved in portions of all sizes."""
    reports = []
    for page, at_once in SIZES:
        monkeypatch.setattr(walk, "PAGE", page)
        monkeypatch.setattr(table_proof, "TURNS_AT_ONCE", at_once)
        reports.append(verify(forged({STREAM: turns})))
    return reports


def spoiled(event: Event) -> Event:
    match event:
        case round_past.RoundSettled(settlement):
            return round_past.RoundSettled(replace(settlement, qualifies=None))
        case round_past.DeckLoaded(cards, shuffled):
            return round_past.DeckLoaded(cards[::-1], shuffled)
        case past.RoundEnded(number):
            return past.RoundEnded(number + 1)
    raise AssertionError(event)


def test_a_clean_journal_is_clean_in_portions_of_any_size(
    turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *others = by_sizes(turns, monkeypatch)

    assert first.clean
    assert first.rounds == 5
    assert all(other == first for other in others)


@pytest.mark.parametrize("kind", [round_past.RoundSettled, round_past.DeckLoaded, past.RoundEnded])
def test_a_bad_event_is_found_in_portions_of_any_size(
    turns: Turns, kind: type[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    index, place, number = place_of(turns, kind, 2)
    bad = with_event(turns, index, place, spoiled(event_at(turns, index, place)))

    first, *others = by_sizes(bad, monkeypatch)

    assert [found.number for found in first.findings] == [number]
    assert all(other == first for other in others)


def test_of_two_bad_events_the_first_is_found_in_portions_of_any_size(
    turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = turns
    for nth in (1, 3):
        index, place, _ = place_of(turns, round_past.RoundSettled, nth)
        bad = with_event(bad, index, place, spoiled(event_at(turns, index, place)))
    _, _, number = place_of(turns, round_past.RoundSettled, 1)

    for report in by_sizes(bad, monkeypatch):
        assert [found.number for found in report.findings] == [number]
