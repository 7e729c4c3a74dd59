"""Moves the training of a guest to an account, inside one transaction.

What both have is put together: totals are added up, of a mistake the earlier date stands. A daily
drill that the account has begun or finished too becomes a drill like any other.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from pitboss.server.store.schema import (
    DRILL_DAYS,
    DRILL_TOTALS,
    DRILLS,
    MISTAKES,
    MISTAKES_KEPT,
)


def move_training(connection: Connection, guest: str, account: str) -> None:
    """Give everything that a guest has practised to an account; the guest has nothing then."""
    taken = _days(connection, account)
    _move_drills(connection, guest, account, taken)
    _move_days(connection, guest, account, taken)
    _add_totals(connection, guest, account)
    _join_mistakes(connection, guest, account)
    mine = MISTAKES_KEPT.c.person
    kept = connection.execute(select(MISTAKES_KEPT).where(mine == account)).first()
    if kept is None:
        connection.execute(update(MISTAKES_KEPT).where(mine == guest).values(person=account))
    for table in (DRILL_TOTALS, DRILL_DAYS, MISTAKES, MISTAKES_KEPT):
        connection.execute(delete(table).where(table.c.person == guest))


def _days(connection: Connection, person: str) -> set[int]:
    """List the days whose daily drill a person has begun or finished."""
    found = set()
    for table in (DRILLS, DRILL_DAYS):
        asked = select(table.c.day).where(table.c.person == person, table.c.day.is_not(None))
        found |= set(connection.execute(asked).scalars())
    return found


def _move_drills(connection: Connection, guest: str, account: str, taken: set[int]) -> None:
    mine = DRILLS.c.person == guest
    again = update(DRILLS).where(mine, DRILLS.c.day.in_(taken))
    connection.execute(again.values(day=None, kind="mixed"))
    connection.execute(update(DRILLS).where(mine).values(person=account))


def _move_days(connection: Connection, guest: str, account: str, taken: set[int]) -> None:
    mine = DRILL_DAYS.c.person == guest
    moved = update(DRILL_DAYS).where(mine, DRILL_DAYS.c.day.not_in(taken))
    connection.execute(moved.values(person=account))


def _add_totals(connection: Connection, guest: str, account: str) -> None:
    table = DRILL_TOTALS
    for row in _rows(connection, select(table).where(table.c.person == guest)):
        same = (table.c.person == account, table.c.kind == row.kind, table.c.street == row.street)
        before = connection.execute(select(table).where(*same).with_for_update()).first()
        if before is None:
            connection.execute(insert(table).values({**row._mapping, "person": account}))
            continue
        sums = {
            "answered": before.answered + row.answered,
            "correct": before.correct + row.correct,
            "cost": str(Fraction(before.cost) + Fraction(row.cost)),
        }
        connection.execute(update(table).where(*same).values(sums))


def _join_mistakes(connection: Connection, guest: str, account: str) -> None:
    table = MISTAKES
    for row in _rows(connection, select(table).where(table.c.person == guest)):
        same = (table.c.person == account, table.c.game == row.game, table.c.pattern == row.pattern)
        before = connection.execute(select(table).where(*same).with_for_update()).first()
        if before is None:
            connection.execute(insert(table).values({**row._mapping, "person": account}))
            continue
        sooner = row if row.due < before.due else before
        joined = {
            **sooner._mapping,
            "person": account,
            "wrong": before.wrong + row.wrong,
            "correct": before.correct + row.correct,
        }
        connection.execute(update(table).where(*same).values(joined))


def _rows(connection: Connection, asked: Any) -> list[Row[Any]]:  # Any: a query of SQLAlchemy
    return list(connection.execute(asked))
