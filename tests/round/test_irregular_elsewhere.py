"""Remedies outside Maryland; house policy where no clause speaks."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.cards import parse_cards
from pitboss.round.play import PlayedScript
from pitboss.round.state import Phase
from tests.round.described import (
    PLACES,
    PLAYER_DEALER,
    clauses,
    described_table,
    nets,
    notices,
    outcomes,
    settled,
    what_if,
)
from tests.round.felt import Felt

ELSEWHERE = [place for place in PLACES if place != "maryland"]
FALLBACK = {
    "california": "A-CA-20",
    "catfish-bend": "A-IA-14",
    "royal-caribbean": "A-RC-16",
}
FEES: dict[str, dict[str, Any]] = {
    "california": {},
    "royal-caribbean": {"fees": "flat", "fee.bank": 1, "fee.circle": "0.50"},
}
BOARD, DEALER = "6h Qc Jd 4s 8h", "Qs Jh"
WIN = {"ante": 1000, "play": 3000, "blind": 0, "trips": 1500}


def trouble(
    place: str, *irregularities: dict[str, Any], options: dict[str, Any] | None = None, **extra: Any
) -> PlayedScript:
    """Play a round of seats 1 and 4 in which something goes wrong; seat 4 would win."""
    seats: dict[int, dict[str, Any]] = {
        1: {"cards": "Kc 7d", "ante": 10, "acts": ["play 3x"]},
        4: {"cards": "6c 6d", "ante": 10, "trips": 5, "acts": ["play 3x"], **extra},
    }
    data = described_table(
        place,
        seats,
        dealer=DEALER,
        board=BOARD,
        options=options,
        meters={"main": 20_000} if options and "progressive" in options else {},
        irregularities=irregularities,
    )
    return settled(data)


def returned(played: PlayedScript, *seats: int) -> bool:
    return all(set(outcomes(played, seat).values()) == {"void"} for seat in seats)


def readings(played: PlayedScript, seat: int) -> set[str]:
    assert played.round.settlement is not None
    return {reading for m in played.round.settlement.of(seat) for reading in m.cite.readings}


@pytest.mark.parametrize("place", FALLBACK)
def test_one_face_up_card_is_set_aside_by_house_policy(place: str) -> None:
    played = trouble(place, {"kind": "face-up-card", "cards": "2h"})

    assert nets(played, 4) == WIN
    assert played.round.set_aside == parse_cards("2h")
    assert played.round.incidents[0].cite.readings == (FALLBACK[place],)


@pytest.mark.parametrize("place", FALLBACK)
def test_several_face_up_cards_void_everything_by_house_policy(place: str) -> None:
    played = trouble(place, {"kind": "face-up-card", "cards": "2h 3d"})

    assert returned(played, 1, 4)
    assert readings(played, 4) == {FALLBACK[place]}


@pytest.mark.parametrize("place", ["california", "royal-caribbean"])
def test_several_face_up_cards_before_the_board_is_out_void_trips_too(place: str) -> None:
    """By shoe everyone has two cards after six packets; the board is still to come."""
    face_up = {"kind": "face-up-card", "cards": "2h 3d", "after_packets": 6}

    played = trouble(place, face_up, options={"dealing": "shoe"})

    assert returned(played, 1, 4)
    assert played.round.incidents[0].case == "several_late"


@pytest.mark.parametrize("place", ["california", "royal-caribbean"])
def test_one_face_up_card_before_the_board_is_out_is_set_aside(place: str) -> None:
    face_up = {"kind": "face-up-card", "cards": "2h", "after_packets": 6}

    played = trouble(place, face_up, options={"dealing": "shoe"})

    assert nets(played, 4) == WIN
    assert played.round.set_aside == parse_cards("2h")


def test_a_face_up_card_is_just_dealt_in_south_dakota() -> None:
    felt = Felt("south-dakota").bet(1, 4).at("locked", top="Qs As Kd")

    felt.declare("face-up-card", cards="Qs")
    felt.deal()

    assert felt.round.spots[0].cards[0] == parse_cards("Qs")[0]
    assert felt.round.incidents[0].cite.clauses == ("SD-5.s2",)


@pytest.mark.parametrize("cards", ["2h", "2h 3d"])
@pytest.mark.parametrize("when", ["during-deal", "before-flop"])
def test_face_up_cards_never_matter_in_south_dakota(cards: str, when: str) -> None:
    played = trouble("south-dakota", {"kind": "face-up-card", "cards": cards, "when": when})

    assert nets(played, 4) == WIN
    assert played.round.set_aside == ()


@pytest.mark.parametrize("place", ELSEWHERE)
def test_a_card_drawn_in_error_is_the_next_card(place: str) -> None:
    played = trouble(place, {"kind": "card-drawn-in-error"})

    assert nets(played, 4) == WIN
    assert notices(played) == ["irregularity"]


@pytest.mark.parametrize("kind", ["card-exposed", "dealer-card-exposed"])
@pytest.mark.parametrize("when", ["before-decisions", "after-flop", "before-reveal"])
def test_an_exposed_card_is_turned_back_in_south_dakota(kind: str, when: str) -> None:
    """S-SD-22: it does not matter whose card it was, nor who has still to act."""
    played = trouble("south-dakota", {"kind": kind, "when": when})

    assert nets(played, 4) == WIN
    assert played.round.incidents[0].cite.clauses == ("SD-5.s2", "SD-5.s3")


@pytest.mark.parametrize("kind", ["card-exposed", "dealer-card-exposed"])
def test_an_exposed_card_may_be_filed_to_void_in_south_dakota(kind: str) -> None:
    options = what_if({"exposed.card": "void"})

    played = trouble("south-dakota", {"kind": kind}, options=options)

    assert returned(played, 1, 4)


@pytest.mark.parametrize("place", FALLBACK)
def test_an_exposed_dealer_card_voids_everything_by_house_policy(place: str) -> None:
    played = trouble(place, {"kind": "dealer-card-exposed"})

    assert returned(played, 1, 4)
    assert readings(played, 4) == {FALLBACK[place]}


@pytest.mark.parametrize("place", FALLBACK)
def test_a_dealer_card_exposed_after_the_last_decision_changes_nothing(place: str) -> None:
    played = trouble(place, {"kind": "dealer-card-exposed", "when": "before-flop"})

    assert nets(played, 4) == WIN


@pytest.mark.parametrize("place", [place for place in ELSEWHERE if place != "catfish-bend"])
@pytest.mark.parametrize("where", ["seat", "dealer", "board"])
def test_a_wrong_number_of_cards_voids_everything(place: str, where: str) -> None:
    count: dict[str, Any] = {"kind": "wrong-card-count", "where": where, "count": 1}
    if where == "seat":
        count["seat"] = 1

    played = trouble(place, count)

    assert returned(played, 1, 4)
    assert notices(played)[:2] == ["irregularity", "reshuffle"]


@pytest.mark.parametrize("where", ["seat", "dealer"])
def test_a_misdeal_in_south_dakota_is_cited(where: str) -> None:
    count: dict[str, Any] = {"kind": "wrong-card-count", "where": where, "count": 3}
    if where == "seat":
        count["seat"] = 4

    played = trouble("south-dakota", count)

    assert clauses(played, 1)["ante"] == ("SD-5.s1",)
    assert readings(played, 1) == {"A-SD-11"}


def test_a_misdeal_in_south_dakota_returns_progressive_and_tips_too() -> None:
    options = {"progressive": "PMG-01", "meter.rate": 10, "meter.seed": 10_000}
    count = {"kind": "wrong-card-count", "where": "dealer", "count": 3}

    played = trouble(
        "south-dakota", count, options=options, progressive=1, tips={"ante": 5, "trips": 1}
    )

    settlement = played.round.settlement
    assert settlement is not None
    assert outcomes(played, 4)["progressive"] == "void"
    assert [(m.wager, m.outcome, m.taken) for m in settlement.tips_of(4)] == [
        ("ante", "void", 0),
        ("trips", "void", 0),
    ]
    assert settlement.meters == {"main": 2_000_000 - 10}


def test_a_misdealt_seat_may_be_filed_as_a_dead_hand_in_south_dakota() -> None:
    options = {"misdeal.policy": "dead_hand", "progressive": "PMG-01", "meter.rate": 10}
    count = {"kind": "wrong-card-count", "seat": 4, "count": 3}

    played = trouble("south-dakota", count, options=options, progressive=1, acts=[])

    assert returned(played, 4)
    assert outcomes(played, 1)["play"] == "lose"
    assert played.round.settlement is not None
    assert played.round.settlement.meters == {"main": 2_000_000 - 10}


def test_a_misdealt_dealer_voids_the_round_whatever_was_filed_for_seats() -> None:
    count = {"kind": "wrong-card-count", "where": "dealer", "count": 3}

    played = trouble("south-dakota", count, options={"misdeal.policy": "dead_hand"})

    assert returned(played, 1, 4)


def test_a_dead_hand_in_iowa_is_returned_and_the_others_play_on() -> None:
    """S-IA-08 (a)."""
    played = trouble("catfish-bend", {"kind": "wrong-card-count", "seat": 4, "count": 3}, acts=[])

    assert returned(played, 4)
    assert clauses(played, 4)["trips"] == ("IA-IRR.2",)
    assert outcomes(played, 1) == {"play": "lose", "ante": "lose", "blind": "lose"}


def test_a_dead_hand_in_iowa_may_be_filed_as_lost() -> None:
    count = {"kind": "wrong-card-count", "seat": 4, "count": 3}

    played = trouble("catfish-bend", count, options={"dead_hand.policy": "lose"}, acts=[])

    assert nets(played, 4) == {"ante": -1000, "blind": -1000, "trips": -500}


@pytest.mark.parametrize("where", ["dealer", "board"])
@pytest.mark.parametrize("policy", ["return", "lose"])
def test_a_dead_dealer_or_board_in_iowa_returns_everything(where: str, policy: str) -> None:
    """S-IA-08 (b): Trips included."""
    count = {"kind": "wrong-card-count", "where": where, "count": 1}

    played = trouble("catfish-bend", count, options={"dead_hand.policy": policy})

    assert returned(played, 1, 4)


@pytest.mark.parametrize("place", ELSEWHERE)
@pytest.mark.parametrize("when", ["before-deal", "during-deal", "before-flop"])
def test_a_shuffler_that_jams_voids_everything(place: str, when: str) -> None:
    played = trouble(place, {"kind": "shuffler-jam", "when": when}, options={"shuffle": "device"})

    assert returned(played, 1, 4)


@pytest.mark.parametrize("place", ELSEWHERE)
def test_a_jam_of_the_idle_deck_changes_nothing(place: str) -> None:
    idle = {"kind": "shuffler-jam", "holds": "idle"}

    played = trouble(place, idle, options={"shuffle": "device"})

    assert nets(played, 4) == WIN


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_a_shoe_that_jams_voids_everything(place: str) -> None:
    played = trouble(place, {"kind": "shoe-jam"}, options={"dealing": "shoe"})

    assert returned(played, 1, 4)


@pytest.mark.parametrize("place", FALLBACK)
def test_the_house_policy_may_be_filed_as_always_void(place: str) -> None:
    options = {"irregularity.policy": "void"}

    played = trouble(place, {"kind": "face-up-card", "cards": "2h"}, options=options)

    assert returned(played, 1, 4)


@pytest.mark.parametrize("place", FALLBACK)
@pytest.mark.parametrize(
    "harmless", [{"kind": "card-drawn-in-error"}, {"kind": "shuffler-jam", "holds": "idle"}]
)
def test_what_harms_nobody_goes_on_even_then(place: str, harmless: dict[str, Any]) -> None:
    options = {"irregularity.policy": "void", "shuffle": "device"}

    played = trouble(place, harmless, options=options)

    assert nets(played, 4) == WIN


def test_a_clause_stands_before_the_house_policy_in_iowa() -> None:
    count = {"kind": "wrong-card-count", "seat": 4, "count": 3}

    played = trouble("catfish-bend", count, options={"irregularity.policy": "void"}, acts=[])

    assert outcomes(played, 1)["play"] == "lose"


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_a_void_round_moves_nothing_of_the_banks_stake(place: str) -> None:
    played = trouble(place, {"kind": "shoe-jam"}, options={"dealing": "shoe"})

    settlement = played.round.settlement
    assert settlement is not None
    assert sum(m.paid + m.taken for m in settlement.movements) == 0


@pytest.mark.parametrize(("place", "options"), FEES.items())
def test_a_void_round_gives_the_fees_back(place: str, options: dict[str, Any]) -> None:
    played = trouble(place, {"kind": "shoe-jam"}, options={**options, "dealing": "shoe"})

    assert played.round.settlement is not None
    assert played.round.settlement.fees_returned == played.round.fees
    assert len(played.round.fees) == 3


@pytest.mark.parametrize(("place", "options"), FEES.items())
def test_a_void_round_may_be_filed_to_keep_the_fees(place: str, options: dict[str, Any]) -> None:
    options = {**options, "fee.refund_on_void": False}

    played = trouble(place, {"kind": "shoe-jam"}, options={**options, "dealing": "shoe"})

    assert played.round.settlement is not None
    assert played.round.settlement.fees_returned == ()


def test_fees_stay_when_the_round_is_settled() -> None:
    played = trouble("california")

    assert played.round.settlement is not None
    assert played.round.settlement.fees_returned == ()


@pytest.mark.parametrize("place", PLACES)
def test_a_folded_seat_gets_its_wagers_back_when_the_round_is_void(place: str) -> None:
    felt = Felt(place).bet(1, 4).at("river")
    felt.act(1, "fold")

    felt.declare("wrong-card-count", where="dealer", count=3)

    assert felt.round.phase == Phase.SETTLING
    felt.finish()
    assert felt.outcomes(1) == {"ante": "void", "blind": "void"}
