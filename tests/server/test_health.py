"""Signs of life, counts, and how a server leaves."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from pitboss.journal import Unavailable
from pitboss.server.live.open_sockets import OpenSockets
from tests.server.serving import Served, Visitor, quick


def test_a_server_that_lives_says_so(visitor: Visitor) -> None:
    assert visitor.get("/healthz").text == "ok\n"
    assert visitor.get("/readyz").text == "ready\n"


def test_a_server_that_leaves_is_not_ready(served: Served) -> None:
    with Served() as leaving, leaving.visitor() as visitor:
        leaving.services.open_sockets.leaving.set()
        answer = visitor.get("/readyz")

    assert (answer.status_code, answer.json()["reason"]) == (503, "leaving")


def test_a_server_without_its_store_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    with Served() as served, served.visitor() as visitor:

        def gone(_: str) -> None:
            raise Unavailable("away")

        monkeypatch.setattr(served.services.journal, "head", gone)
        assert visitor.get("/readyz").status_code == 503
        assert visitor.get("/healthz").status_code == 200


def test_the_counts_are_for_this_machine_and_for_administrators() -> None:
    with Served(quick(proxies="127.0.0.1")) as served, served.visitor() as visitor:
        here = visitor.get("/metrics")
        elsewhere = {"x-forwarded-for": "203.0.113.7"}
        visitor.me()
        # A page of another site, whose name was made to lead to this machine.
        rebound = visitor.client.get("/metrics", headers={"host": "evil.example"})
        stranger = visitor.client.get("/metrics", headers=elsewhere)
        visitor.get(f"/admin/{served.services.logins.make_link('administrator')}")
        administrator = visitor.client.get("/metrics", headers=elsewhere)

    assert 'pitboss_tables{state="running"} 0.0' in here.text
    assert "pitboss_command_seconds_bucket" in here.text
    assert "pitboss_turned_away_total" in here.text
    assert stranger.status_code == rebound.status_code == 403
    assert administrator.status_code == 200


def test_sockets_say_goodbye_all_at_a_time_and_the_slow_are_left() -> None:
    said: list[str] = []

    async def quickly() -> None:
        said.append("quick")

    async def never() -> None:
        await asyncio.sleep(60)

    async def badly() -> None:
        raise OSError("gone")

    async def leave() -> int:
        open_sockets = OpenSockets()
        with open_sockets.open(quickly), open_sockets.open(never), open_sockets.open(badly):
            with open_sockets.open(quickly):
                assert len(open_sockets) == 4
            assert len(open_sockets) == 3
            return await open_sockets.leave(0.05)

    assert asyncio.run(leave()) == 2
    assert said == ["quick"]


def test_a_server_without_sockets_leaves_at_once() -> None:
    async def leave() -> int:
        return await OpenSockets().leave(60)

    assert asyncio.run(leave()) == 0


def test_a_server_that_cannot_write_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Served(quick(str(tmp_path / "pit.db"))) as served, served.visitor() as visitor:
        assert visitor.get("/readyz").status_code == 200
        with monkeypatch.context() as patched:
            full = shutil.disk_usage(tmp_path)._replace(free=1_000)
            patched.setattr("pitboss.server.store.database.disk_usage", lambda _: full)
            assert visitor.get("/readyz").status_code == 503
        assert visitor.get("/readyz").status_code == 200

        (tmp_path / "pit.db").rename(tmp_path / "gone.db")
        assert visitor.get("/readyz").status_code == 503
        (tmp_path / "gone.db").rename(tmp_path / "pit.db")
        assert visitor.get("/readyz").status_code == 200

        (tmp_path / "pit-people.db").rename(tmp_path / "gone.db")
        assert visitor.get("/readyz").status_code == 503
        (tmp_path / "gone.db").rename(tmp_path / "pit-people.db")
