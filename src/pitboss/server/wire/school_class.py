"""Classes of the dealer school: a code to join by, assignments, results; no e-mail anywhere."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from pitboss.server.wire.ask import PLAIN
from pitboss.server.wire.school import (
    ExerciseCount,
    LessonAsked,
    LessonLine,
    Minutes,
    Percent,
    SubmissionText,
    Weights,
)
from pitboss.server.wire.words import SchoolLevel

TITLE_MAX = 60
DEADLINE_DAYS_MAX = 400
_Title = Annotated[str, Meta(min_length=1, max_length=TITLE_MAX, pattern=PLAIN)]


class MakeClass(Struct, frozen=True, forbid_unknown_fields=True):
    """Make a class; you are its teacher."""

    title: _Title


class JoinClass(Struct, frozen=True, forbid_unknown_fields=True):
    """Join the class that has this code; small letters and hyphens are read as well."""

    code: Annotated[str, Meta(min_length=1, max_length=40, pattern=PLAIN)]


class Assign(Struct, frozen=True, forbid_unknown_fields=True):
    """Give a class something to do until `deadline`: practice, or with `exam` an examination.

    No `weights`: all kinds alike for practice, the usual plan for an examination. `submission` is
    the house's own file as text, in place of `rules`.
    """

    title: _Title
    deadline: Annotated[int, Meta(ge=0, le=2**53)]
    exam: bool = False
    weights: Weights = {}
    level: SchoolLevel = "medium"
    count: ExerciseCount = 20
    minutes: Minutes = 30
    pass_percent: Percent = 80
    rules: Annotated[str, Meta(max_length=40, pattern=PLAIN)] = "maryland"
    submission: SubmissionText = ""


class AssignmentCard(LessonAsked, frozen=True, kw_only=True):
    """An assignment; `mine` is what you have begun of it, for a trainee. `over`: it is too late."""

    id: str
    name: str
    deadline: int
    over: bool
    created: int
    mine: LessonLine | None


class ClassCard(Struct, frozen=True, kw_only=True):
    """A class in a list of its teacher."""

    id: str
    title: str
    code: str
    created: int
    members: int
    assignments: int


class AttendedClass(Struct, frozen=True, kw_only=True):
    """A class that you have joined, with all there is to do."""

    id: str
    title: str
    teacher: str
    assignments: tuple[AssignmentCard, ...]


class MyClasses(Struct, frozen=True):
    """Classes that you teach, and classes that you have joined."""

    teaching: tuple[ClassCard, ...]
    attending: tuple[AttendedClass, ...]


class ClassMember(Struct, frozen=True):
    """A member of a class."""

    name: str
    joined: int


class ClassResult(Struct, frozen=True, kw_only=True):
    """What a member has begun or finished of an assignment; `candidate` is the name they gave."""

    member: str
    candidate: str
    assignment: str
    finished: int | None
    lesson: LessonLine


class TaughtClass(Struct, frozen=True, kw_only=True):
    """A class as its teacher sees it."""

    id: str
    title: str
    code: str
    created: int
    members: tuple[ClassMember, ...]
    assignments: tuple[AssignmentCard, ...]
    results: tuple[ClassResult, ...]
