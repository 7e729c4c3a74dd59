"""Rows of the training tables as frozen values, and their parts as text and bytes."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import msgspec

from pitboss.coach.mistakes import MistakeSchedule
from pitboss.coach.training import (
    DrillKind,
    TrainingDrill,
    TrainingPlan,
    TrainingScore,
)
from pitboss.table import RulesChoice

DECODED_MAX: Final = 64  # drills whose spots are kept as objects; an examination has about 1 MB
SPOTS_BYTES_MAX: Final = 4_000_000  # of one drill, uncompressed
EMPTY_SCORE: Final = TrainingScore(0, 0, Fraction(0), None)


@dataclass(frozen=True, slots=True)
class DrillRow:
    """A drill of one person. `spots` is None until they are drawn; `day` only of a daily one."""

    id: str
    person: str
    kind: DrillKind
    game: RulesChoice
    strategy: str
    count: int
    closeness: str
    seed: int
    patterns: tuple[tuple[str, str], ...]
    day: int | None
    created: int
    finished: int | None
    token: str
    spots: bytes | None
    score: TrainingScore
    dead_count: int = 0  # cards seen elsewhere in each spot

    @property
    def plan(self) -> TrainingPlan:
        """The plan that its spots are drawn by."""
        closeness = Fraction(self.closeness) if self.closeness else None
        return TrainingPlan(
            kind=self.kind,
            count=self.count,
            closeness=closeness,
            strategy=self.strategy,
            seed=self.seed,
            patterns=self.patterns,
            dead_count=self.dead_count,
        )

    @property
    def drill(self) -> TrainingDrill | None:
        """Its spots; None until they are drawn."""
        return None if self.spots is None else decode_drill(self.spots)

    @property
    def blind(self) -> str:
        """The Blind paytable that was chosen; empty for the one played by default."""
        return blind_of(self.game)


@dataclass(frozen=True, slots=True)
class MistakeRow:
    """A pattern that a person got wrong; `cards` are those that were asked last."""

    game: RulesChoice
    pattern: str
    cards: str
    wrong: int
    right: int
    schedule: MistakeSchedule


@dataclass(frozen=True, slots=True)
class PlayedMistake:
    """A mistake in a played hand, under the rules as a drill names them."""

    game: RulesChoice
    pattern: str
    cards: str


@dataclass(frozen=True, slots=True)
class TotalsLine:
    """The answers of a person in one kind of drill and on one street."""

    kind: str
    street: str
    answered: int
    right: int
    cost: Fraction


@dataclass(frozen=True, slots=True)
class DayLine:
    """A daily drill that was finished."""

    day: int
    answered: int
    right: int
    cost: Fraction


def blind_of(game: RulesChoice) -> str:
    """Return the Blind paytable that options name, or an empty text."""
    return str(msgspec.json.decode(game.options, type=dict[str, Any]).get("blind", ""))


def encode_drill(drill: TrainingDrill) -> bytes:
    """Write the spots of a drill for the database."""
    return zlib.compress(_encode(drill))


@lru_cache(maxsize=DECODED_MAX)
def decode_drill(data: bytes) -> TrainingDrill:
    """Read the spots of a drill."""
    plain = zlib.decompressobj().decompress(data, SPOTS_BYTES_MAX)
    return msgspec.json.decode(plain, type=TrainingDrill, dec_hook=_fraction)


def score_text(score: TrainingScore) -> str:
    """Write a score for the database."""
    return _encode(score).decode()


def read_score(text: str) -> TrainingScore:
    """Read a score."""
    return msgspec.json.decode(text, type=TrainingScore, dec_hook=_fraction)


def game_text(game: RulesChoice) -> str:
    """Write a rule book, its edition and its options for the database."""
    return msgspec.json.encode([game.rules, game.edition, game.options]).decode()


def read_game(text: str) -> RulesChoice:
    """Read a rule book, its edition and its options."""
    return RulesChoice(*msgspec.json.decode(text, type=tuple[str, int, str]))


def answer_text(answer: tuple[str, ...]) -> str:
    """Write an answer for the database."""
    return msgspec.json.encode(answer).decode()


def read_answer_text(text: str) -> tuple[str, ...]:
    """Read an answer."""
    return msgspec.json.decode(text, type=tuple[str, ...])


def _encode(value: object) -> bytes:
    return msgspec.json.encode(value, enc_hook=_text)


def _text(value: object) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"{type(value)} cannot be written")


def _fraction(kind: type, value: object) -> Fraction:
    if kind is Fraction and isinstance(value, str):
        return Fraction(value)
    raise TypeError(f"{kind} cannot be read")
