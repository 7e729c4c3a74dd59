"""A table over a real socket: playing, asking twice, asking wrongly, coming back."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from pitboss.round import command as round_ask
from pitboss.server.rates import Rate
from pitboss.server.wire.table import View
from pitboss.table import Command, Person, Role
from pitboss.table import command as ask
from pitboss.table.deck import Step
from tests.server.players import Player, laid_table, lay, playing
from tests.server.serving import UNBOUNDED, Served, quick


@pytest.fixture(scope="module")
def laid() -> Iterator[Served]:
    """A server whose decks may be laid."""
    with Served(quick(testing=True)) as made:
        yield made


def seated(player: Player, seat: int, chips: int = 50_000) -> Player:
    player.must("sit", seat=seat, chips=chips)
    return player


def test_a_round_is_played_from_the_bet_to_the_slip(laid: Served) -> None:
    laid_table(laid, "round")
    lay(laid, "round", seats={"1": "As Kd"}, board="2c 7d 9s 3h 5c", dealer="Qh Jc")
    with laid.visitor() as one, playing(one, "round") as player:
        seated(player, 1).bets(trips=500)
        view = player.turn()
        assert view["hand"]["seats"][0]["cards"] == ["As", "Kd"]
        assert [c["word"] for c in view["you"]["choices"]] == ["play", "play", "check"]

        player.must("play", times=4)
        view = player.phase("settled")

        texts = {move["wager"]: move["text"] for move in view["hand"]["moves"]}
        assert texts["ante"] == "Ante pushes: the dealer has less than a pair"
        assert texts["blind"] == "Blind pushes: winning hand below a straight"
        assert texts["play"] == "Play wins 1 to 1: beats the dealer"
        assert view["you"]["net"] == 3_500
        assert view["you"]["hands"] == 1
        assert view["you"]["chips"] == 53_500
        for text in player.heard:
            if '"type":"view"' in text:
                msgspec.json.decode(text, type=View)


def test_the_same_id_twice_is_done_once_and_answered_alike(laid: Served) -> None:
    laid_table(laid, "twice")
    with laid.visitor() as one, playing(one, "twice") as player:
        first = player.ask("sit", "sit-down-1", seat=2, chips=20_000)
        again = player.ask("sit", "sit-down-1", seat=2, chips=20_000)
        other = player.ask("sit", "sit-down-1", seat=3, chips=20_000)

        assert first["ok"]
        assert again == first
        assert other["refused"]["reason"] == "id-taken"
        assert one.me()["purse"] == 80_000
        assert player.until(lambda view: view["you"]["seat"] == 2)["you"]["chips"] == 20_000


def test_ids_of_two_people_never_clash(laid: Served) -> None:
    laid_table(laid, "clash")
    with (
        laid.visitor() as one,
        laid.visitor() as two,
        playing(one, "clash") as first,
        playing(two, "clash") as second,
    ):
        assert first.ask("sit", "my-own-id", seat=1, chips=1_000)["ok"]
        assert second.ask("sit", "my-own-id", seat=2, chips=1_000)["ok"]


def test_nobody_acts_for_another_seat_or_out_of_turn(laid: Served) -> None:
    laid_table(laid, "foreign")
    with (
        laid.visitor() as one,
        laid.visitor() as two,
        playing(one, "foreign") as first,
        playing(two, "foreign") as second,
    ):
        seated(first, 1).bets()
        before = second.ask("fold")
        seated(second, 2)

        taken = second.ask("sit", seat=1, chips=0)
        late = second.ask("check")

        assert before["refused"]["reason"] == "not-seated"
        assert taken["refused"]["reason"] in ("seat-taken", "already-seated")
        assert not late["ok"]
        assert late["refused"]["reason"] == "not-your-turn"


def test_an_onlooker_sees_no_hand_before_it_is_shown(laid: Served) -> None:
    laid_table(laid, "look")
    lay(laid, "look", seats={"1": "As Ad"}, board="2c 7d 9s 3h 5c", dealer="Qh Jc")
    with (
        laid.visitor() as one,
        laid.visitor() as two,
        playing(one, "look") as player,
        playing(two, "look") as onlooker,
    ):
        seated(player, 1).bets()
        player.turn()
        onlooker.phase("deal")
        before = len(onlooker.heard)

        assert onlooker.view["hand"]["seats"][0]["held"] == 2
        for text in onlooker.heard[:before]:
            for card in ("As", "Ad", "Qh", "Jc", "2c", "7d", "9s", "3h", "5c"):
                assert f'"{card}"' not in text

        player.must("play", times=4)
        view = onlooker.phase("settled")
        assert view["hand"]["seats"][0]["cards"] == ["As", "Ad"]


def test_coming_back_resumes_with_the_lines_behind_the_number(laid: Served) -> None:
    laid_table(laid, "back")
    with laid.visitor() as one:
        with playing(one, "back") as player:
            seated(player, 1).bets()
            known = player.turn()["number"]
            player.must("check")
            player.phase("flop")
            player.turn()
        with playing(one, "back", from_=known) as again:
            view = again.turn()

            numbers = [line["number"] for line in view["lines"]]
            assert view["hand"]["street"] == "flop"
            assert view["you"]["seat"] == 1
            assert numbers
            assert numbers[0] == known + 1
            assert numbers == sorted(set(numbers))
            assert view["hand"]["seats"][0]["cards"]


def test_the_answer_comes_behind_the_view_that_shows_its_effect(laid: Served) -> None:
    laid_table(laid, "order")
    with laid.visitor() as one, playing(one, "order") as player:
        answer = player.ask("sit", seat=4, chips=5_000)

        assert player.view["number"] >= answer["number"]
        assert player.view["you"]["seat"] == 4


def test_leaving_brings_the_chips_back_to_the_purse(laid: Served) -> None:
    laid_table(laid, "leave")
    with laid.visitor() as one, playing(one, "leave") as player:
        seated(player, 0, 30_000)
        assert player.until(lambda view: view["you"]["purse"] == 70_000)

        first = player.ask("leave", "leaving-1")
        again = player.ask("leave", "leaving-1")

        assert first["ok"]
        assert again == first
        player.until(lambda view: view["you"]["purse"] == 100_000)
        assert one.me()["sits"] == []


def test_the_last_hand_stays_on_the_felt_until_the_next_is_dealt(laid: Served) -> None:
    laid_table(laid, "last", provable=True)
    with laid.visitor() as one, playing(one, "last") as player:
        seated(player, 1).bets()
        player.turn()
        commitment = player.view["hand"]["shuffle"]["commitment"]
        player.must("play", times=4)
        view = player.until(lambda view: view["last"] is not None and bool(view["offers"]))

        assert view["last"]["round"] == 1
        assert view["last"]["moves"]
        assert view["last"]["shuffle"]["commitment"] == commitment
        assert len(view["last"]["shuffle"]["secret"]) == 64
        player.bets()
        assert player.turn()["last"] is None


def test_what_cannot_be_read_is_refused_and_changes_nothing(laid: Served) -> None:
    laid_table(laid, "wrong")
    with laid.visitor() as one, playing(one, "wrong") as player:
        player.until(lambda view: True)
        number = player.view["number"]
        for message in (
            "{",
            "[]",
            '{"type":"do"}',
            '{"type":"do","id":"x","ask":{"do":"check"}}',
            '{"type":"do","id":"long-enough","ask":{"do":"sit","seat":-1,"chips":0}}',
            '{"type":"do","id":"long-enough","ask":{"do":"open-round"}}',
            '{"type":"do","id":"house/12345","ask":{"do":"check"}}',
            '{"type":"do","id":"long-enough","ask":{"do":"check","seat":3}}',
            '{"type":"view"}',
            b"\x00\xff",
        ):
            player.send(message)
            while player.hear()["type"] != "answer":
                pass
            assert player.answers[""]["refused"]["reason"] == "not-a-command"

        player.send({"type": "ping"})
        while player.hear()["type"] != "pong":
            pass
        assert laid.house.pit.tables["wrong"].keeper.live.number == number


def test_bets_on_no_wager_are_refused(laid: Served) -> None:
    laid_table(laid, "nowager")
    with laid.visitor() as one, playing(one, "nowager") as player:
        seated(player, 1)
        player.until(lambda view: bool(view["offers"]))

        answer = player.ask("bets", wagers={"ante": 1_000, "blind": 1_000, "moon": 1})

        assert answer["refused"]["reason"] == "not-a-command"
        assert "moon is no wager" in answer["refused"]["text"]


def test_a_message_that_is_too_large_ends_the_socket(laid: Served) -> None:
    laid_table(laid, "large")
    with laid.visitor() as one, playing(one, "large") as player:
        player.send(json.dumps({"type": "ping", "more": "x" * 5_000}))

        assert player.end()["reason"] == "too-large"


def test_too_many_messages_end_the_socket() -> None:
    slow = replace(UNBOUNDED, message=Rate(5, 0.001))
    with Served(quick(testing=True, rates=slow)) as served:
        laid_table(served, "fast")
        with served.visitor() as one, playing(one, "fast") as player:
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
            ) as socket,
        ):
            socket.recv(5)


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


def test_two_people_see_the_same_game_each_with_their_own_cards(laid: Served) -> None:
    laid_table(laid, "two", pace={"betting": 3_000})
    lay(laid, "two", seats={"1": "As Ad", "2": "Ks Kd"}, board="2c 7d 9s 3h 5c", dealer="Qh Jc")
    with (
        laid.visitor() as one,
        laid.visitor() as two,
        playing(one, "two") as first,
        playing(two, "two") as second,
    ):
        seated(first, 1)
        seated(second, 2)
        first.bets()
        second.bets()
        turn = first.until(lambda view: view["hand"]["turn"] is not None)["hand"]["turn"]
        order = (first, second) if turn == 1 else (second, first)
        for player in order:
            player.turn()
            player.must("play", times=4)
        for player, own in ((first, ["As", "Ad"]), (second, ["Ks", "Kd"])):
            view = player.phase("settled")
            seat = view["you"]["seat"]
            assert view["hand"]["seats"][seat - 1]["cards"] == own
            assert view["hand"]["dealer"]["cards"] == ["Qh", "Jc"]


def test_a_stopping_server_says_goodbye_and_that_one_may_come_back() -> None:
    with Served(quick(testing=True)) as served:
        laid_table(served, "stop")
        with served.visitor() as one, playing(one, "stop") as player:
            player.until(lambda view: True)

            served.stop()

            bye = player.end()
            assert bye["reason"] == "leaving"
            assert bye["again"]


def test_after_a_restart_the_log_and_the_last_hand_are_still_there(tmp_path: Path) -> None:
    config = quick(str(tmp_path / "pit.db"), testing=True)
    with Served(config) as served:
        laid_table(served, "again")
        with served.visitor() as one, playing(one, "again") as player:
            seated(player, 1).bets()
            player.turn()
            player.must("play", times=4)
            view = player.until(lambda view: view["last"] is not None and bool(view["offers"]))
            known, before = view["number"], [line["number"] for line in player.lines]
            cookies = dict(one.client.cookies)
    with Served(config) as served, served.visitor() as one:
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


def test_a_jackpot_waits_for_a_person_of_the_floor() -> None:
    with Served(quick(testing=True, floor="person")) as served:
        laid_table(served, "jackpot", pace={"floor": False})
        lay(served, "jackpot", seats={"1": "As Ks"}, board="Qs Js Ts 2c 3d", dealer="Qh Jc")
        with served.visitor() as one, playing(one, "jackpot") as player:
            for colour in [deck.colour for deck in served.house.pit.tables["jackpot"].table.decks]:
                _floor(served, "jackpot", ask.DoStep(colour, Step.VERIFY))
            seated(player, 1).bets(progressive=100)
            player.turn()
            player.must("play", times=4)

            view = player.phase("jackpot")
            assert "floor" in view["notice"]
            _floor(served, "jackpot", round_ask.Validate(1, "Flo"))
            view = player.phase("settled")

            won = {move["wager"]: move for move in view["hand"]["moves"]}
            assert won["progressive"]["paid"] >= 1_000_000
            assert view["meters"][0]["name"] == "main"


def test_a_player_banks_where_players_bank(laid: Served) -> None:
    laid_table(laid, "bank", "california")
    with (
        laid.visitor() as one,
        laid.visitor() as two,
        playing(one, "bank") as first,
        playing(two, "bank") as second,
    ):
        seated(first, 1)
        seated(second, 2)
        view = first.until(lambda view: bool(view["bank"] and view["bank"]["offered"]))
        offered = view["bank"]["offered"]
        banker, punter = (first, second) if offered == 1 else (second, first)
        banker.must("take-bank", stake=20_000)
        view = banker.until(lambda view: view["bank"]["seat"] == offered)
        assert view["bank"]["stake"] == 20_000
        assert view["hand"]["seats"][offered - 1]["state"] == "banking"

        punter.bets(500)
        punter.turn()
        punter.must("play", times=4)
        view = banker.phase("settled")

        seats = {seat["seat"]: seat for seat in view["hand"]["seats"]}
        assert sum(seats[n]["net"] + seats[n]["fee"] for n in (1, 2)) == 0  # fees are the house's
        assert all(seats[n]["fee"] > 0 for n in (1, 2))
        assert view["hand"]["fees"]


@pytest.mark.slow
def test_players_at_two_processes_play_one_game(postgres_url: str) -> None:
    with (
        Served(quick(postgres_url, testing=True)) as here,
        Served(quick(postgres_url, testing=True)) as there,
    ):
        laid_table(here, "both", provable=True, pace={"betting": 5_000})
        deadline = time.monotonic() + 20
        while there.house.pit.table("both") is None:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        with (
            here.visitor() as one,
            there.visitor() as two,
            playing(one, "both") as first,
            playing(two, "both") as second,
        ):
            seated(first, 1)
            seated(second, 2)
            first.until(lambda view: view["hand"]["seats"][1]["player"] != "")
            first.bets()
            second.bets()
            turn = first.until(lambda view: view["hand"]["turn"] is not None)["hand"]["turn"]
            for player in (first, second) if turn == 1 else (second, first):
                player.turn()
                player.must("play", times=4)
            views = [player.phase("settled") for player in (first, second)]

            assert views[0]["hand"]["moves"] == views[1]["hand"]["moves"]
            assert views[0]["hand"]["board"] == views[1]["hand"]["board"]
            assert [view["you"]["hands"] for view in views] == [1, 1]
            second.must("leave")
            second.until(lambda view: view["you"]["purse"] > 50_000)
            table = there.house.pit.tables["both"].table
            chips = sum(seat.chips for seat in table.seats.values())
            purses = one.me()["purse"] + two.me()["purse"]
            net = sum(view["you"]["net"] for view in views)
            assert purses + chips == 200_000 + net


def _floor(served: Served, table: str, command: Command) -> None:
    """Let somebody of the floor ask something, inside the server."""
    assert served.loop is not None
    by = Person("Flo", Role.FLOOR)
    id_ = f"floor-{type(command).__name__}-{served.house.pit.tables[table].keeper.live.number}"
    asked = served.house.pit.ask(table, id_, command, by)
    answer = asyncio.run_coroutine_threadsafe(asked, served.loop).result(20)
    assert answer.refusal is None or isinstance(command, ask.DoStep), answer


def test_testing_routes_are_not_there_without_the_flag(served: Served) -> None:
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
