"""Decks in use: replaced within a round, shuffled on order, cut, loaded; devices that fail."""

from __future__ import annotations

from typing import Any

from pitboss.cards import DECK
from pitboss.cards.shuffle import deck_order
from pitboss.round import Reason
from pitboss.round import command as round_ask
from pitboss.round import event as round_past
from pitboss.table import TableReason
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.deck import Deck, DeckPlace
from pitboss.table.shuffling import HOUSE_SEAT
from pitboss.table.timetable import Pace, due
from tests.table.nights import DEALER, FLOOR, SECRET, Night, player

MD = "maryland"
TWO = {"decks": 2}
BY_HAND = {"dealing": "hand", "shuffle": "manual"}
FROM_THE_SHOE = {"dealing": "shoe", "shuffle": "manual"}  # Maryland's only method without a device
COUNTED_BY_HAND = {**FROM_THE_SHOE, "device.counts_cards": False}


# -- taken out of a round --------------------------------------------------------------------------


def removed() -> Night:
    """Bring a table with two decks to a round whose deck the device counted as 51 cards."""
    night = Night(MD, TWO, provable=True).open().bet(1).close()
    night.give(ask.ShuffleDeck())
    night.give(round_ask.Declare("deck-count", count=51), DEALER)
    return night


def test_a_deck_that_the_device_finds_wrong_leaves_the_table_within_the_round() -> None:
    night = removed()

    assert night.of(past.DeckTakenAway)[-1].colour == "red"
    assert [deck.colour for deck in night.table.decks.at_table] == ["blue"]
    refusal = night.refused(ask.ShuffleDeck())
    assert refusal.reason == TableReason.WRONG_DECK


def test_the_deck_that_replaces_it_is_prepared_and_shuffled_anew() -> None:
    night = removed()
    first = night.of(round_past.DeckLoaded)[-1].cards
    night.give(ask.BringDecks((Deck("green"),)))

    assert night.table.decks.in_round == "green"
    assert night.reason(ask.ShuffleDeck()) == TableReason.CHECKLIST
    night.prepare(players=True).give(ask.ShuffleDeck())

    again = night.of(round_past.DeckLoaded)[-1].cards
    assert again != first
    assert again == deck_order(SECRET, "one", 1, {HOUSE_SEAT: bytes([2])})
    assert night.deck("green").place == DeckPlace.IN_PLAY
    assert night.deck("green").since == night.at
    night.give(round_ask.Deal())
    night.finish().end()
    assert night.table.decks.last == "green"


def test_the_automatic_dealer_replaces_it_and_deals() -> None:
    night = removed()

    done = [type(command) for command in night.run()]

    assert done[0] is ask.BringDecks
    assert done[-2:] == [ask.ShuffleDeck, round_ask.Deal]


# -- shuffled, cut ---------------------------------------------------------------------------------


def test_a_shuffle_ordered_before_the_first_card_gives_another_order() -> None:
    night = Night(MD, provable=True).open().bet(1).close()
    night.give(ask.ShuffleDeck())
    first = night.round.stub
    assert night.reason(ask.ShuffleDeck()) == Reason.NOT_NOW

    night.give(ask.OrderShuffle())
    refusal = night.refused(round_ask.Deal())
    assert (refusal.reason, refusal.cite.clauses) == (TableReason.CHECKLIST, ("MD-5.A.3",))
    night.give(ask.ShuffleDeck())

    assert night.round.stub != first
    assert sorted(night.round.stub) == sorted(DECK)
    night.give(round_ask.Deal())


def test_each_ordered_shuffle_gives_one_more_order() -> None:
    night = Night(MD, provable=True).open().bet(1).close()
    night.give(ask.ShuffleDeck())
    orders = {night.round.stub}
    for _ in range(5):
        night.give(ask.OrderShuffle())
        night.give(ask.ShuffleDeck())
        orders.add(night.round.stub)

    assert len(orders) == 6


def test_between_rounds_the_order_to_shuffle_is_kept_for_the_next_one() -> None:
    night = Night(MD)
    night.give(ask.OrderShuffle())
    assert night.table.shuffle.ordered

    night.hand()

    assert not night.table.shuffle.ordered


def test_no_shuffle_is_ordered_while_cards_are_out_and_only_by_the_floor() -> None:
    night = Night(MD).open().bet(1).deal()

    assert night.reason(ask.OrderShuffle()) == TableReason.ROUND_GOING_ON
    assert night.reason(ask.OrderShuffle(), DEALER) == TableReason.NOT_ALLOWED


def test_only_the_floor_orders_a_recut() -> None:
    night = Night(MD, FROM_THE_SHOE).open().bet(1).close()
    night.give(round_ask.LoadDeck(DECK))
    night.give(round_ask.CutDeck(20), DEALER)

    assert night.reason(round_ask.CutDeck(20, recut=True), DEALER) == TableReason.NOT_ALLOWED
    assert night.reason(round_ask.CutDeck(20), FLOOR) == TableReason.NOT_ALLOWED
    assert night.reason(round_ask.CutDeck(9, recut=True), FLOOR) == Reason.CUT_DEPTH
    night.give(round_ask.CutDeck(30, recut=True), FLOOR)

    assert night.round.stub[0] == DECK[50]


def test_a_recut_ordered_while_bets_are_open_is_done_before_the_first_card() -> None:
    night = Night(MD, FROM_THE_SHOE, provable=True).open().bet(1)

    night.give(ask.OrderRecut(30))
    night.close()
    night.give(ask.ShuffleDeck())
    night.give(round_ask.CutDeck(20), DEALER)
    cut = night.round.stub
    refusal = night.refused(round_ask.Deal())
    assert refusal.reason == TableReason.CHECKLIST
    assert "MD-5.F" in refusal.cite.clauses
    following = due(night.table, Pace())
    assert following is not None
    assert following.command == round_ask.CutDeck(30, recut=True)
    night.give(following.command, following.by)

    assert night.round.stub == cut[30:] + cut[:30]
    night.give(round_ask.Deal())


def test_a_recut_is_ordered_by_the_floor_before_the_first_card_where_a_deck_is_cut() -> None:
    night = Night(MD, FROM_THE_SHOE)
    assert night.reason(ask.OrderRecut(20)) == Reason.NOT_NOW
    night.open().bet(1)

    assert night.reason(ask.OrderRecut(20), DEALER) == TableReason.NOT_ALLOWED
    assert night.reason(ask.OrderRecut(9)) == Reason.CUT_DEPTH
    night.deal()
    assert night.reason(ask.OrderRecut(20)) == Reason.NOT_NOW
    other = Night(MD).open().bet(1)
    assert other.reason(ask.OrderRecut(20)) == Reason.CUT_NOT_DUE


def test_a_deck_that_comes_otherwise_shuffled_is_dealt_without_the_recut() -> None:
    night = Night(MD, FROM_THE_SHOE).open().bet(1)
    night.give(ask.OrderRecut(20))
    night.close()
    night.give(round_ask.LoadDeck(DECK, "device"))

    night.give(round_ask.Deal())


def test_a_recut_that_was_not_done_is_forgotten_with_its_round() -> None:
    night = Night(MD, FROM_THE_SHOE).open().bet(1)
    night.give(ask.OrderRecut(20))
    night.give(ask.CallOff("a dispute", "Ben"), FLOOR)
    night.hand()

    assert not night.table.shuffle.recut


def test_a_table_with_a_provable_shuffle_takes_no_other_deck() -> None:
    night = Night(MD, provable=True).open().bet(1).close()

    assert night.reason(round_ask.LoadDeck(DECK)) == TableReason.SECRET


def test_a_table_whose_dealer_shuffles_has_no_secret_to_shuffle_by() -> None:
    night = Night(MD, FROM_THE_SHOE).open().bet(1).close()

    assert night.reason(ask.ShuffleDeck()) == TableReason.NO_ROUND
    assert due(night.table, Pace()) is None


# -- the device ------------------------------------------------------------------------------------


def broken(options: dict[str, Any] | None = None) -> Night:
    """Play a round in which the device is covered for good."""
    night = Night(MD, options).open().bet(1).deal()
    night.give(round_ask.Declare("device-out-of-order", how="covered"), DEALER)
    return night.finish().end()


def test_a_device_out_of_order_blocks_the_next_round_until_it_is_repaired() -> None:
    night = broken()

    assert night.reason(ask.OpenRound()) == TableReason.DEVICE_DOWN
    assert due(night.table, Pace()) is None
    night.give(ask.RepairDevice())

    night.open()
    assert night.reason(ask.RepairDevice()) == TableReason.DEVICE_DOWN


def test_another_method_goes_on_without_the_device() -> None:
    night = broken()

    night.change(dealing="shoe", shuffle="manual")

    night.hand()


def test_a_shuffle_by_the_broken_device_is_none_even_where_the_cards_come_from_a_shoe() -> None:
    night = broken()
    night.change(dealing="shoe")
    assert night.rules.choice("shuffle") == "device"

    assert night.reason(ask.OpenRound()) == TableReason.DEVICE_DOWN
    night.change(shuffle="manual")
    night.hand()


def test_with_another_method_the_deck_that_is_too_many_leaves_the_table() -> None:
    night = broken(TWO)

    changed, away = night.change(dealing="shoe", shuffle="manual", decks=1)

    assert isinstance(changed, past.RulesChanged)
    assert isinstance(away, past.DeckTakenAway)
    assert [deck.colour for deck in night.table.decks.at_table] == ["red"]
    night.hand()


def test_with_a_second_deck_again_the_automatic_dealer_brings_and_prepares_it() -> None:
    night = Night(MD, FROM_THE_SHOE)
    night.change(dealing="shuffler", shuffle="device", decks=2)

    assert night.reason(ask.OpenRound()) == TableReason.DECKS
    done = night.run()

    assert done[0] == ask.BringDecks((Deck("blue"),))
    night.open()


def test_a_player_has_nothing_to_say_about_decks() -> None:
    night = Night(MD)

    for command in (ask.CountDeck("red", 51), ask.ChangeDeck("red", Deck("red"))):
        assert night.reason(command, player(1)) == TableReason.NOT_ALLOWED


# -- loaded ----------------------------------------------------------------------------------------


def test_the_stack_that_was_cut_goes_into_the_shoe_and_is_dealt_from_its_top() -> None:
    night = Night(MD, FROM_THE_SHOE).open().bet(1).close()
    night.give(round_ask.LoadDeck(DECK))
    assert night.reason(round_ask.Deal()) == Reason.CUT_DUE
    night.give(round_ask.CutDeck(10), DEALER)

    night.give(round_ask.Deal())

    dealt = [card for parcel in night.round.parcels for card in parcel.cards]
    assert tuple(dealt) == (DECK[10:] + DECK[:10])[: len(dealt)]
    assert len(night.round.stub) == 52 - len(dealt)
