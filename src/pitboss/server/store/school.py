"""Lessons and examinations in the database: each exercise is answered once, and in time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from pitboss.coach.daily import day_of
from pitboss.coach.school.examination import is_enough
from pitboss.history.periods import moment
from pitboss.server.store.database import Database
from pitboss.server.store.school_move import move_school
from pitboss.server.store.school_rows import (
    GradedItem,
    ItemRow,
    KindScore,
    LessonRow,
    SchoolDay,
    fields_text,
    packed,
    packed_text,
    plan_text,
    read_fields,
    read_plan,
    read_scores,
    scores_text,
    unpacked,
    unpacked_text,
)
from pitboss.server.store.school_schema import LESSON_ITEMS, LESSONS, MEMBERS, SCHOOL_TOTALS

LESSONS_MAX: Final = 100  # of one person outside classes; the oldest goes when there would be more
EXAMS_MAX: Final = 100  # the same of examinations
DAYS_MAX: Final = 400  # days back for which totals are kept
TRIES: Final = 3  # of a transaction that another one of the same person gets in the way of
ITEM_MS_MAX: Final = 600_000  # a longer time for one exercise is a pause, and counts as this


class SchoolRefused(Exception):
    """A request that the school does not take: a public reason, one line; nothing was changed."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason
        self.text = text


class School:
    """Lessons and examinations of all people. Calls block: not for the event loop's thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- lessons ----------------------------------------------------------------------------------

    def add(self, row: LessonRow) -> LessonRow:
        """Add a lesson and return it; of an assignment that was begun already, return that one.

        Raises `SchoolRefused` for an assignment that is gone.
        """
        try:
            with self._database.begin() as connection:
                connection.execute(insert(LESSONS).values(_values(row)))
                drop_oldest(connection, row.person)
        except IntegrityError:  # the same assignment in another window
            found = self.of_assignment(row.person, row.assignment, row.created)
            if found is not None:
                return found
            if row.assignment is None:
                raise
            text = "this assignment was taken back meanwhile"
            raise SchoolRefused("no-such-assignment", text) from None
        return row

    def lesson(self, person: str, id_: str, now: int) -> LessonRow | None:
        """Find a lesson of this person; None for another's too."""
        return self._one(now, LESSONS.c.id == id_, LESSONS.c.person == person)

    def of_assignment(self, person: str, assignment: str | None, now: int) -> LessonRow | None:
        """Find what a person has begun of an assignment."""
        mine = LESSONS.c.person == person
        return self._one(now, mine, LESSONS.c.assignment == assignment)

    def of_assignments(self, person: str, ids: list[str], now: int) -> dict[str, LessonRow]:
        """Find what a person has begun of some assignments, by their ids."""
        mine = (LESSONS.c.person == person, LESSONS.c.assignment.in_(ids))
        with self._database.begin() as connection:
            found = lessons_where(connection, now, *mine)
        return {one.assignment: one for one in found if one.assignment is not None}

    def shared(self, token: str, now: int) -> LessonRow | None:
        """Find a finished lesson by the token of its link."""
        found = self._one(now, LESSONS.c.token == token)
        return None if found is None or found.finished is None else found

    def lessons(self, person: str, now: int, limit: int | None = None) -> tuple[LessonRow, ...]:
        """List the lessons of a person, the latest first."""
        with self._database.begin() as connection:
            return lessons_where(connection, now, LESSONS.c.person == person, limit=limit)

    def _one(self, now: int, *where: ColumnElement[bool]) -> LessonRow | None:
        with self._database.begin() as connection:
            found = lessons_where(connection, now, *where, limit=1)
        return found[0] if found else None

    # -- exercises --------------------------------------------------------------------------------

    def show(self, row: LessonRow, number: int, kind: str, shown: bytes, now: int) -> ItemRow:
        """Note that an exercise is shown, from when on; one that was shown stands with its time.

        An update of pitboss may draw another by the same seed; then that one is shown from now on.
        """
        values = {
            "lesson": row.id,
            "number": number,
            "kind": kind,
            "shown": packed(shown),
            "shown_at": now,
        }
        try:
            with self._database.begin() as connection:
                found = _item(connection, row.id, number)
                if found is None:
                    connection.execute(insert(LESSON_ITEMS).values(values))
                elif found.answer is None and found.shown != shown:
                    _show_again(connection, row, number, kind, shown, now)
                else:
                    return found
        except IntegrityError:  # in another window, at the same moment
            with self._database.begin() as connection:
                if (found := _item(connection, row.id, number)) is not None:
                    return found
            raise
        return ItemRow(number, kind, shown, now)

    def items(self, row: LessonRow) -> tuple[ItemRow, ...]:
        """List the exercises of a lesson that have been shown, in order."""
        mine = select(LESSON_ITEMS).where(LESSON_ITEMS.c.lesson == row.id)
        with self._database.begin() as connection:
            found = connection.execute(mine.order_by(LESSON_ITEMS.c.number))
            return tuple(map(_item_row, found))

    def item(self, row: LessonRow, number: int) -> ItemRow | None:
        """Find an exercise of a lesson that has been shown."""
        with self._database.begin() as connection:
            return _item(connection, row.id, number)

    def answer(self, row: LessonRow, graded: GradedItem, now: int) -> tuple[LessonRow, ItemRow]:
        """Keep the first answer to the exercise that is asked now.

        A later answer to the same exercise changes nothing and gets the first back. Raises
        `SchoolRefused` where the time is over, or another exercise is asked.
        """
        for _ in range(TRIES - 1):
            try:
                return self._answer(row, graded, now)
            except IntegrityError:  # an answer in another lesson of the same person
                continue
        return self._answer(row, graded, now)

    def _answer(self, row: LessonRow, graded: GradedItem, now: int) -> tuple[LessonRow, ItemRow]:
        with self._database.begin() as connection:
            lesson = _held(connection, row, now)
            item = _item(connection, row.id, graded.number)
            if item is not None and item.answer is not None:
                return lesson, item
            if item is not None and item.shown != graded.shown:
                _show_again(connection, row, graded.number, graded.kind, graded.shown, now)
            else:
                check_asked(lesson, item, graded.number, now)
                return _keep(connection, lesson, item, graded, now)
        text = "pitboss was brought up to date meanwhile; look at this exercise again"
        raise SchoolRefused("drawn-again", text)

    def finish(self, row: LessonRow, now: int) -> LessonRow:
        """End a lesson before its last exercise; what was not answered counts as not right."""
        with self._database.begin() as connection:
            lesson = _held(connection, row, now)
            return lesson if lesson.finished is not None else _finish(connection, lesson, now)

    # -- progress ---------------------------------------------------------------------------------

    def days(self, person: str) -> tuple[SchoolDay, ...]:
        """List what a person's answers add up to, by kind and day, the latest day first."""
        table = SCHOOL_TOTALS
        mine = select(table).where(table.c.person == person)
        with self._database.begin() as connection:
            rows = connection.execute(mine.order_by(table.c.day.desc(), table.c.kind))
            return tuple(SchoolDay(r.kind, r.day, _total(r)) for r in rows)

    # -- the end ----------------------------------------------------------------------------------

    def move(self, guest: str, account: str) -> None:
        """Give everything that a guest has done here to an account, all or nothing."""
        with self._database.begin() as connection:
            move_school(connection, guest, account)
            drop_oldest(connection, account)

    def forget(self, person: str) -> None:
        """Delete everything that is kept here of a person as a trainee; they leave their classes.

        Classes that they teach stay.
        """
        with self._database.begin() as connection:
            mine = connection.execute(select(LESSONS.c.id).where(LESSONS.c.person == person))
            _remove(connection, list(mine.scalars()))
            for table in (SCHOOL_TOTALS, MEMBERS):
                connection.execute(delete(table).where(table.c.person == person))


def lessons_where(
    connection: Connection, now: int, *where: ColumnElement[bool], limit: int | None = None
) -> tuple[LessonRow, ...]:
    """List lessons, the latest first; one whose time is over is finished by that."""
    chosen = select(LESSONS).where(*where).order_by(LESSONS.c.created.desc(), LESSONS.c.id)
    rows = [_row(one) for one in connection.execute(chosen.limit(limit))]
    return tuple(_in_time(connection, row, now) for row in rows)


def drop_oldest(connection: Connection, person: str) -> None:
    """Remove the oldest lessons and examinations outside classes where there are too many."""
    for exam, most in ((False, LESSONS_MAX), (True, EXAMS_MAX)):
        mine = (LESSONS.c.person == person, LESSONS.c.exam == exam, LESSONS.c.assignment.is_(None))
        latest = select(LESSONS.c.id).where(*mine)
        ordered = latest.order_by(LESSONS.c.created.desc(), LESSONS.c.id.desc())
        _remove(connection, list(connection.execute(ordered.offset(most)).scalars()))


def _remove(connection: Connection, ids: list[str]) -> None:
    connection.execute(delete(LESSON_ITEMS).where(LESSON_ITEMS.c.lesson.in_(ids)))
    connection.execute(delete(LESSONS).where(LESSONS.c.id.in_(ids)))


# -- one answer -----------------------------------------------------------------------------------


def _held(connection: Connection, row: LessonRow, now: int) -> LessonRow:
    """Read a lesson and keep other windows from answering it until the end of the transaction."""
    mine = select(LESSONS).where(LESSONS.c.id == row.id).with_for_update()
    found = connection.execute(mine).first()
    if found is None:
        raise SchoolRefused("no-such-lesson", "this lesson was deleted meanwhile")
    return _in_time(connection, _row(found), now)


def check_asked(lesson: LessonRow, item: ItemRow | None, number: int, now: int) -> None:
    """Raise `SchoolRefused` where this exercise is not the one to answer now."""
    if lesson.finished is not None:
        if lesson.ends is not None and now > lesson.ends:
            ended = f"{moment(lesson.ends):%H:%M:%S} UTC"
            text = f"the time was over at {ended}; what you answered before it stands"
            raise SchoolRefused("time-over", text)
        raise SchoolRefused("finished", "this lesson is finished; start another")
    if number != lesson.answered + 1 or item is None:
        asked = f"answer exercise {lesson.answered + 1} first"
        raise SchoolRefused("out-of-order", f"exercise {number} is not asked now; {asked}")


def _show_again(
    connection: Connection, row: LessonRow, number: int, kind: str, shown: bytes, now: int
) -> None:
    """Replace what was shown and not answered."""
    mine = (LESSON_ITEMS.c.lesson == row.id) & (LESSON_ITEMS.c.number == number)
    values = {"shown": packed(shown), "kind": kind, "shown_at": now}
    connection.execute(update(LESSON_ITEMS).where(mine).values(values))


def _keep(
    connection: Connection, lesson: LessonRow, item: ItemRow | None, graded: GradedItem, now: int
) -> tuple[LessonRow, ItemRow]:
    """Write an answer, and all that follows from it."""
    begun = now if item is None else item.shown_at
    spent = max(0, min(now - begun, ITEM_MS_MAX, *(() if graded.ms is None else (graded.ms,))))
    mine = (LESSON_ITEMS.c.lesson == lesson.id) & (LESSON_ITEMS.c.number == graded.number)
    values = {
        "answer": fields_text(graded.answer),
        "correct": graded.right,
        "ms": spent,
        "verdict": packed(graded.verdict),
        "at": now,
    }
    connection.execute(update(LESSON_ITEMS).where(mine).values(values))
    paid = (1, spent) if graded.round else (0, 0)
    score = KindScore(1, int(graded.right), spent, *paid)
    changed = lesson.counted(graded.kind, score)
    written = {"score": scores_text(changed.score)}
    connection.execute(update(LESSONS).where(LESSONS.c.id == lesson.id).values(written))
    _count(connection, lesson.person, graded.kind, day_of(now), score)
    kept = ItemRow(
        graded.number, graded.kind, graded.shown, begun, graded.answer, graded.right, spent,
        graded.verdict,
    )  # fmt: skip
    done = changed.answered == len(changed.plan.items)
    return (_finish(connection, changed, now) if done else changed), kept


def _count(connection: Connection, person: str, kind: str, day: int, score: KindScore) -> None:
    """Add an answer to the person's totals, and drop those of days long ago."""
    table = SCHOOL_TOTALS
    mine = (table.c.person == person, table.c.kind == kind, table.c.day == day)
    before = connection.execute(select(table).where(*mine).with_for_update()).first()
    if before is not None:
        sums = total_values(_total(before).plus(score))
        connection.execute(update(table).where(*mine).values(sums))
        return
    key = {"person": person, "kind": kind, "day": day}
    connection.execute(insert(table).values(**key, **total_values(score)))
    old = (table.c.person == person) & (table.c.day < day - DAYS_MAX)
    connection.execute(delete(table).where(old))


def _finish(connection: Connection, lesson: LessonRow, at: int) -> LessonRow:
    passed = is_passed(lesson) if lesson.plan.exam else None
    mine = (LESSONS.c.id == lesson.id) & LESSONS.c.finished.is_(None)
    connection.execute(update(LESSONS).where(mine).values(finished=at, passed=passed))
    return replace(lesson, finished=at, passed=passed)


def _in_time(connection: Connection, lesson: LessonRow, now: int) -> LessonRow:
    """Finish a lesson whose time is over."""
    if lesson.finished is not None or lesson.ends is None or now <= lesson.ends:
        return lesson
    return _finish(connection, lesson, lesson.ends)


def is_passed(lesson: LessonRow) -> bool:
    """Return whether enough is right of all that was to be answered."""
    return is_enough(lesson.right, len(lesson.plan.items), lesson.plan.pass_percent)


# -- rows -----------------------------------------------------------------------------------------


def _item(connection: Connection, lesson: str, number: int) -> ItemRow | None:
    mine = (LESSON_ITEMS.c.lesson == lesson) & (LESSON_ITEMS.c.number == number)
    found = connection.execute(select(LESSON_ITEMS).where(mine)).first()
    return None if found is None else _item_row(found)


def _item_row(found: Row[Any]) -> ItemRow:  # Any: a row of several types
    return ItemRow(
        number=found.number,
        kind=found.kind,
        shown=unpacked(found.shown),
        shown_at=found.shown_at,
        answer=read_fields(found.answer),
        right=found.correct,
        ms=found.ms,
        verdict=None if found.verdict is None else unpacked(found.verdict),
    )


def _total(found: Row[Any]) -> KindScore:  # Any: a row of several types
    return KindScore(found.answered, found.correct, found.ms, found.rounds, found.rounds_ms)


def total_values(score: KindScore) -> dict[str, int]:
    """Return the columns of a total."""
    return {
        "answered": score.answered,
        "correct": score.right,
        "ms": score.ms,
        "rounds": score.rounds,
        "rounds_ms": score.rounds_ms,
    }


def _values(row: LessonRow) -> dict[str, Any]:  # Any: columns of several types
    return {
        "id": row.id,
        "person": row.person,
        "assignment": row.assignment,
        "exam": row.plan.exam,
        "candidate": row.candidate,
        "plan": plan_text(row.plan),
        "submission": packed_text(row.submission),
        "seed": row.seed,
        "created": row.created,
        "ends": row.ends,
        "finished": row.finished,
        "passed": row.passed,
        "token": row.token,
        "score": scores_text(row.score),
    }


def _row(found: Row[Any]) -> LessonRow:  # Any: a row of several types
    return LessonRow(
        id=found.id,
        person=found.person,
        plan=read_plan(found.plan),
        seed=found.seed,
        created=found.created,
        token=found.token,
        candidate=found.candidate,
        submission=unpacked_text(found.submission),
        assignment=found.assignment,
        ends=found.ends,
        finished=found.finished,
        passed=found.passed,
        score=read_scores(found.score),
    )
