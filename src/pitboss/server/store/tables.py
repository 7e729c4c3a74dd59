"""The registry of tables: what a journal does not say about them (title, kind, owner, pace)."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from pitboss.server.store.database import Database
from pitboss.server.store.schema import TABLES


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table. `kind` is public, private or solo; `owner` the id of a person, or empty."""

    table: str
    title: str
    kind: str
    owner: str
    rules: str
    pace: str
    created: int


class Registry:
    """Rows are added and never changed. Calls block: not for the event loop's own thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, row: TableRow) -> bool:
        """Enter a table; False where its name is taken: then nothing is changed."""
        try:
            with self._database.begin() as connection:
                connection.execute(insert(TABLES).values(asdict(row)))
        except IntegrityError:
            return False
        return True

    def get(self, table: str) -> TableRow | None:
        """The row of a table."""
        with self._database.begin() as connection:
            row = connection.execute(select(TABLES).where(TABLES.c.table == table)).first()
        return None if row is None else TableRow(*row)

    def all(self) -> tuple[TableRow, ...]:
        """Every row, oldest first."""
        with self._database.begin() as connection:
            rows = connection.execute(select(TABLES).order_by(TABLES.c.created, TABLES.c.table))
            return tuple(TableRow(*row) for row in rows)
