"""Described rounds that could not have been: the key in the file, the reason, one line."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from pitboss.cli.settle import settle_text
from pitboss.round.play import play
from pitboss.round.roundfile import script_from
from pitboss.round.script import ScriptError
from tests.round.described import PLACES, described_table, nets, settled

BOARD, DEALER = "Kh 9d 4c 2s 7h", "9s Qd"
PLAYED = ["check", "check", "play 1x"]


def good(place: str = "maryland", **changes: Any) -> dict[str, Any]:
    """Describe a round of seats 2 and 4; `changes` go to seat 4."""
    seats: dict[int, dict[str, Any]] = {
        2: {"cards": "Ks 7d", "ante": 10, "acts": ["play 4x"]},
        4: {"cards": "Qc Jh", "ante": 10, "acts": list(PLAYED), **changes},
    }
    return described_table(place, seats, dealer=DEALER, board=BOARD)


def fault(data: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """Play an impossible round: one line, nothing printed; give key and reason."""
    with pytest.raises(ScriptError) as error:
        play(script_from(data, "test"))
    assert "\n" not in str(error.value)
    assert capsys.readouterr() == ("", "")
    return error.value.key, error.value.reason


@pytest.mark.parametrize("place", PLACES)
def test_the_good_round_can_be_settled(place: str) -> None:
    played = settled(good(place))

    assert nets(played, 2)["play"] == 4000


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    ("acts", "key", "reason"),
    [
        (["check", "play 4x"], "acts[1]", "play-multiple"),
        (["check", "play 3x"], "acts[1]", "play-multiple"),
        (["play 2x"], "acts[0]", "play-multiple"),
        (["play 5x"], "acts[0]", "play-multiple"),
        (["check", "check", "play 2x"], "acts[2]", "play-multiple"),
        (["fold"], "acts[0]", "fold-not-allowed"),
        (["check", "fold"], "acts[1]", "fold-not-allowed"),
        (["check", "check", "check"], "acts[2]", "check-not-allowed"),
        ([], "acts", "act-missing"),
        (["check"], "acts", "act-missing"),
        (["check", "check"], "acts", "act-missing"),
        (["play 4x", "check"], "acts[1]", "act-left-over"),
        (["check", "play 2x", "fold"], "acts[2]", "act-left-over"),
        (["raise"], "acts[0]", "round-file"),
        ([""], "acts[0]", "round-file"),
        (["play"], "acts[0]", "round-file"),
    ],
)
def test_impossible_acts_are_refused_at_their_place(
    place: str, acts: list[str], key: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fault(good(place, acts=acts), capsys) == (f"seats[1].{key}", reason)


@pytest.mark.parametrize(
    "act", ["play 4x", "PLAY 4X", "play 4", "4x", "4", "bet 4x", " play  4x ", "play4x"]
)
def test_a_play_may_be_written_in_several_ways(act: str) -> None:
    assert nets(settled(good(acts=[act])), 4)["play"] == -4000


@pytest.mark.parametrize("act", ["check", "Check", "CHECK "])
def test_a_check_may_be_written_in_several_ways(act: str) -> None:
    assert nets(settled(good(acts=[act, "play 2x"])), 4)["play"] == -2000


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    ("changes", "key", "reason"),
    [
        ({"blind": 15}, "", "ante-blind-unequal"),
        ({"six_card": 5}, ".six_card", "not-offered"),
        ({"tips": {"progressive": 1}}, ".tips.progressive", "tip-spot"),
        ({"ante": "10.01"}, ".ante", "wager-increment"),
    ],
)
def test_impossible_bets_are_refused_at_their_place(
    place: str, changes: dict[str, Any], key: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fault(good(place, **changes), capsys) == (f"seats[1]{key}", reason)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("seat", [0, 7, 100])
def test_a_seat_that_does_not_exist_is_refused(
    place: str, seat: int, capsys: pytest.CaptureFixture[str]
) -> None:
    data = good(place)
    data["seats"][1]["seat"] = seat

    assert fault(data, capsys) == ("seats[1]", "no-such-seat")


@pytest.mark.parametrize("place", ["california", "royal-caribbean"])
def test_the_banks_seat_is_not_listed_as_a_player(
    place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data = good(place)
    data["bank"]["seat"] = 4

    assert fault(data, capsys) == ("seats[1]", "bank-may-not-bet")


@pytest.mark.parametrize("place", ["california", "royal-caribbean"])
def test_a_bank_that_had_its_turns_is_refused(
    place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data = good(place)
    data["bank"]["recent"] = [3, 3]

    assert fault(data, capsys) == ("bank", "bank-turn-over")


def test_a_bank_is_refused_where_the_house_banks(capsys: pytest.CaptureFixture[str]) -> None:
    data = good()
    data["bank"] = {"seat": 3, "stake": 100}

    assert fault(data, capsys) == ("bank", "bank-not-needed")


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("key", ["dealer", "board"])
def test_cards_that_matter_must_be_given(
    place: str, key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data = good(place)
    data["cards"][key] = ""

    assert fault(data, capsys) == (f"cards.{key}", "cards-missing")


@pytest.mark.parametrize("place", PLACES)
def test_a_flop_alone_does_not_settle_a_round(
    place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data = good(place)
    data["cards"]["board"] = "Kh 9d 4c"

    assert fault(data, capsys) == ("cards.board", "cards-missing")


@pytest.mark.parametrize("place", PLACES)
def test_a_seats_cards_must_be_given(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert fault(good(place, cards=""), capsys) == ("seats[1].cards", "cards-missing")


def test_the_box_must_be_given_where_six_card_is_bet(capsys: pytest.CaptureFixture[str]) -> None:
    data = good(trips=5, six_card=5)
    data["options"] = {"six_card": "A"}

    assert fault(data, capsys) == ("cards.six_card", "cards-missing")


def test_the_box_may_be_left_out_where_nobody_bets_six_card() -> None:
    data = good()
    data["options"] = {"six_card": "A"}

    assert nets(settled(data), 2)["play"] == 4000


@pytest.mark.parametrize("place", PLACES)
def test_cards_may_be_left_out_where_the_round_is_void_before_they_matter(place: str) -> None:
    data = good(place, acts=[])
    data["cards"] = {}
    data["seats"][0] |= {"cards": "", "acts": []}
    data["seats"][1]["cards"] = ""
    data["irregularities"] = [{"kind": "wrong-card-count", "where": "dealer", "count": 1}]

    assert set(nets(settled(data), 4).values()) == {0}


@pytest.mark.parametrize(
    ("options", "meters", "reason"),
    [
        ({}, {"main": 100}, "meter-unknown"),
        ({"progressive": "A"}, {"mega": 100}, "meter-unknown"),
        ({"progressive": "B"}, {"main": 100}, "meter-unknown"),
    ],
)
def test_a_meter_that_does_not_exist_is_refused(
    options: dict[str, Any],
    meters: dict[str, Any],
    reason: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    data = {**good(), "options": options, "meters": meters}

    assert fault(data, capsys) == ("meters", reason)


@pytest.mark.parametrize(
    ("irregularity", "key", "reason"),
    [
        ({"kind": "earthquake"}, "", "no-such-irregularity"),
        ({"kind": ""}, "", "no-such-irregularity"),
        ({"kind": "card-exposed"}, "", "no-such-irregularity"),
        ({"kind": "face-up-card"}, "", "irregularity-facts"),
        ({"kind": "player-left", "seat": 5}, "", "irregularity-facts"),
        ({"kind": "deck-count", "count": 51, "when": "after-flop"}, "", "irregularity-too-late"),
        (
            {"kind": "face-up-card", "cards": "2d", "after_packets": 99},
            ".after_packets",
            "round-file",
        ),
        (
            {"kind": "face-up-card", "cards": "2d", "after_packets": -1},
            ".after_packets",
            "round-file",
        ),
    ],
)
def test_an_impossible_irregularity_is_refused(
    irregularity: dict[str, Any], key: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data = {**good(), "irregularities": [irregularity]}

    assert fault(data, capsys) == (f"irregularities[0]{key}", reason)


def test_nothing_happens_after_a_round_is_void(capsys: pytest.CaptureFixture[str]) -> None:
    void = {"kind": "shuffler-jam", "when": "during-deal"}
    later = {"kind": "wrong-card-count", "where": "dealer", "count": 1}

    data = {**good(), "irregularities": [void, later]}

    assert fault(data, capsys) == ("irregularities[1]", "irregularity-too-late")


def test_stops_of_the_deal_come_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = {"kind": "card-drawn-in-error", "when": "during-deal"}
    data = good()
    data["irregularities"] = [{**drawn, "after_packets": 2}, {**drawn, "after_packets": 1}]

    assert fault(data, capsys) == ("irregularities[1].after_packets", "round-file")


def test_a_seat_with_trips_alone_has_no_acts(capsys: pytest.CaptureFixture[str]) -> None:
    data = good("south-dakota")
    del data["seats"][1]["ante"]
    data["seats"][1] |= {"trips": 5, "acts": ["check"]}

    assert fault(data, capsys) == ("seats[1].acts[0]", "act-left-over")


@pytest.mark.parametrize(
    ("facts", "options", "reason"),
    [
        ({"rounds_since_count": 5}, {"device.counts_cards": False}, "count-overdue"),
        ({"deck_hours": 8}, {}, "deck-overdue"),
        ({"deck": "red", "last_deck": "red"}, {"decks": 2}, "deck-not-alternated"),
    ],
)
def test_facts_of_earlier_rounds_may_keep_a_round_from_starting(
    facts: dict[str, Any],
    options: dict[str, Any],
    reason: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    data = {**good(), "table": facts, "options": options}

    assert fault(data, capsys) == ("table", reason)


def test_a_new_dealer_has_to_count_first(capsys: pytest.CaptureFixture[str]) -> None:
    data = {**good("catfish-bend"), "table": {"dealer_changed": True}}
    data["options"] = {"dealing": "hand", "shuffle": "manual"}

    assert fault(data, capsys) == ("table", "count-overdue")


def test_progressive_chips_counted_wrong_keep_the_deal_from_starting(
    capsys: pytest.CaptureFixture[str],
) -> None:
    data = {**good(progressive=1), "table": {"progressive_chips": 2}}
    data["options"], data["meters"] = {"progressive": "A"}, {"main": 20_000}

    assert fault(data, capsys) == ("table.progressive_chips", "progressive-count")


def test_a_shuffle_that_the_method_does_not_allow_is_refused_at_its_option(
    capsys: pytest.CaptureFixture[str],
) -> None:
    data = {**good(), "options": {"dealing": "hand", "shuffle": "manual"}}

    assert fault(data, capsys) == ("options.shuffle", "shuffle-not-allowed")


def test_unequal_bets_are_notified_in_iowa() -> None:
    with pytest.raises(ScriptError) as error:
        play(script_from(good("catfish-bend", blind=15), "test"))

    assert error.value.notify
    assert error.value.clauses == ("IA-PLAY.1", "IA-IRR.5")


def test_the_described_meter_already_holds_this_rounds_contribution() -> None:
    data = good(progressive=1)
    data["options"], data["meters"] = {"progressive": "A", "meter.rate": 15}, {"main": 20_000}

    played = settled(data)

    assert played.round.settlement is not None
    assert played.round.settlement.meters == {"main": 2_000_000}
    assert played.round.fed == {"main": 15}


def test_every_named_card_lies_where_the_file_says() -> None:
    for place in PLACES:
        played = settled(deepcopy(good(place)))
        script = played.script
        assert played.round.board == script.board
        assert played.round.dealer == script.dealer
        assert [s.cards for s in played.round.spots] == [s.cards for s in script.seats]


TEXT = """
rules = "maryland"
[cards]
dealer = "9s Qd"
board = "Kh 9d 4c 2s 7h"
[[seats]]
seat = 2
cards = "Ks 7d"
ante = 10
acts = ["play 4x"]
"""


@pytest.mark.parametrize(
    ("expect", "key"),
    [
        ("[expect.5]\nante = 5\n", "expect.5"),
        ("[expect]\nluck = 5\n", "expect.luck"),
        ("[expect]\n2 = 5\n", "expect.2"),
        ("[expect.2]\nluck = 5\n", "expect.2.luck"),
        ('[expect.2]\nante = "x"\n', "expect.2.ante"),
        ("[expect.2]\noutcome = 5\n", "expect.2.outcome"),
        ('[expect.bank]\nnet = "x"\n', "expect.bank.net"),
    ],
)
def test_an_expectation_that_makes_no_sense_is_refused(expect: str, key: str) -> None:
    with pytest.raises(ScriptError) as error:
        settle_text(TEXT + expect, "test")

    assert error.value.key == key


def test_an_expectation_is_met_or_differs() -> None:
    right = settle_text(f"{TEXT}[expect.2]\nplay = 40\nante = 10\n", "test")
    wrong = settle_text(f"{TEXT}[expect.2]\nplay = 41\nante = 10\n", "test")

    assert not right.differs
    assert wrong.differs
    assert wrong.document["differences"] == ["expect.2.play: 41.00 was expected, it is 40.00"]
