"""Options and pace of tables for people: every side wager, sensible limits, no hurry alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pitboss.pit.bot_tables import with_side_wagers
from pitboss.rules import RuleSet, Wager
from pitboss.rules.options import flatten
from pitboss.table.timetable import Pace

# A player alone sets the pace: the next card comes as fast as they like.
SOLO_PACE: Final = Pace(betting=None, bank=None, step=0, result=0, between=0, clock=False)
NONE: Final = "none"  # how an option says that a wager is not offered
# Defaults for options that a place leaves open; each where the place has the option.
SENSIBLE: Final[Mapping[str, object]] = {
    "wager.increment": 1,
    "limits.ante": "5 to 100",
    "limits.trips": "5 to 100",
    "limits.six_card": "1 to 25",
    "decision.timeout": 40,
}


def people_options(
    chosen: RuleSet, asked: Mapping[str, Any]
) -> dict[str, object]:  # Any: as written
    """Return the options of a table for people: all side wagers, sensible limits, those asked."""
    given = with_side_wagers(chosen, dict(flatten(asked)))
    for key, value in SENSIBLE.items():
        if key in chosen.options and not chosen.options[key].locked and _is_used(key, given):
            given.setdefault(key, value)
    return given


def _is_used(key: str, given: Mapping[str, Any]) -> bool:  # Any: as written
    """Return whether the wager that an option limits is offered."""
    return key != "limits.six_card" or given.get(Wager.SIX_CARD.value, NONE) != NONE
