"""What the coach does not count is said, and only where it could matter."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pitboss.cards import parse_cards
from pitboss.coach.pricing import price
from pitboss.coach.situation import Situation, situation_of
from pitboss.odds import game_of
from pitboss.round.state import Phase
from pitboss.round.view import RoundView, SpotView
from pitboss.rules import Chips, Street, Wager, rule_set
from pitboss.server.tables.default_rules import table_house
from pitboss.table import rules_of

SHARED = "One payout limit holds for all hands of the round"
BANK = "A player banks; that the bank may run out is not counted."
Stakes = Mapping[Wager, int]


def stakes(ante: int, **more: int) -> Stakes:
    """Dollars on each wager."""
    sides = {Wager(name.replace("_", "-")): dollars for name, dollars in more.items()}
    return {Wager.ANTE: ante, Wager.BLIND: ante, **sides}


def asked(rules: str, *seats: Stakes, bank: int = 0) -> Situation:
    """Seat 1 holds king and queen on the river, others beside it; a bank in dollars."""
    spots = tuple(
        SpotView(
            seat=number,
            wagers={wager: Chips(100 * dollars) for wager, dollars in given.items()},
            tips={},
            held=2,
            cards=parse_cards("Kd Qh") if number == 1 else (),
            hand="",
            times=0,
            folded=False,
            dead=False,
        )
        for number, given in enumerate(seats, 1)
    )
    choice = table_house(rule_set(rules), {})
    seen = RoundView(
        phase=Phase.DECIDING,
        street=Street.RIVER,
        spots=spots,
        bank=(9, Chips(100 * bank)) if bank else None,
        board=parse_cards("4s 5h 6d 8c 9d"),
        dealer=(),
        dealer_held=2,
        dealer_hand="",
        box=(),
        set_aside=(),
        turn=1,
    )
    found = situation_of(seen, 1, game_of(rules_of(choice)), 10_000_000, choice)
    assert found is not None
    return found


def said(situation: Situation) -> str:
    return " ".join(price(situation).reason)


@pytest.mark.parametrize(
    ("seats", "is_said"),
    [
        ((stakes(100),), False),  # alone the limit is in the values
        ((stakes(10), stakes(10)), False),  # two royal flushes are paid 10,100 dollars
        ((stakes(10), stakes(10), stakes(50)), True),
        ((stakes(10), stakes(10, progressive=1)), True),  # a meter may pay any sum
    ],
)
def test_a_shared_limit_is_said_where_it_may_bind(seats: tuple[Stakes, ...], is_said: bool) -> None:
    assert (SHARED in said(asked("catfish-bend", *seats))) is is_said


def test_a_bank_is_said_where_its_stake_may_end() -> None:
    assert BANK in said(asked("california", stakes(10), bank=200))
    assert BANK not in said(asked("california", stakes(10), bank=10_000))


@pytest.mark.parametrize("rules", ["maryland", "south-dakota", "royal-caribbean"])
def test_where_the_house_banks_without_such_a_limit_nothing_is_left_out(rules: str) -> None:
    assert asked(rules, stakes(1_000), stakes(1_000)).left_out == ()
