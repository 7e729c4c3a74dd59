"""Priced hands in the database: what the choices of a person cost, hand by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

import msgspec
from sqlalchemy import and_, delete, func, insert, or_, select, tuple_
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.sql import ColumnElement

from pitboss.coach.career import ChoiceCost, HandCost
from pitboss.rules import Street
from pitboss.server.store.database import Database, batched
from pitboss.server.store.hand_rows import HANDS
from pitboss.server.store.schema import NAMES, PRICED_HANDS, PRICES_FORGOTTEN
from pitboss.server.store.training_mistakes import note_played
from pitboss.server.store.training_rows import PlayedMistake

CAREER_HANDS_MAX: Final = 20_000  # of one person that are added up: the latest


class PricedState(StrEnum):
    """What came of a hand: priced, nothing to decide in it, or it cannot be counted."""

    PRICED = "priced"
    NO_CHOICE = "no-choice"
    LEFT_OUT = "left-out"


@dataclass(frozen=True, slots=True)
class HandKey:
    """A person's hand: where it stands in the index, and whose it is."""

    table_name: str
    round: int
    seat: int
    person: str
    at: int


@dataclass(frozen=True, slots=True)
class PricedHandRow:
    """A hand after it was looked at; sums are exact fractions as text, in cents."""

    table_name: str
    round: int
    seat: int
    person: str
    at: int
    state: str
    game: str = ""
    ante: int = 0
    before: str = "0"
    luck: str = "0"
    cost: str = "0"
    others: int = 0
    net: int = 0
    choices: str = "[]"

    def hand(self) -> HandCost:
        """Read the exact sums back."""
        choices = msgspec.json.decode(self.choices, type=list[tuple[str, str, str]])
        return HandCost(
            at=self.at,
            ante=self.ante,
            before=Fraction(self.before),
            luck=Fraction(self.luck),
            others=self.others,
            net=self.net,
            choices=tuple(
                ChoiceCost(Street(street), kind, Fraction(cost)) for street, kind, cost in choices
            ),
        )


class CareerStore:
    """Priced hands; all methods block, and may be called from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def waiting(self, limit: int, besides: Collection[HandKey] = ()) -> list[HandKey]:
        """List hands that nobody has priced yet, the latest first."""
        h = HANDS.c
        asked = (
            select(h.table_name, h.round, h.seat, NAMES.c.person, h.at)
            .select_from(_unpriced())
            .where(_is_waiting())
            .order_by(h.at.desc(), h.table_name, h.round, h.seat)
            .limit(limit + len(besides))
        )
        with self._database.begin() as connection:
            found = [HandKey(*row) for row in connection.execute(asked)]
        return [key for key in found if key not in besides][:limit]

    def keep(self, rows: Iterable[PricedHandRow]) -> None:
        """Add priced hands; one that another process was faster with stays as it is."""
        for row in rows:
            self.keep_with_mistakes(row, ())

    def keep_with_mistakes(self, row: PricedHandRow, wrong: Collection[PlayedMistake]) -> None:
        """Add a priced hand, and the mistakes in it for a person who has theirs kept: both once."""
        with self._database.begin() as connection:
            postgres = connection.dialect.name == "postgresql"
            add: Any = (postgres_insert if postgres else sqlite_insert)(PRICED_HANDS)  # Any: two
            added = connection.execute(add.on_conflict_do_nothing(), asdict(row))
            if added.rowcount and wrong:
                note_played(connection, row.person, wrong, row.at)

    def hands(self, person: str) -> list[PricedHandRow]:
        """List the priced hands of a person in order of time, the latest of them."""
        p = PRICED_HANDS.c
        mine = and_(p.person == person, p.state == PricedState.PRICED)
        order = (p.at, p.table_name, p.round, p.seat)
        asked = select(PRICED_HANDS).where(mine).order_by(*(column.desc() for column in order))
        with self._database.begin() as connection:
            rows = connection.execute(asked.limit(CAREER_HANDS_MAX)).mappings()
            return [PricedHandRow(**row) for row in rows][::-1]

    def counts(self, person: str) -> dict[str, int]:
        """Count the hands of a person by state; those that wait are under ""."""
        p = PRICED_HANDS.c
        mine = select(p.state, func.count()).where(p.person == person).group_by(p.state)
        waits = select(func.count()).select_from(_unpriced())
        waits = waits.where(_is_waiting(), NAMES.c.person == person)
        with self._database.begin() as connection:
            found = {str(state): int(count) for state, count in connection.execute(mine)}
            return {**found, "": int(connection.execute(waits).scalar_one())}

    def of_hands(
        self, keys: Iterable[tuple[str, int, int]]
    ) -> dict[tuple[str, int, int], PricedHandRow]:
        """Find the priced hands among some, by table, round and seat."""
        p = PRICED_HANDS.c
        found = {}
        for some in batched(keys):
            there = tuple_(p.table_name, p.round, p.seat).in_(some)
            with self._database.begin() as connection:
                for row in connection.execute(select(PRICED_HANDS).where(there)).mappings():
                    one = PricedHandRow(**row)
                    found[one.table_name, one.round, one.seat] = one
        return found

    def exported(self, person: str) -> list[dict[str, object]]:
        """Return all that is kept of a person, as a JSON document has it."""
        p = PRICED_HANDS.c
        asked = select(PRICED_HANDS).where(p.person == person).order_by(p.at, p.table_name, p.round)
        with self._database.begin() as connection:
            rows = [dict(row) for row in connection.execute(asked).mappings()]
        for row in rows:
            del row["person"]
            row["choices"] = msgspec.json.decode(row["choices"])
        return rows

    def forget(self, person: str, now: int) -> None:
        """Delete all that is kept of a person; hands up to now are not priced again."""
        with self._database.begin() as connection:
            for table in (PRICED_HANDS, PRICES_FORGOTTEN):
                connection.execute(delete(table).where(table.c.person == person))
            connection.execute(insert(PRICES_FORGOTTEN).values(person=person, until=now))


def _unpriced() -> Any:  # Any: a join of any width
    """Join each hand with the person behind its name and with its price, where there is one."""
    h, p, f = HANDS.c, PRICED_HANDS.c, PRICES_FORGOTTEN.c
    same = and_(p.table_name == h.table_name, p.round == h.round, p.seat == h.seat)
    return (
        HANDS.join(NAMES, NAMES.c.name == h.person)
        .outerjoin(PRICED_HANDS, same)
        .outerjoin(PRICES_FORGOTTEN, f.person == NAMES.c.person)
    )


def _is_waiting() -> ColumnElement[bool]:
    until = PRICES_FORGOTTEN.c.until
    return and_(PRICED_HANDS.c.state.is_(None), or_(until.is_(None), HANDS.c.at > until))
