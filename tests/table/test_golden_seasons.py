"""Short seasons as they would be told: each place's own habits, hand by hand, to the cent."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from pitboss.ledger.accounts import BANK, CAGE, DROP, HOUSE, LAYOUT, TIP_BOX
from pitboss.round import Reason
from pitboss.round import command as round_ask
from pitboss.round.state import Step
from pitboss.rules import dollars
from pitboss.table import TableReason
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.deck import ChecklistStep, Deck
from pitboss.table.state import Standing
from tests.round.felt import bets
from tests.table.nights import DEALER, FLOOR, HOUR, SECOND, Night, royal

# Seat 1 or 2 with aces against nothing; and the other way round.
ACES = "As Ad"
NOTHING = "2c 7d"
DRY = "9h Jc 3s 4d 8c"


def hand(night: Night) -> list[str]:
    """Name what happened since the last round began, event by event."""
    start = max(n for n, e in enumerate(night.events) if isinstance(e, past.RoundBegun))
    return [type(event).__name__ for event in night.events[start:]]


# -- California ------------------------------------------------------------------------------------


def test_california_two_players_pass_the_bank_and_pay_for_every_hand() -> None:
    night = Night("california", {"fees": 1}, chips={1: 1_000, 2: 1_000})

    # Ann banks two hands. Bob loses three wagers of $10, then wins $40 on Play; the Ante pushes.
    night.open().bank(1).bet(2).deal(p2=NOTHING, dealer=ACES, board=DRY).finish().end()
    assert (night.chips(1), night.chips(2)) == (dollars(1_029), dollars(969))
    night.open().bank(1).bet(2).deal(p2=ACES, dealer=NOTHING, board=DRY).everyone("4x")
    night.finish().end()
    assert (night.chips(1), night.chips(2)) == (dollars(988), dollars(1_008))
    assert night.books.of(DROP) == dollars(4)

    # Now it is Bob's turn. His hand is called off: the fees come back with everything else.
    night.open().bank(2).bet(1).close()
    assert night.books.of(DROP) == dollars(6)
    night.give(ask.CallOff("a card was found on the floor", SECOND.name))
    night.finish().end()
    assert (night.chips(1), night.chips(2)) == (dollars(988), dollars(1_008))
    assert night.books.of(DROP) == dollars(4)

    # It counted as one of his two: after the next the bank goes back to Ann.
    night.open().bank(2).bet(1).deal().everyone("check", "check", "fold").finish().end()
    assert night.table.bank.recent == ("Ann", "Ann", "Bob", "Bob")
    night.open()
    assert night.table.bank.offered == 1
    assert night.books.of(HOUSE) == 0


def test_california_a_bank_that_runs_dry_returns_what_it_cannot_cover() -> None:
    night = Night("california", {"fees": 2}, chips={1: 200, 2: 1_000, 3: 1_000})
    night.open().bank(1, 30).bet(2, 3, ante=10)

    night.deal(p2="As Kd", p3="Ac Kc", dealer=NOTHING, board="Ah Kh 3s 4d 8c").everyone("4x")
    night.finish()

    # The $30 pay a part of seat 2's Play; all else that would have won goes back as it lay.
    assert night.net(2)["play"] + night.net(3).get("play", 0) == 3_000
    assert night.chips(1) == dollars(170) - 50
    assert night.chips(2) + night.chips(3) == dollars(2_030)
    assert night.books.of(BANK) == night.books.of(LAYOUT) == 0


def test_california_nobody_banks_and_nobody_plays() -> None:
    night = Night("california", chips={1: 1_000, 2: 1_000}).open()
    night.give(ask.DeclineBank(1))
    night.bank(2).bet(1, ante=10)
    night.give(ask.ReturnBank(2))
    night.give(ask.CancelRound())

    assert hand(night)[-3:] == ["BankReturned", "BankDeclined", "RoundCancelled"]
    assert night.books.balances == {
        CAGE: -dollars(2_000),
        "player Ann": dollars(1_000),
        "player Bob": dollars(1_000),
    }
    night.give(ask.Leave(1))
    night.open().bank(2)
    assert night.reason(round_ask.CloseBets()) == Reason.NO_WAGER


# -- Maryland --------------------------------------------------------------------------------------


def test_maryland_from_the_sealed_deck_to_a_validated_jackpot() -> None:
    options = {"progressive": "A", "meter.rate": Decimal("12.5")}
    night = Night("maryland", options, chips={})
    night.give(ask.BringDecks((Deck("red"),)), FLOOR)
    night.give(ask.DoStep("red", ChecklistStep.INSPECT), DEALER)
    night.give(ask.DoStep("red", ChecklistStep.VERIFY), SECOND)
    night.give(ask.DoStep("red", ChecklistStep.SPREAD), DEALER)
    night.give(ask.OpenTable(), FLOOR)
    night.sit(4, 500)
    for step in (ChecklistStep.TURN_DOWN, ChecklistStep.WASH, ChecklistStep.STACK):
        night.give(ask.DoStep("red", step), DEALER)

    night.open().bet(4, ante=10, progressive=5)
    assert night.reason(round_ask.CloseBets(progressive_chips=0)) == Reason.PROGRESSIVE_COUNT
    night.give(round_ask.CloseBets(progressive_chips=1))
    assert night.meter() == dollars(10_000) + Fraction(125, 2)

    night.deal(**royal(4)).everyone("4x")
    night.give(round_ask.Proceed(Step.RIVER))
    night.give(round_ask.Proceed(Step.REVEAL))
    assert night.reason(round_ask.Proceed(Step.SETTLE)) == Reason.JACKPOT_NOT_VALIDATED
    night.give(round_ask.Validate(4, ""), SECOND)
    night.give(round_ask.Proceed(Step.SETTLE))

    # The whole meter, $10,000.62, to the cent; half a cent stays. Blind pays 500 to 1.
    assert night.net(4) == {
        "ante": 0,
        "blind": dollars(5_000),
        "play": dollars(40),
        "progressive": dollars(10_000) + 62 - dollars(5),
    }
    assert night.meter() == dollars(10_000) + Fraction(1, 2)
    assert "jackpot-validation" in {notice.kind for notice in night.round.settlement.notices}  # type: ignore[union-attr]  # settled


def test_maryland_a_long_night_changes_the_deck_and_counts_it() -> None:
    options = {"dealing": "shoe", "shuffle": "manual", "device.counts_cards": False}
    night = Night("maryland", options)
    for _ in range(5):
        night.hand()
    assert night.reason(ask.OpenRound()) == Reason.COUNT_OVERDUE
    night.give(ask.CountDeck("red", 52))
    night.hand().wait(8 * HOUR)

    assert night.reason(ask.OpenRound()) == Reason.DECK_OVERDUE
    night.give(ask.ChangeDeck("red", Deck("blue", preinspected=True)), FLOOR)
    night.hand()

    assert night.table.rounds == 7
    assert [event.reason for event in night.of(past.DeckTakenAway)] == ["change"]


def test_maryland_the_last_player_goes_and_the_table_waits_face_down() -> None:
    night = Night("maryland").hand()
    night.give(ask.Leave(1))
    night.give(ask.Idle())
    assert night.stands() == Standing.IDLE

    night.sit(2, 200)
    assert [type(command).__name__ for command in night.run()] == ["DoStep"] * 3
    night.hand(2)
    night.give(ask.CloseTable("three o'clock"))

    assert night.stands() == Standing.CLOSED
    assert night.reason(ask.OpenRound()) == TableReason.TABLE_NOT_OPEN


# -- South Dakota ----------------------------------------------------------------------------------

PMG = {"progressive": "PMG-01", "meter.seed": 5_000, "meter.rate": 20, "meter.reserve": 100}


def test_south_dakota_tips_ride_along_and_end_in_the_box() -> None:
    night = Night("south-dakota").open()
    night.bet(1, ante=10, trips=5, tips={"ante": 1, "trips": 1})
    night.deal(p1="9s 9d", dealer="As Kd", board="9h Jc 3s 4d 8c")
    night.give(round_ask.Play(1, 3, tip=True))
    night.finish()

    # The dealer has no pair: the Ante and its tip push. Play wins $30, its tip $3; Trips pays.
    assert night.net(1)["ante"] == 0
    assert night.net(1)["play"] == dollars(30)
    odds = night.net(1)["trips"] // dollars(5)
    assert odds == 3
    assert night.books.of(TIP_BOX) == dollars(1) + dollars(3 + 3) + dollars(1 + odds)


def test_south_dakota_a_jackpot_is_keyed_paid_and_the_system_readied() -> None:
    night = Night("south-dakota", PMG, chips={1: 100, 2: 100}).open()
    night.bet(1, 2, ante=10, progressive=1).deal(p1="6s 8c", **royal(2)).everyone("check", "check")
    night.everyone("1x")
    night.give(round_ask.Proceed(Step.REVEAL))

    night.give(ask.KeyWinner(1))  # a slip of the finger
    night.give(ask.KeyWinner(1))
    night.give(ask.KeyWinner(2))
    night.give(round_ask.Proceed(Step.SETTLE))

    assert night.net(2)["progressive"] == dollars(5_000) + 40 - 100
    assert night.meter() == dollars(5_100)
    assert night.books.of("reserve main") == dollars(100)
    night.end()
    assert night.reason(ask.OpenRound()) == TableReason.SYSTEM_NOT_READY
    night.give(ask.ReadySystem())
    night.open()


def test_south_dakota_trips_alone_sees_the_hand_through() -> None:
    night = Night("south-dakota").open().bet(1, trips=5)

    night.deal(p1="9s 9d", dealer="As Kd", board="9h Jc 3s 4d 8c").finish().end()

    assert night.chips(1) == dollars(1_015)
    assert night.books.of(HOUSE) == -dollars(15)


# -- Catfish Bend ----------------------------------------------------------------------------------


def test_catfish_bend_a_new_dealer_counts_before_the_first_hand() -> None:
    night = Night("catfish-bend", {"dealing": "hand", "shuffle": "manual"})
    night.give(ask.TapIn("Cy"))
    night.hand()
    night.give(ask.TapIn("Dee"))
    assert night.reason(ask.OpenRound()) == Reason.COUNT_OVERDUE

    night.give(ask.CountDeck("red", 51))
    assert night.table.decks.at_table == ()
    night.prepare().hand()

    assert night.table.decks.dealer == "Dee"
    assert [event.count for event in night.of(past.DeckCounted)] == [51]


def test_catfish_bend_a_large_payout_is_called_out() -> None:
    night = Night("catfish-bend", chips={1: 1_000}).open().bet(1, ante=25, trips=25)
    night.deal(**royal(1)).everyone("4x").finish()

    kinds = {notice.kind for notice in night.round.settlement.notices}  # type: ignore[union-attr]  # settled
    assert "supervisor-payout" in kinds
    assert night.net(1)["blind"] == 500 * dollars(25)


def test_catfish_bend_two_decks_take_turns_through_an_idle_hour() -> None:
    night = Night("catfish-bend").hand()
    night.give(ask.Leave(1))
    night.wait(HOUR).give(ask.Idle())
    night.sit(3, 300).hand(3)

    assert [event.deck for event in night.of(past.RoundBegun)] == ["red", "blue"]
    assert night.of(past.TableIdled)[0].cite.clauses == ("IA-DEAD.1", "IA-DEAD.2")


# -- Royal Caribbean -------------------------------------------------------------------------------


def test_royal_caribbean_a_passenger_deals_and_the_ship_takes_no_side() -> None:
    night = Night("royal-caribbean", chips={1: 500, 2: 500, 3: 500})
    night.open().bank(1, 300).bet(2, 3, ante=10)
    night.deal(p2=ACES, p3="5h 6s", dealer=NOTHING, board=DRY)
    night.act(2, "4x")
    night.act(3, "check")
    night.finish().end()

    # Without a pair the player/dealer gives the Antes back, pays $40 and takes what is below.
    assert night.chips(2) == dollars(540)
    assert night.books.of(HOUSE) == night.books.of(DROP) == 0
    assert sum(night.chips(seat) for seat in (1, 2, 3)) == dollars(1_500)


def test_royal_caribbean_the_place_of_the_dealer_goes_round_the_table() -> None:
    night = Night("royal-caribbean", chips={1: 500, 3: 500, 5: 500})
    order = []
    for _ in range(7):
        night.open()
        bank = night.table.bank.offered or 0
        order.append(bank)
        night.bank(bank, 100).bet(*({1, 3, 5} - {bank})).deal()
        night.everyone("check", "check", "fold").finish().end()

    assert order == [1, 1, 3, 3, 5, 5, 1]
    assert night.reason(ask.OpenRound(), FLOOR) == TableReason.NOT_ALLOWED


def test_royal_caribbean_a_flat_fee_is_paid_before_the_cards_and_kept() -> None:
    options = {"fees": "flat", "fee.bank": 1, "fee.circle": "0.50"}
    night = Night("royal-caribbean", options, chips={1: 500, 2: 21}).open().bank(1, 100)
    assert night.reason(bets(2, ante="10.02")) == TableReason.SHORT_OF_CHIPS
    night.bet(2).deal().everyone("check", "check", "fold").finish().end()

    assert night.books.of(DROP) == dollars(2)
    assert (night.chips(1), night.chips(2)) == (dollars(519), 0)
