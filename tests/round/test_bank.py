"""The player-dealer's stake: what it covers, wager by wager; amounts worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.round.movement import BANK
from pitboss.round.play import PlayedScript
from pitboss.rules.words import note_words
from tests.round.described import (
    PLAYER_DEALER,
    described_table,
    nets,
    notices,
    order_of,
    outcomes,
    settled,
    what_if,
)

CA, RC = PLAYER_DEALER
BOARD, DEALER = "Kh 9d 4c 2s 7h", "9s Qd"
# S-CA-08: order of settlement 4, 5, 6, 1, 2; the stake is $100.
S_CA_08: dict[int, dict[str, Any]] = {
    4: {"cards": "Ks Jd", "ante": 10, "acts": ["play 4x"]},
    5: {"cards": "Qc Jh", "ante": 10, "acts": ["check", "check", "play 1x"]},
    6: {"cards": "7c 7d", "ante": 10, "trips": 5, "acts": ["play 3x"]},
    1: {"cards": "3c 3d", "ante": 10, "acts": ["check", "check", "play 1x"]},
    2: {"cards": "Kd 2c", "ante": 10, "acts": ["play 4x"]},
}
WINNER = {"cards": "Ks Jd", "ante": 10, "acts": ["play 4x"]}  # due: Ante 10, Play 40, Blind push
LOSER = {"cards": "Qc Jh", "ante": 10, "acts": ["check", "check", "play 1x"]}  # owes 30
PUSHER = {"cards": "9h Qs", "ante": 10, "acts": ["play 4x"]}  # the dealer's hand again


def banked(
    seats: dict[int, dict[str, Any]],
    stake: int,
    place: str = CA,
    options: dict[str, Any] | None = None,
) -> PlayedScript:
    return settled(
        described_table(place, seats, dealer=DEALER, board=BOARD, bank=(3, stake), options=options)
    )


def net(played: PlayedScript, seat: int) -> int:
    return sum(nets(played, seat).values())


def bank(played: PlayedScript) -> tuple[int, int]:
    """Give what the bank paid and collected, in cents."""
    assert played.round.settlement is not None
    movements = played.round.settlement.movements
    paid = sum(m.paid for m in movements if m.payer == BANK)
    return paid, sum(m.taken for m in movements if m.collector == BANK)


def cited(played: PlayedScript, seat: int, wager: str) -> tuple[str, ...]:
    assert played.round.settlement is not None
    return next(m.cite.clauses for m in played.round.settlement.of(seat) if m.wager == wager)


def note(played: PlayedScript, seat: int, wager: str) -> str:
    assert played.round.settlement is not None
    return next(note_words(m) for m in played.round.settlement.of(seat) if m.wager == wager)


@pytest.mark.parametrize(
    ("model", "seats", "paid", "collected"),
    [
        ("gross", {4: 50, 5: -30, 6: 50, 1: 0, 2: 0}, 100, 30),
        ("net", {4: 50, 5: -30, 6: 55, 1: -30, 2: 50}, 155, 60),
        ("action", {4: 50, 5: -30, 6: 20, 1: 0, 2: 0}, 70, 30),
        ("result", {4: 50, 5: -30, 6: 50, 1: 0, 2: 0}, 100, 30),
    ],
)
def test_the_same_round_under_four_models(
    model: str, seats: dict[int, int], paid: int, collected: int
) -> None:
    """S-CA-08 and S-CA-09."""
    played = banked(S_CA_08, 100, options={"bank.model": model})

    assert {seat: net(played, seat) for seat in seats} == {s: n * 100 for s, n in seats.items()}
    assert bank(played) == (paid * 100, collected * 100)


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_the_gross_model_holds_unless_another_is_filed(place: str) -> None:
    played = banked(S_CA_08, 100, place)

    assert bank(played) == (10_000, 3_000)


def test_an_exhausted_bank_returns_winning_losing_and_pushing_wagers_alike() -> None:
    played = banked(S_CA_08, 100)

    assert outcomes(played, 1) == {"ante": "returned", "play": "returned", "blind": "returned"}
    assert outcomes(played, 2) == {"ante": "returned", "play": "returned", "blind": "returned"}
    assert cited(played, 2, "play")[-2:] == ("CA-TYPE.3", "CA-ACT.3")
    assert "bank-exhausted" in notices(played)


def test_a_winner_paid_in_part_gets_the_stake_back_in_full() -> None:
    played = banked(S_CA_08, 100)

    assert nets(played, 6)["trips"] == 1000  # of $15.00 due
    assert outcomes(played, 6)["trips"] == "win"
    assert cited(played, 6, "trips")[-2:] == ("CA-TYPE.2", "CA-WIN.10.2")
    assert note(played, 6, "trips").startswith("paid in part")


def test_one_large_blind_and_trips_empty_the_bank() -> None:
    """S-CA-11."""
    seats: dict[int, dict[str, Any]] = {
        4: {"cards": "8h 9h", "ante": 5, "trips": 5, "acts": ["play 4x"]},
        5: {"cards": "Qs Js", "ante": 5, "acts": ["check", "check", "play 1x"]},
    }
    data = described_table(CA, seats, dealer="Kd Ks", board="5h 6h 7h Kc 2d", bank=(3, 300))

    played = settled(data)

    assert nets(played, 4) == {"ante": 500, "play": 2000, "blind": 25_000, "trips": 2500}
    assert set(outcomes(played, 5).values()) == {"returned"}
    assert bank(played) == (30_000, 0)


def test_with_trips_settled_before_blind_the_split_differs() -> None:
    seats = {4: {"cards": "8h 9h", "ante": 5, "trips": 5, "acts": ["play 4x"]}}
    order = ["ante", "play", "trips", "blind"]
    data = described_table(
        CA,
        seats,
        dealer="Kd Ks",
        board="5h 6h 7h Kc 2d",
        bank=(3, 300),
        options=what_if({"settle.order": order}),
    )

    played = settled(data)

    # 300 - 5 - 20 - 200 leaves 75 of the 250 due on the Blind.
    assert nets(played, 4) == {"ante": 500, "play": 2000, "trips": 20_000, "blind": 7500}


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_a_bank_spent_exactly_at_a_wager_covers_none_after_it(place: str) -> None:
    played = banked({4: WINNER, 5: LOSER}, 50, place)

    assert nets(played, 4) == {"ante": 1000, "play": 4000, "blind": 0}
    assert outcomes(played, 4)["blind"] == "returned"  # a push, but nothing is covered any more
    assert set(outcomes(played, 5).values()) == {"returned"}
    assert bank(played) == (5000, 0)


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_a_bank_with_a_dollar_left_still_collects(place: str) -> None:
    played = banked({4: WINNER, 5: LOSER}, 51, place)

    assert outcomes(played, 4)["blind"] == "push"
    assert net(played, 5) == -3000
    assert bank(played) == (5000, 3000)


def test_collections_do_not_refill_a_gross_bank() -> None:
    played = banked({4: LOSER, 5: WINNER}, 30)

    assert nets(played, 5) == {"ante": 1000, "play": 2000, "blind": 0}
    assert bank(played) == (3000, 3000)


def test_collections_refill_a_net_bank() -> None:
    played = banked({4: LOSER, 5: WINNER}, 30, options={"bank.model": "net"})

    assert nets(played, 5) == {"ante": 1000, "play": 4000, "blind": 0}
    assert bank(played) == (5000, 3000)


def test_a_net_bank_at_its_full_loss_still_collects_and_is_refilled() -> None:
    """P-03."""
    seats = {4: WINNER, 5: LOSER, 6: {"cards": "Kc 2c", "ante": 5, "acts": ["play 4x"]}}

    played = banked(seats, 50, options={"bank.model": "net"})

    assert net(played, 4) == 5000
    assert net(played, 5) == -3000
    assert nets(played, 6) == {"ante": 500, "play": 2000, "blind": 0}  # $25 of the $30 collected


def test_a_net_bank_with_nothing_left_returns_a_winning_wager() -> None:
    seats = {4: WINNER, 5: {"cards": "Kc 2c", "ante": 5, "acts": ["play 4x"]}}

    played = banked(seats, 50, options={"bank.model": "net"})

    assert outcomes(played, 5) == {"ante": "returned", "play": "returned", "blind": "push"}
    assert "bank" in note(played, 5, "ante")


LOSERS = {5: LOSER, 6: LOSER | {"cards": "Jc 8s"}, 1: LOSER | {"cards": "3c 3d"}}


@pytest.mark.parametrize(("model", "collected"), [("gross", 6000), ("result", 9000)])
def test_a_result_bank_wins_back_what_it_paid_before(model: str, collected: int) -> None:
    played = banked({4: WINNER, **LOSERS}, 60, options={"bank.model": model})

    assert bank(played) == (5000, collected)


def test_a_result_bank_is_never_ahead_by_more_than_its_stake() -> None:
    played = banked({**LOSERS, 2: WINNER}, 60, options={"bank.model": "result"})

    assert bank(played) == (5000, 6000)  # $60 are collected before the first payoff, and no more
    assert outcomes(played, 1) == {"ante": "returned", "play": "returned", "blind": "returned"}
    assert cited(played, 1, "ante")[-1] == "CA-TYPE.2"


def test_a_result_bank_without_a_win_cap_collects_all() -> None:
    played = banked({**LOSERS, 2: WINNER}, 60, RC, options={"bank.model": "result"})

    assert bank(played) == (5000, 9000)


def test_an_exhausted_result_bank_returns_everything() -> None:
    played = banked({4: WINNER, 5: LOSER}, 50, options={"bank.model": "result"})

    assert outcomes(played, 5) == {"ante": "returned", "play": "returned", "blind": "returned"}


def test_each_dollar_of_an_action_bank_is_used_once() -> None:
    played = banked({4: LOSER, 5: WINNER}, 50, options={"bank.model": "action"})

    # 30 collected leave 20: the Ante in full, 10 of the 40 on Play.
    assert nets(played, 5) == {"ante": 1000, "play": 1000, "blind": 0}
    assert bank(played) == (2000, 3000)


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_an_action_bank_collects_no_more_than_is_left(place: str) -> None:
    played = banked({4: WINNER, 5: LOSER}, 65, place, options={"bank.model": "action"})

    # 50 paid leave 15: the Ante in full, half of the Play, none of the Blind.
    assert nets(played, 5) == {"ante": -1000, "play": -500, "blind": 0}
    assert outcomes(played, 5)["blind"] == "returned"


# -- what a bank may win --


def test_a_californian_bank_may_not_win_more_than_its_stake() -> None:
    played = banked({4: LOSER, 5: LOSER | {"cards": "Jc 8s"}}, 45)

    # 30 of seat 4, then 10 and half of 10; the rest goes back.
    assert nets(played, 5) == {"ante": -1000, "play": -500, "blind": 0}
    assert outcomes(played, 5) == {"ante": "lose", "play": "lose", "blind": "returned"}
    assert note(played, 5, "play").startswith("collected in part")
    assert cited(played, 5, "play")[-1] == "CA-TYPE.2"


def test_a_bank_that_won_its_stake_still_pays() -> None:
    played = banked({4: LOSER, 5: WINNER}, 30)

    assert bank(played)[0] == 3000


def test_the_cap_on_winning_may_be_filed_away() -> None:
    options = what_if({"bank.win_cap": False})

    played = banked({4: LOSER, 5: LOSER | {"cards": "Jc 8s"}}, 45, options=options)

    assert bank(played) == (0, 6000)


def test_a_royal_caribbean_bank_wins_without_a_cap() -> None:
    """S-RC-05."""
    seats: dict[int, dict[str, Any]] = {
        4: {"cards": "9s Qd", "ante": 10, "acts": ["play 4x"]},
        5: {"cards": "Qc Jh", "ante": 5, "acts": ["check", "check", "play 1x"]},
    }
    data = described_table(RC, seats, dealer="Kd Kc", board=BOARD, bank=(3, 40))

    played = settled(data)

    assert net(played, 4) == -6000
    assert net(played, 5) == -1500
    assert bank(played) == (0, 7500)


def test_a_royal_caribbean_bank_may_be_filed_with_a_cap() -> None:
    played = banked(
        {4: LOSER, 5: LOSER | {"cards": "Jc 8s"}}, 45, RC, options={"bank.win_cap": True}
    )

    assert bank(played) == (0, 4500)
    assert cited(played, 5, "blind")[-1] == "RC-ROUND.19.2"


def test_a_net_bank_may_win_its_stake_beyond_what_it_paid() -> None:
    seats = {4: WINNER, 5: LOSER, 6: LOSER | {"cards": "Jc 8s"}}

    played = banked(seats, 50, options={"bank.model": "net"})

    assert bank(played) == (5000, 6000)


FOLDER = {"cards": "3c 5h", "ante": 10, "acts": ["check", "check", "fold"]}


def test_folded_wagers_count_first_toward_the_cap() -> None:
    """Seat 4 comes first in the pass, but seat 1's fold was collected before it (A-CA-10)."""
    played = banked({1: FOLDER, 4: LOSER}, 30)

    assert net(played, 1) == -2000
    assert nets(played, 4) == {"ante": -1000, "play": 0, "blind": 0}


def test_folded_wagers_may_be_filed_to_count_in_their_turn() -> None:
    played = banked({1: FOLDER, 4: LOSER}, 30, options={"bank.folds_first": False})

    assert net(played, 4) == -3000
    assert set(outcomes(played, 1).values()) == {"returned"}


def test_a_fold_after_exhaustion_was_collected_before() -> None:
    played = banked({1: FOLDER, 4: WINNER}, 50)

    assert net(played, 1) == -2000
    assert net(played, 4) == 5000


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_a_push_before_exhaustion_stays_a_push(place: str) -> None:
    played = banked({4: PUSHER, 5: WINNER}, 50, place)

    assert set(outcomes(played, 4).values()) == {"push"}
    assert order_of(played)[0] == "4 ante"


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_a_stake_large_enough_covers_everything(place: str) -> None:
    played = banked(S_CA_08, 1000, place)

    assert bank(played) == (15_500, 6_000)
    assert "bank-exhausted" not in notices(played)
