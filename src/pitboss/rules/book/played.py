"""What a table plays for each option of its operator, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from pitboss.rules.compare import value_words
from pitboss.rules.in_force import Rules
from pitboss.rules.money import Chips, money
from pitboss.rules.options import ALIASES, Span, option_kinds

SECONDS: Final = ("decision.timeout", "abandon.timeout")
HOURS: Final = ("deck.change_hours",)
YEARS: Final = ("audit.retention",)
NONE: Final = "none"


def played_words(rules: Rules, key: str) -> str:
    """Describe what a table with these rules plays for an option.

    >>> from pitboss.rules import in_force, rule_set
    >>> played_words(in_force(rule_set("maryland"), {"limits.ante": "5 to 100"}), "limits.ante")
    '$5.00 to $100.00'
    """
    key = ALIASES.get(key, key)
    value, rule = rules.options[key], rules.set.options.get(key)
    said = _SAID.get(option_kinds()[key].type, _plain)(value)
    if said == NONE and rule is not None and isinstance(rule.default, str):
        return rule.default or NONE  # "as printed", "table minimum": the word for not chosen
    return f"{said} {_unit(key)}".strip()


def _unit(key: str) -> str:
    units = {"seconds": SECONDS, "hours": HOURS, "years": YEARS}
    return next((unit for unit, keys in units.items() if key in keys), "")


def _plain(value: object) -> str:
    return NONE if value is None else value_words(value)


def _amount(value: object) -> str:
    return money(Chips(value)) if isinstance(value, int) else NONE


def _amounts(value: object) -> str:
    return ", ".join(map(_amount, value)) if isinstance(value, tuple) else NONE


def _span(value: object) -> str:
    if not isinstance(value, Span) or value == Span():
        return NONE
    least, most = (None if end is None else money(end) for end in (value.least, value.most))
    if least and most:
        return f"{least} to {most}"
    return f"from {least}" if least else f"up to {most}"


def _each(value: object, say: Callable[[object], str]) -> str:
    """Write one amount for all meters, or one for each by its name."""
    if not isinstance(value, Mapping):
        return NONE
    return ", ".join(f"{meter} {say(part)}".strip() for meter, part in value.items())


def _percent(value: object) -> str:
    return f"{float(value * 100):g} %" if isinstance(value, Fraction) else NONE


_SAID: Final[Mapping[str, Callable[[object], str]]] = {
    "money": _amount,
    "amounts": _amounts,
    "range": _span,
    "seed": lambda value: _each(value, _amount),
    "percent": lambda value: _each(value, _percent),
}
