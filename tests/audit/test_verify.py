"""A journal that nobody touched verifies clean, whatever happened at its tables."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from pitboss.audit.finding import FindingKind
from pitboss.audit.verify import NoSuchTable, verify
from pitboss.journal import Turn, Write
from pitboss.journal.upcast import UPCASTS
from pitboss.rules import SET_NAMES
from pitboss.table import event as past
from tests.audit.tables import regulars, season
from tests.audit.tamper import forged, place_of, turns_of
from tests.audit.write import in_memory, write_table


@pytest.mark.parametrize("rules", SET_NAMES)
def test_a_season_of_every_set_is_proved_to_its_last_event(rules: str) -> None:
    journal = in_memory(season(11, rules=rules, steps=250))

    report = verify(journal)

    assert report.findings == ()
    assert report.entries == journal.head("table/T1").number
    assert report.heads == dict(journal.heads())


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_any_season_is_proved(seed: int) -> None:
    journal = in_memory(season(seed, steps=400))

    assert verify(journal).findings == ()


def test_several_tables_are_proved_and_their_rounds_added_up() -> None:
    journal = in_memory(*(regulars(n, rounds=4, name=f"T{n}") for n in range(3)))

    report = verify(journal)

    assert report.clean
    assert [proof.stream for proof in report.proofs] == ["table/T0", "table/T1", "table/T2"]
    assert report.rounds == 12


def test_rounds_that_came_to_nothing_are_counted_by_reason() -> None:
    voids = (verify(in_memory(season(n))).voids for n in range(6))
    found = sum(voids, start=Counter[str]())

    assert found["no hand: no wager"] > 0
    assert any(reason.startswith("called off: ") for reason in found)


def test_a_round_that_a_crash_cut_short_is_no_finding() -> None:
    table = regulars(1, rounds=3)
    turns = turns_of(in_memory(table), "table/T1")
    last_round, _, _ = place_of(turns, past.RoundBegun, nth=2)

    for cut in range(last_round, len(turns)):
        assert verify(forged({"table/T1": turns[:cut]})).clean


def test_only_the_asked_tables_are_proved() -> None:
    journal = in_memory(*(regulars(n, rounds=1, name=f"T{n}") for n in range(3)))

    assert [proof.stream for proof in verify(journal, ["T1"]).proofs] == ["table/T1"]
    with pytest.raises(NoSuchTable) as unknown:
        verify(journal, ["T1", "T9"])
    assert unknown.value.known == ("T0", "T1", "T2")


def test_what_is_written_meanwhile_is_left_for_the_next_audit() -> None:
    table = regulars(1, rounds=2)
    later = regulars(1, rounds=4)
    journal = in_memory(table)
    before = journal.head("table/T1").number
    calls = 0

    def write_on(_: int, __: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 1:
            more = turns_of(in_memory(later), "table/T1")
            for turn in more:
                if journal.find("table/T1", turn.id) is None:
                    journal.append(Write("table/T1", journal.head("table/T1").number, turn))

    report = verify(journal, progress=write_on)

    assert journal.head("table/T1").number > before
    assert report.clean
    assert report.entries == before


def test_a_stream_of_another_kind_is_chained_and_said_to_be_only_that() -> None:
    journal = in_memory(regulars(1, rounds=1))
    turn = turns_of(journal, "table/T1")[0]
    journal.append(Write("floor/notes", 0, turn))

    report = verify(journal)

    assert report.clean
    assert report.notes == ("floor/notes is no table's and no link's: chain only",)


def test_progress_counts_every_entry_once() -> None:
    journal = in_memory(*(regulars(n, rounds=20, name=f"T{n}") for n in range(2)))
    told: list[tuple[int, int]] = []

    verify(journal, progress=lambda done, of: told.append((done, of)))

    assert told[-1] == (sum(h.number for h in journal.heads().values()),) * 2
    assert [done for done, _ in told] == sorted({done for done, _ in told})


def test_an_event_of_an_older_version_is_proved_by_what_it_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(
        UPCASTS, "player-seated/1", lambda old: ("player-sat/1", {**old, "bot": False})
    )
    turns = turns_of(in_memory(regulars(1, rounds=1)), "table/T1")
    index, place, number = place_of(turns, past.PlayerSat)
    drafts = list(turns[index].drafts)

    def old(player: bytes) -> list[Turn]:
        drafts[place] = replace(
            drafts[place], name="player-seated/1", data=b'{"seat":1,"player":"%b"}' % player
        )
        return [*turns[:index], replace(turns[index], drafts=tuple(drafts)), *turns[index + 1 :]]

    assert verify(forged({"table/T1": old(b"p1")})).clean
    (found,) = verify(forged({"table/T1": old(b"p2")})).findings
    assert (found.number, found.kind) == (number, FindingKind.DECISION)


def test_an_empty_journal_is_clean() -> None:
    assert verify(in_memory()).clean


def test_written_tables_may_be_read_back_whole() -> None:
    journal = in_memory()
    write_table(journal, regulars(5, rounds=1))
    assert forged({"table/T1": turns_of(journal, "table/T1")}).heads() == journal.heads()
