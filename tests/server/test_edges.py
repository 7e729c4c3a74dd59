"""Edges are exact, worked out beside the game, and told when they are known."""

from __future__ import annotations

import threading
from fractions import Fraction

from pitboss.rules import Wager, rule_set
from pitboss.server.tables.default_rules import table_house
from pitboss.server.wire.table import Edge
from pitboss.server.worker.edges import Edges, SeatBets, figures, percent, seat_edge
from pitboss.server.worker.service import OddsService, usual_bounds
from tests.waiting import WAIT_S_MAX

BASE = Fraction(50643648973, 2317817502000)


def test_percent_is_rounded_to_three_decimals() -> None:
    assert percent(BASE) == "2.185"
    assert percent(Fraction(-1, 3)) == "−33.333"
    assert percent(Fraction(0)) == "0.000"


def test_the_edge_of_ante_and_blind_is_that_of_the_game() -> None:
    house = table_house(rule_set("maryland"), {})

    edge = seat_edge(house, SeatBets(ante=1_000))

    assert edge == Edge(
        percent="2.185",
        fraction="50643648973/2317817502000",
        loss_cents="21.85",
        of="of Ante, perfect play",
    )


def test_side_wagers_are_added_by_their_stakes() -> None:
    house = table_house(rule_set("maryland"), {})
    trips = figures(house)[Wager.TRIPS].edge

    edge = seat_edge(house, SeatBets(ante=1_000, trips=500))

    assert edge is not None
    assert Fraction(edge.fraction) == (1_000 * BASE + 500 * trips) / 1_500
    assert edge.of == "of Ante and Trips, perfect play"


def test_the_progressive_counts_with_the_meter_as_it_stands() -> None:
    house = table_house(rule_set("south-dakota"), {"progressive": "UTHP-02"})
    low = seat_edge(house, SeatBets(ante=500, progressive=100, meters=(("main", 100_000),)))
    high = seat_edge(house, SeatBets(ante=500, progressive=100, meters=(("main", 5_000_000),)))

    assert low is not None
    assert high is not None
    assert Fraction(low.fraction) > Fraction(high.fraction)
    assert "Progressive" in low.of


def test_nobody_waits_for_a_sum_and_who_asked_is_told() -> None:
    house = table_house(rule_set("catfish-bend"), {})
    told = threading.Event()
    odds = OddsService(usual_bounds())
    edges = Edges(told.set, odds)
    try:
        first = edges.of_tables(house)
        assert told.wait(WAIT_S_MAX)
        after = edges.of_tables(house)

        assert first == {}
        assert after[Wager.BLIND].edge == BASE
        heard = threading.Event()
        assert edges.of_seat(house, SeatBets(ante=500), heard.set) is None
        assert heard.wait(WAIT_S_MAX)
        assert edges.of_seat(house, SeatBets(ante=500), heard.set) is not None
        assert edges.of_seat(house, SeatBets(), heard.set) is None
    finally:
        odds.close()
