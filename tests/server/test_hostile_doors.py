"""Sockets of other sites and with forged cookies are not opened."""

from __future__ import annotations

from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.server.scenes import TABLE, Scene, unchanged
from tests.server.serving import Visitor
from tests.waiting import WAIT_S_MAX


def socket(visitor: Visitor, path: str, **headers: str) -> Any:  # Any: a client connection
    """Open a socket with other headers than our page would send."""
    origin = headers.pop("origin", visitor.origin)
    return connect(
        f"{visitor.origin.replace('http', 'ws', 1)}{path}",
        additional_headers={"cookie": visitor.cookie(), **headers},
        origin=Origin(origin) if origin else None,
        open_timeout=WAIT_S_MAX,
    )


@pytest.mark.parametrize("path", [f"/ws/table/{TABLE}", "/ws/lobby", "/ws/floor"])
@pytest.mark.parametrize("origin", ["", "null", "http://evil.example", "http://127.0.0.1:1"])
def test_a_socket_of_another_site_is_not_opened(scene: Scene, path: str, origin: str) -> None:
    with unchanged(scene), pytest.raises(InvalidStatus) as turned:
        socket(scene.eve.visitor, path, origin=origin)
    assert turned.value.response.status_code == 403


@pytest.mark.parametrize("path", [f"/ws/table/{TABLE}", "/ws/lobby", "/ws/floor"])
@pytest.mark.parametrize("cookie", ["", "{}x", "x{}", "{0}.{0}", "pitboss=%00"])
def test_a_forged_cookie_is_nobodys(scene: Scene, path: str, cookie: str) -> None:
    name, _, value = scene.ann.visitor.cookie().partition("=")
    forged = f"{name}={cookie.format(value)}" if cookie else ""
    with unchanged(scene), pytest.raises(InvalidStatus) as turned:
        connect(
            f"{scene.served.origin.replace('http', 'ws', 1)}{path}",
            additional_headers={"cookie": forged} if forged else {},
            origin=Origin(scene.served.origin),
            open_timeout=WAIT_S_MAX,
        )
    assert turned.value.response.status_code in (401, 403)


def test_the_floor_s_socket_is_not_for_players(scene: Scene) -> None:
    with unchanged(scene), pytest.raises(InvalidStatus) as turned:
        socket(scene.ann.visitor, "/ws/floor")
    assert turned.value.response.status_code == 403
