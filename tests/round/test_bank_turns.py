"""Who may bank: the stake, two hands in a row, the offer clockwise, the pause in between."""

from __future__ import annotations

import pytest

from pitboss.round import Reason
from pitboss.round import command as ask
from pitboss.round.bets import may_bank, next_banker
from pitboss.round.state import Bank, TableFacts
from pitboss.rules import Chips, dollars, in_force, rule_set
from tests.round.described import PLAYER_DEALER
from tests.round.felt import Felt

TURN_CITED = {
    "california": ("CA-TYPE.4", "CA-WIN.11.1"),
    "royal-caribbean": ("RC-STD.3", "RC-ROUND.20.1"),
}
SEATS = (1, 2, 3, 4, 5, 6)
NOBODY: frozenset[int] = frozenset()


def take(seat: int, stake: object) -> ask.TakeBank:
    return ask.TakeBank(seat, dollars(stake))


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_a_seat_takes_the_bank_with_its_stake(place: str) -> None:
    felt = Felt(place, bank=None)

    felt.give(take(3, 100))

    assert felt.round.bank == Bank(3, Chips(10_000))


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_the_stake_has_no_upper_end(place: str) -> None:
    felt = Felt(place, bank=None)

    felt.give(take(3, 10_000_000))

    assert felt.round.bank == Bank(3, Chips(1_000_000_000))


@pytest.mark.parametrize(
    ("place", "least", "below"), [("california", 5, 4), ("royal-caribbean", "0.02", "0.01")]
)
def test_the_least_stake_is_the_table_minimum(place: str, least: object, below: object) -> None:
    felt = Felt(place, bank=None)

    refusal = felt.refused(take(3, below))

    assert refusal.reason == Reason.BANK_STAKE
    assert refusal.cite.readings == ("A-CA-26",)
    felt.give(take(3, least))


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_a_filed_least_stake_is_kept(place: str) -> None:
    felt = Felt(place, {"pd.min_wager": 100}, bank=None)

    assert felt.reason(take(3, 99)) == Reason.BANK_STAKE
    felt.give(take(3, 100))


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_a_seat_that_has_bet_may_not_take_the_bank(place: str) -> None:
    felt = Felt(place, bank=None).bet(3)

    assert felt.reason(take(3, 100)) == Reason.BANK_MAY_NOT_BET


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_another_seat_may_not_take_a_bank_that_is_taken(place: str) -> None:
    felt = Felt(place, bank=(3, 100))

    assert felt.reason(take(4, 100)) == Reason.BANK_TAKEN


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_the_banker_may_put_up_another_stake_while_betting_is_open(place: str) -> None:
    felt = Felt(place, bank=(3, 100))

    felt.give(take(3, 250))

    assert felt.round.bank == Bank(3, Chips(25_000))


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_there_is_no_bank_at_a_seat_that_does_not_exist(place: str) -> None:
    assert Felt(place, bank=None).reason(take(7, 100)) == Reason.NO_SUCH_SEAT


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_nobody_banks_a_third_hand_in_a_row(place: str) -> None:
    felt = Felt(place, facts=TableFacts(recent_banks=(3, 3)), bank=None)

    refusal = felt.refused(take(3, 100))

    assert refusal.reason == Reason.BANK_TURN_OVER
    assert refusal.cite.clauses == TURN_CITED[place]
    assert refusal.facts["most"] == 2


@pytest.mark.parametrize("place", PLAYER_DEALER)
@pytest.mark.parametrize(
    ("recent", "may"),
    [
        ((), True),
        ((3,), True),
        ((3, 3), False),
        ((4, 3), True),
        ((3, 3, 4), True),  # A-CA-17: one hand of another seat is enough
        ((3, 4, 3), True),
        ((4, 3, 3), False),
        ((3, 3, 4, 3), True),
        ((3, 3, 4, 3, 3), False),
        ((4, 4), True),
    ],
)
def test_two_hands_in_a_row_then_another_seat(
    place: str, recent: tuple[int, ...], may: bool
) -> None:
    assert may_bank(3, recent, in_force(rule_set(place))) == may


@pytest.mark.parametrize("place", PLAYER_DEALER)
@pytest.mark.parametrize(
    ("recent", "may"),
    [((3, 3, 4), False), ((3, 3, 4, 4), True), ((3, 3, 4, 5), True), ((3, 4), True)],
)
def test_the_pause_may_be_filed_longer(place: str, recent: tuple[int, ...], may: bool) -> None:
    rules = in_force(rule_set(place), {"pd.break_hands": 2})

    assert may_bank(3, recent, rules) == may


@pytest.mark.parametrize("place", PLAYER_DEALER)
@pytest.mark.parametrize(
    ("recent", "declined", "offered"),
    [
        ((), NOBODY, 1),
        ((3,), NOBODY, 3),  # one hand banked: a second may follow
        ((3,), frozenset({3}), 4),
        ((3, 3), NOBODY, 4),
        ((3, 3), frozenset({4}), 5),  # S-CA-17: seat 4 declines
        ((6, 6), NOBODY, 1),
        ((3, 3), frozenset({4, 5, 6, 1}), 2),
        ((3, 3), frozenset({4, 5, 6, 1, 2}), None),  # no hand is dealt: the house never banks
    ],
)
def test_the_bank_is_offered_clockwise(
    place: str, recent: tuple[int, ...], declined: frozenset[int], offered: int | None
) -> None:
    assert next_banker(SEATS, recent, declined, in_force(rule_set(place))) == offered


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_a_banker_who_has_left_the_table_is_not_offered_the_bank(place: str) -> None:
    assert next_banker((1, 5, 6), (3,), NOBODY, in_force(rule_set(place))) == 5


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_a_lone_seat_may_not_bank_forever(place: str) -> None:
    assert next_banker((3,), (3, 3), NOBODY, in_force(rule_set(place))) is None
