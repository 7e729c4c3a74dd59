"""The opening checklist of every deck, and a table that opens, pauses, lies idle and closes."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.round import command as round_ask
from pitboss.rules import SET_NAMES, dollars
from pitboss.table import Person, Role, RulesChoice, Table, TableReason
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.deck import ChecklistStep, Deck, DeckPlace
from pitboss.table.people import AUTOMATIC_DEALER, AUTOMATIC_FLOOR, HouseReason
from pitboss.table.state import Standing
from pitboss.table.timetable import Pace, due
from tests.table.nights import DEALER, FLOOR, MINUTE, SECOND, Night

TWO_DECKS = {"decks": 2}
MD = "maryland"


def new_table(place: str = MD, options: dict[str, Any] | None = None) -> Night:
    """Set a table up and bring its decks; nothing is done with them yet."""
    night = Night(place, options, chips={})
    colours = ("red", "blue")[: 2 if options == TWO_DECKS else 1]
    night.give(ask.BringDecks(tuple(Deck(colour) for colour in colours)))
    return night


# -- the checklist ---------------------------------------------------------------------------------


def test_a_table_does_not_open_before_its_deck_is_inspected_verified_and_spread() -> None:
    night = new_table()
    for step in (ChecklistStep.INSPECT, ChecklistStep.VERIFY, ChecklistStep.SPREAD):
        refusal = night.refused(ask.OpenTable())
        assert (refusal.reason, refusal.facts["step"]) == (TableReason.CHECKLIST, step)
        assert "MD-4.A" in refusal.cite.clauses

        night.give(ask.DoStep("red", step))

    night.give(ask.OpenTable())
    assert night.stands() == Standing.OPEN


def test_the_steps_come_in_their_order_and_each_only_once() -> None:
    night = new_table()

    assert (
        night.refused(ask.DoStep("red", ChecklistStep.SPREAD)).facts["due"] == ChecklistStep.INSPECT
    )
    night.give(ask.DoStep("red", ChecklistStep.INSPECT))

    assert night.reason(ask.DoStep("red", ChecklistStep.INSPECT)) == TableReason.CHECKLIST


def test_who_inspected_a_deck_does_not_verify_it() -> None:
    night = new_table()
    night.give(ask.DoStep("red", ChecklistStep.INSPECT), Person("Ada", Role.DEALER))

    refusal = night.refused(ask.DoStep("red", ChecklistStep.VERIFY), FLOOR)

    assert refusal.reason == TableReason.SECOND_PERSON
    night.give(ask.DoStep("red", ChecklistStep.VERIFY), SECOND)
    assert night.deck().ready == ((ChecklistStep.INSPECT, "Ada"), (ChecklistStep.VERIFY, "Ben"))


def test_a_blank_behind_a_name_makes_nobody_a_second_person() -> None:
    night = new_table()
    night.give(ask.DoStep("red", ChecklistStep.INSPECT), Person("Ada", Role.DEALER))

    reason = night.reason(ask.DoStep("red", ChecklistStep.VERIFY), Person("Ada ", Role.FLOOR))

    assert reason == TableReason.NAME


def test_only_a_floorperson_verifies_and_only_a_dealer_inspects() -> None:
    night = new_table()

    assert night.reason(ask.DoStep("red", ChecklistStep.INSPECT), FLOOR) == TableReason.NOT_ALLOWED
    night.give(ask.DoStep("red", ChecklistStep.INSPECT))

    assert night.reason(ask.DoStep("red", ChecklistStep.VERIFY), DEALER) == TableReason.NOT_ALLOWED


def test_the_cards_lie_face_up_until_the_first_player_is_there() -> None:
    night = new_table().prepare()
    night.give(ask.OpenTable())

    refusal = night.refused(ask.DoStep("red", ChecklistStep.TURN_DOWN))
    assert refusal.reason == TableReason.NOBODY_SEATED

    night.sit(1)
    night.give(ask.DoStep("red", ChecklistStep.TURN_DOWN))
    assert night.deck().done(ChecklistStep.TURN_DOWN) == DEALER.name


def test_no_round_begins_before_the_cards_are_washed_and_stacked() -> None:
    night = new_table().prepare()
    night.give(ask.OpenTable())
    night.sit(1)
    for step in (ChecklistStep.TURN_DOWN, ChecklistStep.WASH, ChecklistStep.STACK):
        refusal = night.refused(ask.OpenRound())
        assert (refusal.reason, refusal.facts["step"]) == (TableReason.CHECKLIST, step)
        night.give(ask.DoStep("red", step))

    night.open()


def test_each_of_two_decks_has_a_checklist_of_its_own() -> None:
    night = new_table(MD, TWO_DECKS)
    for step in (ChecklistStep.INSPECT, ChecklistStep.VERIFY, ChecklistStep.SPREAD):
        night.give(ask.DoStep("red", step))

    refusal = night.refused(ask.OpenTable())

    assert refusal.facts == {"colour": "blue", "step": ChecklistStep.INSPECT}
    assert night.reason(ask.DoStep("green", ChecklistStep.INSPECT)) == TableReason.WRONG_DECK


def test_a_deck_that_was_inspected_before_needs_no_checklist() -> None:
    night = Night(MD, chips={})
    night.give(ask.BringDecks((Deck("red", preinspected=True),)))

    night.give(ask.OpenTable())
    night.sit(1).open()

    assert night.of(past.StepDone) == []


def test_where_no_clause_asks_for_a_checklist_there_is_none() -> None:
    asked = {place for place in SET_NAMES if Night(place).of(past.StepDone)}

    assert asked == {MD}


def test_the_automatic_dealer_and_floor_do_the_checklist_as_two_people() -> None:
    night = new_table()
    for step in (ChecklistStep.INSPECT, ChecklistStep.VERIFY, ChecklistStep.SPREAD):
        by = AUTOMATIC_FLOOR if step == ChecklistStep.VERIFY else AUTOMATIC_DEALER
        night.give(ask.DoStep("red", step), by)
    night.give(ask.OpenTable())
    night.sit(1)

    assert [c.step for c in night.run() if isinstance(c, ask.DoStep)] == [
        ChecklistStep.TURN_DOWN,
        ChecklistStep.WASH,
        ChecklistStep.STACK,
    ]


def test_without_an_automatic_floor_the_verification_waits_for_a_person() -> None:
    night = new_table()
    night.give(ask.DoStep("red", ChecklistStep.INSPECT))
    night.give(ask.DoStep("red", ChecklistStep.VERIFY))
    night.give(ask.DoStep("red", ChecklistStep.SPREAD))
    night.give(ask.OpenTable())
    night.sit(1)
    night.give(ask.ChangeDeck("red", Deck("red")))
    night.give(ask.DoStep("red", ChecklistStep.INSPECT))

    assert due(night.table, Pace(floor=False)) is None
    assert due(night.table, Pace(floor=True)) is not None


# -- open, paused, idle, closed --------------------------------------------------------------------


def test_a_table_is_set_up_once_and_first() -> None:
    night = Night(MD, chips={})

    assert night.reason(ask.SetUp("two", RulesChoice(MD, 1))) == TableReason.ALREADY_SET_UP
    night.prepare()
    night.give(ask.OpenTable())

    assert night.reason(ask.OpenTable()) == TableReason.ALREADY_SET_UP


def test_a_table_without_its_decks_does_not_open() -> None:
    night = Night(MD, TWO_DECKS, chips={})

    refusal = night.refused(ask.OpenTable())

    assert (refusal.reason, refusal.facts["want"]) == (TableReason.DECKS, 2)


def test_nobody_sits_down_at_a_closed_table() -> None:
    night = new_table()

    assert night.reason(ask.Sit(1, "Ann")) == TableReason.TABLE_CLOSED


def test_a_paused_table_plays_its_round_out_and_opens_no_other() -> None:
    night = Night(MD).open().bet(1)
    night.give(ask.PauseTable("a spill"))

    night.deal().finish().end()

    assert night.reason(ask.OpenRound()) == TableReason.TABLE_NOT_OPEN
    assert due(night.table, Pace()) is None
    night.give(ask.ResumeTable())
    night.open()


def test_a_pause_says_why_and_only_an_open_table_pauses() -> None:
    night = Night(MD)

    assert night.reason(ask.PauseTable(" ")) == TableReason.REASON_MISSING
    assert night.reason(ask.ResumeTable()) == TableReason.TABLE_NOT_OPEN
    night.give(ask.PauseTable("a spill"))

    assert night.reason(ask.PauseTable("another")) == TableReason.TABLE_NOT_OPEN


def test_closing_waits_for_the_round_and_lets_nobody_else_sit_down() -> None:
    night = Night(MD).open().bet(1)
    night.give(ask.CloseTable("the night is over"))

    assert night.stands() == Standing.OPEN
    assert night.reason(ask.CloseTable()) == TableReason.TABLE_CLOSED
    assert night.reason(ask.Sit(2, "Bob")) == TableReason.TABLE_CLOSED
    night.deal().finish().end()

    assert night.events[-1] == past.TableClosed("Ada", "the night is over")
    assert night.stands() == Standing.CLOSED
    assert night.reason(ask.OpenRound()) == TableReason.TABLE_NOT_OPEN


def test_between_rounds_a_table_closes_at_once_and_may_open_again() -> None:
    night = Night(MD)

    assert night.give(ask.CloseTable()) == (past.TableClosed("Ada", HouseReason.END_OF_PLAY),)

    assert night.reason(ask.OpenTable()) == TableReason.DECKS, "the decks left with the game"
    night.prepare()
    night.give(ask.OpenTable())
    night.prepare(players=True)
    night.open()


def test_a_player_who_is_still_there_when_the_table_has_closed_may_cash_out_and_leave() -> None:
    night = Night(MD)
    night.give(ask.CloseTable())

    (left,) = night.give(ask.Leave(1))

    assert left == past.PlayerLeft(1, "Ann", dollars(1_000))
    assert night.books.of("player Ann") == 0


@pytest.mark.parametrize("place", [MD, "catfish-bend"])
def test_cards_of_a_table_where_nobody_sits_are_spread(place: str) -> None:
    night = Night(place, TWO_DECKS if place == MD else {})
    night.give(ask.Leave(1))

    step = due(night.table, Pace())
    assert step is not None
    assert (step.command, step.at) == (ask.Idle(), night.at + 10 * MINUTE)
    (idled,) = night.give(ask.Idle(face_up=True))

    assert isinstance(idled, past.TableIdled)
    assert idled.cite.clauses
    assert night.stands() == Standing.IDLE
    assert [deck.place for deck in night.table.decks.at_table] == [
        DeckPlace.SPREAD,
        DeckPlace.DEVICE,
    ]


def test_after_an_idle_time_the_cards_are_prepared_again_for_the_next_player() -> None:
    night = Night(MD)
    night.give(ask.Leave(1))
    night.give(ask.Idle())

    night.sit(2)

    assert night.stands() == Standing.OPEN
    refusal = night.refused(ask.OpenRound())
    assert (refusal.reason, refusal.facts["step"]) == (
        TableReason.CHECKLIST,
        ChecklistStep.TURN_DOWN,
    )
    night.prepare(players=True).hand(2)


def test_after_an_idle_time_a_deck_that_came_inspected_is_inspected_here() -> None:
    night = Night(MD, chips={})
    night.give(ask.BringDecks((Deck("red", preinspected=True),)))
    night.give(ask.OpenTable())
    night.give(ask.Idle())

    night.sit(2)

    assert night.refused(ask.OpenRound()).facts["step"] == ChecklistStep.INSPECT
    night.prepare(players=True).hand(2)


def test_only_an_open_table_without_players_lies_idle() -> None:
    assert Night(MD).reason(ask.Idle()) == TableReason.ROUND_GOING_ON


def test_where_no_clause_spreads_the_cards_no_table_lies_idle() -> None:
    night = Night("south-dakota")
    night.give(ask.Leave(1))

    assert night.reason(ask.Idle()) == TableReason.NOT_ALLOWED
    assert due(night.table, Pace()) is None


def test_a_table_that_is_not_set_up_knows_only_that() -> None:
    night = Night(MD, chips={})
    night.table = Table()

    assert night.reason(ask.OpenTable()) == TableReason.NOT_SET_UP
    assert night.reason(round_ask.Deal()) == TableReason.NOT_SET_UP


# -- the house and its rules -----------------------------------------------------------------------


@pytest.mark.parametrize("options", ["1", "[]", "null", '"x"', "{", '{"nonsense":1}', "[" * 10**5])
def test_rules_that_cannot_be_read_are_refused_in_one_line(options: str) -> None:
    night = Night(MD, chips={})

    assert night.reason(ask.ChangeRules(RulesChoice(MD, 1, options))) == TableReason.RULES_FIXED


def test_another_edition_or_another_place_is_another_table() -> None:
    night = Night(MD)

    assert night.reason(ask.ChangeRules(RulesChoice("california", 1))) == TableReason.RULES_FIXED
    assert night.reason(ask.ChangeRules(RulesChoice(MD, 2))) == TableReason.RULES_FIXED


def test_rules_change_between_rounds_only() -> None:
    night = Night(MD).open()

    assert night.reason(ask.ChangeRules(RulesChoice(MD, 1))) == TableReason.ROUND_GOING_ON
    night.give(ask.CancelRound())
    night.change(trips="B")

    assert night.rules.choice("trips") == "B"


def test_seats_that_are_taken_stay() -> None:
    night = Night("south-dakota", chips={6: 100})
    fewer = RulesChoice("south-dakota", 1, '{"seats":4}')

    assert night.reason(ask.ChangeRules(fewer)) == TableReason.SEAT_TAKEN
    night.give(ask.Leave(6))
    night.give(ask.ChangeRules(fewer))

    assert night.rules.seats == 4


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "two\nlines", "\ud800"])
def test_a_table_has_a_name_that_fits_on_a_line(name: str) -> None:
    night = Night(MD, chips={})
    night.table = Table()

    assert night.reason(ask.SetUp(name, RulesChoice(MD, 1))) == TableReason.NAME
