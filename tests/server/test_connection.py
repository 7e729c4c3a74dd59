"""What goes wrong on a socket leaves a trace and is said in words; nobody is cut off for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from structlog.testing import capture_logs

from pitboss.journal import Unavailable
from pitboss.pit.cashier import Cashier
from pitboss.server.live.feed import Feed
from pitboss.server.live.outbox import Outbox
from tests.server.players import laid_table, playing
from tests.server.serving import Served, Visitor, quick
from tests.server.stacked_decks import ROUTES as STACKED
from tests.waiting import WAIT_S_MAX, wait_until


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """A server with a table for each test."""
    with Served(quick(), more=STACKED) as made:
        for name in ("broken", "waiting", "cut-off"):
            laid_table(made, name)
        yield made


@pytest.mark.parametrize("error", [KeyError("seat"), RuntimeError("changed during iteration")])
def test_a_mistake_of_our_own_is_noted_and_the_client_may_come_again(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fails(self: Feed, outbox: Outbox) -> bytes:
        raise error

    monkeypatch.setattr(Feed, "message", fails)
    with capture_logs() as logs, playing(visitor, "broken") as player:
        bye = player.end()

    assert (bye["reason"], bye["again"]) == ("mistake", True)
    assert [log["event"] for log in logs if log["log_level"] == "error"] == ["a socket failed"]


def test_a_command_whose_store_is_away_is_refused_and_may_be_asked_again(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(self: Cashier, *given: object) -> None:
        raise Unavailable("the purses are away")

    with playing(visitor, "waiting") as player:
        with monkeypatch.context() as patch:
            patch.setattr(Cashier, "writes", away)
            refused = player.ask("sit", "sit-down-again", seat=1, chips=10_000)
        again = player.ask("sit", "sit-down-again", seat=1, chips=10_000)

    assert refused["refused"]["reason"] == "store-down"
    assert again["ok"]


def test_a_socket_whose_store_is_away_is_told_so(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(self: Cashier, person: str) -> int:
        raise Unavailable("the purses are away")

    visitor.me()
    monkeypatch.setattr(Cashier, "balance", away)
    with playing(visitor, "waiting") as player:
        bye = player.end()

    assert (bye["reason"], bye["again"]) == ("store-down", True)


def test_a_buy_in_is_done_whole_though_the_browser_is_gone(
    served: Served, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest, asked, gone = Cashier.writes, threading.Event(), threading.Event()

    def slowly(self: Cashier, *given: object) -> object:
        asked.set()
        assert gone.wait(WAIT_S_MAX)
        return honest(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Cashier, "writes", slowly)
    with playing(visitor, "cut-off") as player:
        player.until(lambda view: True)
        ask = {"do": "sit", "seat": 1, "chips": 10_000}
        player.send({"type": "do", "id": "cut-off-01", "ask": ask})
        assert asked.wait(WAIT_S_MAX)
        player.socket.close()
        gone.set()

    wait_until(lambda: _is_seated(served), "seated")


def _is_seated(served: Served) -> bool:
    """Tell whether somebody sits with their chips."""
    seats = served.services.pit.tables["cut-off"].table.seats.values()
    return [seat.chips for seat in seats] == [10_000]
