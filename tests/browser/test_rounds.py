"""Whole rounds under each of the five rule books, with every cent held against the slip.

Cards and cents are those of worked scenarios (`tests/scenarios`), named by their numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from playwright.sync_api import expect

from tests.browser.people import wait_for_cards
from tests.browser.room import Room
from tests.examples import first

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Case:
    """A round of one player: cards, bets, decisions, and what each wager brings, in cents."""

    rules: str
    hole: str
    dealer: str
    board: str
    bets: dict[str, int]
    acts: tuple[str, ...]
    net: int
    wagers: dict[str, int]
    clause: str
    says: str
    box: str = ""
    options: dict[str, object] = field(default_factory=dict)


CASES = {
    "s-md-01 two pair wins and the blind pushes": Case(
        "maryland", "Ks 7d", "9s Qd", "Kh 9d 4c 2s 7h",
        {"ante": 1000, "trips": 500}, ("Bet 4× · $40",),
        4500, {"ante": 1000, "blind": 0, "play": 4000, "trips": -500},
        "MD-11.H.3.c", "beats a pair of nines",
    ),
    "s-md-02 the dealer does not qualify": Case(
        "maryland", "9s Qc", "Kd Jc", "Ah 9d 4c 2s 7h",
        {"ante": 1000}, ("Bet 3× · $30",),
        3000, {"ante": 0, "blind": 0, "play": 3000},
        "MD-11.H.1", "Dealer does not qualify",
    ),
    "s-md-05 a tie": Case(
        "maryland", "4s 5h", "2c 3d", "Ah Ad Kc Ks Qh",
        {"ante": 2500, "trips": 500}, ("Check", "Bet 2× · $50"),
        -500, {"ante": 0, "blind": 0, "play": 0, "trips": -500},
        "MD-11.H.3.d", "ties two pair, aces and kings",
    ),
    "s-md-07 a fold, and trips still pays": Case(
        "maryland", "2c 3d", "As Kd", "7s 7h 7d Kc Qh",
        {"ante": 1000, "trips": 500}, ("Check", "Check", "Fold"),
        -500, {"ante": -1000, "blind": -1000, "trips": 1500},
        "MD-11.I.2", "You folded",
    ),
    # A dollar of Progressive beside it, which a pair of aces loses.
    "s-md-22 every wager of the felt": Case(
        "maryland", "Kh 3h", "As 9c", "Ac Ad 7s 8c 4d",
        {"ante": 1000, "trips": 500, "six_card": 500, "progressive": 100},
        ("Check", "Check", "Bet 1× · $10"),
        3900,
        {"ante": -1000, "blind": -1000, "play": -1000, "trips": -500, "six_card": 7500,
         "progressive": -100},
        "MD-12.E.1.g", "loses to three aces",
        box="2h 5h 9h Jd", options={"six_card": "A", "dealing": "shuffler"},
    ),
    "s-sd-03 a flush, three to two in cents": Case(
        "south-dakota", "Ah 5h", "Ks Tc", "Kh 8h 3h 2c Td",
        {"ante": 500, "trips": 500}, ("Bet 4× · $20",),
        6250, {"play": 2000, "ante": 500, "blind": 750, "trips": 3000},
        "SD-16.UTH", "beats two pair", options={"trips": "UTH-02"},
    ),
    "s-ia-02 a flush of twenty dollars": Case(
        "catfish-bend", "Ah 5h", "Ks Tc", "Kh 8h 3h 2c Td",
        {"ante": 2000, "trips": 1000}, ("Bet 4× · $80",),
        20000, {"play": 8000, "ante": 2000, "blind": 3000, "trips": 7000},
        "IA-BLIND.T", "beats two pair",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", first(3, CASES))
def test_a_round(room: Room, name: str) -> None:
    case = CASES[name]
    table = room.open(case.rules, options=case.options)
    room.lay({2: case.hole}, case.dealer, case.board, case.box)
    player = room.guest()

    player.sit(table, 2)
    player.deal(**case.bets)
    player.act(*case.acts)

    player.settled(1, case.net, **case.wagers)
    clause = player.slip(1).get_by_role("button", name=f"Clause {case.clause}", exact=True)
    expect(clause.first).to_be_visible()
    expect(player.page.get_by_role("main")).to_contain_text("qualif")
    expect(player.page.get_by_text(case.says).first).to_be_visible()


@pytest.mark.full
def test_catfish_bend_tells_the_floor_of_a_payout_of_a_hundred_dollars(room: Room) -> None:
    table = room.open("catfish-bend")
    room.lay({4: "Ah 5h"}, dealer="Ks Tc", board="Kh 8h 3h 2c Td")
    player, boss = room.guest(), room.boss()
    player.sit(table, 4)

    player.deal(ante=2000, trips=1000)
    player.act("Bet 4×")

    player.settled(1, 20000, play=8000, ante=2000, blind=3000, trips=7000)
    boss.see("/floor")
    notice = boss.page.get_by_role("article", name="Payout notice").filter(has_text=table)
    notice.get_by_role("button", name="Acknowledge").click()
    expect(notice).to_be_hidden()


def test_south_dakota_takes_trips_alone_and_pays_a_straight_five_to_one(room: Room) -> None:
    table = room.open("south-dakota", options={"trips": "UTH-02"})
    room.lay({2: "Js 7c"}, dealer="Kd 2h", board="8h 9d Tc 2s Kh")
    player = room.guest()
    player.sit(table, 2)

    player.deal(trips=1000)  # S-SD-01: there is nothing to decide

    player.settled(1, 5000, trips=5000)


def test_california_pays_a_straight_out_of_a_players_bank(room: Room) -> None:
    table = room.open("california")
    room.lay({4: "Js 7c"}, dealer="Kd 2h", board="8h 9d Tc 2s Kh")
    banker, player = room.guest(), room.guest()

    banker.sit(table, 3, 60_000)
    banker.take_bank(50000)
    player.sit(table, 4)
    player.deal(ante=1000, trips=500)
    player.act("Check", "Bet 2× · $20")

    # S-CA-01, and fee option 1: 50 cents a circle, a dollar of the bank up to $50 of action.
    player.settled(1, 6400, ante=1000, play=2000, blind=1000, trips=2500, fee=-100)
    banker.has(60000 - 6500 - 100)


@pytest.mark.full
def test_royal_caribbean_pays_a_flush_out_of_a_players_bank(room: Room) -> None:
    table = room.open("royal-caribbean")
    room.lay({2: "Ah 5h"}, dealer="Ks Tc", board="Kh 8h 3h 2c Td")
    banker, player = room.guest(), room.guest()

    banker.sit(table, 1)
    banker.take_bank(50000)
    player.sit(table, 2)
    player.deal(ante=1000, trips=500)
    wait_for_cards(player.mine, ["Ace of hearts", "5 of hearts"])
    player.act("Bet 4× · $40")

    player.settled(1, 10000, ante=1000, play=4000, blind=1500, trips=3500)  # S-RC-01
    banker.has(40000)


@pytest.mark.full
def test_a_bank_that_is_exhausted_pays_what_it_has_and_no_more(room: Room) -> None:
    table = room.open("royal-caribbean")
    room.lay({2: "7c 7d"}, dealer="9s Qd", board="Kh 9d 4c 2s 7h")
    banker, player = room.guest(), room.guest()
    banker.sit(table, 1)
    banker.take_bank(4500)
    player.sit(table, 2)

    player.deal(ante=1000, trips=500)
    player.act("Bet 3× · $30")

    # As S-CA-08, seat 6: Ante and Play take $40, and of $15 for Trips there are $5.
    player.settled(1, 4500, ante=1000, play=3000, blind=0, trips=500)
    banker.has(45500)
