"""Classes of the dealer school in the database: members, assignments and their results."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, Row, Table, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from pitboss.server.store.database import Database
from pitboss.server.store.schema import PEOPLE
from pitboss.server.store.school import SchoolRefused, lessons_where
from pitboss.server.store.school_rows import (
    AssignmentRow,
    ClassRow,
    LessonRow,
    MemberRow,
    packed_text,
    plan_text,
    read_plan,
    unpacked_text,
)
from pitboss.server.store.school_schema import ASSIGNMENTS, CLASSES, LESSONS, MEMBERS

CLASSES_MAX: Final = 20  # of one teacher
MEMBERS_MAX: Final = 60  # of one class
JOINED_MAX: Final = 20  # classes of one trainee
ASSIGNMENTS_MAX: Final = 50  # of one class
NO_CLASS: Final = "you have no such class"


class Classes:
    """Classes of all teachers. Calls block: not for the event loop's thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- of a teacher -----------------------------------------------------------------------------

    def add(self, row: ClassRow) -> ClassRow:
        """Add a class; raises `SchoolRefused` where a teacher has too many."""
        with self._database.begin() as connection:
            _check_room(connection, CLASSES, CLASSES.c.teacher == row.teacher, CLASSES_MAX, "class")
            values = {
                "id": row.id,
                "teacher": row.teacher,
                "title": row.title,
                "code": row.code,
                "created": row.created,
            }
            connection.execute(insert(CLASSES).values(values))
        return row

    def taught(self, teacher: str) -> tuple[ClassRow, ...]:
        """List the classes of a teacher, the latest first."""
        mine = select(CLASSES).where(CLASSES.c.teacher == teacher)
        with self._database.begin() as connection:
            rows = connection.execute(mine.order_by(CLASSES.c.created.desc(), CLASSES.c.id))
            return tuple(map(_class, rows))

    def of_teacher(self, teacher: str, id_: str) -> ClassRow:
        """Find a class of this teacher; raises `SchoolRefused` for another's too."""
        with self._database.begin() as connection:
            return _own(connection, teacher, id_)

    def change_code(self, row: ClassRow, code: str) -> ClassRow:
        """Give a class another code; the old one lets nobody in any more."""
        mine = CLASSES.c.id == row.id
        with self._database.begin() as connection:
            connection.execute(update(CLASSES).where(mine).values(code=code))
            return _own(connection, row.teacher, row.id)

    def remove(self, row: ClassRow) -> None:
        """Remove a class with its assignments; what its members have done stays theirs."""
        with self._database.begin() as connection:
            mine = select(ASSIGNMENTS.c.id).where(ASSIGNMENTS.c.class_id == row.id)
            _remove_assignments(connection, list(connection.execute(mine).scalars()))
            connection.execute(delete(MEMBERS).where(MEMBERS.c.class_id == row.id))
            connection.execute(delete(CLASSES).where(CLASSES.c.id == row.id))

    def members(self, class_: str) -> tuple[MemberRow, ...]:
        """List the members of a class by name."""
        columns = select(MEMBERS.c.person, PEOPLE.c.name, MEMBERS.c.joined)
        joined = columns.join(PEOPLE, PEOPLE.c.id == MEMBERS.c.person).where(
            MEMBERS.c.class_id == class_
        )
        with self._database.begin() as connection:
            rows = connection.execute(joined.order_by(PEOPLE.c.name))
            return tuple(MemberRow(r.person, r.name, r.joined) for r in rows)

    def results(self, class_: str, now: int) -> tuple[LessonRow, ...]:
        """List what the members of a class have begun of its assignments, the latest first."""
        mine = select(ASSIGNMENTS.c.id).where(ASSIGNMENTS.c.class_id == class_)
        inside = select(MEMBERS.c.person).where(MEMBERS.c.class_id == class_)
        with self._database.begin() as connection:
            return lessons_where(
                connection, now, LESSONS.c.assignment.in_(mine), LESSONS.c.person.in_(inside)
            )

    # -- of a trainee -----------------------------------------------------------------------------

    def join(self, person: str, code: str, now: int) -> ClassRow:
        """Join the class with this code; raises `SchoolRefused`. Joining again changes nothing."""
        with self._database.begin() as connection:
            chosen = select(CLASSES).where(CLASSES.c.code == code).with_for_update()
            found = connection.execute(chosen).first()
            if found is None:
                text = "no class has this code; ask your teacher for the one in use"
                raise SchoolRefused("no-such-code", text)
            if not _is_member(connection, person, found.id):
                _check_room(
                    connection, MEMBERS, MEMBERS.c.class_id == found.id, MEMBERS_MAX, "member"
                )
                mine = MEMBERS.c.person == person
                _check_room(connection, MEMBERS, mine, JOINED_MAX, "class that you have joined")
                values = {"class_id": found.id, "person": person, "joined": now}
                connection.execute(insert(MEMBERS).values(values))
            return _class(found)

    def joined(self, person: str) -> tuple[ClassRow, ...]:
        """List the classes that a person has joined, the latest first."""
        mine = select(CLASSES).join(MEMBERS, MEMBERS.c.class_id == CLASSES.c.id)
        chosen = mine.where(MEMBERS.c.person == person)
        with self._database.begin() as connection:
            rows = connection.execute(chosen.order_by(MEMBERS.c.joined.desc(), CLASSES.c.id))
            return tuple(map(_class, rows))

    def leave(self, person: str, class_: str) -> None:
        """Take a person out of a class; raises `SchoolRefused` where they are not in it."""
        mine = (MEMBERS.c.person == person) & (MEMBERS.c.class_id == class_)
        with self._database.begin() as connection:
            if not connection.execute(delete(MEMBERS).where(mine)).rowcount:
                raise SchoolRefused("no-such-class", "this class has no such member")

    # -- assignments ------------------------------------------------------------------------------

    def assign(self, row: AssignmentRow) -> AssignmentRow:
        """Add an assignment to a class; raises `SchoolRefused` where there are too many."""
        values = {
            "id": row.id,
            "class_id": row.class_,
            "title": row.title,
            "plan": plan_text(row.plan),
            "submission": packed_text(row.submission),
            "deadline": row.deadline,
            "created": row.created,
        }
        mine = ASSIGNMENTS.c.class_id == row.class_
        try:
            with self._database.begin() as connection:
                _check_room(connection, ASSIGNMENTS, mine, ASSIGNMENTS_MAX, "assignment")
                connection.execute(insert(ASSIGNMENTS).values(values))
        except IntegrityError:  # the class was removed meanwhile
            raise SchoolRefused("no-such-class", NO_CLASS) from None
        return row

    def assignments(self, class_: str) -> tuple[AssignmentRow, ...]:
        """List the assignments of a class, the latest deadline first."""
        chosen = select(ASSIGNMENTS).where(ASSIGNMENTS.c.class_id == class_)
        ordered = chosen.order_by(ASSIGNMENTS.c.deadline.desc(), ASSIGNMENTS.c.id)
        with self._database.begin() as connection:
            return tuple(map(_assignment, connection.execute(ordered)))

    def assigned_to(self, person: str, id_: str) -> AssignmentRow | None:
        """Find an assignment of a class that this person has joined; None for another's too."""
        chosen = select(ASSIGNMENTS).join(MEMBERS, MEMBERS.c.class_id == ASSIGNMENTS.c.class_id)
        mine = chosen.where(ASSIGNMENTS.c.id == id_, MEMBERS.c.person == person)
        with self._database.begin() as connection:
            found = connection.execute(mine).first()
        return None if found is None else _assignment(found)

    def take_back(self, row: ClassRow, id_: str) -> None:
        """Remove an assignment; what was done of it stays its trainee's."""
        mine = select(ASSIGNMENTS.c.id).where(
            ASSIGNMENTS.c.id == id_, ASSIGNMENTS.c.class_id == row.id
        )
        with self._database.begin() as connection:
            ids = list(connection.execute(mine).scalars())
            if not ids:
                raise SchoolRefused("no-such-assignment", "this class has no such assignment")
            _remove_assignments(connection, ids)


def _own(connection: Connection, teacher: str, id_: str) -> ClassRow:
    mine = select(CLASSES).where(CLASSES.c.id == id_, CLASSES.c.teacher == teacher)
    found = connection.execute(mine).first()
    if found is None:
        raise SchoolRefused("no-such-class", NO_CLASS)
    return _class(found)


def _is_member(connection: Connection, person: str, class_: str) -> bool:
    mine = select(MEMBERS.c.joined).where(MEMBERS.c.person == person, MEMBERS.c.class_id == class_)
    return connection.execute(mine).first() is not None


def _check_room(
    connection: Connection,
    table: Table,
    where: Any,  # Any: a condition of SQLAlchemy
    most: int,
    what: str,
) -> None:
    count = connection.execute(select(func.count()).select_from(table).where(where)).scalar_one()
    if count >= most:
        raise SchoolRefused(
            "too-many", f"there is room for {most}, and this would be one {what} more"
        )


def _remove_assignments(connection: Connection, ids: list[str]) -> None:
    mine = LESSONS.c.assignment.in_(ids)
    connection.execute(update(LESSONS).where(mine).values(assignment=None))
    connection.execute(delete(ASSIGNMENTS).where(ASSIGNMENTS.c.id.in_(ids)))


def _class(found: Row[Any]) -> ClassRow:  # Any: a row of several types
    return ClassRow(found.id, found.teacher, found.title, found.code, found.created)


def _assignment(found: Row[Any]) -> AssignmentRow:  # Any: a row of several types
    return AssignmentRow(
        id=found.id,
        class_=found.class_id,
        title=found.title,
        plan=read_plan(found.plan),
        submission=unpacked_text(found.submission),
        deadline=found.deadline,
        created=found.created,
    )
