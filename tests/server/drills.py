"""Learners for tests of the training room: drills over HTTP, and the right answers beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import httpx
from sqlalchemy import select

from pitboss.coach.training import TrainingSpot
from pitboss.pit import Clock
from pitboss.server.store.schema import DRILLS
from pitboss.server.store.training_rows import DrillRow
from pitboss.server.worker.service import Priority
from tests.server.serving import Served, Visitor, quick
from tests.waiting import WAIT_S_MAX, wait_until

Json = dict[str, Any]  # Any: JSON


@contextmanager
def training_server(clock: Clock) -> Iterator[Served]:
    """Start a server whose processes have compiled what prices and draws need."""
    with Served(quick(), clock=clock) as made:
        made.services.odds.warm(Priority.DECISION).result(WAIT_S_MAX)
        with made.visitor() as one:
            started(one, kind="mixed", count=3)
        yield made


def value(exact: Json) -> Fraction:
    """Read an exact number."""
    return Fraction(exact["fraction"])


def started(visitor: Visitor, **asked: object) -> Json:
    """Start a drill and wait until its spots are drawn."""
    answer = visitor.post("/api/train/drills", asked)
    assert answer.status_code == 201, answer.text
    return drawn(visitor, answer.json()["id"])


def drawn(visitor: Visitor, id_: str) -> Json:
    """Ask for a drill until its spots are drawn."""
    found: list[Json] = []

    def is_there() -> bool:
        answer = visitor.get(f"/api/train/drills/{id_}")
        assert answer.status_code == 200, answer.text
        found.append(answer.json())
        return not found[-1]["waiting"]

    wait_until(is_there)
    return found[-1]


def answered(visitor: Visitor, id_: str, number: int, *answer: str) -> httpx.Response:
    """Send an answer, again and again until its price is there: it is done once."""
    body = {"number": number, "answer": list(answer)}
    sent: list[httpx.Response] = []

    def is_there() -> bool:
        sent.append(visitor.post(f"/api/train/drills/{id_}/answers", body))
        return sent[-1].status_code != 200 or not sent[-1].json()["waiting"]

    wait_until(is_there)
    return sent[-1]


def asked(visitor: Visitor, path: str) -> httpx.Response:
    """Ask until it is no longer being counted."""
    sent: list[httpx.Response] = []

    def is_there() -> bool:
        sent.append(visitor.get(path))
        return sent[-1].status_code != 503

    wait_until(is_there)
    return sent[-1]


def row_of(served: Served, id_: str) -> DrillRow:
    """Look a drill up behind the server's back, with its right answers."""
    services = served.services
    with services.database.begin() as connection:
        owner = connection.execute(select(DRILLS.c.person).where(DRILLS.c.id == id_)).scalar_one()
    row = services.training.drill(owner, id_)
    assert row is not None
    return row


def spot_of(served: Served, id_: str, number: int) -> TrainingSpot:
    drill = row_of(served, id_).drill
    assert drill is not None
    spot = drill.spot(number)
    assert spot is not None
    return spot


def play(
    served: Served, visitor: Visitor, drill: Json, choose: Callable[[TrainingSpot], str]
) -> list[Json]:
    """Answer every spot of a drill, and return all grades."""
    graded: list[Json] = []
    while drill["spot"] is not None:
        number = drill["spot"]["number"]
        answer = answered(
            visitor, drill["id"], number, choose(spot_of(served, drill["id"], number))
        )
        assert answer.status_code == 200, answer.text
        graded.append(answer.json())
        drill = graded[-1]["drill"]
    return graded


def best(spot: TrainingSpot) -> str:
    return spot.best


def worst(spot: TrainingSpot) -> str:
    return min(spot.values, key=lambda choice: spot.values[choice])
