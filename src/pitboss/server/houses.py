"""The rules of tables for people: every side wager, sensible limits, and what is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from pitboss.pit.exhibition import exhibition_rules
from pitboss.rules import OptionError, RuleSet, in_force
from pitboss.server.problems import Turned
from pitboss.table import House, house_of

OPTIONS_MAX: Final = 40
WORD_MAX: Final = 200
# What a place leaves open and a table for people wants: each where the place has the option.
SENSIBLE: Final[Mapping[str, object]] = {
    "wager.increment": 1,
    "limits.ante": "5 to 100",
    "limits.trips": "5 to 100",
    "limits.six_card": "1 to 25",
    "decision.timeout": 40,
}
LINKED: Final = ("meter.link_group",)  # a stranger's table is on no link of the house


def table_house(chosen: RuleSet, options: Mapping[str, Any]) -> House:  # Any: as written
    """Name the rules of a table for people: all side wagers, sensible limits, what is asked for."""
    _, given = exhibition_rules(chosen)
    for key, value in SENSIBLE.items():
        if key in chosen.options and not chosen.options[key].locked:
            given[key] = value
    given |= options
    try:
        return house_of(in_force(chosen, given), given)
    except OptionError as error:
        raise Turned(422, "option", str(error)) from None


def checked_options(given: Mapping[str, object]) -> dict[str, object]:
    """Look at options that a client sent, before they are held against any rules."""
    if len(given) > OPTIONS_MAX:
        raise Turned(422, "option", f"at most {OPTIONS_MAX} options")
    found: dict[str, object] = {}
    for key, value in given.items():
        if len(key) > WORD_MAX or (isinstance(value, str) and len(value) > WORD_MAX):
            raise Turned(422, "option", f"an option has at most {WORD_MAX} characters")
        if key in LINKED:
            raise Turned(422, "option", f"{key}: a table of one's own is on no link")
        found[key] = Decimal(str(value)) if isinstance(value, float) else value
    return found
