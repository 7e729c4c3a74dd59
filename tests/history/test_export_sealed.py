"""Exports hold nothing of a round whose secret is not out."""

from __future__ import annotations

import random
import tomllib
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.cards import DECK
from pitboss.history.export.sealed_rounds import SealedRounds
from pitboss.history.moments import played_rounds, table_moments
from pitboss.history.periods import Period
from pitboss.history.replay import replay_round
from pitboss.history.viewer import read_viewpoint
from pitboss.journal import Entry
from pitboss.round import command as round_ask
from pitboss.round.legal import choices, turn
from pitboss.round.state import Phase
from pitboss.rules import SET_NAMES, Chips, Wager
from pitboss.table import Person, Role, choice_of
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.people import AUTOMATIC_DEALER
from pitboss.table.timetable import due, opening_commands
from tests.audit.tables import QUICK, Played, house, regulars
from tests.audit.write import in_memory
from tests.history.exports import cut_short, exported, lines, phh_files
from tests.table.seasons import FLOOR

# -- live secrets ---------------------------------------------------------------------------------


def all_bytes(folder: Path) -> Iterator[bytes]:
    for path in folder.rglob("*"):
        if path.is_file():
            yield path.read_bytes()


@pytest.mark.parametrize("rules", SET_NAMES)
def test_nothing_of_a_sealed_round_is_written(tmp_path: Path, rules: str) -> None:
    table = cut_short(regulars(3, rounds=4, rules=rules))
    journal = in_memory(table)
    begun = [e for _, events in table.log for e in events if isinstance(e, past.RoundBegun)]
    secret = begun[-1].secret

    manifest = exported(journal, tmp_path / "out")

    for data in all_bytes(tmp_path / "out"):
        assert secret not in data
        assert secret.hex().encode() not in data
        assert b64encode(secret) not in data
    (one,) = manifest["streams"]
    withheld = one["withheld"]
    assert withheld["from"] == one["head"]["number"] + 1 == one["events"] + 1
    assert withheld["to"] == one["journal_head"]["number"] == journal.head("table/T1").number
    assert one["journal_head"]["hash"] is None
    names = [entry.name for entry in journal.read("table/T1", after=withheld["from"] - 1)]
    assert names[0] == "round-begun/1"
    assert withheld["events"] == len(names)
    assert any("secret is still sealed" in line for line in manifest["left_out"])
    assert any("1 round not over yet" in line for line in manifest["left_out"])


def test_what_was_withheld_comes_with_the_next_export(
    tmp_path: Path, floor: tuple[Played, Played]
) -> None:
    short = exported(in_memory(cut_short(floor[0])), tmp_path / "short")
    whole = exported(in_memory(floor[0]), tmp_path / "whole")

    first = lines(tmp_path / "short" / "table" / "T1" / "events.jsonl")
    second = lines(tmp_path / "whole" / "table" / "T1" / "events.jsonl")
    assert second[: len(first)] == first
    assert len(second) > len(first) + 1
    assert whole["streams"][0]["withheld"] is None
    assert whole["counts"]["rounds"] == short["counts"]["rounds"] + 1


def test_a_secret_that_never_comes_out_shuts_the_gate_for_good(
    floor: tuple[Played, Played],
) -> None:
    entries = list(in_memory(floor[0]).read("table/T1"))
    third = [n for n, e in enumerate(entries) if e.name == "round-begun/1"][2]
    gate = SealedRounds("table/T1", Period())

    passed: list[Entry] = []
    seen = 0
    for entry in entries:
        seen += entry.name == "secret-revealed/1"
        if entry.name == "secret-revealed/1" and seen == 3:
            entry = Entry("table/T1", entry.number, "announced/1", entry.at, entry.size,
                          entry.command, entry.cause, entry.data, entry.hash)  # fmt: skip
        passed += gate.let(entry)
    gate.close()

    assert [e.number for e in passed] == [e.number for e in entries[:third]]
    assert gate.withheld == len(entries) - third
    assert gate.withheld_from == entries[third].number


def dealt_by_hand(rounds: int) -> Played:
    """A table whose cards are shuffled by hand: there is no secret to reveal."""
    rules, options = house("maryland")
    table = Played("T1", rules, random.Random(4))
    table.must(ask.SetUp("T1", choice_of(rules, options), provable=False), FLOOR)
    for command, by in opening_commands(rules, FLOOR):
        table.must(command, by)
    player = Person("p1", Role.PLAYER)
    table.must(ask.Sit(1, "p1"), player)
    table.must(ask.BuyIn(1, Chips(500_00)), player)
    bets = {Wager.ANTE: Chips(1_000), Wager.BLIND: Chips(1_000)}
    while table.table.rounds < rounds or table.table.round is not None:
        table.at += 250
        round_ = table.table.round
        if round_ is not None and round_.phase == Phase.BETTING and not round_.spots:
            table.must(round_ask.PlaceBets(1, bets), player)
        elif round_ is not None and turn(round_, rules):
            table.must(choices(round_, rules)[0].command(), player)
        elif (step := due(table.table, QUICK)) is not None:
            table.at = max(table.at, step.at)
            table.must(step.command, step.by)
        else:
            deck = tuple(table.chance.sample(DECK, len(DECK)))
            table.must(round_ask.LoadDeck(deck), AUTOMATIC_DEALER)
    return table


def test_a_table_dealt_by_hand_has_rounds_without_a_secret(tmp_path: Path) -> None:
    table = dealt_by_hand(3)

    whole = exported(in_memory(table), tmp_path / "whole")
    short = exported(in_memory(cut_short(table)), tmp_path / "short")

    assert whole["streams"][0]["withheld"] is None
    uth = tomllib.loads(phh_files(tmp_path / "whole")[0].read_text("utf-8"))["_uth"]
    assert "secret" not in uth
    assert "commitment" not in uth
    assert short["counts"]["rounds"] == 2
    assert short["streams"][0]["withheld"]["events"] > 0
    (played, *_) = played_rounds(table_moments(in_memory(table), "T1"))
    assert replay_round(played, read_viewpoint("full")).proof is None
