"""Two server processes on one PostgreSQL: one game for all, whoever dies in the middle of it."""

from __future__ import annotations

import json
import signal
from contextlib import ExitStack

import pytest

from tests.server.players import Player, playing
from tests.server.processes import (
    Json,
    add_up,
    at,
    open_table,
)
from tests.server.serving import Visitor
from tests.server_process import ServerProcess
from tests.waiting import wait_until

pytestmark = pytest.mark.slow


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


def test_two_processes_play_one_game_and_one_may_die(
    pair: tuple[ServerProcess, ServerProcess], postgres_url: str
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
        one.stop(signal.SIGKILL)
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
            wait_until(lambda: moved.me()["sits"] == [] and ben.me()["sits"] == [], "left")
    two.stop(signal.SIGTERM)
    add_up(postgres_url)


@pytest.mark.full
def test_one_id_at_two_processes_buys_in_once(
    pair: tuple[ServerProcess, ServerProcess], postgres_url: str
) -> None:
    one, two = pair
    open_table(one, two, "doubled")
    with ExitStack() as stack:
        ann = stack.enter_context(Visitor(one.origin))
        first = stack.enter_context(playing(ann, "doubled"))
        elsewhere = stack.enter_context(at(two, ann))
        second = stack.enter_context(playing(elsewhere, "doubled"))
        first.must("sit", seat=1, chips=10_000)
        assert first.ask("buy-in", "bought-at-the-first", chips=10_000)["ok"]

        # A place is asked for elsewhere under the id of the buy-in: no chip comes back.
        second.until(lambda view: view["you"]["chips"] == 20_000)
        assert not second.ask("sit", "bought-at-the-first", seat=2, chips=10_000)["ok"]
        assert ann.me()["purse"] == 80_000

        # Two places at once under one id.
        for n in range(10):
            first.must("leave")
            for player in (first, second):
                player.until(lambda view: view["you"]["seat"] == 0)
            wait_until(lambda: ann.me()["purse"] == 100_000, "paid out")
            for seat, player in enumerate((first, second), 1):
                ask = {"do": "sit", "seat": seat, "chips": 10_000}
                player.send({"type": "do", "id": f"at-both-{n}", "ask": ask})
            for player in (first, second):
                while f"at-both-{n}" not in player.answers:
                    player.hear()
            for player in (first, second):
                player.until(lambda view: view["you"]["chips"] == 10_000)
            assert ann.me()["purse"] == 90_000
        first.must("leave")
    for process in pair:
        process.stop(signal.SIGTERM)
    add_up(postgres_url)


def ann_name(view: Json) -> str:
    return str(view["you"]["name"])


@pytest.mark.full
def test_a_process_that_is_asked_to_stop_loses_nothing(
    pair: tuple[ServerProcess, ServerProcess], postgres_url: str
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
        one.send(signal.SIGTERM)
        bye = first.end()
        assert (bye["reason"], bye["again"]) == ("leaving", True)
        assert one.wait() == 0, one.log()

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
    two.stop(signal.SIGTERM)
    add_up(postgres_url)
