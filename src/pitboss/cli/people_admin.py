"""`pitboss people admin`: the first administrator of a house, or another one."""

from __future__ import annotations

from pitboss.cli.failure import Failure
from pitboss.cli.output import print_json
from pitboss.cli.serve import place
from pitboss.journal import JournalError, open_journal
from pitboss.journal.opening import POSTGRES
from pitboss.pit import SystemChance, SystemClock
from pitboss.server.store.database import open_database
from pitboss.server.store.errors import HouseRefused
from pitboss.server.store.passwords import Cost, Passwords
from pitboss.server.store.people import People


def run(name: str, *, db: str | None = None, as_json: bool = False) -> int:
    """Make or promote the account; a server that runs on the same store notices at once."""
    where = place(db)
    try:
        if where.startswith(POSTGRES):
            open_journal(where).close()  # the journal wants to be the first in a database
        database = open_database(where)
        try:
            people = People(database, SystemClock(), SystemChance(), Passwords(Cost()))
            human, password = people.make_administrator(name)
        finally:
            database.close()
    except (JournalError, HouseRefused) as error:
        raise Failure(str(error)) from None
    if as_json:
        print_json({"name": human.name, "roles": list(human.roles), "password": password})
    else:
        print(f"{human.name} is an administrator")  # noqa: T201 (the result)
        if password is not None:
            print(f"password: {password}")  # noqa: T201
    return 0
