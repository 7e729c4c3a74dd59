"""Tables of two editions of one rule set: each is played, replayed and proved by its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.audit.verify import verify
from pitboss.history.moments import played_rounds, table_moments
from pitboss.history.replay import replay_round
from pitboss.history.viewer import read_viewpoint
from pitboss.pit.replica import load
from pitboss.pit.streams import table_stream
from pitboss.round import event as round_past
from pitboss.rules import Wager, rule_set
from pitboss.table import rules_of
from tests.audit.tables import Played, play_round, regulars
from tests.audit.write import in_memory
from tests.rules.second_edition import second_edition

ROUNDS = 25  # enough for a flush that wins by the Blind


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[tuple[Played, Played]]:
    """Open a table before the second edition is there and one after, and play at both."""
    first = regulars(5, rounds=ROUNDS - 1, seats=6, name="T1")
    with second_edition(tmp_path):
        second = regulars(5, rounds=ROUNDS, seats=6, name="T2")
        play_round(first)
        yield first, second


def blind_odds(table: Played) -> set[str]:
    events = [event for _, events in table.log for event in events]
    settled = [e.settlement for e in events if isinstance(e, round_past.RoundSettled)]
    return {m.odds for one in settled for m in one.movements if m.wager == Wager.BLIND} - {""}


def test_each_table_goes_on_under_its_own_edition(tables: tuple[Played, Played]) -> None:
    first, second = tables

    assert rule_set("maryland").edition == 2
    chosen = [table.table.identity.rules for table in tables]
    assert [rules.edition for rules in chosen if rules] == [1, 2]
    assert "3:2" in blind_odds(first)
    assert "2:1" in blind_odds(second)
    assert "3:2" not in blind_odds(second)


def test_both_are_proved_loaded_and_replayed(tables: tuple[Played, Played]) -> None:
    journal = in_memory(*tables)

    report = verify(journal)

    assert (report.findings, report.remarks, report.rounds) == ((), (), 2 * ROUNDS)
    for name, edition in (("T1", 1), ("T2", 2)):
        loaded = load(journal, table_stream(name)).table
        assert loaded.identity.rules is not None
        assert rules_of(loaded.identity.rules).set.edition == edition
        *_, last = played_rounds(table_moments(journal, name))
        assert replay_round(last, read_viewpoint("full")).steps
        assert last.rules.set.edition == edition
