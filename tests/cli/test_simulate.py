"""`pitboss simulate` as a user calls it: tables, JSON, pictures, and one line for what is wrong."""

from __future__ import annotations

import importlib.util
import json
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli import run
from tests.examples import first

SMALL = ["simulate", "--rounds", "2000", "--seed", "5"]


def document(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:  # Any: JSON values
    assert run([*SMALL, *args, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    found: dict[str, Any] = json.loads(out)  # Any: JSON values
    return found


def test_the_document_says_what_was_played_and_what_is_exact(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = document(capsys, "--trips", "C", "--stake", "trips=5", "--seats", "3")

    assert found["paytables"] == {"blind": "A", "trips": "C"}
    assert found["stakes"] == {"ante": "10.00", "blind": "10.00", "trips": "5.00"}
    assert (found["rounds"], found["seats"], found["seat_rounds"]) == (2000, 3, 6000)
    base = found["results"]["base"]
    assert base["exact"]["fraction"] == "-50643648973/2317817502000"
    assert base["rounds"] == 2000
    assert base["interval"][0] < base["mean"] < base["interval"][1]
    assert sum(one["count"] for one in found["frequencies"].values()) == 6000
    assert sum(one["count"] for one in found["hands"].values()) == 6000
    assert sum(one["count"] for one in found["distribution"]) == 6000
    assert sum(one["exact"]["decimal"] for one in found["distribution"]) == pytest.approx(1)
    assert found["session"] is None


def test_one_is_not_several(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "--rounds", "1", "--bankroll", "60"]) == 0

    out = capsys.readouterr().out
    assert "1 round, 1 seat, " in out
    assert "1 round at one seat" in out
    assert "1 session " in out


def test_the_same_seed_prints_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert document(capsys) == document(capsys)


def test_a_seed_is_drawn_and_told_if_none_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "--rounds", "500"]) == 0
    told = capsys.readouterr().out.splitlines()[-1]

    seed = told.rpartition("--seed ")[2]
    assert run(["simulate", "--rounds", "500", "--seed", seed]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == told


def test_a_side_bet_without_a_name_takes_the_usual_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = document(capsys, "--progressive", "--six-card", "--trips")

    assert found["paytables"] == {
        "blind": "A", "trips": "A", "six_card": "A", "progressive": "A"
    }  # fmt: skip
    assert found["meters"]["main"]["decimal"] == 10_000
    assert found["stakes"]["progressive"] == "1.00"


def test_a_session_is_computed_and_played(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "--bankroll", "200", "--session-rounds", "20")["session"]

    assert found["rounds"] == 20
    assert found["need"] == "60.00"
    assert found["computed"]["from"] == "exact distribution of one round"
    assert 0 < found["computed"]["ruined"] < 1
    assert found["computed"]["ruined_in_the_end"] == {"at_least": 1.0, "at_most": 1.0}
    assert found["played"]["seat_sessions"] == 100
    assert len(found["computed"]["fan"]) == 20


@pytest.mark.slow
def test_people_get_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*SMALL, "--bankroll", "200", "--rules", "california", "--seats", "2"]) == 0

    out, err = capsys.readouterr()
    assert err == ""
    assert "Ante, Blind and Play" in out
    assert "ruined in the end, never stopping" in out
    assert "1.00 a round in fees" in out
    assert "--seed 5" in out


@pytest.mark.slow
@pytest.mark.parametrize("name", first(1, ["simple", "always-3x", "never-fold"]))
def test_every_strategy_can_be_played(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "--strategy", name)

    assert found["strategy"] == name
    assert abs(found["results"]["base"]["z"]) < 5


@pytest.mark.slow
def test_meters_without_a_filed_seed_are_given(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(
        capsys, "--rules", "south-dakota", "--progressive", "PMG-01", "--meter", "main=20000"
    )

    assert found["meters"]["main"]["decimal"] == 20_000
    assert found["results"]["progressive"]["exact"] is not None


@pytest.mark.slow
def test_a_blind_table_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "kind.toml"
    path.write_text('wager = "blind"\n[pays]\nroyal-flush = "1000 to 1"\n')

    found = document(capsys, "--blind", str(path))

    assert found["paytables"] == {"blind": "file kind"}
    assert abs(found["results"]["base"]["z"]) < 5


@pytest.mark.slow
@pytest.mark.parametrize("place", ["south-dakota", "california", "catfish-bend", "royal-caribbean"])
def test_a_file_takes_the_stead_of_the_only_table_of_a_place(
    place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[pays]\nroyal-flush = "100 to 1"\n')

    found = document(capsys, "--rules", place, "--blind", str(path), "--trips", str(path))

    assert found["paytables"] == {"blind": "file mine", "trips": "file mine"}


@pytest.mark.slow
def test_a_bankroll_may_be_as_large_as_any_amount(capsys: pytest.CaptureFixture[str]) -> None:
    session = document(capsys, "--bankroll", "1000000000")["session"]

    assert session["computed"]["ruined"] == session["played"]["ruined"]["mean"] == 0


@pytest.mark.parametrize(("ending", "begins"), [("svg", b"<svg"), ("png", b"\x89PNG")])
def test_a_picture_is_drawn(
    tmp_path: Path, ending: str, begins: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"session.{ending}"

    assert run([*SMALL, "--bankroll", "300", "--plot", str(path), "--json"]) == 0

    out, err = capsys.readouterr()
    assert json.loads(out)["session"]["rounds"] == 100
    assert err == f"pitboss: the picture is in {path}\n"
    assert path.read_bytes().startswith(begins)


def test_without_the_extra_one_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = importlib.util.find_spec

    def without_altair(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name == "altair" else real(name, package)

    monkeypatch.setattr("pitboss.reports.plots.find_spec", without_altair)

    assert run([*SMALL, "--plot", str(tmp_path / "x.svg")]) == 2

    out, err = capsys.readouterr()
    assert out == ""
    assert "pip install 'pitboss[reports]'" in err
    assert len(err.splitlines()) == 1


WRONG = {
    "--rounds 0": "1 to 10,000,000,000",
    "--rounds 10000000001": "1 to 10,000,000,000",
    "--rounds many": "whole number",
    "--seats 0": "whole number",
    "--seats 7": "has 1 to 6",
    "--rules california --seats 6": "1 to 5",
    "--rules ohio": "ohio",
    "--seed -1": "whole number",
    "--seed 18446744073709551616": "whole number",
    "--strategy bold": "is no strategy",
    "--ante 0.01": "must be a multiple",
    "--ante free": "amount in dollars",
    "--ante 0": "is no wager",
    "--trips --stake trips=0": "is no wager",
    "--rules= --seats 2": "no rule set",
    "--seats=": "whole number",
    "--blind=": "is no paytable",
    "--ante 1000000": "could move",
    "--trips Z": "maryland has A, B, C, D",
    "--trips no-such-file.toml": "no such file",
    "--blind Z": "is no paytable",
    "--six-card": "needs a bet on Trips",
    "--rules california --progressive": "has no progressive wager",
    "--rules south-dakota --progressive": "--meter main=10000",
    "--progressive A --meter minor=5": "no meter of this table",
    "--meter main=5": "name a paytable",
    "--progressive A --meter main": "name and a value",
    "--progressive A --meter main=5 --meter main=6": "twice",
    "--progressive A --stake progressive=3": "a Progressive bet is",
    "--stake trips=5": "add --trips",
    "--stake luck=5": "is no side bet",
    "--bankroll 59.99": "may need $60.00",
    "--session-rounds 0": "whole number",
    "--session-rounds 10001": "1 to 10,000",
    "--plot session.gif": ".svg or .png",
    "--plot no-such-folder/x.svg": "no file can be there",
    "--executor moon": "not known",
    "--rounds 100 --session-rounds 101": "1 to 100",
}


@pytest.mark.parametrize(("args", "says"), WRONG.items(), ids=WRONG)
@pytest.mark.parametrize("more", [[], ["--json"]], ids=["people", "json"])
def test_bad_input_is_one_line_and_nothing_else(
    args: str, says: str, more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["simulate", *args.split(), *more])

    out, err = capsys.readouterr()
    assert code == 2
    assert out == ""
    assert len(err.splitlines()) == 1
    assert says in err
