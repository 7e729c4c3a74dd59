"""What the house has won, counted beside the index: the same as in the figures, at any moment."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.history.figures.count import FiguresRequest, count_table
from pitboss.history.index.indexer import Indexer
from pitboss.history.index.totals import TableTotals
from pitboss.history.moments import table_moments
from pitboss.journal import Journal, Write
from pitboss.journal.memory import MemoryJournal
from pitboss.round import event as round_past
from pitboss.server.store.database import open_database
from pitboss.server.store.hand_rows import TALLIES
from pitboss.server.store.hands import HandIndex
from tests.audit.linked import WINNING, Kept
from tests.audit.tables import play_round, regulars, season
from tests.audit.write import in_memory, turn_of
from tests.server.visits import visit

PROGRESSIVE = {
    "progressive": "UTHP-01",
    "meter.seed": {"main": 5_000},
    "meter.rate": {"main": "7%"},
}


def win_of(journal: Journal, table: str) -> Fraction:
    """The win of the figures, everybody counted."""
    asked = FiguresRequest(bots="include")
    counted = count_table(table, table_moments(journal, table), asked, lambda: None)
    return sum((Fraction(sums.win) for sums in counted.periods.values()), Fraction(0))


def followed(journal: Journal) -> Indexer:
    indexer = Indexer(journal, HandIndex(open_database("memory:")))
    indexer.pass_over()
    return indexer


@pytest.mark.parametrize("seed", range(12))
def test_the_tally_is_the_win_of_the_figures_after_any_season(seed: int) -> None:
    played = season(seed, steps=250)
    journal = in_memory(played)

    totals = followed(journal).totals(played.name)

    assert totals is not None
    assert totals.win == win_of(journal, played.name)


def test_the_tally_is_the_win_of_the_figures_at_every_event() -> None:
    journal = in_memory(regulars(41, rounds=3, seats=3, rules="south-dakota", options=PROGRESSIVE))
    totals, fed = TableTotals(), 0

    for moment in table_moments(journal, "T1"):
        totals = totals.after(moment)
        if isinstance(moment.event, round_past.RoundSettled):
            fed += 1
            asked = FiguresRequest(bots="include")
            upto = [m for m in table_moments(journal, "T1") if m.entry.number <= moment.number]
            counted = count_table("T1", upto, asked, lambda: None)
            assert totals.win == sum(sums.win for sums in counted.periods.values())

    assert fed == 3
    assert totals.fed


def test_a_jackpot_of_a_link_and_its_reset_are_not_the_houses() -> None:
    journal = MemoryJournal()
    table = Kept(journal, "L1")
    table.play(WINNING["L1"])

    totals = followed(journal).totals("L1")

    assert journal.head("link/big").number > 1
    assert totals is not None
    assert totals.win == win_of(journal, "L1")


def test_a_process_that_comes_later_goes_on_from_the_mark() -> None:
    table = regulars(42, rounds=4, seats=2, rules="south-dakota", options=PROGRESSIVE)
    journal = in_memory(table)
    index = HandIndex(open_database("memory:"))
    Indexer(journal, index).pass_over()
    known = len(table.log)
    play_round(table)
    for number, (order, events) in enumerate(table.log[known:], known):
        head = journal.head("table/T1").number
        journal.append(Write("table/T1", head, turn_of(number, order, events)))

    later = Indexer(journal, index)
    later.pass_over()

    totals = later.totals("T1")
    assert totals is not None
    assert totals.win == win_of(journal, "T1")


def test_of_two_processes_the_slower_one_knows_as_much_at_once() -> None:
    table = regulars(44, rounds=2, seats=2, rules="south-dakota", options=PROGRESSIVE)
    journal = in_memory(table)
    index = HandIndex(open_database("memory:"))
    faster, slower = Indexer(journal, index), Indexer(journal, index)
    for _ in range(3):
        known = len(table.log)
        play_round(table)
        for number, (order, events) in enumerate(table.log[known:], known):
            head = journal.head("table/T1").number
            journal.append(Write("table/T1", head, turn_of(number, order, events)))

        for indexer in (faster, slower):
            indexer.pass_over(frozenset({"table/T1"}))

            totals = indexer.totals("T1")
            assert totals is not None
            assert totals.win == win_of(journal, "T1")


def test_an_index_without_tallies_is_read_anew() -> None:
    journal = in_memory(regulars(43, rounds=3, seats=2, rules="south-dakota", options=PROGRESSIVE))
    database = open_database("memory:")
    index = HandIndex(database)
    Indexer(journal, index).pass_over()
    with database.begin() as connection:  # as an older pitboss left it
        connection.execute(TALLIES.delete())

    later = Indexer(journal, index)
    later.pass_over()

    totals = later.totals("T1")
    assert totals is not None
    assert totals.win == win_of(journal, "T1")


def test_the_console_shows_the_win_of_the_reports_with_a_meter(tmp_path: Path) -> None:
    table = regulars(44, rounds=6, seats=4, rules="south-dakota", options=PROGRESSIVE)
    with visit(tmp_path, table) as visitor:
        visitor.come("Floyd", "floor")

        view = visitor.get("/api/floor").json()
        counted = visitor.get("/api/floor/figures", table="T1", bots="include").json()

    (shown,) = view["tables"]
    (row,) = counted["rows"]
    assert Fraction(row["win"]["onto_meters"]["cents"]) > 0
    assert shown["house_cents"] == int(Fraction(row["win"]["cents"]))
    assert view["house_cents"] == int(Fraction(counted["total"]["win"]["cents"]))
