"""Purses: double entry, never below nothing, a refill only for a person with few chips."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.ledger import Books, Purse, PurseEvent, evolve_purse, post, purse_transfers
from pitboss.ledger.accounts import CAGE, CARRIED_OVER, GIFT, purse_account
from pitboss.ledger.purse import (
    GRANT,
    REFILL_BELOW,
    ChipsCarriedOver,
    ChipsGranted,
    OnTable,
    PurseBoughtIn,
    PurseCashedOut,
    PurseLeft,
    PurseRefilled,
    PurseSat,
    purse_fault,
    refill,
)
from pitboss.rules import NOTHING, Chips

OPENED = ChipsGranted("a1", GRANT)
SAT = PurseSat("t", 5)
BOUGHT = PurseBoughtIn("t", 6, Chips(95_000))


def folded(*events: PurseEvent) -> tuple[Purse, Books]:
    """Fold events that break nothing, into a purse and its books."""
    purse, books = Purse(), Books()
    for event in events:
        assert purse_fault(purse, event) == ""
        books = post(books, purse_transfers(purse, event))
        purse = evolve_purse(purse, event)
    return purse, books


def test_a_stay_at_a_table_leaves_the_cage_with_what_was_lost_there() -> None:
    left = PurseLeft("t", 40, Chips(1_000))

    purse, books = folded(OPENED, SAT, BOUGHT, PurseCashedOut("t", 20, Chips(500)), left)

    assert purse == Purse("a1", Chips(6_500), {})
    assert books.of(purse_account("a1")) == purse.chips
    assert (books.of(GIFT), books.of(CAGE)) == (-GRANT, 93_500)
    assert books.trial_balance() == 0


def test_what_was_carried_over_comes_from_an_account_of_its_own() -> None:
    purse, books = folded(ChipsCarriedOver("a1", Chips(7)), PurseSat("t", 9))

    assert (purse.chips, purse.tables) == (7, {"t": 9})
    assert books.of(CARRIED_OVER) == -7
    assert books.trial_balance() == 0


def test_a_refill_counts_the_chips_on_tables() -> None:
    purse, _ = folded(OPENED, SAT, BOUGHT)
    rest = REFILL_BELOW - purse.chips

    assert refill(purse, [OnTable("t", 6, Chips(rest))]) is None
    few = refill(purse, [OnTable("t", 6, Chips(rest - 1))])

    assert few == PurseRefilled(GRANT, (OnTable("t", 6, Chips(rest - 1)),))
    assert evolve_purse(purse, few).chips == purse.chips + GRANT


@pytest.mark.parametrize(
    ("before", "event", "said"),
    [
        ((), SAT, "before the purse is opened"),
        ((), ChipsGranted("a1", Chips(GRANT + 1)), "opens a purse with"),
        ((), ChipsGranted("", GRANT), "without an id"),
        ((), ChipsCarriedOver("a1", Chips(-1)), "opens a purse with"),
        ((OPENED,), OPENED, "that is open"),
        ((OPENED,), BOUGHT, "without a seat"),
        ((OPENED, SAT), SAT, "a second time"),
        ((OPENED, SAT), PurseBoughtIn("t", 5, Chips(1)), "behind event 5"),
        ((OPENED, SAT), PurseBoughtIn("t", 6, Chips(GRANT + 1)), "pays 100001 cents"),
        ((OPENED, SAT), PurseBoughtIn("t", 6, Chips(-1)), "moves -1 cents"),
        ((OPENED, SAT, BOUGHT), BOUGHT, "behind event 6"),
        ((OPENED,), PurseRefilled(GRANT, ()), "has enough"),
        ((OPENED, SAT, BOUGHT), PurseRefilled(GRANT, ()), "other tables"),
        (
            (OPENED, SAT, BOUGHT),
            PurseRefilled(GRANT, (OnTable("t", 5, NOTHING),)),
            "before the purse last paid",
        ),
        (
            (OPENED, SAT, BOUGHT),
            PurseRefilled(Chips(GRANT + 1), (OnTable("t", 6, NOTHING),)),
            "has enough",
        ),
    ],
)
def test_what_may_not_be_is_named(
    before: Iterable[PurseEvent], event: PurseEvent, said: str
) -> None:
    purse, _ = folded(*before)

    assert said in purse_fault(purse, event)


MOVES = st.tuples(st.sampled_from([PurseBoughtIn, PurseCashedOut]), st.integers(0, 60_000))


@given(st.lists(MOVES))
def test_no_purse_falls_below_nothing_and_the_books_stay_square(
    moves: list[tuple[type[PurseBoughtIn | PurseCashedOut], int]],
) -> None:
    purse, books = folded(OPENED, SAT)
    for number, (kind, chips) in enumerate(moves, 6):
        event = kind("t", number, Chips(chips))
        if purse_fault(purse, event):
            continue
        books = post(books, purse_transfers(purse, event))
        purse = evolve_purse(purse, event)
        assert purse.chips >= 0
        assert books.of(purse_account("a1")) == purse.chips
        assert books.trial_balance() == 0
