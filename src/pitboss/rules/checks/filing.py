"""A submission that could be read: what was filed, the rules it makes, where each key stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.rules.checks.locate import Lines
from pitboss.rules.checks.problem import Code, Problem, Severity
from pitboss.rules.cite import NO_CITE, Cite
from pitboss.rules.in_force import Rules
from pitboss.rules.ruleset import Wager


@dataclass(frozen=True, slots=True)
class Filing:
    """What the checks read; `given` are the options as written, by dotted key."""

    name: str
    data: Mapping[str, Any]  # Any: TOML values; the shape was checked, wrong ones are left out
    given: Mapping[str, Any]  # Any: TOML values; the options were read, see `rules`
    rules: Rules
    lines: Lines

    @property
    def as_played(self) -> bool:
        """Return whether these are the choices of a table as it is played: nothing was filed."""
        return self.data.get("as_played") is True

    def part(self, name: str) -> Mapping[str, Any]:  # Any: as `data`
        """Give a table of the file; empty where it was not filed."""
        found = self.data.get(name, {})
        return found if isinstance(found, Mapping) else {}

    def problem(
        self,
        code: Code,
        key: str,
        what: str,
        right: str,
        cite: Cite = NO_CITE,
    ) -> Problem:
        return Problem(code, key, what, right, self.lines.of(key), cite)

    def note(self, code: Code, key: str, what: str, right: str, cite: Cite = NO_CITE) -> Problem:
        return Problem(code, key, what, right, self.lines.of(key), cite, Severity.NOTE)

    def option(self, key: str) -> Cite:
        """Give the source of an option of the set."""
        rule = self.rules.set.options.get(key)
        return rule.cite if rule else NO_CITE

    def cite(self, *keys: str) -> Cite:
        """Give the sources of facts of the set, in that order."""
        found = NO_CITE
        for key in keys:
            found += self.rules.set.cite(key)
        return found

    def holds(self, circumstance: str) -> bool:
        """Tell whether a circumstance that the set names is that of this submission."""
        if circumstance in (Wager.PROGRESSIVE, Wager.SIX_CARD):
            return Wager(circumstance) in self.rules.tables
        if circumstance in self.rules.set.methods:
            return self.rules.method.name == circumstance
        known = {
            "": True,
            "limit": self.rules.amount("limit.amount") is not None,
            "continuous": self.rules.choice("shuffle") == "continuous",
            "tip_box_moved": self.part("layout").get("tip_box") == "moved",
        }
        return known.get(circumstance, False)
