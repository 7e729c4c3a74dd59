"""`pitboss rules clauses`: a clause or a reading, how it is treated, and what cites it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from rich.padding import Padding
from rich.text import Text

from pitboss.cli.errors import Failure
from pitboss.cli.options import Argument, AsJson, Many
from pitboss.cli.output import page, print_json
from pitboss.rules import (
    SET_NAMES,
    Clause,
    Reading,
    UnknownClauseError,
    UnknownReadingError,
    all_readings,
    citations,
    find_clauses,
    reading,
)
from pitboss.rules.clause import KINDS
from pitboss.rules.reading import is_reading_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss rules clauses`."""

    ids: Annotated[Many, Argument("ID", "Such as MD-11.H.1, MD-11.H or A-MD-20.")]
    as_json: AsJson = False


def run(options: Options) -> int:
    """Print the clauses and readings in the order given; raises `Failure` for an unknown id."""
    found: list[Clause | Reading] = []
    try:
        for wanted in options.ids:
            found += (reading(wanted),) if is_reading_id(wanted) else find_clauses(wanted)
    except (UnknownClauseError, UnknownReadingError) as error:
        raise Failure(str(error)) from None
    if options.as_json:
        clauses = [_clause_document(one) for one in found if isinstance(one, Clause)]
        readings = [_reading_document(one) for one in found if isinstance(one, Reading)]
        print_json({"clauses": clauses, "readings": readings})
        return 0
    for one in found:
        _print(one)
    return 0


def _print(one: Clause | Reading) -> None:
    screen = page()
    facts = _clause_facts(one) if isinstance(one, Clause) else _reading_facts(one)
    screen.print(Text(one.id, style="bold"))
    for name, value in facts:
        if value:
            screen.print(Padding(Text.assemble((f"{name}: ", "dim"), value), (0, 0, 0, 2)))


def _clause_facts(one: Clause) -> list[tuple[str, str]]:
    treated = "; ".join(KINDS[kind] for kind in one.kinds)
    readings = [f"{found.id}: {found.adopted}" for found in readings_of(one)]
    return [
        ("where", f"{one.place}, {one.ref}"),
        ("text", one.text),
        ("topic", one.topic),
        ("treated as", treated),
        ("how", one.note),
        *(("reading", said) for said in readings),
        ("cited by", ", ".join(cited_by(one.id, one.place))),
    ]


def _reading_facts(one: Reading) -> list[tuple[str, str]]:
    keys = [
        f"{name}: {', '.join(found)}" for name in SET_NAMES if (found := cited_by(one.id, name))
    ]
    return [
        ("severity", one.severity),
        ("where", one.where),
        ("problem", one.problem),
        ("adopted", one.adopted),
        ("why", one.why),
        ("configurable", one.configurable),
        *(("cited by", said) for said in keys),
    ]


def readings_of(one: Clause) -> tuple[Reading, ...]:
    """List the readings that mention a clause, or the table of a paytable line."""
    row = one.id.rpartition(".")[0] if one.line else one.id
    ids = "|".join(re.escape(name) for name in {one.id, row})
    mentioned = re.compile(rf"(?<![\w.-])(?:{ids})(?![\w-]|\.\w)")
    noted = set(re.findall(r"A-[A-Z]+-\d+", f"{one.note} {one.text}"))
    return tuple(
        found for found in all_readings() if found.id in noted or mentioned.search(found.mentions)
    )


def cited_by(source: str, name: str) -> tuple[str, ...]:
    """List the keys of a rule set that cite a clause or a reading."""
    return citations(name).get(source, ())


def _clause_document(one: Clause) -> dict[str, object]:
    return {
        "id": one.id,
        "place": one.place,
        "ref": one.ref,
        "text": one.text,
        "line": one.line or None,
        "topic": one.topic,
        "kinds": [{"kind": kind, "means": KINDS[kind]} for kind in one.kinds],
        "note": one.note,
        "readings": [_reading_document(found) for found in readings_of(one)],
        "cited_by": list(cited_by(one.id, one.place)),
    }


def _reading_document(one: Reading) -> dict[str, object]:
    return {
        "id": one.id,
        "severity": one.severity,
        "where": one.where,
        "problem": one.problem,
        "adopted": one.adopted,
        "why": one.why,
        "configurable": one.configurable,
        "cited_by": {name: list(found) for name in SET_NAMES if (found := cited_by(one.id, name))},
    }
