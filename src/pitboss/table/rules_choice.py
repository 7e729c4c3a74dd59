"""The rules a table runs under, as its journal names them, and those rules worked out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final

from pitboss.round import Broken
from pitboss.rules import Rules, UnknownEditionError, in_force, rule_set
from pitboss.rules.changes import read_changes, with_changes
from pitboss.rules.options import flatten

LAB: Final = "lab"  # among the options: the changes of a table of the lab, which no place files
RULES_KEPT_MAX: Final = 256  # worked-out rules held in memory: far more than a floor has at once


@dataclass(frozen=True, slots=True)
class RulesChoice:
    """A rule set, its edition, and the operator's options as one line of JSON with sorted keys.

    A table of the lab has its changes to the rules among them, under `LAB`.
    """

    rules: str
    edition: int
    options: str = "{}"


def choice_of(rules: Rules, options: Mapping[str, Any]) -> RulesChoice:  # Any: as written
    """Name the rules that these options give, so that a journal can name them."""
    text = json.dumps(
        options, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=_number
    )
    return RulesChoice(rules.set.name, rules.set.edition, text)


def _number(value: object) -> object:
    """Write a decimal as the number it is; none that JSON would not give back the same."""
    if isinstance(value, Decimal) and Decimal(repr(float(value))) == value:
        return float(value)
    raise TypeError(f"{value!r} cannot be an option of a table")


def options_of(choice: RulesChoice) -> dict[str, Any]:  # Any: as an operator wrote them
    """Return the operator's options by dotted key, without the changes of a table of the lab."""
    return dict(flatten({key: value for key, value in _written(choice).items() if key != LAB}))


def with_options(choice: RulesChoice, options: Mapping[str, Any]) -> RulesChoice:
    """Name the same rules with other options; raises `OptionError` where one is wrong."""
    place = rule_set(choice.rules, choice.edition)
    lab = {key: value for key, value in _written(choice).items() if key == LAB}
    return choice_of(in_force(place, options), {**options, **lab})


def is_of_the_lab(choice: RulesChoice) -> bool:
    """Return whether a table plays by rules that were changed in the lab."""
    return LAB in _written(choice)


def _written(choice: RulesChoice) -> dict[str, Any]:
    options = json.loads(choice.options, parse_float=Decimal)
    if not isinstance(options, dict):
        raise ValueError("options are written as one JSON object")
    return options


@lru_cache(maxsize=RULES_KEPT_MAX)
def rules_of(choice: RulesChoice) -> Rules:
    """Work the options into the edition of the rule set that the table was opened under."""
    try:
        chosen = rule_set(choice.rules, choice.edition)
    except UnknownEditionError as unknown:
        raise Broken(
            f"{choice.rules} edition {choice.edition} is not installed: {unknown}"
        ) from None
    options = _written(choice)
    changes = options.pop(LAB, None)
    rules = in_force(chosen, options)
    return rules if changes is None else with_changes(rules, read_changes(changes))
