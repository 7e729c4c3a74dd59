"""Signs of life, counts, and how a server leaves."""

from __future__ import annotations

import asyncio

import pytest

from pitboss.journal import Unavailable
from pitboss.server.farewell import Farewell
from tests.server.serving import Served, Visitor, quick


def test_a_server_that_lives_says_so(visitor: Visitor) -> None:
    assert visitor.get("/healthz").text == "ok\n"
    assert visitor.get("/readyz").text == "ready\n"


def test_a_server_that_leaves_is_not_ready(served: Served) -> None:
    with Served() as leaving, leaving.visitor() as visitor:
        leaving.house.farewell.leaving.set()
        answer = visitor.get("/readyz")

    assert (answer.status_code, answer.json()["reason"]) == (503, "leaving")


def test_a_server_without_its_store_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    with Served() as served, served.visitor() as visitor:

        def gone(_: str) -> None:
            raise Unavailable("away")

        monkeypatch.setattr(served.house.journal, "head", gone)
        assert visitor.get("/readyz").status_code == 503
        assert visitor.get("/healthz").status_code == 200


def test_the_counts_are_for_this_machine_and_for_administrators() -> None:
    with Served(quick(proxies="127.0.0.1")) as served, served.visitor() as visitor:
        here = visitor.get("/metrics")
        elsewhere = {"x-forwarded-for": "203.0.113.7"}
        visitor.me()
        stranger = visitor.client.get("/metrics", headers=elsewhere)
        visitor.get(f"/admin/{served.house.sessions.make_link('administrator')}")
        administrator = visitor.client.get("/metrics", headers=elsewhere)

    assert 'pitboss_tables{state="running"} 0.0' in here.text
    assert "pitboss_command_seconds_bucket" in here.text
    assert "pitboss_turned_away_total" in here.text
    assert stranger.status_code == 403
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
        farewell = Farewell()
        with farewell.open(quickly), farewell.open(never), farewell.open(badly):
            with farewell.open(quickly):
                assert len(farewell) == 4
            assert len(farewell) == 3
            return await farewell.leave(0.05)

    assert asyncio.run(leave()) == 2
    assert said == ["quick"]


def test_a_server_without_sockets_leaves_at_once() -> None:
    async def leave() -> int:
        return await Farewell().leave(60)

    assert asyncio.run(leave()) == 0
