"""Linked meters: tables feed without waiting, and each jackpot is paid once, in its turn."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.journal import Journal, open_journal
from pitboss.journal.codec import decode_link_event
from pitboss.pit import CommandHandler
from pitboss.pit.links import read_link
from pitboss.round import command as round_ask
from pitboss.round.legal import turn
from pitboss.round.settlement.progressive import jackpots
from pitboss.round.state import Phase
from pitboss.rules import Chips, Wager
from pitboss.table import TableReason, rules_of
from pitboss.table import command as ask
from pitboss.table.link import LinkPaid
from pitboss.table.timetable import Pace, due
from tests.pit.hands import DEALER, FLOOR, Bench, HandClock, SeededChance, house, player
from tests.pit.stacking import stacked

OPTIONS = {
    "progressive": "UTHP-01",
    "meter.seed": 5_000,
    "meter.rate": 10,
    "meter.link_group": "harbour",
}
BETS = {
    Wager.ANTE: Chips(1_000),
    Wager.BLIND: Chips(1_000),
    Wager.PROGRESSIVE: Chips(100),
}
ROYAL = {1: "As Ks", 2: "2c 7d"}
BOARD = "Qs Js Ts 3h 4d"


def linked(journal: Journal, name: str) -> Bench:
    bench = Bench(journal, HandClock(), SeededChance(len(name)), name)
    bench.opened(house("south-dakota", OPTIONS), provable=False)
    return bench


def to_settlement(bench: Bench, cards: dict[int, str]) -> None:
    """Play a round with these cards to the point at which it is settled."""
    bench.house_steps()
    for seat in (1, 2):
        bench.must(round_ask.PlaceBets(seat, BETS), player(seat))
    table = bench.handler.table
    assert table.identity.rules is not None
    rules = rules_of(table.identity.rules)
    while (round_ := bench.handler.table.round) is not None and round_.phase != Phase.SETTLING:
        step = due(bench.handler.table, Pace(clock=False))
        if step is not None:
            bench.clock.at = max(bench.clock.at, step.at)
            bench.must(step.command, step.by)
        elif round_.phase == Phase.LOCKED:
            deck = stacked(round_, rules, cards, BOARD)
            bench.must(round_ask.LoadDeck(deck), DEALER)
        else:
            asked = turn(round_, rules)
            assert asked is not None
            seat = asked.seat
            fold = round_.street == "river"
            bench.must(round_ask.Fold(seat) if fold else round_ask.Check(seat), player(seat))
    assert bench.handler.table.round is not None
    assert set(jackpots(bench.handler.table.round, rules)) >= {1}


def finish(bench: Bench) -> None:
    """Let the house do all that is left of the round."""
    while (round_ := bench.handler.table.round) is not None and round_.phase != Phase.SETTLED:
        step = due(bench.handler.table, Pace(clock=False))
        assert step is not None
        bench.clock.at = max(bench.clock.at, step.at)
        bench.must(step.command, step.by)


def paid(journal: Journal) -> list[LinkPaid]:
    events = [decode_link_event(e.name, e.data) for e in journal.read("link/harbour")]
    return [event for event in events if isinstance(event, LinkPaid)]


def test_a_meter_is_what_the_link_has_and_what_all_tables_have_fed() -> None:
    journal = open_journal("memory:")
    one, two = linked(journal, "one"), linked(journal, "two")
    before = journal.head("link/harbour").number

    for bench in (one, two):
        bench.house_steps()
        for seat in (1, 2):
            bench.must(round_ask.PlaceBets(seat, BETS), player(seat))
        step = due(bench.handler.table, Pace())
        assert step is not None
        bench.clock.at = step.at
        bench.must(step.command, step.by)

    assert read_link(journal, "harbour").meters == {"main": Fraction(500_000 + 40)}
    assert journal.head("link/harbour").number == before, "feeding writes nothing to the link"


def test_two_tables_that_hit_at_once_are_paid_one_after_the_other() -> None:
    journal = open_journal("memory:")
    one, two = linked(journal, "one"), linked(journal, "two")
    to_settlement(one, ROYAL)
    to_settlement(two, ROYAL)

    # Both read the meters before either is paid.
    for bench in (one, two):
        while not bench.handler.table.progressive.meters_read:
            step = due(bench.handler.table, Pace(clock=False))
            assert step is not None
            bench.clock.at = max(bench.clock.at, step.at)
            bench.must(step.command, step.by)
    finish(one)
    finish(two)

    first, second = paid(journal)
    assert (first.table, second.table) == ("one", "two")
    assert second.before["main"] == first.after["main"], "the second is paid from what is left"
    assert first.before["main"] == Fraction(500_040)
    reading = read_link(journal, "harbour")
    assert reading.meters == second.after
    assert [table for table, _ in reading.link.hits] == ["one", "two"]


def test_a_crash_before_the_payment_reads_the_meters_again_and_pays_once() -> None:
    journal = open_journal("memory:")
    one, two = linked(journal, "one"), linked(journal, "two")
    to_settlement(one, ROYAL)
    while not one.handler.table.progressive.meters_read:
        step = due(one.handler.table, Pace(clock=False))
        assert step is not None
        one.clock.at = max(one.clock.at, step.at)
        one.must(step.command, step.by)
    to_settlement(two, ROYAL)
    finish(two)

    one.restarted()
    finish(one)

    assert [hit.table for hit in paid(journal)] == ["two", "one"]
    assert paid(journal)[1].before == paid(journal)[0].after


def test_a_table_joins_a_link_only_with_its_plan() -> None:
    journal = open_journal("memory:")
    linked(journal, "one")
    other = CommandHandler(journal, "odd", HandClock(), SeededChance())
    dearer = house("south-dakota", {**OPTIONS, "meter.rate": 20})
    answer = other.obey("x", ask.SetUp("odd", dearer), FLOOR)

    assert answer.refusal is not None
    assert answer.refusal.reason == TableReason.METERS
    assert journal.head("table/odd").number == 0, "nothing was half done"


@pytest.mark.parametrize("hits", [1, 5])
def test_awards_come_out_of_the_meter_to_the_last_fraction(hits: int) -> None:
    journal = open_journal("memory:")
    one = linked(journal, "one")
    for _ in range(hits):
        to_settlement(one, ROYAL)
        finish(one)
        one.house_steps(1)

    expected = read_link(journal, "harbour").meters["main"]
    assert expected == one.handler.table.progressive.meters["main"]
    assert len(paid(journal)) == hits
