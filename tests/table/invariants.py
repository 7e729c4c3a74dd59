"""What must hold at a table after every single event, whatever was asked of it."""

from __future__ import annotations

from pitboss.ledger import Books
from pitboss.ledger.accounts import BANK, LAYOUT, meter_account, player_account, reserve_account
from pitboss.round.state import Phase
from pitboss.rules import Wager
from pitboss.table import Event, Table
from pitboss.table.deck import DeckPlace


def assert_holds(table: Table, books: Books, event: Event) -> None:
    """Hold the table against its books, and its decks against each other."""
    assert books.trial_balance() == 0, event
    assert_players_agree(table, books, event)
    assert books.of(LAYOUT) == laid_out(table), event
    assert books.of(BANK) == banked(table), event
    if not table.progressive.link:
        for meter, amount in table.progressive.meters.items():
            assert books.of(meter_account(meter)) == amount, event
        for meter, reserve in table.progressive.reserves.items():
            assert books.of(reserve_account(meter)) == reserve, event
    assert_decks_are_apart(table, event)


def assert_players_agree(table: Table, books: Books, event: Event) -> None:
    """Nobody owes chips, and the books know of exactly those that lie in front of players."""
    players = {player_account(seat.player): seat.chips for seat in table.seats.values()}
    assert len(players) == len(table.seats), "one place for each player"
    for account, chips in players.items():
        assert chips >= 0, event
        assert books.of(account) == chips, event
    strangers = [a for a in books.balances if a.startswith("player ") and a not in players]
    assert strangers == [], event


def laid_out(table: Table) -> int:
    """Count the chips on the layout; Progressive chips go into the tray when betting closes."""
    round_ = table.round
    if round_ is None or round_.phase == Phase.SETTLED:
        return 0
    laid = 0
    for spot in round_.spots:
        laid += sum(spot.wagers.values()) + sum(spot.tips.values())
        if round_.phase != Phase.BETTING:
            laid -= spot.on(Wager.PROGRESSIVE)
    return laid


def banked(table: Table) -> int:
    """Count what the player-dealer has put up."""
    round_ = table.round
    if round_ is None or round_.phase == Phase.SETTLED or round_.bank is None:
        return 0
    return round_.bank.stake


def assert_decks_are_apart(table: Table, event: Event) -> None:
    """At most one deck is in play or in the rack, and the other one then waits in the device."""
    out = [
        deck for deck in table.decks.at_table if deck.place in (DeckPlace.IN_PLAY, DeckPlace.RACK)
    ]
    assert len(out) <= 1, event
    if out:
        assert all(
            deck.place == DeckPlace.DEVICE for deck in table.decks.at_table if deck not in out
        ), event
    assert len({deck.colour for deck in table.decks.at_table}) == len(table.decks.at_table)
