"""Sockets of people who sign out, or lose a role, in another process are closed here, too."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from pitboss.server.live import revocation
from pitboss.server.store.database import VALUES_MAX
from pitboss.server.store.people import Human
from tests.server.serving import Served, Visitor, quick
from tests.waiting import WAIT_S_MAX


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """A server that checks its sockets only when a test asks for it, not in between."""
    with ExitStack() as stack:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(revocation, "CHECK_S", 24 * 3_600.0)  # read when the server starts
            made = stack.enter_context(Served())
        yield made


@contextmanager
def looking(visitor: Visitor, path: str) -> Iterator[ClientConnection]:
    """A socket at /ws/lobby or /ws/floor that has had its first message."""
    address = visitor.origin.replace("http", "ws") + path
    headers = {"cookie": visitor.cookie()}
    origin = Origin(visitor.origin)
    with connect(
        address, origin=origin, additional_headers=headers, open_timeout=WAIT_S_MAX
    ) as socket:
        socket.recv(WAIT_S_MAX)
        yield socket


def last_word(socket: ClientConnection) -> dict[str, object]:
    """Return the last message before the server closed a socket."""
    last = ""
    try:
        while True:
            last = str(socket.recv(WAIT_S_MAX))
    except ConnectionClosed:
        found: dict[str, object] = json.loads(last)
        return found


def called(served: Served) -> int:
    """Check the open sockets of a server now; how many that closed."""
    assert served.loop is not None
    checking = asyncio.run_coroutine_threadsafe(served.services.revocation.check(), served.loop)
    return checking.result(WAIT_S_MAX)


def human_of(served: Served, visitor: Visitor) -> Human:
    found = served.services.people.by_name(visitor.me()["name"])
    assert found is not None
    return found


def test_a_session_that_was_ended_elsewhere_ends_its_sockets(
    served: Served, visitor: Visitor
) -> None:
    with served.visitor() as other:
        other.me()
        human = human_of(served, visitor)
        with looking(visitor, "/ws/lobby") as mine, looking(other, "/ws/lobby") as theirs:
            assert called(served) == 0
            served.services.logins.close_all(human.id)  # as another process does

            assert called(served) == 1
            assert last_word(mine)["text"] == "you have signed out"
            theirs.ping().wait(WAIT_S_MAX)


def test_of_two_sessions_only_the_ended_one_loses_its_sockets(
    served: Served, visitor: Visitor
) -> None:
    human = human_of(served, visitor)
    with served.visitor() as second:
        second.client.cookies.set("pitboss", served.services.logins.open(human.id))
        with looking(visitor, "/ws/lobby") as mine, looking(second, "/ws/lobby") as theirs:
            served.services.logins.close(visitor.session)

            assert called(served) == 1
            assert last_word(mine)["reason"] == "identity"
            theirs.ping().wait(WAIT_S_MAX)


def test_a_floorperson_who_loses_the_role_loses_the_console(
    served: Served, visitor: Visitor
) -> None:
    human = human_of(served, visitor)
    served.services.people.give_roles(human.id, ["floor"])
    with looking(visitor, "/ws/floor") as socket:
        served.services.people.give_roles(human.id, [])

        assert called(served) == 1
        assert last_word(socket)["text"] == "your roles have changed"

    assert visitor.get("/api/floor").status_code == 403


def test_the_roll_of_many_is_called_in_few_queries(served: Served) -> None:
    people = [served.services.people.guest() for _ in range(3)]
    sessions = {served.services.logins.open(human.id): human.id for human in people}
    strangers = {f"{n}.x" for n in range(2 * VALUES_MAX)}

    found = served.services.logins.people_of({*sessions, *strangers})

    assert found == sessions
    assert served.services.people.by_ids([*found.values(), "nobody"]) == {h.id: h for h in people}


@pytest.mark.full
@pytest.mark.slow
def test_two_servers_on_one_database_end_each_others_sockets(postgres_url: str) -> None:
    with ExitStack() as stack:
        one, two = (stack.enter_context(Served(quick(postgres_url))) for _ in "ab")
        here, there = (stack.enter_context(served.visitor()) for served in (one, two))
        human = human_of(one, here)
        there.client.cookies = httpx.Cookies(here.client.cookies)
        one.services.people.give_roles(human.id, ["floor"])
        with looking(there, "/ws/floor") as floor:
            one.services.people.give_roles(human.id, [])
            assert last_word(floor)["text"] == "your roles have changed"
        with looking(there, "/ws/lobby") as lobby:
            assert here.delete("/api/sessions?everywhere=true").status_code == 204
            assert last_word(lobby)["text"] == "you have signed out"
