"""Decks: how many, what they look like, when they are changed and counted."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.cards import DECK
from pitboss.round import Reason
from pitboss.round import command as round_ask
from pitboss.rules import SET_NAMES
from pitboss.table import TableReason
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.deck import Deck, DeckPlace
from pitboss.table.timetable import fresh_decks
from tests.table.nights import DEALER, HOUR, Night

MD = "maryland"
TWO = {"decks": 2}
BY_HAND = {"dealing": "hand", "shuffle": "manual"}
FROM_THE_SHOE = {"dealing": "shoe", "shuffle": "manual"}  # Maryland's only method without a device
COUNTED_BY_HAND = {**FROM_THE_SHOE, "device.counts_cards": False}


def bringing(place: str, *decks: Deck, options: dict[str, Any] | None = None) -> Night:
    """Set a table up and try to bring it these decks."""
    night = Night(place, options, chips={})
    night.give(ask.BringDecks(decks))
    return night


# -- what they look like ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "options", "want"),
    [
        (MD, {}, 1),
        (MD, TWO, 2),
        ("south-dakota", {}, 1),
        ("california", {}, 2),
        ("catfish-bend", {}, 2),
        ("catfish-bend", BY_HAND, 1),
        ("royal-caribbean", {}, 1),
        ("royal-caribbean", TWO | {"dealing": "shuffler"}, 2),
    ],
)
def test_a_table_has_as_many_decks_as_its_rules_want(
    place: str, options: dict[str, Any], want: int
) -> None:
    night = Night(place, options, chips={})
    for count in {1, 2, 3} - {want}:
        decks = tuple(Deck(colour) for colour in ("red", "blue", "green")[:count])
        refusal = night.refused(ask.BringDecks(decks))
        assert (refusal.reason, refusal.facts["want"]) == (TableReason.DECKS, want)

    night.give(ask.BringDecks(fresh_decks(night.rules)))

    assert len(night.table.decks.at_table) == want
    assert night.reason(ask.BringDecks(())) == TableReason.DECKS


@pytest.mark.parametrize("place", [MD, "california"])
def test_two_decks_have_different_colours(place: str) -> None:
    night = Night(place, TWO if place == MD else {}, chips={})

    refusal = night.refused(ask.BringDecks((Deck("red"), Deck("red"))))

    assert refusal.reason == TableReason.DECKS
    assert {"MD-3.B.2", "CA-DECK.2.a"} & set(refusal.cite.clauses)


@pytest.mark.parametrize("place", [MD, "california"])
def test_two_decks_share_one_design(place: str) -> None:
    night = Night(place, TWO if place == MD else {}, chips={})

    refusal = night.refused(ask.BringDecks((Deck("red"), Deck("blue", "diamonds"))))

    assert refusal.reason == TableReason.DECKS
    assert {"MD-3.B.1", "CA-DECK.2"} & set(refusal.cite.clauses)
    night.give(ask.BringDecks((Deck("red", "diamonds"), Deck("blue", "diamonds"))))


def test_where_no_clause_asks_for_it_two_decks_may_differ_in_design() -> None:
    night = bringing("catfish-bend", Deck("red"), Deck("blue", "diamonds"))

    assert [deck.design for deck in night.table.decks.at_table] == ["standard", "diamonds"]


def test_a_new_deck_shares_the_design_of_the_one_that_stays() -> None:
    night = Night(MD, TWO)

    refusal = night.refused(ask.ChangeDeck("red", Deck("red", "diamonds")))

    assert refusal.reason == TableReason.DECKS
    night.give(ask.ChangeDeck("red", Deck("green")))
    assert [deck.colour for deck in night.table.decks.at_table] == ["blue", "green"]


def test_the_only_deck_may_be_changed_for_one_of_another_design_and_colour() -> None:
    night = Night(MD)

    night.give(ask.ChangeDeck("red", Deck("blue", "diamonds")))

    assert [deck.colour for deck in night.table.decks.at_table] == ["blue"]


@pytest.mark.parametrize("cover_cards", [0, 1, 3])
def test_in_maryland_a_deck_has_two_cover_cards(cover_cards: int) -> None:
    night = Night(MD, chips={})

    refusal = night.refused(ask.BringDecks((Deck("red", cover_cards=cover_cards),)))

    assert (refusal.reason, refusal.cite.clauses) == (TableReason.DECKS, ("MD-3.A.3",))


def test_elsewhere_no_clause_counts_cover_cards() -> None:
    night = bringing("south-dakota", Deck("red", cover_cards=1))

    assert night.deck().cover_cards == 1


@pytest.mark.parametrize(
    "deck",
    [Deck(""), Deck("x" * 61), Deck("red\nblue"), Deck("red", ""), Deck("red", since=1)],
)
def test_a_deck_has_a_colour_and_a_design_and_comes_unused(deck: Deck) -> None:
    night = Night("south-dakota", chips={})

    assert night.reason(ask.BringDecks((deck,))) == TableReason.DECKS


def test_there_is_no_second_deck_of_the_same_colour_by_change_either() -> None:
    night = Night(MD, TWO)

    assert night.reason(ask.ChangeDeck("red", Deck("blue"))) == TableReason.DECKS
    assert night.reason(ask.ChangeDeck("green", Deck("black"))) == TableReason.WRONG_DECK


# -- one in play, the other in the device ----------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "options", "bank"),
    [(MD, TWO, 0), ("california", {}, 1), ("catfish-bend", {}, 0)],
)
def test_two_decks_alternate_and_the_other_waits_in_the_device(
    place: str, options: dict[str, Any], bank: int
) -> None:
    night = Night(place, options, chips={1: 1_000, 2: 1_000})
    used = []
    for _ in range(4):
        night.open()
        if bank:
            night.bank(night.table.bank.offered or 0)
        seat = next(n for n in (1, 2) if n != night.table.bank.offered)
        night.bet(seat).deal()
        used.append(night.table.decks.in_round)
        places = {deck.colour: deck.place for deck in night.table.decks.at_table}
        assert places.pop(night.table.decks.in_round) == DeckPlace.IN_PLAY
        assert set(places.values()) == {DeckPlace.DEVICE}
        night.finish().end()

    assert used == ["red", "blue", "red", "blue"]


def test_the_deck_that_was_spread_at_an_idle_table_goes_into_the_device_too() -> None:
    night = Night("catfish-bend").hand()
    night.give(ask.Leave(1))
    night.give(ask.Idle())
    night.sit(1)

    night.open().bet(1).close()

    assert {deck.colour: deck.place for deck in night.table.decks.at_table} == {
        "red": DeckPlace.DEVICE,
        "blue": DeckPlace.IN_PLAY,
    }


@pytest.mark.parametrize("place", SET_NAMES)
def test_the_rack_holds_the_52_cards_of_one_deck_after_the_settlement(place: str) -> None:
    night = Night(place, chips={1: 1_000, 2: 1_000}).open()
    if not night.rules.house_banks:
        night.bank(1)
    night.bet(2).deal().finish()

    assert [deck.place for deck in night.table.decks.at_table].count(DeckPlace.RACK) == 1
    assert night.round.settlement is not None
    racked = [card for _, cards in night.round.settlement.rack for card in cards]
    assert sorted(racked) == sorted(DECK)
    night.end()
    assert DeckPlace.RACK not in {deck.place for deck in night.table.decks.at_table}


def test_after_the_round_a_deck_of_two_goes_back_into_the_device() -> None:
    night = Night("catfish-bend").hand()

    assert night.deck("red").place == DeckPlace.DEVICE


# -- changed in time -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "hours"), [({}, 8), ({"dealing": "hand"}, 4), ({"deck.change_hours": 6}, 6)]
)
def test_a_deck_too_long_in_use_blocks_the_next_round(options: dict[str, Any], hours: int) -> None:
    night = Night(MD, options).hand()
    used = night.deck().since
    assert used is not None

    night.at = used + hours * HOUR - 1
    night.open().give(ask.CancelRound())
    night.wait(1)

    refusal = night.refused(ask.OpenRound())
    assert (refusal.reason, refusal.facts["most"]) == (Reason.DECK_OVERDUE, hours)
    night.give(ask.ChangeDeck("red", Deck("blue")))
    night.prepare(players=True).open()


def test_the_hours_of_a_deck_count_from_its_first_use_not_from_its_arrival() -> None:
    night = Night(MD).wait(20 * HOUR)

    night.hand()

    assert night.deck().since == night.at


def test_the_automatic_dealer_changes_an_overdue_deck_and_prepares_the_new_one() -> None:
    night = Night(MD).hand().wait(9 * HOUR)

    done = night.run()

    assert done[0] == ask.ChangeDeck("red", Deck("red"))
    assert len(done) == 7
    night.open()


def test_a_round_that_is_going_on_keeps_its_deck() -> None:
    night = Night(MD).open()

    assert night.reason(ask.ChangeDeck("red", Deck("red"))) == TableReason.ROUND_GOING_ON
    assert night.reason(ask.BringDecks((Deck("blue"),))) == TableReason.ROUND_GOING_ON
    assert night.reason(ask.CountDeck("red", 52)) == TableReason.ROUND_GOING_ON


# -- counted ---------------------------------------------------------------------------------------


def test_after_five_rounds_without_a_count_no_sixth_begins() -> None:
    night = Night(MD, COUNTED_BY_HAND)
    for _ in range(5):
        night.hand()

    refusal = night.refused(ask.OpenRound())
    assert (refusal.reason, refusal.facts["most"]) == (Reason.COUNT_OVERDUE, 5)

    night.give(ask.CountDeck("red", 52))
    night.hand()


def test_a_stub_counted_within_a_round_counts_as_well() -> None:
    night = Night(MD, COUNTED_BY_HAND)
    for _ in range(4):
        night.hand()
    night.open().bet(1).deal()
    night.give(round_ask.Declare("stub-count", count=len(night.round.stub)), DEALER)
    night.finish().end()

    assert night.table.decks.rounds_since_count == 0
    for _ in range(5):
        night.hand()
    assert night.reason(ask.OpenRound()) == Reason.COUNT_OVERDUE


def test_a_device_that_counts_spares_the_dealer_the_count() -> None:
    night = Night(MD, {"device.counts_cards": True})
    for _ in range(7):
        night.hand()

    assert night.table.rounds == 7


def test_a_cancelled_round_is_none_of_the_five() -> None:
    night = Night(MD, COUNTED_BY_HAND)
    for _ in range(6):
        night.open().give(ask.CancelRound())

    assert night.table.decks.rounds_since_count == 0


@pytest.mark.parametrize("count", [0, 51, 53])
def test_a_deck_of_a_wrong_number_is_taken_away_and_replaced(count: int) -> None:
    night = Night(MD)

    counted, away = night.give(ask.CountDeck("red", count))

    assert isinstance(counted, past.DeckCounted)
    assert (away.colour, away.reason) == ("red", "count")  # type: ignore[union-attr]  # a deck left
    assert night.reason(ask.OpenRound()) == TableReason.DECKS
    night.prepare(players=True).open()


@pytest.mark.parametrize("count", [-1, 105])
def test_a_number_that_no_deck_can_have_is_no_count(count: int) -> None:
    assert Night(MD).reason(ask.CountDeck("red", count)) == TableReason.DECKS
    assert Night(MD).reason(ask.CountDeck("blue", 52)) == TableReason.WRONG_DECK


def test_when_both_decks_are_gone_the_automatic_dealer_brings_two() -> None:
    night = Night("catfish-bend")
    night.give(ask.CountDeck("red", 51))
    night.give(ask.CountDeck("blue", 53))

    assert night.run() == [ask.BringDecks((Deck("red"), Deck("blue")))]
    night.open()


def test_a_new_dealer_at_a_hand_dealt_table_counts_the_deck_first() -> None:
    night = Night("catfish-bend", BY_HAND)
    night.give(ask.TapIn("Cy"))
    night.hand()
    night.give(ask.TapIn("Dee"))

    refusal = night.refused(ask.OpenRound())

    assert (refusal.reason, refusal.cite.clauses) == (Reason.COUNT_OVERDUE, ("IA-HAND.9",))
    night.give(ask.CountDeck("red", 52))
    night.open()


def test_tapping_in_twice_spares_no_count() -> None:
    night = Night("catfish-bend", BY_HAND)
    for name in ("Cy", "Dee", "Dee"):
        night.give(ask.TapIn(name))

    assert night.reason(ask.OpenRound()) == Reason.COUNT_OVERDUE


def test_tapping_in_and_out_again_spares_no_count() -> None:
    night = Night("catfish-bend", BY_HAND)
    for name in ("Cy", "Dee", "Cy"):
        night.give(ask.TapIn(name))

    assert night.reason(ask.OpenRound()) == Reason.COUNT_OVERDUE


def test_the_first_dealer_and_the_same_one_again_count_nothing() -> None:
    night = Night("catfish-bend", BY_HAND)
    night.give(ask.TapIn("Cy"))
    night.give(ask.TapIn("Cy"))

    night.open()


def test_with_a_shuffler_a_new_dealer_counts_nothing() -> None:
    night = Night("catfish-bend")
    night.give(ask.TapIn("Cy"))
    night.give(ask.TapIn("Dee"))

    night.open()


def test_dealers_change_between_rounds_and_have_a_name() -> None:
    night = Night(MD)

    assert night.reason(ask.TapIn(" ")) == TableReason.NAME
    night.open()
    assert night.reason(ask.TapIn("Cy")) == TableReason.ROUND_GOING_ON
