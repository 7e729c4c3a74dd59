"""When a learner's mistake comes back: spaced repetition by FSRS, a card for each pattern.

An answer is right or wrong, so two of FSRS's four ratings are used. Nothing is drawn: the same
answers at the same times give the same dates.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from fsrs import Card as FsrsCard
from fsrs import Rating, Scheduler, State

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_SCHEDULER: Final = Scheduler(enable_fuzzing=False)


@dataclass(frozen=True, slots=True)
class MistakeSchedule:
    """How well a pattern is known, in the terms of FSRS; times are milliseconds since 1970."""

    due: int
    state: int = State.Learning.value
    step: int | None = 0
    stability: float | None = None
    difficulty: float | None = None
    last: int | None = None


def reviewed(schedule: MistakeSchedule, at: int, *, right: bool) -> MistakeSchedule:
    """Return the schedule after an answer at this time.

    >>> wrong = reviewed(MistakeSchedule(due=0), 0, right=False)
    >>> wrong.due, reviewed(reviewed(wrong, 60_000, right=True), 660_000, right=True).due
    (60000, 87060000)
    """
    card = FsrsCard(
        card_id=1,  # without one the library waits for a new number
        state=State(schedule.state),
        step=schedule.step,
        stability=schedule.stability,
        difficulty=schedule.difficulty,
        due=_time(schedule.due),
        last_review=None if schedule.last is None else _time(schedule.last),
    )
    rating = Rating.Good if right else Rating.Again
    found, _ = _SCHEDULER.review_card(card, rating, _time(at))
    return MistakeSchedule(
        due=_milliseconds(found.due),
        state=found.state.value,
        step=found.step,
        stability=found.stability,
        difficulty=found.difficulty,
        last=at,
    )


def _time(milliseconds: int) -> datetime:
    return _EPOCH + timedelta(milliseconds=milliseconds)


def _milliseconds(time: datetime) -> int:
    return (time - _EPOCH) // timedelta(milliseconds=1)
