"""One clause or reading by its id, in our own words, and what of the game it decides."""

from __future__ import annotations

from pitboss.rules import (
    SET_NAMES,
    Clause,
    Reading,
    UnknownClauseError,
    UnknownReadingError,
    citations,
    find_clauses,
    reading,
    rule_set,
)
from pitboss.rules.clause import KINDS
from pitboss.rules.reading import is_reading_id
from pitboss.server.wire.rules import ClausePage

PARTS_MAX = 60  # of a chapter that is asked for as a whole


def clause_pages(wanted: str) -> tuple[ClausePage, ...]:
    """Find a clause, the parts of a chapter or a reading by its id; raises `LookupError`."""
    if is_reading_id(wanted):
        return (_reading(reading(wanted)),)
    return tuple(_clause(one) for one in find_clauses(wanted)[:PARTS_MAX])


def clause_texts(ids: tuple[str, ...]) -> dict[str, str]:
    """Return the text of each known id."""
    found: dict[str, str] = {}
    for id_ in ids:
        try:
            found[id_] = clause_pages(id_)[0].text
        except (UnknownClauseError, UnknownReadingError):
            continue
    return found


def _clause(one: Clause) -> ClausePage:
    return ClausePage(
        id=one.id,
        place=rule_set(one.place).title,
        text=one.text,
        note=one.note,
        kind="; ".join(KINDS[kind] for kind in one.kinds),
        ref=one.ref,
        decides=citations(one.place).get(one.id, ()),
    )


def _reading(one: Reading) -> ClausePage:
    decides = [f"{name}: {key}" for name in SET_NAMES for key in citations(name).get(one.id, ())]
    return ClausePage(
        id=one.id,
        place=one.where,
        text=f"{one.problem} We read it like this: {one.adopted}{f' {one.why}' if one.why else ''}",
        kind="reading",
        ref=one.configurable,
        decides=tuple(decides),
    )
