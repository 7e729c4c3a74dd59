"""Exported rounds: PokerKit reads them, and our own fields are in them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from pokerkit import HandHistory

from pitboss.history.export.toml import text_of
from pitboss.round import event as round_past
from pitboss.rules import SET_NAMES
from tests.audit.tables import Played, season
from tests.audit.write import in_memory
from tests.history.exports import exported, phh_files

# -- rounds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", SET_NAMES)
def test_pokerkit_reads_every_round_and_keeps_our_fields(tmp_path: Path, rules: str) -> None:
    table = season(9, steps=900, rules=rules)
    manifest = exported(in_memory(table), tmp_path / "out", formats=("phh",))

    files = phh_files(tmp_path / "out")
    assert manifest["counts"]["rounds"] == len(files) > 5
    for path in files:
        text = path.read_text("utf-8")
        hand = HandHistory.loads(text)
        uth = hand.user_defined_fields["_uth"]
        assert hand.variant == "UTH"
        assert hand.players is not None
        assert len(hand.players) == len(hand.antes) == len(hand.starting_stacks)
        assert hand.hand == int(path.stem)
        assert uth["rules"] == rules
        assert uth["secret"] != uth["commitment"]
        stacks = dict(zip(hand.players, hand.starting_stacks, strict=True))
        ends = dict(zip(hand.players, hand.finishing_stacks or (), strict=True))
        for seat in uth["seats"]:
            assert ends[seat["player"]] - stacks[seat["player"]] == seat["net"]


def test_a_round_s_actions_are_its_events(tmp_path: Path, floor: tuple[Played, Played]) -> None:
    exported(in_memory(floor[0]), tmp_path / "out", formats=("phh",))

    documents = [tomllib.loads(path.read_text("utf-8")) for path in phh_files(tmp_path / "out")]
    events = [e for _, events in floor[0].log for e in events]
    raises = [a.split()[2] for d in documents for a in d["actions"] if " cbr " in a]
    assert raises == [str(e.chips) for e in events if isinstance(e, round_past.PlayPlaced)]
    for kind, word in ((round_past.Folded, "f"), (round_past.Checked, "cc")):
        told = sum(a.split()[1] == word for d in documents for a in d["actions"])
        assert told == sum(isinstance(e, kind) for e in events)
    boards = [
        "".join(a.split()[2] for a in d["actions"] if a.startswith("d db")) for d in documents
    ]
    assert all(len(board) == 10 for board in boards)


def test_text_is_written_as_toml_reads_it() -> None:
    for text in ('a "b" \\ c', "tab\t nl\n del\x7f bell\x07", "♠ 🂡 é", ""):
        assert tomllib.loads(f"x = {text_of(text)}")["x"] == text
    assert tomllib.loads(f"x = {text_of({'a b': [1, True, 'c']})}")["x"] == {"a b": [1, True, "c"]}
