"""What each kind of event moves, from where to where and why; and that nothing else moves."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.ledger import Books, post, transfers
from pitboss.ledger.accounts import BANK, CAGE, DROP, HOUSE, LAYOUT, TIP_BOX
from pitboss.round import command as round_ask
from pitboss.round import event as round_past
from pitboss.rules import SET_NAMES, dollars
from pitboss.table import Event, Table, evolve
from pitboss.table import command as ask
from pitboss.table import event as past
from tests.table.nights import Night, royal
from tests.table.seasons import season

MD, SD, CA = "maryland", "south-dakota", "california"
PMG: dict[str, Any] = {"progressive": "PMG-01", "meter.seed": 10_000, "meter.rate": 10}
SEED = dollars(10_000)
WINS = {"p1": "As Ad", "dealer": "2c 7d", "board": "9h Jc 3s 4d 8c"}
LOSES = {"p1": "2c 7d", "dealer": "As Ad", "board": "9h Jc 3s 4d 8c"}
Entry = tuple[str, str, int | Fraction]
# Events that move chips; whatever else happens at a table moves none.
MOVING = {
    past.TableSetUp,
    past.RulesChanged,
    past.ChipsBought,
    past.ChipsCashed,
    past.PlayerLeft,
    past.MeterCorrected,
    past.RoundCancelled,
    round_past.BankTaken,
    round_past.BankReturned,
    round_past.BetsPlaced,
    round_past.BetsCleared,
    round_past.BetsClosed,
    round_past.PlayPlaced,
    round_past.RoundSettled,
}


def entries(night: Night, kind: type) -> list[Entry]:
    """List what the last event of a kind moved, at the table as it was before it."""
    last = max(n for n, event in enumerate(night.events) if isinstance(event, kind))
    table = Table()
    for event in night.events[:last]:
        table = evolve(table, event, night.at)
    return [(t.source, t.target, t.chips) for t in transfers(table, night.events[last])]


# -- the table -------------------------------------------------------------------------------------


def test_the_house_puts_up_seed_and_reserve() -> None:
    night = Night(SD, {**PMG, "meter.reserve": 250})

    assert entries(night, past.TableSetUp) == [
        (HOUSE, "meter main", SEED),
        (HOUSE, "reserve main", dollars(250)),
    ]


def test_the_seed_of_a_link_is_none_of_the_tables() -> None:
    night = Night(SD, {**PMG, "meter.reserve": 250, "meter.link_group": "north"})

    assert entries(night, past.TableSetUp) == []


def test_a_change_of_rules_puts_no_second_seed_on_a_link() -> None:
    night = Night(SD, {**PMG, "meter.link_group": "north"})
    night.change(trips="UTH-02")

    assert entries(night, past.RulesChanged) == []


def test_a_meter_that_is_new_gets_its_seed_and_a_reserve_is_filled_up_or_given_back() -> None:
    night = Night(SD)
    night.change(**{"progressive": "PMG-01", "meter__seed": 10_000, "meter__reserve": 250})
    assert entries(night, past.RulesChanged) == [
        (HOUSE, "meter main", SEED),
        (HOUSE, "reserve main", dollars(250)),
    ]

    night.change(meter__reserve=100)

    assert entries(night, past.RulesChanged) == [("reserve main", HOUSE, dollars(150))]


def test_a_buy_in_comes_from_the_cage_and_a_cash_out_goes_there() -> None:
    night = Night(MD)
    night.give(ask.CashOut(1, dollars(300)))

    assert entries(night, past.ChipsBought) == [(CAGE, "player Ann", dollars(1_000))]
    assert entries(night, past.ChipsCashed) == [("player Ann", CAGE, dollars(300))]


def test_who_leaves_takes_everything_along() -> None:
    night = Night(MD)
    night.give(ask.Leave(1))

    assert entries(night, past.PlayerLeft) == [("player Ann", CAGE, dollars(1_000))]


def test_who_leaves_with_nothing_moves_nothing() -> None:
    night = Night(MD)
    night.give(ask.CashOut(1, dollars(1_000)))
    night.give(ask.Leave(1))

    assert entries(night, past.PlayerLeft) == []


@pytest.mark.parametrize(
    ("amount", "entry"),
    [
        (Fraction(SEED + 7, 1), (HOUSE, "meter main", 7)),
        (SEED - Fraction(1, 3), ("meter main", HOUSE, Fraction(1, 3))),
    ],
)
def test_a_correction_is_between_house_and_meter(amount: Fraction, entry: Entry) -> None:
    night = Night(SD, PMG)
    night.give(ask.CorrectMeter("main", amount, "miskeyed", "Ben"))

    assert entries(night, past.MeterCorrected) == [entry]


def test_a_cancelled_round_gives_the_bank_back() -> None:
    night = Night(CA, chips={1: 1_000, 2: 1_000}).open().bank(1, 200)
    night.give(ask.CancelRound())

    assert entries(night, past.RoundCancelled) == [(BANK, "player Ann", dollars(200))]
    assert Night(MD).open().books.of(BANK) == 0


# -- the round -------------------------------------------------------------------------------------


def test_a_stake_that_is_put_up_anew_is_taken_back_first() -> None:
    night = Night(CA, chips={1: 1_000, 2: 1_000}).open().bank(1, 200).bank(1, 300)

    assert entries(night, round_past.BankTaken) == [
        (BANK, "player Ann", dollars(200)),
        ("player Ann", BANK, dollars(300)),
    ]


def test_wagers_and_tips_lie_on_the_layout() -> None:
    night = Night(SD).open().bet(1, ante=10, trips=5, tips={"ante": 1})

    assert sorted(entries(night, round_past.BetsPlaced)) == [
        ("player Ann", LAYOUT, 100),
        ("player Ann", LAYOUT, 500),
        ("player Ann", LAYOUT, 1_000),
        ("player Ann", LAYOUT, 1_000),
    ]
    night.give(round_ask.ClearBets(1))
    assert sum(chips for _, _, chips in entries(night, round_past.BetsCleared)) == 2_600


def test_closing_takes_progressive_chips_fees_and_contributions() -> None:
    night = Night(SD, PMG).open().bet(1, ante=10, progressive=1).close()
    assert entries(night, round_past.BetsClosed) == [
        (LAYOUT, HOUSE, 100),
        (HOUSE, "meter main", 10),
    ]

    night = Night(CA, chips={1: 1_000, 2: 1_000}).open().bank(1).bet(2).close()
    assert sorted(entries(night, round_past.BetsClosed)) == [
        ("player Ann", DROP, 100),
        ("player Bob", DROP, 100),
    ]


def test_a_play_wager_goes_on_the_layout() -> None:
    night = Night(MD).open().bet(1).deal()
    night.act(1, "4x")

    assert entries(night, round_past.PlayPlaced) == [("player Ann", LAYOUT, 4_000)]


def test_a_lost_wager_goes_to_who_banks() -> None:
    night = Night(MD).open().bet(1).deal(**LOSES).finish()
    assert sorted(entries(night, round_past.RoundSettled)) == [(LAYOUT, HOUSE, 1_000)] * 3

    night = Night(CA, chips={2: 1_000, 1: 1_000}).open()
    night.give(ask.DeclineBank(1))
    night.bank(2, 200).bet(1).deal(**LOSES).finish()
    assert sorted(entries(night, round_past.RoundSettled)) == [
        (BANK, "player Bob", dollars(200) + 3_000),
        *[(LAYOUT, BANK, 1_000)] * 3,
    ]


def test_a_won_wager_is_paid_by_who_banks_and_comes_back() -> None:
    night = Night(MD).open().bet(1).deal(**WINS).everyone("4x").finish()

    assert sorted(entries(night, round_past.RoundSettled)) == [
        (HOUSE, "player Ann", 4_000),
        (LAYOUT, "player Ann", 1_000),
        (LAYOUT, "player Ann", 1_000),
        (LAYOUT, "player Ann", 4_000),
    ]


def test_a_won_tip_goes_into_the_tip_box() -> None:
    night = Night(SD).open().bet(1, ante=10, tips={"ante": 1}).deal(**WINS)
    night.give(round_ask.Play(1, 4, tip=True))
    night.finish()

    boxed = [e for e in entries(night, round_past.RoundSettled) if e[1] == TIP_BOX]
    assert sorted(boxed) == [(HOUSE, TIP_BOX, 400), (LAYOUT, TIP_BOX, 100), (LAYOUT, TIP_BOX, 400)]


def test_a_whole_award_takes_the_reserve_and_fills_it_up_again() -> None:
    night = Night(SD, {**PMG, "meter.reserve": 250}).open().bet(1, ante=10, progressive=1)
    night.deal(**royal(1)).finish()

    about_meter = [
        entry
        for entry in entries(night, round_past.RoundSettled)
        if "meter main" in entry[:2] or "reserve main" in entry[:2]
    ]
    assert about_meter == [
        ("meter main", "player Ann", SEED + 10),
        (HOUSE, "meter main", SEED),
        ("reserve main", "meter main", dollars(250)),
        (HOUSE, "reserve main", dollars(250)),
    ]


def test_the_accounts_of_a_link_stand_in_the_place_of_meters() -> None:
    options = {**PMG, "meter.link_group": "north"}
    night = Night(SD, options).open(main=Fraction(SEED)).bet(1, ante=10, progressive=1).close()
    assert entries(night, round_past.BetsClosed)[-1] == (HOUSE, "link north main", 10)

    night.give(ask.CallOff("a dispute", "Ben"))
    night.finish()

    assert ("link north main", HOUSE, 10) in entries(night, round_past.RoundSettled)


def test_fees_of_a_void_round_come_back_from_the_drop() -> None:
    night = Night(CA, chips={1: 1_000, 2: 1_000}).open().bank(1).bet(2).close()
    night.give(ask.CallOff("a dispute", "Ben"))
    night.finish()

    back = [entry for entry in entries(night, round_past.RoundSettled) if entry[0] == DROP]
    assert sorted(back) == [(DROP, "player Ann", 100), (DROP, "player Bob", 100)]


# -- all of them -----------------------------------------------------------------------------------


def every_posting(log: Any) -> list[tuple[Event, tuple[Any, ...]]]:  # Any: orders and events
    table, found = Table(), []
    for order, events in log:
        for event in events:
            found.append((event, transfers(table, event)))
            table = evolve(table, event, order.at)
    return found


@settings(max_examples=15)
@given(st.integers(0, 2**40), st.sampled_from(SET_NAMES))
def test_every_posting_has_two_sides_a_reason_and_more_than_nothing(seed: int, name: str) -> None:
    for event, found in every_posting(season(seed, steps=100, name=name).log):
        for transfer in found:
            assert transfer.source != transfer.target
            assert transfer.chips > 0
            assert transfer.why
        assert post_alone(found) == 0
        if type(event) not in MOVING:
            assert found == (), event


def post_alone(found: tuple[Any, ...]) -> int | Fraction:
    """Enter one event's transfers into empty books that may all owe, and add everything up."""
    sums: dict[str, int | Fraction] = {}
    for transfer in found:
        sums[transfer.source] = sums.get(transfer.source, 0) - transfer.chips
        sums[transfer.target] = sums.get(transfer.target, 0) + transfer.chips
    return sum(sums.values())


def test_only_meters_links_reserves_and_the_house_know_fractions_of_a_cent() -> None:
    for seed in range(6):
        for _, found in every_posting(season(seed, steps=150, name=SD).log):
            for transfer in found:
                if Fraction(transfer.chips).denominator != 1:
                    sides = {transfer.source.split()[0], transfer.target.split()[0]}
                    assert sides <= {"meter", "link", HOUSE}


def test_the_list_of_moving_events_names_events() -> None:
    every = {*get_args(past.TableEvent), *get_args(round_past.Event)}

    assert every >= MOVING


@pytest.mark.parametrize("place", SET_NAMES)
def test_posting_all_over_again_gives_the_same_books(place: str) -> None:
    played = season(7, steps=200, name=place)

    books = Books()
    for _, found in every_posting(played.log):
        books = post(books, found)

    assert books == played.books
