"""The log says what happened, and no card that lies face down."""

from __future__ import annotations

import re
from dataclasses import replace

import msgspec
import pytest

from pitboss.round import event as round_past
from pitboss.round.movement import MovementReason, given_back
from pitboss.rules import NO_CITE, SET_NAMES, Chips, Outcome, Wager, rule_set
from pitboss.server.views import table as show
from pitboss.server.views.log import is_told, line, lines
from pitboss.server.views.settled import settled_lines
from pitboss.table import rules_of
from tests.server.rounds import Swap, random_rounds, unseen_pair


@pytest.mark.parametrize("rules", SET_NAMES)
def test_a_line_is_the_same_whatever_lies_face_down(rules: str) -> None:
    said = set()
    for happened in random_rounds(rules, rounds=6, seed=4):
        if happened.after.identity.rules is None:
            continue
        in_force = rules_of(happened.after.identity.rules)
        table = happened.after if happened.after.round else happened.before
        pair = unseen_pair(table, show.PUBLIC, happened.number)
        other = Swap(*pair).happened(happened)

        told = msgspec.json.encode(line(happened, in_force))

        assert told == msgspec.json.encode(line(other, in_force)), happened.event
        said.add(line(happened, in_force).name)
    assert len(said) > 12


def test_what_is_done_with_decks_is_not_in_the_log_of_players() -> None:
    names = [
        line(h, rules_of(h.after.identity.rules)).name
        for h in random_rounds("maryland", rounds=1)
        if h.after.identity.rules is not None and is_told(h)
    ]

    assert "round-settled" in names
    assert not {"step-done", "decks-brought"} & set(names)


def test_a_line_names_who_and_the_sum() -> None:
    texts = [
        line(h, rules_of(h.after.identity.rules)).text
        for h in random_rounds("catfish-bend", rounds=1)
        if h.after.identity.rules is not None
    ]

    assert any(text.startswith("B1 (bot, random) sits down") for text in texts)
    assert any("bets Ante $" in text for text in texts)


def test_a_settlement_has_a_line_for_each_seat_with_its_wagers_and_clauses() -> None:
    told = [
        one
        for h in random_rounds("maryland", rounds=3)
        if h.after.identity.rules is not None
        for one in lines(h, rules_of(h.after.identity.rules))
        if one.name == "round-settled" and one.seat is not None
    ]

    assert {one.seat for one in told} == {1, 2, 3}
    assert all(one.clauses for one in told)
    assert any("Ante " in one.text and "Blind " in one.text for one in told)
    assert any(", Trips " in one.text and "Ante" not in one.text for one in told)


def test_the_log_is_short_and_for_people() -> None:
    told = [
        line(h, rules_of(h.after.identity.rules)).text
        for h in random_rounds("maryland", rounds=2)
        if h.after.identity.rules is not None
    ]

    assert any(re.fullmatch(r"Betting is open · Progressive \$[\d,.]+", text) for text in told)
    assert any(re.fullmatch(r"No more bets · [\d.]+¢ to the Progressive", text) for text in told)
    assert "Hand 1 complete" in told


def test_a_void_round_says_what_was_returned() -> None:
    happened = next(
        h
        for h in random_rounds("maryland", rounds=1)
        if isinstance(h.event, round_past.RoundSettled)
    )
    assert isinstance(happened.event, round_past.RoundSettled)
    assert happened.after.identity.rules is not None
    back = (
        given_back(1, wager, Chips(500), Outcome.VOID, MovementReason.VOID, NO_CITE)
        for wager in (Wager.ANTE, Wager.BLIND)
    )
    void = replace(happened.event.settlement, void=True, movements=tuple(back))

    told = [
        text for text, *_ in settled_lines(happened, void, rules_of(happened.after.identity.rules))
    ]

    assert told[:2] == [
        "round void, bets returned",
        "seat 1, B1 (bot, random), Ante and Blind returned",
    ]


def test_what_a_seat_decides_names_the_clause_of_its_street() -> None:
    told = [
        line(h, rules_of(h.after.identity.rules))
        for h in random_rounds("south-dakota", rounds=4)
        if h.after.identity.rules is not None
    ]

    decided = [one for one in told if one.name in ("checked", "play-placed", "folded")]
    assert decided
    assert all(one.clauses for one in decided)


def test_a_seal_is_shortened_and_no_line_ends_with_a_comma() -> None:
    told = [
        one.text
        for rules in ("maryland", "california")
        for h in random_rounds(rules, rounds=2)
        if h.after.identity.rules is not None
        for one in lines(h, rules_of(h.after.identity.rules))
    ]

    assert any("sealed as" in text for text in told)
    assert not [text for text in told if text.endswith(",") or len(max(text.split(), key=len)) > 30]


@pytest.mark.parametrize(
    ("rules", "dealt", "each"),
    [("maryland", True, True), ("catfish-bend", True, True), ("south-dakota", False, False)],
)
def test_the_log_says_when_cards_go_to_the_rack(rules: str, dealt: bool, each: bool) -> None:
    told = [
        one
        for h in random_rounds(rules, rounds=6)
        if h.after.identity.rules is not None
        for one in lines(h, rules_of(h.after.identity.rules))
    ]

    stub = [one for one in told if "cards go to the rack unseen" in one.text]
    assert {one.name for one in stub} == {"packets-dealt" if dealt else "street-turned"}
    hands = [one for one in told if re.search("to the rack .*: seats? ", one.text)]
    assert len(hands) == len([one for one in told if one.text.startswith("Hand ")]) == 6
    how = (
        "Each hand goes to the rack as it is settled" if each else "Hands go to the rack at the end"
    )
    assert {one.text.partition(":")[0] for one in hands} == {how}
    assert {one.clauses for one in hands} == {rule_set(rules).cite("settlement.rack").clauses}
    assert any(one.text.endswith(" 3, 2, 1") for one in hands)
