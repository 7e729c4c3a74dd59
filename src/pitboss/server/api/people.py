"""Who somebody is: /api/me, names, accounts, sessions, the purse, roles."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from litestar import Response, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Redirect
from litestar.types import ControllerRouterHandler, Scope

from pitboss.server.api.asked import TheHouse, TheHuman
from pitboss.server.doorman import address_of, take
from pitboss.server.gate import may
from pitboss.server.identity import cookie, human_in, session_in
from pitboss.server.sittings import chips_at_tables, sittings
from pitboss.server.state import House
from pitboss.server.store.errors import HouseRefused, Why
from pitboss.server.store.people import ADMINISTRATOR, Human
from pitboss.server.store.purse import GRANT_CENTS, REFILL_BELOW_CENTS
from pitboss.server.store.sessions import ADMIN_LINK
from pitboss.server.wire.people import (
    ChangePassword,
    GiveRoles,
    LogIn,
    MakeAccount,
    Me,
    PersonCard,
    Rename,
)

SESSION_FOLLOWS: Final = "/account"  # where the administrator's link leads


@get("/api/me", tags=["people"])
async def me(house: TheHouse, scope: Scope) -> Response[Me]:
    """Give the person behind the cookie; a stranger becomes a guest with chips to begin with."""
    human, session = human_in(scope), session_in(scope)
    if human is not None:
        return _private(await asyncio.to_thread(_me, house, human, session))
    human, session = await _guest(house, scope)
    return _with_session(scope, await asyncio.to_thread(_me, house, human, session), session)


@post("/api/me/name", guards=[may("me")], status_code=200, tags=["people"])
async def rename(
    house: TheHouse, human: TheHuman, scope: Scope, data: JSONBody[Rename]
) -> Response[Me]:
    """Take another name; nobody changes their name at a table."""

    def work() -> Me:
        _check_seated_nowhere(house, human)
        return _me(house, house.people.rename(human.id, data.name), session_in(scope))

    answer = await asyncio.to_thread(work)
    house.farewell.dismiss(human.id, "you have another name")
    return _private(answer)


@post("/api/account", guards=[may("me")], status_code=201, tags=["people"])
async def make_account(
    house: TheHouse, human: TheHuman, scope: Scope, data: JSONBody[MakeAccount]
) -> Response[Me]:
    """Keep this identity under a name and a password; other sessions of it end."""

    def work() -> tuple[Me, str]:
        if data.name != human.name:
            _check_seated_nowhere(house, human)
        made = house.people.make_account(human.id, data.name, data.password)
        house.sessions.close_all(human.id)
        session = house.sessions.open(made.id)
        return _me(house, made, session), session

    answer, session = await asyncio.to_thread(work)
    house.farewell.dismiss(human.id, "you have an account now")
    return _with_session(scope, answer, session, status=201)


@post("/api/account/password", guards=[may("me")], status_code=200, tags=["people"])
async def change_password(
    house: TheHouse, human: TheHuman, scope: Scope, data: JSONBody[ChangePassword]
) -> Response[Me]:
    """Take another password; all other sessions end."""

    def work() -> tuple[Me, str]:
        house.people.change_password(human, data.old, data.new)
        house.sessions.close_all(human.id)
        session = house.sessions.open(human.id)
        return _me(house, human, session), session

    answer, session = await asyncio.to_thread(work)
    house.farewell.dismiss(human.id, "your password was changed")
    return _with_session(scope, answer, session)


@post("/api/sessions", guards=[may("me")], status_code=201, tags=["people"])
async def log_in(
    house: TheHouse, human: TheHuman, scope: Scope, data: JSONBody[LogIn]
) -> Response[Me]:
    """Come back to an account; the guest one was until now stays behind."""

    def work() -> tuple[Me, str]:
        found = house.people.log_in(data.name, data.password)
        house.sessions.close(session_in(scope))
        session = house.sessions.open(found.id)
        return _me(house, found, session), session

    answer, session = await asyncio.to_thread(work)
    house.farewell.dismiss(human.id, "you have signed in")
    return _with_session(scope, answer, session, status=201)


@delete("/api/sessions", guards=[may("me")], status_code=204, tags=["people"])
async def log_out(
    house: TheHouse,
    human: TheHuman,
    scope: Scope,
    everywhere: FromQuery[bool] = False,  # noqa: FBT002
) -> Response[None]:
    """End this session, or every one of this person; a guest's identity is lost with the last."""
    if everywhere:
        await asyncio.to_thread(house.sessions.close_all, human.id)
    else:
        await asyncio.to_thread(house.sessions.close, session_in(scope))
    house.farewell.dismiss(human.id, "you have signed out")
    return Response(None, status_code=204, cookies=[cookie(scope, "")])


@post("/api/purse/refill", guards=[may("me")], status_code=200, tags=["people"])
async def refill(house: TheHouse, human: TheHuman, scope: Scope) -> Response[Me]:
    """Give chips to who has little left, in the purse and at the tables together."""

    def work() -> Me:
        names = house.people.names_of(human.id)
        if not house.purses.refill(human.id, chips_at_tables(house, names)):
            less = f"less than ${REFILL_BELOW_CENTS // 100}"
            raise HouseRefused(Why.ENOUGH_CHIPS, f"a refill is for who has {less} left")
        return _me(house, human, session_in(scope))

    return _private(await asyncio.to_thread(work))


@get("/api/people/{name:str}", guards=[may("people.roles")], tags=["people"])
async def person(house: TheHouse, name: FromPath[str]) -> PersonCard:
    """Look somebody up, for who gives roles."""
    return _card(await asyncio.to_thread(_found, house, name))


@post("/api/people/{name:str}/roles", guards=[may("people.roles")], status_code=200,
      tags=["people"])  # fmt: skip
async def give_roles(house: TheHouse, name: FromPath[str], data: JSONBody[GiveRoles]) -> PersonCard:
    """Give somebody exactly these roles; everybody stays a player."""

    def work() -> Human:
        return house.people.give_roles(_found(house, name).id, data.roles)

    changed = await asyncio.to_thread(work)
    house.farewell.dismiss(changed.id, "your roles have changed")
    return _card(changed)


@get("/admin/{token:str}", include_in_schema=False)
async def administrator(house: TheHouse, scope: Scope, token: FromPath[str]) -> Redirect:
    """Make the visitor administrator: once, by the link that was printed at start."""
    if not await asyncio.to_thread(house.sessions.use_link, ADMIN_LINK, token):
        raise HouseRefused(Why.LINK_USED, "this link was used before or is too old; see the log")
    human, session = human_in(scope), session_in(scope)
    if human is None:
        human, session = await _guest(house, scope)
    await asyncio.to_thread(house.people.give_roles, human.id, (*human.roles, ADMINISTRATOR))
    return Redirect(SESSION_FOLLOWS, status_code=303, cookies=[cookie(scope, session)])


async def _guest(house: House, scope: Scope) -> tuple[Human, str]:
    take(house.limits.guest, address_of(scope), time.monotonic())

    def work() -> tuple[Human, str]:
        human = house.people.guest()
        return human, house.sessions.open(human.id)

    return await asyncio.to_thread(work)


def _me(house: House, human: Human, session: str) -> Me:
    names = house.people.names_of(human.id)
    purse = house.purses.balance(human.id)
    poor = purse + chips_at_tables(house, names) < REFILL_BELOW_CENTS
    return Me(
        name=human.name,
        guest=human.guest,
        roles=human.roles,
        purse=purse,
        sits=sittings(house, names),
        csrf=house.sessions.csrf(session),
        last_login=human.last_login,
        grant=GRANT_CENTS if poor else 0,
    )


def _check_seated_nowhere(house: House, human: Human) -> None:
    if sittings(house, house.people.names_of(human.id)):
        raise HouseRefused(Why.SEATED, "leave your table first: nobody changes their name at one")


def _found(house: House, name: str) -> Human:
    found = house.people.by_name(name)
    if found is None:
        raise HouseRefused(Why.NO_SUCH_PERSON, "nobody here has this name")
    return found


def _card(human: Human) -> PersonCard:
    return PersonCard(human.name, human.guest, human.roles, human.last_login)


def _private(me_: Me) -> Response[Me]:
    return Response(me_, headers={"Cache-Control": "no-store"})


def _with_session(scope: Scope, me_: Me, session: str, *, status: int = 200) -> Response[Me]:
    headers = {"Cache-Control": "no-store"}
    return Response(me_, status_code=status, headers=headers, cookies=[cookie(scope, session)])


ROUTES: Final[list[ControllerRouterHandler]] = [
    me, rename, make_account, change_password, log_in, log_out, refill, person, give_roles,
    administrator,
]  # fmt: skip
