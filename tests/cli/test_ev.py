"""`pitboss ev`: the document for machines, a table for people, one line for what is wrong."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import DECK, cards_text
from pitboss.cli import run

BLIND = """
wager = "blind"
[pays]
royal-flush = "500 to 1"
straight-flush = "50 to 1"
four-of-a-kind = "10 to 1"
full-house = "3 to 1"
flush = "3 to 2"
straight = "1 to 1"
"""


def told(capsys: pytest.CaptureFixture[str], *args: str) -> Any:  # Any: JSON values
    assert run(["ev", *args, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out)


def exact(number: Any) -> Fraction:  # Any: JSON values
    found = Fraction(number["fraction"])
    assert number["decimal"] == float(found)
    assert number["fraction"] == str(found)
    return found


def test_before_the_flop_every_choice_has_its_value(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "--hole", "Ks 5d")

    values = {choice: exact(value) for choice, value in found["choices"].items()}
    sums = {choice: value * 20_975_724_000 for choice, value in values.items()}
    assert sums == {"check": -3_169_425_637, "3x": -3_856_629_995, "4x": -2_466_370_405}
    assert (found["street"], found["best"], found["deals"]) == ("deal", "4x", 20_975_724_000)
    costs = {choice: exact(cost) for choice, cost in found["costs"].items()}
    assert costs == {choice: values["4x"] - values[choice] for choice in ("check", "3x")}


def test_the_document_says_what_it_holds_for(capsys: pytest.CaptureFixture[str]) -> None:
    args = ("--hole", "Qs2d", "--board", "7♣ 7♦ 9♥ J♣ K♥", "--dead", "10c", "--dealer", "3c")

    found = told(capsys, *args, "--rules", "CA")

    assert found["rules"] == "california"
    assert found["paytables"]["blind"]["lines"]["flush"] == "3:2"
    assert (found["hole"], found["flop"], found["board"]) == ("Qs 2d", None, "7c 7d 9h Jc Kh")
    assert (found["dead"], found["dealer"], found["street"]) == ("Tc", "3c", "river")
    assert list(found["choices"]) == ["fold", "1x"]
    assert found["deals"] == 43


def test_chances_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    played = told(capsys, "--hole", "9s 8s", "--flop", "7s 6d 2c")["if_played"]

    assert sum(exact(played[name]) for name in ("win", "tie", "lose")) == 1
    assert sum(exact(chance) for chance in played["endings"].values()) == 1
    assert 0 < exact(played["dealer_not_qualified"]) < 1


def test_a_flop_may_be_given_beside_its_board(capsys: pytest.CaptureFixture[str]) -> None:
    board = ("--hole", "9s 8s", "--board", "7s 6d 2c Ks 3d")

    assert told(capsys, *board, "--flop", "2c 7s 6d") == told(capsys, *board)


def test_a_blind_table_from_a_file_is_the_same_table(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "own.toml"
    path.write_text(BLIND, "utf-8")
    hand = ("--hole", "9s 8s", "--flop", "7s 6d 2c")

    own, named = told(capsys, *hand, "--blind", str(path)), told(capsys, *hand, "--blind", "a")

    assert own["choices"] == named["choices"]
    assert own["paytables"]["blind"]["name"] == "file own"


def test_other_multiples_are_other_choices(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "--hole", "As Ad", "--dead", "Ah", "--multiples", "2,5")

    assert list(found["choices"]) == ["check", "2x", "5x"]


def test_a_seat_that_lacks_chips_has_fewer_choices(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ("--hole", "As Ad", "--ante", "25", "--chips", "99.99")

    assert list(told(capsys, *hand)["choices"]) == ["check", "3x"]
    river = told(capsys, *hand[:-1], "24", "--board", "Ac Ah Kd 2c 2d")
    assert (list(river["choices"]), river["best"], river["costs"]) == (["fold"], "fold", {})
    assert river["multiples"] == {"deal": [], "flop": [], "river": []}


def test_why_is_part_of_the_document_where_it_is_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    hand = ("--hole", "Jc 5s", "--flop", "Ac Ad Ah")

    found = told(capsys, *hand, "--why")

    why = found.pop("why")
    assert found == told(capsys, *hand)
    for choice, behind in why["choices"].items():
        parts = sum(exact(value) for value in behind["wagers"].values())
        assert parts == exact(found["choices"][choice])
        assert sum(sum(row.values()) for row in behind["hands"].values()) == found["deals"]
        assert sum(exact(often) for often in behind["played"].values()) == 1
    assert (why["makes"], len(why["outs"]), why["dealer_outs"]) == ("three-of-a-kind", 6, [])
    assert exact(why["dealer_qualifies"]) == 1


def test_people_get_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ev", "--hole", "Ks 5d", "--dead", "Kh", "--dealer", "2c"]) == 0

    out, err = capsys.readouterr()
    assert err == ""
    assert "K♠ 5♦ before the flop: " in out
    assert "dead: K♥" in out
    assert "dealer: 2♣" in out
    assert "value exactly" in out
    assert "dealer not qualified" in out


MANY = cards_text(card for card in DECK if cards_text([card]) not in ("Ks", "5d"))
WRONG = {
    "nothing": ([], "Missing option '--hole'"),
    "no cards": (["--hole", ""], "--hole '': has 0 cards; a player has two"),
    "duplicate card": (["--hole", "Ks Ks"], "--hole: Ks is given twice"),
    "three hole cards": (["--hole", "Ks 5d 2c"], "has 3 cards; a player has two"),
    "unknown card": (["--hole", "Ks 1x"], "--hole: card 2 in"),
    "four flop cards": (
        ["--hole", "Ks 5d", "--flop", "2c 3c 4c 6c"],
        "--flop '2c 3c 4c 6c': has 4",
    ),
    "three board cards": (["--hole", "Ks 5d", "--board", "2c 3c 4c"], "three alone are --flop"),
    "seen twice": (["--hole", "Ks 5d", "--dead", "5d"], "5d is in --hole and in --dead"),
    "on the flop": (["--hole", "Ks 5d", "--flop", "2c 3c Ks"], "Ks is in --hole and in --flop"),
    "contradiction": (
        ["--hole", "Ks 5d", "--flop", "2c 3c 4c", "--board", "2c 3c 6c 7c 8c"],
        "--flop: 4c is not on the --board",
    ),
    "three dealer cards": (["--hole", "Ks 5d", "--dealer", "2c 3c 4c"], "the dealer has 3 cards"),
    "too many dead": (["--hole", "Ks 5d", "--dead", MANY], "50 dead cards leave no board"),
    "unknown rules": (["--hole", "Ks 5d", "--rules", "ohio"], "'ohio' is no rule set"),
    "unknown paytable": (["--hole", "Ks 5d", "--blind", "Z"], "is no Blind paytable and no file"),
    "no such file": (["--hole", "Ks 5d", "--blind", "no.toml"], "there is no such file"),
    "multiples": (["--hole", "Ks 5d", "--multiples", "x"], "--multiples 'x'"),
    "no chips": (["--hole", "Ks 5d", "--chips", "few"], "--chips: 'few'"),
    "no Ante": (["--hole", "Ks 5d", "--ante", "0"], "--ante '0': is no wager"),
    "far too long": (["--hole", "K" * 5000], "is too long to be cards"),
}


@pytest.mark.parametrize(("args", "why"), WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("more", [[], ["--json"]], ids=["people", "json"])
def test_bad_input_is_one_line_on_stderr_and_exit_code_2(
    args: list[str], why: str, more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["ev", *args, *more])

    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert why in err
    assert err.startswith("pitboss: ")
    assert len(err.splitlines()) == 1


# -- the page -------------------------------------------------------------------------------------

PAGE = Path(__file__).parents[2] / "docs" / "analyse" / "ev.md"
SHOWN = re.findall(r"^```text\n\$ pitboss (.+)\n([^`]+)```$", PAGE.read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize(("command", "shown"), SHOWN, ids=[command for command, _ in SHOWN])
def test_the_page_shows_what_the_command_prints(
    command: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(shlex.split(command)) == 0

    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert [line for line in lines if line] == shown.splitlines()


def test_the_python_session_of_the_page_runs() -> None:
    assert len(SHOWN) == 8
    assert doctest.testfile(str(PAGE), module_relative=False) == (0, 21)
