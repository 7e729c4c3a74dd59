"""The dealer school in the database, on both stores: one answer each, in time, from any tab."""

from __future__ import annotations

import json
import lzma
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, text

from pitboss.journal import open_journal
from pitboss.pit import SystemChance, SystemClock
from pitboss.server.store import classes as classes_store
from pitboss.server.store import school as school_store
from pitboss.server.store.classes import Classes
from pitboss.server.store.database import Database, open_database
from pitboss.server.store.passwords import CHEAP, Passwords
from pitboss.server.store.people import People
from pitboss.server.store.schema import VERSION
from pitboss.server.store.school import ITEM_MS_MAX, School, SchoolRefused
from pitboss.server.store.school_rows import (
    AssignmentRow,
    ClassRow,
    GradedItem,
    KindScore,
    LessonRow,
    SchoolPlan,
    text_hash,
)
from pitboss.server.store.school_schema import LESSON_ITEMS, LESSONS, MEMBERS, SCHOOL_TOTALS
from pitboss.table import RulesChoice
from tests.server.serving import Served, quick
from tests.waiting import WAIT_S_MAX

OLD = Path(__file__).parent / "version_4"
TOLD: dict[str, Any] = json.loads((OLD / "house.json").read_text())  # Any: JSON
PASSWORD = "correct horse battery"  # noqa: S105  # of nobody real
PLAN = SchoolPlan(
    game=RulesChoice("maryland", 1),
    weights={"hands": 2, "order": 1},
    level="easy",
    count=3,
    items=("hands", "hands", "order"),
)
EXAM = replace(PLAN, exam=True, minutes=10, pass_percent=60)
FILED = 'rules = "maryland"\n'
WINDOWS = 6
DAY_MS = 86_400_000


@pytest.fixture(params=["memory", "postgres"])
def database(request: pytest.FixtureRequest) -> Iterator[Database]:
    where = "memory:"
    if request.param == "postgres":
        where = str(request.getfixturevalue("postgres_url"))
        open_journal(where).close()
    opened = open_database(where)
    yield opened
    opened.close()


@pytest.fixture
def person(database: Database) -> str:
    return guest(database)


def guest(database: Database) -> str:
    return People(database, SystemClock(), SystemChance(), Passwords(CHEAP)).guest().id


def lesson(person: str, name: str = "lesson-1", plan: SchoolPlan = PLAN) -> LessonRow:
    ends = 600_000 if plan.exam else None
    return LessonRow(name, person, plan, 7, 0, f"token-{name}", "Ann Smith", FILED, ends=ends)


def graded(number: int, *, right: bool = True, said: str = "a", shown: bytes = b"{}") -> GradedItem:
    kind = PLAN.items[number - 1]
    return GradedItem(
        number, kind, shown, {"q": said}, right, b'{"why":1}', round=kind == "order"
    )  # fmt: skip


def answer(
    school: School, row: LessonRow, number: int, at: int, *, right: bool = True
) -> LessonRow:
    school.show(row, number, PLAN.items[number - 1], b"{}", at - 1_000)
    return school.answer(row, graded(number, right=right), at)[0]


def refused(call: Any, *given: Any) -> str:  # Any: any call of the store
    with pytest.raises(SchoolRefused) as raised:
        call(*given)
    assert "\n" not in raised.value.text
    return raised.value.reason


# -- lessons --------------------------------------------------------------------------------------


def test_a_lesson_is_read_as_it_was_written(database: Database, person: str) -> None:
    school = School(database)
    row = school.add(lesson(person, plan=EXAM))

    assert school.lesson(person, row.id, 5) == row
    assert school.lesson(guest(database), row.id, 5) is None
    assert school.shared(row.token, 5) is None
    assert text_hash(row.submission or "") == text_hash(FILED)


def test_every_answer_counts_by_kind_day_and_pace(database: Database, person: str) -> None:
    school = School(database)
    row = school.add(lesson(person))

    answer(school, row, 1, DAY_MS + 5_000)
    answer(school, row, 2, DAY_MS + 9_000, right=False)
    done = answer(school, row, 3, 2 * DAY_MS)

    assert (done.finished, done.passed, done.right) == (2 * DAY_MS, None, 2)
    assert done.score == {
        "hands": KindScore(2, 1, 2_000),
        "order": KindScore(1, 1, 1_000, 1, 1_000),
    }
    assert [(one.kind, one.day, one.score) for one in school.days(person)] == [
        ("order", 2, done.score["order"]),
        ("hands", 1, done.score["hands"]),
    ]
    assert school.shared(row.token, 5) == done
    assert [one.right for one in school.items(row)] == [True, False, True]


def test_an_answer_from_many_windows_at_once_is_kept_once(database: Database, person: str) -> None:
    school = School(database)
    row = school.add(lesson(person))
    school.show(row, 1, "hands", b"{}", 0)
    found: list[Any] = []
    ready = threading.Barrier(WINDOWS)

    def window(number: int) -> None:
        ready.wait(WAIT_S_MAX)
        said = graded(1, right=number % 2 == 0, said=str(number))
        found.append(school.answer(row, said, 500)[1])

    threads = [threading.Thread(target=window, args=(n,)) for n in range(WINDOWS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WAIT_S_MAX)

    assert len(found) == WINDOWS
    assert len({one.answer["q"] for one in found}) == 1  # everybody gets the first one's verdict
    (day,) = school.days(person)
    assert day.score.answered == 1
    assert day.score.right == found[0].right


def test_what_is_refused_changes_nothing(database: Database, person: str) -> None:
    school = School(database)
    row = school.add(lesson(person))
    answer(school, row, 1, 5_000)

    assert refused(school.answer, row, graded(2), 6_000) == "out-of-order"  # never shown
    school.show(row, 2, "hands", b"{}", 6_000)
    assert refused(school.answer, row, graded(3), 6_000) == "out-of-order"
    assert refused(school.answer, row, graded(2, shown=b"[]"), 6_000) == "drawn-again"
    assert school.items(row)[1].shown == b"[]"
    school.finish(row, 7_000)
    assert refused(school.answer, row, graded(2, shown=b"[]"), 8_000) == "finished"
    again, item = school.answer(row, graded(1, right=False, said="b"), 9_000)

    assert (item.answer, item.right, again.answered) == ({"q": "a"}, True, 1)
    assert [one.score.answered for one in school.days(person)] == [1]


def test_after_the_time_the_answers_before_it_stand(database: Database, person: str) -> None:
    school = School(database)
    row = school.add(lesson(person, plan=EXAM))
    for number in (1, 2):
        answer(school, row, number, 60_000 * number)
    school.show(row, 3, "order", b"{}", 500_000)

    late = refused(school.answer, row, graded(3), 600_001)
    found = school.lesson(person, row.id, 600_002)

    assert late == "time-over"
    assert found is not None
    assert (found.finished, found.passed, found.right) == (600_000, True, 2)  # 67 % of three
    assert school.shared(row.token, 700_000) == found


def test_a_pause_is_no_pace_and_a_browser_may_only_shorten_the_time(
    database: Database, person: str
) -> None:
    school = School(database)
    row = school.add(lesson(person))
    spent = []
    for number, ms in ((1, None), (2, 900), (3, 10**9)):
        school.show(row, number, PLAN.items[number - 1], b"{}", 0)
        one = replace(graded(number), ms=ms)
        spent.append(school.answer(row, one, 2 * ITEM_MS_MAX)[1].ms)

    assert spent == [ITEM_MS_MAX, 900, ITEM_MS_MAX]


def test_only_the_latest_lessons_are_kept(
    database: Database, person: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(school_store, "LESSONS_MAX", 2)
    school = School(database)
    school.add(lesson(person, "exam", EXAM))
    for number in range(4):
        one = school.add(replace(lesson(person, f"lesson-{number}"), created=10 + number))
        answer(school, one, 1, 1_000)

    kept = [one.id for one in school.lessons(person, 5)]

    assert kept == ["lesson-3", "lesson-2", "exam"]
    with database.begin() as connection:
        items = connection.execute(select(func.count()).select_from(LESSON_ITEMS)).scalar_one()
    assert items == 2


# -- classes --------------------------------------------------------------------------------------


def class_of(database: Database, name: str = "class-1") -> ClassRow:
    row = ClassRow(name, guest(database), "Evening class", f"CODE{name}", 1)
    return Classes(database).add(row)


def assigned(database: Database, class_: ClassRow, name: str = "assigned-1") -> AssignmentRow:
    row = AssignmentRow(name, class_.id, "Week 1", EXAM, FILED, 900_000, 2)
    return Classes(database).assign(row)


def test_a_class_shows_its_teacher_what_its_members_did(database: Database, person: str) -> None:
    classes, school = Classes(database), School(database)
    own, other = class_of(database), class_of(database, "class-2")
    task = assigned(database, own)
    joined = classes.join(person, own.code, 5)
    classes.join(person, own.code, 6)
    row = school.add(replace(lesson(person, plan=EXAM), assignment=task.id))
    second = school.add(replace(lesson(person, "lesson-2", EXAM), assignment=task.id))
    school.add(lesson(person, "practice"))

    assert (joined, second) == (own, row)  # one of each assignment
    assert [one.person for one in classes.members(own.id)] == [person]
    assert [one.id for one in classes.results(own.id, 5)] == [row.id]
    assert classes.results(other.id, 5) == ()
    assert classes.assigned_to(person, task.id) == task
    assert classes.assigned_to(other.teacher, task.id) is None
    assert classes.joined(person) == (own,)
    assert classes.taught(own.teacher) == (own,)
    assert refused(classes.of_teacher, other.teacher, own.id) == "no-such-class"
    assert refused(classes.join, person, "WRONG", 5) == "no-such-code"


def test_what_a_trainee_did_outlives_the_class(database: Database, person: str) -> None:
    classes, school = Classes(database), School(database)
    own = class_of(database)
    tasks = [assigned(database, own, f"assigned-{n}") for n in range(2)]
    classes.join(person, own.code, 5)
    for n, task in enumerate(tasks):
        school.add(replace(lesson(person, f"lesson-{n}", EXAM), assignment=task.id))

    classes.take_back(own, tasks[0].id)
    late = replace(lesson(person, "late", EXAM), assignment=tasks[0].id)
    assert refused(school.add, late) == "no-such-assignment"
    assert refused(classes.take_back, own, tasks[0].id) == "no-such-assignment"
    assert len(classes.results(own.id, 5)) == 1
    changed = classes.change_code(own, "OTHER")
    assert refused(classes.join, guest(database), own.code, 6) == "no-such-code"
    classes.join(guest(database), changed.code, 6)
    classes.leave(person, own.id)
    assert classes.results(own.id, 5) == ()
    assert refused(classes.leave, person, own.id) == "no-such-class"
    classes.remove(own)

    assert [one.assignment for one in school.lessons(person, 5)] == [None, None]
    assert refused(classes.assign, tasks[0]) == "no-such-class"


def test_classes_members_and_assignments_are_bounded(
    database: Database, person: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CLASSES_MAX", "MEMBERS_MAX", "ASSIGNMENTS_MAX", "JOINED_MAX"):
        monkeypatch.setattr(classes_store, name, 1)
    classes = Classes(database)
    own, other = class_of(database), class_of(database, "class-2")
    task = assigned(database, own)
    classes.join(person, own.code, 5)

    assert refused(classes.add, replace(own, id="more", code="MORE")) == "too-many"
    assert refused(classes.join, guest(database), own.code, 5) == "too-many"
    assert refused(classes.join, person, other.code, 5) == "too-many"
    assert refused(classes.assign, replace(task, id="more")) == "too-many"


# -- the end --------------------------------------------------------------------------------------


def test_a_guest_s_school_moves_to_an_account(database: Database) -> None:
    classes, school = Classes(database), School(database)
    zoe, ann = guest(database), guest(database)
    own, other = class_of(database), class_of(database, "class-2")
    task = assigned(database, own)
    for one in (zoe, ann):
        classes.join(one, own.code, 5)
        row = school.add(replace(lesson(one, f"of-{one}", EXAM), assignment=task.id))
        answer(school, row, 1, 2_000)
    classes.join(zoe, other.code, 5)

    school.move(zoe, ann)

    mine = {one.id: one.assignment for one in school.lessons(ann, 5)}
    assert mine == {f"of-{zoe}": None, f"of-{ann}": task.id}
    (day,) = school.days(ann)
    assert day.score == KindScore(2, 2, 2_000)
    assert {one.id for one in classes.joined(ann)} == {own.id, other.id}
    assert (school.lessons(zoe, 5), school.days(zoe), classes.joined(zoe)) == ((), (), ())


def test_nothing_is_left_of_a_person_who_is_forgotten(database: Database, person: str) -> None:
    classes, school = Classes(database), School(database)
    own = class_of(database)
    for one in (person, own.teacher):
        classes.join(one, own.code, 5)
        answer(school, school.add(lesson(one, f"of-{one}")), 1, 2_000)

    school.forget(person)

    with database.begin() as connection:
        for table in (LESSONS, SCHOOL_TOTALS, MEMBERS):
            mine = select(func.count()).where(table.c.person == person)
            assert connection.execute(mine).scalar_one() == 0
        assert connection.execute(select(func.count()).select_from(LESSON_ITEMS)).scalar_one() == 1
    assert classes.taught(own.teacher) == (own,)


# -- earlier versions -----------------------------------------------------------------------------


def test_a_database_of_version_4_opens_with_everything(tmp_path: Path) -> None:
    for name in ("house.db", "house-people.db"):
        (tmp_path / name).write_bytes(lzma.decompress((OLD / f"{name}.xz").read_bytes()))
    where = str(tmp_path / "house.db")

    with Served(quick(where)) as served, served.visitor() as ann:
        signed = ann.post("/api/sessions", {"name": TOLD["account"], "password": PASSWORD})
        me, progress = ann.me(), ann.get("/api/train/progress").json()
        shared = ann.get(f"/api/train/shared/{TOLD['token']}")
        person = served.services.people.by_name(TOLD["account"])
        assert person is not None
        school = School(served.services.database)
        school.add(lesson(person.id))
        begun = school.lessons(person.id, 5)

    assert signed.status_code == 201, signed.text
    assert (me["roles"], me["purse"]) == (TOLD["roles"], TOLD["purses"][TOLD["account"]])
    assert progress["kinds"] == TOLD["progress"]["kinds"]
    assert [one["id"] for one in progress["drills"]] == TOLD["progress"]["drills"]
    assert (shared.status_code, len(begun)) == (200, 1)
    with closing(sqlite3.connect(tmp_path / "house-people.db")) as store:
        assert store.execute("SELECT version FROM house_version").fetchone() == (VERSION,)


def test_a_postgres_of_version_4_gets_the_tables(postgres_url: str) -> None:
    open_journal(postgres_url).close()
    with closing(open_database(postgres_url)) as made, made.begin() as connection:
        ann = People(made, SystemClock(), SystemChance(), Passwords(CHEAP)).guest()
        for name in ("items", "lessons", "totals", "members", "assignments", "classes"):
            connection.execute(text(f"DROP TABLE school_{name}"))
        connection.execute(text("UPDATE house_version SET version = 4"))

    with closing(open_database(postgres_url)) as opened:
        row = School(opened).add(lesson(ann.id))
        with opened.begin() as connection:
            (version,) = connection.execute(text("SELECT version FROM house_version")).one()

        assert School(opened).lessons(ann.id, 5) == (row,)
        assert version == VERSION
