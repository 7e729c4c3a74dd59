"""Whatever a hostile client sends over a socket is refused, and changes not a chip, no event."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from websockets.asyncio.client import connect as async_connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from pitboss.server.http.rates import Rate
from pitboss.server.live.tables import SOCKETS_EACH
from tests.server.players import Player, laid_table, playing
from tests.server.scenes import PROBLEM, TABLE, Scene, bets, do, unchanged
from tests.server.serving import UNBOUNDED, Served, quick
from tests.server.stacked_decks import ROUTES as STACKED
from tests.waiting import WAIT_S_MAX

NOT_READ = {
    "nothing": "",
    "no JSON": "{",
    "two values": "{}{}",
    "a bare word": "NaN",
    "a list": "[]",
    "null": "null",
    "no tag": "{}",
    "an unknown tag": '{"type":"view"}',
    "a tag that is a list": '{"type":["do"]}',
    "an unknown command": do({"do": "open-round"}),
    "a command of the house": do({"do": "deal"}),
    "a command of the floor": do({"do": "call-off", "reason": "x", "second": "y"}),
    "a seat that is not asked for": do({"do": "check", "seat": 1}),
    "a name that is not asked for": do({"do": "sit", "seat": 3, "chips": 0, "player": "dealer"}),
    "a field too many": '{"type":"do","id":"hostile-1234","ask":{"do":"check"},"by":"floor"}',
    "an id that is too short": do({"do": "check"}, "x"),
    "an id that is too long": do({"do": "check"}, "x" * 65),
    "an id of the house": do({"do": "check"}, "house/26/dealhands"),
    "an id of another person": do({"do": "check"}, "../ann/12345678"),
    "an id that is a number": do({"do": "check"}, 12345678),
    "an id with a zero byte": do({"do": "check"}, "hostile\x00-12"),
    "NaN": bets(0).replace("0", "NaN", 1),
    "a float": bets(10.5),
    "a float that is whole": bets(1e3),
    "a huge float": bets(0).replace(": 0", ": 1e400"),
    "a negative amount": bets(-1_000),
    "2**63": bets(2**63),
    "a number of a thousand digits": bets(0).replace(": 0", ": " + "9" * 1_000),
    "an amount as text": bets("1000"),
    "an amount that is true": bets(0).replace(": 0", ": true"),
    "a seat below the first": do({"do": "sit", "seat": -1, "chips": 0}),
    "a seat far beyond the last": do({"do": "sit", "seat": 2**31, "chips": 0}),
    "a hundred wagers": do({"do": "bets", "wagers": {"a" * n: 1 for n in range(1, 20)}}),
    "deep nesting": "[" * 2_000,
    "deep nesting of objects": '{"type":' * 400,
    "nesting inside a command": do({"do": "bets", "wagers": json.loads("[" * 200 + "]" * 200)}),
    "a seed that is no hexadecimal": do({"do": "seed", "seed": "zz"}),
    "a seed of half a byte": do({"do": "seed", "seed": "abc"}),
    "half of a letter": '{"type":"\\ud800"}',
    "a binary frame": b"\x00\xff\xfe",
}


@pytest.mark.parametrize("name", NOT_READ)
def test_what_cannot_be_read_is_refused(scene: Scene, name: str) -> None:
    with unchanged(scene), playing(scene.ann.visitor, TABLE) as player:
        player.send(NOT_READ[name])
        while player.hear()["type"] != "answer":
            pass
        answer = player.answers[""]

        assert not answer["ok"]
        assert answer["refused"]["reason"] == "not-a-command"
        assert "\n" not in answer["refused"]["text"]
        assert len(answer["refused"]["text"]) <= 300


# Well formed, and not theirs to ask: who asks, what, and why not.
NOT_ALLOWED = [
    ("ben", {"do": "check"}, "not-your-turn"),
    ("ben", {"do": "play", "times": 4}, "not-your-turn"),
    ("ben", {"do": "fold"}, "not-your-turn"),
    ("eve", {"do": "check"}, "not-seated"),
    ("eve", {"do": "fold"}, "not-seated"),
    ("eve", {"do": "leave"}, "not-seated"),
    ("eve", {"do": "cash-out", "chips": 1_000}, "not-seated"),
    ("eve", {"do": "buy-in", "chips": 1_000}, "not-seated"),
    ("eve", {"do": "sit", "seat": 1, "chips": 0}, "seat-taken"),
    ("eve", {"do": "sit", "seat": 12, "chips": 0}, ""),
    ("eve", {"do": "sit", "seat": 3, "chips": 10**12}, "short-of-chips"),
    ("ann", {"do": "buy-in", "chips": 10**12}, "short-of-chips"),
    ("ann", {"do": "buy-in", "chips": 0}, ""),
    ("ann", {"do": "cash-out", "chips": 1_000}, "chips-at-stake"),
    ("ann", {"do": "bets", "wagers": {"ante": 1_000, "blind": 1_000}}, ""),
    ("ann", {"do": "clear"}, ""),
    ("ann", {"do": "play", "times": 2}, ""),
    ("ann", {"do": "play", "times": 10}, ""),
    ("ann", {"do": "fold"}, ""),  # not before the river
    ("ann", {"do": "take-bank", "stake": 1_000}, ""),
    ("ann", {"do": "decline-bank"}, ""),
    ("ann", {"do": "seed", "seed": "00"}, ""),
    ("ann", {"do": "sit", "seat": 3, "chips": 0}, "already-seated"),
]


@pytest.mark.parametrize(("who", "ask", "reason"), NOT_ALLOWED)
def test_what_is_not_theirs_to_ask_is_refused(
    scene: Scene, who: str, ask: dict[str, Any], reason: str
) -> None:
    player: Player = getattr(scene, who)
    before = scene.state()

    answer = player.ask(ask["do"], **{key: value for key, value in ask.items() if key != "do"})

    assert not answer["ok"], answer
    assert answer["refused"]["reason"] == reason or not reason, answer
    assert scene.state() == before


@pytest.mark.parametrize("size", [5_000, 1_000_000])
def test_a_huge_message_ends_the_socket(scene: Scene, size: int) -> None:
    with unchanged(scene), playing(scene.eve.visitor, TABLE) as player:
        with suppress(ConnectionClosed):  # beyond 64 KiB there is no last word
            player.send('{"type":"do","id":"' + "x" * size + '"}')
            while player.hear()["type"] != "bye":
                pass
            assert player.bye is not None
            assert player.bye["reason"] == "too-large"
        with pytest.raises(ConnectionClosed):
            player.until(lambda _: False)


def pour(player: Player, message: str) -> None:
    """Send the same again and again, until nobody takes it any more."""
    with suppress(ConnectionClosed):
        for _ in range(30):
            player.send(message)


def test_nonsense_without_end_ends_the_socket(scene: Scene) -> None:
    with unchanged(scene), playing(scene.eve.visitor, TABLE) as player:
        pour(player, "nonsense")
        assert player.end()["reason"] == "not-understood"


def test_a_flood_ends_the_socket_and_requests_are_turned_away() -> None:
    few = replace(UNBOUNDED, message=Rate(10, 0.001), person=Rate(20, 0.001))
    with Served(quick(rates=few), more=STACKED) as served:
        laid_table(served, "flood")
        with served.visitor() as one, playing(one, "flood") as player:
            pour(player, '{"type":"ping"}')
            assert player.end()["reason"] == "too-fast"
            answers = [one.get("/api/tables") for _ in range(24)]

        refused = [answer for answer in answers if answer.status_code == 429]
        assert refused
        assert refused[0].headers["content-type"] == PROBLEM
        assert int(refused[0].headers["retry-after"]) >= 1


def test_one_person_opens_so_many_sockets_at_once_and_no_more(scene: Scene) -> None:
    async def first_word(path: str) -> str:
        opening = async_connect(
            f"{one.origin.replace('http', 'ws', 1)}{path}",
            additional_headers={"cookie": one.cookie()},
            origin=Origin(one.origin),
            open_timeout=WAIT_S_MAX,
        )
        async with opening as made:
            said = json.loads(await made.recv())
            if said["type"] != "bye":
                await all_came.wait()
            else:
                heard.append(said["reason"])
                if len(heard) == 14 - SOCKETS_EACH:
                    enough.set()
            return str(said.get("reason", ""))

    async def all_at_once() -> list[str]:
        tasks = [asyncio.create_task(first_word(f"/ws/table/{TABLE}")) for _ in range(14)]
        async with asyncio.timeout(WAIT_S_MAX):
            await enough.wait()
        await asyncio.sleep(0.2)  # nobody else is sent away
        all_came.set()
        return await asyncio.gather(*tasks)

    heard: list[str] = []
    with scene.served.visitor() as one:
        one.me()
        with unchanged(scene):
            all_came, enough = asyncio.Event(), asyncio.Event()
            said = asyncio.run(all_at_once())

    assert said.count("") == SOCKETS_EACH
    assert said.count("too-many-sockets") == 14 - SOCKETS_EACH


def test_a_table_that_is_closed_takes_no_command() -> None:
    with Served(quick(), more=STACKED) as served, served.visitor() as one:
        one.me()
        table = one.post("/api/tables", {"rules": "maryland", "kind": "solo"}).json()["table"]
        with playing(one, table) as player:
            player.must("sit", seat=1, chips=5_000)
            assert one.delete(f"/api/tables/{table}").status_code == 204
            player.until(lambda view: view["standing"] == "closed")
            purse = player.until(lambda view: view["you"]["purse"] == 100_000)["you"]["purse"]
            head = served.services.journal.head(f"table/{table}")
            for do_, fields in (
                ("sit", {"seat": 1, "chips": 1_000}),
                ("bets", {"wagers": {"ante": 1_000, "blind": 1_000}}),
                ("check", {}),
                ("leave", {}),
            ):
                assert not player.ask(do_, **fields)["ok"]

            assert served.services.journal.head(f"table/{table}") == head
            assert one.me()["purse"] == purse
