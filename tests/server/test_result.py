"""The parts of a result add up to what the chips changed by, and say it in words."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.ledger.accounts import seat_account
from pitboss.ledger.transfers import round_transfers
from pitboss.round import Round, evolve
from pitboss.round.movement import BANK, Movement, MovementReason
from pitboss.rules import SET_NAMES, Chips, Outcome, Wager, in_force, rule_set
from pitboss.server.views.phrases import move_words
from pitboss.server.views.result import banked, parts
from pitboss.server.views.table import move
from tests.examples import examples
from tests.round.rounds import Table, whole_round
from tests.table.nights import Night

SEEDS = st.integers(0, 2**40)
CALIFORNIA = in_force(rule_set("california"), {})


def gained(table: Table) -> Counter[str]:
    """What each seat's chips changed by, from the transfers of the ledger."""
    found: Counter[str] = Counter()
    round_ = Round()
    for event in table.events:
        for one in round_transfers(round_, event):
            found[one.source] -= one.chips  # type: ignore[assignment]  # fractions of a cent on meters
            found[one.target] += one.chips  # type: ignore[assignment]  # fractions of a cent on meters
        round_ = evolve(round_, event)
    return found


@pytest.mark.parametrize("name", SET_NAMES)
@given(seed=SEEDS)
@settings(max_examples=examples(80))
def test_the_parts_of_any_settlement_add_up_to_what_the_seat_won_or_lost(
    name: str, seed: int
) -> None:
    table = whole_round(seed, name=name)
    round_, settlement = table.round, table.round.settlement
    assert settlement is not None
    books = gained(table)
    bank = banked(round_)
    seats = {spot.seat for spot in round_.spots} | ({bank.seat} if bank else set())

    for seat in seats:
        found = list(parts(round_, settlement, seat))
        assert sum(part.net for part in found) == books[seat_account(seat)]
        assert round_.net(seat) == books[seat_account(seat)]
        assert len({part.name for part in found}) == len(found)

        # The same from the lines of a slip: each move, then the bank's and the fee.
        slip = [move(m, table.rules) for m in settlement.movements if m.seat == seat]
        rest = sum(part.net for part in found if part.name in ("fee", "bank"))
        assert sum(line.net for line in slip) + rest == books[seat_account(seat)]
    if bank is not None:
        lines = [move(m, table.rules) for m in settlement.movements]
        assert sum(line.bank for line in lines) == bank.collected - bank.paid


def test_who_banks_is_told_what_was_collected_and_paid_and_that_it_ran_out() -> None:
    night = Night("california", {"fees": 2}, chips={1: 200, 2: 1_000, 3: 1_000})
    night.open().bank(1, 30).bet(2, 3, ante=10)
    night.deal(p2="As Kd", p3="Ac Kc", dealer="2c 7d", board="Ah Kh 3s 4d 8c").everyone("4x")
    night.finish()
    assert night.table.round is not None

    bank = banked(night.table.round)

    assert bank is not None
    assert (bank.seat, bank.stake, bank.collected, bank.paid) == (1, 3_000, 0, 3_000)
    assert (bank.ran_out, bank.won_full) == (True, False)


def test_a_bank_that_may_win_no_more_is_told_so() -> None:
    night = Night("california", {"fees": 2}, chips={1: 200, 2: 1_000})
    night.open().bank(1, 15).bet(2, ante=10)
    night.deal(p2="2c 7d", dealer="As Ad", board="9h Jc 3s 4d 8c").everyone("4x").finish()
    assert night.table.round is not None

    bank = banked(night.table.round)

    assert bank is not None
    assert (bank.collected, bank.ran_out, bank.won_full) == (1_500, False, True)


def banks(
    outcome: Outcome, why: MovementReason, due: int, paid: int = 0, taken: int = 0
) -> Movement:
    """A Play of $10 against a bank."""
    odds = "1:1" if outcome == Outcome.WIN else ""
    stake, won, lost = Chips(1_000), Chips(paid), Chips(taken)
    return Movement(2, Wager.PLAY, outcome, stake, won, lost, BANK, BANK, why, odds, due=due)


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (
            banks(Outcome.RETURNED, MovementReason.WIN_CAP, due=-1_000),
            "Play is returned: the bank has won its full stake",
        ),
        (
            banks(Outcome.RETURNED, MovementReason.UNCOVERED, due=1_000),
            "Play is returned: the bank has paid out its full stake",
        ),
        (
            banks(Outcome.WIN, MovementReason.BEATS, paid=450, due=1_000),
            "Play wins 1 to 1: beats the player-dealer, the bank ran out and paid $4.50 of $10",
        ),
        (
            banks(Outcome.LOSE, MovementReason.BEATEN, taken=500, due=-1_000),
            "Play loses: beaten by the player-dealer, "
            "the rest is returned: the bank has won its full stake",
        ),
    ],
)
def test_what_a_bank_does_not_cover_is_said(made: Movement, words: str) -> None:
    assert move_words(made, CALIFORNIA) == words


@pytest.mark.parametrize(
    ("outcome", "paid", "taken", "words", "net"),
    [
        (Outcome.WIN, 200, 200, "Ante tip wins: $4 to the dealer", -200),
        (Outcome.PUSH, 0, 200, "Ante tip: $2 to the dealer", -200),
        (Outcome.LOSE, 0, 200, "Ante tip is lost", -200),
        (Outcome.RETURNED, 0, 0, "Ante tip is returned", 0),
    ],
)
def test_a_tip_says_what_the_dealer_gets(
    outcome: Outcome, paid: int, taken: int, words: str, net: int
) -> None:
    rules = in_force(rule_set("south-dakota"), {})
    made = Movement(
        1, Wager.ANTE, outcome, Chips(200), Chips(paid), Chips(taken), odds="1:1", tip=True
    )

    assert move_words(made, rules) == words
    assert move(made, rules).net == net
