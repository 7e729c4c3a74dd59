"""`pitboss lab`: figures, searches and sweeps at the command line, and what it refuses."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli import run
from pitboss.odds.lab import search as search_module

pytestmark = pytest.mark.slow

EDGE_2_TO_1 = "2315813067/257535278000"  # 250,107,811,236 of 27,813,810,024,000
SEARCH = """
[lines]
flush = ["3 to 2", "2 to 1"]
[bounds]
house_edge = { max = "2 %" }
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.toml"
    path.write_text(SEARCH)
    return path


def printed(capsys: pytest.CaptureFixture[str]) -> Any:  # Any: a JSON document
    return json.loads(capsys.readouterr().out)


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command that must fail with one line on stderr and nothing on stdout."""
    assert run(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def test_one_line_is_changed_and_every_figure_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lab", "edge", "--pay", "flush=2:1", "--json"]) == 0

    found = printed(capsys)
    assert found["exact"] is True
    assert found["house_edge"]["fraction"] == EDGE_2_TO_1
    assert found["variant"] == {"rules": "maryland", "pays": {"flush": "2 to 1"}}
    assert found["lines"][4]["pays"] == "2 to 1"
    assert set(found["edges"]) == {"ante", "ante_and_blind", "all_wagers"}


def test_a_variant_comes_from_a_file_and_is_shown(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "variant.toml"
    path.write_text('blind = "B"\n')

    assert run(["lab", "edge", "--variant", str(path), "--pay", "straight=1"]) == 0

    assert "50643648973/2317817502000" in capsys.readouterr().out


def test_a_search_writes_its_tables_and_leaves_no_state(
    capsys: pytest.CaptureFixture[str], plan: Path
) -> None:
    into, drawn = plan.with_name("tables.csv"), plan.with_name("tables.svg")

    words = ["lab", "search", str(plan), "-o", str(into), "--plot", str(drawn), "--json"]
    assert run(words) == 0

    found = printed(capsys)
    assert found["grid"] == 2
    assert [table["house_edge"]["fraction"] for table in found["tables"]] == [EDGE_2_TO_1]
    rows = list(csv.DictReader(into.read_text().splitlines()))
    assert [row["house_edge_fraction"] for row in rows] == [EDGE_2_TO_1]
    assert set(plan.parent.iterdir()) == {plan, into, drawn}
    assert drawn.read_text().startswith("<svg")
    assert "is there already" in refused(capsys, "lab", "search", str(plan), "-o", str(into))


def test_a_cancelled_search_says_where_it_goes_on(
    capsys: pytest.CaptureFixture[str], plan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cancel(self: object, tables: int) -> None:
        if tables:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(search_module._Search, "_tell", cancel)
        assert run(["lab", "search", str(plan)]) == 130
    kept = plan.with_name("plan.toml.state")
    assert f"kept in {kept}" in capsys.readouterr().err
    assert kept.read_text().count("\n") >= 2

    assert run(["lab", "search", str(plan)]) == 0
    assert not kept.exists()


def test_a_state_of_another_search_is_not_overwritten(
    capsys: pytest.CaptureFixture[str], plan: Path
) -> None:
    kept = plan.with_name("kept")
    kept.write_text('{"search":"another"}\n')

    err = refused(capsys, "lab", "search", str(plan), "--state", str(kept))

    assert "belongs to another search" in err
    assert kept.read_text() == '{"search":"another"}\n'


def test_a_missing_library_is_named_with_its_command(
    capsys: pytest.CaptureFixture[str], plan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name == "pyarrow" else find_spec(name, package)

    monkeypatch.setattr("pitboss.reports.lab_search.find_spec", without)

    err = refused(capsys, "lab", "search", str(plan), "-o", str(plan.with_suffix(".parquet")))

    assert "pip install 'pitboss[parquet]'" in err


def test_a_knob_is_turned_and_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    into = tmp_path / "flush.svg"

    assert run(["lab", "sweep", "flush", "3:2,2", "--plot", str(into), "--json"]) == 0

    found = printed(capsys)["settings"]
    assert [point["setting"] for point in found] == ["3 to 2", "2 to 1"]
    assert found[1]["house_edge"]["fraction"] == EDGE_2_TO_1
    assert found[0]["worth"]["fraction"] == "0"
    assert into.read_text().startswith("<svg")


def test_a_line_of_a_side_bet_is_swept(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    into = tmp_path / "flush.svg"
    words = ["lab", "sweep", "trips.flush", "7,8:1", "--paytable", "C"]

    assert run([*words, "--plot", str(into), "--json"]) == 0

    found = printed(capsys)["settings"]
    assert [point["setting"] for point in found] == ["7 to 1", "8 to 1"]
    assert found[0]["house_edge"]["fraction"] == "233985/6689228"
    assert found[0]["worth"]["fraction"] == "0"
    # One more to 1 takes the chance of a flush off the edge: 4,047,644 of 133,784,560 hands.
    assert found[1]["worth"]["fraction"] == str(-Fraction(4_047_644, 133_784_560))
    assert into.read_text().startswith("<svg")


BAD = {
    "3 to 0": (("edge", "--pay", "flush=3 to 0"), "pays.flush: '3 to 0' cannot be paid"),
    "huge": (("edge", "--pay", "flush=1000000000:1"), "is too much"),
    "gap": (("edge", "--pay", "pair=1"), "pays.three-of-a-kind: is missing"),
    "no odds": (("edge", "--pay", "flush"), "write --pay flush=2:1"),
    "no rule": (("edge", "--ties", "house"), "ties: 'house' is no rule"),
    "no Blind": (("edge", "--blind", "Z"), "is no Blind paytable and no file; maryland has A, B"),
    "no multiples": (("edge", "--multiples", "x"), "multiples 'x': are no whole numbers"),
    "no side bet": (("sweep", "envy.flush", "1"), "there are trips.HAND, six-card.HAND"),
    "no side line": (("sweep", "trips.pair", "1"), "pays.pair: is no line with odds"),
    "no side odds": (("sweep", "trips.flush"), "flush: wants 1 to 200 odds to try"),
    "no side table": (
        ("sweep", "trips.flush", "1", "--paytable", "Z"),
        "is no trips table; maryland has A, B, C, D",
    ),
    "no side set": (
        ("sweep", "six-card.flush", "1", "--rules", "california"),
        "california: has no six_card",
    ),
    "table without side bet": (("sweep", "ties", "--paytable", "A"), "is for a side bet"),
    "no knob": (("sweep", "colour"), "'colour': is no knob"),
    "no file": (("search", "nowhere.toml"), "there is no such file"),
    "no picture": (("sweep", "ties", "--plot", "a.gif"), "is drawn as SVG or PNG"),
}


BAD_FILES = {
    "pays": ("pays = 3", "variant.toml: pays: is no table"),
    "key": ("x = 1", "variant.toml: x: is unknown; there are rules"),
    "type": ('deal = "4"', "variant.toml: deal: 4 are no multiples"),
    "syntax": ("rules", "variant.toml: is no TOML"),
}


@pytest.mark.parametrize(("text", "said"), BAD_FILES.values(), ids=BAD_FILES.keys())
def test_a_bad_variant_file_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "variant.toml"
    path.write_text(text)

    err = refused(capsys, "lab", "edge", "--variant", str(path), "--pay", "flush=2")

    assert said in err


@pytest.mark.parametrize(("words", "said"), BAD.values(), ids=BAD.keys())
def test_bad_input_is_one_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert said in refused(capsys, "lab", *words)


def test_ten_million_tables_without_a_bound_are_refused_with_their_number(
    capsys: pytest.CaptureFixture[str], plan: Path
) -> None:
    hands = ("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight")
    lines = (f"{hand} = {{ from = 1, to = 20 }}" for hand in hands)
    plan.write_text("[lines]\n" + "\n".join(lines))

    assert "64,000,000 tables and no bound" in refused(capsys, "lab", "search", str(plan))


def test_a_side_bet_of_ones_own_is_counted_and_shown(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "pocket.toml"
    path.write_text('[[lines]]\nown_cards = "pair"\npays = "15 to 1"\n')

    assert run(["lab", "sidebet", str(path)]) == 0
    shown = capsys.readouterr().out
    assert run(["lab", "sidebet", str(path), "--json"]) == 0

    found = printed(capsys)
    assert "own cards pair" in shown
    assert found["name"] == "pocket"
    assert found["house_edge"]["fraction"] == "1/17"
    assert [line["pays"] for line in found["lines"]] == ["15 to 1", "lose"]
    path.write_text('[[lines]]\nown = "flush"\npays = "3 to 0"\n')
    assert "lines[1].pays: '3 to 0' cannot be paid" in refused(capsys, "lab", "sidebet", str(path))
