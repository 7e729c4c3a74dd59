"""Every line of every paytable, paid through the decider; odds typed from the documents."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.round.described import described, nets, settled

# hand: the player's two cards, the dealer's, the board. The player beats the dealer with it.
HANDS = {
    "royal-flush": ("As Ks", "2c 3d", "Ts Js 4d Qs 2h"),
    "straight-flush": ("8h 9h", "Kd 3s", "5h 6h 7h Kc 2d"),
    "four-of-a-kind": ("8h As", "Kd 3s", "8s 8d Kh 8c 2d"),
    "full-house": ("Qh 9c", "Kd 3s", "Qs Qd 6h 6c 2d"),
    "flush": ("Ah 5h", "Kd 4s", "Kh 8h 3h 2c Td"),
    "straight": ("Js 7c", "Kd 3d", "8h 9d Tc 2s Kh"),
    "three-of-a-kind": ("6c 6d", "Qs 2h", "6h Qc Jd 4s 8h"),
    "two-pair": ("Ks 7d", "9s Qd", "Kh 9d 4c 2s 7h"),
    "pair": ("As 4d", "9s Qd", "Ah 9d 5c 2s 7h"),
    "first-five royal": ("As Ks", "2c 3d", "Ts Js Qs 4d 2h"),
    "first-five royal-flush": ("As Ks", "2c 3d", "Ts Js Qs 4d 2h"),
    "first-five straight-flush": ("8h 9h", "Kd 3s", "5h 6h 7h Kc 2d"),
    "first-five four-of-a-kind": ("8h 8c", "Kd 3s", "8s 8d Kh 4c 2d"),
    "first-five full-house": ("Qh 9c", "Kd 3s", "Qs Qd 9h 6c 2d"),
    "first-five flush": ("Ah 5h", "Kd 4s", "Kh 8h 3h 2c Td"),
    "first-five straight": ("Js 7c", "Kd 3d", "8h 9d Tc 2s Kh"),
    "first-five three-of-a-kind": ("6c 6d", "Qs 2h", "6h Qc Jd 4s 8h"),
    "late flush": ("Ah 5h", "Kd 4s", "Kh 8h 3c 2h Td"),
    "late straight": ("Js 7c", "Kd 3d", "8h 9d 2s Tc Kh"),
    "late three-of-a-kind": ("6c 6d", "Qs 2h", "4s Qc Jd 6h 8h"),
    "community royal": ("4s 5c", "2c 3d", "Th Jh Qh Kh Ah"),
}
LATER = ("royal-flush", "community royal", "late flush", "late straight", "late three-of-a-kind")
LADDER = ("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight")
TRIPS_LADDER = (*LADDER, "three-of-a-kind")
BELOW = ("two-pair", "pair")

BLIND = dict(zip(LADDER, map(Fraction, ("500", "50", "10", "3", "3/2", "1")), strict=True))
BLIND_TABLES = {
    ("maryland", "A"): BLIND,
    ("maryland", "B"): BLIND | {"straight": Fraction(0)},
    ("south-dakota", ""): BLIND,
    ("california", ""): BLIND,
    ("catfish-bend", ""): BLIND,
    ("royal-caribbean", ""): BLIND,
}
TRIPS_A = (50, 40, 30, 9, 7, 4, 3)
TRIPS_B = (50, 40, 30, 8, 6, 5, 3)
TRIPS_C = (50, 40, 30, 8, 7, 4, 3)
TRIPS_D = (50, 40, 20, 7, 6, 5, 3)
TRIPS_TABLES = {
    ("maryland", "A"): TRIPS_A,
    ("maryland", "B"): TRIPS_B,
    ("maryland", "C"): TRIPS_C,
    ("maryland", "D"): TRIPS_D,
    ("south-dakota", "UTH-01"): TRIPS_A,
    ("south-dakota", "UTH-02"): TRIPS_B,
    ("south-dakota", "UTH-03"): TRIPS_C,
    ("south-dakota", "UTH-04"): TRIPS_D,
    ("california", ""): TRIPS_B,
    ("catfish-bend", ""): TRIPS_C,
    ("royal-caribbean", ""): TRIPS_C,
}

# What is handed over for a $5 Progressive wager, the meters standing as here.
METERS = {"main": 1_000_000, "mega": 20_000, "major": 3_000, "minor": 400}
HANDED = {
    ("maryland", "A"): (1_000_000, 100_000, 1505, 255, 205, 155, 50),
    ("maryland", "B"): (3_000, 400, 1500, 250, 200, 150, 45),
    ("maryland", "C"): (20_000, 3_000, 400, 250, 200, 150, 50),
    ("maryland", "D"): (20_000, 3_000, 400, 250, 200, 150, 45),
    ("south-dakota", "PMG-01"): (1_000_000, 100_000, 1500, 250, 200, 150, 45),
    ("south-dakota", "PMG-02"): (1_000_000, 100_000, 1500, 250, 200, 150, 45),
    ("south-dakota", "UTHP-01"): (50_000, 1250, 500, 50, 0, 0, 0),
    ("south-dakota", "UTHP-02"): (1_000_000, 1250, 375, 50, 0, 0, 0),
}
ROYALS = {
    ("UTHP-01", "first-five royal"): 1_000_000,
    ("UTHP-01", "community royal"): 15_000,
    ("UTHP-02", "first-five royal"): 1_000_000,
    ("UTHP-02", "community royal"): 5_000,
    ("PMG-01", "community royal"): 1_000_000,
    ("PMG-02", "first-five royal"): 1_000_000,
}

# Six cards: the player's two, then the box; net of a $5 wager under A and under B.
SIX_CARD = {
    ("Ad Kd", "Qd Jd Td 9d"): (1_000_000, 100_000),
    ("Ah Kh", "Qh Jh Th 9h"): (100_000, 100_000),
    ("As Ks", "Qs Js Ts 9s"): (100_000, 100_000),
    ("Ac Kc", "Qc Jc Tc 9c"): (100_000, 100_000),
    ("Ad Kd", "Qd Jd Td 9s"): (5_000, 5_000),
    ("Kd Qd", "Jd Td 9d 8d"): (1_000, 1_000),
    ("9h 9c", "9s 9d 4c 4h"): (250, 250),
    ("9h 9c", "9s 4d 4c Kh"): (100, 100),
    ("Kh 3h", "2h 5h 9h Jd"): (75, 75),
    ("9h 8c", "7s 6d 5c Kh"): (50, 50),
    ("9h 9c", "9s 4d 5c Kh"): (25, 25),
    ("9h 2c", "9s 4d 4c Kh"): (-5, -5),
}


@pytest.mark.parametrize(("place", "table"), BLIND_TABLES)
@pytest.mark.parametrize("hand", [*LADDER, "three-of-a-kind", *BELOW])
def test_a_winning_blind_is_paid_by_its_line_or_pushes(place: str, table: str, hand: str) -> None:
    player, dealer, board = HANDS[hand]
    options = {"blind": table} if table else {}

    played = settled(
        described(place, player=player, dealer=dealer, board=board, options=options, ante=10)
    )

    odds = BLIND_TABLES[place, table].get(hand, Fraction(0))
    assert nets(played) == {"ante": 1000, "blind": 1000 * odds, "play": 1000}


@pytest.mark.parametrize(("place", "table"), TRIPS_TABLES)
@pytest.mark.parametrize("hand", [*TRIPS_LADDER, *BELOW])
def test_trips_is_paid_by_its_line_or_lost(place: str, table: str, hand: str) -> None:
    player, dealer, board = HANDS[hand]
    options = {"trips": table} if table else {}

    played = settled(
        described(
            place, player=player, dealer=dealer, board=board, options=options, ante=10, trips=5
        )
    )

    odds = dict(zip(TRIPS_LADDER, TRIPS_TABLES[place, table], strict=True)).get(hand, -1)
    assert nets(played)["trips"] == 500 * odds


def progressive_handed(place: str, table: str, hand: str, cards: str = "seven") -> int:
    """Settle a $5 Progressive wager and give what is handed over, in dollars."""
    player, dealer, board = HANDS[hand]
    printed = {"A": ("main",), "B": ("major", "minor"), "C": ("mega", "major", "minor")}
    names = printed.get("C" if table == "D" else table, ("main",))
    seeds = dict.fromkeys(names, 10_000)
    options: dict[str, Any] = {
        "progressive": table,
        "progressive.wagers": [5],
        "meter.seed": seeds,
        "progressive.cards": cards,
        "return.above_stake": True,
    }
    if place == "south-dakota":
        options["meter.seed_wager"] = 5
    played = settled(
        described(
            place,
            player=player,
            dealer=dealer,
            board=board,
            options=options,
            meters={name: METERS[name] for name in names},
            ante=10,
            progressive=5,
        )
    )
    return (nets(played)["progressive"] + 500) // 100


@pytest.mark.parametrize(("place", "table"), HANDED)
@pytest.mark.parametrize("hand", [*TRIPS_LADDER, *BELOW])
def test_progressive_hands_over_what_its_line_says(place: str, table: str, hand: str) -> None:
    handed = dict(zip(TRIPS_LADDER, HANDED[place, table], strict=True)).get(hand, 0)

    assert progressive_handed(place, table, hand) == handed


BY_FLOP = [named for named in HANDED if not named[1].startswith("UTHP")]


@pytest.mark.parametrize(("place", "table"), BY_FLOP)
@pytest.mark.parametrize("hand", [f"first-five {hand}" for hand in TRIPS_LADDER])
def test_progressive_by_the_flop_hands_over_what_its_line_says(
    place: str, table: str, hand: str
) -> None:
    line = hand.removeprefix("first-five ")
    handed = dict(zip(TRIPS_LADDER, HANDED[place, table], strict=True))[line]

    assert progressive_handed(place, table, hand, "hole-and-flop") == handed


@pytest.mark.parametrize(("place", "table"), BY_FLOP)
@pytest.mark.parametrize("hand", LATER)
def test_progressive_by_the_flop_does_not_see_turn_and_river(
    place: str, table: str, hand: str
) -> None:
    assert progressive_handed(place, table, hand, "hole-and-flop") == 0


@pytest.mark.parametrize(("table", "hand"), ROYALS)
def test_royals_are_told_apart_by_where_they_came_from(table: str, hand: str) -> None:
    assert progressive_handed("south-dakota", table, hand) == ROYALS[table, hand]


@pytest.mark.parametrize("table", ["A", "B"])
@pytest.mark.parametrize(("player", "box"), SIX_CARD)
def test_six_card_is_paid_by_the_two_cards_and_the_box(table: str, player: str, box: str) -> None:
    played = settled(
        described(
            "maryland",
            player=player,
            box=box,
            dealer="6s 6h",
            board="2s 7h 8s 5s 3s",
            options={"six_card": table},
            ante=10,
            trips=5,
            six_card=5,
        )
    )

    wanted = SIX_CARD[player, box]["AB".index(table)]
    assert nets(played)["six_card"] == 100 * wanted
