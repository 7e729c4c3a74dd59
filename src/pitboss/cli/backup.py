"""`pitboss backup`: a copy of a house that fits together, also while its server runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pitboss.cli.database import database_of
from pitboss.cli.errors import Failure
from pitboss.cli.options import Argument, AsJson, Option
from pitboss.cli.output import print_json
from pitboss.journal import JournalError
from pitboss.journal.opening import POSTGRES, SQLITE
from pitboss.server.store.backup import back_up


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss backup`."""

    folder: Annotated[str, Argument("FOLDER", "Folder for the two new files; must exist.")]
    db: Annotated[str | None, Option("Database of pitboss serve.", "FILE")] = None
    as_json: AsJson = False


def run(options: Options) -> int:
    """Copy the journal and the people's file into a folder."""
    where = database_of(options.db)
    if where.startswith(POSTGRES):
        raise Failure("--db: this is for SQLite; copy a PostgreSQL with pg_dump, which is enough")
    try:
        copies = back_up(Path(where.removeprefix(SQLITE)), Path(options.folder).expanduser())
    except JournalError as error:
        raise Failure(str(error)) from None
    if options.as_json:
        print_json({"journal": str(copies[0]), "people": str(copies[1])})
    else:
        for copy in copies:
            print(copy)  # noqa: T201 (the result)
    return 0
