"""The session bar: hands and net since somebody sat down, also after a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pitboss.audit.rounds import Moment, table_moments
from pitboss.pit.live import Happened
from pitboss.server.live.sessions import Session, Sessions, counted
from tests.audit.tables import regulars
from tests.audit.write import in_memory
from tests.server.players import Player, playing
from tests.server.serving import Served, Visitor, quick

MOMENTS = tuple(table_moments(in_memory(regulars(51, rounds=6)), "T1"))


def happened(moment: Moment) -> Happened:
    entry = moment.entry
    return Happened(entry.number, entry.at, moment.event, moment.before, moment.after)


def whole(moments: tuple[Moment, ...]) -> dict[str, Session]:
    """The sessions after these events, counted from the first."""
    found: dict[str, Session] = {}
    for moment in moments:
        found = dict(counted(found, moment.event, moment.after, moment.at))
    return found


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


@given(st.data())
def test_whoever_comes_in_the_middle_counts_as_if_from_the_first(data: st.DataObject) -> None:
    came, told = sorted(data.draw(st.tuples(*[st.integers(0, len(MOMENTS))] * 2)))
    upto = data.draw(st.integers(came, len(MOMENTS)))
    sessions = Sessions(whole=False)
    for moment in MOMENTS[came:told]:
        sessions.take(happened(moment))

    sessions.begin_from(upto, whole(MOMENTS[:upto]))
    for moment in MOMENTS[told:]:
        sessions.take(happened(moment))

    expected = whole(MOMENTS)
    assert {name: sessions.of(name) for name in expected} == expected
    assert not sessions.waits


def test_after_a_restart_the_bar_shows_the_same(tmp_path: Path) -> None:
    config = quick(str(tmp_path / "pit.db"))
    with Served(config) as served, served.visitor() as ann:
        asked = {"rules": "maryland", "kind": "solo"}
        table = ann.post("/api/tables", asked).json()["path"].removeprefix("/t/").partition("?")[0]
        cookie = ann.client.cookies["pitboss"]
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
