"""Editions of a rule set stand side by side, and each is found by its number."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.rules import (
    SET_NAMES,
    Catalog,
    Odds,
    RuleSetError,
    UnknownEditionError,
    Wager,
    editions,
    named_rule_set,
    read_submission,
    rule_set,
    rule_set_text,
)
from tests.rules.second_edition import second_edition


@pytest.fixture
def two(tmp_path: Path) -> Iterator[None]:
    with second_edition(tmp_path):
        yield


def flush(edition: int | None) -> Fraction:
    lines = rule_set("maryland", edition).paytables[Wager.BLIND, "A"].lines
    (pays,) = (line.pays for line in lines if line.hand == "flush")
    assert isinstance(pays, Odds)
    return Fraction(pays.num, pays.den)


@pytest.mark.usefixtures("two")
def test_the_newest_edition_is_the_usual_one_and_the_first_stays_as_it_is() -> None:
    assert editions("maryland") == (1, 2)
    assert rule_set("maryland").edition == 2
    assert named_rule_set("maryland@1").edition == 1
    assert (flush(1), flush(2), flush(None)) == (Fraction(3, 2), Fraction(2), Fraction(2))


@pytest.mark.parametrize("place", SET_NAMES)
def test_only_the_first_edition_is_shipped(place: str) -> None:
    assert editions(place) == (1,)


@pytest.mark.parametrize("edition", [0, 2, -1])
def test_an_edition_that_is_not_there_is_named_with_those_that_are(edition: int) -> None:
    with pytest.raises(UnknownEditionError, match=f"maryland has no edition {edition}; it has 1"):
        rule_set("maryland", edition)


def test_a_file_must_hold_the_edition_that_its_name_says(tmp_path: Path) -> None:
    (tmp_path / "maryland@3.toml").write_text(rule_set_text("maryland", 1), "utf-8")

    with pytest.raises(RuleSetError, match=r"maryland@3\.toml: is maryland, edition 1"):
        Catalog(tmp_path).rule_set("maryland")


@pytest.mark.usefixtures("two")
def test_two_editions_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "diff", "maryland@1", "maryland@2", "--json"]) == 0

    found = json.loads(capsys.readouterr().out)
    assert (found["left"], found["right"]) == ("maryland@1", "maryland@2")
    (one,) = found["differences"]
    assert "3 to 2" in one["left"]["value"]
    assert "2 to 1" in one["right"]["value"]


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize(("name", "edition"), [("maryland", 2), ("maryland@1", 1), ("MD@2", 2)])
def test_an_edition_is_shown(name: str, edition: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "show", name, "--json"]) == 0

    assert json.loads(capsys.readouterr().out)["edition"] == edition


@pytest.mark.parametrize("verb", [["show", "maryland@9"], ["diff", "maryland@1", "md@9"]])
def test_an_unknown_edition_is_one_clear_line(
    verb: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["rules", *verb]) == 2

    out, err = capsys.readouterr()
    assert out == ""
    assert err == "pitboss: maryland has no edition 9; it has 1\n"


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize(("edition", "chosen"), [(1, 1), (2, 2), (3, 2)])
def test_a_submission_is_checked_by_the_edition_that_it_names(edition: int, chosen: int) -> None:
    found = read_submission(f'rules = "maryland"\nedition = {edition}\noperator = "X"\n')

    assert found.rules is not None
    assert found.rules.set.edition == chosen
    wrong = any(problem.code == "edition" for problem in found.problems)
    assert wrong == (edition != chosen)
