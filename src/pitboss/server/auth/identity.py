"""Cookies: finds the person behind a signed session cookie, and makes the cookie."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

from litestar.datastructures import Cookie

from pitboss.server.auth.logins import LASTS_MS, Logins
from pitboss.server.http.middleware import is_https
from pitboss.server.store.people import Human, People

# Ports of one host share their cookies, so each server has a cookie name of its own: two servers
# must not overwrite each other's guests. Older versions wrote the bare name.
COOKIE: Final = "pitboss"
COOKIE_MAX: Final = 200  # characters; ours is shorter
_NAME: Final = "pitboss_cookie"
_HUMAN: Final = "pitboss_human"
_SESSION: Final = "pitboss_session"

Scope = Mapping[str, Any]  # Any: what ASGI says of a connection


class Identities:
    """Looks up the person behind a cookie."""

    def __init__(self, logins: Logins, people: People) -> None:
        self._logins = logins
        self._people = people

    async def recognise(self, scope: Scope) -> Human | None:
        """Look up the person behind the cookie and keep them in the scope for the handlers."""
        name = self.cookie_name()
        session, person = "", None
        for session in _cookies_of(scope, name):
            person = await asyncio.to_thread(self._person, session)
            if person is not None:
                break
        scope["state"][_NAME] = name
        scope["state"][_HUMAN] = person
        scope["state"][_SESSION] = session if person else ""
        return person

    def is_csrf(self, scope: Scope, token: str) -> bool:
        """Return whether this is the CSRF token of the session in the scope."""
        return self._logins.is_csrf(session_in(scope), token)

    def cookie_name(self) -> str:
        """Return the name of this server's cookie; all processes on one store have the same."""
        return f"{COOKIE}-{self._logins.sign('cookie', '')[:8]}"

    def _person(self, session: str) -> Human | None:
        id_ = self._logins.person_of(session)
        return self._people.by_id(id_) if id_ else None


def human_in(scope: Scope) -> Human | None:
    """Return the person of a request; None for a stranger."""
    found = scope["state"].get(_HUMAN)
    return found if isinstance(found, Human) else None


def session_in(scope: Scope) -> str:
    """Return the session of a request as it stands in the cookie; empty for a stranger."""
    return str(scope["state"].get(_SESSION, ""))


def cookie(scope: Scope, session: str) -> Cookie:
    """Make the cookie that keeps a session; an empty session removes it."""
    return Cookie(
        key=scope["state"].get(_NAME, COOKIE),
        value=session,
        path="/",
        httponly=True,
        samesite="lax",
        secure=is_https(scope),
        max_age=LASTS_MS // 1000 if session else 0,
    )


def _cookies_of(scope: Scope, name: str) -> list[str]:
    """List the values of our cookies; other cookies of the host may look like anything."""
    found: dict[str, str] = {}
    for header, value in scope["headers"]:
        if header == b"cookie":
            for pair in value.decode("latin-1").split(";"):
                key, _, said = pair.partition("=")
                if key.strip() in (name, COOKIE) and 0 < len(said) <= COOKIE_MAX:
                    found.setdefault(key.strip(), said.strip())
    return [found[key] for key in (name, COOKIE) if found.get(key)]
