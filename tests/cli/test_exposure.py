"""`pitboss exposure`: the document for machines, lines for people, one line for what is wrong."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cli import run


@pytest.mark.slow
def test_the_document_says_what_it_holds_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["exposure", "--see", "flop3,turn2", "--rules", "MD", "--blind", "b", "--json"]) == 0

    out, err = capsys.readouterr()
    found = json.loads(out)
    assert err == ""
    assert (found["rules"], found["paytables"]["blind"]["name"]) == ("maryland", "B")
    assert found["see"] == "flop3,turn2"
    assert Fraction(found["ev"]["fraction"]) == Fraction(21991659523, 53488096200)
    assert found["player_edge"] == found["ev"]
    assert sum(Fraction(often["fraction"]) for often in found["frequencies"].values()) == 1


@pytest.mark.slow
def test_people_are_told_who_is_ahead(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["exposure", "--see", "flop1"]) == 0

    out, _ = capsys.readouterr()
    assert "flop1: the player is ahead by 4.5213% of the Ante" in out
    assert "exactly 314386663957/6953452506000" in out


@pytest.mark.slow
def test_nothing_seen_is_the_game_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["exposure", "--see", "nothing", "--json"]) == 0

    found = json.loads(capsys.readouterr().out)
    assert found["ev"]["fraction"] == "-50643648973/2317817502000"


@pytest.mark.slow
def test_sharing_is_sampled_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["exposure", "--share", "6", "--deals", "4", "--seed", "5", "--json"]
    assert run(args) == 0
    first = capsys.readouterr().out
    assert run(args) == 0

    found = json.loads(first)
    assert capsys.readouterr().out == first
    assert found["ev"].keys() == {"mean", "standard_error", "rounds"}
    assert (found["ev"]["rounds"], found["seed"], found["seats"]) == (4, 5, 6)
    assert found["alone"]["fraction"] == "-50643648973/2317817502000"


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((), "say what is seen"),
        (("--see", "flop1", "--share", "2"), "one of them"),
        (("--see", "flop9"), "from 1 to 3"),
        (("--see", "moon"), "nothing that can be seen"),
        (("--see", "flop1", "--seed", "2"), "exact, not sampled"),
        (("--share", "1"), "from 2 to 6"),
        (("--share", "two"), "from 2 to 6"),
        (("--share", "2", "--deals", "0"), "--deals"),
        (("--share", "2", "--seed", "-1"), "--seed"),
        (("--share", "2", "--seed", "0" * 5_000), "--seed"),
        (("--see", "flop1", "--rules", ""), "no rule set"),
        (("--see", "flop1", "--rules", "moon"), "no rule set"),
        (("--see", "flop1", "--blind", "Z"), "no Blind paytable"),
        (("--see", "flop1", "--blind", "nowhere.toml"), "no such file"),
        (("--see", "flop1", "--multiples", "0"), "1 to 1,000"),
        (("--see", "flop1", "--multiples", "4x"), "whole numbers"),
        (("--see", "flop1", "--executor", "cloud"), "threads"),
    ],
)
def test_what_is_wrong_is_one_line(
    args: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["exposure", *args]) == 2

    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
    assert err.count("\n") == 1


def test_a_paytable_file_with_a_gap_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "blind.toml"
    path.write_text('[pays]\nroyal-flush = "500 to 1"\nflush = "3 to 2"\n', "utf-8")

    assert run(["exposure", "--see", "flop1", "--blind", str(path)]) == 2

    assert "straight-flush: is missing" in capsys.readouterr().err
