"""Packets in the order in which each place deals them, card for card: D-040 to D-045."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.cards import DECK
from pitboss.round import command as ask
from pitboss.round.state import Phase, Round, Step
from pitboss.round.view import Viewer, ViewerRole, view
from tests.round.described import PLACES
from tests.round.felt import Felt

ONE_BY_ONE = ["1", "4", "dealer", "1", "4", "dealer"]
TWO_EACH = ["1 x2", "4 x2", "dealer x2"]
BOARD = ["board x5"]
STREETS = ["board x3", "board x2"]
BURNED_STREETS = ["burn", "board x3", "burn", "board x2"]
MANUAL = {"shuffle": "manual"}
DEVICE = {"shuffle": "device"}

# The packets with seats 1 and 4 in the round; in a player-dealer place seat 3 banks.
SCRIPTS: list[tuple[str, dict[str, Any], list[str]]] = [
    ("maryland", {"dealing": "shoe"}, ONE_BY_ONE + STREETS),  # MD-8.D.2, MD-8.D.3
    ("maryland", {"dealing": "hand"}, ONE_BY_ONE + BURNED_STREETS),  # MD-9.B.2, MD-11.C.1
    ("maryland", {}, [*BOARD, "dealer x2", "1 x2", "4 x2"]),  # MD-10.B.2, MD-10.B.3
    ("maryland", {"auto.dealer_packet": "retained"}, BOARD + TWO_EACH),  # MD-10.B.4
    ("maryland", {"six_card": "A"}, ["box x4", *BOARD, "dealer x2", "1 x2", "4 x2"]),
    ("south-dakota", {}, ONE_BY_ONE + BURNED_STREETS),  # SD-4.s5, SD-4.s6, SD-8, SD-10
    ("south-dakota", {"dealing": "shuffler", **DEVICE}, BOARD + TWO_EACH),  # SD-4.s7, A-SD-13
    ("california", {"dealing": "shoe"}, ONE_BY_ONE + BOARD),  # CA-DEAL.6.a to 6.c
    ("california", {}, TWO_EACH + BOARD),  # CA-DEAL.7.a to 7.c
    ("catfish-bend", {}, BOARD + TWO_EACH),  # IA-PLAY.2 to IA-PLAY.4
    ("catfish-bend", {"dealing": "hand", **MANUAL}, ["board"] * 5 + TWO_EACH),  # IA-HAND.6, .7
    (
        "catfish-bend",
        {"dealing": "hand", "hand.cards_per_pass": 1, **MANUAL},
        ["board"] * 5 + ONE_BY_ONE,  # A-IA-06, the other reading
    ),
    ("royal-caribbean", {}, ONE_BY_ONE + BOARD),  # RC-DEAL.3.1 to RC-DEAL.3.c
    ("royal-caribbean", {"dealing": "shuffler"}, TWO_EACH + BOARD),  # RC-DEAL.4, A-RC-02
    ("maryland", {"dealing": "shoe", "burn.method": ["shoe"]}, ONE_BY_ONE + BURNED_STREETS),
    ("maryland", {"dealing": "hand", "burn.method": []}, ONE_BY_ONE + STREETS),  # A-MD-38
    ("maryland", {"burn.method": ["shuffler"]}, [*BOARD, "dealer x2", "1 x2", "4 x2"]),
]


def packets(round_: Round) -> list[str]:
    """Give the packets as they were dealt: where to, and how many cards."""
    return [
        f"{parcel.seat or parcel.to}{f' x{len(parcel.cards)}' * (len(parcel.cards) > 1)}"
        for parcel in round_.parcels
    ]


@pytest.mark.parametrize(("place", "options", "wanted"), SCRIPTS)
def test_packets_come_in_the_prescribed_order(
    place: str, options: dict[str, Any], wanted: list[str]
) -> None:
    felt = Felt(place, options).bet(1, 4)

    felt.at("before reveal")

    assert packets(felt.round) == wanted


@pytest.mark.parametrize(("place", "options", "wanted"), SCRIPTS)
def test_cards_come_off_the_top_of_the_deck_one_after_the_other(
    place: str, options: dict[str, Any], wanted: list[str]
) -> None:
    felt = Felt(place, options).bet(1, 4).at("before reveal")

    dealt = [card for parcel in felt.round.parcels for card in parcel.cards]

    assert dealt == list(DECK[: len(dealt)])
    assert felt.round.stub == DECK[len(dealt) :]
    assert len(wanted) == len(felt.round.parcels)


@pytest.mark.parametrize("place", ["maryland", "california", "royal-caribbean"])
def test_from_a_shoe_the_second_card_comes_after_everybody_has_one(place: str) -> None:
    felt = Felt(place, {"dealing": "shoe"}).bet(1, 4).at("deal")

    assert felt.round.spots[0].cards == (DECK[0], DECK[3])
    assert felt.round.spots[1].cards == (DECK[1], DECK[4])
    assert felt.round.dealer == (DECK[2], DECK[5])


def test_the_player_dealers_place_is_passed_over_and_served_last() -> None:
    """S-CA-18: seat 2 banks, seats 1, 3 and 5 play."""
    felt = Felt("california", {"dealing": "shoe"}, bank=(2, 100)).bet(1, 3, 5).at("deal")

    assert packets(felt.round) == ["1", "3", "5", "dealer", "1", "3", "5", "dealer", "board x5"]


def test_a_seat_with_trips_alone_is_dealt_in_in_south_dakota() -> None:
    felt = Felt("south-dakota").bet(1, trips=5).bet(4).at("deal")

    assert packets(felt.round) == ["1", "4", "dealer", "1", "4", "dealer"]


@pytest.mark.parametrize("bet", [True, False])
def test_the_box_is_dealt_in_every_round_of_a_table_that_offers_six_card(bet: bool) -> None:
    felt = Felt("maryland", {"six_card": "A"})
    felt.bet(2, ante=10, trips=5, six_card=5 if bet else 0)

    felt.at("deal")

    assert packets(felt.round)[0] == "box x4"


@pytest.mark.parametrize("bet", [True, False])
def test_the_box_may_be_dealt_only_when_six_card_is_bet(bet: bool) -> None:
    felt = Felt("maryland", {"six_card": "A", "six_card.deal_box": "bet"})
    felt.bet(2, ante=10, trips=5, six_card=5 if bet else 0)

    felt.at("deal")

    assert (packets(felt.round)[0] == "box x4") == bet


def test_there_is_no_box_where_six_card_is_not_offered() -> None:
    felt = Felt("maryland").bet(2).at("deal")

    assert felt.round.box == ()


@pytest.mark.parametrize(("place", "options", "wanted"), SCRIPTS)
@pytest.mark.parametrize("parts", [1, 2, 3])
def test_a_deal_in_parts_equals_a_deal_at_once(
    place: str, options: dict[str, Any], wanted: list[str], parts: int
) -> None:
    at_once = Felt(place, options).bet(1, 4).at("deal")
    in_parts = Felt(place, options).bet(1, 4).at("locked")

    while in_parts.round.phase in (Phase.LOCKED, Phase.DEALING):
        in_parts.deal(parts)

    assert in_parts.round == at_once.round
    assert wanted[: len(at_once.round.parcels)] == packets(at_once.round)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("count", [0, -1])
def test_no_packets_are_no_deal(place: str, count: int) -> None:
    felt = Felt(place).bet(1, 4).at("locked")

    assert felt.reason(ask.Deal(count)) == "not-now"


@pytest.mark.parametrize("place", PLACES)
def test_players_look_only_when_the_whole_deal_is_out(place: str) -> None:
    felt = Felt(place).bet(1, 4).at("locked")
    looks: list[bool] = []

    while felt.round.phase in (Phase.LOCKED, Phase.DEALING):
        felt.deal(1)
        looks.append(bool(view(felt.round, Viewer(ViewerRole.SEAT, 1), felt.rules).spots[0].cards))

    assert looks == [False] * (len(looks) - 1) + [True]


@pytest.mark.parametrize("place", PLACES)
def test_the_board_is_turned_three_then_two(place: str) -> None:
    felt = Felt(place).bet(1, 4).at("before flop")

    felt.step(Step.FLOP)
    flop = view(felt.round, Viewer(ViewerRole.PUBLIC), felt.rules).board
    felt.everyone("check").step(Step.RIVER)

    assert len(flop) == 3
    assert len(view(felt.round, Viewer(ViewerRole.PUBLIC), felt.rules).board) == 5


@pytest.mark.parametrize("place", PLACES)
def test_cards_are_dealt_once(place: str) -> None:
    felt = Felt(place).bet(1, 4).at("deal")

    assert felt.reason(ask.Deal()) == "not-now"


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("step", list(Step))
def test_no_step_of_the_dealer_comes_before_the_deal(place: str, step: Step) -> None:
    felt = Felt(place).bet(1, 4).at("locked")

    assert felt.reason(ask.Proceed(step)) == "not-now"


# When the undealt cards go to the rack: with the deal, or with the last community card.
STUBS: list[tuple[str, dict[str, Any], str]] = [
    ("maryland", {"dealing": "shoe"}, "river"),  # MD-8.D.4
    ("maryland", {"dealing": "hand"}, "river"),  # MD-9.B.4
    ("maryland", {}, "deal"),  # MD-10.B.5
    ("maryland", {"auto.dealer_packet": "retained"}, "deal"),  # MD-10.B.5, A-MD-14
    ("south-dakota", {}, "river"),
    ("south-dakota", {"dealing": "shuffler", **DEVICE}, "deal"),
    ("california", {"dealing": "shoe"}, "deal"),  # CA-DEAL.8
    ("california", {}, "deal"),  # CA-DEAL.8
    ("catfish-bend", {}, "deal"),  # IA-PLAY.6
    ("catfish-bend", {"dealing": "hand", **MANUAL}, "deal"),
    ("royal-caribbean", {}, "deal"),  # RC-DEAL.5
    ("royal-caribbean", {"dealing": "shuffler"}, "deal"),  # RC-DEAL.5
]
STREET_MOMENTS = ("locked", "dealing", "deal", "flop", "river", "before settlement")


@pytest.mark.parametrize(("place", "options", "moment"), STUBS)
def test_the_stub_goes_to_the_rack_at_its_moment_and_nobody_sees_it(
    place: str, options: dict[str, Any], moment: str
) -> None:
    for now in STREET_MOMENTS:
        felt = Felt(place, options).bet(1, 4).at(now)
        shown = view(felt.round, Viewer(ViewerRole.PUBLIC), felt.rules)

        is_there = STREET_MOMENTS.index(now) >= STREET_MOMENTS.index(moment)
        assert shown.stub_in_rack == (len(felt.round.stub) if is_there else 0)


@pytest.mark.parametrize("place", PLACES)
def test_all_undealt_cards_are_in_the_rack_when_the_round_is_settled(place: str) -> None:
    felt = Felt(place).bet(1, 4).at("settled")

    shown = view(felt.round, Viewer(ViewerRole.PUBLIC), felt.rules)
    assert shown.stub_in_rack == len(felt.round.stub) == len(dict(felt.settlement.rack)["stub"])
