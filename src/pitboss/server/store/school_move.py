"""Moves what a guest has done in the dealer school to an account, inside one transaction.

Totals of the same kind and day are added up. Of an assignment that both have begun the account's
stands; the guest's becomes a lesson outside the class.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select, update

from pitboss.server.store.school_schema import CLASSES, LESSONS, MEMBERS, SCHOOL_TOTALS

SUMS = ("answered", "correct", "ms", "rounds", "rounds_ms")


def move_school(connection: Connection, guest: str, account: str) -> None:
    """Give the lessons, totals and classes of a guest to an account; the guest has none then."""
    _move_lessons(connection, guest, account)
    _add_totals(connection, guest, account)
    _move_memberships(connection, guest, account)
    taught = update(CLASSES).where(CLASSES.c.teacher == guest)
    connection.execute(taught.values(teacher=account))


def _move_lessons(connection: Connection, guest: str, account: str) -> None:
    theirs = select(LESSONS.c.assignment).where(LESSONS.c.person == account)
    begun = [one for one in connection.execute(theirs).scalars() if one is not None]
    mine = LESSONS.c.person == guest
    doubled = update(LESSONS).where(mine, LESSONS.c.assignment.in_(begun))
    connection.execute(doubled.values(assignment=None))
    connection.execute(update(LESSONS).where(mine).values(person=account))


def _add_totals(connection: Connection, guest: str, account: str) -> None:
    table = SCHOOL_TOTALS
    for row in list(connection.execute(select(table).where(table.c.person == guest))):
        same = (table.c.person == account, table.c.kind == row.kind, table.c.day == row.day)
        before = connection.execute(select(table).where(*same).with_for_update()).first()
        if before is None:
            connection.execute(insert(table).values({**row._mapping, "person": account}))
            continue
        sums = {name: getattr(before, name) + getattr(row, name) for name in SUMS}
        connection.execute(update(table).where(*same).values(sums))
    connection.execute(delete(table).where(table.c.person == guest))


def _move_memberships(connection: Connection, guest: str, account: str) -> None:
    table, class_ = MEMBERS, MEMBERS.c.class_id
    theirs = select(class_).where(table.c.person == account)
    joined = list(connection.execute(theirs).scalars())
    moved = update(table).where(table.c.person == guest, class_.not_in(joined))
    connection.execute(moved.values(person=account))
    connection.execute(delete(table).where(table.c.person == guest))
