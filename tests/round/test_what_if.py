"""Options that no table may play by are settled only when asked for by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.cli.errors import BAD_INPUT, OK
from pitboss.cli.settle import settle_text
from pitboss.round.script import ScriptError

ROUND = """
rules = "{rules}"
{head}
[options]
{options}
[cards]
dealer = "Qh Jc"
board = "Ts 9s 8s 3h 5c"
[[seats]]
seat = 1
cards = "As Ks"
ante = 10
acts = ["play 4x"]
"""
BANK = "[bank]\nseat = 3\nstake = 1000\n"
# What an auditor tried: the options, the key that is named, and the clause.
TRIED = [
    ("maryland", "limit.amount = 100", "options.limit.amount", "MD-12.F.1"),
    ("maryland", 'progressive = "A"\nmeter.seed = 500', "options.meter.seed", "MD-12.D.3.b.i"),
    ("maryland", "cut.min = 1", "options.cut.min", "MD-5.F"),
    ("maryland", 'dealing = "shoe"\nshuffle = "manual"\ndecks = 2', "options.decks", "MD-3.B"),
    ("california", "limits.spot = { min = 1, max = 500 }", "options.limits.spot", "CA-FEE.T1"),
    ("california", "decks = 1", "options.decks", "CA-DECK.2"),
    ("california", 'fees = "none"', "options.fees", "CA-FEE.2"),
    ("catfish-bend", "notify.threshold = 500", "options.notify.threshold", "IA-PAY.1"),
]


def round_text(rules: str, options: str, head: str = "") -> str:
    text = ROUND.format(rules=rules, options=options, head=head)
    return text + (BANK if rules == "california" else "")


@pytest.mark.parametrize(("rules", "options", "key", "clause"), TRIED)
def test_a_configuration_that_the_check_rejects_is_not_settled(
    rules: str, options: str, key: str, clause: str,
    tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    file = tmp_path / "round.toml"
    file.write_text(round_text(rules, options), "utf-8")

    code = run(["settle", str(file)])
    said = capsys.readouterr()

    assert (code, said.out) == (BAD_INPUT, "")
    assert said.err.count("\n") == 1
    assert f"{key}: " in said.err
    assert clause in said.err
    assert "what_if = true" in said.err


@pytest.mark.parametrize(("rules", "options", "key", "clause"), TRIED)
def test_what_if_settles_it_and_says_so(
    rules: str, options: str, key: str, clause: str, capsys: pytest.CaptureFixture[str]
) -> None:
    by_file = settle_text(round_text(rules, options, "what_if = true"), "test").document
    by_flag = settle_text(round_text(rules, options), "test", what_if=True).document

    assert by_file == by_flag
    assert [against["key"] for against in by_flag["what_if"]] == [key]
    assert clause in by_flag["what_if"][0]["clauses"]


def test_both_answers_of_the_command_say_what_if(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "round.toml"
    file.write_text(round_text("maryland", "limit.amount = 100"), "utf-8")

    assert run(["settle", str(file), "--what-if"]) == OK
    table = capsys.readouterr().out
    assert run(["settle", str(file), "--what-if", "--json"]) == OK
    document = json.loads(capsys.readouterr().out)["rounds"][0]

    assert "what if · no table plays by options.limit.amount" in " ".join(table.split())
    assert document["what_if"][0]["code"] == "payout-limit-low"


def test_a_round_that_a_table_could_play_has_nothing_against_it() -> None:
    plain = settle_text(round_text("maryland", 'trips = "C"'), "test").document
    asked = settle_text(round_text("maryland", 'trips = "C"', "what_if = true"), "test").document

    assert "what_if" not in plain
    assert asked["what_if"] == []


def test_what_if_does_not_make_an_option_of_what_is_none() -> None:
    with pytest.raises(ScriptError, match=r"limit\.amuont"):
        settle_text(round_text("maryland", "limit.amuont = 100"), "test", what_if=True)


def test_a_refusal_may_be_expected_by_its_word() -> None:
    text = round_text("maryland", "limit.amount = 100") + '[expect]\nrefused = "payout-limit-low"\n'

    assert settle_text(text, "test").document["reason"] == "payout-limit-low"
