"""How far each table's stream was read for chips that leave it: what is behind went to purses."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Table, Text, insert, select, update
from sqlalchemy.exc import IntegrityError

from pitboss.server.store.database import Database
from pitboss.server.store.schema import METADATA

PAID: Final = Table(
    "house_paid",
    METADATA,
    Column("table", Text, primary_key=True),
    Column("number", BigInteger, nullable=False),
)


class Paid:
    """Marks only go forward. They save reading: a payment has an id and is made once anyhow."""

    def __init__(self, database: Database) -> None:
        self._database = database
        with database.begin() as connection:
            PAID.create(connection, checkfirst=True)

    def upto(self, table: str) -> int:
        """The last event of a table that was looked at."""
        with self._database.begin() as connection:
            found = connection.execute(select(PAID.c.number).where(PAID.c.table == table)).scalar()
        return int(found or 0)

    def mark(self, table: str, number: int) -> None:
        """Everything up to this event was looked at."""
        forward = update(PAID).where(PAID.c.table == table, PAID.c.number < number)
        try:
            with self._database.begin() as connection:
                known = connection.execute(select(PAID.c.number).where(PAID.c.table == table))
                if known.scalar() is None:
                    connection.execute(insert(PAID).values(table=table, number=number))
                else:
                    connection.execute(forward.values(number=number))
        except IntegrityError:  # another process was a moment quicker
            with self._database.begin() as connection:
                connection.execute(forward.values(number=number))
