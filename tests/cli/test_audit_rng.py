"""`pitboss audit rng` as a user calls it: tables, JSON, files, and one line for what is wrong."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import DECK, cards_text
from pitboss.cards.shuffle import deck_order
from pitboss.cli import run

SMALL = ["audit", "rng", "--decks", "1000"]


def document(capsys: pytest.CaptureFixture[str], *args: str, code: int = 0) -> dict[str, Any]:
    assert run(["audit", "rng", *args, "--json"]) == code
    out, err = capsys.readouterr()
    assert err == ""
    found: dict[str, Any] = json.loads(out)  # Any: JSON values
    return found


def decks_file(path: Path, decks: int) -> Path:
    lines = [cards_text(deck_order(bytes(32), "one", number, {})) for number in range(decks)]
    path.write_text("# top card first\n\n" + "\n".join(lines) + "\n", "utf-8")
    return path


def test_fresh_decks_are_shown_test_by_test(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*SMALL, "--seed", "1"]) == 0

    out = capsys.readouterr().out
    assert "1,000 decks from a seed: not a table's chance, 64,000 raw bytes" in out
    assert "card by place" in out
    assert "2,601" in out
    assert "all together, at 99%: passed" in out
    assert "not run, for want of decks" in out


def test_without_a_seed_chance_is_the_operating_system_s(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(SMALL) in (0, 1)  # honest chance may fail once in a hundred

    assert "1,000 decks from the operating system" in capsys.readouterr().out


def test_the_document_has_every_test(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys, "--decks", "7,000", "--seed", "2")

    assert found["passed"] is True
    assert (found["decks"], found["raw_bytes"], found["seed"]) == (7_000, 448_000, 2)
    assert found["confidence"] == 0.99
    tests = {one["test"]: one for one in found["tests"]}
    assert tests["card by place"]["df"] == 2_601
    assert tests["repeated decks"]["statistic"] == 0
    assert tests["pairs of bytes"]["verdict"] == "not-run"
    assert {one["verdict"] for one in found["tests"]} == {"passed", "not-run"}
    assert document(capsys, "--decks", "7000", "--seed", "2") == found


def test_decks_of_a_file_are_tested(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    found = document(capsys, "--decks-file", str(decks_file(tmp_path / "decks", 600)))

    assert found["passed"] is True
    assert (found["decks"], found["raw_bytes"]) == (600, 0)


def test_decks_that_fail_end_with_code_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "decks"
    path.write_text((cards_text(DECK) + "\n") * 2, "utf-8")

    assert run(["audit", "rng", "--decks-file", str(path)]) == 1
    assert "all together, at 99%: FAILED: 1 test of 1" in capsys.readouterr().out
    assert document(capsys, "--decks-file", str(path), code=1)["passed"] is False


def test_decks_written_out_are_read_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "out"
    fresh = document(capsys, "--decks", "1000", "--seed", "3", "--decks-out", str(path))

    again = document(capsys, "--decks-file", str(path))

    assert (
        again["tests"]
        == [one for one in fresh["tests"] if "bytes" not in one["of"]][: len(again["tests"])]
    )
    assert len(path.read_text("utf-8").splitlines()) == 1_000


def test_another_notation_is_read_from_standard_input() -> None:
    text = "".join(cards_text(DECK).replace("T", "10").split())

    done = subprocess.run(
        [sys.executable, "-m", "pitboss.cli", "audit", "rng", "--decks-file", "-", "--json"],
        input=text.encode(),
        capture_output=True,
        check=True,
    )

    assert json.loads(done.stdout)["decks"] == 1


# -- raw bytes ------------------------------------------------------------------------------------


def test_raw_bytes_are_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "raw.bin"

    found = document(capsys, "--raw", str(path), "--bytes", "100,001", "--seed", "4")

    data = path.read_bytes()
    assert len(data) == found["bytes"] == 100_001
    assert hashlib.sha256(data).hexdigest() == found["sha256"]


def test_raw_bytes_go_to_standard_output_and_nothing_else() -> None:
    command = [
        sys.executable,
        "-m",
        "pitboss.cli",
        "audit",
        "rng",
        "--raw",
        "-",
        "--bytes",
        "70000",
    ]

    one = subprocess.run([*command, "--seed", "5"], capture_output=True, check=True)
    fresh = subprocess.run(command, capture_output=True, check=True)

    assert len(one.stdout) == len(fresh.stdout) == 70_000
    assert one.stdout != fresh.stdout
    assert one.stderr == fresh.stderr == b""


# -- what is wrong --------------------------------------------------------------------------------

WRONG = [
    (["--decks", "0"], "--decks '0': wants a whole number from 1,000 to 2,000,000"),
    (["--decks", "-5"], "--decks '-5': wants a whole number"),
    (["--decks", "999"], "--decks '999': wants a whole number"),
    (["--decks", "9" * 30], "wants a whole number"),
    (["--decks", "1e5"], "--decks '1e5': wants a whole number"),
    (["--decks", "many"], "--decks 'many': wants a whole number"),
    (["--decks", ""], "wants a whole number"),
    (["--seed", "x"], "--seed 'x': wants a whole number"),
    (["--seed", str(2**64)], "wants a whole number"),
    (["--bytes", "5"], "--bytes: says how many bytes --raw writes"),
    (["--raw", "{new}", "--bytes", "0"], "--bytes '0': wants a whole number"),
    (["--raw", "{new}", "--bytes", "-1"], "--bytes '-1': wants a whole number"),
    (["--raw", "{new}", "--decks", "1000"], "--decks: --raw only writes bytes"),
    (["--raw", "{new}", "--decks-file", "{old}"], "--decks-file: --raw only writes bytes"),
    (["--raw", "{old}"], "is there already; name a new file"),
    (["--raw", "{folder}"], "is there already; name a new file"),
    (["--raw", "{folder}/none/raw"], "has no such folder"),
    (["--raw", "{old}/raw"], "has no such folder"),
    (["--raw", "a\0b"], "null byte"),
    (["--raw", "x" * 300], "--raw"),
    (["--raw", "-", "--json"], "standard output takes the bytes"),
    (["--raw", ""], "--raw"),
    (["--decks-out", "{old}", "--decks", "1000"], "is there already; name a new file"),
    (["--decks-file", "{folder}/none"], "there is no such file"),
    (["--decks-file", "{folder}"], "cannot be read"),
    (["--decks-file", "a\0b"], "cannot be read"),
    (["--decks-file", "{old}", "--decks", "1000"], "--decks: --decks-file has the decks"),
    (["--decks-file", "{old}", "--seed", "1"], "--seed: --decks-file has the decks"),
    (["--decks-file", "{empty}"], "has no deck"),
    (["--decks-file", "{old}"], "line 2: has 51 cards; a deck has 52"),
    (["--decks-file", "{twice}"], "line 1: 2c is given twice"),
    (["--decks-file", "{nonsense}"], "line 1: card 1"),
    (["--decks-file", "{long}"], "line 1: is longer than"),
    (["--decks-file", "{binary}"], "line 1: is not UTF-8"),
]


@pytest.fixture
def places(tmp_path: Path) -> dict[str, str]:
    texts = {
        "old": (cards_text(DECK) + "\n" + cards_text(DECK[1:])).encode(),
        "empty": b"\n# nothing\n",
        "twice": cards_text([*DECK[:51], DECK[0]]).encode(),
        "nonsense": b"hello",
        "long": b"As " * 1_000,
        "binary": b"\xff\xfe\x00",
    }
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text)
    return {"folder": str(tmp_path), "new": str(tmp_path / "new")} | {
        name: str(tmp_path / name) for name in texts
    }


@pytest.mark.parametrize(("args", "why"), WRONG)
def test_bad_input_is_one_line_and_nothing_is_written(
    args: list[str], why: str, places: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.read_bytes() for path in Path(places["folder"]).iterdir()}

    assert run(["audit", "rng", *(arg.format(**places) for arg in args)]) == 2

    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert why in err
    assert {path: path.read_bytes() for path in Path(places["folder"]).iterdir()} == before


def test_a_write_that_fails_leaves_no_file_behind(tmp_path: Path) -> None:
    path = tmp_path / "raw"
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000));"
        f"from pitboss.cli import run; sys.exit(run(['audit', 'rng', '--raw', {str(path)!r}]))"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)

    assert done.returncode == 2
    assert b"cannot be written: File too large" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_help_of_the_group_loads_no_arrays() -> None:
    code = (
        "import sys; from pitboss.cli import run; run(['audit', '--help']);"
        "print([m for m in ('numpy', 'rich.table', 'pitboss.audit') if m in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)

    assert done.stdout.splitlines()[-1] == "[]"
