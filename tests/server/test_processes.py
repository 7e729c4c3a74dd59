"""Two server processes on one PostgreSQL: one game for all, whoever dies in the middle of it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select

from pitboss.audit.verify import verify
from pitboss.journal import open_journal
from pitboss.ledger.accounts import CAGE
from pitboss.pit.live import load
from pitboss.pit.streams import TABLES
from pitboss.server.config import STATIC
from pitboss.server.store.database import open_database
from pitboss.server.store.schema import MOVES, PENDING, PURSES
from tests.server.players import Player, playing
from tests.server.serving import Visitor

WAIT_S_MAX = 90.0
PACE = {"betting": None, "step": 30, "result": 100, "between": 50, "clock": False}
GIVEN = ("grant", "refill")
Json = dict[str, Any]  # Any: JSON

pytestmark = pytest.mark.slow


class Process:
    """A `pitboss serve` of its own; what it logs goes to a file."""

    def __init__(self, url: str, folder: Path, name: str) -> None:
        self._log = (folder / f"{name}.log").open("w+")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pitboss.cli", "serve", "--port", "0", "--db", url, "--no-bots",
             "--testing", "--no-limits", "--no-edges"],
            stdout=subprocess.PIPE, stderr=self._log, text=True,
            env={**os.environ, "XDG_DATA_HOME": str(folder)},
        )  # fmt: skip
        self.origin = ""

    def ready(self) -> None:
        """Wait until it says where it is."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("pitboss: http"), line + self.log()
        self.origin = line.strip().removeprefix("pitboss: ")

    def log(self) -> str:
        self._log.seek(0)
        return self._log.read()

    def end(self, how: signal.Signals) -> int:
        """Signal it and wait until it is gone."""
        self.process.send_signal(how)
        return self.process.wait(WAIT_S_MAX)

    def close(self) -> None:
        with self.process:
            self.process.kill()
        self._log.close()


@pytest.fixture
def pair(postgres_url: str, tmp_path: Path) -> Iterator[tuple[Process, Process]]:
    """Two processes at once, each with a port of its own."""
    if not (STATIC / "index.html").is_file():
        pytest.fail("the browser client is not built: make web")
    with ExitStack() as stack:
        made = []
        for name in ("one", "two"):
            process = Process(postgres_url, tmp_path, name)
            stack.callback(process.close)
            process.ready()
            made.append(process)
        yield made[0], made[1]


def until(wanted: Callable[[], bool], what: str) -> None:
    """Wait for something that comes by itself."""
    deadline = time.monotonic() + WAIT_S_MAX
    while not wanted():
        assert time.monotonic() < deadline, f"never {what}"
        time.sleep(0.05)


def at(process: Process, visitor: Visitor) -> Visitor:
    """The same browser, with the same cookie, at another process."""
    moved = Visitor(process.origin)
    moved.client.cookies = httpx.Cookies(visitor.client.cookies)
    return moved


def open_table(one: Process, two: Process, table: str) -> None:
    """Open a table in one process; the other hears of it."""
    with Visitor(one.origin) as visitor, Visitor(two.origin) as other:
        asked = {"name": table, "provable": True, "pace": PACE, "rules": "maryland"}
        answer = visitor.post("/api/testing/tables", asked)
        assert answer.status_code == 201, answer.text
        other.me()
        there = f"/api/tables/{table}"
        until(lambda: other.get(there).status_code == 200, "known to the other process")


def views(player: Player) -> dict[int, Json]:
    """What a player was shown, by the number of the event."""
    found = [json.loads(text) for text in player.heard]
    return {view["number"]: view for view in found if view["type"] == "view"}


def in_public(view: Json) -> Json:
    """What is the same for everybody in a view; cards that are shown to all included."""
    hand = view["hand"]
    everybody = hand["phase"] == "settled"
    own = () if everybody else ("cards", "hand", "five")
    seats = [{k: v for k, v in seat.items() if k not in own} for seat in hand["seats"]]
    rest = {key: view[key] for key in ("at", "standing", "meters", "offers", "deck")}
    return {**rest, "hand": {**hand, "seats": seats}}


def saw_the_same(one: Player, two: Player) -> int:
    """Hold two players' views against each other; how many numbers both have seen."""
    mine, theirs = views(one), views(two)
    both = sorted(mine.keys() & theirs.keys())
    for number in both:
        assert in_public(mine[number]) == in_public(theirs[number]), number
    return len(both)


def play_on(player: Player, others: Player) -> None:
    """Check or play until this round is settled, whoever is asked."""
    while player.view["hand"]["phase"] not in ("settled", "bets"):
        for one in (player, others):
            if one.view["you"]["choices"]:
                words = {choice["word"] for choice in one.view["you"]["choices"]}
                if "check" in words:
                    one.must("check")
                else:
                    one.must("play", times=1)
            else:
                try_to_hear(one)


def try_to_hear(player: Player) -> None:
    try:
        player.hear(0.1)
    except TimeoutError:
        return


def add_up(url: str) -> None:
    """Verify the journal, and hold every purse and every chip against it."""
    with open_journal(url, read_only=True) as journal:
        report = verify(journal)
        assert not report.findings, report.findings
        books = [load(journal, stream).books for stream in journal.heads(TABLES)]
    database = open_database(url)
    try:
        with database.begin() as connection:
            purses = int(connection.execute(select(func.sum(PURSES.c.cents))).scalar_one())
            moved = int(connection.execute(select(func.sum(MOVES.c.cents))).scalar_one())
            given = select(func.sum(MOVES.c.cents)).where(MOVES.c.why.in_(GIVEN))
            grants = int(connection.execute(given).scalar_one())
            pending = connection.execute(select(func.count()).select_from(PENDING)).scalar_one()
    finally:
        database.close()
    assert pending == 0
    assert purses == moved
    assert all(book.trial_balance() == 0 for book in books)
    # What the cages of all tables have paid out, less what was bought, is what purses gained.
    assert purses == grants + sum(int(book.of(CAGE)) for book in books)


def test_two_processes_play_one_game_and_one_may_die(
    pair: tuple[Process, Process], postgres_url: str
) -> None:
    one, two = pair
    open_table(one, two, "shared")
    with ExitStack() as stack:
        ann, ben = (stack.enter_context(Visitor(process.origin)) for process in pair)
        first = stack.enter_context(playing(ann, "shared"))
        second = stack.enter_context(playing(ben, "shared"))
        first.must("sit", seat=1, chips=50_000)
        second.must("sit", seat=2, chips=50_000)
        for _ in range(2):
            first.bets(trips=500)
            second.bets(trips=500)
            first.turn()
            play_on(first, second)
            first.until(lambda view: view["last"] is not None)
            second.until(lambda view: view["last"] is not None)
            for key in ("round", "board", "dealer", "moves", "shuffle"):
                assert first.view["last"][key] == second.view["last"][key]
        assert saw_the_same(first, second) >= 5
        assert second.view["hand"]["seats"][0]["chips"] == first.view["you"]["chips"]

        # One command id, sent to both processes by the same person: done once.
        with at(two, ann) as elsewhere, playing(elsewhere, "shared") as again:
            before = ann.me()["purse"]
            asked = {"do": "buy-in", "chips": 7_000}
            for socket in (first, again):
                socket.send({"type": "do", "id": "in-both-at-once", "ask": asked})
            for socket in (first, again):
                while "in-both-at-once" not in socket.answers:
                    socket.hear()
            answers = [socket.answers["in-both-at-once"] for socket in (first, again)]
            assert [answer["ok"] for answer in answers] == [True, True], answers
            assert answers[0]["number"] == answers[1]["number"]
            assert ann.me()["purse"] == before - 7_000

        # In mid-round the process of the player who is asked dies without a word.
        first.bets()
        second.bets()
        asked_now = first.turn()
        one.end(signal.SIGKILL)
        with at(two, ann) as moved, playing(moved, "shared", asked_now["number"]) as back:
            assert moved.me()["name"] == ann_name(asked_now)
            view = back.turn()
            assert view["hand"]["round"] == asked_now["hand"]["round"]
            assert view["hand"]["seats"][0]["cards"] == asked_now["hand"]["seats"][0]["cards"]
            assert view["you"]["chips"] == asked_now["you"]["chips"]
            play_on(back, second)
            back.until(lambda view: view["last"] is not None)
            assert back.view["last"]["round"] == asked_now["hand"]["round"]

            for player in (back, second):
                player.must("leave")
            until(lambda: moved.me()["sits"] == [] and ben.me()["sits"] == [], "left")
            until(lambda: not pending_chips(postgres_url), "paid out")
    two.end(signal.SIGTERM)
    add_up(postgres_url)


def ann_name(view: Json) -> str:
    return str(view["you"]["name"])


def pending_chips(url: str) -> bool:
    """Whether chips have left tables that are in no purse yet."""
    try:
        add_up(url)
    except AssertionError:
        return True
    return False


def test_a_process_that_is_asked_to_stop_loses_nothing(
    pair: tuple[Process, Process], postgres_url: str
) -> None:
    one, two = pair
    open_table(one, two, "leaving")
    with ExitStack() as stack:
        ann, ben = (stack.enter_context(Visitor(process.origin)) for process in pair)
        first = stack.enter_context(playing(ann, "leaving"))
        second = stack.enter_context(playing(ben, "leaving"))
        first.must("sit", seat=1, chips=50_000)
        second.must("sit", seat=2, chips=50_000)
        first.bets()
        second.bets()
        asked_now = first.turn()
        # The command is on its way when the signal comes: answered, or to be asked again.
        first.send({"type": "do", "id": "on-the-way", "ask": {"do": "check"}})
        one.process.send_signal(signal.SIGTERM)
        bye = first.end()
        assert (bye["reason"], bye["again"]) == ("leaving", True)
        assert one.process.wait(WAIT_S_MAX) == 0, one.log()

        with at(two, ann) as moved, playing(moved, "leaving", asked_now["number"]) as back:
            answer = back.ask("check", "on-the-way")
            assert answer["ok"], answer
            if "on-the-way" in first.answers:
                assert first.answers["on-the-way"]["number"] == answer["number"]
            play_on(back, second)
            back.until(lambda view: view["last"] is not None)
            assert saw_the_same(back, second)
            checks = [line for line in back.lines if line["name"] == "checked"]
            mine = [line["number"] for line in checks if line["seat"] == 1]
            assert mine.count(answer["number"]) == 1
    two.end(signal.SIGTERM)
    add_up(postgres_url)
