"""How a socket of a table begins and ends: bounds, other sites, goodbyes, a restart."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from pitboss.server.http.rates import Rate
from tests.server.players import Player, laid_table, playing
from tests.server.seats import seated
from tests.server.serving import UNBOUNDED, Served, quick
from tests.server.stacked_decks import ROUTES as STACKED
from tests.waiting import WAIT_S_MAX


def test_a_message_that_is_too_large_ends_the_socket(laid: Served) -> None:
    laid_table(laid, "large")
    with laid.visitor() as one, playing(one, "large") as player:
        player.send(json.dumps({"type": "ping", "more": "x" * 5_000}))

        assert player.end()["reason"] == "too-large"


def test_too_many_messages_end_the_socket() -> None:
    slow = replace(UNBOUNDED, message=Rate(5, 0.001))
    with Served(quick(rates=slow), more=STACKED) as served:
        laid_table(served, "fast")
        with served.visitor() as one, playing(one, "fast") as player:
            with suppress(ConnectionClosed):  # the server may close before the last of them is sent
                for _ in range(10):
                    player.send({"type": "ping"})

            bye = player.end()

            assert bye["reason"] == "too-fast"
            assert bye["again"]


def test_a_table_that_is_not_there_says_goodbye(laid: Served) -> None:
    with laid.visitor() as one, playing(one, "nowhere") as player:
        assert player.end()["reason"] == "no-such-table"


def test_a_page_of_another_site_gets_no_socket(laid: Served) -> None:
    with laid.visitor() as one:
        one.me()
        with (
            pytest.raises((InvalidStatus, ConnectionClosed)),
            connect(
                f"{laid.origin.replace('http', 'ws')}/ws/table/round",
                additional_headers={"cookie": one.cookie()},
                origin=Origin("http://elsewhere.example"),
                open_timeout=WAIT_S_MAX,
            ) as socket,
        ):
            socket.recv(WAIT_S_MAX)


def test_one_person_has_a_bounded_number_of_sockets(laid: Served) -> None:
    laid_table(laid, "many")
    with laid.visitor() as one:
        opened = [playing(one, "many") for _ in range(9)]
        players = [context.__enter__() for context in opened]
        try:
            for player in players[:8]:
                player.until(lambda view: True)
            assert players[8].end()["reason"] == "too-many-sockets"
        finally:
            for context in opened:
                context.__exit__(None, None, None)


def test_a_stopping_server_says_goodbye_and_that_one_may_come_back() -> None:
    with Served(quick(), more=STACKED) as served:
        laid_table(served, "stop")
        with served.visitor() as one, playing(one, "stop") as player:
            player.until(lambda view: True)

            served.stop()

            bye = player.end()
            assert bye["reason"] == "leaving"
            assert bye["again"]


def test_after_a_restart_the_log_and_the_last_hand_are_still_there(tmp_path: Path) -> None:
    config = quick(str(tmp_path / "pit.db"))
    with Served(config, more=STACKED) as served:
        laid_table(served, "again")
        with served.visitor() as one, playing(one, "again") as player:
            seated(player, 1).bets()
            player.turn()
            player.must("play", times=4)
            view = player.until(lambda view: view["last"] is not None and bool(view["offers"]))
            known, before = view["number"], [line["number"] for line in player.lines]
            cookies = dict(one.client.cookies)
    with Served(config, more=STACKED) as served, served.visitor() as one:
        one.client.cookies.update(cookies)
        with playing(one, "again") as player:
            view = player.until(lambda view: view["last"] is not None)

            assert view["number"] >= known
            assert view["you"]["seat"] == 1
            assert view["last"]["round"] == 1
            assert view["last"]["seats"][0]["cards"]
            numbers = {line["number"] for line in player.lines}
            assert {n for n in before if n >= min(numbers)} <= numbers
            assert len(numbers) > 8


def test_the_product_has_no_route_that_lays_cards(served: Served) -> None:
    with served.visitor() as one:
        for path in ("/api/testing/tables", "/api/testing/tables/x/deck"):
            assert one.post(path, {}).status_code in (404, 405)


def test_who_signs_out_or_changes_is_sent_from_every_socket(laid: Served) -> None:
    laid_table(laid, "dismissed")
    with laid.visitor() as one, laid.visitor() as other, playing(other, "dismissed") as bystander:
        ends = []
        with playing(one, "dismissed") as player:
            player.until(lambda view: view["number"] > 0)
            assert one.post("/api/me/name", {"name": "Quite Another"}).status_code == 200
            ends.append(_last_word(player))
        with playing(one, "dismissed") as player:
            player.until(lambda view: view["number"] > 0)
            assert player.view["you"]["name"] == "Quite Another"
            assert one.delete("/api/sessions").status_code == 204
            ends.append(_last_word(player))

        assert [(end["reason"], end["again"]) for end in ends] == [("identity", True)] * 2
        assert bystander.ask("check")["ok"] is False  # still there to be answered


def _last_word(player: Player) -> dict[str, Any]:  # Any: JSON
    while player.bye is None:
        player.hear()
    return player.bye
