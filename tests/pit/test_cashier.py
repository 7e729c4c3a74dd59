"""Chips between purses and tables: one append over both streams, once, or not at all."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from pitboss.audit.verify import verify
from pitboss.journal import Journal, Uncertain, Write, open_journal
from pitboss.journal.codec import decode_purse_event
from pitboss.ledger.purse import (
    GRANT,
    REFILL_BELOW,
    ChipsGranted,
    PurseBoughtIn,
    PurseLeft,
    PurseSat,
)
from pitboss.pit.answer import Answer, PitReason
from pitboss.pit.cashier import Cashier
from pitboss.round import command as round_ask
from pitboss.rules import Chips, Wager
from pitboss.table import Person, Role, TableReason
from pitboss.table import command as ask
from tests.pit.hands import FLOOR, START, Bench, house
from tests.waiting import WAIT_S_MAX

ANN, BEN = Person("Ann", Role.PLAYER), Person("Ben", Role.PLAYER)
PURSE = "5ae0"
BETS = {Wager.ANTE: Chips(1_000), Wager.BLIND: Chips(1_000)}


def bench(name: str = "T1", journal: Journal | None = None) -> Bench:
    """An open table at which nobody sits."""
    made = Bench(journal or open_journal("memory:"), name=name)
    made.opened(house(), 0)
    return made


def sit(made: Bench, chips: int, id_: str = "sit-1", seat: int = 1) -> Answer:
    command = ask.Sit(seat, "Ann", purse=PURSE, chips=Chips(chips))
    return made.handler.obey(id_, command, ANN)


def balance(journal: Journal, purse: str = PURSE) -> int:
    return Cashier(journal).balance(purse)


def chips(made: Bench) -> int:
    return made.handler.table.seats[1].chips


def test_a_place_with_chips_is_one_append_over_both_streams() -> None:
    made = bench()

    answer = sit(made, 30_000)

    entries = list(made.journal.read(f"purse/{PURSE}"))
    assert [decode_purse_event(entry.name, entry.data) for entry in entries] == [
        ChipsGranted(PURSE, GRANT),
        PurseSat("T1", answer.last - 1),
        PurseBoughtIn("T1", answer.last, Chips(30_000)),
    ]
    assert (entries[0].command, entries[0].size) == ("T1/sit-1", 3)
    assert balance(made.journal) + chips(made) == GRANT
    assert b"Ann" not in b"".join(entry.data + (entry.cause or b"") for entry in entries)
    assert verify(made.journal).clean


def test_the_same_id_again_moves_nothing_and_is_answered_alike() -> None:
    made = bench()
    first = sit(made, 30_000)
    made.restarted()  # as another process, or after a restart

    assert sit(made, 30_000) == first
    other = sit(made, 40_000)

    assert other.refusal is not None
    assert other.refusal.reason == PitReason.ID_TAKEN
    assert balance(made.journal) == GRANT - 30_000


def test_more_than_the_purse_holds_is_refused_and_nothing_is_written() -> None:
    made = bench()
    heads = made.journal.heads()

    answer = sit(made, GRANT + 1)

    assert answer.refusal is not None
    assert answer.refusal.reason == TableReason.SHORT_OF_CHIPS
    assert made.journal.heads() == heads
    assert balance(made.journal) == GRANT


def test_what_is_bought_cashed_and_taken_along_stays_the_same_in_sum() -> None:
    made = bench()
    sit(made, 30_000)

    made.must(ask.BuyIn(1, Chips(5_000)), ANN)
    made.must(ask.CashOut(1, Chips(1_500)), ANN)
    assert (balance(made.journal), chips(made)) == (66_500, 33_500)
    made.must(ask.Leave(1), FLOOR)  # removed by the floor

    assert balance(made.journal) == GRANT
    assert Cashier(made.journal).folded(PURSE).purse.tables == {}
    assert verify(made.journal).clean


def test_who_leaves_at_the_end_of_the_round_is_paid_by_the_step_that_frees_the_seat() -> None:
    made = bench()
    sit(made, 30_000)
    made.house_steps()
    made.must(round_ask.PlaceBets(1, BETS), ANN)
    made.must(ask.Leave(1), ANN)
    before = balance(made.journal)
    made.clock.at += 600_000
    for _ in range(40):
        made.house_steps()
        made.clock.at += 60_000
        if 1 not in made.handler.table.seats:
            break

    last = list(made.journal.read(f"purse/{PURSE}"))[-1]
    left = decode_purse_event(last.name, last.data)

    assert isinstance(left, PurseLeft)
    assert 28_000 <= left.chips < 60_000
    assert balance(made.journal) == before + left.chips
    assert verify(made.journal).clean


def test_bots_and_staff_run_tables_have_no_purse() -> None:
    made = bench()
    made.must(ask.Sit(1, "Ben"), BEN)
    made.must(ask.BuyIn(1, Chips(5_000)), BEN)
    made.must(ask.Leave(1), BEN)

    assert made.journal.heads("purse/") == {}


def test_a_player_of_an_older_journal_is_paid_into_the_purse_that_is_named() -> None:
    made = bench()
    Cashier(made.journal).carry_over(PURSE, Chips(700), START)
    Cashier(made.journal).carry_over(PURSE, Chips(900), START)  # once only
    made.must(ask.Sit(1, "Ben"), BEN)
    made.must(ask.BuyIn(1, Chips(5_000)), BEN)
    made.must(ask.NamePurse(1, PURSE), FLOOR)
    made.must(ask.Leave(1), BEN)

    assert balance(made.journal) == 5_700
    assert verify(made.journal).clean


def test_a_purse_at_two_tables_at_once_pays_each_once() -> None:
    one = bench()
    two = bench("T2", one.journal)
    assert sit(one, 10_000).ok
    assert sit(two, 10_000).ok

    def buy(number: int) -> bool:
        made = (one, two)[number]
        for n in range(20):
            command = ask.BuyIn(1, Chips(1_000))
            assert made.handler.obey(f"buy-{n}", command, ANN).ok
        return True

    with ThreadPoolExecutor(2) as threads:
        assert all(threads.map(buy, range(2)))

    assert (chips(one), chips(two)) == (30_000, 30_000)
    assert balance(one.journal) == GRANT - 60_000
    assert verify(one.journal).clean


class Meanwhile:
    """A journal in which something happens right before the next append to a purse."""

    def __init__(self, journal: Journal, happens: Callable[[], object]) -> None:
        self._journal = journal
        self._happens: Callable[[], object] | None = happens

    def __getattr__(self, name: str) -> object:
        return getattr(self._journal, name)

    def append(self, *writes: Write) -> None:
        if self._happens is not None and any(w.stream.startswith("purse/") for w in writes):
            happens, self._happens = self._happens, None
            happens()
        self._journal.append(*writes)


@pytest.mark.parametrize("leaves", [False, True])
def test_no_refill_for_chips_on_their_way(*, leaves: bool) -> None:
    """The two attacks of finding A7: buy in, or leave, in the moment of the refill."""
    made = bench()
    sit(made, GRANT if leaves else 500)

    def meanwhile() -> None:
        if leaves:
            made.must(ask.Leave(1), ANN)
        else:
            made.must(ask.BuyIn(1, Chips(GRANT - 500)), ANN)

    if leaves:
        # Nothing was counted on the table, as if the player had lost it all.
        made.must(ask.CashOut(1, Chips(GRANT - REFILL_BELOW + 1)), ANN)
        other = bench("T2", made.journal)
        command = ask.Sit(1, "Ann", purse=PURSE, chips=Chips(GRANT - REFILL_BELOW + 1))
        other.handler.obey("sit-2", command, ANN)
    journal = Meanwhile(made.journal, meanwhile)
    cashier = Cashier(journal)  # type: ignore[arg-type]  # all of a journal's methods are there

    assert not cashier.refill(PURSE, START)
    assert balance(made.journal) <= GRANT


def test_a_refill_is_for_a_person_with_few_chips_and_counted_on_the_table() -> None:
    made = bench()
    sit(made, GRANT)
    cashier = Cashier(made.journal)

    assert not cashier.refill(PURSE, START)
    made.house_steps()
    wagers = {Wager.ANTE: Chips(45_000), Wager.BLIND: Chips(45_000)}
    made.give(round_ask.PlaceBets(1, wagers), ANN)
    assert not cashier.refill(PURSE, START)  # what lies on the layout counts


def test_refills_at_the_same_time_are_one() -> None:
    journal = open_journal("memory:")
    Cashier(journal).carry_over(PURSE, Chips(100), START)
    gate = threading.Barrier(8)

    def ask_for_more(_: int) -> bool:
        cashier = Cashier(journal)
        gate.wait(WAIT_S_MAX)
        return cashier.refill(PURSE, START)

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(ask_for_more, range(8))) == 1
    assert balance(journal) == GRANT + 100
    assert verify(journal).clean


@pytest.mark.parametrize("written", [False, True])
def test_a_lost_reply_of_the_store_neither_loses_nor_doubles(*, written: bool) -> None:
    made = bench()
    sit(made, 1_000)

    class Losing(Meanwhile):
        def append(self, *writes: Write) -> None:
            happens, self._happens = self._happens, None
            if happens is None:
                self._journal.append(*writes)
                return
            if written:
                self._journal.append(*writes)
            raise Uncertain("the reply was lost")

    made.journal = Losing(made.journal, lambda: None)  # type: ignore[assignment]  # as above
    made.restarted()

    assert made.handler.obey("buy-1", ask.BuyIn(1, Chips(5_000)), ANN).ok
    assert chips(made) == 6_000
    assert balance(made.journal) == GRANT - 6_000
