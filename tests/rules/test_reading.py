"""The readings: all load, are found in any case, and speak only of clauses that exist."""

from __future__ import annotations

import re

import pytest

from pitboss.rules import UnknownReadingError, all_readings, clause, reading
from pitboss.rules.reading import COMMON, is_reading_id

COUNTS = {
    "maryland": 39,
    "south-dakota": 28,
    "california": 26,
    "catfish-bend": 17,
    "royal-caribbean": 19,
}


@pytest.mark.parametrize(("place", "count"), COUNTS.items())
def test_every_reading_of_a_place_is_there_once(place: str, count: int) -> None:
    ids = [own.id for own in all_readings(place)]

    assert len(ids) == len(set(ids)) == count


def test_the_common_readings_are_eleven_and_our_own() -> None:
    ids = [own.id for own in all_readings(COMMON)]

    assert [name for name in ids if name.startswith("A-X-")] == [
        f"A-X-{n:02}" for n in range(1, 12)
    ]
    assert all(name.startswith(("A-X-", "P-")) for name in ids)


def test_a_reading_is_found_in_any_case() -> None:
    assert reading("a-md-20").adopted == "Push below a flush; a winning straight pushes."
    assert reading("p-01").id == "P-01"


def test_every_reading_says_what_is_adopted() -> None:
    for own in all_readings():
        assert own.problem, own.id
        assert own.adopted, own.id
        assert own.severity in {"money", "rare", "procedure", "text"}, own.id


def test_the_clauses_where_a_reading_applies_exist() -> None:
    for own in all_readings():
        for named in re.findall(r"(?:MD|SD|CA|IA|RC)-[\w.-]*\w", own.where):
            assert clause(named).id == named, own.id


def test_an_unknown_reading_suggests_the_nearest() -> None:
    with pytest.raises(UnknownReadingError) as caught:
        reading("A-MD-200")

    assert "A-MD-20" in caught.value.suggestions


def test_an_unknown_place_is_named() -> None:
    with pytest.raises(UnknownReadingError, match="common"):
        all_readings("ohio")


def test_ids_of_readings_and_clauses_are_told_apart() -> None:
    assert is_reading_id("a-md-20")
    assert is_reading_id("P-03")
    assert not is_reading_id("MD-11.H.1")
