"""`pitboss solve` as a user starts it: the JSON document, the tables, the picture, bad input."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

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
STRATEGY = """
[deal]
hands = ["33+"]
[[flop]]
when = "never"
[[river]]
when = "always"
"""
KEYS = (
    "rules paytables multiples qualifies edition strategy card ev wagers house_edge "
    "element_of_risk average_wager standard_deviation frequencies endings distribution deals hands "
    "cost mistakes"
)
SVG = "{http://www.w3.org/2000/svg}"


def output(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert run(["solve", *args]) == 0
    return capsys.readouterr().out


def numbers(value: Any) -> Iterator[dict[str, Any]]:  # Any: JSON values
    """Every exact number anywhere in a document."""
    if isinstance(value, dict):
        if "fraction" in value:
            yield value
        for part in value.values():
            yield from numbers(part)
    elif isinstance(value, list):
        for part in value:
            yield from numbers(part)


@pytest.mark.slow
def test_the_document_has_the_promised_shape(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(output(capsys, "--json"))

    assert list(found) == KEYS.split()
    assert found["rules"] == "maryland"
    assert found["paytables"]["blind"]["name"] == "A"
    assert found["paytables"]["blind"]["lines"]["flush"] == "3:2"
    assert found["multiples"] == {"deal": [3, 4], "flop": [2], "river": [1]}
    assert (found["qualifies"], found["strategy"]) == ("pair", "optimal")
    assert found["ev"] == {
        "fraction": "-50643648973/2317817502000",
        "decimal": -0.021849713762753353,
    }
    assert list(found["frequencies"]) == ["4x", "3x", "2x", "1x", "fold"]
    assert list(found["endings"]) == ["4x", "2x", "1x", "fold"]
    assert len(found["hands"]) == 169
    assert list(found["hands"]["AKs"]) == ["check", "3x", "4x", "best", "choice", "holes"]
    assert found["deals"] == 27_813_810_024_000
    assert found["cost"]["total"] == {"fraction": "0", "decimal": 0.0}
    assert found["mistakes"] == []


@pytest.mark.slow
def test_the_document_agrees_with_itself(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(output(capsys, "--json", "--strategy", "simple"))
    lines = found["distribution"]
    nets = [(Fraction(line["net"]["fraction"]), line["deals"]) for line in lines]

    assert sum(deals for _, deals in nets) == found["deals"]
    assert sum(net * deals for net, deals in nets) / found["deals"] == Fraction(
        found["ev"]["fraction"]
    )
    assert all(
        Fraction(line["probability"]["fraction"]) == Fraction(line["deals"], found["deals"])
        for line in lines
    )
    assert all(float(Fraction(one["fraction"])) == one["decimal"] for one in numbers(found))
    ends = [part for of_choice in found["endings"].values() for part in of_choice.values()]
    assert sum(Fraction(part["fraction"]) for part in ends) == 1


@pytest.mark.slow
def test_a_strategy_has_its_cost_and_its_mistakes(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(output(capsys, "--json", "--strategy", "simple"))
    cost = {part: Fraction(loss["fraction"]) for part, loss in found["cost"].items()}

    assert found["strategy"] == "simple"
    assert found["house_edge"]["fraction"] == "452323427/18592119000"
    assert list(cost) == ["total", "deal", "flop", "river"]
    assert cost["total"] == cost["deal"] + cost["flop"] + cost["river"]
    assert cost["total"] == sum(Fraction(one["cost"]["fraction"]) for one in found["mistakes"])
    assert found["mistakes"][0]["street"] == "river"
    assert (found["mistakes"][0]["chosen"], found["mistakes"][0]["best"]) == ("1x", "fold")
    assert found["hands"]["AA"]["4x"]["decimal"] == pytest.approx(3.6011, abs=1e-4)


@pytest.mark.slow
def test_other_games_have_other_values(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "even.toml"
    file.write_text(BLIND)

    as_a = json.loads(output(capsys, "--json", "--blind", str(file)))
    only_3x = json.loads(output(capsys, "--json", "--multiples", "3"))

    assert as_a["ev"]["fraction"] == "-50643648973/2317817502000"
    assert as_a["paytables"]["blind"]["name"] == "file even"
    assert only_3x["multiples"]["deal"] == [3]
    assert only_3x["ev"]["decimal"] < as_a["ev"]["decimal"]
    assert "4x" not in only_3x["frequencies"]


@pytest.mark.slow
def test_people_get_figures_a_grid_and_the_costliest_mistakes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "bold.toml"
    file.write_text(STRATEGY)

    shown = " ".join(output(capsys, "--strategy", str(file)).split())

    assert "house edge, of the Ante" in shown
    assert "27,813,810,024,000" in shown
    assert "4x with 12 of 169 hands, 72 of 1,326 holes" in shown
    assert "costliest mistakes" in shown
    assert "dealer qualifies with: pair or better" in shown


@pytest.mark.slow
@pytest.mark.parametrize("strategy", ["optimal", "always-3x"])
def test_a_picture_is_drawn_with_every_hand_and_in_words(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, strategy: str
) -> None:
    file = tmp_path / "strategy.svg"

    output(capsys, "--strategy", strategy, "--picture", str(file), "--json")

    drawing = ElementTree.fromstring(file.read_text("utf-8"))  # noqa: S314  # our own file
    texts = [text.text for text in drawing.iter(f"{SVG}text")]
    assert {"AA", "72o", "T9s", "On the river: 1x"} <= set(texts)
    assert drawing.get("role") == "img"
    assert drawing.findtext(f"{SVG}title")
    described = drawing.findtext(f"{SVG}desc") or ""
    assert "House edge" in described
    assert len(drawing.findall(f"{SVG}g")) == 169


WRONG = [
    ["--rules", "ohio"],
    ["--rules", ""],
    ["--blind", "/"],
    ["--strategy", "."],
    ["--strategy", "/"],
    ["--blind", "Z"],
    ["--blind", "no-such-file.toml"],
    ["--multiples", "0"],
    ["--multiples", "a"],
    ["--multiples", "4,,"],
    ["--multiples", ""],
    ["--multiples", "-3"],
    ["--multiples", "3,3"],
    ["--multiples", "1,2,3,4,5,6,7,8,9,10,11"],
    ["--multiples", "99999999999999999999"],
    ["--flop-multiples", "x"],
    ["--river-multiples", "0.5"],
    ["--qualifies", "two aces"],
    ["--strategy", "brave"],
    ["--strategy", "no-such-file.toml"],
    ["--strategy", "a\x00b"],
    ["--strategy", "x" * 5000],
    ["--strategy", "always-3x", "--multiples", "4"],
    ["--picture", "picture.png"],
    ["--picture", "no-such-folder/picture.svg"],
    ["--executor", "moon"],
    ["extra"],
]


@pytest.mark.parametrize("args", WRONG, ids=lambda args: " ".join(args)[:40])
@pytest.mark.parametrize("more", [[], ["--json"]], ids=["people", "json"])
def test_bad_input_is_one_line_on_stderr_and_exit_code_2(
    args: list[str], more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["solve", *args, *more])

    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert "internal error" not in err


@pytest.mark.slow
def test_a_strange_file_name_is_no_fault_of_the_strategy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "st\x1b[31m.toml"
    file.write_text(STRATEGY)

    assert "file st\\x1b[31m" in output(capsys, "--strategy", str(file))


@pytest.mark.parametrize(
    ("flag", "text"),
    [
        ("--blind", ""),
        ("--blind", BLIND.replace('"3 to 2"', '"-3 to 2"')),
        ("--blind", BLIND.replace('flush = "3 to 2"', "")),
        ("--blind", BLIND.replace('"blind"', '"trips"')),
        ("--blind", BLIND.replace('"500 to 1"', '"999999 to 1"').replace("3 to 2", "3 to 997")),
        ("--strategy", ""),
        ("--strategy", STRATEGY.replace("33+", "3+")),
        ("--strategy", STRATEGY.replace("never", "sometimes")),
        ("--strategy", STRATEGY + "raise = 7"),
    ],
)
def test_a_bad_file_is_told_on_one_line(
    flag: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)

    code = run(["solve", flag, str(file), "--json"])

    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1


def test_a_folder_or_bytes_are_no_strategy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(b"\xff\xfe")

    assert run(["solve", "--strategy", str(tmp_path)]) == 2
    assert run(["solve", "--strategy", str(file)]) == 2
    assert capsys.readouterr().out == ""


@pytest.mark.slow
def test_trips_on_the_same_cards(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "--trips", "c", "--trips-bet", "0.5", "--json"]) == 0

    both = json.loads(capsys.readouterr().out)["whole_bet"]
    assert both["trips"]["name"] == "C"
    assert Fraction(both["trips_house_edge"]["fraction"]) == Fraction(4_679_700, 133_784_560)
    edge = Fraction(-50643648973, 2317817502000) - Fraction(4_679_700, 2 * 133_784_560)
    assert Fraction(both["ev"]["fraction"]) == edge
    assert sum(line["deals"] for line in both["joint"]) == 27_813_810_024_000


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--trips", "Z"), "--trips 'Z': is no Trips paytable"),
        (("--trips-bet", "1"), "goes with --trips"),
        (("--trips", "A", "--trips-bet", "0"), "is no stake"),
        (("--trips", "A", "--trips-bet", "1/0"), "is no stake"),
        (("--trips", "A", "--trips-bet", "much"), "is no stake"),
        (("--trips", "A", "--trips-bet", "1e99999999999"), "is no stake"),
        (("--trips", "A", "--trips-bet", "٣"), "is no stake"),
    ],
)
def test_a_trips_wager_that_cannot_be(
    args: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", *args]) == 2

    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert says in err
