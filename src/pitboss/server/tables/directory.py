"""Rows of the table registry, kept in memory: whose a table is, and of which kind."""

from __future__ import annotations

import asyncio

from pitboss.server.store.tables import Registry, TableRow


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
