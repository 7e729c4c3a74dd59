"""The index of hands: filled from real journals, found again, filtered, paged."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from pitboss.history.index import indexer as follow
from pitboss.history.index.indexer import STOP_EVERY, Indexer
from pitboss.history.index.model import Found, HandRow, Mark, TotalsRow
from pitboss.history.moments import played_rounds, table_moments
from pitboss.history.results import seat_results
from pitboss.journal import Journal, Listening, Turn, Write, open_journal
from pitboss.journal.codec import state_fingerprint
from pitboss.journal.memory import MemoryJournal
from pitboss.server.store.database import open_database
from pitboss.server.store.hands import HandFilter, HandIndex, RoundFilter
from tests.audit.tables import play_round, regulars, season
from tests.audit.write import in_memory, turn_of, write_table
from tests.waiting import WAIT_S_MAX

EVERY = HandFilter()


def followed(journal: Journal) -> tuple[HandIndex, Indexer]:
    """An index that has read the whole journal."""
    index = HandIndex(open_database("memory:"))
    indexer = Indexer(journal, index)
    indexer.pass_over()
    return index, indexer


def test_every_hand_of_a_player_is_in_the_index_once() -> None:
    journal = in_memory(regulars(1, rounds=12, seats=3))
    index, indexer = followed(journal)

    indexer.pass_over()

    expected = {
        (played.number, result.chips.seat): result.net
        for played in played_rounds(table_moments(journal, "T1"))
        for result in seat_results(played)
        if result.chips.player == "p2"
    }
    found = index.hands(["p2"], EVERY, None, 100)
    assert {(row.round, row.seat): row.net for row in found} == expected
    assert index.totals(["p2"], EVERY) == (len(expected), sum(expected.values()))


def test_a_random_season_with_trouble_is_indexed_whole() -> None:
    played = season(5, steps=600)
    journal = in_memory(played)

    index, _ = followed(journal)

    ended = [one for one in played_rounds(table_moments(journal, played.name)) if one.ended]
    found = index.rounds(RoundFilter(), None, 100)
    assert {row.round for row in found} == {one.number for one in ended}


def test_rounds_written_after_a_restart_are_added_from_the_mark() -> None:
    table = regulars(2, rounds=4, seats=2)
    journal = in_memory(table)
    index, _ = followed(journal)
    known = len(table.log)
    play_round(table)
    after = journal.head("table/T1").number
    for number, (order, events) in enumerate(table.log[known:], known):
        if events:
            write_more(journal, after, turn_of(number, order, events))
            after += len(events)

    Indexer(journal, index).pass_over()

    assert [row.round for row in index.rounds(RoundFilter(), None, 10)] == [5, 4, 3, 2, 1]


def write_more(journal: Journal, after: int, turn: Turn) -> None:
    """Append one turn to the stream of table T1."""
    journal.append(Write("table/T1", after, turn))


def test_two_followers_write_each_row_once() -> None:
    journal = in_memory(regulars(3, rounds=6, seats=2))
    index = HandIndex(open_database("memory:"))
    one, other = Indexer(journal, index), Indexer(journal, index)

    one.pass_over()
    other.pass_over()
    other.pass_over()

    assert index.totals(["p1"], EVERY)[0] == 6


def test_a_round_that_goes_on_is_not_in_the_index() -> None:
    table = regulars(4, rounds=3, seats=2)
    cut = [n for n, (_, events) in enumerate(table.log) if "RoundEnded" in repr(events)][-1]
    table.log = table.log[:cut]
    journal = in_memory(table)

    index, indexer = followed(journal)

    assert [row.round for row in index.rounds(RoundFilter(), None, 10)] == [2, 1]
    assert indexer.playing("T1") == 3


def test_states_are_kept_every_so_many_rounds() -> None:
    table = regulars(6, rounds=STOP_EVERY + 3, seats=1)
    index, _ = followed(in_memory(table))

    stop = index.stop_before("T1", 10**9, state_fingerprint())

    assert stop is not None
    assert stop.number > 0


def test_pages_follow_one_another_without_gap() -> None:
    index, _ = followed(in_memory(regulars(7, rounds=9, seats=2), regulars(8, rounds=9, name="T2")))
    found = []
    before = None

    while page := index.hands(["p1"], EVERY, before, 4):
        found += page
        before = (page[-1].at, page[-1].table_name, page[-1].round, page[-1].seat)

    assert len(found) == len({(row.table_name, row.round) for row in found}) == 18
    assert [row.at for row in found] == sorted((row.at for row in found), reverse=True)


def test_filters_narrow_a_history() -> None:
    index, _ = followed(in_memory(regulars(9, rounds=15, seats=2)))
    every = index.hands(["p1"], EVERY, None, 100)

    won = index.hands(["p1"], HandFilter(outcome="win"), None, 100)
    folded = index.hands(["p1"], HandFilter(words="FOLD"), None, 100)
    none = index.hands(["p1"], HandFilter(words="100%"), None, 100)
    later = index.hands(["p1"], HandFilter(begin=every[3].at), None, 100)

    assert won == [row for row in every if row.net > 0]
    assert folded == [row for row in every if "fold" in row.acts]
    assert none == []
    assert later == every[:4]


def test_rounds_are_found_by_player_and_irregularity() -> None:
    journal = MemoryJournal()
    table = season(11, steps=800)
    write_table(journal, table)
    index, _ = followed(journal)

    troubled = index.rounds(RoundFilter(incident="any"), None, 100)
    first = troubled[0]
    kind = first.incidents.split()[0]
    player = first.players.strip("\n").split("\n")[0]

    assert first in index.rounds(RoundFilter(incident=kind, player=player), None, 100)
    assert not index.rounds(RoundFilter(player=player[:-1]), None, 100)


@pytest.mark.full
@pytest.mark.slow
def test_two_servers_on_one_postgresql_index_each_round_once(postgres_url: str) -> None:
    with open_journal(postgres_url) as journal:
        write_table(journal, regulars(12, rounds=STOP_EVERY + 5, seats=2, name="R1"))
        write_table(journal, season(11, steps=800))
        databases = [open_database(postgres_url) for _ in range(2)]
        indexes = [HandIndex(database) for database in databases]
        followers = [Indexer(journal, index) for index in indexes]

        threads = [threading.Thread(target=one.pass_over) for one in followers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for indexer in followers:  # who lost a race reads on from the other's mark
            indexer.pass_over()

        every = indexes[0].rounds(RoundFilter(table="R1"), None, 100)
        assert [row.round for row in every] == list(range(STOP_EVERY + 5, 0, -1))
        assert indexes[1].totals(["p1"], HandFilter(table="R1"))[0] == STOP_EVERY + 5
        assert indexes[0].stop_before("R1", 10**9, state_fingerprint()) is not None
        page = indexes[0].hands(
            ["p1"], HandFilter(table="R1", words="FOLD", outcome="lose"), None, 3
        )
        assert all("fold" in row.acts for row in page)
        last = page[-1]
        place = (last.at, last.table_name, last.round, last.seat)
        rest = indexes[0].hands(
            ["p1"], HandFilter(table="R1", words="FOLD", outcome="lose"), place, 100
        )
        assert not {row.round for row in page} & {row.round for row in rest}
        assert indexes[0].rounds(RoundFilter(incident="any"), None, 100)
        assert [one.trouble() for one in followers] == [{}, {}]
        for database in databases:
            database.close()


def test_a_follower_in_its_thread_keeps_up_and_stops() -> None:
    journal = in_memory(regulars(13, rounds=2, seats=1))
    index = HandIndex(open_database("memory:"))
    indexer = Indexer(journal, index)
    indexer.start()
    try:
        assert indexer.fresh(WAIT_S_MAX)
        write_table(journal, regulars(14, rounds=3, seats=1, name="T2"))
        assert indexer.fresh(WAIT_S_MAX)
        found = index.rounds(RoundFilter(), None, 10)
    finally:
        indexer.stop()

    assert len(found) == 5
    assert indexer.fresh(0.1)  # stopped: nobody waits for it


def test_a_table_whose_journal_is_broken_does_not_stop_the_others() -> None:
    journal = in_memory(regulars(15, rounds=2, seats=1), regulars(16, rounds=2, seats=1, name="T2"))
    bad = journal._entries["table/T1"]
    bad[5] = bad[5]._replace(at=bad[5].at + 1)

    index, indexer = followed(journal)

    assert {row.table_name for row in index.rounds(RoundFilter(), None, 10)} == {"T2"}
    assert "event 6" in indexer.trouble()["table/T1"]


def stood(index: HandIndex) -> tuple[Mark, TotalsRow]:
    """Give how far T1 was read."""
    found = index.standing("T1")
    assert found is not None
    return found


def test_who_reads_from_an_old_mark_keeps_nothing() -> None:
    table = regulars(17, rounds=3, seats=1)
    index, _ = followed(in_memory(table))
    mark, won = stood(index)
    late = HandRow("T1", 99, 1, "p1", "maryland", 1, "", "", "", "", "", "", 0, 0, "push", "")

    kept = index.keep(Found(mark, mark.number - 5, won, hands=[late]))

    assert not kept
    assert index.totals(["p1"], EVERY)[0] == 3


def test_a_mark_of_older_code_is_read_anew_and_adds_nothing_twice() -> None:
    journal = in_memory(regulars(18, rounds=STOP_EVERY + 2, seats=1))
    index, _ = followed(journal)
    mark, won = stood(index)
    assert index.keep(Found(replace(mark, shape="older"), mark.number, won))

    Indexer(journal, index).pass_over()

    assert stood(index) == (mark, won)
    assert index.totals(["p1"], EVERY)[0] == STOP_EVERY + 2


def test_who_banks_has_the_hand_of_the_dealer() -> None:
    index, _ = followed(in_memory(regulars(19, rounds=6, rules="california", seats=3)))

    banked = [
        row for row in index.hands(["p1", "p2", "p3"], EVERY, None, 100) if "bank" in row.acts
    ]

    assert banked
    assert all(row.cards == row.dealer and row.hand == row.dealer_hand for row in banked)


class Deaf(MemoryJournal):
    """A journal whose notices of one stream do not arrive."""

    def listen(self, tell: Callable[[str, int], None]) -> Listening:
        def heard(stream: str, number: int) -> None:
            if stream != "table/T1":
                tell(stream, number)

        return super().listen(heard)


def test_a_missed_notice_loses_nothing_however_busy_other_tables_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(follow, "SWEEP_S", 0.5)
    journal = Deaf()
    index = HandIndex(open_database("memory:"))
    indexer = Indexer(journal, index)
    indexer.start()
    busy = regulars(7, rounds=40, seats=1, name="T2")
    try:
        assert indexer.fresh(WAIT_S_MAX)
        write_table(journal, regulars(6, rounds=2, seats=1))
        turns = iter(enumerate(busy.log))
        deadline = time.monotonic() + WAIT_S_MAX
        while not index.rounds(RoundFilter(table="T1"), None, 10):
            assert time.monotonic() < deadline, "never read"
            if (turn := next(turns, None)) is not None and turn[1][1]:
                number, (order, events) = turn
                head = journal.head("table/T2").number
                journal.append(Write("table/T2", head, turn_of(number, order, events)))
            time.sleep(0.1)
    finally:
        indexer.stop()
