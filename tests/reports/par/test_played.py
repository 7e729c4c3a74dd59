"""The choices of a table become a submission whose sheet can be made, and verified."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.reports.par.played import OfTheLab, played_submission
from pitboss.rules import read_submission
from pitboss.rules.catalog import SET_NAMES
from pitboss.table import RulesChoice, rules_of

LAB = RulesChoice("maryland", 1, '{"lab":{"deal":[4]}}')
FILED = RulesChoice(
    "maryland",
    1,
    '{"limits.ante":{"max":50,"min":5},"meter.rate":12.5,"meter.seed":10000,'
    '"progressive":"A","progressive.wagers":[5]}',
)


@pytest.mark.parametrize("name", SET_NAMES)
def test_a_table_without_choices_is_good_to_play_by(name: str) -> None:
    found = read_submission(played_submission(RulesChoice(name, 1)))

    assert found.status == "as played"
    assert found.rules == rules_of(RulesChoice(name, 1))


def test_choices_come_back_as_they_were_made() -> None:
    found = read_submission(played_submission(FILED))

    assert found.rules == rules_of(FILED)
    assert found.filing is not None
    assert Fraction(str(found.filing.given["meter.rate"])) == Fraction(25, 2)


def test_equal_choices_are_one_text() -> None:
    assert played_submission(FILED) == played_submission(FILED)
    assert "operator" not in played_submission(FILED)


def test_changes_of_the_lab_are_no_submission() -> None:
    with pytest.raises(OfTheLab):
        played_submission(LAB)


def test_an_option_that_is_wrong_is_rejected_all_the_same() -> None:
    text = played_submission(RulesChoice("maryland", 1)) + '[options]\nblind = "Q"\n'

    assert read_submission(text).status == "rejected"
