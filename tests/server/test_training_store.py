"""Training in the database, on both stores: one answer at a time, also from two windows at once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from unittest.mock import ANY

import pytest
from sqlalchemy import text

from pitboss.cards import parse_cards
from pitboss.coach.training import TrainingDrill, TrainingSpot
from pitboss.journal import open_journal
from pitboss.pit import SystemChance, SystemClock
from pitboss.rules import Street
from pitboss.server.store import training_mistakes
from pitboss.server.store.database import Database, open_database
from pitboss.server.store.passwords import CHEAP, Passwords
from pitboss.server.store.people import People
from pitboss.server.store.schema import VERSION
from pitboss.server.store.training import Training, TrainingRefused
from pitboss.server.store.training_rows import (
    EMPTY_SCORE,
    DrillRow,
    decode_drill,
    encode_drill,
)
from pitboss.table import RulesChoice
from tests.waiting import WAIT_S_MAX

GAME = RulesChoice("maryland", 1)
VALUES = {"check": Fraction(-1, 3), "4x": Fraction(1, 7)}
HOLES = ("As Kd", "Ks Qd", "Qs Jd")
WINDOWS = 6


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


def spots(pattern: str = "deal|4x|AKo||||") -> TrainingDrill:
    return TrainingDrill(
        "deal",
        tuple(
            TrainingSpot(
                number, number, "choice", Street.DEAL, parse_cards(hole),
                values=VALUES, guide="4x", pattern=f"{pattern}{number}" if pattern else "",
            )
            for number, hole in enumerate(HOLES, 1)
        ),
        {Street.DEAL: Fraction(1)},
    )  # fmt: skip


def row(person: str, name: str = "drill-one", day: int | None = None) -> DrillRow:
    return DrillRow(
        id=name,
        person=person,
        kind="daily" if day is not None else "deal",
        game=GAME,
        strategy="optimal",
        count=len(HOLES),
        closeness="",
        seed=1,
        patterns=(),
        day=day,
        created=1,
        finished=None,
        token=f"token-{name}",
        spots=encode_drill(spots()),
        score=EMPTY_SCORE,
    )


def test_spots_are_read_as_they_were_written() -> None:
    assert decode_drill(encode_drill(spots())) == spots()


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_a_database_of_version_3_opens_with_its_drills(
    request: pytest.FixtureRequest, tmp_path: Path, store: str
) -> None:
    where = str(tmp_path / "house.db")
    if store == "postgres":
        where = str(request.getfixturevalue("postgres_url"))
    open_journal(where).close()
    with closing(open_database(where)) as made:
        person = guest(made)
        Training(made).add(row(person))
        with made.begin() as connection:
            connection.execute(text("ALTER TABLE train_drills DROP COLUMN dead_count"))
            connection.execute(text("UPDATE house_version SET version = 3"))

    with closing(open_database(where)) as opened:
        (drill,) = Training(opened).drills(person)
        with opened.begin() as connection:
            (version,) = connection.execute(text("SELECT version FROM house_version")).one()

    assert drill == row(person)
    assert (drill.dead_count, version) == (0, VERSION)


def test_a_guest_s_training_moves_to_an_account(database: Database) -> None:
    training, ann, zoe = Training(database), guest(database), guest(database)
    for person in (ann, zoe):
        training.keep_mistakes(person, 1, enabled=True)
        for day in (7, 8) if person == zoe else (8,):
            drill = training.add(row(person, f"{person}-{day}", day))
            for number in (1, 2, 3):
                training.answer(drill, number, ("check",), 5 + number if person == ann else 99)
    training.add(row(zoe, "open"))
    theirs = [one.schedule.due for one in training.mistakes(ann)]

    training.move(zoe, ann)

    assert {one.day: one.kind for one in training.drills(ann)} == {
        7: "daily",
        8: "daily",
        None: ANY,
    }
    assert sorted(one.id for one in training.drills(ann) if one.kind == "mixed") == [f"{zoe}-8"]
    assert [one.day for one in training.days(ann)] == [8, 7]
    (totals,) = training.totals(ann)
    assert (totals.answered, totals.right, totals.cost) == (9, 0, 9 * Fraction(10, 21))
    assert [one.wrong for one in training.mistakes(ann)] == [3, 3, 3]
    assert [one.schedule.due for one in training.mistakes(ann)] == theirs
    assert training.keeps_mistakes(ann)
    left = (training.drills(zoe), training.days(zoe), training.totals(zoe), training.mistakes(zoe))
    assert left == ((), (), (), ())
    assert not training.keeps_mistakes(zoe)


def test_an_answer_from_many_windows_at_once_is_kept_once(database: Database, person: str) -> None:
    training = Training(database)
    drill = training.add(row(person))
    found: list[object] = []
    ready = threading.Barrier(WINDOWS)

    def window() -> None:
        ready.wait(WAIT_S_MAX)
        found.append(training.answer(drill, 1, ("check",), 5))

    threads = [threading.Thread(target=window) for _ in range(WINDOWS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WAIT_S_MAX)

    assert len(found) == WINDOWS
    assert training.answers(drill) == {1: ("check",)}
    (totals,) = training.totals(person)
    assert (totals.answered, totals.right, totals.cost) == (1, 0, Fraction(10, 21))


def test_answers_in_different_drills_at_once_all_count(database: Database, person: str) -> None:
    training = Training(database)
    drills = [training.add(row(person, f"drill-{n:04}")) for n in range(WINDOWS)]
    ready = threading.Barrier(WINDOWS)

    def window(drill: DrillRow) -> None:
        ready.wait(WAIT_S_MAX)
        training.answer(drill, 1, ("4x",), 5)

    threads = [threading.Thread(target=window, args=(drill,)) for drill in drills]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WAIT_S_MAX)

    (totals,) = training.totals(person)
    assert (totals.answered, totals.right) == (WINDOWS, WINDOWS)


def test_a_day_has_one_drill_of_each_person(database: Database, person: str) -> None:
    training = Training(database)
    first = training.add(row(person, "day-one", day=20_000))

    again = training.add(row(person, "day-two", day=20_000))
    for number in (1, 2, 3):
        first, _ = training.answer(first, number, ("4x",), 7)

    assert again.id == first.id
    assert first.finished == 7
    (day,) = training.days(person)
    assert (day.day, day.answered, day.right, day.cost) == (20_000, 3, 3, Fraction(0))


def test_what_is_refused_changes_nothing(database: Database, person: str) -> None:
    training = Training(database)
    drill = training.add(row(person))
    training.answer(drill, 1, ("4x",), 5)

    for number, answer, reason in (
        (1, ("check",), "answered"),
        (3, ("check",), "out-of-order"),
        (300, ("check",), "out-of-order"),
    ):
        with pytest.raises(TrainingRefused) as refused:
            training.answer(drill, number, answer, 6)
        assert refused.value.reason == reason

    assert training.answers(drill) == {1: ("4x",)}


def test_a_person_has_at_most_so_many_mistakes(
    database: Database, person: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training_mistakes, "MISTAKES_MAX", 2)
    training = Training(database)
    training.keep_mistakes(person, 1, enabled=True)
    drill = training.add(row(person))

    for number in (1, 2, 3):
        training.answer(drill, number, ("check",), 100 * number)

    kept = [one.pattern[-1] for one in training.mistakes(person)]
    assert kept == ["1", "2"]  # the one that would come back last is dropped


def test_nothing_is_left_of_a_person_who_is_forgotten(database: Database, person: str) -> None:
    other = People(database, SystemClock(), SystemChance(), Passwords(CHEAP)).guest().id
    training = Training(database)
    for learner in (person, other):
        training.keep_mistakes(learner, 1, enabled=True)
        drill = training.add(row(learner, f"drill-of-{learner}", day=3))
        training.answer(drill, 1, ("check",), 5)

    training.forget(person)

    assert (training.drills(person), training.totals(person)) == ((), ())
    assert (training.mistakes(person), training.keeps_mistakes(person)) == ((), False)
    assert len(training.drills(other)) == len(training.mistakes(other)) == 1
