"""Login sessions in the database, so that signing out takes effect at once; one-time links."""

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
SEEN_EVERY_MS: Final = 3_600_000  # shortest time between two extensions of a session
SESSIONS_MAX: Final = 20  # of one person; the oldest goes when there would be more
LINK_LASTS_MS: Final = 3_600_000
ADMIN_LINK: Final = "administrator"


class Logins:
    """Opens, finds and closes sessions. Tokens are random; only digests are stored. Calls block."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._secret = _kept_secret(database)

    def open(self, person: str) -> str:
        """Open a new session and return its cookie."""
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
        """Return the id of the person behind a cookie; None: it is forged, expired or unknown."""
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
        """Return the ids of the people behind cookies; expired ones are left out.

        For cookies whose signature was checked before; their expiry is not extended.
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
        """Return the CSRF token of a session, which must come back as the header x-csrf."""
        return self._sign("csrf", cookie)

    def is_csrf(self, cookie: str, given: str) -> bool:
        """Return whether a header is the CSRF token of this session."""
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
        """Sign a text with the server's secret; `kind` keeps one use apart from another."""
        return self._sign(f"other/{kind}", text)

    def _sign(self, kind: str, text: str) -> str:
        message = f"{kind}\0{text}".encode("utf-8", "surrogateescape")
        return hmac.new(self._secret, message, sha256).hexdigest()

    # -- links that work once ---------------------------------------------------------------------

    def make_link(self, kind: str) -> str:
        """Make the token of a link that works once, within an hour."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        until = self._clock.now() + LINK_LASTS_MS
        with self._database.begin() as connection:
            connection.execute(insert(TOKENS).values(digest=_digest(token), kind=kind, until=until))
        return token

    def use_link(self, kind: str, token: str) -> bool:
        """Use a token up, with all others of its kind; False: used before, expired or never made.

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
    """Return the signing secret, made once for all processes on a store."""
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
