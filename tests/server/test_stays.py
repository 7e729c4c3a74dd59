"""The session bar: hands and net since somebody sat down, also after a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.server.players import Player, playing
from tests.server.serving import Served, Visitor, quick


def session_of(player: Player) -> tuple[int, int, int]:
    you: dict[str, Any] = player.view["you"]
    return you["hands"], you["net"], you["since"]


def fold(player: Player) -> None:
    """Play a round and lose it."""
    before = player.view["hand"]["round"]
    player.bets()
    while player.turn()["hand"]["phase"] != "river":
        player.must("check")
    player.must("fold")
    player.until(lambda view: view["last"] is not None and view["last"]["round"] >= before)


def test_after_a_restart_the_bar_shows_the_same(tmp_path: Path) -> None:
    config = quick(str(tmp_path / "pit.db"))
    with Served(config) as served, served.visitor() as ann:
        asked = {"rules": "maryland", "kind": "solo"}
        table = ann.post("/api/tables", asked).json()["path"].removeprefix("/t/").partition("?")[0]
        cookie = ann.session
        with playing(ann, table) as player:
            player.must("sit", seat=1, chips=90_000)
            for _ in range(4):
                fold(player)
            before = session_of(player)
    with Served(config) as served, returned(served, cookie) as ann, playing(ann, table) as player:
        player.until(lambda view: view["you"]["hands"] >= 4)
        after = session_of(player)
        fold(player)
        player.until(lambda view: view["you"]["hands"] > 4)

        assert before == after
        assert (before[0], before[1] < 0) == (4, True)
        assert session_of(player)[0] == 5


def returned(served: Served, cookie: str) -> Visitor:
    """The same browser at the server after its restart."""
    visitor = served.visitor()
    visitor.client.cookies.set("pitboss", cookie, domain="127.0.0.1")
    visitor.me()
    return visitor
