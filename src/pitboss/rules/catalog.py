"""Finds the rule sets that come with pitboss, by name."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from pitboss.rules.load import RuleSetError, read_rule_set
from pitboss.rules.ruleset import RuleSet

SET_NAMES: Final = ("maryland", "south-dakota", "california", "catfish-bend", "royal-caribbean")


class UnknownRuleSetError(LookupError):
    """No rule set of that name; the text lists those there are."""


@cache
def rule_set(name: str) -> RuleSet:
    """Give the rule set of that name.

    >>> rule_set("maryland").prefix
    'MD'
    """
    if name not in SET_NAMES:
        raise UnknownRuleSetError(f"{name[:60]!r} is no rule set; there are {', '.join(SET_NAMES)}")
    text = files("pitboss.rules").joinpath(f"sets/{name}.toml").read_text("utf-8")
    try:
        return read_rule_set(text)
    except RuleSetError as error:
        raise RuleSetError(f"sets/{name}.toml: {error}") from error


def all_rule_sets() -> tuple[RuleSet, ...]:
    """Give the five rule sets, in the order in which they are always listed."""
    return tuple(rule_set(name) for name in SET_NAMES)
