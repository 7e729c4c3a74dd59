"""Progressive at a table: meters over many rounds, the keypad, the ready button, corrections."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from pitboss.round import Reason
from pitboss.round import command as round_ask
from pitboss.round.state import Step
from pitboss.rules import dollars
from pitboss.table import TableReason
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.rules_choice import RulesChoice
from pitboss.table.timetable import Pace, due
from tests.round.felt import bets
from tests.table.nights import DEALER, FLOOR, SECOND, Night, player, royal

MD, SD = "maryland", "south-dakota"
SEED = dollars(10_000)
A = {"progressive": "A", "meter.seed": 10_000, "meter.rate": Decimal("1.7")}
PMG = {"progressive": "PMG-01", "meter.seed": 10_000, "meter.rate": 10}
THREE_METERS = {"mega": 10_000, "major": 1_000, "minor": 250}
MEGA = {"progressive": "C", "meter.rate": {"mega": 1, "major": 2, "minor": 3}}
NOTHING_WON = {"p1": "2c 7d", "board": "9h Jc 3s 4d 8c", "dealer": "As Ad"}


def played(place: str, options: dict[str, Any], **cards: str) -> Night:
    """Bring a hand with a Progressive wager at seat 1 to its settlement."""
    night = Night(place, options).open().bet(1, ante=10, progressive=1)
    night.deal(**(cards or NOTHING_WON)).everyone("4x")
    while (step := due(night.table, Pace())) and step.command != round_ask.Proceed(Step.SETTLE):
        if not isinstance(step.command, round_ask.Proceed):
            break
        night.give(step.command)
    return night


# -- meters ----------------------------------------------------------------------------------------


def test_a_meter_starts_from_its_seed_that_the_house_puts_up() -> None:
    night = Night(MD, A)

    assert night.meter() == SEED
    assert night.books.of("house") == -SEED


def test_every_wager_feeds_its_exact_part_when_betting_closes() -> None:
    night = Night(MD, A, chips={1: 100, 2: 100}).open()
    night.bet(1, ante=10, progressive=1).bet(2, ante=10, progressive=5)
    assert night.meter() == SEED

    night.close()

    assert night.meter() == SEED + Fraction(17, 1000) * 600


@pytest.mark.slow
def test_meters_are_exact_to_the_fraction_over_a_thousand_rounds() -> None:
    options = {**A, "meter.rate": Decimal("0.7")}
    night = Night(MD, options, chips={1: 10**6}, provable=True)
    for number in range(1_000):
        night.open(number.to_bytes(32, "big")).bet(1, ante=10, progressive=1).close()
        night.give(ask.CallOff("speed", "Ben") if number % 10 == 0 else ask.ShuffleDeck())
        if number % 10:
            night.give(round_ask.Deal())
            night.everyone("check", "check", "fold")
        night.finish().end()

    paid = sum(
        movement.paid
        for event in night.events
        if (settlement := getattr(event, "settlement", None)) is not None
        for movement in settlement.of(1)
        if movement.wager == "progressive" and str(movement.payer).startswith("meter")
    )
    resets = sum(
        reset.chips
        for event in night.events
        if (settlement := getattr(event, "settlement", None)) is not None
        for reset in settlement.resets
    )
    assert night.meter() == SEED + 900 * Fraction(7, 10) - paid + resets


def test_a_meter_stands_on_after_a_round_that_won_nothing() -> None:
    night = played(MD, A).finish().end()

    assert night.meter() == SEED + Fraction(17, 10)
    night.open()
    assert night.round.meters["main"] == SEED + Fraction(17, 10)


def test_a_whole_award_resets_the_meter_to_its_seed_and_keeps_the_fraction() -> None:
    night = played(MD, A, **royal(1)).finish()

    assert night.meter() == SEED + Fraction(7, 10)  # $10,000.01 was paid


def test_a_whole_award_resets_the_meter_to_seed_and_reserve() -> None:
    night = Night(SD, {**PMG, "meter.reserve": 250})
    assert night.meter() == SEED
    assert night.books.of("reserve main") == dollars(250)
    night.open().bet(1, ante=10, progressive=1).deal(**royal(1)).finish()

    assert night.meter() == SEED + dollars(250)
    assert night.books.of("reserve main") == dollars(250)


def test_a_percentage_leaves_the_rest_on_the_meter() -> None:
    flush = {"p1": "8h 9h", "board": "Th Jh Qh 2c 3d", "dealer": "As Ad"}
    night = played(MD, A, **flush).finish()

    assert night.net(1)["progressive"] > 0
    assert night.meter() == SEED + Fraction(17, 10) - 100_000  # ten percent, fractions stay


def test_named_meters_are_fed_and_paid_apart() -> None:
    night = Night(MD, MEGA | {"meter.seed": THREE_METERS})
    night.open().bet(1, ante=10, progressive=1).close()

    fed = [night.meter(name) - dollars(seed) for name, seed in THREE_METERS.items()]
    assert fed == [1, 2, 3]


def test_a_void_round_takes_its_contribution_off_again() -> None:
    night = Night(MD, A).open().bet(1, ante=10, progressive=1).close()
    night.give(ask.CallOff("a dispute", "Ben"))

    night.finish()

    assert night.meter() == SEED
    assert night.chips(1) == dollars(1_000)


def test_no_seed_no_table() -> None:
    night = Night(SD, chips={})
    house = RulesChoice(SD, 1, '{"progressive":"PMG-01"}')

    refusal = night.refused(ask.ChangeRules(house))

    assert (refusal.reason, refusal.facts["meter"]) == (TableReason.METERS, "main")


# -- locked and counted ----------------------------------------------------------------------------


def test_after_no_more_bets_no_progressive_wager_is_taken() -> None:
    night = Night(MD, A, chips={1: 100, 2: 100}).open().bet(1).close()

    assert night.reason(bets(2, ante=10, progressive=1)) == Reason.BETS_CLOSED
    assert night.meter() == SEED


def test_the_count_of_progressive_chips_is_reconciled() -> None:
    night = Night(MD, A, chips={1: 100, 2: 100}).open().bet(1, ante=10, progressive=1).bet(2)

    refusal = night.refused(round_ask.CloseBets(2))
    assert (refusal.reason, refusal.notify) == (Reason.PROGRESSIVE_COUNT, True)
    assert refusal.facts["accepted"] == 1

    night.give(round_ask.CloseBets(1))


# -- validated -------------------------------------------------------------------------------------


def test_in_maryland_a_floorperson_validates_before_a_jackpot_is_paid() -> None:
    night = played(MD, A, **royal(1))

    refusal = night.refused(round_ask.Proceed(Step.SETTLE))
    assert refusal.reason == Reason.JACKPOT_NOT_VALIDATED
    assert night.reason(round_ask.Validate(1, "Ada"), DEALER) == TableReason.NOT_ALLOWED
    (validated,) = night.give(round_ask.Validate(1, "somebody"), FLOOR)

    assert validated.by == FLOOR.name  # type: ignore[union-attr]  # the one who asks, not who is named
    night.give(round_ask.Proceed(Step.SETTLE))


def test_the_automatic_floor_validates_only_where_it_may() -> None:
    night = played(MD, A, **royal(1))

    assert due(night.table, Pace(floor=False)) is None
    step = due(night.table, Pace())
    assert step is not None
    assert step.command == round_ask.Validate(1, "floor")


def test_there_is_nothing_to_validate_where_nothing_was_won() -> None:
    night = played(MD, A)

    assert night.reason(round_ask.Validate(1, "Ada")) == Reason.NO_JACKPOT


# -- the keypad and the ready button ---------------------------------------------------------------


def test_in_south_dakota_the_winner_is_keyed_before_the_settlement() -> None:
    night = played(SD, PMG, **royal(1))

    refusal = night.refused(round_ask.Proceed(Step.SETTLE))
    assert (refusal.reason, refusal.cite.clauses) == (TableReason.KEYPAD, ("SD-18.a.iii",))
    assert night.give(ask.KeyWinner(1)) == (past.WinnerKeyed(1),)

    night.give(round_ask.Proceed(Step.SETTLE))


def test_a_second_press_takes_an_accidental_one_back() -> None:
    night = played(SD, PMG)
    night.give(ask.KeyWinner(1))
    assert night.reason(round_ask.Proceed(Step.SETTLE)) == TableReason.KEYPAD

    assert night.give(ask.KeyWinner(1)) == (past.WinnerUnkeyed(1),)

    night.give(round_ask.Proceed(Step.SETTLE))


def test_only_a_seat_in_the_round_is_keyed_and_only_at_the_settlement() -> None:
    night = played(SD, PMG)

    assert night.reason(ask.KeyWinner(2)) == TableReason.KEYPAD
    night.finish()
    assert night.reason(ask.KeyWinner(1)) == TableReason.KEYPAD
    assert Night(SD).reason(ask.KeyWinner(1)) == TableReason.KEYPAD
    assert Night(MD, A).reason(ask.KeyWinner(1)) == TableReason.KEYPAD


def test_keys_are_cleared_for_the_next_round() -> None:
    night = played(SD, PMG, **royal(1)).finish().end().ready().open()

    assert night.table.progressive.keyed == frozenset()


def test_the_automatic_dealer_presses_the_right_keys() -> None:
    night = played(SD, PMG, **royal(1))

    done = night.run(2)

    assert done == [ask.KeyWinner(1), round_ask.Proceed(Step.SETTLE)]


def test_the_system_is_readied_before_the_next_hand() -> None:
    night = played(SD, PMG).finish()
    assert night.reason(ask.ReadySystem()) == TableReason.SYSTEM_NOT_READY
    night.end()

    refusal = night.refused(ask.OpenRound())
    assert (refusal.reason, refusal.cite.clauses) == (
        TableReason.SYSTEM_NOT_READY,
        ("SD-18.a.vii",),
    )
    assert night.give(ask.ReadySystem()) == (past.SystemReadied(DEALER.name),)

    assert night.reason(ask.ReadySystem()) == TableReason.SYSTEM_NOT_READY
    night.open()


def test_without_progressive_nothing_is_readied() -> None:
    night = Night(SD).hand()

    night.open()


def test_elsewhere_there_is_no_such_button() -> None:
    night = played(MD, A).finish().end()

    assert night.reason(ask.ReadySystem()) == TableReason.SYSTEM_NOT_READY
    night.open()


# -- corrected, changed ----------------------------------------------------------------------------


def correction(amount: Fraction | int = 5_000, **changes: Any) -> ask.CorrectMeter:
    facts = {"meter": "main", "reason": "miskeyed", "second": SECOND.name} | changes
    return ask.CorrectMeter(amount=Fraction(amount), **facts)


@pytest.mark.parametrize("amount", [Fraction(5_000, 7), Fraction(5_000_000), Fraction(0)])
def test_a_meter_is_corrected_up_or_down_by_two_people(amount: Fraction) -> None:
    night = Night(MD, A)

    (corrected,) = night.give(correction(amount))

    assert corrected == past.MeterCorrected(
        "main", Fraction(SEED), amount, "miskeyed", "Ada", "Ben"
    )
    assert night.meter() == amount


@pytest.mark.parametrize("second", ["", " ", "Ada", " Ada ", "Ada\u200b", "B\nen", "x" * 61])
def test_one_person_alone_corrects_nothing(second: str) -> None:
    assert Night(MD, A).reason(correction(second=second)) == TableReason.SECOND_PERSON


def test_a_correction_says_why() -> None:
    assert Night(MD, A).reason(correction(reason=" ")) == TableReason.REASON_MISSING
    assert Night(MD, A).reason(correction(reason="a\x1b[2J")) == TableReason.REASON_MISSING


def test_a_correction_waits_for_the_end_of_the_round() -> None:
    assert Night(MD, A).open().reason(correction()) == TableReason.ROUND_GOING_ON


def test_only_a_meter_that_is_there_is_corrected_and_never_below_nothing() -> None:
    night = Night(MD, A)

    assert night.reason(correction(meter="mega")) == TableReason.METERS
    assert night.reason(correction(-1)) == TableReason.METERS
    # More than could ever be written down again, once a round has been added to it.
    assert night.reason(correction(Fraction(1, 10**4290 + 1))) == TableReason.METERS
    assert night.reason(correction(Fraction(10**15))) == TableReason.METERS
    assert Night(MD).reason(correction()) == TableReason.METERS


def test_a_dealer_or_player_corrects_nothing() -> None:
    night = Night(MD, A)

    for by in (DEALER, player(1)):
        assert night.reason(correction(), by) == TableReason.NOT_ALLOWED


def test_parameters_do_not_change_while_wagers_are_live() -> None:
    night = Night(MD, A).open().bet(1, ante=10, progressive=1)
    house = RulesChoice(MD, 1, '{"meter.rate":5,"meter.seed":10000,"progressive":"A"}')

    assert night.reason(ask.ChangeRules(house)) == TableReason.ROUND_GOING_ON


def test_between_rounds_they_change_and_the_meter_keeps_what_is_on_it() -> None:
    night = played(MD, A).finish().end()
    before = night.meter()

    night.change(**{"meter__rate": 50, "meter__seed": 20_000})

    assert night.meter() == before
    night.open().bet(1, ante=10, progressive=1).close()
    assert night.meter() == before + 50


def test_a_meter_that_holds_money_is_not_dropped() -> None:
    night = Night(MD, A)

    refusal = night.refused(ask.ChangeRules(RulesChoice(MD, 1)))

    assert (refusal.reason, refusal.facts["meter"]) == (TableReason.METERS, "main")


def test_progressive_may_be_added_between_rounds_with_its_seed() -> None:
    night = Night(MD)

    night.change(**{"progressive": "A", "meter__seed": 10_000})

    assert night.meter() == SEED


@pytest.mark.parametrize(("before", "after"), [(0, 250), (250, 0), (250, 100)])
def test_the_reserve_is_put_up_or_given_back_when_it_changes(before: int, after: int) -> None:
    night = Night(SD, {**PMG, "meter.reserve": before})

    night.change(meter__reserve=after)

    assert night.books.of("reserve main") == dollars(after)
    assert night.books.of("house") == -SEED - dollars(after)
