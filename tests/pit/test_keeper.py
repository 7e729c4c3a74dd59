"""One table kept: once is once, append before answer, the journal decides between two keepers."""

from __future__ import annotations

import pytest

from pitboss.journal import Unavailable, Uncertain, Write
from pitboss.journal.codec import decode_order
from pitboss.journal.memory import MemoryJournal
from pitboss.pit import Keeper, PitReason
from pitboss.pit.live import keep, load
from pitboss.round import command as round_ask
from pitboss.round.state import Phase
from pitboss.rules import Chips, Wager
from pitboss.table import TableReason
from pitboss.table import command as ask
from tests.pit.hands import DEALER, FLOOR, START, Bench, house, player

BETS = {Wager.ANTE: Chips(1_000), Wager.BLIND: Chips(1_000)}


def at_bets(players: int = 2) -> Bench:
    bench = Bench()
    bench.opened(house(), players)
    bench.house_steps()
    assert bench.keeper.table.round is not None
    return bench


def test_the_same_command_twice_has_one_effect_and_one_answer() -> None:
    bench = at_bets()

    first = bench.keeper.obey("x", ask.BuyIn(1, Chips(700)), player(1))
    again = bench.keeper.obey("x", ask.BuyIn(1, Chips(700)), player(1))

    assert first.ok
    assert again == first
    assert bench.keeper.table.seats[1].chips == 500_700


def test_a_repeated_command_gets_its_answer_after_a_restart_too() -> None:
    bench = at_bets()
    first = bench.keeper.obey("x", ask.BuyIn(1, Chips(700)), player(1))
    bench.must(ask.BuyIn(1, Chips(5)), player(1))

    bench.restarted()

    assert bench.keeper.obey("x", ask.BuyIn(1, Chips(700)), player(1)) == first
    assert bench.keeper.table.seats[1].chips == 500_705


def test_a_refused_command_gets_the_same_refusal_again() -> None:
    bench = at_bets()
    refused = bench.keeper.obey("x", ask.CashOut(1, Chips(10**9)), player(1))
    bench.must(ask.BuyIn(1, Chips(10**9)), player(1))

    assert refused.refusal is not None
    assert bench.keeper.obey("x", ask.CashOut(1, Chips(10**9)), player(1)) == refused


def test_an_id_is_not_lent_to_another_command_or_person() -> None:
    bench = at_bets()
    bench.keeper.obey("x", ask.BuyIn(1, Chips(700)), player(1))

    for command, by in (
        (ask.BuyIn(1, Chips(900)), player(1)),
        (ask.BuyIn(2, Chips(700)), player(2)),
    ):
        answer = bench.keeper.obey("x", command, by)
        assert answer.refusal is not None
        assert answer.refusal.reason == PitReason.ID_TAKEN


@pytest.mark.parametrize("bad", ["", "x" * 101, "a\nb"])
def test_a_strange_id_is_refused_in_one_line(bad: str) -> None:
    answer = at_bets().keeper.obey(bad, ask.BuyIn(1, Chips(700)), player(1))

    assert answer.refusal is not None
    assert answer.refusal.reason == PitReason.COMMAND_ID


def test_time_never_goes_back_in_a_stream() -> None:
    bench = at_bets()
    before = bench.keeper.table.at
    bench.clock.at = START - 10**9

    bench.must(ask.BuyIn(1, Chips(1)), player(1))

    assert bench.keeper.table.at == before


def test_the_secret_comes_from_the_shell_whatever_a_command_brings() -> None:
    bench = Bench()
    bench.opened(house())
    bench.must(ask.OpenRound(b"x" * 32), DEALER)

    shuffle = bench.keeper.table.shuffle

    assert shuffle is not None
    assert shuffle.secret != b"x" * 32


def test_two_keepers_of_one_table_agree_through_the_journal() -> None:
    bench = at_bets()
    other = Keeper(bench.journal, "T1", bench.clock, bench.chance)

    bench.must(round_ask.PlaceBets(1, BETS), player(1))
    answer = other.obey("o1", round_ask.PlaceBets(2, BETS), player(2))

    assert answer.ok, "the slower one reads on and decides again"
    assert other.table.round is not None
    assert other.table.round.spot(1) is not None
    bench.keeper.catch_up()
    assert bench.keeper.table == other.table
    assert bench.keeper.live.books == other.live.books


def test_the_house_asking_in_two_processes_is_obeyed_once() -> None:
    bench = at_bets()
    bench.must(round_ask.PlaceBets(1, BETS), player(1))
    other = Keeper(bench.journal, "T1", bench.clock, bench.chance)
    id_ = f"house/{other.live.number}/closebets"

    first = bench.keeper.obey(id_, round_ask.CloseBets(), DEALER)
    second = other.obey(id_, round_ask.CloseBets(), DEALER)

    assert second == first


class Flaky(MemoryJournal):
    """A journal whose next appends fail in the ways given, after or before they are written."""

    def __init__(self) -> None:
        super().__init__()
        self.troubles: list[str] = []

    def append(self, *writes: Write) -> None:
        trouble = self.troubles.pop(0) if self.troubles else ""
        if trouble == "down":
            raise Unavailable("the store is down")
        if trouble == "lost before":
            raise Uncertain("the connection was lost")
        super().append(*writes)
        if trouble == "lost after":
            raise Uncertain("the connection was lost")


@pytest.mark.parametrize("trouble", ["lost before", "lost after"])
def test_a_lost_connection_neither_loses_nor_doubles(trouble: str) -> None:
    journal = Flaky()
    bench = Bench(journal)
    bench.opened(house())
    journal.troubles = [trouble]

    answer = bench.give(ask.BuyIn(1, Chips(700)), player(1))

    assert answer.ok
    assert bench.keeper.table.seats[1].chips == 500_700
    assert load(journal, "table/T1").table == bench.keeper.table


def test_a_store_that_is_down_changes_nothing_and_the_id_may_be_tried_again() -> None:
    journal = Flaky()
    bench = Bench(journal)
    bench.opened(house())
    before = bench.keeper.table
    journal.troubles = ["down"]

    with pytest.raises(Unavailable):
        bench.keeper.obey("x", ask.BuyIn(1, Chips(700)), player(1))

    assert bench.keeper.table == before
    assert bench.keeper.obey("x", ask.BuyIn(1, Chips(700)), player(1)).ok
    assert bench.keeper.table.seats[1].chips == 500_700


def test_a_restart_in_mid_round_goes_on_with_the_same_cards() -> None:
    bench = at_bets()
    bench.must(round_ask.PlaceBets(1, BETS), player(1))
    bench.must(round_ask.CloseBets(), DEALER)
    bench.must(ask.Shuffle(), DEALER)
    stub = bench.keeper.table.round.stub if bench.keeper.table.round else ()

    bench.restarted()
    bench.must(round_ask.Deal(), DEALER)

    round_ = bench.keeper.table.round
    assert round_ is not None
    assert round_.phase == Phase.DECIDING
    dealt = [card for parcel in round_.parcels for card in parcel.cards]
    assert (*dealt, *round_.stub) == stub


def test_a_snapshot_gives_the_same_table_as_the_whole_journal() -> None:
    bench = at_bets()
    bench.must(round_ask.PlaceBets(1, BETS), player(1))
    assert keep(bench.journal, bench.keeper.live)
    bench.must(round_ask.CloseBets(), DEALER)

    short, whole = (
        load(bench.journal, "table/T1"),
        load(bench.journal, "table/T1", use_snapshot=False),
    )

    assert short.table == whole.table == bench.keeper.table
    assert short.books == whole.books
    assert bench.journal.snapshot("table/T1", "another shape") is None


def test_every_turn_keeps_who_gave_which_command_and_when() -> None:
    bench = at_bets()
    bench.clock.at += 5
    answer = bench.must(ask.BuyIn(1, Chips(700)), player(1))

    entry = next(iter(bench.journal.read("table/T1", answer.first - 1, 1)))

    assert entry.cause is not None
    order = decode_order(entry.cause)
    assert (order.command, order.by, order.at) == (ask.BuyIn(1, Chips(700)), player(1), entry.at)


def test_a_table_that_is_not_set_up_refuses_all_but_that() -> None:
    bench = Bench()

    assert bench.refused(ask.OpenTable(), FLOOR).reason == TableReason.NOT_SET_UP
