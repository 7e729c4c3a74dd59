"""People: guests and accounts, their names, passwords and roles."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from pitboss.pit.chance import Chance
from pitboss.pit.clock import Clock
from pitboss.server.store import names
from pitboss.server.store.database import Database, batched
from pitboss.server.store.errors import HouseRefused, PersonReason
from pitboss.server.store.passwords import Passwords, is_guessable
from pitboss.server.store.schema import KEYS, NAMES, PEOPLE, TRIES

PLAYER: Final = "player"
FLOOR: Final = "floor"
AUDITOR: Final = "auditor"
TEACHER: Final = "teacher"
ADMINISTRATOR: Final = "administrator"
ROLES: Final = (PLAYER, FLOOR, AUDITOR, TEACHER, ADMINISTRATOR)
FAILED_MAX: Final = 3  # log-ins in a row; then the account is locked for a while
FAILED_EVERYWHERE_MAX: Final = 50  # of one account, from all sides together, in a row
LOCKED_MS: Final = 300_000
STAFF_MAX: Final = 500  # listed at once: more work in no house
_GUEST_TRIES: Final = 50  # names to draw before giving up


@dataclass(frozen=True, slots=True)
class Human:
    """One person. `last_login` is the one before the present, in milliseconds."""

    id: str
    name: str
    guest: bool
    roles: tuple[str, ...]
    last_login: int | None


class People:
    """Guests and accounts in the database. Calls block: not for the event loop's thread."""

    def __init__(
        self, database: Database, clock: Clock, chance: Chance, passwords: Passwords
    ) -> None:
        self._database = database
        self._clock = clock
        self._chance = chance
        self._passwords = passwords

    # -- finding ----------------------------------------------------------------------------------

    def by_id(self, id_: str) -> Human | None:
        """Find a person by id."""
        with self._database.begin() as connection:
            return _human(connection.execute(select(PEOPLE).where(PEOPLE.c.id == id_)).first())

    def by_ids(self, ids: Collection[str]) -> dict[str, Human]:
        """Find people by their ids; unknown ids are left out."""
        found: dict[str, Human] = {}
        for some in batched(ids):
            with self._database.begin() as connection:
                rows = connection.execute(select(PEOPLE).where(PEOPLE.c.id.in_(some)))
                found |= {human.id: human for human in map(_human, rows) if human is not None}
        return found

    def by_name(self, name: str) -> Human | None:
        """Find the person who has or had this name; names that read alike are one."""
        with self._database.begin() as connection:
            return _human(_row_of(connection, name))

    def names_of(self, id_: str) -> tuple[str, ...]:
        """List every name a person has had, oldest first: the journal knows people by these."""
        with self._database.begin() as connection:
            mine = select(NAMES.c.name).where(NAMES.c.person == id_)
            rows = connection.execute(mine.order_by(NAMES.c.since, NAMES.c.name))
            return tuple(name for (name,) in rows)

    def staff(self) -> tuple[Human, ...]:
        """List everybody who is more than a player, by name."""
        more = select(PEOPLE).where(PEOPLE.c.roles != PLAYER).order_by(PEOPLE.c.name)
        with self._database.begin() as connection:
            rows = connection.execute(more.limit(STAFF_MAX))
            return tuple(human for human in map(_human, rows) if human is not None)

    def has_administrator(self) -> bool:
        """Return whether there is an administrator."""
        with self._database.begin() as connection:
            return bool(_administrators(connection))

    # -- guests and names -------------------------------------------------------------------------

    def guest(self) -> Human:
        """Make a guest with a new name; the purse holds its free chips from the first."""
        for _ in range(_GUEST_TRIES):
            try:
                return self._enter(names.fresh(self._chance))
            except IntegrityError:  # the name is taken
                continue
        return self._enter(f"Guest {secrets.token_hex(6)}")

    def rename(self, id_: str, name: str) -> Human:
        """Change a name; the old ones stay reserved. The caller checks that no seat is taken."""
        shown = names.proper(name)
        with _taking(shown), self._database.begin() as connection:
            _take_name(connection, id_, shown, self._clock.now())
            return _changed(connection, id_, {"name": shown})

    # -- accounts ---------------------------------------------------------------------------------

    def make_account(self, id_: str, name: str, password: str) -> Human:
        """Turn a guest into an account, under this name."""
        shown = names.proper(name)
        _check_strong(password, shown)
        kept = self._passwords.hash(password)
        now = self._clock.now()
        with _taking(shown), self._database.begin() as connection:
            row = connection.execute(select(PEOPLE).where(PEOPLE.c.id == id_)).first()
            if row is None or row.password is not None:
                raise HouseRefused(PersonReason.HAS_ACCOUNT, "you have an account already")
            if shown != row.name:
                _take_name(connection, id_, shown, now)
            return _changed(connection, id_, {"name": shown, "password": kept, "this_login": now})

    def make_administrator(self, name: str) -> tuple[Human, str | None]:
        """Make an account administrator; also return the password where one was made for it."""
        found = self.by_name(name)
        password = None
        if found is None:
            found = self._enter(names.proper(name))
        if found.guest:
            password = secrets.token_urlsafe(15)
            found = self.make_account(found.id, found.name, password)
        return self.give_roles(found.id, (*found.roles, ADMINISTRATOR)), password

    def log_in(self, name: str, password: str, source: str = "") -> Human:
        """Sign a person in and note the time; raises `HouseRefused`."""
        found = self.vouch(name, password, source)
        with self._database.begin() as connection:
            row = connection.execute(select(PEOPLE).where(PEOPLE.c.id == found.id)).one()
            times = {"last_login": row.this_login, "this_login": self._clock.now()}
            return _changed(connection, found.id, times)

    def vouch(self, name: str, password: str, source: str = "") -> Human:
        """Check a name and password, also of a second person who signs; raises `HouseRefused`.

        After a few wrong ones in a row the account is locked for `source`, where they came from.
        Its owner comes in from elsewhere, until very many have been tried from everywhere. A
        guest's name has no password, and is answered like a name that nobody has.
        """
        with self._database.begin() as connection:
            row = _row_of(connection, name)
            if row is not None and row.password is None:
                row = None
            locked = 0 if row is None else max(row.locked_until, _locked(connection, row, source))
        now = self._clock.now()
        if locked > now:
            minutes = -(-(locked - now) // 60_000)
            raise HouseRefused(
                PersonReason.LOCKED, f"too many wrong passwords: try again in {minutes} min"
            )
        if not self._passwords.fits(row.password if row else None, password) or row is None:
            self._failed(row, source, now)
            raise HouseRefused(PersonReason.CREDENTIALS, "the name or the password is wrong")
        values: dict[str, Any] = {"failed": 0}  # Any: columns of several types
        if self._passwords.is_outdated(row.password):
            values["password"] = self._passwords.hash(password)
        with self._database.begin() as connection:
            mine = (TRIES.c.person == row.id) & (TRIES.c.source == source)
            connection.execute(delete(TRIES).where(mine))
            return _changed(connection, row.id, values)

    def change_password(self, human: Human, old: str, new: str) -> None:
        """Change a password after checking the old one; raises `HouseRefused`."""
        if human.guest:
            raise HouseRefused(
                PersonReason.NO_ACCOUNT, "a guest has no password; make an account first"
            )
        self.vouch(human.name, old, human.id)
        _check_strong(new, human.name)
        kept = self._passwords.hash(new)
        with self._database.begin() as connection:
            _changed(connection, human.id, {"password": kept})

    def _failed(  # Any: a row of several types
        self, row: Row[Any] | None, source: str, now: int
    ) -> None:
        if row is None:
            return
        # Two at the same moment are counted as one.
        with suppress(IntegrityError), self._database.begin() as connection:
            _count_failed(connection, row.id, source, now)
            counted = update(PEOPLE).where(PEOPLE.c.id == row.id).values(failed=PEOPLE.c.failed + 1)
            connection.execute(counted)
            connection.execute(
                update(PEOPLE)
                .where(PEOPLE.c.id == row.id, PEOPLE.c.failed >= FAILED_EVERYWHERE_MAX)
                .values(failed=0, locked_until=now + LOCKED_MS)
            )

    # -- roles ------------------------------------------------------------------------------------

    def give_roles(self, id_: str, roles: Iterable[str]) -> Human:
        """Set the roles of a person, player included; the last administrator stays one."""
        wanted = [role for role in ROLES if role == PLAYER or role in set(roles)]
        with self._database.begin() as connection:
            if ADMINISTRATOR not in wanted and _administrators(connection) == [id_]:
                raise HouseRefused(
                    PersonReason.LAST_ADMINISTRATOR,
                    "make another administrator first: this is the last",
                )
            return _changed(connection, id_, {"roles": " ".join(wanted)})

    # -- helpers ----------------------------------------------------------------------------------

    def _enter(self, name: str) -> Human:
        now = self._clock.now()
        human = Human(secrets.token_hex(8), name, guest=True, roles=(PLAYER,), last_login=None)
        with self._database.begin() as connection:
            connection.execute(
                insert(PEOPLE).values(
                    id=human.id, name=name, roles=PLAYER, failed=0, locked_until=0, created=now
                )
            )
            _take_name(connection, human.id, name, now)
        return human


def _check_strong(password: str, name: str) -> None:
    if is_guessable(password, name):
        text = "this password is easy to guess: use several words, or letters without a pattern"
        raise HouseRefused(PersonReason.WEAK_PASSWORD, text)


@contextmanager
def _taking(name: str) -> Iterator[None]:
    """Translate the database's error for a name that is taken."""
    try:
        yield
    except IntegrityError as error:
        text = f"the name {name}, or one that reads like it, is taken"
        raise HouseRefused(PersonReason.NAME_TAKEN, text) from error


def _take_name(connection: Connection, id_: str, name: str, now: int) -> None:
    """Enter a name; one of the person's own may be taken again, in any spelling."""
    mine = select(KEYS.c.key).where(KEYS.c.key == names.key(name), KEYS.c.person == id_)
    if connection.execute(mine).first() is None:
        connection.execute(insert(KEYS).values(key=names.key(name), person=id_))
    if connection.execute(select(NAMES.c.name).where(NAMES.c.name == name)).first() is None:
        connection.execute(insert(NAMES).values(name=name, person=id_, since=now))


def _row_of(connection: Connection, name: str) -> Row[Any] | None:  # Any: a row of several types
    if "\0" in name:  # which no database would take
        return None
    return connection.execute(
        select(PEOPLE).join(KEYS, KEYS.c.person == PEOPLE.c.id).where(KEYS.c.key == names.key(name))
    ).first()


def _administrators(connection: Connection) -> list[str]:
    rows = connection.execute(
        select(PEOPLE.c.id).where(PEOPLE.c.roles.contains(ADMINISTRATOR)).limit(2)
    )
    return [id_ for (id_,) in rows]


def _changed(connection: Connection, id_: str, values: Mapping[str, Any]) -> Human:  # Any: columns
    connection.execute(update(PEOPLE).where(PEOPLE.c.id == id_).values(**values))
    found = _human(connection.execute(select(PEOPLE).where(PEOPLE.c.id == id_)).first())
    if found is None:
        raise HouseRefused(PersonReason.NO_SUCH_PERSON, "there is no such person")
    return found


def _human(row: Row[Any] | None) -> Human | None:  # Any: a row of several types
    if row is None:
        return None
    roles = tuple(row.roles.split())
    return Human(row.id, row.name, row.password is None, roles, row.last_login)


def _locked(connection: Connection, row: Row[Any], source: str) -> int:  # Any: several types
    """Return until when an account is locked for a source of log-ins, in milliseconds."""
    mine = (TRIES.c.person == row.id) & (TRIES.c.source == source)
    found = connection.execute(select(TRIES.c.locked_until).where(mine)).scalar()
    return int(found or 0)


def _count_failed(connection: Connection, person: str, source: str, now: int) -> None:
    mine = (TRIES.c.person == person) & (TRIES.c.source == source)
    failed = int(connection.execute(select(TRIES.c.failed).where(mine)).scalar() or 0) + 1
    locked = failed >= FAILED_MAX
    values = {"failed": 0 if locked else failed, "locked_until": now + LOCKED_MS if locked else 0}
    # What was over long ago is forgotten, so that sources do not pile up.
    old = (TRIES.c.person == person) & (TRIES.c.locked_until.between(1, now))
    connection.execute(delete(TRIES).where(old | mine))
    connection.execute(insert(TRIES).values(person=person, source=source, **values))
