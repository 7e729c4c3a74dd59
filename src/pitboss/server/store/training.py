"""Training in the database: drills, answers that stand for good, totals, days and mistakes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from pitboss.coach.training import (
    Grade,
    TrainingDrill,
    TrainingSpot,
    grade,
    next_spot,
    read_answer_to,
    training_score,
)
from pitboss.round import Broken
from pitboss.server.store import training_mistakes as mistakes
from pitboss.server.store.database import Database
from pitboss.server.store.schema import (
    DRILL_ANSWERS,
    DRILL_DAYS,
    DRILL_TOTALS,
    DRILLS,
    MISTAKES,
    MISTAKES_KEPT,
)
from pitboss.server.store.training_move import move_training
from pitboss.server.store.training_rows import (
    DayLine,
    DrillRow,
    MistakeRow,
    TotalsLine,
    answer_text,
    encode_drill,
    game_text,
    read_answer_text,
    read_game,
    read_score,
    score_text,
)
from pitboss.table import RulesChoice

DRILLS_MAX: Final = 100  # of one person; the oldest goes when there would be more
TRIES: Final = 3  # of a transaction that another one of the same person gets in the way of
DAYS_SHOWN: Final = 400  # daily drills that are read: more than a year in a row


class TrainingRefused(Exception):
    """An answer that is not taken: a public reason and one line; nothing was changed."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason
        self.text = text


class Training:
    """Drills, answers and mistakes of all people. Calls block: not for the event loop's thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- drills -----------------------------------------------------------------------------------

    def add(self, row: DrillRow) -> DrillRow:
        """Add a drill and return it; of a day that has one already, return that one."""
        try:
            with self._database.begin() as connection:
                connection.execute(insert(DRILLS).values(_values(row)))
                _drop_oldest(connection, row.person)
        except IntegrityError:  # the same day in another window
            found = None if row.day is None else self.of_day(row.person, row.day)
            if found is None:
                raise
            return found
        return row

    def drill(self, person: str, id_: str) -> DrillRow | None:
        """Find a drill of this person; None for another's too."""
        return self._one(DRILLS.c.id == id_, DRILLS.c.person == person)

    def of_day(self, person: str, day: int) -> DrillRow | None:
        """Find the daily drill of a person."""
        return self._one(DRILLS.c.person == person, DRILLS.c.day == day)

    def shared(self, token: str) -> DrillRow | None:
        """Find a finished drill by the token of its link."""
        return self._one(DRILLS.c.token == token, DRILLS.c.finished.is_not(None))

    def drills(self, person: str, limit: int = DRILLS_MAX) -> tuple[DrillRow, ...]:
        """List the drills of a person, the latest first."""
        mine = select(DRILLS).where(DRILLS.c.person == person)
        ordered = mine.order_by(DRILLS.c.created.desc(), DRILLS.c.id)
        with self._database.begin() as connection:
            return tuple(map(_row, connection.execute(ordered.limit(limit))))

    def fill(self, row: DrillRow, drill: TrainingDrill) -> DrillRow:
        """Keep the spots of a drill that had none; those that came first stand."""
        mine = (DRILLS.c.id == row.id) & DRILLS.c.spots.is_(None)
        with self._database.begin() as connection:
            connection.execute(update(DRILLS).where(mine).values(spots=encode_drill(drill)))
        return self.drill(row.person, row.id) or row

    def remove(self, row: DrillRow) -> None:
        """Remove a drill and its answers."""
        with self._database.begin() as connection:
            _remove(connection, [row.id])

    def answers(self, row: DrillRow) -> dict[int, tuple[str, ...]]:
        """Return the answers of a drill by number."""
        with self._database.begin() as connection:
            return _answers(connection, row.id)

    def _one(self, *where: Any) -> DrillRow | None:  # Any: conditions of SQLAlchemy
        with self._database.begin() as connection:
            found = connection.execute(select(DRILLS).where(*where)).first()
        return None if found is None else _row(found)

    # -- answers ----------------------------------------------------------------------------------

    def answer(
        self, row: DrillRow, number: int, answer: tuple[str, ...], now: int
    ) -> tuple[DrillRow, Grade]:
        """Grade the answer to the spot that is asked now, and keep it.

        The same answer again is graded again and changes nothing. Raises `AnswerError` for one
        that the spot does not take, and `TrainingRefused` for another answer to an answered spot,
        or for a spot that is not asked now.
        """
        drill = row.drill
        if drill is None:
            raise TrainingRefused("not-yet", "the spots are not drawn yet; ask for the drill first")
        for _ in range(TRIES - 1):
            try:
                return self._answer(row, drill, number, answer, now)
            except IntegrityError:  # an answer at the same moment in another window
                continue
        return self._answer(row, drill, number, answer, now)

    def _answer(
        self, row: DrillRow, drill: TrainingDrill, number: int, answer: tuple[str, ...], now: int
    ) -> tuple[DrillRow, Grade]:
        with self._database.begin() as connection:
            answers, spot = _answers(connection, row.id), drill.spot(number)
            if spot is not None and number in answers:
                found = connection.execute(select(DRILLS).where(DRILLS.c.id == row.id)).one()
                return _row(found), _again(spot, answers[number], answer)
            asked = next_spot(drill, answers)
            if asked is None:
                raise TrainingRefused("finished", "this drill is finished; start another")
            if asked.number != number:
                text = f"spot {number} is not asked now; answer spot {asked.number} first"
                raise TrainingRefused("out-of-order", text)
            given = read_answer_to(asked, answer)
            return _keep(connection, row, drill, {**answers, number: given}, now)

    # -- progress ---------------------------------------------------------------------------------

    def totals(self, person: str) -> tuple[TotalsLine, ...]:
        """List what a person's answers add up to, by kind of drill and street."""
        mine = select(DRILL_TOTALS).where(DRILL_TOTALS.c.person == person)
        with self._database.begin() as connection:
            rows = connection.execute(mine.order_by(DRILL_TOTALS.c.kind, DRILL_TOTALS.c.street))
            return tuple(
                TotalsLine(r.kind, r.street, r.answered, r.correct, Fraction(r.cost)) for r in rows
            )

    def days(self, person: str) -> tuple[DayLine, ...]:
        """List the daily drills that a person has finished, the latest first."""
        mine = select(DRILL_DAYS).where(DRILL_DAYS.c.person == person)
        with self._database.begin() as connection:
            rows = connection.execute(mine.order_by(DRILL_DAYS.c.day.desc()).limit(DAYS_SHOWN))
            return tuple(DayLine(r.day, r.answered, r.correct, Fraction(r.cost)) for r in rows)

    # -- mistakes ---------------------------------------------------------------------------------

    def keeps_mistakes(self, person: str) -> bool:
        """Return whether a person has their mistakes kept."""
        with self._database.begin() as connection:
            return mistakes.are_kept(connection, person)

    def keep_mistakes(self, person: str, now: int, *, enabled: bool) -> None:
        """Keep a person's mistakes from now on, or no longer; those that are there stay."""
        with self._database.begin() as connection:
            mistakes.keep(connection, person, now, enabled=enabled)

    def mistakes(self, person: str) -> tuple[MistakeRow, ...]:
        """List the mistakes of a person, the next due first."""
        with self._database.begin() as connection:
            return mistakes.of_person(connection, person)

    def right_patterns(self, person: str, game: RulesChoice, limit: int) -> tuple[str, ...]:
        """List patterns of spots that a person was right at lately, in a game; each once."""
        found: dict[str, None] = {}
        for row in self.drills(person, limit):
            drill = row.drill if row.game == game else None
            if drill is None:
                continue
            answers = self.answers(row)
            for spot in drill.spots:
                if spot.pattern and answers.get(spot.number) == (spot.best,):
                    found.setdefault(spot.pattern)
        return tuple(found)

    # -- the end ----------------------------------------------------------------------------------

    def move(self, guest: str, account: str) -> None:
        """Give everything that a guest has practised to an account, all or nothing."""
        with self._database.begin() as connection:
            move_training(connection, guest, account)
            _drop_oldest(connection, account)
            mistakes.drop_last(connection, account)

    def forget(self, person: str) -> None:
        """Delete everything that is kept here of a person."""
        with self._database.begin() as connection:
            ids = select(DRILLS.c.id).where(DRILLS.c.person == person)
            connection.execute(delete(DRILL_ANSWERS).where(DRILL_ANSWERS.c.drill.in_(ids)))
            for table in (DRILLS, DRILL_TOTALS, DRILL_DAYS, MISTAKES, MISTAKES_KEPT):
                connection.execute(delete(table).where(table.c.person == person))


def _keep(
    connection: Connection,
    row: DrillRow,
    drill: TrainingDrill,
    answers: dict[int, tuple[str, ...]],
    now: int,
) -> tuple[DrillRow, Grade]:
    """Write the last of the answers, and all that follows from it."""
    spot = drill.spot(max(answers))
    if spot is None:
        raise Broken("an answer to a spot that the drill does not have")
    given = answers[spot.number]
    found = grade(spot, given)
    values = {"drill": row.id, "number": spot.number, "answer": answer_text(given), "at": now}
    connection.execute(insert(DRILL_ANSWERS).values(values))
    finished = now if next_spot(drill, answers) is None else None
    changed = replace(row, finished=finished, score=training_score(drill, answers))
    state = {"finished": finished, "score": score_text(changed.score)}
    connection.execute(update(DRILLS).where(DRILLS.c.id == row.id).values(state))
    _count(connection, row, spot, found)
    if finished is not None and row.day is not None:
        _count_day(connection, changed)
    mistakes.note(connection, row, spot, found, now)
    return changed, found


def _again(spot: TrainingSpot, before: tuple[str, ...], answer: tuple[str, ...]) -> Grade:
    """Grade an answer once more; raises `TrainingRefused` where it is another than before."""
    if read_answer_to(spot, answer) != before:
        said = f"spot {spot.number} was answered otherwise already; an answer stands"
        raise TrainingRefused("answered", said)
    return grade(spot, before)


def _answers(connection: Connection, drill: str) -> dict[int, tuple[str, ...]]:
    columns = select(DRILL_ANSWERS.c.number, DRILL_ANSWERS.c.answer)
    mine = columns.where(DRILL_ANSWERS.c.drill == drill).order_by(DRILL_ANSWERS.c.number)
    return {int(n): read_answer_text(text) for n, text in connection.execute(mine)}


def _count(connection: Connection, row: DrillRow, spot: TrainingSpot, found: Grade) -> None:
    """Add an answer to the person's totals."""
    table = DRILL_TOTALS
    mine = (table.c.person == row.person, table.c.kind == row.kind, table.c.street == spot.street)
    before = connection.execute(select(table).where(*mine).with_for_update()).first()
    values = {
        "answered": (before.answered if before else 0) + 1,
        "correct": (before.correct if before else 0) + found.right,
        "cost": str((Fraction(before.cost) if before else 0) + found.cost),
    }
    if before is not None:
        connection.execute(update(table).where(*mine).values(values))
        return
    key = {"person": row.person, "kind": row.kind, "street": str(spot.street)}
    connection.execute(insert(table).values(**key, **values))


def _count_day(connection: Connection, row: DrillRow) -> None:
    score = row.score
    values = {"answered": score.answered, "correct": score.right, "cost": str(score.cost)}
    connection.execute(insert(DRILL_DAYS).values(person=row.person, day=row.day, **values))


def _drop_oldest(connection: Connection, person: str) -> None:
    mine = DRILLS.c.person == person
    count = connection.execute(select(func.count()).select_from(DRILLS).where(mine)).scalar_one()
    if count > DRILLS_MAX:
        oldest = select(DRILLS.c.id).where(mine).order_by(DRILLS.c.created, DRILLS.c.id)
        ids = connection.execute(oldest.limit(count - DRILLS_MAX)).scalars()
        _remove(connection, list(ids))


def _remove(connection: Connection, ids: list[str]) -> None:
    connection.execute(delete(DRILL_ANSWERS).where(DRILL_ANSWERS.c.drill.in_(ids)))
    connection.execute(delete(DRILLS).where(DRILLS.c.id.in_(ids)))


def _values(row: DrillRow) -> dict[str, Any]:  # Any: columns of several types
    return {
        "id": row.id,
        "person": row.person,
        "kind": row.kind,
        "game": game_text(row.game),
        "strategy": row.strategy,
        "count": row.count,
        "closeness": row.closeness,
        "seed": row.seed,
        "patterns": msgspec.json.encode(row.patterns).decode(),
        "day": row.day,
        "created": row.created,
        "finished": row.finished,
        "token": row.token,
        "spots": row.spots,
        "score": score_text(row.score),
        "dead_count": row.dead_count,
    }


def _row(found: Row[Any]) -> DrillRow:  # Any: a row of several types
    return DrillRow(
        id=found.id,
        person=found.person,
        kind=found.kind,
        game=read_game(found.game),
        strategy=found.strategy,
        count=found._mapping["count"],  # a tuple's own `count` hides the attribute
        closeness=found.closeness,
        seed=found.seed,
        patterns=msgspec.json.decode(found.patterns, type=tuple[tuple[str, str], ...]),
        day=found.day,
        created=found.created,
        finished=found.finished,
        token=found.token,
        spots=None if found.spots is None else bytes(found.spots),
        score=read_score(found.score),
        dead_count=found.dead_count,
    )
