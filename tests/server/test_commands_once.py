"""A command id is done once: asked again it is answered alike, for another it is refused."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pitboss.journal.codec import decode_event
from pitboss.round import event as round_past
from pitboss.table import event as past
from tests.server.players import Player, laid_table, playing
from tests.server.serving import Served, quick
from tests.server.stacked_decks import ROUTES as STACKED


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served(quick(), more=STACKED) as made:
        yield made


def events(served: Served, table: str, kind: type) -> int:
    """Count what the journal holds of one kind."""
    entries = served.services.journal.read(f"table/{table}")
    return sum(isinstance(decode_event(entry.name, entry.data), kind) for entry in entries)


def twice(player: Player, do: str, id_: str, **fields: object) -> None:
    """Ask, ask again, and ask for something else under the same id."""
    first = player.ask(do, id_, **fields)
    again = player.ask(do, id_, **fields)
    other = player.ask("seed", id_, seed="0badcafe")

    assert first["ok"], first
    assert again == first
    assert other["refused"]["reason"] == "id-taken"


def test_every_kind_of_command_is_done_once(served: Served) -> None:
    laid_table(served, "once")
    with served.visitor() as one, playing(one, "once") as player:
        twice(player, "sit", "once-sit", seat=1, chips=20_000)
        twice(player, "buy-in", "once-buy-in", chips=5_000)
        player.until(lambda view: bool(view["offers"]))
        twice(player, "bets", "once-bets", wagers={"ante": 1_000, "blind": 1_000})
        player.turn()
        twice(player, "check", "once-check")
        player.turn()
        twice(player, "play", "once-play", times=2)
        player.until(lambda view: view["last"] is not None)
        twice(player, "leave", "once-leave")
        player.until(lambda view: view["you"]["seat"] == 0)

    assert events(served, "once", past.PlayerSat) == 1
    assert events(served, "once", past.ChipsBought) == 2
    assert events(served, "once", round_past.BetsPlaced) == 1
    assert events(served, "once", round_past.Checked) == 1
    assert events(served, "once", round_past.PlayPlaced) == 1
    assert events(served, "once", past.PlayerLeft) == 1


def test_an_id_is_done_once_over_many_sockets_of_one_person(served: Served) -> None:
    laid_table(served, "many")
    with served.visitor() as one, playing(one, "many") as first, playing(one, "many") as second:
        first.must("sit", seat=1, chips=20_000)
        for _ in range(3):
            for player in (first, second):
                ask = {"do": "buy-in", "chips": 1_000}
                player.send({"type": "do", "id": "same-on-both", "ask": ask})
        answers = [player.ask("buy-in", "same-on-both", chips=1_000) for player in (first, second)]

        assert answers[0] == answers[1]
        assert answers[0]["ok"]
        assert one.me()["purse"] == 79_000

    assert events(served, "many", past.ChipsBought) == 2


def test_a_refused_command_stays_refused_under_its_id(served: Served) -> None:
    laid_table(served, "refused")
    with served.visitor() as one, playing(one, "refused") as player:
        early = player.ask("check", "too-early")
        player.must("sit", seat=1, chips=20_000)
        player.bets()
        player.turn()

        again = player.ask("check", "too-early")

        assert not early["ok"]
        assert again == early
        assert player.ask("check", "in-time-now")["ok"]
