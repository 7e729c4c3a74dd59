"""`pitboss sidebet`: the document for machines, tables for people, one line for what is wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli import run

TRIPS = """
wager = "trips"
[pays]
royal-flush = "50 to 1"
straight-flush = "40 to 1"
four-of-a-kind = "30 to 1"
full-house = "9 to 1"
flush = "7 to 1"
straight = "4 to 1"
three-of-a-kind = "3 to 1"
"""
FILED = ("--set", "meter.seed=10000", "--set", "meter.rate=15")


def told(capsys: pytest.CaptureFixture[str], *args: str) -> Any:  # Any: JSON values
    assert run(["sidebet", *args, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out)


def only(document: Any) -> Any:  # Any: JSON values
    (table,) = document["paytables"]
    return table


def exact(number: Any) -> Fraction:  # Any: JSON values
    found = Fraction(number["fraction"])
    assert number["decimal"] == float(found)
    assert number["fraction"] == str(found)
    return found


def test_all_tables_of_all_places_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    document = told(capsys, "trips")

    edges = {(t["rules"], t["paytable"]): exact(t["house_edge"]) for t in document["paytables"]}
    assert len(edges) == 11
    assert edges["maryland", "A"] == Fraction(1_206_516, 133_784_560)
    assert edges["catfish-bend", "standard"] == Fraction(4_679_700, 133_784_560)


def test_a_table_says_what_each_line_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    table = only(told(capsys, "trips", "--rules", "SD", "--paytable", "uth-01"))

    lines = {line["hand"]: line for line in table["lines"]}
    assert lines["royal-flush"]["hits"] == 4_324
    assert lines["royal-flush"]["pays"] == "50 to 1"
    assert lines["royal-flush"]["clauses"] == ["SD-17.UTH-01"]
    assert exact(lines["royal-flush"]["probability"]) == Fraction(1, 30_940)
    assert exact(lines["nothing"]["net"]) == -1
    assert sum(exact(line["return"]) for line in lines.values()) == exact(table["return"])
    assert sum(exact(line["ev"]) for line in lines.values()) == exact(table["ev"])
    assert table["combinations"] == 133_784_560 == sum(x["hits"] for x in lines.values())
    variance = exact(table["standard_deviation"]["variance"])
    assert table["standard_deviation"]["decimal"] == pytest.approx(float(variance) ** 0.5)


def test_six_card_says_for_which_stake(capsys: pytest.CaptureFixture[str]) -> None:
    one = only(told(capsys, "six-card", "--paytable", "A"))
    five = only(told(capsys, "six_card", "--paytable", "A", "--wager", "5"))

    assert (one["stake"], five["stake"]) == ("1.00", "5.00")
    assert one["depends_on_stake"]
    assert exact(five["lines"][0]["net"]) == 200_000
    assert "5.00" in five["notes"][0]
    assert exact(one["house_edge"]) < exact(five["house_edge"])


def test_a_progressive_tells_its_parts(capsys: pytest.CaptureFixture[str]) -> None:
    table = only(told(capsys, "progressive", "--paytable", "UTHP-02", *FILED))

    assert exact(table["fixed_return"]) == Fraction(1_395_047, 3_053_778)
    assert exact(table["royals"]["royal-flush-first-five"]["probability"]) == Fraction(1, 649_740)
    (meter,) = table["meters"]
    assert (meter["name"], meter["seed"], meter["reset"]) == ("main", "10000.00", "10000.00")
    assert exact(meter["value_per_dollar"]) == Fraction(1, 32_487)
    assert exact(meter["break_even"][0]["dollars"]) == Fraction(1_658_731, 94)
    assert [one["other_players"] for one in table["envy"]] == [0, 1, 2, 3, 4, 5]
    run_ = table["long_run"]
    assert exact(run_["paid_by_players"]["contributions"]) == Fraction(15, 100)
    assert exact(run_["return"]) + exact(run_["house_edge"]) == 1
    house = run_["paid_by_house"]
    parts = sum(exact(house[key]) for key in ("fixed", "seeds", "reserves", "envy"))
    assert exact(house["total"]) == parts == exact(run_["return"]) - Fraction(15, 100)


def test_meters_and_players_make_the_present_return(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("progressive", "--rules", "SD", "--paytable", "PMG-01", "--meter", "main=50,000.00")

    one = only(told(capsys, *asked))
    six = only(told(capsys, *asked, "--players", "6"))

    assert exact(one["meters"][0]["amount"]) == 50_000
    envy = exact(six["envy"][5]["return"])
    assert exact(six["return"]) == exact(one["return"]) + envy
    assert six["standard_deviation"] == one["standard_deviation"]


def test_without_a_seed_what_needs_it_is_null(capsys: pytest.CaptureFixture[str]) -> None:
    table = only(told(capsys, "progressive", "--paytable", "PMG-02"))

    assert table["return"] is table["house_edge"] is table["long_run"] is None
    royal, *_, trips, _ = table["lines"]
    assert royal["net"] is None
    assert exact(trips["net"]) == 8
    assert table["stake"] == "5.00"


def test_a_meter_may_have_its_own_seed_and_rate(capsys: pytest.CaptureFixture[str]) -> None:
    own = ("--set", "meter.seed.major=2000", "--set", "meter.rate.minor=2.5")

    table = only(told(capsys, "progressive", "--paytable", "B", *own))

    major, minor = table["meters"]
    assert (major["seed"], minor["seed"]) == ("2000.00", "250.00")
    assert exact(minor["rate"]) == Fraction(1, 40)


def test_a_paytable_may_come_from_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(TRIPS, encoding="utf-8")

    table = only(told(capsys, "trips", "--rules", "maryland", "--paytable", str(file)))

    assert table["paytable"] == "file mine"
    assert exact(table["house_edge"]) == Fraction(1_206_516, 133_784_560)


def test_the_terms_of_every_place_hold_for_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(TRIPS, encoding="utf-8")

    tables = told(capsys, "trips", "--paytable", str(file))["paytables"]

    assert len({table["rules"] for table in tables}) == len(tables) == 5
    assert {exact(table["house_edge"]) for table in tables} == {Fraction(1_206_516, 133_784_560)}


def test_a_stake_that_cannot_be_paid_in_cents_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "odd.toml"
    file.write_text('wager = "progressive"\n[pays]\nroyal-flush = "3 to 7"\n', encoding="utf-8")

    code = run(["sidebet", "progressive", "--rules", "MD", "--paytable", str(file)])

    assert code == 2
    assert "$1.00 is no multiple of $0.14" in capsys.readouterr().err


def test_a_file_named_like_a_table_keeps_its_own_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["royal-flush", "straight-flush", "four-of-a-kind", "full-house"]
    text = 'wager = "six_card"\n[pays]\n' + "".join(f'{hand} = "99 to 1"\n' for hand in lines)
    (tmp_path / "B.toml").write_text(text, encoding="utf-8")

    table = only(told(capsys, "six-card", "--paytable", str(tmp_path / "B.toml")))

    assert table["lines"][3]["pays"] == "99 to 1"


@pytest.mark.parametrize("wager", ["trips", "six-card", "progressive"])
def test_people_get_tables(wager: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["sidebet", wager]) == 0

    out, err = capsys.readouterr()
    assert err == ""
    for word in ("royal flush", "house edge", "standard deviation", "Maryland"):
        assert word in out


def test_people_see_the_meter_and_the_long_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["sidebet", "progressive", "--paytable", "UTHP-01", "--players", "3", *FILED]) == 0

    out = capsys.readouterr().out
    for word in ("main: fair at", "$165,959.74", "long run: house edge", "1 in 649,740"):
        assert word in out


WRONG = {
    "no wager": ([], "Missing argument"),
    "unknown wager": (["craps"], "trips, six-card, progressive"),
    "base wager": (["blind"], "trips, six-card, progressive"),
    "unknown rules": (["trips", "--rules", "ohio"], "maryland"),
    "unknown paytable": (["trips", "--rules", "maryland", "--paytable", "Z"], "A, B, C, D"),
    "table of another place": (["trips", "--rules", "SD", "--paytable", "A"], "UTH-01"),
    "no such wager there": (["six-card", "--rules", "SD"], "offered by maryland"),
    "no players": (["trips", "--players", "0"], "write 1 to 6"),
    "too many players": (["progressive", "--players", "7"], "write 1 to 6"),
    "players in words": (["trips", "--players", "two"], "write 1 to 6"),
    "players that steer": (["trips", "--players", "\x1b[2J"], "'\\x1b[2J'"),
    "a setting too long": (
        ["progressive", "--rules", "MD", "--set", f"meter.seed=0x{'f' * 5_000}"],
        "--set meter.seed",
    ),
    "more players than seats": (
        ["progressive", "--rules", "SD", "--players", "6", "--set", "seats=4"],
        "has 4 seats",
    ),
    "missing file": (["trips", "--paytable", "no-such.toml"], "there is no such file"),
    "a folder": (["trips", "--paytable", "docs/"], "is a folder; name one file"),
    "a strange name": (["trips", "--paytable", "a\x00b"], "is no trips paytable"),
    "a long name": (["trips", "--paytable", "x" * 5_000], "is no trips paytable"),
    "meter of no table": (["trips", "--meter", "main=5"], "it has none"),
    "another meter": (
        ["progressive", "--paytable", "C", "--meter", "main=5"],
        "its meters are mega, major, minor",
    ),
    "meter twice": (["progressive", "--meter", "main=5", "--meter", "main=6"], "twice"),
    "meter without amount": (["progressive", "--meter", "main"], "main=12345.67"),
    "negative meter": (["progressive", "--meter", "main=-5"], "not an amount"),
    "wager not taken": (["progressive", "--paytable", "A", "--wager", "2"], "$1.00 or $5.00"),
    "no wager at all": (["six-card", "--wager", "0"], "no multiple of"),
    "negative wager": (["six-card", "--wager=-5"], "not an amount"),
    "unknown option": (["trips", "--set", "metre.seed=5"], "is no option"),
    "option of the wrong type": (
        ["progressive", "--paytable", "A", "--set", "meter.rate=lots"],
        "is no percentage",
    ),
    "option not open": (["trips", "--rules", "CA", "--set", "uthp.wager=5"], "is no choice"),
    "option without value": (["trips", "--set", "seats"], "wants a name and a value"),
    "option twice": (["trips", "--set", "seats=5", "--set", "seats=6"], "twice"),
    "paytable as option": (["trips", "--set", "trips=B"], "--paytable"),
    "an injected line": (["trips", "--rules", "MD", "--set", "decks=1\nx=2"], "decks"),
}


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("more", [[], ["--json"]], ids=["people", "json"])
def test_bad_input_is_one_line_on_stderr(
    name: str, more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    args, says = WRONG[name]

    code = run(["sidebet", *args, *more])

    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert says in err


BAD_FILES = {
    "negative": TRIPS.replace("9 to 1", "-9 to 1"),
    "missing line": TRIPS.replace('flush = "7 to 1"\n', "", 1),
    "wrong wager": TRIPS.replace("trips", "blind"),
    "no TOML": "royal flush pays fifty",
    "not text": "\udcff",
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_file_is_one_line_that_names_it(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(BAD_FILES[name].encode("utf-8", "surrogateescape"))

    code = run(["sidebet", "trips", "--paytable", str(file)])

    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert "mine.toml" in err


def test_help_does_not_load_the_odds() -> None:
    code = (
        "import sys; from pitboss.cli import run; run(['sidebet', '--help']);"
        "print([m for m in ('numpy', 'numba', 'pitboss.odds', 'rich.table') if m in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)

    assert done.stdout.splitlines()[-1] == "[]"


PAGE = Path(__file__).parents[2] / "docs" / "analyse" / "side-bets.md"


@pytest.mark.parametrize("wager", ["trips", "six-card", "progressive"])
def test_the_figures_on_the_page_are_those_of_the_program(
    wager: str, capsys: pytest.CaptureFixture[str]
) -> None:
    page = PAGE.read_text("utf-8")

    for table in told(capsys, wager)["paytables"]:
        figure = table["fixed_return" if wager == "progressive" else "house_edge"]
        assert f"{100 * figure['decimal']:.6f} %" in page
        if wager == "progressive":
            worth = [meter["value_per_dollar"]["fraction"] for meter in table["meters"]]
            assert all(f"${fraction}" in page for fraction in worth)
        else:
            assert figure["fraction"] in page
            assert f"{table['standard_deviation']['decimal']:.6f}" in page


def test_the_long_run_on_the_page_is_that_of_the_program(
    capsys: pytest.CaptureFixture[str],
) -> None:
    filed = ("--set", "meter.seed=10000", "--set", "meter.reserve=500", "--set", "meter.rate=20")
    table = only(told(capsys, "progressive", "--paytable", "UTHP-02", *filed))

    page, run_ = PAGE.read_text("utf-8"), table["long_run"]
    parts = [run_["return"], run_["house_edge"]]
    parts += [run_["paid_by_house"][key] for key in ("fixed", "seeds", "reserves")]
    assert [x for x in parts if f"{100 * x['decimal']:.6f} %" not in page] == []
    assert f"${table['meters'][0]['long_run_mean']['decimal']:,.2f}" in page
