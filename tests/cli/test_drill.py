"""`pitboss drill player`: asked in a terminal, answered in words, one document for programs."""

from __future__ import annotations

import io
import json

import pytest

from pitboss.cli import run

DEAL = ("--street", "deal", "--seed", "7")


def drilled(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = run(["drill", "player", *words])
    out, err = capsys.readouterr()
    return code, out, err


def test_answers_are_priced_one_by_one_and_added_up(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("check\nseven\n4\nq\n"))

    code, out, err = drilled(capsys, *DEAL, "--count", "5")

    assert (code, err) == (0, "")
    assert "1 of 5" in out
    assert "3 of 5" in out
    assert "'seven': is no choice here; write check, 3x or 4x" in out
    assert "of 2 answers right" in out
    assert "the same spots again: --seed 7" in out


def test_the_document_has_every_spot_and_the_score(capsys: pytest.CaptureFixture[str]) -> None:
    _, key, _ = drilled(capsys, *DEAL, "--count", "4", "--json")
    best = [spot["best"] for spot in json.loads(key)["spots"]]

    _, out, _ = drilled(capsys, *DEAL, "--count", "4", "--json", "--answers", ",".join(best))

    found = json.loads(out)
    assert found["seed"] == 7
    assert found["score"]["right"] == found["score"]["answered"] == 4
    assert found["score"]["cost"]["fraction"] == "0"
    assert [spot["cost"]["fraction"] for spot in found["spots"]] == ["0"] * 4


def test_no_input_ends_the_drill(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))

    code, out, _ = drilled(capsys, *DEAL)

    assert code == 0
    assert "no answer; the same spots again: --seed 7" in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--street turn", "--street 'turn': is no street; write deal, flop, river or mixed"),
        ("--count 0", "--count '0': wants a whole number from 1 to 1,000"),
        ("--count 1e9", "--count '1e9': wants a whole number from 1 to 1,000"),
        ("--seed -1", "--seed '-1': wants a whole number from 0 to 4,294,967,295"),
        ("--close near", "--close 'near': wants a part of an Ante; write 0.05"),
        ("--street deal --close 0", "--street deal: "),
        ("--street deal --count 1 --answers 4x,4x", "--answers: has 2 answers for 1 spot"),
        ("--street deal --answers 9x", "--answers, number 1: '9x': is no choice here"),
        ("--rules nevada", "nevada"),
    ],
)
def test_bad_input_is_one_line_and_nothing_else(
    words: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = drilled(capsys, *words.split())

    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
