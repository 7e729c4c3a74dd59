"""A table in mid-round and all that is kept of it, for tests in which nothing may change."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import select

from pitboss.server.store import schema
from tests.server.players import Player
from tests.server.serving import Served

TABLE = "calm"  # nobody is hurried there: without a sound command nothing happens


KEPT = (schema.PEOPLE, schema.KEYS, schema.NAMES, schema.TABLES)


PROBLEM = "application/problem+json"


@dataclass(frozen=True)
class Scene:
    """A table in mid-round: `ann` is asked, `ben` waits, `eve` has no seat and wants one."""

    served: Served
    ann: Player
    ben: Player
    eve: Player

    def state(self) -> tuple[object, ...]:
        """Everything that is kept: heads of all streams (tables, purses), people, names, tables."""
        services = self.served.services
        with services.database.begin() as connection:
            rows = [sorted(map(repr, connection.execute(select(kind)).all())) for kind in KEPT]
        return (dict(services.journal.heads()), rows)


@contextmanager
def unchanged(scene: Scene) -> Iterator[None]:
    """Whatever is done in the block, nothing that is kept changes."""
    before = scene.state()
    yield
    assert scene.state() == before


def do(ask: object, id_: object = "hostile-1234") -> str:
    return json.dumps({"type": "do", "id": id_, "ask": ask})


def bets(cents: object) -> str:
    return do({"do": "bets", "wagers": {"ante": cents, "blind": cents}})
