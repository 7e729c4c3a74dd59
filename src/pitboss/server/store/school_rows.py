"""Rows of the school's tables as frozen values, and their parts as text and bytes."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Final

import msgspec

from pitboss.coach.school.stakes import SchoolLevel
from pitboss.table import RulesChoice

PART_BYTES_MAX: Final = 1_000_000  # of one compressed part, once it is decompressed


@dataclass(frozen=True, slots=True)
class SchoolPlan:
    """What a lesson, an examination or an assignment asks.

    `weights` say how often each kind comes; `items` is the kind of every exercise in order, empty
    for an assignment, which each person draws for themselves. `minutes` and `pass_percent` belong
    to an examination. `operator` and `sha256` are those of a submission.
    """

    game: RulesChoice
    weights: Mapping[str, int]
    level: SchoolLevel
    count: int
    exam: bool = False
    minutes: int = 0
    pass_percent: int = 0
    operator: str = ""
    sha256: str = ""
    items: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KindScore:
    """The answers of one kind: how many, how many right, in what time."""

    answered: int = 0
    right: int = 0
    ms: int = 0
    rounds: int = 0
    rounds_ms: int = 0

    def plus(self, other: KindScore) -> KindScore:
        """Add two scores up."""
        return KindScore(
            self.answered + other.answered,
            self.right + other.right,
            self.ms + other.ms,
            self.rounds + other.rounds,
            self.rounds_ms + other.rounds_ms,
        )


@dataclass(frozen=True, slots=True)
class LessonRow:
    """A lesson or an examination of one person. `ends`: no answer is taken after it."""

    id: str
    person: str
    plan: SchoolPlan
    seed: int
    created: int
    token: str
    candidate: str = ""
    submission: str | None = None
    assignment: str | None = None
    ends: int | None = None
    finished: int | None = None
    passed: bool | None = None
    score: Mapping[str, KindScore] = field(default_factory=dict)

    @property
    def answered(self) -> int:
        return sum(one.answered for one in self.score.values())

    @property
    def right(self) -> int:
        return sum(one.right for one in self.score.values())

    @property
    def whole(self) -> KindScore:
        """Return the score of all kinds together."""
        total = KindScore()
        for one in self.score.values():
            total = total.plus(one)
        return total

    def counted(self, kind: str, one: KindScore) -> LessonRow:
        """Add an answer to the score of its kind."""
        return replace(
            self, score={**self.score, kind: self.score.get(kind, KindScore()).plus(one)}
        )


@dataclass(frozen=True, slots=True)
class ItemRow:
    """An exercise that was shown; what follows `shown_at` is None until it is answered."""

    number: int
    kind: str
    shown: bytes
    shown_at: int
    answer: Mapping[str, str] | None = None
    right: bool | None = None
    ms: int | None = None
    verdict: bytes | None = None


@dataclass(frozen=True, slots=True)
class GradedItem:
    """An answer and what came of it, to be kept; `round` where a whole round was paid."""

    number: int
    kind: str
    shown: bytes
    answer: Mapping[str, str]
    right: bool
    verdict: bytes
    ms: int | None = None
    round: bool = False


@dataclass(frozen=True, slots=True)
class SchoolDay:
    """The answers of a person in one kind on one day."""

    kind: str
    day: int
    score: KindScore


@dataclass(frozen=True, slots=True)
class ClassRow:
    """A class of one teacher."""

    id: str
    teacher: str
    title: str
    code: str
    created: int


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member of a class, by the name they have now."""

    person: str
    name: str
    joined: int


@dataclass(frozen=True, slots=True)
class AssignmentRow:
    """What a class is asked to do until the deadline."""

    id: str
    class_: str
    title: str
    plan: SchoolPlan
    submission: str | None
    deadline: int
    created: int


def text_hash(text: str) -> str:
    """Return the SHA-256 of a submission as it was written.

    >>> text_hash("")[:8]
    'e3b0c442'
    """
    return sha256(text.encode()).hexdigest()


def plan_text(plan: SchoolPlan) -> str:
    """Write a plan for the database."""
    return msgspec.json.encode(plan).decode()


def read_plan(text: str) -> SchoolPlan:
    """Read a plan."""
    return msgspec.json.decode(text, type=SchoolPlan)


def scores_text(score: Mapping[str, KindScore]) -> str:
    """Write the scores of a lesson for the database."""
    return msgspec.json.encode(score).decode()


def read_scores(text: str) -> dict[str, KindScore]:
    """Read the scores of a lesson."""
    return msgspec.json.decode(text, type=dict[str, KindScore])


def fields_text(answer: Mapping[str, str]) -> str:
    """Write an answer for the database."""
    return msgspec.json.encode(answer).decode()


def read_fields(text: str | None) -> dict[str, str] | None:
    """Read an answer."""
    return None if text is None else msgspec.json.decode(text, type=dict[str, str])


def packed(data: bytes) -> bytes:
    """Compress a part for the database."""
    return zlib.compress(data)


def unpacked(data: bytes) -> bytes:
    """Decompress a part, up to PART_BYTES_MAX."""
    return zlib.decompressobj().decompress(bytes(data), PART_BYTES_MAX)


def packed_text(text: str | None) -> bytes | None:
    """Compress a submission for the database."""
    return None if text is None else packed(text.encode())


def unpacked_text(data: bytes | None) -> str | None:
    """Decompress a submission."""
    return None if data is None else unpacked(data).decode()
