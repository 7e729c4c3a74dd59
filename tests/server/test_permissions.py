"""The one gate: no route without an action, no action without a role."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from litestar import Litestar, get
from litestar.handlers.base import BaseRouteHandler

from pitboss.server.app import build_app
from pitboss.server.auth.permissions import ACTIONS, allowed, is_public, may
from pitboss.server.http.rates import Rate
from pitboss.server.store.people import ROLES, Human
from pitboss.server.wire.pages import PAGES, SHARED
from tests.server.serving import UNBOUNDED, Served, Visitor, quick


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
        if path not in (*PAGES, SHARED)
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


@pytest.mark.parametrize(
    "action", ["floor.order", "audit.read", "people.roles", "metrics.read", "school.teach"]
)
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


def test_a_link_makes_one_administrator_once() -> None:
    with Served() as served, served.visitor() as visitor, served.visitor() as late:
        token = served.services.logins.make_link("administrator")

        used = visitor.get(f"/admin/{token}")
        again = late.get(f"/admin/{token}")
        wrong = late.get("/admin/nonsense")
        roles = visitor.me()["roles"]

    assert (used.status_code, used.headers["location"]) == (303, "/account")
    assert roles == ["player", "administrator"]
    assert (again.status_code, again.json()["reason"]) == (404, "link-used")
    assert wrong.status_code == 404


def test_who_planted_a_cookie_gains_nothing_by_the_link() -> None:
    with Served() as served, served.visitor() as planter, served.visitor() as victim:
        name = planter.me()["name"]
        victim.client.cookies.update(planter.client.cookies)

        victim.get(f"/admin/{served.services.logins.make_link('administrator')}")

        assert victim.me()["roles"] == ["player", "administrator"]
        assert victim.me()["name"] != name
        assert planter.me()["roles"] == ["player"]
        assert planter.me()["name"] == name


def test_a_link_of_an_earlier_start_is_void_once_there_is_an_administrator() -> None:
    with Served() as served, served.visitor() as first, served.visitor() as second:
        links = [served.services.logins.make_link("administrator") for _ in range(2)]

        assert first.get(f"/admin/{links[1]}").status_code == 303
        assert second.get(f"/admin/{links[0]}").status_code == 404
        served.services.people.make_administrator("Zoe")
        late = served.services.logins.make_link("administrator")
        assert second.get(f"/admin/{late}").status_code == 404

        assert second.me()["roles"] == ["player"]


def test_the_limit_of_guests_does_not_use_the_link_up() -> None:
    few = replace(UNBOUNDED, guest=Rate(1, 0.001))
    with Served(quick(rates=few, proxies="127.0.0.1")) as served, served.visitor() as visitor:
        token = served.services.logins.make_link("administrator")
        visitor.me()  # the only guest that this address may be
        turned = visitor.get(f"/admin/{token}")
        elsewhere = {"x-forwarded-for": "203.0.113.7"}
        again = visitor.client.get(f"/admin/{token}", headers=elsewhere)

    assert (turned.status_code, again.status_code) == (429, 303)


def test_a_browser_with_a_link_that_is_no_good_gets_a_page(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<title>pitboss</title>")
    with Served(quick(static=tmp_path)) as served, served.visitor() as visitor:
        page = visitor.client.get("/admin/nonsense", headers={"accept": "text/html"})
        plain = visitor.get("/admin/nonsense")

    assert (page.status_code, page.headers["content-type"][:9]) == (404, "text/html")
    assert (plain.status_code, plain.json()["reason"]) == (404, "link-used")


def test_a_link_is_too_old_after_an_hour() -> None:
    class Later:
        at = 0

        def now(self) -> int:
            return self.at

    clock = Later()
    with Served(clock=clock) as served:
        token = served.services.logins.make_link("administrator")
        clock.at += 3_600_000
        assert not served.services.logins.use_link("administrator", token)
        fresh = served.services.logins.make_link("administrator")
        assert not served.services.logins.use_link("something else", fresh)
        assert served.services.logins.use_link("administrator", fresh)


def test_an_administrator_gives_and_takes_roles(served: Served, visitor: Visitor) -> None:
    boss = served.services.people.by_name(visitor.me()["name"])
    assert boss is not None
    served.services.people.give_roles(boss.id, ("administrator",))
    with served.visitor() as other:
        name = other.me()["name"]
        path = f"/api/people/{name}/roles"
        assert other.post(path, {"roles": ["administrator"]}).status_code == 403
        given = visitor.post(path, {"roles": ["floor"]})
        assert given.json()["roles"] == ["player", "floor"]
        assert other.me()["roles"] == ["player", "floor"]
        listed = {one["name"]: one["roles"] for one in visitor.get("/api/people").json()}
        assert listed[name] == ["player", "floor"]
        assert listed[visitor.me()["name"]] == ["player", "administrator"]
        assert all(len(roles) > 1 for roles in listed.values())
        assert other.get("/api/people").status_code == 403
        assert visitor.post(path, {"roles": ["king"]}).status_code == 400
        assert visitor.post("/api/people/nobody%20here/roles", {"roles": []}).status_code == 404
        assert visitor.post(path, {"roles": []}).json()["roles"] == ["player"]
        assert visitor.get(f"/api/people/{name}").json()["guest"] is True
