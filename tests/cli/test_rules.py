"""`pitboss rules`: list, show, diff, check and clauses, for people and as JSON."""

from __future__ import annotations

import io
import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli import run
from pitboss.rules import SET_NAMES, rule_set
from tests.rules.filings import text_of

EXAMPLES = Path(__file__).parents[2] / "examples" / "submissions"


def shown(capsys: pytest.CaptureFixture[str], *args: str, code: int = 0) -> str:
    """What a command prints for people, with its cells on one line."""
    assert run(["rules", *args]) == code
    out, err = capsys.readouterr()
    assert err == ""
    return " ".join(out.split())


def document(capsys: pytest.CaptureFixture[str], *args: str, code: int = 0) -> Any:  # Any: JSON
    assert run(["rules", *args, "--json"]) == code
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out)


def test_list_names_the_five(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "list")["rule_sets"]

    assert [row["name"] for row in found] == list(SET_NAMES)
    assert [row["clauses"] for row in found] == [250, 76, 95, 67, 85]
    assert all(name in shown(capsys, "list") for name in SET_NAMES)


@pytest.mark.parametrize("place", SET_NAMES)
def test_show_leaves_nothing_out(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules = rule_set(place)

    found = document(capsys, "show", place)

    assert [row["key"] for row in found["options"]] == list(rules.options)
    tables = [(table["wager"], table["name"]) for table in found["paytables"]]
    assert tables == [(str(wager), name) for wager, name in rules.paytables]
    assert len(found["irregularities"]) == sum(len(c) for c in rules.irregularities.values())
    assert {"table", "wagers", "streets", "dealing", "settlement", "outcomes"} <= found.keys()
    assert all(row["clauses"] or row["readings"] for row in found["wagers"])


@pytest.mark.parametrize("place", SET_NAMES)
def test_show_prints_every_part_for_people(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "show", place)

    for title in ("Wagers", "Streets", "Dealing scripts", "Order of settlement", "Irregularities"):
        assert title in text
    assert "Blind paytable" in text
    assert "flush 3 to 2" in text
    assert "Layout and signs" in text


def test_show_says_what_each_option_is(capsys: pytest.CaptureFixture[str]) -> None:
    row = next(r for r in document(capsys, "show", "maryland")["options"] if r["key"] == "cut.min")

    assert row["value"] == "10"
    assert row["readings"] == ["A-MD-09"]
    assert row["about"] == "least cards above the cover card"


def test_a_set_may_be_named_by_its_prefix(capsys: pytest.CaptureFixture[str]) -> None:
    assert document(capsys, "show", "md") == document(capsys, "show", "Maryland")


@pytest.mark.parametrize(("a", "b"), [*permutations(SET_NAMES, 2)])
def test_diff_runs_for_every_pair(a: str, b: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "diff", a, b)

    assert (found["left"], found["right"]) == (a, b)
    assert found["differences"]
    assert all(row["differs"] for row in found["differences"])


def test_diff_shows_both_values_and_both_clauses(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "diff", "maryland", "california")

    assert "bank house MD-11.F.2 MD-12.A player-dealer CA-TYPE.1 CA-TYPE.5 CA-WIN.10.3" in text


def test_diff_shows_what_is_the_same_only_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    some = document(capsys, "diff", "maryland", "california")["differences"]
    all_of_them = document(capsys, "diff", "maryland", "california", "--all")["differences"]

    assert len(all_of_them) > len(some)
    assert not all(row["differs"] for row in all_of_them)


def test_a_set_beside_itself_does_not_differ(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "diff", "maryland", "maryland").endswith("do not differ.")


def test_check_accepts_a_clean_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "clean.toml"
    path.write_text(text_of("maryland"), "utf-8")

    found = document(capsys, "check", str(path))["submissions"]

    assert found == [
        {
            "file": str(path),
            "rules": "maryland",
            "edition": 1,
            "operator": "Example",
            "status": "accepted",
            "problems": [],
        }
    ]
    assert "accepted, 0 errors, 0 notes" in shown(capsys, "check", str(path))


def test_check_tells_code_key_line_and_sources(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "check", str(EXAMPLES / "broken-maryland.toml"), code=1)

    problems = {row["code"]: row for row in found["submissions"][0]["problems"]}
    assert problems["payout-limit-low"] == {
        "code": "payout-limit-low",
        "severity": "error",
        "key": "options.limit.amount",
        "line": 25,
        "what": "$50,000.00 is below the legal floor",
        "right": "at least $50,750.00: the greater of $50,000.00 and the $50,750.00 that one "
        "player could win at Ante $100.00 and Trips $5.00",
        "clauses": ["MD-12.F", "MD-12.F.1"],
        "readings": ["A-MD-29"],
    }


def test_check_reads_a_folder_and_several_files(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "check", str(EXAMPLES), str(EXAMPLES / "maryland.toml"), code=1)

    assert len(found["submissions"]) == len(list(EXAMPLES.glob("*.toml"))) + 1


def test_check_exits_0_where_there_are_only_notes(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "check", str(EXAMPLES / "maryland.toml"))["submissions"][0]

    assert [problem["severity"] for problem in found["problems"]] == ["note"]


class Input:
    """A standard input that holds some bytes."""

    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


def test_check_reads_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", Input(text_of("california").encode()))

    assert document(capsys, "check", "-")["submissions"][0]["rules"] == "california"


UNREADABLE: list[tuple[bytes, str]] = [
    (b"", "names no rule set"),
    (b'rules = "ohio"', "is no rule set; there are maryland"),
    (b"rules = ", "at end of document"),
    (b"rules = ]", "at line 1"),
    (b"\xff\xfe", "is not UTF-8 text"),
    (b"#" * 2_000_000, "is larger than"),
    (b"a = " + b"[" * 100_000, "TOML"),
]


@pytest.mark.parametrize(("data", "said"), UNREADABLE, ids=[said for _, said in UNREADABLE])
def test_check_refuses_what_it_cannot_read(
    data: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "file.toml"
    path.write_bytes(data)

    assert run(["rules", "check", str(path), "--json"]) == 2

    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert said in err
    assert "file.toml" in err


def test_check_refuses_an_empty_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "check", str(tmp_path)]) == 2
    assert "name files, or a folder with some" in capsys.readouterr().err


def test_a_byte_order_mark_does_no_harm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bom.toml"
    path.write_bytes(b"\xef\xbb\xbf" + text_of("maryland").encode())

    assert document(capsys, "check", str(path))["submissions"][0]["status"] == "accepted"


def test_a_clause_is_printed_with_treatment_readings_and_keys(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = shown(capsys, "clauses", "MD-11.H.1")

    assert "maryland, ch.11 §H(1)" in text
    assert "enforced by the rules engine" in text
    assert "A-MD-17" in text
    assert "settlement.ante.unqualified-win" in text


def test_a_paytable_line_is_printed_with_its_row(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "clauses", "MD-12.B.2.f")["clauses"][0]

    assert found["line"] == "below a flush, push (A-MD-20)"
    assert [row["id"] for row in found["readings"]] == ["A-MD-20"]
    assert found["cited_by"] == ["paytables.blind.B.below"]


def test_clauses_and_readings_may_be_mixed(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "clauses", "sd-19", "p-01", "A-X-02")

    assert [row["id"] for row in found["clauses"]] == ["SD-19"]
    assert [row["id"] for row in found["readings"]] == ["P-01", "A-X-02"]


def test_a_section_lists_its_parts(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "clauses", "MD-13.I")["clauses"]

    assert [row["id"] for row in found] == ["MD-13.I.1", "MD-13.I.2", "MD-13.I.3"]


def test_an_unknown_clause_gets_suggestions(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "clauses", "MD-11.HH.1"]) == 2
    assert "MD-11.H.1" in capsys.readouterr().err
