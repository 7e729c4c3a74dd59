"""Rounds over a real socket: from the bet to the slip, banks, jackpots, two processes."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from pitboss.round import command as round_ask
from pitboss.server.wire.table import View
from pitboss.table import Command, Person, Role
from pitboss.table import command as ask
from pitboss.table.deck import ChecklistStep
from tests.server.players import laid_table, lay, playing
from tests.server.seats import seated
from tests.server.serving import Served, quick
from tests.server.stacked_decks import ROUTES as STACKED
from tests.waiting import WAIT_S_MAX, wait_until


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


def test_two_people_see_the_same_game_each_with_their_own_cards(laid: Served) -> None:
    laid_table(laid, "two")  # bets close when both have bet
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


def test_a_jackpot_waits_for_a_person_of_the_floor() -> None:
    with Served(quick(floor="person"), more=STACKED) as served:
        laid_table(served, "jackpot", pace={"floor": False})
        lay(served, "jackpot", seats={"1": "As Ks"}, board="Qs Js Ts 2c 3d", dealer="Qh Jc")
        with served.visitor() as one, playing(one, "jackpot") as player:
            for colour in [
                deck.colour for deck in served.services.pit.tables["jackpot"].table.decks.at_table
            ]:
                _floor(served, "jackpot", ask.DoStep(colour, ChecklistStep.VERIFY))
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
        Served(quick(postgres_url), more=STACKED) as here,
        Served(quick(postgres_url), more=STACKED) as there,
    ):
        laid_table(here, "both", provable=True)
        wait_until(lambda: there.services.pit.table("both") is not None, "open in both")
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
            table = there.services.pit.tables["both"].table
            chips = sum(seat.chips for seat in table.seats.values())
            purses = one.me()["purse"] + two.me()["purse"]
            net = sum(view["you"]["net"] for view in views)
            assert purses + chips == 200_000 + net


def _floor(served: Served, table: str, command: Command) -> None:
    """Let somebody of the floor ask something, inside the server."""
    assert served.loop is not None
    by = Person("Flo", Role.FLOOR)
    id_ = (
        f"floor-{type(command).__name__}-{served.services.pit.tables[table].handler.replica.number}"
    )
    asked = served.services.pit.ask(table, id_, command, by)
    answer = asyncio.run_coroutine_threadsafe(asked, served.loop).result(WAIT_S_MAX)
    assert answer.refusal is None or isinstance(command, ask.DoStep), answer
