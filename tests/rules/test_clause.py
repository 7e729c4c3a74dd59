"""The clause catalogue: all rows load, ids are found in any case, and unknown ones get a hint."""

from __future__ import annotations

import pytest

from pitboss.rules import SET_NAMES, UnknownClauseError, all_clauses, clause, find_clauses
from pitboss.rules.clause import KINDS, PLACES

COUNTS = {
    "maryland": 250,
    "south-dakota": 76,
    "california": 95,
    "catfish-bend": 67,
    "royal-caribbean": 85,
}


@pytest.mark.parametrize(("place", "count"), COUNTS.items())
def test_every_clause_of_a_place_is_there_once(place: str, count: int) -> None:
    ids = [own.id for own in all_clauses(place)]

    assert len(ids) == len(set(ids)) == count


def test_there_are_573_clauses_in_all() -> None:
    assert sum(len(all_clauses(place)) for place in SET_NAMES) == 573


@pytest.mark.parametrize("place", SET_NAMES)
def test_every_clause_says_something_and_how_it_is_treated(place: str) -> None:
    for own in all_clauses(place):
        assert own.text, own.id
        assert own.ref, own.id
        assert own.kinds, own.id
        assert set(own.kinds) <= KINDS.keys(), own.id
        assert PLACES[own.id.split("-")[0]] == own.place == place


def test_a_clause_is_found_in_any_case() -> None:
    assert clause("md-11.h.1") == clause("MD-11.H.1")


@pytest.mark.parametrize(
    ("line", "row", "said"),
    [
        ("MD-12.B.1.e", "MD-12.B.1", "flush, 3 to 2"),
        ("MD-12.B.2.f", "MD-12.B.2", "below a flush, push (A-MD-20)"),
        ("MD-12.C.4.c", "MD-12.C.4", "four of a kind, 20 to 1"),
        ("MD-12.D.1.a.vii", "MD-12.D.1.a", "three of a kind, 9 to 1"),
        ("MD-12.D.1.d.i", "MD-12.D.1.d", "royal flush, 100% of the Mega"),
        ("MD-12.E.1.a", "MD-12.E.1", "super royal in diamonds, $1,000,000"),
    ],
)
def test_a_line_of_a_paytable_is_its_row_and_the_line(line: str, row: str, said: str) -> None:
    found = clause(line)

    assert found.id == line
    assert found.line == said
    assert found.text.startswith(clause(row).text)
    assert said in found.text


def test_lines_are_no_rows_of_their_own() -> None:
    assert "MD-12.B.1.e" not in {own.id for own in all_clauses("maryland")}


@pytest.mark.parametrize("wanted", ["MD-12.B.1.z", "MD-12.D.1.a.viii", "MD-11.H.1.a", "SD-17.x"])
def test_a_letter_that_is_not_printed_is_no_clause(wanted: str) -> None:
    with pytest.raises(UnknownClauseError):
        clause(wanted)


def test_a_section_suggests_its_parts() -> None:
    with pytest.raises(UnknownClauseError) as caught:
        clause("md-11.h")

    assert caught.value.suggestions[:3] == ("MD-11.H.1", "MD-11.H.2", "MD-11.H.2.a")


def test_a_section_can_be_asked_for_all_its_parts() -> None:
    assert [own.id for own in find_clauses("MD-13.H")] == ["MD-13.H.1", "MD-13.H.2", "MD-13.H.3"]


def test_a_section_is_not_mistaken_for_one_with_a_longer_number() -> None:
    assert {own.id.split(".")[0] for own in find_clauses("MD-1")} == {"MD-1"}


def test_a_misspelt_id_suggests_the_nearest() -> None:
    with pytest.raises(UnknownClauseError, match=r"did you mean .*RC-PAY\.T"):
        clause("RC-PAY.TT")


@pytest.mark.parametrize("wanted", ["", "-", ".", "MD", "XX-1", "MD-" + "9" * 10_000, "\x00"])
def test_nonsense_is_an_unknown_clause_and_nothing_worse(wanted: str) -> None:
    with pytest.raises(UnknownClauseError):
        clause(wanted)


def test_an_unknown_place_is_named() -> None:
    with pytest.raises(UnknownClauseError, match="maryland"):
        all_clauses("ohio")
