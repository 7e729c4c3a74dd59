"""What goes wrong on a socket leaves a trace and is said in words; nobody is cut off for it."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from structlog.testing import capture_logs

from pitboss.journal import Unavailable
from pitboss.server.live.client import Client
from pitboss.server.live.hub import Hub
from pitboss.server.store.purse import Move, Purses
from tests.server.players import laid_table, playing
from tests.server.serving import Served, Visitor, quick


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """A server with a table for each test."""
    with Served(quick(testing=True)) as made:
        for name in ("broken", "waiting", "cut-off"):
            laid_table(made, name)
        yield made


@pytest.mark.parametrize("error", [KeyError("seat"), RuntimeError("changed during iteration")])
def test_a_mistake_of_our_own_is_noted_and_the_client_may_come_again(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fails(self: Hub, client: Client) -> bytes:
        raise error

    monkeypatch.setattr(Hub, "message", fails)
    with capture_logs() as logs, playing(visitor, "broken") as player:
        bye = player.end()

    assert (bye["reason"], bye["again"]) == ("mistake", True)
    assert [log["event"] for log in logs if log["log_level"] == "error"] == ["a socket failed"]


def test_a_command_whose_store_is_away_is_refused_and_may_be_asked_again(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(self: Purses, id_: str) -> Move | None:
        raise Unavailable("the purses are away")

    with playing(visitor, "waiting") as player:
        with monkeypatch.context() as patch:
            patch.setattr(Purses, "find", away)
            refused = player.ask("sit", "sit-down-again", seat=1, chips=10_000)
        again = player.ask("sit", "sit-down-again", seat=1, chips=10_000)

    assert refused["refused"]["reason"] == "store-down"
    assert again["ok"]


def test_a_socket_whose_store_is_away_is_told_so(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(self: Purses, person: str) -> int:
        raise Unavailable("the purses are away")

    visitor.me()
    monkeypatch.setattr(Purses, "balance", away)
    with playing(visitor, "waiting") as player:
        bye = player.end()

    assert (bye["reason"], bye["again"]) == ("store-down", True)


def test_a_buy_in_is_done_whole_though_the_browser_is_gone(
    served: Served, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Purses.move

    def slowly(self: Purses, *given: object, **more: object) -> bool:
        time.sleep(0.3)  # so that the browser is gone meanwhile
        return honest(self, *given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Purses, "move", slowly)
    with playing(visitor, "cut-off") as player:
        player.until(lambda view: True)
        ask = {"do": "sit", "seat": 1, "chips": 10_000}
        player.send({"type": "do", "id": "cut-off-01", "ask": ask})
        time.sleep(0.1)
        player.socket.close()
    until = time.monotonic() + 10
    while not _is_seated(served) and time.monotonic() < until:
        time.sleep(0.05)

    assert _is_seated(served)


def _is_seated(served: Served) -> bool:
    """Tell whether somebody sits with their chips and nothing is on its way."""
    seats = served.house.pit.tables["cut-off"].table.seats.values()
    return [seat.chips for seat in seats] == [10_000] and not served.house.purses.pending()
