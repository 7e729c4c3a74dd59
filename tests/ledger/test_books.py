"""The books: two sides to everything, no debts where none may be, and a sum of nothing."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.ledger import Books, Transfer, post, posted
from pitboss.ledger.accounts import (
    BANK,
    CAGE,
    DROP,
    HOUSE,
    LAYOUT,
    TIP_BOX,
    link_account,
    may_be_negative,
    meter_account,
    player_account,
    reserve_account,
)
from pitboss.round import Broken
from pitboss.rules import Chips
from pitboss.table import Table
from pitboss.table import event as past


def moved(source: str, target: str, chips: int | Fraction) -> Transfer:
    amount = chips if isinstance(chips, Fraction) else Chips(chips)
    return Transfer(source, target, amount, "a test")


def test_what_leaves_one_account_arrives_at_another() -> None:
    books = post(Books(), [moved(CAGE, "player Ann", 500), moved("player Ann", LAYOUT, 200)])

    assert books.balances == {CAGE: -500, "player Ann": 300, LAYOUT: 200}
    assert books.trial_balance() == 0


def test_an_account_at_nothing_is_not_listed() -> None:
    books = post(Books(), [moved(CAGE, "player Ann", 500), moved("player Ann", CAGE, 500)])

    assert books == Books()
    assert books.of("player Ann") == 0


@pytest.mark.parametrize(
    "account",
    [
        player_account("Ann"),
        LAYOUT,
        BANK,
        DROP,
        TIP_BOX,
        meter_account("main"),
        reserve_account("main"),
    ],
)
def test_no_account_that_may_not_owe_ever_does(account: str) -> None:
    assert not may_be_negative(account)

    with pytest.raises(Broken, match=f"{account} would stand at -1"):
        post(Books(), [moved(account, HOUSE, 1)])


@pytest.mark.parametrize("account", [CAGE, HOUSE, link_account("north", "main")])
def test_the_cage_the_house_and_one_tables_part_of_a_link_may_owe(account: str) -> None:
    assert post(Books(), [moved(account, LAYOUT, 1)]).of(account) == -1


def test_a_player_may_owe_in_between_but_not_when_all_is_entered() -> None:
    """What counts is the state after an event, for an event is one movement of chips."""
    books = post(Books(), [moved("player Ann", LAYOUT, 5), moved(HOUSE, "player Ann", 5)])

    assert books.of("player Ann") == 0


@pytest.mark.parametrize(
    "wrong", [moved(HOUSE, LAYOUT, -1), moved(LAYOUT, LAYOUT, 5), moved(HOUSE, HOUSE, 0)]
)
def test_nothing_goes_backwards_or_from_an_account_to_itself(wrong: Transfer) -> None:
    with pytest.raises(Broken):
        post(Books(), [wrong])


def test_a_refused_entry_leaves_the_books_as_they_were() -> None:
    books = post(Books(), [moved(CAGE, "player Ann", 500)])

    with pytest.raises(Broken):
        post(books, [moved("player Ann", LAYOUT, 400), moved("player Ann", LAYOUT, 400)])

    assert books.balances == {CAGE: -500, "player Ann": 500}


def test_fractions_of_a_cent_are_kept_exactly() -> None:
    books = Books()
    for _ in range(3):
        books = post(books, [moved(HOUSE, "meter main", Fraction(1, 3))])

    assert books.balances == {HOUSE: -1, "meter main": 1}


def test_an_event_that_moves_nothing_leaves_the_same_books() -> None:
    books = post(Books(), [moved(CAGE, "player Ann", 500)])

    assert posted(books, Table(), past.TableOpened("Ada")) is books


def test_names_of_accounts_are_public_words() -> None:
    assert player_account("Ann") == "player Ann"
    assert meter_account("main") == "meter main"
    assert reserve_account("main") == "reserve main"
    assert link_account("north", "main") == "link north main"
