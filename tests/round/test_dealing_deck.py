"""The deck before the deal: shuffle, cut, count, hours in use, two decks in turn."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.cards import DECK
from pitboss.round import Reason, Refusal, Round, decide
from pitboss.round import command as ask
from pitboss.round.legal import decks_in_use
from pitboss.round.state import TableFacts
from pitboss.rules import in_force, rule_set
from tests.round.described import PLACES
from tests.round.felt import Felt

SHOE = {"dealing": "shoe"}
HAND = {"dealing": "hand"}
MANUAL = {"shuffle": "manual"}

# Who must cut after which shuffle, and how deep: MD-5.F with A-MD-09, SD-4.s5, IA-HAND.5.
CUTS = [
    ("maryland", SHOE, "manual", 10, 42),
    ("maryland", SHOE, "pre-shuffled", 10, 42),
    ("south-dakota", {}, "manual", 1, 51),
    ("catfish-bend", HAND, "manual", 21, 31),
]
NO_CUTS = [
    ("maryland", SHOE, "device"),
    ("maryland", {}, "device"),
    ("maryland", {}, "continuous"),
    ("south-dakota", {"dealing": "shuffler"}, "device"),
    ("california", {}, "device"),
    ("catfish-bend", {}, "device"),
    ("royal-caribbean", {}, "device"),
]


def locked(place: str, options: dict[str, Any], shuffled: str = "") -> Felt:
    felt = Felt(place, options).bet(2).close()
    if shuffled:
        felt.give(ask.LoadDeck(DECK, shuffled))
    return felt


def opening(place: str, options: dict[str, Any], facts: TableFacts) -> Refusal | None:
    decision = decide(Round(), ask.Open(facts=facts), in_force(rule_set(place), options))
    return decision if isinstance(decision, Refusal) else None


@pytest.mark.parametrize(("place", "options", "shuffled", "least", "most"), CUTS)
def test_a_cut_is_due_before_the_deal(
    place: str, options: dict[str, Any], shuffled: str, least: int, most: int
) -> None:
    felt = locked(place, options, shuffled)

    assert felt.reason(ask.Deal()) == Reason.CUT_DUE
    felt.give(ask.CutDeck((least + most) // 2))
    felt.deal()


@pytest.mark.parametrize(("place", "options", "shuffled", "least", "most"), CUTS)
def test_a_cut_keeps_to_its_depths(
    place: str, options: dict[str, Any], shuffled: str, least: int, most: int
) -> None:
    felt = locked(place, options, shuffled)

    for depth in (least - 1, most + 1):
        assert felt.reason(ask.CutDeck(depth)) == Reason.CUT_DEPTH
    felt.give(ask.CutDeck(least))
    felt.give(ask.CutDeck(most, recut=True))


@pytest.mark.parametrize(("place", "options", "shuffled"), NO_CUTS)
def test_no_cut_is_due_after_a_device(place: str, options: dict[str, Any], shuffled: str) -> None:
    felt = locked(place, options, shuffled)

    assert felt.reason(ask.CutDeck(26)) == Reason.CUT_NOT_DUE
    felt.deal()


def test_the_cards_above_the_cover_card_go_to_the_bottom() -> None:
    felt = locked("maryland", SHOE, "manual")

    felt.give(ask.CutDeck(10))

    assert felt.round.stub == DECK[10:] + DECK[:10]


def test_filed_depths_of_the_cut_are_kept() -> None:
    felt = locked("maryland", {**SHOE, "cut.min": 15, "cut.max": 20}, "manual")

    assert felt.reason(ask.CutDeck(14)) == Reason.CUT_DEPTH
    assert felt.reason(ask.CutDeck(21)) == Reason.CUT_DEPTH


def test_only_the_floor_orders_a_recut() -> None:
    felt = locked("maryland", SHOE, "manual")
    felt.give(ask.CutDeck(20))

    assert felt.reason(ask.CutDeck(20)) == Reason.CUT_NOT_DUE
    felt.give(ask.CutDeck(20, recut=True))

    assert felt.round.stub == DECK[40:] + DECK[:40]


@pytest.mark.parametrize("recut", [True, False])
def test_nothing_is_cut_after_the_first_card(recut: bool) -> None:
    felt = locked("maryland", SHOE, "manual")
    felt.give(ask.CutDeck(20))
    felt.deal(1)

    assert felt.reason(ask.CutDeck(20, recut)) == Reason.NOT_NOW


@pytest.mark.parametrize("place", PLACES)
def test_there_is_nothing_to_cut_or_deal_without_a_deck(place: str) -> None:
    felt = locked(place, {})

    assert felt.reason(ask.CutDeck(26)) == Reason.NOT_NOW
    assert felt.reason(ask.Deal()) == Reason.NO_DECK


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("cards", [DECK[:51], (*DECK[:51], DECK[0]), (*DECK, DECK[0]), ()])
def test_a_deck_is_fifty_two_different_cards(place: str, cards: tuple[Any, ...]) -> None:
    felt = locked(place, {})

    assert felt.reason(ask.LoadDeck(cards)) == Reason.DECK_INCOMPLETE


@pytest.mark.parametrize("place", PLACES)
def test_an_unknown_shuffle_is_refused(place: str) -> None:
    felt = locked(place, {})

    assert felt.reason(ask.LoadDeck(DECK, "magic")) == Reason.SHUFFLE_NOT_ALLOWED


@pytest.mark.parametrize(
    ("place", "options", "shuffled", "clause"),
    [
        ("maryland", HAND, "manual", "MD-9.A.1"),
        ("maryland", HAND, "pre-shuffled", "MD-9.A.1"),
        ("maryland", {}, "manual", "MD-10.A.1"),
        ("south-dakota", {"dealing": "shuffler"}, "manual", "SD-4.s7"),
        ("south-dakota", {}, "continuous", "SD-4.s1"),
        ("california", {}, "manual", "CA-DECK.2.b"),
        ("california", SHOE, "manual", "CA-DECK.2.b"),
        ("catfish-bend", {}, "manual", "IA-HAND.1"),
        ("royal-caribbean", {"dealing": "shuffler"}, "manual", "RC-DEAL.5"),
    ],
)
def test_a_shuffle_that_this_way_of_dealing_does_not_allow_is_refused(
    place: str, options: dict[str, Any], shuffled: str, clause: str
) -> None:
    felt = locked(place, options)

    refusal = felt.refused(ask.LoadDeck(DECK, shuffled))

    assert refusal.reason == Reason.SHUFFLE_NOT_ALLOWED
    assert clause in refusal.cite.clauses


@pytest.mark.parametrize("place", PLACES)
def test_a_deck_comes_in_between_closing_and_the_first_card(place: str) -> None:
    betting = Felt(place).bet(2)
    dealing = Felt(place).bet(2).at("dealing")

    assert betting.reason(ask.LoadDeck(DECK)) == Reason.NOT_NOW
    assert dealing.reason(ask.LoadDeck(DECK)) == Reason.NOT_NOW


def test_cards_set_aside_leave_with_their_deck() -> None:
    felt = Felt("maryland").bet(2).at("locked")
    felt.declare("face-up-card", cards="Qs")

    felt.load()

    assert felt.round.set_aside == ()
    assert len(felt.round.stub) == 52


@pytest.mark.parametrize(
    ("options", "clause"), [({}, "MD-10.C"), (SHOE, "MD-8.E"), (HAND, "MD-9.C")]
)
def test_the_sixth_round_without_a_count_may_not_start_in_maryland(
    options: dict[str, Any], clause: str
) -> None:
    options = {**options, "device.counts_cards": False}

    fault = opening("maryland", options, TableFacts(rounds_since_count=5))

    assert fault is not None
    assert fault.reason == Reason.COUNT_OVERDUE
    assert clause in fault.cite.clauses
    assert opening("maryland", options, TableFacts(rounds_since_count=4)) is None


@pytest.mark.parametrize("place", PLACES)
def test_no_count_is_overdue_where_a_device_counts_or_no_rule_asks(place: str) -> None:
    assert opening(place, {}, TableFacts(rounds_since_count=99)) is None


@pytest.mark.parametrize(
    ("options", "hours", "clause"),
    [
        (HAND, 4, "MD-3.C.1"),
        (SHOE, 8, "MD-3.C.2"),
        ({}, 8, "MD-3.C.2"),
        ({"deck.change_hours": 6}, 6, "MD-3.C.2"),
    ],
)
def test_a_deck_is_changed_in_time_in_maryland(
    options: dict[str, Any], hours: int, clause: str
) -> None:
    fault = opening("maryland", options, TableFacts(deck_hours=hours))

    assert fault is not None
    assert fault.reason == Reason.DECK_OVERDUE
    assert clause in fault.cite.clauses
    assert opening("maryland", options, TableFacts(deck_hours=hours - 1)) is None


@pytest.mark.parametrize("place", [place for place in PLACES if place != "maryland"])
def test_no_deck_is_overdue_elsewhere(place: str) -> None:
    assert opening(place, {}, TableFacts(deck_hours=100)) is None


@pytest.mark.parametrize(
    ("place", "options", "cited"),
    [
        ("maryland", {"decks": 2}, "MD-3.B.4"),
        ("california", {}, "CA-DECK.2.c"),
        ("california", SHOE, "CA-DECK.2.c"),
        ("catfish-bend", {}, "A-IA-07"),
        ("royal-caribbean", {"dealing": "shuffler"}, "A-RC-09"),
    ],
)
def test_two_decks_alternate(place: str, options: dict[str, Any], cited: str) -> None:
    fault = opening(place, options, TableFacts(deck="red", last_deck="red"))

    assert fault is not None
    assert fault.reason == Reason.DECK_NOT_ALTERNATED
    assert cited in fault.cite.clauses + fault.cite.readings
    assert opening(place, options, TableFacts(deck="blue", last_deck="red")) is None


@pytest.mark.parametrize(
    ("place", "options"),
    [
        ("maryland", {}),
        ("south-dakota", {}),
        ("south-dakota", {"dealing": "shuffler", "shuffle": "device"}),
        ("catfish-bend", HAND),
        ("royal-caribbean", {}),
    ],
)
def test_one_deck_is_used_again(place: str, options: dict[str, Any]) -> None:
    assert opening(place, options, TableFacts(deck="red", last_deck="red")) is None


def test_a_new_dealer_counts_the_deck_when_iowa_deals_by_hand() -> None:
    fault = opening("catfish-bend", HAND, TableFacts(dealer_changed=True))

    assert fault is not None
    assert fault.reason == Reason.COUNT_OVERDUE
    assert fault.cite.clauses == ("IA-HAND.9",)


@pytest.mark.parametrize("place", PLACES)
def test_a_new_dealer_counts_nothing_otherwise(place: str) -> None:
    assert opening(place, {}, TableFacts(dealer_changed=True)) is None


def test_of_several_faults_of_a_deck_the_count_comes_first() -> None:
    facts = TableFacts(rounds_since_count=5, deck_hours=8, deck="red", last_deck="red")
    options = {"device.counts_cards": False, "decks": 2}

    fault = opening("maryland", options, facts)
    without_count = opening("maryland", {"decks": 2}, facts)

    assert fault is not None
    assert without_count is not None
    assert fault.reason == Reason.COUNT_OVERDUE
    assert without_count.reason == Reason.DECK_OVERDUE


@pytest.mark.parametrize(
    ("place", "wanted"),
    [
        ("maryland", {"shoe": False, "hand": True, "shuffler": True}),
        ("south-dakota", {"hand": False, "shuffler": True}),
        ("california", {"shoe": True, "shuffler": True}),
        ("catfish-bend", {"shuffler": True, "hand": False}),
        ("royal-caribbean", {"shoe": False, "shuffler": True}),
    ],
)
def test_some_ways_of_dealing_need_a_shuffler(place: str, wanted: dict[str, bool]) -> None:
    """MD-9.A.1, MD-10.A.1, SD-4.s7, CA-DECK.2.b, IA-HAND.1, RC-DEAL.5."""
    methods = rule_set(place).methods

    assert {name: method.needs_shuffler for name, method in methods.items()} == wanted


@pytest.mark.parametrize(
    ("place", "options", "decks"),
    [
        ("south-dakota", {}, 1),  # SD-1.s2
        ("south-dakota", {"dealing": "shuffler", "shuffle": "device"}, 1),
        ("catfish-bend", {}, 2),
        ("catfish-bend", {**HAND, **MANUAL}, 1),  # IA-HAND.3
        ("maryland", {"decks": 2}, 2),
        ("maryland", SHOE, 1),
        ("california", {}, 2),
    ],
)
def test_a_table_uses_as_many_decks_as_its_way_of_dealing_allows(
    place: str, options: dict[str, Any], decks: int
) -> None:
    assert decks_in_use(in_force(rule_set(place), options)) == decks


def test_iowa_by_hand_begins_no_round_with_two_decks() -> None:
    """IA-HAND.3: only one deck is on the table."""
    refusal = opening("catfish-bend", {**HAND, **MANUAL, "decks": 2}, TableFacts())

    assert refusal is not None
    assert refusal.reason == Reason.ONE_DECK_ONLY
    assert refusal.cite.clauses == ("IA-HAND.3",)
    assert opening("catfish-bend", {**HAND, **MANUAL}, TableFacts()) is None
