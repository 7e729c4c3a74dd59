"""The reference pages name everything there is: reasons, irregularities, outcomes, options."""

from __future__ import annotations

from pathlib import Path

from pitboss.round import Reason
from pitboss.round.irregular import IRREGULARITY_KINDS
from pitboss.round.roundfile import POINTS
from pitboss.rules import Outcome, option_kinds
from pitboss.table import TableReason

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"


def test_every_reason_has_its_line() -> None:
    page = (REFERENCE / "refusals.md").read_text("utf-8")

    assert [reason for reason in Reason if f"`{reason}`" not in page] == []


def test_reasons_are_listed_in_the_order_in_which_they_are_given() -> None:
    page = (REFERENCE / "refusals.md").read_text("utf-8")

    places = [page.index(f"`{reason}`") for reason in Reason]

    assert places == sorted(places)


def test_every_reason_of_a_table_has_its_line_in_the_order_in_which_it_is_given() -> None:
    page = (REFERENCE / "refusals.md").read_text("utf-8").split("## Refusals of a table")[1]

    assert [reason for reason in TableReason if f"`{reason}`" not in page] == []
    places = [page.index(f"`{reason}`") for reason in TableReason]
    assert places == sorted(places)


def test_every_irregularity_moment_and_outcome_is_on_the_page_of_the_round_file() -> None:
    page = (REFERENCE / "round-file.md").read_text("utf-8")

    words = [*IRREGULARITY_KINDS, *POINTS, *Outcome]

    assert [word for word in words if f"`{word}`" not in page] == []


def test_every_option_is_on_the_page_of_options() -> None:
    page = (REFERENCE / "options.md").read_text("utf-8")

    assert [key for key in option_kinds() if f"| `{key}` |" not in page] == []
