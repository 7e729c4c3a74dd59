"""People: /api/me, names, accounts, sessions, the purse, roles."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from litestar import Request, Response, delete, get, post
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Redirect
from litestar.types import ControllerRouterHandler, Scope

from pitboss.ledger.purse import GRANT, REFILL_BELOW
from pitboss.server.api.queries import NameText, TheHuman, TheServices
from pitboss.server.auth.identity import cookie, human_in, session_in
from pitboss.server.auth.logins import ADMIN_LINK
from pitboss.server.auth.permissions import may
from pitboss.server.http.middleware import address_of, take
from pitboss.server.services import Services
from pitboss.server.store.errors import HouseRefused, PersonReason
from pitboss.server.store.people import ADMINISTRATOR, Human
from pitboss.server.wire.people import (
    ChangePassword,
    GiveRoles,
    LogIn,
    MakeAccount,
    Me,
    PersonCard,
    Rename,
    Sitting,
)

AFTER_ADMIN_LINK: Final = "/account"  # page that the administrator's link leads to


@get("/api/me", tags=["people"])
async def me(services: TheServices, scope: Scope) -> Response[Me]:
    """Return the person behind the cookie; without one you become a guest with free chips."""
    human, session = human_in(scope), session_in(scope)
    if human is not None:
        return _private(await asyncio.to_thread(_me, services, human, session))
    human, session = await _guest(services, scope)
    return _with_session(scope, await asyncio.to_thread(_me, services, human, session), session)


@post("/api/me/name", guards=[may("me")], status_code=200, tags=["people"])
async def rename(
    services: TheServices, human: TheHuman, scope: Scope, data: JSONBody[Rename]
) -> Response[Me]:
    """Change your name; not while you sit at a table."""

    def work() -> Me:
        _check_seated_nowhere(services, human)
        return _me(services, services.people.rename(human.id, data.name), session_in(scope))

    answer = await asyncio.to_thread(work)
    services.open_sockets.dismiss(human.id, "your name has changed")
    return _private(answer)


@post("/api/account", guards=[may("me")], status_code=201, tags=["people"])
async def make_account(
    services: TheServices, human: TheHuman, scope: Scope, data: JSONBody[MakeAccount]
) -> Response[Me]:
    """Make an account of this guest: a name and a password; its other sessions end."""

    def work() -> tuple[Me, str]:
        if data.name != human.name:
            _check_seated_nowhere(services, human)
        made = services.people.make_account(human.id, data.name, data.password)
        services.logins.close_all(human.id)
        session = services.logins.open(made.id)
        return _me(services, made, session), session

    answer, session = await asyncio.to_thread(work)
    services.open_sockets.dismiss(human.id, "you have an account now")
    return _with_session(scope, answer, session, status=201)


@post("/api/account/password", guards=[may("me")], status_code=200, tags=["people"])
async def change_password(
    services: TheServices, human: TheHuman, scope: Scope, data: JSONBody[ChangePassword]
) -> Response[Me]:
    """Change your password; all other sessions end."""

    def work() -> tuple[Me, str]:
        services.people.change_password(human, data.old, data.new)
        services.logins.close_all(human.id)
        session = services.logins.open(human.id)
        return _me(services, human, session), session

    answer, session = await asyncio.to_thread(work)
    services.open_sockets.dismiss(human.id, "your password was changed")
    return _with_session(scope, answer, session)


@post("/api/sessions", guards=[may("me")], status_code=201, tags=["people"])
async def log_in(
    services: TheServices, human: TheHuman, scope: Scope, data: JSONBody[LogIn]
) -> Response[Me]:
    """Sign in to an account; the guest that you were stays behind, with or without its training."""

    def work() -> tuple[Me, str]:
        found = services.people.log_in(data.name, data.password, address_of(scope))
        if data.take_training and human.guest:
            services.training.move(human.id, found.id)
            services.school.move(human.id, found.id)
        services.logins.close(session_in(scope))
        session = services.logins.open(found.id)
        return _me(services, found, session), session

    answer, session = await asyncio.to_thread(work)
    services.open_sockets.dismiss(human.id, "you have signed in")
    return _with_session(scope, answer, session, status=201)


@delete("/api/sessions", guards=[may("me")], status_code=204, tags=["people"])
async def log_out(
    services: TheServices,
    human: TheHuman,
    scope: Scope,
    everywhere: FromQuery[bool] = False,  # noqa: FBT002
) -> Response[None]:
    """Sign out here, or everywhere; a guest's identity is lost with the last session."""
    if everywhere:
        await asyncio.to_thread(services.logins.close_all, human.id)
    else:
        await asyncio.to_thread(services.logins.close, session_in(scope))
    services.open_sockets.dismiss(human.id, "you have signed out")
    return Response(None, status_code=204, cookies=[cookie(scope, "")])


@post("/api/purse/refill", guards=[may("me")], status_code=200, tags=["people"])
async def refill(services: TheServices, human: TheHuman, scope: Scope) -> Response[Me]:
    """Give free chips to a person who has little left, in the purse and on tables together."""

    def work() -> Me:
        if not services.purses.refill(human.id, services.clock.now()):
            less = f"less than ${REFILL_BELOW // 100}"
            raise HouseRefused(
                PersonReason.ENOUGH_CHIPS, f"you can get more chips once you have {less} in total"
            )
        return _me(services, human, session_in(scope))

    return _private(await asyncio.to_thread(work))


@get("/api/people", guards=[may("people.roles")], tags=["people"])
async def staff(services: TheServices) -> list[PersonCard]:
    """List everybody who has a role beyond player."""
    return [_card(one) for one in await asyncio.to_thread(services.people.staff)]


@get("/api/people/{name:str}", guards=[may("people.roles")], tags=["people"])
async def person(services: TheServices, name: NameText) -> PersonCard:
    """Look a person up, to give them roles."""
    return _card(await asyncio.to_thread(_found, services, name))


@post("/api/people/{name:str}/roles", guards=[may("people.roles")], status_code=200,
      tags=["people"])  # fmt: skip
async def give_roles(
    services: TheServices, name: NameText, data: JSONBody[GiveRoles]
) -> PersonCard:
    """Give somebody exactly these roles; everybody stays a player."""

    def work() -> Human:
        return services.people.give_roles(_found(services, name).id, data.roles)

    changed = await asyncio.to_thread(work)
    services.open_sockets.dismiss(changed.id, "your roles have changed")
    return _card(changed)


@get("/admin/{token:str}", include_in_schema=False)
async def administrator(
    services: TheServices,
    scope: Scope,
    token: FromPath[str],
    request: Request[object, object, State],
) -> Redirect:
    """Make a new administrator by the one-time link that is printed at start.

    The person of the cookie is not promoted: the cookie may have been planted. The rate limit of
    new guests comes first, so that it does not use the link up.
    """
    _take_guest(services, scope)

    def work() -> str | None:
        if services.people.has_administrator() or not services.logins.use_link(ADMIN_LINK, token):
            return None
        human = services.people.guest()
        services.people.give_roles(human.id, (ADMINISTRATOR,))
        return services.logins.open(human.id)

    session = await asyncio.to_thread(work)
    if session is None:
        text = "this link has expired or was used"
        if "text/html" in request.headers.get("accept", ""):
            raise NotFoundException(text)  # the client has a page for it
        raise HouseRefused(PersonReason.LINK_USED, text)
    return Redirect(AFTER_ADMIN_LINK, status_code=303, cookies=[cookie(scope, session)])


async def _guest(services: Services, scope: Scope) -> tuple[Human, str]:
    _take_guest(services, scope)

    def work() -> tuple[Human, str]:
        human = services.people.guest()
        return human, services.logins.open(human.id)

    return await asyncio.to_thread(work)


def _take_guest(services: Services, scope: Scope) -> None:
    take(services.limits.guest, address_of(scope), time.monotonic())


def _me(services: Services, human: Human, session: str) -> Me:
    purse = services.purses.balance(human.id)
    poor = purse + _chips_at_tables(services, human) < REFILL_BELOW
    return Me(
        name=human.name,
        guest=human.guest,
        roles=human.roles,
        purse=purse,
        sits=_sittings(services, human),
        csrf=services.logins.csrf(session),
        last_login=human.last_login,
        grant=GRANT if poor else 0,
    )


def _sittings(services: Services, human: Human) -> tuple[Sitting, ...]:
    """List the seats of a person, under any of their names, at the tables that run here."""
    names = services.people.names_of(human.id)
    return tuple(
        Sitting(table=table, title=services.registry.title(table), seat=seat.number)
        for table, table_task in sorted(services.pit.tables.items())
        for seat in table_task.table.seats.values()
        if not seat.bot and seat.player in names
    )


def _chips_at_tables(services: Services, human: Human) -> int:
    """Add up a person's chips at the tables that run here, those at stake too; in cents."""
    return sum(
        table_task.table.chips_at(seat.number)
        for table_task in tuple(services.pit.tables.values())  # asked in threads, while tables come
        for seat in table_task.table.seats.values()
        if seat.purse == human.id
    )


def _check_seated_nowhere(services: Services, human: Human) -> None:
    if _sittings(services, human):
        raise HouseRefused(PersonReason.SEATED, "leave your table to change your name")


def _found(services: Services, name: str) -> Human:
    found = services.people.by_name(name)
    if found is None:
        raise HouseRefused(PersonReason.NO_SUCH_PERSON, "nobody here has this name")
    return found


def _card(human: Human) -> PersonCard:
    return PersonCard(human.name, human.guest, human.roles, human.last_login)


def _private(me_: Me) -> Response[Me]:
    return Response(me_, headers={"Cache-Control": "no-store"})


def _with_session(scope: Scope, me_: Me, session: str, *, status: int = 200) -> Response[Me]:
    headers = {"Cache-Control": "no-store"}
    return Response(me_, status_code=status, headers=headers, cookies=[cookie(scope, session)])


ROUTES: Final[list[ControllerRouterHandler]] = [
    me, rename, make_account, change_password, log_in, log_out, refill, staff, person, give_roles,
    administrator,
]  # fmt: skip
