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

RULES_KEPT_MAX: Final = 256  # worked-out rules held in memory: far more than a floor has at once


@dataclass(frozen=True, slots=True)
class RulesChoice:
    """A rule set, its edition, and the operator's options as one line of JSON with sorted keys."""

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


@lru_cache(maxsize=RULES_KEPT_MAX)
def rules_of(choice: RulesChoice) -> Rules:
    """Work the options into the edition of the rule set that the table was opened under."""
    try:
        chosen = rule_set(choice.rules, choice.edition)
    except UnknownEditionError as unknown:
        raise Broken(
            f"{choice.rules} edition {choice.edition} is not installed: {unknown}"
        ) from None
    options = json.loads(choice.options, parse_float=Decimal)
    if not isinstance(options, dict):
        raise ValueError("options are written as one JSON object")
    return in_force(chosen, options)
