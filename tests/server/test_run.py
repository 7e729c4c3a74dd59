"""`pitboss serve` as a process: what it prints, what it refuses, how it stops."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket as sockets
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import WebSocket, websocket
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from pitboss.cli import run as cli
from pitboss.journal import Unavailable, open_journal
from pitboss.server.app import services_of
from pitboss.server.auth.permissions import may
from pitboss.server.config import STATIC
from tests.examples import first
from tests.server.serving import Served, Visitor
from tests.server_process import PITBOSS_SERVE, ServerProcess
from tests.waiting import WAIT_S_MAX, wait_until

Start = Callable[..., ServerProcess]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    if not (STATIC / "index.html").is_file():
        pytest.fail("the browser client is not built: make web")
    with ExitStack() as running:

        def begin(*options: str, name: str = "server") -> ServerProcess:
            made = ServerProcess(tmp_path, *PITBOSS_SERVE, "--no-edges", *options, name=name)
            return running.enter_context(made)

        yield begin


@pytest.mark.slow
@pytest.mark.parametrize("how", first(1, [signal.SIGTERM, signal.SIGINT]))
def test_a_server_says_where_it_is_and_stops_when_asked(
    start: Start, tmp_path: Path, how: signal.Signals
) -> None:
    server = start("--no-bots")
    home = httpx.get(server.origin, timeout=WAIT_S_MAX)
    with Visitor(server.origin) as visitor:
        name = visitor.me()["name"]
        assert visitor.get("/readyz").text == "ready\n"

    code = server.stop(how)

    log = [json.loads(line) for line in server.log().splitlines()]
    assert home.status_code == 200
    assert code == 0
    assert server.printed.startswith("pitboss: to become administrator, once: http://127.0.0.1:")
    assert [line["event"] for line in log][-1] == "stopped", log[-1]
    assert {"serving", "stopping"} <= {line["event"] for line in log}
    serving = next(line for line in log if line["event"] == "serving")
    assert serving["objects_kept"] > 50_000, "a full garbage collection would look at all of them"
    assert (tmp_path / "pitboss" / "pitboss.db").is_file()
    assert name.encode() in (tmp_path / "pitboss" / "pitboss-people.db").read_bytes()


@pytest.mark.slow
def test_who_was_there_is_known_after_a_restart_and_the_link_is_printed_once(
    start: Start, tmp_path: Path
) -> None:
    where = str(tmp_path / "pit.db")
    server = start("--db", where, "--no-bots")
    with Visitor(server.origin) as visitor:
        visitor.get(server.admin_link)
        before = visitor.me()
        cookies = dict(visitor.client.cookies)
    server.stop()
    again = start("--db", where, "--no-bots", name="again")
    after = httpx.get(f"{again.origin}/api/me", cookies=cookies, timeout=WAIT_S_MAX).json()
    code = again.stop()

    assert "administrator" in before["roles"]
    assert (after["name"], after["roles"]) == (before["name"], before["roles"])
    assert (code, again.printed) == (0, "")
    with open_journal(where, read_only=True) as journal:
        assert journal.heads()


@pytest.mark.slow
def test_a_table_s_socket_is_told_to_come_back(start: Start, tmp_path: Path) -> None:
    server = start("--db", str(tmp_path / "pit.db"), "--no-bots")
    with Visitor(server.origin) as visitor:
        visitor.me()
        # Tables open one by one.
        wait_until(lambda: visitor.get("/api/tables").json()["tables"], "open")
        table = visitor.get("/api/tables").json()["tables"][0]["table"]
        address = f"{server.origin.replace('http', 'ws')}/ws/table/{table}"
        with connect(
            address,
            origin=Origin(server.origin),
            additional_headers={"cookie": visitor.cookie()},
            open_timeout=WAIT_S_MAX,
        ) as socket:
            heard = [json.loads(socket.recv(timeout=WAIT_S_MAX))]
            server.send(signal.SIGTERM)
            with contextlib.suppress(ConnectionClosed):
                while True:
                    heard.append(json.loads(socket.recv(timeout=WAIT_S_MAX)))

    assert heard[0]["type"] == "hello"
    assert heard[-1]["type"] == "bye"
    assert heard[-1]["again"] is True
    assert server.wait() == 0


IN_HAND = threading.Event()


@websocket("/ws/slow", guards=[may("table.see")])
async def slow(socket: WebSocket[Any, Any, Any]) -> None:  # Any: the framework's own
    """Answer when the server leaves: what is in hand is answered before the goodbye."""
    await socket.accept()
    open_sockets = services_of(socket.app.state).open_sockets
    idle = asyncio.Event()
    idle.set()

    async def leave() -> None:
        await idle.wait()
        await socket.send_text("bye")
        await socket.close()

    with open_sockets.open(leave), contextlib.suppress(Exception):
        while True:
            word = await socket.receive_text()
            idle.clear()
            IN_HAND.set()
            await open_sockets.leaving.wait()
            await socket.send_text(f"done {word}")
            idle.set()


def test_a_command_in_hand_is_answered_before_the_goodbye() -> None:
    with Served(more=[slow]) as served, served.visitor() as visitor:
        visitor.me()
        with connect(
            f"{served.origin.replace('http', 'ws')}/ws/slow",
            origin=Origin(served.origin),
            additional_headers={"cookie": visitor.cookie()},
            open_timeout=WAIT_S_MAX,
        ) as socket:
            socket.send("it")
            assert IN_HAND.wait(WAIT_S_MAX)
            served.stop()
            heard = list(socket)

    assert heard == ["done it", "bye"]


def complaint(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    code = cli(["serve", *args])
    said = capsys.readouterr()
    assert (code, said.out) == (2, "")
    assert said.err.count("\n") == 1
    return said.err


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_text("x", "utf-8")
    monkeypatch.setattr(import_module("pitboss.cli.serve"), "STATIC", tmp_path)
    monkeypatch.setattr(import_module("pitboss.cli.serve"), "configure", lambda: None)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--port", "70000"], "--port '70000': wants a whole number from 0 to 65,535"),
        (["--port", "x"], "--port 'x'"),
        (["--pace", "never"], "--pace 'never': there are normal, fast, at-once"),
        (["--floor", "robot"], "--floor 'robot': there are automatic, person"),
        (["--proxy", "10.0.0.1,lb"], "--proxy 'lb': wants an address, as 10.0.0.1"),
        (["--db", "{tmp}/none/pit.db", "--port", "0"], "there is no folder"),
        (["--db", "{tmp}", "--port", "0"], "is a folder; name a file in it"),
        (["--db", "mysql://x/y", "--port", "0"], "mysql:// is no journal"),
        (["--db", "postgresql://u:pw@127.0.0.1:1/x", "--port", "0"], "127.0.0.1"),
        (["--db", "memory:"], "--db: name a file"),
        (["--host", "203.0.113.1", "--port", "0"], "cannot listen on 203.0.113.1"),
        (["--host", "no such host", "--port", "0"], "cannot listen on no such host"),
    ],
)
@pytest.mark.usefixtures("built")
def test_bad_input_is_one_clear_line(
    args: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = [arg.format(tmp=tmp_path) for arg in args]
    if "--db" not in where:
        where += ["--db", str(tmp_path / "pit.db")]

    line = complaint(capsys, *where)

    assert said in line
    assert "pw" not in line
    assert not (tmp_path / "pit-people.db").exists()


@pytest.mark.usefixtures("built")
def test_a_port_that_is_taken_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with sockets.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        line = complaint(capsys, "--port", port, "--db", str(tmp_path / "pit.db"))

    assert f"cannot listen on 127.0.0.1 port {port}: Address already in use" in line
    assert not (tmp_path / "pit.db").exists()


@pytest.mark.usefixtures("built")
def test_a_journal_in_use_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = str(tmp_path / "pit.db")
    with open_journal(where):
        line = complaint(capsys, "--port", "0", "--db", where)

    assert f"is in use by process {os.getpid()}" in line


@pytest.mark.usefixtures("built")
def test_a_store_that_is_full_at_the_start_is_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: object) -> str:
        raise Unavailable("pit-people.db: database or disk is full")

    monkeypatch.setattr("pitboss.server.auth.logins.Logins.make_link", full)

    code = cli(["serve", "--db", str(tmp_path / "pit.db"), "--port", "0", "--no-bots"])

    said = capsys.readouterr().err
    assert code == 2
    assert "pitboss: pit-people.db: database or disk is full" in said
    assert "Traceback" not in said + caplog.text


def test_a_client_that_is_not_built_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(import_module("pitboss.cli.serve"), "STATIC", tmp_path)

    assert "make run" in complaint(capsys, "--db", str(tmp_path / "pit.db"))


def test_an_administrator_is_made_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = str(tmp_path / "pit.db")
    assert cli(["people", "admin", "Zoe", "--db", where]) == 0
    first = capsys.readouterr().out.splitlines()
    assert cli(["people", "admin", "zoe", "--db", where, "--json"]) == 0
    second = json.loads(capsys.readouterr().out)
    assert cli(["people", "admin", "dealer", "--db", where]) == 2
    third = capsys.readouterr()

    assert first[0] == "Zoe is an administrator"
    assert first[1].startswith("password: ")
    assert second == {"name": "Zoe", "roles": ["player", "administrator"], "password": None}
    assert third.err == "pitboss: the name dealer is reserved for the house; choose another\n"


@pytest.mark.slow
def test_an_administrator_is_made_in_an_empty_postgres(
    postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli(["people", "admin", "Zoe", "--db", postgres_url, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["roles"] == ["player", "administrator"]
