"""The log says what happened, and no card that lies face down."""

from __future__ import annotations

import msgspec
import pytest

from pitboss.rules import SET_NAMES
from pitboss.server.live import show
from pitboss.server.live.lines import is_told, line
from pitboss.table import rules_of
from tests.server.rounds import Swap, random_rounds, unseen_pair


@pytest.mark.parametrize("rules", SET_NAMES)
def test_a_line_is_the_same_whatever_lies_face_down(rules: str) -> None:
    said = set()
    for happened in random_rounds(rules, rounds=6, seed=4):
        if happened.after.house is None:
            continue
        in_force = rules_of(happened.after.house)
        table = happened.after if happened.after.round else happened.before
        pair = unseen_pair(table, show.PUBLIC, happened.number)
        other = Swap(*pair).happened(happened)

        told = msgspec.json.encode(line(happened, in_force))

        assert told == msgspec.json.encode(line(other, in_force)), happened.event
        said.add(line(happened, in_force).name)
    assert len(said) > 12


def test_what_is_done_with_decks_is_not_in_the_log_of_players() -> None:
    names = [
        line(h, rules_of(h.after.house)).name
        for h in random_rounds("maryland", rounds=1)
        if h.after.house is not None and is_told(h)
    ]

    assert "round-settled" in names
    assert not {"step-done", "decks-brought"} & set(names)


def test_a_line_names_who_and_the_sum() -> None:
    texts = [
        line(h, rules_of(h.after.house)).text
        for h in random_rounds("catfish-bend", rounds=1)
        if h.after.house is not None
    ]

    assert any(text.startswith("B1 (bot, random) sits down") for text in texts)
    assert any("bets Ante $" in text for text in texts)
