"""`pitboss drill dealer`: asked in a terminal, corrected at once, a document for programs."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.coach.school.catalog import KIND_NAMES, draw_exercise
from pitboss.coach.school.exercise import perfect_answers
from pitboss.rules import in_force, rule_set

SUBMISSIONS = Path(__file__).parents[2] / "examples" / "submissions"


def drilled(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = run(["drill", "dealer", *words])
    out, err = capsys.readouterr()
    return code, out, err


def right_answers(kind: str, count: int, seed: int) -> list[str]:
    """Write the right answers to all questions of a drill."""
    rules = in_force(rule_set("maryland"))
    drawn = [draw_exercise(rules, kind, seed=seed, number=n + 1) for n in range(count)]
    return [answer for one in drawn for answer in perfect_answers(one).values()]


def test_answers_are_corrected_at_once_and_added_up(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = right_answers("outcomes", 2, 6)
    lines[0] = "lose" if lines[0] != "lose" else "win"
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(["perhaps", *lines, ""])))

    code, out, err = drilled(capsys, "--kind", "outcomes", "--seed", "6", "--count", "2")

    assert (code, err) == (0, "")
    assert "'perhaps' is no choice here; write a letter from a to c" in out
    assert out.count("wrong: ") == 1
    assert "MD-" in out
    assert "1 of 2 right; " in out
    assert "the same exercises again: --seed 6" in out


def test_the_document_has_every_key_and_the_score(capsys: pytest.CaptureFixture[str]) -> None:
    answers = right_answers("amounts", 3, 2)
    asked = ("--kind", "amounts", "--seed", "2", "--count", "3", "--json")

    _, out, _ = drilled(capsys, *asked, "--answers", ";".join(answers))

    found = json.loads(out)
    assert (found["rules"], found["seed"], len(found["exercises"])) == ("maryland", 2, 3)
    assert all(item["key"] for one in found["exercises"] for item in one["items"])
    assert [(one["exercises"], one["right"]) for one in found["score"]] == [(3, 3)]


def test_all_kinds_come_in_turn_under_the_houses_own_rules(
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = str(SUBMISSIONS / "maryland.toml")

    _, out, _ = drilled(capsys, "--rules", file, "--count", "14", "--seed", "1", "--json")

    kinds = [one["kind"] for one in json.loads(out)["exercises"]]
    assert len(set(kinds)) == 14
    assert set(kinds) < set(KIND_NAMES)


def test_a_mistake_is_shown_with_its_price(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--kind", "mispay", "--seed", "3", "--count", "1")

    code, out, _ = drilled(capsys, *words, "--answers", right_answers("mispay", 1, 3)[0])

    assert code == 0
    assert "Always made, it costs the " in out
    assert "1 of 1 right" in out


def test_no_input_ends_the_drill(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))

    code, out, _ = drilled(capsys, "--seed", "5")

    assert code == 0
    assert "no answer; the same exercises again: --seed 5" in out


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--kind", "bank"), "--kind: Maryland has no exercise of bank; it has hands, "),
        (("--kind", "juggling"), "--kind: 'juggling' is no kind of exercise; there are hands, "),
        (("--level", "mad"), "--level 'mad': is no level; write easy, medium, hard"),
        (("--count", "0"), "--count '0': wants a whole number from 1 to 200"),
        (("--pace", "x"), "--pace 'x': wants a whole number from 1 to 200"),
        (("--rules", "mars"), "'mars'"),
        (("--rules", "no-such.toml"), "no-such.toml: there is no such file"),
        (("--rules", str(SUBMISSIONS / "broken-maryland.toml")), "the submission is rejected: "),
        (("--count", "1", "--kind", "mispay", "--answers", "a;b"), "2 answers for 1 question"),
        (("--count", "1", "--kind", "amounts", "--answers", "x"), "'x' is no amount; write"),
    ],
)
def test_bad_input_gets_one_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], line: str
) -> None:
    code, out, err = drilled(capsys, "--seed", "1", *words)

    assert (code, out) == (2, "")
    assert line in err
    assert err.count("\n") == 1
