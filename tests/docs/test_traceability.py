"""Every clause of the five documents is fulfilled, or named as due; nothing cited is made up."""

from __future__ import annotations

from pitboss.rules import SET_NAMES
from pitboss.rules.clause import all_clauses
from tools.docs import pages
from tools.trace import ROOT, faults, traces


def test_every_enforced_or_checked_clause_has_code_and_a_test_or_is_named_as_due() -> None:
    assert list(faults()) == []


def test_the_generated_pages_are_up_to_date() -> None:
    stale = [path for path, text in pages().items() if (ROOT / path).read_text("utf-8") != text]

    assert stale == [], "run make docs"


def test_every_clause_stands_on_its_place_s_page() -> None:
    for place in SET_NAMES:
        page = pages()[f"docs/rules/{place}.md"]
        for clause in all_clauses(place):
            assert f"\n| {clause.id} |" in page


def test_a_clause_without_code_or_test_would_be_noticed() -> None:
    row = traces("maryland")["MD-11.H.1"]
    assert row.is_fulfilled

    row.code = []

    assert not row.is_fulfilled
