"""A table of one's own that was closed: what there still is of it after a restart."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest

from tests.server.players import Player, playing
from tests.server.serving import Served, Visitor, quick


class Closed:
    """A server that was restarted after its one private table was closed, and who knows of it."""

    def __init__(
        self, served: Served, stack: ExitStack, owner: Visitor, guest: Visitor, path: str
    ) -> None:
        self.served = served
        self._stack = stack
        self.owner = owner
        self.guest = guest
        self.path = path  # with its key
        self.table = path.removeprefix("/t/").partition("?")[0]

    def staff(self, *roles: str) -> Visitor:
        """Somebody of the house."""
        visitor = self._stack.enter_context(self.served.visitor())
        human = self.served.services.people.by_name(visitor.me()["name"])
        assert human is not None
        self.served.services.people.give_roles(human.id, roles)
        return visitor


def moved(cookies: httpx.Cookies, served: Served) -> Visitor:
    """The same browser at the server after its restart."""
    again = served.visitor()
    for name, value in cookies.items():
        again.client.cookies.set(name, value, domain="127.0.0.1")
    again.me()
    return again


def one_round(player: Player) -> None:
    player.must("sit", seat=1, chips=50_000)
    player.bets()
    while player.turn()["hand"]["phase"] != "river":
        player.must("check")
    player.must("fold")
    player.until(lambda view: view["last"] is not None)


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Closed]:
    config = quick(str(tmp_path_factory.mktemp("house") / "pit.db"))
    with Served(config) as served, served.visitor() as ann, served.visitor() as ben:
        path = ann.post("/api/tables", {"rules": "maryland", "kind": "private"}).json()["path"]
        table = path.removeprefix("/t/").partition("?")[0]
        ben.me()
        assert ben.get(path.replace("/t/", "/api/tables/")).status_code == 200
        with playing(ann, table) as player:
            one_round(player)
        assert ann.delete(f"/api/tables/{table}").status_code == 204
        assert ann.get(f"/api/tables/{table}").status_code == 200  # it is shown as closed
        cookies = [ann.client.cookies, ben.client.cookies]
    with Served(config) as served, ExitStack() as stack:
        owner, guest = (stack.enter_context(moved(jar, served)) for jar in cookies)
        yield Closed(served, stack, owner, guest, path)


def test_its_page_says_that_it_is_closed_to_those_who_may_see_it(closed: Closed) -> None:
    for visitor in (closed.owner, closed.guest, closed.staff("floor")):
        answer = visitor.get(f"/api/tables/{closed.table}")

        assert answer.status_code == 410
        assert answer.json()["reason"] == "table-closed"
        assert "closed" in answer.json()["detail"]


def test_strangers_do_not_learn_that_there_was_one_unless_they_have_its_key(closed: Closed) -> None:
    with closed.served.visitor() as stranger:
        stranger.me()

        assert stranger.get(f"/api/tables/{closed.table}").status_code == 404
        assert stranger.get(closed.path.replace("/t/", "/api/tables/")).status_code == 410


def test_its_socket_says_so_and_does_not_ask_to_come_again(closed: Closed) -> None:
    with playing(closed.owner, closed.table) as player:
        bye = player.end()

    assert (bye["reason"], bye["again"]) == ("table-closed", False)


def test_it_takes_no_orders_of_its_owner(closed: Closed) -> None:
    assert closed.owner.delete(f"/api/tables/{closed.table}").status_code == 410
    bots = closed.owner.post(f"/api/tables/{closed.table}/bots", {"style": "random"})
    assert bots.status_code == 410


def test_its_hands_are_told_proved_and_taken_away(closed: Closed) -> None:
    listed = closed.owner.get("/api/hands").json()
    one = f"/api/hands/{closed.table}/1"

    assert [card["table"] for card in listed["hands"]] == [closed.table]
    replay = closed.owner.get(one).json()
    assert replay["frames"]
    assert closed.owner.get(f"{one}/proof").status_code == 200
    assert closed.owner.get(f"{one}/export?form=text").status_code == 200


def test_its_evidence_is_open_to_an_auditor(closed: Closed) -> None:
    auditor = closed.staff("auditor")
    evidence = auditor.get(f"/api/audit/rounds/{closed.table}/1").json()
    verified = auditor.post(f"/api/audit/tables/{closed.table}/verify").json()

    assert evidence["verified"]
    assert (verified["clean"], verified["complete"]) == (True, True)
    assert auditor.get(f"/api/audit/tables/{closed.table}/export").status_code == 200
    figures = auditor.get(f"/api/floor/figures?table={closed.table}")
    assert figures.json()["total"]["rounds"] == 1
    assert auditor.post("/api/audit/tables/nowhere/verify").status_code == 404
