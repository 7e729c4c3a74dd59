"""Who is asked when, who is settled when, wager by wager, and how the cards reach the rack."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.cards import DECK
from pitboss.round import Reason
from pitboss.round import command as ask
from pitboss.round.legal import turn
from pitboss.round.movement import Movement
from pitboss.round.play import PlayedScript
from pitboss.round.rack import RackedHand, settled_in_order
from pitboss.round.state import Step
from tests.round.described import (
    PLACES,
    PLAYER_DEALER,
    described_table,
    nets,
    order_of,
    settled,
    what_if,
)
from tests.round.felt import Felt

BOARD, DEALER = "Kh 9d 4c 2s 7h", "9s Qd"  # a pair of 9s: the dealer qualifies
UNQUALIFIED: dict[str, Any] = {"board": "Ah 9d 4c 2s 7h", "dealer": "Td Jc"}
HANDS = {1: "3c 3d", 2: "Kd 2c", 4: "Ks Jd", 5: "Qc Jh", 6: "7c 7d"}
PLAYED = ["check", "check", "play 1x"]
FOLDED = ["check", "check", "fold"]
WAGERS = {
    "maryland": ["ante", "blind", "play", "trips"],
    "south-dakota": ["play", "ante", "blind", "trips"],
    "california": ["ante", "play", "blind", "trips"],
    "catfish-bend": ["play", "ante", "blind", "trips"],
    "royal-caribbean": ["ante", "play", "blind", "trips"],
}


def round_of(
    place: str,
    *seats: int,
    folded: tuple[int, ...] = (),
    options: dict[str, Any] | None = None,
    trips: tuple[int, ...] = (),
    dealer: str = DEALER,
    board: str = BOARD,
) -> PlayedScript:
    """Settle a round of these seats, seat 3 banking where somebody must."""
    entries: dict[int, dict[str, Any]] = {}
    for seat in seats:
        acts = FOLDED if seat in folded else PLAYED
        entries[seat] = {"cards": HANDS[seat], "ante": 10, "acts": acts}
        if seat in trips:
            entries[seat]["trips"] = 5
    return settled(described_table(place, entries, dealer=dealer, board=board, options=options))


def seats_in(order: list[str]) -> list[int]:
    """Give the seats in the order of their first movement."""
    return list(dict.fromkeys(int(step.split()[0]) for step in order))


def racked(played: PlayedScript) -> list[str]:
    assert played.round.settlement is not None
    return [label for label, _ in played.round.settlement.rack]


# -- asking --


@pytest.mark.parametrize("place", PLACES)
def test_seats_are_asked_clockwise_on_every_street(place: str) -> None:
    felt = Felt(place).bet(6, 1, 4).at("deal")
    asked: list[int] = []

    for word, step in (("check", Step.FLOP), ("check", Step.RIVER), ("1x", Step.REVEAL)):
        while (spot := turn(felt.round, felt.rules)) is not None:
            asked.append(spot.seat)
            felt.act(spot.seat, word)
        felt.step(step)

    assert asked == [1, 4, 6] * 3


@pytest.mark.parametrize("place", PLACES)
def test_a_seat_with_a_play_wager_is_asked_no_more(place: str) -> None:
    felt = Felt(place).bet(1, 4, 6).at("deal")
    felt.act(1, "check")
    felt.act(4, "4x")
    felt.act(6, "check")

    felt.step(Step.FLOP)
    felt.act(1, "2x")

    asked = turn(felt.round, felt.rules)
    assert asked is not None
    assert asked.seat == 6


@pytest.mark.parametrize("place", PLACES)
def test_nobody_speaks_out_of_turn(place: str) -> None:
    felt = Felt(place).bet(1, 4).at("deal")

    for command in (ask.Check(4), ask.Play(4, 4), ask.Fold(4), ask.Check(9)):
        refusal = felt.refused(command)
        assert refusal.reason == Reason.NOT_YOUR_TURN
        assert refusal.facts["turn"] == 1


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_a_table_may_be_filed_to_ask_counter_clockwise(place: str) -> None:
    felt = Felt(place, {"ask.order": "counter-clockwise"}).bet(1, 4, 6).at("deal")

    asked = turn(felt.round, felt.rules)

    assert asked is not None
    assert asked.seat == 6


def test_a_seat_with_trips_alone_is_never_asked() -> None:
    felt = Felt("south-dakota").bet(1, trips=5).bet(4).at("deal")

    asked = turn(felt.round, felt.rules)

    assert asked is not None
    assert asked.seat == 4


# -- settling --


@pytest.mark.parametrize("place", PLACES)
def test_seats_are_settled_in_the_prescribed_direction(place: str) -> None:
    played = round_of(place, 1, 2, 4, 5, 6)

    # MD-11.H.2, A-SD-14, IA-PLAY.14: the last seat first; CA-ACT.1, RC-ROUND.10: left of the bank.
    wanted = [4, 5, 6, 1, 2] if place in PLAYER_DEALER else [6, 5, 4, 2, 1]
    assert seats_in(order_of(played)) == wanted


@pytest.mark.parametrize("place", PLACES)
def test_a_seats_wagers_are_settled_in_the_prescribed_order(place: str) -> None:
    played = round_of(place, 4, 5, trips=(4, 5))

    first, second = (4, 5) if place in PLAYER_DEALER else (5, 4)
    wanted = [f"{seat} {wager}" for seat in (first, second) for wager in WAGERS[place]]
    assert order_of(played) == wanted


def test_south_dakota_may_settle_clockwise() -> None:
    options = what_if({"settle.direction": "clockwise"})

    played = round_of("south-dakota", 1, 4, 6, options=options)

    assert seats_in(order_of(played)) == [1, 4, 6]


@pytest.mark.parametrize("place", ["california", "catfish-bend", "royal-caribbean"])
def test_another_order_of_wagers_may_be_filed(place: str) -> None:
    order = ["trips", "blind", "play", "ante"]

    played = round_of(place, 4, trips=(4,), options=what_if({"settle.order": order}))

    assert order_of(played) == [f"4 {wager}" for wager in order]


def test_iowa_refunds_every_ante_before_it_looks_at_a_hand() -> None:
    played = round_of("catfish-bend", 2, 4, 5, trips=(4,), **UNQUALIFIED)

    antes = ["5 ante", "4 ante", "2 ante"]
    hands = ["5 play", "5 blind", "4 play", "4 blind", "4 trips", "2 play", "2 blind"]
    assert order_of(played) == antes + hands


def test_iowa_collects_a_folded_ante_before_it_refunds_the_others() -> None:
    played = round_of("catfish-bend", 2, 5, folded=(5,), **UNQUALIFIED)

    assert order_of(played) == ["5 ante", "5 blind", "2 ante", "2 play", "2 blind"]


@pytest.mark.parametrize("place", [place for place in PLACES if place != "catfish-bend"])
def test_elsewhere_a_dealer_without_a_pair_changes_no_order(place: str) -> None:
    played = round_of(place, 4, 5, **UNQUALIFIED)

    first, second = (4, 5) if place in PLAYER_DEALER else (5, 4)
    order = [wager for wager in WAGERS[place] if wager != "trips"]
    assert order_of(played) == [f"{seat} {wager}" for seat in (first, second) for wager in order]


# -- folding --


@pytest.mark.parametrize("place", PLACES)
def test_folded_wagers_are_collected_before_any_hand_in_the_order_of_folding(place: str) -> None:
    played = round_of(place, 1, 4, 5, folded=(1, 5))

    assert order_of(played)[:4] == ["1 ante", "1 blind", "5 ante", "5 blind"]


@pytest.mark.parametrize("place", PLACES)
def test_trips_of_a_folded_seat_below_three_of_a_kind(place: str) -> None:
    """SD, CA and RC take it with the fold; MD and IA leave it to the seat's turn."""
    played = round_of(place, 1, 5, folded=(1,), trips=(1,))

    at_fold = ["1 ante", "1 blind"]
    if place in ("maryland", "catfish-bend"):
        assert order_of(played)[-1] == "1 trips"
    else:
        at_fold.append("1 trips")
    assert order_of(played)[: len(at_fold)] == at_fold


@pytest.mark.parametrize("place", PLACES)
def test_winning_trips_of_a_folded_seat(place: str) -> None:
    """Only South Dakota pays it at the fold (A-SD-15); elsewhere the seat's turn comes."""
    played = round_of(place, 5, 6, folded=(6,), trips=(6,))

    order = order_of(played)
    if place == "south-dakota":
        assert order[:3] == ["6 ante", "6 blind", "6 trips"]
    elif place in PLAYER_DEALER:
        assert order[-1] == "6 trips"
    else:
        assert order[2] == "6 trips"


def test_maryland_may_settle_folded_seats_after_the_pass() -> None:
    played = round_of(
        "maryland", 1, 5, 6, folded=(6,), trips=(6,), options={"settle.folded": "after_pass"}
    )

    assert order_of(played)[-1] == "6 trips"


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_folded_wagers_may_be_filed_to_wait_for_their_seats_turn(place: str) -> None:
    played = round_of(place, 1, 4, 5, folded=(1,), trips=(1,), options={"bank.folds_first": False})

    assert order_of(played)[-3:] == ["1 ante", "1 blind", "1 trips"]


def test_maryland_settles_one_player_fully_before_the_next() -> None:
    """S-MD-35: seat 4 folded with Trips open; seats 3 and 6 have Six Card and Progressive."""
    more = {"ante": 10, "trips": 5, "six_card": 5, "progressive": 1, "acts": PLAYED}
    seats: dict[int, dict[str, Any]] = {
        1: {"cards": HANDS[1], "ante": 10, "trips": 5, "acts": PLAYED},
        3: {"cards": HANDS[2], **more},
        4: {"cards": HANDS[4], "ante": 10, "trips": 5, "acts": FOLDED},
        6: {"cards": HANDS[5], **more},
    }
    options = {"six_card": "A", "progressive": "A"}

    played = settled(
        described_table(
            "maryland",
            seats,
            dealer=DEALER,
            board=BOARD,
            box="5c 8c Tc As",
            options=options,
            meters={"main": 20_000},
        )
    )

    full = ["ante", "blind", "play", "trips", "six_card", "progressive"]
    assert order_of(played) == [
        "4 ante",
        "4 blind",
        *[f"6 {wager}" for wager in full],
        "4 trips",
        *[f"3 {wager}" for wager in full],
        *[f"1 {wager}" for wager in full[:4]],
    ]
    assert racked(played) == [
        "stub",
        "seat 6",
        "seat 4",
        "seat 3",
        "seat 1",
        "box",
        "board",
        "dealer",
    ]


STRAIGHT_FLUSH: dict[str, Any] = {"board": "5h 6h 7h Kc 2d", "dealer": "Ks 2c"}
TWO_BETTORS: dict[int, dict[str, Any]] = {
    1: {"cards": "8h 9h", "ante": 10, "progressive": 1, "acts": ["play 4x"]},
    3: {"cards": "Qs Js", "ante": 10, "progressive": 1, "acts": ["play 4x"]},
}


def test_maryland_pays_envy_with_the_award_of_the_winner() -> None:
    """MD-11.J.2.e: seat 3 is settled first, but seat 1's hand has not been shown by then."""
    played = settled(
        described_table(
            "maryland",
            TWO_BETTORS,
            options={"progressive": "A"},
            meters={"main": 25_000},
            **STRAIGHT_FLUSH,
        )
    )

    assert order_of(played) == [
        *[f"3 {wager}" for wager in ("ante", "blind", "play", "progressive")],
        *[f"1 {wager}" for wager in ("ante", "blind", "play", "progressive")],
        "3 envy",
    ]


def test_maryland_pays_each_holders_envy_when_that_hand_is_shown() -> None:
    seats = {
        1: {"cards": "8h 9h", "ante": 10, "progressive": 1, "acts": ["play 4x"]},
        2: {"cards": "Qs Js", "ante": 10, "progressive": 1, "acts": ["play 4x"]},
        4: {"cards": "3h 4h", "ante": 10, "acts": ["play 4x"]},
    }
    played = settled(
        described_table(
            "maryland",
            seats,
            options={"progressive": "A"},
            meters={"main": 25_000},
            **STRAIGHT_FLUSH,
        )
    )

    side = [one for one in order_of(played) if "envy" in one or "progressive" in one]
    assert side == ["2 envy", "1 envy", "2 progressive", "1 progressive", "2 envy"]
    assert nets(played, 2)["envy"] == 60_000
    assert nets(played, 1)["envy"] == 30_000


def test_south_dakota_pays_progressive_and_envy_at_the_end_of_the_round() -> None:
    played = settled(
        described_table(
            "south-dakota",
            TWO_BETTORS,
            options={"progressive": "PMG-01"},
            meters={"main": 25_000},
            **STRAIGHT_FLUSH,
        )
    )

    assert order_of(played) == [
        *[f"3 {wager}" for wager in ("play", "ante", "blind")],
        *[f"1 {wager}" for wager in ("play", "ante", "blind")],
        "3 progressive",
        "3 envy",
        "1 progressive",
    ]


# -- the rack --


@pytest.mark.parametrize("place", PLACES)
def test_hands_go_to_the_rack_as_they_are_settled_and_all_cards_are_there(place: str) -> None:
    played = round_of(place, 1, 4, 6)

    hands = (
        ["seat 4", "seat 6", "seat 1"] if place in PLAYER_DEALER else ["seat 6", "seat 4", "seat 1"]
    )
    burned = ["burned"] if place == "south-dakota" else []
    assert racked(played) == [*burned, "stub", *hands, "board", "dealer"]
    assert played.round.settlement is not None
    cards = [card for _, pile in played.round.settlement.rack for card in pile]
    assert sorted(cards) == sorted(DECK)


@pytest.mark.parametrize("place", PLACES)
def test_a_folded_hand_without_side_wagers_goes_to_the_rack_at_once(place: str) -> None:
    played = round_of(place, 1, 4, folded=(1,))

    assert racked(played).index("seat 1") < racked(played).index("seat 4")


@pytest.mark.parametrize("place", PLACES)
def test_a_folded_hand_with_losing_trips(place: str) -> None:
    """It stays under Trips in Maryland and Iowa; elsewhere all is taken with the fold."""
    played = round_of(place, 1, 4, folded=(1,), trips=(1,))

    stays = place in ("maryland", "catfish-bend")
    assert (racked(played).index("seat 1") > racked(played).index("seat 4")) == stays


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_a_folded_hand_with_winning_trips_stays_until_it_is_paid(place: str) -> None:
    played = round_of(place, 5, 6, folded=(6,), trips=(6,))

    assert racked(played).index("seat 6") > racked(played).index("seat 5")


def acts(played: PlayedScript) -> list[str]:
    """Give the settlement act by act: whose wager, and whose hand goes to the rack."""
    assert played.round.settlement is not None
    found = settled_in_order(played.round.settlement, played.script.rules)
    return [f"{act.seat}{' rack' if isinstance(act, RackedHand) else ''}" for act in found]


@pytest.mark.parametrize("place", PLACES)
def test_each_hand_is_collected_when_its_wagers_are_settled(place: str) -> None:
    """CA-NQ.1.c, IA-PLAY.17, MD-11.K; in South Dakota when all payments are made (SD-12.s4)."""
    done = acts(round_of(place, 1, 4, 6, trips=(4,)))
    seats = [act for act in dict.fromkeys(done) if "rack" not in act]
    racked = [act for act in done if "rack" in act]

    assert racked == [f"{seat} rack" for seat in seats]
    if place == "south-dakota":
        assert done[-3:] == racked
    else:
        for seat in seats:
            last = max(n for n, act in enumerate(done) if act == seat)
            assert done[last + 1] == f"{seat} rack"


@pytest.mark.parametrize("place", PLACES)
def test_every_hand_is_collected_once_with_its_two_cards(place: str) -> None:
    played = round_of(place, 1, 4, 6, folded=(4,), trips=(4,))

    assert played.round.settlement is not None
    found = list(settled_in_order(played.round.settlement, played.script.rules))
    hands = [act for act in found if isinstance(act, RackedHand)]
    assert sorted(hand.seat for hand in hands) == [1, 4, 6]
    assert {hand.cards for hand in hands} == {2}
    moves = [act for act in found if isinstance(act, Movement)]
    assert tuple(moves) == played.round.settlement.movements


@pytest.mark.parametrize("place", PLACES)
def test_the_order_that_is_played_is_the_printed_one(place: str) -> None:
    """The option that may be filed otherwise says by itself what the text says."""
    rules = Felt(place).rules

    printed = [wager for wager in rules.fact("settlement.wagers") if wager in WAGERS[place]]
    assert printed == [wager for wager in rules.order if wager in WAGERS[place]] == WAGERS[place]
