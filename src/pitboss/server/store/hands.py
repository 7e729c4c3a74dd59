"""Finished rounds and hands as rows that can be searched: an index, made again from the journal.

Nothing here is the truth: a row says where in the journal the round stands. Rows are added once,
together with the mark of how far the table's stream has been read.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from sqlalchemy import (
    Table,
    and_,
    delete,
    func,
    insert,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql import ColumnElement

from pitboss.history.index.model import Found, HandRow, Mark, NoticeRow, RoundRow, TotalsRow
from pitboss.server.store.database import Database
from pitboss.server.store.hand_rows import HANDS, MARKS, METADATA, NOTICES, ROUNDS, STOPS, TALLIES

_ADVISORY_LOCK: Final = 1346982980  # any number, the same in every pitboss
PAGE_MAX: Final = 100
NOTICES_MAX: Final = 200  # open notices on one console; older ones come up as these are seen


@dataclass(frozen=True, slots=True)
class HandFilter:
    """Which hands to list; a field that is None or empty is no condition."""

    table: str = ""
    rules: str = ""
    outcome: str = ""
    begin: int | None = None
    end: int | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class RoundFilter:
    """Which rounds to list; a field that is None or empty is no condition."""

    table: str = ""
    player: str = ""
    outcome: str = ""
    begin: int | None = None
    end: int | None = None
    least_win: int | None = None
    incident: str = ""


class HandIndex:
    """The index in a database; all methods block, and may be called from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database
        with database.begin() as c:
            if c.dialect.name == "postgresql":  # two processes may start at once
                c.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
            METADATA.create_all(c)

    # -- filling ----------------------------------------------------------------------------------

    def standing(self, table: str) -> tuple[Mark, TotalsRow] | None:
        """Return how far a table was read and what was counted up to there."""
        m, t = MARKS.c, TALLIES.c
        both = MARKS.join(TALLIES, and_(t.table_name == m.table_name, t.number == m.number))
        asked = select(*m, t.won, t.fed, t.sat).select_from(both).where(m.table_name == table)
        with self._database.begin() as c:
            row = c.execute(asked).first()
        if row is None:
            return None
        *mark, won, fed, sat = row
        return Mark(*mark), TotalsRow(row.table_name, row.number, won, fed, sat)

    def keep(self, found: Found) -> bool:
        """Add rows and move the mark, all or nothing; False where another process was faster."""
        try:
            with self._database.begin() as c:
                if not self._moved(c, found):
                    return False
                c.execute(delete(TALLIES).where(TALLIES.c.table_name == found.mark.table_name))
                c.execute(insert(TALLIES), [asdict(found.totals)])
                for where, rows in (
                    (HANDS, found.hands),
                    (ROUNDS, found.rounds),
                    (NOTICES, found.notices),
                    (STOPS, found.stops),
                ):
                    if rows:
                        c.execute(_once(c, where), [asdict(row) for row in rows])
        except IntegrityError:  # the first mark of a stream, made by two at once
            return False
        return True

    def _moved(self, c: Connection, found: Found) -> bool:
        mark = asdict(found.mark)
        mine = MARKS.c.table_name == found.mark.table_name
        if found.after == 0:
            known = c.execute(select(MARKS.c.number).where(mine)).first()
            if known is None:
                c.execute(insert(MARKS), [mark])
                return True
            # A stream is read again from its start when the code that wrote the mark has changed.
            return bool(c.execute(update(MARKS).where(mine).values(**mark)).rowcount)
        there = and_(mine, MARKS.c.number == found.after)
        return bool(c.execute(update(MARKS).where(there).values(**mark)).rowcount)

    # -- hands ------------------------------------------------------------------------------------

    def hands(
        self,
        people: Collection[str],
        wanted: HandFilter,
        before: tuple[int, str, int, int] | None,
        limit: int,
    ) -> list[HandRow]:
        """List a page of hands, latest first, after the cursor `before`."""
        h = HANDS.c
        order = (h.at, h.table_name, h.round, h.seat)
        conditions = _hand_conditions(people, wanted)
        if before is not None:
            conditions.append(tuple_(*order) < tuple_(*before))
        asked = select(HANDS).where(and_(*conditions))
        asked = asked.order_by(*(column.desc() for column in order)).limit(min(limit, PAGE_MAX + 1))
        with self._database.begin() as c:
            return [HandRow(**row) for row in c.execute(asked).mappings()]

    def totals(self, people: Collection[str], wanted: HandFilter) -> tuple[int, int]:
        """Count the hands of a person, and add up their results."""
        asked = select(func.count(), func.coalesce(func.sum(HANDS.c.net), 0)).where(
            and_(*_hand_conditions(people, wanted))
        )
        with self._database.begin() as c:
            count, net = c.execute(asked).one()
        return int(count), int(net)

    def seat_of(self, people: Collection[str], table: str, number: int) -> int:
        """Return the seat of a person in a round; 0 where they did not play."""
        h = HANDS.c
        mine = and_(h.table_name == table, h.round == number, h.person.in_(people))
        with self._database.begin() as c:
            row = c.execute(select(h.seat).where(mine).limit(1)).first()
        return 0 if row is None else int(row[0])

    # -- rounds -----------------------------------------------------------------------------------

    def round(self, table: str, number: int) -> RoundRow | None:
        """Find one round."""
        mine = and_(ROUNDS.c.table_name == table, ROUNDS.c.round == number)
        with self._database.begin() as c:
            row = c.execute(select(ROUNDS).where(mine)).mappings().first()
        return None if row is None else RoundRow(**row)

    def rounds(
        self, wanted: RoundFilter, before: tuple[int, str, int] | None, limit: int
    ) -> list[RoundRow]:
        """List a page of rounds, latest first, after the cursor `before`."""
        r = ROUNDS.c
        order = (r.ended, r.table_name, r.round)
        conditions = _round_conditions(wanted)
        if before is not None:
            conditions.append(tuple_(*order) < tuple_(*before))
        asked = select(ROUNDS).where(*conditions)
        asked = asked.order_by(*(column.desc() for column in order)).limit(min(limit, PAGE_MAX + 1))
        with self._database.begin() as c:
            return [RoundRow(**row) for row in c.execute(asked).mappings()]

    def stop_before(self, table: str, number: int, shape: str) -> Mark | None:
        """Find the last kept state of a table at or before event `number`."""
        s = STOPS.c
        there = and_(s.table_name == table, s.number <= number, s.shape == shape)
        asked = select(STOPS).where(there).order_by(s.number.desc()).limit(1)
        with self._database.begin() as c:
            row = c.execute(asked).mappings().first()
        return None if row is None else Mark(**row)

    def rounds_since(self, begin: int) -> Mapping[str, int]:
        """Count the rounds that have ended since a moment, by table."""
        r = ROUNDS.c
        asked = select(r.table_name, func.count()).where(r.ended >= begin, r.outcome != "cancelled")
        with self._database.begin() as c:
            return {name: int(n) for name, n in c.execute(asked.group_by(r.table_name))}

    # -- notices ----------------------------------------------------------------------------------

    def notices(self) -> list[NoticeRow]:
        """List the notices that nobody has seen, latest first."""
        n = NOTICES.c
        asked = select(*(n[name] for name in NoticeRow.__dataclass_fields__)).where(n.seen_by == "")
        asked = asked.order_by(n.at.desc(), n.id).limit(NOTICES_MAX)
        with self._database.begin() as c:
            return [NoticeRow(**row) for row in c.execute(asked).mappings()]

    def see(self, notice: str, by: str, at: int) -> bool:
        """Note who has seen a notice, once; False where there is none that is open."""
        n = NOTICES.c
        there = and_(n.id == notice, n.seen_by == "")
        with self._database.begin() as c:
            changed = c.execute(update(NOTICES).where(there).values(seen_by=by, seen_at=at))
        return bool(changed.rowcount)

    def seen(self, notice: str) -> str:
        """Return who has seen a notice; "" where nobody has."""
        asked = select(NOTICES.c.seen_by).where(NOTICES.c.id == notice)
        with self._database.begin() as c:
            return str(c.execute(asked).scalar() or "")


def _once(c: Connection, where: Table) -> Any:  # Any: each dialect has an insert of its own
    if c.dialect.name == "postgresql":
        return postgres_insert(where).on_conflict_do_nothing()
    return sqlite_insert(where).on_conflict_do_nothing()


Conditions = list[ColumnElement[bool]]


def _hand_conditions(people: Collection[str], wanted: HandFilter) -> Conditions:
    h = HANDS.c
    found: Conditions = [h.person.in_(people)]
    for column, value in (
        (h.table_name, wanted.table),
        (h.rules, wanted.rules),
        (h.outcome, wanted.outcome),
    ):
        if value:
            found.append(column == value)
    if wanted.begin is not None:
        found.append(h.at >= wanted.begin)
    if wanted.end is not None:
        found.append(h.at < wanted.end)
    if wanted.words:
        found.append(h.words.contains(wanted.words.casefold(), autoescape=True))
    return found


def _round_conditions(wanted: RoundFilter) -> Conditions:
    r = ROUNDS.c
    found: Conditions = []
    if wanted.table:
        found.append(r.table_name == wanted.table)
    if wanted.outcome:
        found.append(r.outcome == wanted.outcome)
    if wanted.player:
        found.append(r.players.contains(f"\n{wanted.player}\n", autoescape=True))
    if wanted.incident == "any":
        found.append(r.incidents != "")
    elif wanted.incident:
        found.append(r.incidents.contains(f"\n{wanted.incident}\n", autoescape=True))
    if wanted.begin is not None:
        found.append(r.ended >= wanted.begin)
    if wanted.end is not None:
        found.append(r.ended < wanted.end)
    if wanted.least_win is not None:
        found.append(r.best_cents >= wanted.least_win)
    return found
