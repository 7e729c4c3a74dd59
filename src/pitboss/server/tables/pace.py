"""Pace of each table: by its kind, the server's pace and whether a person is on the floor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Final

import msgspec

from pitboss.pit.table_options import SOLO_PACE
from pitboss.server.config import PACES, Config
from pitboss.server.store.tables import Registry, TableRow
from pitboss.table.timetable import Pace

NORMAL: Final = "normal"
PEOPLE: Final = Pace(betting=25_000, bank=20_000, step=1_300, result=6_000, between=1_500)
_FIELDS: Final = frozenset(field.name for field in fields(Pace))


def pace_of_kind(config: Config, kind: str) -> Pace:
    """Return the pace of a kind of table; a solo table never waits and has no clock."""
    people = PEOPLE if config.pace == NORMAL else PACES[config.pace]
    pace = SOLO_PACE if kind == "solo" else people
    return replace(pace, floor=config.floor != "person")


def written(pace: Mapping[str, int | bool | None]) -> str:
    """Write the fields of a pace of its own, for the registry."""
    return msgspec.json.encode(dict(pace)).decode()


def pace_of_row(config: Config, row: TableRow) -> Pace:
    """Return the pace of a registered table: its own, or that of its kind."""
    if not row.pace.startswith("{"):
        return pace_of_kind(config, row.kind)
    given = msgspec.json.decode(row.pace, type=dict[str, int | bool | None])
    known = {name: value for name, value in given.items() if name in _FIELDS}
    return replace(pace_of_kind(config, row.kind), **known)  # type: ignore[arg-type]  # by name


def pace_of(config: Config, registry: Registry) -> Callable[[str], Pace | None]:
    """Return a function from a registered table's name to its pace."""

    def find(table: str) -> Pace | None:
        row = registry.get(table)
        return pace_of_row(config, row) if row is not None else None

    return find
