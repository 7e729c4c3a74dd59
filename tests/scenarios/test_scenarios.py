"""Every worked scenario of the five rule books, as a round file that a user could have written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from pitboss.cli import run
from pitboss.cli.errors import OK
from pitboss.cli.settle import settle_text
from pitboss.round.bets import next_banker
from pitboss.rules import in_force, rule_set
from pitboss.rules.submission import read_submission

FOLDER: Final = Path(__file__).parent
PLACES: Final = {
    "maryland": "MD",
    "south-dakota": "SD",
    "california": "CA",
    "catfish-bend": "IA",
    "royal-caribbean": "RC",
}
FILES: Final = sorted(path for place in PLACES for path in (FOLDER / place).glob("*.toml"))
SAMPLES: Final = FOLDER.parents[1] / "examples" / "rounds"
SUBMISSIONS: Final = sorted((FOLDER / "submissions").glob("*.toml"))

# Typed from the list of scenarios, so that none is dropped; the numbers have gaps.
NUMBERS: Final = {
    "MD": (
        "01 02 03 05 06 07 09 10 11 13 15 16 17 18 20 21 22 23 24 26 27 28 29 30 31 33 35 36 37 38 "
        "39 40 41 42 43 44 45 46 47 48 49 50"
    ),
    "SD": "01 02 03 04 06 08 10 11 12 13 14 15 17 18 20 21 22 23 24 25 26",
    "CA": "01 02 03 04 06 07 08 09 11 13 14 15 16 17 18",
    "IA": "01 02 03 04 06 08 09 10",
    "RC": "01 02 03 05 07 08",
}
SCENARIOS: Final = {f"S-{place}-{n}" for place, numbers in NUMBERS.items() for n in numbers.split()}

_FIRST_LINE: Final = re.compile(r"# (S-(?:MD|SD|CA|IA|RC)-\d\d): .+\.\n")
_EXPECTED: Final = re.compile(
    r"# Expected: (?:accepted|(?P<code>[a-z-]+) at (?P<key>[a-z._]+) \((?P<clauses>[^)]+)\))"
)


def scenario_of(path: Path) -> str:
    """Tell which scenario a file is: its first line and its name must agree."""
    first = _FIRST_LINE.match(path.read_text(encoding="utf-8"))
    assert first, f"{path.name} does not begin with its scenario and one sentence"
    assert path.name.startswith(f"{first[1].lower()}-"), f"{path.name} says that it is {first[1]}"
    return first[1]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario_settles_as_written(path: Path) -> None:
    settled = settle_text(path.read_text(encoding="utf-8"), path.name)

    differences = settled.document.get("differences", [])
    assert not differences, "\n".join([path.name, *differences])
    assert not settled.differs


def test_no_scenario_is_missing() -> None:
    found = {scenario_of(path) for path in FILES}

    assert len(SCENARIOS) == 92
    assert found == SCENARIOS


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario_lies_in_the_folder_of_its_place_and_expects_something(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    assert scenario_of(path)[2:4] == PLACES[path.parent.name]
    assert f'\nrules = "{path.parent.name}"\n' in text
    assert '\ntitle = "' in text
    assert "\n[expect" in text


@pytest.mark.parametrize("path", SUBMISSIONS, ids=lambda path: path.stem)
def test_submission_is_judged_as_written(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    expected = _EXPECTED.fullmatch(text.splitlines()[1])
    assert expected, f"{path.name} does not say in its second line what is expected"

    submission = read_submission(text, path.name)

    errors = [problem for problem in submission.problems if problem.is_error]
    assert scenario_of(path) in SCENARIOS
    assert submission.status == ("rejected" if expected["code"] else "accepted"), errors
    for error in errors:
        assert (error.code, error.key) == (expected["code"], expected["key"])
        assert set(expected["clauses"].split(", ")) <= set(error.clauses)


def test_command_line_settles_the_folders(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["settle", "--json", *(str(FOLDER / place) for place in PLACES)])

    assert code == OK, capsys.readouterr().err


@pytest.mark.parametrize("place", PLACES)
def test_sample_rounds_settle_as_they_say(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    samples = sorted(SAMPLES.glob(f"*-{place}-*.toml"))

    code = run(["settle", "--json", *map(str, samples)])

    assert len(samples) >= 2
    assert all("\n[expect" in path.read_text(encoding="utf-8") for path in samples)
    assert code == OK, capsys.readouterr().err


def test_unequal_wagers_tell_the_supervisor() -> None:
    """S-IA-09: the refusal asks for a notice and cites both clauses."""
    (path,) = (FOLDER / "catfish-bend").glob("s-ia-09-*.toml")

    document = settle_text(path.read_text(encoding="utf-8"), path.name).document

    assert document["notify"] is True
    assert {"IA-PLAY.1", "IA-IRR.5"} <= set(document["clauses"])


@pytest.mark.parametrize(
    ("pattern", "clause"),
    [
        ("maryland/s-md-43-d-*", "MD-9.A.1"),
        ("maryland/s-md-44-d-*", "MD-9.C"),
        ("south-dakota/s-sd-12-a-*", "SD-3.s1"),
        ("south-dakota/s-sd-12-b-*", "SD-3.s1"),
        ("south-dakota/s-sd-24-b-*", "SD-1.s3"),
        ("south-dakota/s-sd-24-d-*", "SD-1.s3"),
        ("california/s-ca-17-a-*", "CA-TYPE.4"),
        ("california/s-ca-17-a-*", "CA-WIN.11.1"),
        ("catfish-bend/s-ia-10-b-*", "IA-HAND.9"),
    ],
)
def test_refusal_names_its_clause(pattern: str, clause: str) -> None:
    (path,) = FOLDER.glob(f"{pattern}.toml")

    document = settle_text(path.read_text(encoding="utf-8"), path.name).document

    assert clause in document["clauses"]


@pytest.mark.parametrize(
    ("declined", "offered"),
    [
        (frozenset[int](), 4),
        (frozenset({4}), 5),
        (frozenset({4, 5, 6, 1}), 2),
        (frozenset({4, 5, 6, 1, 2}), None),
    ],
)
def test_the_bank_is_offered_clockwise_until_nobody_is_left(
    declined: frozenset[int], offered: int | None
) -> None:
    """S-CA-17: seat 3 has banked two hands; where all others decline, no hand is dealt."""
    rules = in_force(rule_set("california"))

    seat = next_banker((1, 2, 3, 4, 5, 6), (3, 3), declined, rules)

    assert seat == offered
