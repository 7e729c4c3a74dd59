"""Mistakes of learners in the database, inside the transaction of the answer that makes them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from pitboss.cards import cards_text
from pitboss.coach.mistakes import MistakeSchedule, reviewed
from pitboss.coach.training import Grade, TrainingSpot
from pitboss.server.store.schema import MISTAKES, MISTAKES_KEPT
from pitboss.server.store.training_rows import (
    DrillRow,
    MistakeRow,
    PlayedMistake,
    game_text,
    read_game,
)
from pitboss.table import RulesChoice

MISTAKES_MAX: Final = 300  # of one person; the one that comes back last goes when there are more


def are_kept(connection: Connection, person: str) -> bool:
    """Return whether a person has their mistakes kept."""
    return _kept_since(connection, person) is not None


def _kept_since(connection: Connection, person: str) -> int | None:
    mine = select(MISTAKES_KEPT.c.since).where(MISTAKES_KEPT.c.person == person)
    return connection.execute(mine).scalar()


def keep(connection: Connection, person: str, now: int, *, enabled: bool) -> None:
    """Keep a person's mistakes from now on, or no longer."""
    if are_kept(connection, person) == enabled:
        return
    if enabled:
        connection.execute(insert(MISTAKES_KEPT).values(person=person, since=now))
    else:
        connection.execute(delete(MISTAKES_KEPT).where(MISTAKES_KEPT.c.person == person))


def of_person(connection: Connection, person: str) -> tuple[MistakeRow, ...]:
    """List the mistakes of a person, the next due first."""
    mine = select(MISTAKES).where(MISTAKES.c.person == person)
    ordered = mine.order_by(MISTAKES.c.due, MISTAKES.c.game, MISTAKES.c.pattern)
    return tuple(map(_mistake, connection.execute(ordered)))


def note(connection: Connection, row: DrillRow, spot: TrainingSpot, found: Grade, now: int) -> None:
    """Schedule the pattern of an answered spot, for people who have their mistakes kept.

    A wrong answer makes a card, or counts against it. A right one counts where the card is due.
    """
    wrong = not found.right and found.lost > 0
    if not spot.pattern or not (wrong or found.right) or not are_kept(connection, row.person):
        return
    cards = cards_text((*spot.hole, *spot.board))
    _schedule(connection, row.person, row.game, spot.pattern, cards, now, right=not wrong)


def note_played(
    connection: Connection, person: str, wrong: Iterable[PlayedMistake], at: int
) -> None:
    """Schedule mistakes of a person in a hand played at this time.

    Hands from before the person had mistakes kept do not count.
    """
    since = _kept_since(connection, person)
    if since is None or at < since:
        return
    for one in wrong:
        _schedule(connection, person, one.game, one.pattern, one.cards, at, right=False)


def _schedule(
    connection: Connection,
    person: str,
    game: RulesChoice,
    pattern: str,
    cards: str,
    now: int,
    *,
    right: bool,
) -> None:
    """Review the card of a pattern, or make it for a wrong answer."""
    text = game_text(game)
    mine = (MISTAKES.c.person == person, MISTAKES.c.game == text, MISTAKES.c.pattern == pattern)
    before = connection.execute(select(MISTAKES).where(*mine)).first()
    known = None if before is None else _mistake(before)
    if right and (known is None or known.schedule.due > now):
        return
    schedule = MistakeSchedule(due=now) if known is None else known.schedule
    at = max(now, schedule.last or 0)  # hands are priced after drills that were answered later
    values = {
        **asdict(reviewed(schedule, at, right=right)),
        "cards": cards,
        "wrong": (known.wrong if known else 0) + (not right),
        "correct": (known.right if known else 0) + right,
    }
    if known is not None:
        connection.execute(update(MISTAKES).where(*mine).values(values))
        return
    key = {"person": person, "game": text, "pattern": pattern}
    connection.execute(insert(MISTAKES).values(**key, **values))
    drop_last(connection, person)


def drop_last(connection: Connection, person: str) -> None:
    """Delete the mistakes above the limit, those that come back last."""
    mine = MISTAKES.c.person == person
    count = connection.execute(select(func.count()).select_from(MISTAKES).where(mine)).scalar_one()
    if count <= MISTAKES_MAX:
        return
    last = select(MISTAKES.c.game, MISTAKES.c.pattern).where(mine).order_by(MISTAKES.c.due.desc())
    for game, pattern in connection.execute(last.limit(count - MISTAKES_MAX)).all():
        gone = (MISTAKES.c.game == game) & (MISTAKES.c.pattern == pattern)
        connection.execute(delete(MISTAKES).where(mine, gone))


def _mistake(found: Row[Any]) -> MistakeRow:  # Any: a row of several types
    return MistakeRow(
        game=read_game(found.game),
        pattern=found.pattern,
        cards=found.cards,
        wrong=found.wrong,
        right=found.correct,
        schedule=MistakeSchedule(
            due=found.due,
            state=found.state,
            step=found.step,
            stability=found.stability,
            difficulty=found.difficulty,
            last=found.last,
        ),
    )
