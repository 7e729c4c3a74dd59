"""Trainees and teachers for tests of the dealer school: lessons over HTTP, right answers beside."""

from __future__ import annotations

from typing import Any

import httpx
from sqlalchemy import select

from pitboss.coach.school.exercise import Exercise, perfect_answers
from pitboss.server.api.school_draw import exercise_of
from pitboss.server.store.school_rows import LessonRow
from pitboss.server.store.school_schema import LESSONS
from tests.server.serving import Served, Visitor

Json = dict[str, Any]  # Any: JSON


def begun(visitor: Visitor, **asked: object) -> Json:
    """Start a lesson."""
    return must(visitor.post("/api/school/lessons", asked), 201)


def examined(visitor: Visitor, **asked: object) -> Json:
    """Start an examination."""
    return must(visitor.post("/api/school/examinations", asked), 201)


def must(answer: httpx.Response, status: int = 200) -> Json:
    """Check the status of an answer, and return it."""
    assert answer.status_code == status, answer.text
    found: Json = answer.json()
    return found


def lesson_row(served: Served, id_: str) -> LessonRow:
    """Look a lesson up behind the server's back."""
    services = served.services
    with services.database.begin() as connection:
        owner = connection.execute(select(LESSONS.c.person).where(LESSONS.c.id == id_)).scalar_one()
    row = services.school.lesson(owner, id_, services.clock.now())
    assert row is not None
    return row


def exercise_in(served: Served, id_: str, number: int) -> Exercise:
    """Draw an exercise of a lesson with its key."""
    return exercise_of(lesson_row(served, id_), number)


def sent(visitor: Visitor, id_: str, number: int, answers: dict[str, str]) -> httpx.Response:
    """Send an answer."""
    body = {"number": number, "answers": answers}
    return visitor.post(f"/api/school/lessons/{id_}/answers", body)


def answered_right(served: Served, visitor: Visitor, lesson: Json) -> Json:
    """Answer every exercise that is left of a lesson without a mistake, and return its end."""
    while lesson["exercise"] is not None:
        number = lesson["exercise"]["number"]
        right = perfect_answers(exercise_in(served, lesson["id"], number))
        lesson = must(sent(visitor, lesson["id"], number, right))["lesson"]
    return lesson


def made_teacher(served: Served, visitor: Visitor) -> None:
    """Give a visitor the role of a teacher."""
    person = served.services.people.by_name(visitor.me()["name"])
    assert person is not None
    served.services.people.give_roles(person.id, ("teacher",))


def made_class(visitor: Visitor, title: str = "Evening class") -> Json:
    """Make a class."""
    return must(visitor.post("/api/school/classes", {"title": title}), 201)


def assigned(visitor: Visitor, class_: Json, **asked: object) -> Json:
    """Give a class something to do, and return the assignment."""
    path = f"/api/school/classes/{class_['id']}/assignments"
    found = must(visitor.post(path, {"title": "Week 1", **asked}), 201)
    return max(found["assignments"], key=lambda one: one["created"])
