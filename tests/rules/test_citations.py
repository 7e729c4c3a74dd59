"""What the rule sets cite exists, and the walk over them misses no source that a file names."""

from __future__ import annotations

import re

import pytest

from pitboss.rules import (
    SET_NAMES,
    all_clauses,
    citations,
    clause,
    reading,
    rule_set,
    rule_set_text,
)
from pitboss.rules.load import read_rule_set


def text_of(place: str) -> str:
    return rule_set_text(place)


def ids_in(text: str) -> set[str]:
    """Every quoted id of a clause or a reading in a file's text."""
    return set(re.findall(r'"((?:MD|SD|CA|IA|RC|A-[A-Z]+|P)-[\w.-]+)"', text))


@pytest.mark.parametrize("place", SET_NAMES)
def test_every_clause_and_reading_that_a_set_cites_exists(place: str) -> None:
    for source in citations(place):
        known = reading(source) if source[:2] in ("A-", "P-") else clause(source)
        assert known.id == source


@pytest.mark.parametrize("place", SET_NAMES)
def test_no_source_of_the_file_is_missed(place: str) -> None:
    assert set(citations(place)) == ids_in(text_of(place))


@pytest.mark.parametrize("place", SET_NAMES)
def test_a_set_cites_its_own_document_only(place: str) -> None:
    prefix = rule_set(place).prefix

    clauses = [source for source in citations(place) if source[:2] not in ("A-", "P-")]

    assert {source.split("-")[0] for source in clauses} == {prefix}


@pytest.mark.parametrize("place", SET_NAMES)
def test_every_clause_that_a_submission_is_checked_for_is_cited(place: str) -> None:
    cited = set(citations(place))
    checked = {own.id for own in all_clauses(place) if "C" in own.kinds}

    missing = {
        own for own in checked if not any(c == own or c.startswith(f"{own}.") for c in cited)
    }

    assert missing == set()


def test_the_keys_that_cite_a_clause_are_named() -> None:
    keys = citations("maryland")["MD-11.H.1"]

    assert "cards.qualifies" in keys
    assert "settlement.ante.unqualified-win" in keys


@pytest.mark.parametrize("place", SET_NAMES)
def test_a_set_read_again_from_its_text_is_the_same(place: str) -> None:
    assert read_rule_set(text_of(place)) == rule_set(place)
