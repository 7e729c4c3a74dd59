"""Sessions: which cookie is whose, so that leaving and locking out take effect at once."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Collection
from hashlib import sha256
from typing import Final

from sqlalchemy import delete, exists, insert, select, update
from sqlalchemy.exc import IntegrityError

from pitboss.pit.clock import Clock
from pitboss.server.store.database import Database, batched
from pitboss.server.store.schema import SECRETS, SESSIONS, TOKENS

TOKEN_BYTES: Final = 32
DAY_MS: Final = 86_400_000
LASTS_MS: Final = 400 * DAY_MS  # browsers keep a cookie no longer than this
SEEN_EVERY_MS: Final = 3_600_000  # how often a session's end is put off, at most
SESSIONS_MAX: Final = 20  # of one person; the oldest goes when there would be more
LINK_LASTS_MS: Final = 3_600_000
ADMIN_LINK: Final = "administrator"


class Logins:
    """Tokens are random; only their digests are kept. Calls block."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._secret = _kept_secret(database)

    def open(self, person: str) -> str:
        """A new session; the cookie that stands for it."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        now = self._clock.now()
        mine = select(SESSIONS.c.digest).where(SESSIONS.c.person == person)
        with self._database.begin() as connection:
            old = connection.execute(mine.order_by(SESSIONS.c.seen.desc()).offset(SESSIONS_MAX - 1))
            gone = [digest for (digest,) in old]
            connection.execute(
                delete(SESSIONS).where(SESSIONS.c.digest.in_(gone) | (SESSIONS.c.until < now))
            )
            connection.execute(
                insert(SESSIONS).values(
                    digest=_digest(token), person=person, seen=now, until=now + LASTS_MS
                )
            )
        return f"{token}.{self._sign('session', token)}"

    def person_of(self, cookie: str) -> str | None:
        """The id of the person a cookie stands for; None: it is forged, over or unknown."""
        token, _, signature = cookie.partition(".")
        if not hmac.compare_digest(signature.encode(), self._sign("session", token).encode()):
            return None
        now = self._clock.now()
        mine = SESSIONS.c.digest == _digest(token)
        with self._database.begin() as connection:
            row = connection.execute(select(SESSIONS).where(mine, SESSIONS.c.until > now)).first()
            if row is None:
                return None
            if now - row.seen > SEEN_EVERY_MS:
                later = update(SESSIONS).where(mine).values(seen=now, until=now + LASTS_MS)
                connection.execute(later)
        return str(row.person)

    def people_of(self, cookies: Collection[str]) -> dict[str, str]:
        """The ids of the people that cookies stand for; those that are over are left out.

        For cookies whose signature was checked before; nobody's session is put off by it.
        """
        digests = {_digest(cookie.partition(".")[0]): cookie for cookie in cookies}
        found: dict[str, str] = {}
        for some in batched(digests):
            alive = (SESSIONS.c.digest.in_(some), SESSIONS.c.until > self._clock.now())
            with self._database.begin() as connection:
                rows = connection.execute(
                    select(SESSIONS.c.digest, SESSIONS.c.person).where(*alive)
                )
                found |= {digests[bytes(digest)]: str(person) for digest, person in rows}
        return found

    def csrf(self, cookie: str) -> str:
        """What must come back as the header x-csrf: known to our own pages only."""
        return self._sign("csrf", cookie)

    def is_csrf(self, cookie: str, given: str) -> bool:
        """Whether a header is the one of this session."""
        return hmac.compare_digest(self.csrf(cookie).encode(), given.encode())

    def close(self, cookie: str) -> None:
        """End a session."""
        with self._database.begin() as connection:
            digest = _digest(cookie.partition(".")[0])
            connection.execute(delete(SESSIONS).where(SESSIONS.c.digest == digest))

    def close_all(self, person: str) -> None:
        """End every session of a person."""
        with self._database.begin() as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.person == person))

    def sign(self, kind: str, text: str) -> str:
        """A signature of the house; `kind` keeps one use apart from another."""
        return self._sign(f"other/{kind}", text)

    def _sign(self, kind: str, text: str) -> str:
        message = f"{kind}\0{text}".encode("utf-8", "surrogateescape")
        return hmac.new(self._secret, message, sha256).hexdigest()

    # -- links that work once ---------------------------------------------------------------------

    def make_link(self, kind: str) -> str:
        """A token that works once, within an hour."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        until = self._clock.now() + LINK_LASTS_MS
        with self._database.begin() as connection:
            connection.execute(insert(TOKENS).values(digest=_digest(token), kind=kind, until=until))
        return token

    def use_link(self, kind: str, token: str) -> bool:
        """Use a token up, and every other of its kind; False: it is used, over, or was never made.

        In one statement: of two links that are used at once, one wins.
        """
        now = self._clock.now()
        other = TOKENS.alias()
        good = exists().where(
            other.c.digest == _digest(token),
            other.c.kind == kind,
            other.c.until > now,
            other.c.used.is_(None),
        )
        all_unused = update(TOKENS).where(TOKENS.c.kind == kind, TOKENS.c.used.is_(None), good)
        with self._database.begin() as connection:
            return connection.execute(all_unused.values(used=now)).rowcount > 0


def _digest(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogateescape")).digest()


def _kept_secret(database: Database) -> bytes:
    """The house's secret, made once for all its processes."""
    wanted = select(SECRETS.c.value).where(SECRETS.c.name == "signing")
    try:
        with database.begin() as connection:
            found = connection.execute(wanted).scalar()
            if found is None:
                found = secrets.token_bytes(32)
                connection.execute(insert(SECRETS).values(name="signing", value=found))
    except IntegrityError:  # another process was a moment quicker
        with database.begin() as connection:
            found = connection.execute(wanted).scalar_one()
    return bytes(found)
