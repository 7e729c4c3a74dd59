"""What only the PostgreSQL journal promises: many processes, and a server that comes and goes."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from psycopg import errors as said

from pitboss.journal import (
    AlreadyDone,
    Conflict,
    Journal,
    Snapshot,
    Tally,
    Unavailable,
    Uncertain,
    checked,
    open_journal,
)
from pitboss.journal.sql import postgres as module
from pitboss.journal.sql import postgres_batch
from pitboss.journal.sql import postgres_connection as servers
from pitboss.journal.sql.postgres import PostgresJournal
from tests.journal.stores import fill, write
from tests.postgres import PostgresServer, bundled
from tests.waiting import WAIT_S_MAX

ROOT = Path(__file__).parents[2]


def kill_connections(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE journal_events SET data = '\\x00'",
        "DELETE FROM journal_events",
        "TRUNCATE journal_events",
        "TRUNCATE journal_heads CASCADE",
        "DELETE FROM journal_heads",
        "UPDATE journal_heads SET number = 1",
        "UPDATE journal_heads SET stream = 'table/2', number = 9",
        "INSERT INTO journal_events SELECT * FROM journal_events WHERE number = 1",
        "INSERT INTO journal_events VALUES ('table/1', 3, 'a/1', 0, NULL, NULL, NULL, '', '')",
        "INSERT INTO journal_events SELECT stream, 3, name, at, size, command, cause, data, hash "
        "FROM journal_events WHERE number = 1",
        "INSERT INTO journal_events SELECT 'no', 1, name, at, size, command, cause, data, hash "
        "FROM journal_events WHERE number = 1",
    ],
)
def test_the_database_itself_refuses_to_rewrite_history(
    postgres_journal_url: str, statement: str
) -> None:
    with open_journal(postgres_journal_url) as journal:
        fill(journal, "table/1", 2)

        with psycopg.connect(postgres_journal_url) as connection, pytest.raises(psycopg.Error):
            connection.execute(statement.encode())

        assert len(list(checked(journal.read("table/1"), "table/1"))) == 2


def test_two_owners_cannot_both_win(postgres_journal_url: str) -> None:
    """Both remember the head; the second's memory is old."""
    with open_journal(postgres_journal_url) as one, open_journal(postgres_journal_url) as two:
        fill(one, "table/1", 1)
        two.append(write("table/1", 1))
        one.append(write("table/1", 2))

        with pytest.raises(Conflict) as refusal:
            two.append(write("table/1", 2, command="late", tally=Tally("link/1", b"1")))

        assert refusal.value.actual == 3
        assert two.tallies("link/1") == []
        with pytest.raises(AlreadyDone):
            two.append(write("table/1", 2, command=next(one.read("table/1", after=2)).command))
        two.append(write("table/1", 3))
        assert len(list(checked(one.read("table/1"), "table/1"))) == 4


def test_a_command_obeyed_elsewhere_is_known_here_though_the_head_fits(
    postgres_journal_url: str,
) -> None:
    with open_journal(postgres_journal_url) as one, open_journal(postgres_journal_url) as two:
        one.append(write("table/1", 0, command="c-1"))
        one.append(write("table/1", 1))
        two.append(write("table/1", 2))

        with pytest.raises(AlreadyDone):
            two.append(write("table/1", 3, command="c-1"))


PLAYER = """
import json, sys
from pitboss.journal import AlreadyDone, Conflict, Draft, Tally, Turn, Write, open_journal
from concurrent.futures import ThreadPoolExecutor

url, who, own, shared, turns = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), 25
journal = open_journal(url)
wins = 0

def play(stream, contested):
    won = 0
    while (after := journal.head(stream).number) < turns:
        turn = Turn(f"{who}-{after}", b"{}", 1, (Draft("dealt/1", b"{}"),))
        try:
            journal.append(Write(stream, after, turn, Tally("link/1", str(after + 1).encode())))
            won += 1
        except Conflict:
            assert contested
    return won

streams = [(f"table/{who}/{n}", False) for n in range(own)]
streams += [(f"shared/{n}", True) for n in range(shared)]
with ThreadPoolExecutor(len(streams)) as pool:
    won = list(pool.map(lambda each: play(*each), streams))
journal.close()
print(json.dumps(dict(zip([name for name, _ in streams], won))))
"""


@pytest.mark.slow
def test_two_processes_play_many_tables_and_race_on_some(postgres_journal_url: str) -> None:
    players = [
        subprocess.Popen(
            [sys.executable, "-c", PLAYER, postgres_journal_url, who, "4", "3"],
            stdout=subprocess.PIPE,
            cwd=ROOT,
        )
        for who in ("ann", "bob")
    ]
    won: dict[str, int] = {}
    for player in players:
        out, _ = player.communicate(timeout=WAIT_S_MAX)
        assert player.returncode == 0
        for stream, wins in json.loads(out).items():
            won[stream] = won.get(stream, 0) + wins

    with open_journal(postgres_journal_url) as journal:
        heads = journal.heads()
        assert len(heads) == 11
        assert {head.number for head in heads.values()} == {25}
        assert won == dict.fromkeys(heads, 25)  # every number has one winner, none has two
        for stream in heads:
            assert len(list(checked(journal.read(stream), stream))) == 25
        assert [tally.data for tally in journal.tallies("link/1")] == [b"25"] * 11


# Who waits for whom


def locked(url: str, stream: str) -> psycopg.Connection[tuple[object, ...]]:
    """Somebody who holds the head of `stream` until closed."""
    connection = psycopg.connect(url)
    connection.execute("SELECT 1 FROM journal_heads WHERE stream = %s FOR UPDATE", (stream,))
    return connection


def test_a_held_table_does_not_hold_up_the_others(
    postgres_journal_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(servers.SETTINGS, "lock_timeout", "60s")  # longer than we wait here
    monkeypatch.setitem(servers.SETTINGS, "statement_timeout", "60s")
    at_gate, gate = threading.Event(), threading.Event()

    def at_point(point: str) -> None:
        if point == "begin" and threading.current_thread().name == "first":
            at_gate.set()
            gate.wait(WAIT_S_MAX)

    journal = PostgresJournal(postgres_journal_url, at_point)
    with journal, ThreadPoolExecutor(4) as pool:
        for stream in ("table/1", "table/2", "table/3"):
            fill(journal, stream, 1)
        holder = locked(postgres_journal_url, "table/1")
        first = threading.Thread(target=fill, args=(journal, "table/9", 1), name="first")
        first.start()
        assert at_gate.wait(WAIT_S_MAX)  # the next three now queue up for one group
        held, *others = (pool.submit(fill, journal, f"table/{n}", 1) for n in (1, 2, 3))
        while len(journal._group._queue) < 3:
            time.sleep(0.001)
        gate.set()

        try:
            for other in others:
                other.result(WAIT_S_MAX)
            assert not held.done()
        finally:
            holder.close()
        held.result(WAIT_S_MAX)
        first.join(WAIT_S_MAX)
        assert {head.number for head in journal.heads("table/").values()} == {1, 2}


def test_a_table_that_is_held_too_long_is_unavailable(
    postgres_journal_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(servers.SETTINGS, "lock_timeout", "50ms")
    with open_journal(postgres_journal_url) as journal:
        fill(journal, "table/1", 1)
        holder = locked(postgres_journal_url, "table/1")
        with pytest.raises(Unavailable, match="lock timeout"):
            journal.append(write("table/1", 1, command="c-1"))
        holder.close()

        assert journal.find("table/1", "c-1") is None
        journal.append(write("table/1", 1, command="c-1"))


# The server comes and goes


def test_connections_that_died_meanwhile_are_replaced(postgres_journal_url: str) -> None:
    with open_journal(postgres_journal_url) as journal:
        fill(journal, "table/1", 2)
        kill_connections(postgres_journal_url)
        journal.append(write("table/1", 2, command="c-1"))
        kill_connections(postgres_journal_url)

        assert journal.head("table/1").number == 3
        kill_connections(postgres_journal_url)
        head = journal.head("table/1")
        journal.keep_snapshot(Snapshot("table/1", 3, head.hash, "table/1", b"x"))
        assert len(list(checked(journal.read("table/1"), "table/1"))) == 3


class Breaker:
    """Runs `act` once, when a point is passed."""

    def __init__(self, point: str) -> None:
        self.point = point
        self.url = ""
        self.armed = False

    def __call__(self, point: str) -> None:
        if self.armed and point == self.point:
            self.armed = False
            kill_connections(self.url)


@pytest.mark.parametrize("point", ["begin", "checked", "inserted", "committed"])
@pytest.mark.parametrize("known", [True, False])
def test_a_connection_lost_at_any_point_has_one_effect(
    postgres_journal_url: str, point: str, known: bool
) -> None:
    """With the head in memory and without; the append finds out by itself what became of it."""
    breaker = Breaker(point)
    breaker.url = postgres_journal_url
    with PostgresJournal(postgres_journal_url, breaker) as journal:
        fill(journal, "table/1", 1)
        if not known:
            journal._remembered.clear()
        breaker.armed = True

        journal.append(write("table/1", 1, "dealt/1", "turned/1", command="c-1"))

        assert not breaker.armed
        assert journal.head("table/1").number == 3
        assert len(list(checked(journal.read("table/1"), "table/1"))) == 3


def test_a_commit_whose_answer_was_lost_is_found_again(
    postgres_journal_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The statements reach the server; what it answers to the commit does not reach us."""
    real = postgres_batch.insert_at_once
    lost = 0

    def loses_its_answer(*args: object, **kwargs: object) -> None:
        nonlocal lost
        real(*args, **kwargs)  # type: ignore[arg-type] # passed through
        if lost == 0:
            lost += 1
            raise psycopg.OperationalError("server closed the connection unexpectedly")

    with PostgresJournal(postgres_journal_url) as journal:
        fill(journal, "table/1", 1)
        monkeypatch.setattr(module, "insert_at_once", loses_its_answer)

        journal.append(write("table/1", 1, "dealt/1", "turned/1", command="c-1"))

        assert lost == 1
        assert journal.head("table/1").number == 3
        with pytest.raises(AlreadyDone):
            journal.append(write("table/1", 1, "dealt/1", "turned/1", command="c-1"))


def test_a_lost_answer_is_uncertain_while_the_server_stays_away(
    postgres_server: PostgresServer,
    postgres_journal_url: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(servers, "POOL_S_MAX", 0.2)

    def dies(*_: object, **__: object) -> None:
        journal._pool.close()
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    with PostgresJournal(postgres_journal_url) as journal:
        fill(journal, "table/1", 1)
        monkeypatch.setattr(module, "insert_at_once", dies)

        with pytest.raises(Uncertain, match="lost during the commit"):
            journal.append(write("table/1", 1))


@pytest.mark.slow
def test_who_waits_for_a_server_that_is_away_is_served_when_it_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(servers, "POOL_S_MAX", WAIT_S_MAX)
    monkeypatch.setattr(servers, "RECONNECT_S", 0.1)
    given_up = threading.Semaphore(0)
    try_on = servers._try_on

    def counted(pool: servers.Pool) -> None:
        given_up.release()
        try_on(pool)

    monkeypatch.setattr(servers, "_try_on", counted)
    with (
        PostgresServer() as server,
        open_journal(server.fresh()) as journal,
        ThreadPoolExecutor(1) as threads,
    ):
        fill(journal, "table/1", 3)
        server.stop(signal.SIGQUIT)
        waiting = threads.submit(journal.head, "table/1")
        for _ in range(3):
            assert given_up.acquire(timeout=WAIT_S_MAX)

        server.start()

        assert waiting.result().number == 3


@pytest.mark.slow
def test_a_server_that_crashes_comes_back_with_everything_acknowledged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(servers, "POOL_S_MAX", 0.5)
    with PostgresServer(fsync=True) as server, open_journal(server.fresh()) as journal:
        fill(journal, "table/1", 3)
        journal.listen(lambda stream, number: None)
        server.stop(signal.SIGQUIT)

        with pytest.raises(Unavailable):
            journal.append(write("table/1", 3, command="c-1"))
        with pytest.raises(Unavailable):
            journal.head("table/1")
        assert journal.snapshot("table/1", "table/1") is None

        server.start()
        deadline = time.monotonic() + WAIT_S_MAX
        while True:
            try:
                journal.append(write("table/1", 3, command="c-1"))
                break
            except Unavailable:
                assert time.monotonic() < deadline
        assert len(list(checked(journal.read("table/1"), "table/1"))) == 4


@pytest.mark.parametrize("error", [said.SerializationFailure, said.DeadlockDetected])
def test_a_transaction_that_lost_a_race_is_tried_again(
    postgres_journal_url: str, monkeypatch: pytest.MonkeyPatch, error: type[psycopg.Error]
) -> None:
    real, failures = postgres_batch.insert, 2

    def fails_twice(*args: object) -> None:
        nonlocal failures
        if failures:
            failures -= 1
            raise error("try again")
        real(*args)  # type: ignore[arg-type] # passed through

    with PostgresJournal(postgres_journal_url) as journal:
        fill(journal, "table/1", 1)
        journal._remembered.clear()
        monkeypatch.setattr(module, "insert", fails_twice)

        journal.append(write("table/1", 1))

        assert failures == 0
        assert journal.head("table/1").number == 2


def test_an_append_that_fails_leaves_its_group_alone(postgres_journal_url: str) -> None:
    """One of a group hits something nobody thought of; the other is tried by itself."""
    with PostgresJournal(postgres_journal_url) as journal:
        with psycopg.connect(postgres_journal_url, autocommit=True) as connection:
            connection.execute("ALTER TABLE journal_events ADD CHECK (name <> 'cursed/1')")
        barrier = threading.Barrier(2)

        def append(name: str) -> None:
            barrier.wait()
            journal.append(write(f"table/{name}", 0, name))

        with ThreadPoolExecutor(2) as pool:
            cursed, good = (pool.submit(append, name) for name in ("cursed/1", "dealt/1"))
            good.result(WAIT_S_MAX)
            assert isinstance(cursed.exception(WAIT_S_MAX), Unavailable)

        outcomes = journal._commit(
            [(write("table/3", 0, "cursed/1"),), (write("table/4", 0),)], postgres_batch.Wait.SKIP
        )
        assert [type(outcome).__name__ for outcome in outcomes] == ["_Alone", "_Alone"]


# Notices


@pytest.fixture
def pair(postgres_journal_url: str) -> tuple[Journal, Journal]:
    """Two servers on one database."""
    return open_journal(postgres_journal_url), open_journal(postgres_journal_url)


def test_an_append_elsewhere_wakes_a_listener_here(pair: tuple[Journal, Journal]) -> None:
    heard: list[tuple[str, int]] = []
    woken = threading.Event()

    def hear(stream: str, number: int) -> None:
        heard.append((stream, number))
        woken.set()

    with pair[0] as one, pair[1] as two:
        fill(one, "table/1", 1)
        two.listen(hear)
        one.append(write("table/1", 1, "dealt/1", "turned/1"))

        assert woken.wait(WAIT_S_MAX)
        assert heard == [("table/1", 3)]


def test_a_missed_notice_loses_nothing(
    pair: tuple[Journal, Journal], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The notice is never sent; the listener finds the entries by looking."""
    monkeypatch.setattr("pitboss.journal.sql.notify.CHANNEL", "somebody_else")

    with pair[0] as one, pair[1] as two:
        heard = threading.Event()
        two.listen(lambda stream, number: heard.set())
        fill(one, "table/1", 1)

        assert heard.wait(WAIT_S_MAX)
        fill(one, "table/1", 1)
        assert two.wait("table/1", 1, WAIT_S_MAX) == 2


def test_a_listener_survives_the_loss_of_its_connection(
    pair: tuple[Journal, Journal], postgres_journal_url: str
) -> None:
    with pair[0] as one, pair[1] as two:
        heard = threading.Event()
        two.listen(lambda stream, number: heard.set())
        time.sleep(0.2)
        kill_connections(postgres_journal_url)
        fill(one, "table/1", 1)

        assert heard.wait(WAIT_S_MAX)
        assert two.wait("table/1", 0, WAIT_S_MAX) == 1


# The bundled server


@pytest.mark.slow
def test_the_journal_runs_on_the_server_that_pip_brings() -> None:
    """What the tests use on a machine without a PostgreSQL, tried on every machine."""
    with PostgresServer(places=bundled()) as server, open_journal(server.fresh()) as journal:
        fill(journal, "table/1", 3)
        assert len(list(checked(journal.read("table/1"), "table/1"))) == 3
