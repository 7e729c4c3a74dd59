"""Several processes on one PostgreSQL: one order of events, one payment, one game for all."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from pitboss.audit.verify import verify
from pitboss.journal import open_journal
from pitboss.journal.codec import decode_link_event
from pitboss.pit.pit import Pit
from pitboss.pit.streams import link_stream, table_stream
from pitboss.table import Table
from pitboss.table import command as ask
from pitboss.table.link import LinkPaid
from tests.faults.acks import felt_of
from tests.faults.floor import ALONE, FLOOR, LINK, LINKED
from tests.faults.pair import cut_off
from tests.faults.worker import found
from tests.waiting import wait_until_async

pytestmark = pytest.mark.slow


def test_two_processes_play_the_same_tables_and_one_of_them_is_killed(postgres_url: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.pair", postgres_url, "1"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert "answers" in done.stdout


def test_linked_tables_in_two_processes_hit_at_the_same_moment(postgres_url: str) -> None:
    rounds, lucky = 4, LINKED[1:]
    with open_journal(postgres_url) as journal:
        found(journal, lucky, bots=False)
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.faults.jackpot", postgres_url, plan.name, str(rounds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for plan in lucky
    ]

    for _ in range(rounds):
        for process in running:  # all have read the meters before anybody is paid
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in running:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
    for process in running:
        process.communicate()
        assert process.returncode == 0

    with open_journal(postgres_url, read_only=True) as journal:
        entries = list(journal.read(link_stream(LINK)))
        paid = [decode_link_event(entry.name, entry.data) for entry in entries[1:]]
        commands = [e.command or "" for p in lucky for e in journal.read(table_stream(p.name))]
        assert verify(journal).clean
    assert len(paid) == rounds * len(lucky)
    assert all(isinstance(event, LinkPaid) for event in paid)
    once = {(event.table, event.round) for event in paid if isinstance(event, LinkPaid)}
    assert len(once) == len(paid), "each round is paid once"
    again = [command for command in commands if ":" in command]
    assert len(again) >= rounds, "who came second has read the meters once more"


def test_a_process_hears_of_what_another_writes_even_with_its_ear_cut_off(
    postgres_url: str,
) -> None:
    table = ALONE[3]
    with open_journal(postgres_url) as journal:
        found(journal, [table], bots=False)

    def number(pit: Pit) -> int:
        return pit.tables[table.name].handler.replica.number

    def seen(pit: Pit) -> Table:
        return pit.tables[table.name].table

    async def play() -> None:
        with open_journal(postgres_url) as one, open_journal(postgres_url) as other:
            async with Pit(one) as here, Pit(other) as there:
                for n in range(3):
                    said = await here.ask(table.name, f"say {n}", ask.Announce(f"{n}"), FLOOR)
                    assert said.ok
                    await wait_until_async(lambda: number(there) >= number(here))
                    assert number(here) == said.last
                    assert felt_of(seen(there)) == felt_of(seen(here))
                    assert await asyncio.to_thread(cut_off, postgres_url, 2) == 2
                assert not here.stopped()
                assert not there.stopped()

    asyncio.run(play())


def test_a_table_founded_in_one_process_runs_in_the_other_too(postgres_url: str) -> None:
    table = ALONE[3]

    async def play() -> None:
        with open_journal(postgres_url) as one, open_journal(postgres_url) as other:
            async with Pit(one) as here, Pit(other) as there:
                answer = await here.found(table.name, table.house, FLOOR)
                assert answer.ok
                await wait_until_async(lambda: table.name in there.tables)
                again = await there.ask(table.name, "pause", ask.PauseTable("a break"), FLOOR)
                assert again.ok
                await wait_until_async(
                    lambda: here.tables[table.name].table.status.standing == "paused"
                )

    asyncio.run(play())
