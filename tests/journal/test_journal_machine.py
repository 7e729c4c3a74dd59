"""Any calls in any order: SQLite and PostgreSQL answer like the plain journal in memory."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    rule,
    run_state_machine_as_test,
)

from pitboss.journal import (
    AlreadyDone,
    Conflict,
    Draft,
    Journal,
    JournalError,
    Snapshot,
    Tally,
    Turn,
    Write,
    checked,
    open_journal,
)
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.sql.sqlite import SqliteJournal
from tests.examples import examples
from tests.postgres import PostgresServer

STREAMS = ("link/1", "table/1", "table/10", "table/é")
COMMANDS = tuple(f"c-{number}" for number in range(12))
GROUPS = ("link/1", "link/2")

turns = st.builds(
    Turn,
    st.sampled_from(COMMANDS),
    st.binary(min_size=1, max_size=4),
    st.integers(0, 2**40),
    st.lists(
        st.builds(Draft, st.sampled_from(["a/1", "b/2"]), st.binary(min_size=1, max_size=8)),
        min_size=1,
        max_size=3,
    ).map(tuple),
)
tallies = st.none() | st.builds(Tally, st.sampled_from(GROUPS), st.binary(min_size=1, max_size=4))


def outcome(journal: Journal, writes: list[Write]) -> tuple[Any, ...]:
    """What an append came to, in comparable form."""
    try:
        journal.append(*writes)
    except Conflict as conflict:
        return ("conflict", conflict.stream, conflict.expected, conflict.actual)
    except AlreadyDone as done:
        return ("done", done.stream, done.command, done.first, done.last)
    except JournalError as error:
        return (type(error).__name__, str(error))
    return ()


class Twins(RuleBasedStateMachine):
    """One plain journal, and one under test that is closed and opened again at times."""

    def __init__(
        self, reopen: Callable[[], Journal], tidy_up: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__()
        self.tidy_up = tidy_up
        self.reopen = reopen
        self.plain: Journal = MemoryJournal()
        self.tested = reopen()

    def teardown(self) -> None:
        self.tested.close()
        self.tidy_up()

    @rule(
        parts=st.lists(
            st.tuples(
                st.sampled_from(STREAMS), st.sampled_from([0, 0, 0, 0, -1, 1]), turns, tallies
            ),
            min_size=1,
            max_size=3,
        )
    )
    def append(self, parts: list[tuple[str, int, Turn, Tally | None]]) -> None:
        """Mostly behind the head, sometimes not; a stream may come twice, which is refused."""
        writes = [
            Write(stream, max(0, self.plain.head(stream).number + off), turn, tally)
            for stream, off, turn, tally in parts
        ]
        assert outcome(self.tested, writes) == outcome(self.plain, writes)

    @rule(stream=st.sampled_from(STREAMS), back=st.integers(0, 3), data=st.binary(min_size=1))
    def keep_snapshot(self, stream: str, back: int, data: bytes) -> None:
        entries = list(self.plain.read(stream))
        if back < len(entries):
            entry = entries[-1 - back]
            snapshot = Snapshot(stream, entry.number, entry.hash, "table/1", data)
            assert self.tested.keep_snapshot(snapshot) == self.plain.keep_snapshot(snapshot)

    @rule(stream=st.sampled_from(STREAMS), after=st.integers(0, 20), limit=st.integers(0, 5))
    def read_some(self, stream: str, after: int, limit: int) -> None:
        assert list(self.tested.read(stream, after, limit)) == list(
            self.plain.read(stream, after, limit)
        )

    @rule()
    def close_and_open(self) -> None:
        self.tested.close()
        self.tested = self.reopen()

    @invariant()
    def all_questions_have_the_same_answer(self) -> None:
        one, two = self.tested, self.plain
        assert one.heads() == two.heads()
        assert one.heads("table/1") == two.heads("table/1")
        for stream in STREAMS:
            assert one.head(stream) == two.head(stream)
            assert list(checked(one.read(stream), stream)) == list(two.read(stream))
            assert one.snapshot(stream, "table/1") == two.snapshot(stream, "table/1")
        for group in GROUPS:
            assert list(one.tallies(group)) == list(two.tallies(group))
        for command in COMMANDS[::4]:
            assert one.find("table/1", command) == two.find("table/1", command)


def quick_sqlite(path: Path) -> Journal:
    journal = SqliteJournal(path)
    journal._writer.execute("PRAGMA synchronous = OFF")  # what is compared is not durability
    return journal


@pytest.mark.slow
def test_sqlite_answers_like_the_plain_journal(sqlite_template: bytes, tmp_path: Path) -> None:
    def machine() -> Twins:
        path = Path(tempfile.mkdtemp(dir=tmp_path)) / "journal.db"
        path.write_bytes(sqlite_template)
        return Twins(lambda: quick_sqlite(path))

    run_state_machine_as_test(
        machine,  # type: ignore[arg-type] # any maker of machines will do
        settings=settings(max_examples=examples(40), stateful_step_count=30, deadline=None),
    )


@pytest.mark.full
@pytest.mark.slow
def test_postgresql_answers_like_the_plain_journal(
    postgres_server: PostgresServer, journal_template: str
) -> None:
    def machine() -> Twins:
        url = postgres_server.fresh(journal_template)
        return Twins(lambda: open_journal(url), lambda: postgres_server.drop(url))

    run_state_machine_as_test(
        machine,  # type: ignore[arg-type] # any maker of machines will do
        settings=settings(max_examples=10, stateful_step_count=25, deadline=None),
    )
