"""Purses of play chips: every move has an id and happens once; no purse falls below nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from pitboss.pit.clock import Clock
from pitboss.server.store.database import Database
from pitboss.server.store.schema import MOVES, PENDING, PURSES

GRANT_CENTS: Final = 100_000  # what everybody begins with, and what a refill brings
REFILL_BELOW_CENTS: Final = 10_000  # of purse and tables together, before one may ask for more
GRANT: Final = "grant"
REFILL: Final = "refill"


@dataclass(frozen=True, slots=True)
class Move:
    """One move of a purse; `table` is where its other half is, while that is not certain."""

    id: str
    person: str
    cents: int
    why: str
    at: int
    table: str = ""


class Purses:
    """What everybody has outside the tables. Calls block: not for the event loop's own thread."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def balance(self, person: str) -> int:
        """The cents in a purse; an unknown person has none."""
        with self._database.begin() as connection:
            return _balance(connection, person)

    def move(self, id_: str, person: str, cents: int, why: str, *, table: str = "") -> bool:
        """Add `cents` (or take them, below nothing); False: there is too little, nothing is done.

        The same id again changes nothing and is as good as the first time. With `table` the move
        is pending until `settled(id_)`: the other half of it is asked of that table.
        """
        made = Move(id_, person, cents, why, self._clock.now(), table)
        try:
            with self._database.begin() as connection:
                if _known(connection, made):
                    return True
                enter(connection, made)
        except _TooLittle:
            return False
        except IntegrityError:  # somebody else was a moment quicker with the same id
            with self._database.begin() as connection:
                if not _known(connection, made):
                    raise
        return True

    def settled(self, id_: str) -> None:
        """A pending move's other half is certain."""
        with self._database.begin() as connection:
            connection.execute(delete(PENDING).where(PENDING.c.id == id_))

    def pending(self, before: int | None = None) -> tuple[Move, ...]:
        """Moves whose other half is not certain, oldest first; `before`: only those older."""
        wanted = select(MOVES, PENDING.c.table).join(PENDING, PENDING.c.id == MOVES.c.id)
        if before is not None:
            wanted = wanted.where(MOVES.c.at < before)
        with self._database.begin() as connection:
            rows = connection.execute(wanted.order_by(MOVES.c.at, MOVES.c.id)).all()
        return tuple(Move(*row) for row in rows)

    def find(self, id_: str) -> Move | None:
        """The move with this id."""
        with self._database.begin() as connection:
            row = connection.execute(select(MOVES).where(MOVES.c.id == id_)).first()
        return None if row is None else Move(*row)

    def refill(self, person: str, at_tables: int) -> bool:
        """Grant once more where purse and tables hold little; False: they hold enough.

        Two requests at once are one: the id counts the refills there have been.
        """
        with self._database.begin() as connection:
            count = connection.execute(
                select(func.count()).where(MOVES.c.person == person, MOVES.c.why == REFILL)
            ).scalar_one()
            if _balance(connection, person) + at_tables >= REFILL_BELOW_CENTS:
                return False
        return self.move(f"{REFILL}/{person}/{count}", person, GRANT_CENTS, REFILL)


class _TooLittle(Exception):
    pass


class IdTaken(Exception):
    """A move with this id says something else: a mistake of the caller."""


def enter(connection: Connection, move: Move) -> None:
    """Write a move inside a transaction; raises where the purse would fall below nothing."""
    connection.execute(
        insert(MOVES).values(
            id=move.id, person=move.person, cents=move.cents, why=move.why, at=move.at
        )
    )
    changed = connection.execute(
        update(PURSES)
        .where(PURSES.c.person == move.person, PURSES.c.cents + move.cents >= 0)
        .values(cents=PURSES.c.cents + move.cents)
    )
    if changed.rowcount == 0:
        raise _TooLittle
    if move.table:
        connection.execute(insert(PENDING).values(id=move.id, table=move.table))


def _known(connection: Connection, move: Move) -> bool:
    row = connection.execute(
        select(MOVES.c.person, MOVES.c.cents).where(MOVES.c.id == move.id)
    ).first()
    if row is None:
        return False
    if tuple(row) != (move.person, move.cents):
        raise IdTaken(f"the move {move.id} was {row.cents} for {row.person}")
    return True


def _balance(connection: Connection, person: str) -> int:
    found = connection.execute(select(PURSES.c.cents).where(PURSES.c.person == person)).scalar()
    return int(found or 0)
