"""Default rules of tables for people: every side wager, sensible limits, chosen options."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from typing import Any, Final

from pitboss.pit.table_options import people_options
from pitboss.rules import RuleSet, faults, in_force, rule_set, spoken
from pitboss.rules.changes import ChangesError, RuleChanges, changes_document
from pitboss.rules.options import flatten
from pitboss.server.http.problems import Turned
from pitboss.table import RulesChoice, choice_of, rules_of
from pitboss.table.rules_choice import LAB

OPTIONS_MAX: Final = 40
WORD_MAX: Final = 200
PARTS_MAX: Final = 16  # of an option that is a list, or an amount for each meter
# The house pays the seed of a meter, so a guest's own table has a limit.
METER_KEYS: Final = ("meter.seed", "meter.reserve")
METER_DOLLARS_MAX: Final = 100_000
LINKED: Final = ("meter.link_group",)  # a private table joins no linked Progressive


def table_house(
    chosen: RuleSet,
    options: Mapping[str, Any],  # Any: as written
    lab: RuleChanges | None = None,
) -> RulesChoice:
    """Return the rules of a table for people: all side wagers, sensible limits, chosen options.

    `lab` are changes to the rules. Raises `Turned` where no table may be opened by them.
    """
    given = people_options(chosen, options)
    found = faults(chosen, given)
    if found:
        raise Turned(422, "option", spoken(found[0]), clauses=found[0].clauses)
    changes = {} if lab is None else changes_document(lab)
    choice = choice_of(in_force(chosen, given), given | ({LAB: changes} if changes else {}))
    try:
        rules_of(choice)
    except ChangesError as error:
        raise Turned(422, "option", str(error)) from None
    return choice


@cache
def standing_house(name: str) -> RulesChoice:
    """Return the rules of a place's standing table."""
    return table_house(rule_set(name), {})


def _bounded(value: object) -> bool:
    """Return whether a value is within the size limits."""
    if isinstance(value, Mapping):
        value = [*value, *value.values()]
    if isinstance(value, list):
        return len(value) <= PARTS_MAX and all(map(_bounded, value))
    return not isinstance(value, str) or len(value) <= WORD_MAX


def _exact(value: object) -> object:
    """Read a number with a point as the decimal that it was written as."""
    if isinstance(value, Mapping):
        return {key: _exact(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_exact(part) for part in value]
    return Decimal(str(value)) if isinstance(value, float) else value


def checked_options(given: Mapping[str, object]) -> dict[str, object]:
    """Check the sizes of options from a client, before they are compared with any rules."""
    if len(given) > OPTIONS_MAX:
        raise Turned(422, "option", f"choose at most {OPTIONS_MAX} options")
    found: dict[str, object] = {}
    for key, value in flatten(given):  # however deep, a key is looked at as it will be read
        if len(key) > WORD_MAX or not _bounded(value):
            raise Turned(422, "option", f"an option can have at most {WORD_MAX} characters")
        if key in LINKED:
            raise Turned(422, "option", "your own table cannot join a linked Progressive")
        if key in METER_KEYS and _largest(value) > METER_DOLLARS_MAX:
            most = f"at your own table a meter holds at most ${METER_DOLLARS_MAX:,}"
            raise Turned(422, "option", most)
        found[key] = _exact(value)
    return found


def _largest(value: object) -> Decimal:
    """Find the largest number in an option, however it is written."""
    numbers = re.findall(r"\d+(?:\.\d+)?(?:[eE][+-]?\d+)?", str(value).replace(",", ""))
    return max(map(Decimal, numbers), default=Decimal(0))
