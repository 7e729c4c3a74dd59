"""`pitboss people admin`: the first administrator of a house, or another one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pitboss.cli.database import database_of
from pitboss.cli.errors import Failure
from pitboss.cli.options import Argument, AsJson, DatabaseName
from pitboss.cli.output import print_json
from pitboss.journal import JournalError, open_journal
from pitboss.journal.opening import POSTGRES
from pitboss.pit import SystemChance, SystemClock
from pitboss.server.store.database import open_database
from pitboss.server.store.errors import HouseRefused
from pitboss.server.store.passwords import Cost, Passwords
from pitboss.server.store.people import People


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss people admin`."""

    name: Annotated[str, Argument("NAME", "Name of an account, or a new one.")]
    db: DatabaseName = None
    as_json: AsJson = False


def run(options: Options) -> int:
    """Make or promote the account; a server that runs on the same store notices at once."""
    where = database_of(options.db)
    try:
        if where.startswith(POSTGRES):
            open_journal(where).close()  # the journal wants to be the first in a database
        database = open_database(where)
        try:
            people = People(database, SystemClock(), SystemChance(), Passwords(Cost()))
            human, password = people.make_administrator(options.name)
        finally:
            database.close()
    except (JournalError, HouseRefused) as error:
        raise Failure(str(error)) from None
    if options.as_json:
        print_json({"name": human.name, "roles": list(human.roles), "password": password})
    else:
        print(f"{human.name} is an administrator")  # noqa: T201 (the result)
        if password is not None:
            print(f"password: {password}")  # noqa: T201
    return 0
