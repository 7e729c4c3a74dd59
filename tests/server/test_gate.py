"""The one gate: no route without an action, no action without a role."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from litestar import Litestar, get
from litestar.handlers.base import BaseRouteHandler

from pitboss.server.app import build_app
from pitboss.server.gate import ACTIONS, allowed, is_public, may
from pitboss.server.pages import PAGES
from pitboss.server.store.people import ROLES, Human
from tests.server.serving import Served, Visitor, quick


def handlers(app: Litestar) -> Iterator[tuple[str, BaseRouteHandler]]:
    for route in app.routes:
        several = getattr(route, "route_handlers", None)
        for handler in several or [getattr(route, "route_handler")]:  # noqa: B009 (of some kinds)
            if getattr(handler, "http_methods", None) != {"OPTIONS"}:  # the framework's own
                yield route.path, handler


def ungated(app: Litestar) -> list[str]:
    return sorted(
        path
        for path, handler in handlers(app)
        if path not in PAGES
        and not is_public(path)
        and not any(hasattr(guard, "action") for guard in handler.resolve_guards())
    )


def test_every_route_is_public_or_behind_the_gate() -> None:
    assert ungated(build_app(quick())) == []


def test_a_route_without_a_guard_is_found() -> None:
    @get("/api/forgotten", sync_to_thread=False)
    def forgotten() -> str:
        return ""

    assert ungated(build_app(quick(), more=[forgotten])) == ["/api/forgotten"]


def test_an_action_that_nobody_knows_cannot_be_asked_for() -> None:
    with pytest.raises(KeyError):
        may("floor.fly")


def test_every_action_is_for_roles_that_there_are() -> None:
    for action, roles in ACTIONS.items():
        assert roles <= set(ROLES), action
        assert "administrator" in roles, action


@pytest.mark.parametrize("action", ["floor.order", "audit.read", "people.roles", "metrics.read"])
def test_a_player_may_not(action: str) -> None:
    player = Human("1", "Ann", guest=True, roles=("player",), last_login=None)

    assert not allowed(player, action)
    assert not allowed(None, action)
    assert not allowed(None, "me")
    assert allowed(player, "table.play")


def test_who_has_no_identity_is_told_where_to_get_one(visitor: Visitor) -> None:
    answer = visitor.get("/api/people/ann")

    assert answer.status_code == 401
    assert answer.json()["reason"] == "no-identity"


def test_a_link_makes_one_administrator_once(served: Served, visitor: Visitor) -> None:
    token = served.house.sessions.make_link("administrator")
    name = visitor.me()["name"]

    used = visitor.get(f"/admin/{token}")
    with served.visitor() as late:
        again = late.get(f"/admin/{token}")
        wrong = late.get("/admin/nonsense")

    assert (used.status_code, used.headers["location"]) == (303, "/account")
    assert visitor.me()["name"] == name
    assert visitor.me()["roles"] == ["player", "administrator"]
    assert (again.status_code, again.json()["reason"]) == (404, "link-used")
    assert wrong.status_code == 404


def test_a_stranger_with_the_link_becomes_somebody_first(served: Served, visitor: Visitor) -> None:
    visitor.get(f"/admin/{served.house.sessions.make_link('administrator')}")

    assert "administrator" in visitor.me()["roles"]


def test_a_link_is_too_old_after_an_hour() -> None:
    class Later:
        at = 0

        def now(self) -> int:
            return self.at

    clock = Later()
    with Served(clock=clock) as served:
        token = served.house.sessions.make_link("administrator")
        clock.at += 3_600_000
        assert not served.house.sessions.use_link("administrator", token)
        fresh = served.house.sessions.make_link("administrator")
        assert not served.house.sessions.use_link("something else", fresh)
        assert served.house.sessions.use_link("administrator", fresh)


def test_an_administrator_gives_and_takes_roles(served: Served, visitor: Visitor) -> None:
    visitor.get(f"/admin/{served.house.sessions.make_link('administrator')}")
    with served.visitor() as other:
        name = other.me()["name"]
        path = f"/api/people/{name}/roles"
        assert other.post(path, {"roles": ["administrator"]}).status_code == 403
        given = visitor.post(path, {"roles": ["floor"]})
        assert given.json()["roles"] == ["player", "floor"]
        assert other.me()["roles"] == ["player", "floor"]
        assert visitor.post(path, {"roles": ["king"]}).status_code == 400
        assert visitor.post("/api/people/nobody%20here/roles", {"roles": []}).status_code == 404
        assert visitor.post(path, {"roles": []}).json()["roles"] == ["player"]
        assert visitor.get(f"/api/people/{name}").json()["guest"] is True
