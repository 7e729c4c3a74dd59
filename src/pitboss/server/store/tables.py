"""The registry of tables: what a journal does not say about them (title, kind, owner, pace)."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, dataclass
from typing import Final

from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from pitboss.server.store.database import Database
from pitboss.server.store.schema import TABLE_GUESTS, TABLE_KEYS, TABLES, TABLES_OVER
from pitboss.server.wire.words import TableKind


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table. `owner` is the id of a person, or empty.

    People with the `key` may come in; a table without one is open to all who know its name.
    """

    table: str
    title: str
    kind: TableKind
    owner: str
    rules: str
    pace: str
    created: int
    key: str = ""

    @property
    def link(self) -> str:
        """Return the address of its page, with the key where it has one."""
        return f"/t/{self.table}?key={self.key}" if self.key else f"/t/{self.table}"


_ROWS: Final = select(TABLES, func.coalesce(TABLE_KEYS.c.key, "")).select_from(
    TABLES.outerjoin(TABLE_KEYS, TABLE_KEYS.c.table == TABLES.c.table)
)


class Registry:
    """Rows are added and never changed. Calls block: not for the event loop's own thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, row: TableRow) -> bool:
        """Add a table; False where its name is taken: then nothing is changed."""
        try:
            with self._database.begin() as connection:
                values = asdict(row)
                key = values.pop("key")
                connection.execute(insert(TABLES).values(values))
                if key:
                    connection.execute(insert(TABLE_KEYS).values(table=row.table, key=key))
        except IntegrityError:
            return False
        return True

    def get(self, table: str) -> TableRow | None:
        """Find the row of a table."""
        with self._database.begin() as connection:
            row = connection.execute(_ROWS.where(TABLES.c.table == table)).first()
        return None if row is None else TableRow(*row)

    def title(self, table: str) -> str:
        """Return the title of a table; its name where there is no row."""
        row = self.get(table)
        return row.title if row is not None else table

    def all(self) -> tuple[TableRow, ...]:
        """List all rows, oldest first."""
        with self._database.begin() as connection:
            rows = connection.execute(_ROWS.order_by(TABLES.c.created, TABLES.c.table))
            return tuple(TableRow(*row) for row in rows)

    def add_guest(self, table: str, person: str, at: int) -> None:
        """Record that a person has come with the right key."""
        try:
            with self._database.begin() as connection:
                values = {"table": table, "person": person, "since": at}
                connection.execute(insert(TABLE_GUESTS).values(values))
        except IntegrityError:  # at once in two windows
            return

    def is_guest(self, table: str, person: str) -> bool:
        """Return whether a person has come with the right key before."""
        mine = (TABLE_GUESTS.c.table == table, TABLE_GUESTS.c.person == person)
        with self._database.begin() as connection:
            return connection.execute(select(TABLE_GUESTS.c.since).where(*mine)).first() is not None

    def add_over(self, table: str, number: int) -> None:
        """Record that a table is closed for good, with this as its last event."""
        with self._database.begin() as connection:
            connection.execute(delete(TABLES_OVER).where(TABLES_OVER.c.table == table))
            connection.execute(insert(TABLES_OVER).values(table=table, number=number))

    def is_over(self, table: str) -> bool:
        """Return whether a table was closed for good."""
        mine = TABLES_OVER.c.table == table
        with self._database.begin() as connection:
            found = connection.execute(select(TABLES_OVER.c.number).where(mine)).first()
        return found is not None

    def over(self) -> dict[str, int]:
        """Return the tables that are closed for good, with the last event of each."""
        with self._database.begin() as connection:
            rows = connection.execute(select(TABLES_OVER.c.table, TABLES_OVER.c.number))
            return {str(table): int(number) for table, number in rows}


class TableDirectory:
    """Keeps rows in memory; a row never changes once it is written."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self.rows: dict[str, TableRow] = {}

    async def load(self) -> None:
        """Read all rows there are."""
        for row in await asyncio.to_thread(self._registry.all):
            self.rows[row.table] = row

    async def add(self, row: TableRow) -> None:
        """Register a table; where there is a row of this name already, that one stays."""
        await asyncio.to_thread(self._registry.add, row)
        self.rows.setdefault(row.table, row)

    async def row(self, table: str) -> TableRow | None:
        """Return the row of a table, also of one that another process has opened since."""
        if table not in self.rows:
            found = await asyncio.to_thread(self._registry.get, table)
            if found is not None:
                self.rows[table] = found
        return self.rows.get(table)
