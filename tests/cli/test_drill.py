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


def test_outs_are_typed_as_cards(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("--ask", "outs", "--seed", "3", "--seen", "2", "--count", "2")
    _, key, _ = drilled(capsys, *words, "--json")
    first, second = json.loads(key)["spots"]
    monkeypatch.setattr("sys.stdin", io.StringIO(f"Xx\n{' '.join(first['right'])}\nnone\n"))

    code, out, err = drilled(capsys, *words)

    assert (code, err) == (0, "")
    assert "seen elsewhere" in out
    assert 'card 1 in "Xx" has no rank' in out
    assert f"missed: {', '.join(second['right'])}" in out
    assert "1 of 2 answers right; the same spots again: --seed 3" in out
    assert not set(first["right"]) & set(first["dead"].split())


def test_starting_hands_are_typed_by_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    raised = "33+ A2s+ A2o+ K2s+ K5o+ Q6s+ Q8o+ J8s+ JTo"

    _, right, _ = drilled(capsys, "--ask", "hands", "--answers", raised)
    _, wrong, _ = drilled(capsys, "--ask", "hands", "--answers", f"{raised[4:]}, 72o, AA", "--json")

    assert "1 of 1 answer right; 0.00000 Antes a round" in right
    (spot,) = json.loads(wrong)["spots"]
    assert (len(spot["missed"]), spot["wrongly_marked"]) == (11, ["72o"])


def test_seen_cards_are_in_the_prices(capsys: pytest.CaptureFixture[str]) -> None:
    _, plain, _ = drilled(capsys, *DEAL, "--count", "4", "--json")
    _, seen, _ = drilled(capsys, *DEAL, "--count", "4", "--json", "--seen", "4")

    one, other = json.loads(plain), json.loads(seen)
    assert [spot["hole"] for spot in one["spots"]] == [spot["hole"] for spot in other["spots"]]
    assert one["weights"] == other["weights"]
    assert all(len(spot["dead"].split()) == 4 for spot in other["spots"])
    assert one["spots"][0]["choices"] != other["spots"][0]["choices"]


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
        ("--seen 5", "--seen '5': wants a whole number from 0 to 4"),
        ("--ask fish", "--ask 'fish': is nothing to ask; write decisions, outs, hands"),
        ("--ask outs --street flop", "--ask outs: has no street and no closeness"),
        ("--ask hands --seen 1", "--ask hands: has no cards seen elsewhere"),
        ("--ask outs --count 1 --answers none,none", "--answers: has 2 answers for 1 spot"),
        ("--ask outs --answers Kx", "--answers, number 1: card 1"),
        ("--ask hands --answers K5", "--answers, number 1: 'K5' is no starting hand"),
    ],
)
def test_bad_input_is_one_line_and_nothing_else(
    words: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = drilled(capsys, *words.split())

    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
