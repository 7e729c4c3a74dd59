"""Closing the bets: what is locked, what is counted; and which of two refusals is given."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.round import Reason, Refusal, Round, decide
from pitboss.round import command as ask
from pitboss.round.state import Phase
from pitboss.rules import Chips, Wager, in_force, rule_set
from tests.round.described import PLACES, PLAYER_DEALER
from tests.round.felt import Felt, bets

CLOSED_CITED = {
    "maryland": "MD-7.E",
    "south-dakota": "SD-4.s3",
    "california": "CA-DEAL.4.a",
    "catfish-bend": "IA-PROT.7",
    "royal-caribbean": "RC-BET.2",
}
COUNT_CITED = {"maryland": "MD-8.C.3", "south-dakota": "SD-4.s4"}
PROGRESSIVE = {"maryland": {"progressive": "A"}, "south-dakota": {"progressive": "PMG-01"}}
HOUSE = [place for place in PLACES if place not in PLAYER_DEALER]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "late",
    [
        bets(2, ante=20),
        bets(4, ante=10),
        ask.ClearBets(2),
        ask.CloseBets(),
        ask.TakeBank(5, Chips(50_000)),
    ],
)
def test_nothing_is_made_raised_or_withdrawn_after_closing(place: str, late: ask.Command) -> None:
    felt = Felt(place).bet(2).close()

    refusal = felt.refused(late)

    assert refusal.reason == Reason.BETS_CLOSED
    assert CLOSED_CITED[place] in refusal.cite.clauses
    assert refusal.notify == (place == "catfish-bend")  # IA-PROT.6: the supervisor is told


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "early", [bets(2, ante=10), ask.ClearBets(2), ask.CloseBets(), ask.TakeBank(3, Chips(500))]
)
def test_nothing_is_put_down_before_the_round_is_opened(place: str, early: ask.Command) -> None:
    decision = decide(Round(), early, in_force(rule_set(place)))

    assert isinstance(decision, Refusal)
    assert decision.reason == Reason.NOT_NOW


@pytest.mark.parametrize("place", PLACES)
def test_a_round_is_opened_once(place: str) -> None:
    assert Felt(place).reason(ask.Open()) == Reason.NOT_NOW


def test_a_stopped_game_opens_no_round() -> None:
    """CA-FEE.1: California alone has the switch."""
    rules = in_force(rule_set("california"), {"game.enabled": False})

    decision = decide(Round(), ask.Open(), rules)

    assert isinstance(decision, Refusal)
    assert decision.reason == Reason.GAME_STOPPED
    assert decision.cite.clauses == ("CA-FEE.1",)


@pytest.mark.parametrize("place", PLACES)
def test_betting_does_not_close_without_a_bet(place: str) -> None:
    assert Felt(place).reason(ask.CloseBets()) == Reason.NO_WAGER


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_no_hand_is_dealt_without_a_player_dealer(place: str) -> None:
    felt = Felt(place, bank=None).bet(2)

    refusal = felt.refused(ask.CloseBets())

    assert refusal.reason == Reason.NO_BANK
    house_never = {"california": "CA-WIN.10.3", "royal-caribbean": "RC-ROUND.19.3"}
    assert house_never[place] in refusal.cite.clauses


@pytest.mark.parametrize("place", HOUSE)
def test_there_is_no_player_dealer_where_the_house_banks(place: str) -> None:
    assert Felt(place).reason(ask.TakeBank(2, Chips(50_000))) == Reason.BANK_NOT_NEEDED


@pytest.mark.parametrize("place", PROGRESSIVE)
@pytest.mark.parametrize("counted", [0, 1, 3])
def test_progressive_chips_must_be_as_many_as_were_accepted(place: str, counted: int) -> None:
    felt = Felt(place, PROGRESSIVE[place], meters={"main": 20_000})
    felt.bet(2, 4, ante=10, progressive=1).bet(5)

    refusal = felt.refused(ask.CloseBets(counted))

    assert refusal.reason == Reason.PROGRESSIVE_COUNT
    assert COUNT_CITED[place] in refusal.cite.clauses
    assert refusal.facts["accepted"] == 2
    assert refusal.notify


@pytest.mark.parametrize("place", PROGRESSIVE)
def test_a_right_count_closes_the_bets(place: str) -> None:
    felt = Felt(place, PROGRESSIVE[place], meters={"main": 20_000})
    felt.bet(2, 4, ante=10, progressive=1).bet(5)

    felt.give(ask.CloseBets(2))

    assert felt.round.phase == Phase.LOCKED


@pytest.mark.parametrize("place", PROGRESSIVE)
def test_closing_puts_the_filed_part_of_each_progressive_wager_on_the_meter(place: str) -> None:
    options = {**PROGRESSIVE[place], "meter.rate": 15, "meter.seed": 10_000}
    felt = Felt(place, options, meters={"main": 10_000}).bet(1, 2, 3, ante=10, progressive=1)

    felt.close()

    assert felt.round.meters == {"main": 1_000_045}


def test_each_meter_is_fed_at_its_own_rate() -> None:
    options = {"progressive": "C", "meter.rate": {"mega": 10, "major": 5, "minor": "2.5%"}}
    meters = {"mega": 10_000, "major": 1000, "minor": 250}
    felt = Felt("maryland", options, meters=meters).bet(2, ante=10, progressive=5)

    felt.close()

    assert felt.round.fed == {"mega": 50, "major": 25, "minor": 12.5}


CAPPED = {"tips.capped_by_own": True}
OWN_TRIPS = {**CAPPED, "tips.trips_without_own": False}


@pytest.mark.parametrize(
    ("place", "options", "command", "reason"),
    [
        # The reasons in the order in which they are listed: each case has two faults.
        ("maryland", {}, bets(7), "no-such-seat"),
        ("california", {}, bets(3, ante=4), "bank-may-not-bet"),
        ("maryland", {}, bets(0), "no-such-seat"),
        ("maryland", {}, bets(2, ante="10.01", six_card=5), "not-offered"),
        ("maryland", {"limits.ante": {"min": 50}}, bets(2, ante=10, six_card=5), "not-offered"),
        ("california", {}, bets(2, ante="1.50"), "wager-increment"),
        ("california", {}, bets(2, ante=4, trips=60), "below-minimum"),
        ("california", {}, bets(2, ante=60, trips=4), "below-minimum"),
        ("california", {}, bets(2, ante=60, blind=10), "above-maximum"),
        ("maryland", {"progressive": "A"}, bets(2, ante=10, blind=5, progressive=2), "progressive"),
        ("maryland", {}, bets(2, ante=10, blind=0, trips=5), "ante-blind-unequal"),
        (
            "maryland",
            {"trips.mandatory": True, "progressive": "A"},
            bets(2, progressive=1),
            "needs",
        ),
        ("maryland", {"trips.mandatory": True}, bets(2, {"ante": 5}, ante=10), "trips-mandatory"),
        ("south-dakota", {}, bets(2, {"progressive": 1, "blind": 5}, trips=5), "tip-spot"),
        ("south-dakota", OWN_TRIPS, bets(2, {"trips": 6, "ante": 11}, ante=10), "tip-needs-wager"),
        ("south-dakota", CAPPED, bets(2, {"ante": 201}, ante=200), "tip-above-own"),
    ],
)
def test_where_two_reasons_apply_the_one_listed_first_is_given(
    place: str, options: dict[str, Any], command: ask.Command, reason: str
) -> None:
    felt = Felt(place, options)

    assert felt.reason(command).startswith(reason)


def test_the_same_bets_are_always_refused_for_the_same_reason() -> None:
    """Two wagers lack an Ante: the first in the order of the layout is named, whoever asks."""
    felt = Felt("maryland", {"six_card": "A", "progressive": "A"})

    refusal = felt.refused(bets(2, progressive=1, six_card=5, trips=5))

    assert refusal.facts["wager"] == Wager.TRIPS
