"""Which opening wagers a seat may put down, place by place, with reasons and clauses."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.round import Reason
from pitboss.round import command as ask
from pitboss.rules import Chips, Wager
from tests.round.described import PLACES, PLAYER_DEALER
from tests.round.felt import Felt, bets

SEATS_CITED = {
    "maryland": ("MD-2.A",),
    "south-dakota": ("A-SD-18",),
    "california": ("CA-TABLE.1", "A-CA-06"),
    "catfish-bend": ("A-IA-08",),
    "royal-caribbean": ("RC-TABLE.1", "RC-SEATS.1", "A-RC-01"),
}
EQUAL_CITED = {
    "maryland": ("MD-7.F.1",),
    "south-dakota": ("SD-2.s1", "A-SD-08"),
    "california": ("CA-DEAL.3.a",),
    "catfish-bend": ("IA-PLAY.1", "IA-IRR.5"),
    "royal-caribbean": ("RC-BET.3.1",),
}
TRIPS_CITED = {
    "maryland": "MD-7.F.2",
    "california": "CA-DEAL.3.b",
    "catfish-bend": "IA-PLAY.1",
    "royal-caribbean": "RC-BET.3.2",
}
BANK_CITED = {"california": "CA-TYPE.1", "royal-caribbean": "RC-STD.1"}
SIX = {"six_card": "A"}
PROGRESSIVE = {"maryland": {"progressive": "A"}, "south-dakota": {"progressive": "PMG-01"}}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("seat", [0, 7, -1])
def test_a_seat_that_the_table_does_not_have_may_not_bet(place: str, seat: int) -> None:
    felt = Felt(place)

    refusal = felt.refused(bets(seat, ante=10))

    assert refusal.reason == Reason.NO_SUCH_SEAT
    assert refusal.cite.clauses + refusal.cite.readings == SEATS_CITED[place]


@pytest.mark.parametrize("place", PLACES)
def test_seats_one_to_six_may_bet(place: str) -> None:
    felt = Felt(place, bank=None)

    felt.bet(1, 2, 3, 4, 5, 6)

    assert [spot.seat for spot in felt.round.spots] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("place", [place for place in PLACES if place != "maryland"])
def test_a_table_filed_with_seven_places_has_a_seventh_seat(place: str) -> None:
    felt = Felt(place, {"seats": 7})

    felt.bet(7)

    assert felt.reason(bets(8, ante=10)) == Reason.NO_SUCH_SEAT


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_the_player_dealer_may_not_bet_against_itself(place: str) -> None:
    felt = Felt(place, bank=(3, 100))

    refusal = felt.refused(bets(3, ante=10))

    assert refusal.reason == Reason.BANK_MAY_NOT_BET
    assert BANK_CITED[place] in refusal.cite.clauses


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("wagers", [{}, {"ante": 0}])
def test_nothing_put_down_is_no_wager(place: str, wagers: dict[str, Any]) -> None:
    felt = Felt(place)

    assert felt.reason(bets(2, **wagers)) == Reason.NO_WAGER


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("ante", "blind"), [(10, 0), (0, 10), (10, 15), (15, 10)])
def test_ante_and_blind_must_be_equal(place: str, ante: int, blind: int) -> None:
    felt = Felt(place)

    refusal = felt.refused(bets(2, ante=ante, blind=blind))

    assert refusal.reason == Reason.ANTE_BLIND_UNEQUAL
    assert refusal.cite.clauses + refusal.cite.readings == EQUAL_CITED[place]
    assert refusal.notify == (place == "catfish-bend")  # IA-IRR.5: the supervisor is told


@pytest.mark.parametrize("place", [place for place in PLACES if place != "south-dakota"])
def test_trips_needs_ante_and_blind(place: str) -> None:
    felt = Felt(place)

    refusal = felt.refused(bets(2, trips=5))

    assert refusal.reason == Reason.NEEDS_WAGER
    assert TRIPS_CITED[place] in refusal.cite.clauses
    assert refusal.facts["needs"] == ("ante", "blind")


def test_trips_may_open_alone_in_south_dakota() -> None:
    felt = Felt("south-dakota")

    felt.bet(2, trips=5)

    assert felt.round.spots[0].wagers == {Wager.TRIPS: 500}


@pytest.mark.parametrize("place", PROGRESSIVE)
def test_progressive_alone_opens_no_hand(place: str) -> None:
    felt = Felt(place, PROGRESSIVE[place])

    refusal = felt.refused(bets(2, progressive=1))

    assert refusal.reason == Reason.NEEDS_WAGER
    assert refusal.cite.clauses[0] == {"maryland": "MD-7.F.3.a", "south-dakota": "SD-2.s1"}[place]
    assert refusal.facts["needs"] == ("ante", "blind")


@pytest.mark.parametrize("place", PROGRESSIVE)
def test_progressive_may_go_beside_ante_and_blind(place: str) -> None:
    felt = Felt(place, PROGRESSIVE[place])

    felt.bet(2, ante=10, progressive=1)

    assert felt.round.spots[0].on(Wager.PROGRESSIVE) == 100


def test_progressive_may_go_beside_trips_alone_in_south_dakota() -> None:
    felt = Felt("south-dakota", PROGRESSIVE["south-dakota"])

    felt.bet(2, trips=5, progressive=1)

    assert felt.round.spots[0].on(Wager.PROGRESSIVE) == 100


def test_progressive_beside_trips_alone_may_be_closed_by_the_operator() -> None:
    options = {**PROGRESSIVE["south-dakota"], "trips_only.progressive": False}
    felt = Felt("south-dakota", options)

    refusal = felt.refused(bets(2, trips=5, progressive=1))

    assert refusal.reason == Reason.NEEDS_WAGER
    assert refusal.cite.readings == ("A-SD-07",)


def test_six_card_needs_trips() -> None:
    felt = Felt("maryland", SIX)

    refusal = felt.refused(bets(2, ante=10, six_card=5))

    assert refusal.reason == Reason.NEEDS_WAGER
    assert "MD-7.F.4.b" in refusal.cite.clauses
    assert refusal.facts["needs"] == ("trips",)


def test_six_card_may_go_beside_ante_blind_and_trips() -> None:
    felt = Felt("maryland", SIX)

    felt.bet(2, ante=10, trips=5, six_card=5)

    assert felt.round.spots[0].on(Wager.SIX_CARD) == 500


def test_six_card_goes_without_trips_where_the_operator_filed_so() -> None:
    felt = Felt("maryland", {**SIX, "six_card.requires_trips": False})

    felt.bet(2, ante=10, six_card=5)

    assert felt.round.spots[0].on(Wager.SIX_CARD) == 500


def test_six_card_without_ante_is_refused_even_where_it_needs_no_trips() -> None:
    felt = Felt("maryland", {**SIX, "six_card.requires_trips": False})

    assert felt.refused(bets(2, six_card=5)).facts["needs"] == ("ante", "blind")


@pytest.mark.parametrize("dealing", ["shoe", "hand"])
def test_six_card_is_not_taken_where_its_box_is_never_dealt(dealing: str) -> None:
    felt = Felt("maryland", {**SIX, "dealing": dealing})

    refusal = felt.refused(bets(2, ante=10, trips=5, six_card=5))

    assert refusal.reason == Reason.NOT_OFFERED
    assert refusal.cite.readings == ("A-MD-13",)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("wager", ["six_card", "progressive", "play", "envy", "limit"])
def test_a_wager_that_is_not_filed_or_not_in_the_rules_is_not_offered(
    place: str, wager: str
) -> None:
    felt = Felt(place)
    wagers: dict[str, Any] = {"ante": 10, "trips": 5, wager: 5}

    refusal = felt.refused(bets(2, **wagers))

    assert refusal.reason == Reason.NOT_OFFERED
    assert refusal.facts["wager"] == wager


def test_a_refusal_of_an_unfiled_wager_cites_the_clause_that_wants_it_filed() -> None:
    felt = Felt("maryland")

    assert "MD-7.F.4" in felt.refused(bets(2, ante=10, trips=5, six_card=5)).cite.clauses
    assert "MD-7.F.3" in felt.refused(bets(2, ante=10, progressive=1)).cite.clauses


def test_trips_may_be_made_mandatory_by_the_operator() -> None:
    felt = Felt("maryland", {"trips.mandatory": True})

    refusal = felt.refused(bets(2, ante=10))

    assert refusal.reason == Reason.TRIPS_MANDATORY
    assert refusal.cite.readings == ("A-MD-04",)
    felt.bet(2, ante=10, trips=5)


@pytest.mark.parametrize("place", PLACES)
def test_new_bets_of_a_seat_replace_what_lay_there(place: str) -> None:
    felt = Felt(place).bet(2, ante=10, trips=5)

    felt.bet(2, ante=20)

    assert felt.round.spots[0].wagers == {Wager.ANTE: 2000, Wager.BLIND: 2000}


@pytest.mark.parametrize("place", PLACES)
def test_bets_may_be_cleared_while_betting_is_open(place: str) -> None:
    felt = Felt(place).bet(2, 4)

    felt.give(ask.ClearBets(2))

    assert [spot.seat for spot in felt.round.spots] == [4]


@pytest.mark.parametrize("place", PLACES)
def test_a_seat_without_bets_has_nothing_to_clear(place: str) -> None:
    felt = Felt(place).bet(2)

    assert felt.reason(ask.ClearBets(4)) == Reason.NO_WAGER
    assert felt.reason(ask.ClearBets(9)) == Reason.NO_SUCH_SEAT


@pytest.mark.parametrize("place", PLACES)
def test_negative_chips_are_refused(place: str) -> None:
    felt = Felt(place)
    minus = {Wager.ANTE: Chips(-1000), Wager.BLIND: Chips(-1000)}

    assert felt.reason(ask.PlaceBets(2, minus)) == Reason.WAGER_INCREMENT
