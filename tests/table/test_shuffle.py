"""The provable shuffle at a table: published before bets, revealed at the end."""

from __future__ import annotations

import pytest

from pitboss.cards.shuffle import SEED_BYTES_MAX, commitment, deck_order
from pitboss.round import command as round_ask
from pitboss.round import event as round_past
from pitboss.rules import SET_NAMES
from pitboss.table import TableReason
from pitboss.table import command as ask
from pitboss.table import event as past
from tests.table.nights import FLOOR, SECRET, Night, player

MD = "maryland"


def secret_is_out(night: Night) -> bool:
    return night.of(past.SecretRevealed) != []


def test_the_commitment_is_published_before_anybody_can_bet() -> None:
    night = Night(MD, provable=True).open()

    begun, opened = night.events[-2:]

    assert isinstance(begun, past.RoundBegun)
    assert begun.commitment == commitment(SECRET, "one", 1)
    assert isinstance(opened, round_past.RoundOpened)


@pytest.mark.parametrize("place", SET_NAMES)
def test_the_deck_is_what_secret_table_round_and_seeds_give(place: str) -> None:
    night = Night(place, chips={1: 1_000, 2: 1_000}, provable=True, name="seven").open()
    if not night.rules.house_banks:
        night.bank(1)
    night.bet(2)
    night.give(ask.AddSeed(2, b"luck"))
    night.give(ask.AddSeed(1, b"chance"))
    night.close().give(ask.ShuffleDeck())

    (loaded,) = night.of(round_past.DeckLoaded)

    assert loaded.cards == deck_order(SECRET, "seven", 1, {1: b"chance", 2: b"luck"})


def test_a_seed_changes_the_deck() -> None:
    decks = set()
    for seed in (b"", b"a", b"b"):
        night = Night(MD, provable=True).open().bet(1)
        if seed:
            night.give(ask.AddSeed(1, seed))
        night.close().give(ask.ShuffleDeck())
        decks.add(night.round.stub)

    assert len(decks) == 3


def test_the_last_seed_of_a_seat_counts() -> None:
    night = Night(MD, provable=True).open().bet(1)
    night.give(ask.AddSeed(1, b"first"))
    night.give(ask.AddSeed(1, b"last"))
    night.close().give(ask.ShuffleDeck())

    assert night.round.stub == deck_order(SECRET, "one", 1, {1: b"last"})


def test_chance_is_added_only_while_betting_is_open() -> None:
    night = Night(MD, provable=True)
    assert night.reason(ask.AddSeed(1, b"x")) == TableReason.SEED

    night.open().bet(1).close()

    assert night.reason(ask.AddSeed(1, b"x")) == TableReason.SEED


@pytest.mark.parametrize("size", [0, SEED_BYTES_MAX + 1])
def test_a_seed_has_a_bound(size: int) -> None:
    night = Night(MD, provable=True).open()

    assert night.reason(ask.AddSeed(1, b"x" * size)) == TableReason.SEED
    night.give(ask.AddSeed(1, b"x" * SEED_BYTES_MAX))


@pytest.mark.parametrize("size", [0, 31, 33])
def test_every_round_wants_a_secret_of_its_full_length(size: int) -> None:
    assert Night(MD, provable=True).reason(ask.OpenRound(bytes(size))) == TableReason.SECRET


def test_the_secret_is_revealed_when_the_round_has_ended_and_not_before() -> None:
    night = Night(MD, provable=True).open().bet(1).close()
    night.give(ask.ShuffleDeck())
    night.give(round_ask.Deal())
    night.finish()
    assert not secret_is_out(night)

    night.end()

    (revealed,) = night.of(past.SecretRevealed)
    assert revealed == past.SecretRevealed(1, SECRET)
    assert commitment(revealed.secret, "one", 1) == night.of(past.RoundBegun)[0].commitment
    assert night.table.shuffle.sealed is None


def test_the_secret_of_a_round_without_cards_is_revealed_too() -> None:
    cancelled = Night(MD, provable=True).open()
    cancelled.give(ask.CancelRound())
    called_off = Night(MD, provable=True).open().bet(1)
    called_off.give(ask.CallOff("a dispute", "Ben"), FLOOR)

    assert secret_is_out(cancelled)
    assert secret_is_out(called_off)


def test_a_void_round_reveals_its_secret_only_at_its_end() -> None:
    night = Night(MD, provable=True).open().bet(1).close()
    night.give(ask.ShuffleDeck())
    night.give(ask.CallOff("a dispute", "Ben"))
    night.finish()
    assert not secret_is_out(night)

    night.end()

    assert secret_is_out(night)


def test_the_same_secret_gives_other_cards_at_another_table_or_round() -> None:
    decks = set()
    for name in ("one", "two"):
        night = Night(MD, provable=True, name=name)
        for _ in range(2):
            night.open().bet(1).close().give(ask.ShuffleDeck())
            decks.add(night.round.stub)
            night.give(round_ask.Deal())
            night.finish().end()

    assert len(decks) == 4


def test_a_table_whose_dealer_shuffles_keeps_no_secret() -> None:
    night = Night(MD).open()

    assert night.of(past.RoundBegun)[0].secret == b""
    assert night.reason(ask.AddSeed(1, b"x"), player(1)) == TableReason.SEED
