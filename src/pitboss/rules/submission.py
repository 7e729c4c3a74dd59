"""An operator's submission: its choices for one rule set, read, worked in and checked at once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pitboss.rules.catalog import SET_NAMES, UnknownRuleSetError, editions, rule_set
from pitboss.rules.checks import devices, layout, required
from pitboss.rules.checks.filing import Filing
from pitboss.rules.checks.locate import Lines
from pitboss.rules.checks.problem import UNREADABLE, Code, Problem, Severity
from pitboss.rules.checks.shape import ShapeReader
from pitboss.rules.configuration import FilingCheck, all_problems
from pitboss.rules.in_force import Rules, try_in_force
from pitboss.rules.options import ALIASES, flatten
from pitboss.rules.ruleset import RuleSet, Wager
from pitboss.rules.user_toml import TomlError, read_toml

__all__ = ["Code", "Problem", "Severity", "Submission", "check", "read_submission"]

SIZE_MAX: Final = 262_144  # characters: a hundred times a full submission; more is not one
AS_PLAYED: Final = "as played"
_LINE: Final = re.compile(r"at line (\d+)")

# What a submission holds beside its options: records, approvals, devices and the layout.
RECORD_CHECKS: Final[tuple[FilingCheck, ...]] = (
    required.check_edition,
    required.check_required,
    required.check_stop,
    required.check_excluded,
    devices.check_shuffler,
    layout.check_spots_shown,
    layout.check_items_shown,
)
# A table as it is played has no records: nothing of it was filed.
PLAYED_CHECKS: Final[tuple[FilingCheck, ...]] = (required.check_edition,)


@dataclass(frozen=True, slots=True)
class Submission:
    """What a file holds; `rules` has defaults for what is wrong, and is None if unreadable.

    `filing` has what was filed beside the options: approvals, devices, the layout.
    """

    name: str
    operator: str
    rules: Rules | None
    problems: tuple[Problem, ...]
    filing: Filing | None = None

    @property
    def readable(self) -> bool:
        return not any(problem.code in UNREADABLE for problem in self.problems)

    @property
    def status(self) -> str:
        """One of "unreadable", "rejected", "as played", "unsigned" and "accepted".

        "as played" are the choices of a table, good to play by, of which nothing was filed.
        """
        if not self.readable:
            return "unreadable"
        errors = {problem.code for problem in self.problems if problem.is_error}
        if not errors and self.filing is not None and self.filing.as_played:
            return AS_PLAYED
        if errors == {Code.UNSIGNED}:
            return "unsigned"
        return "rejected" if errors else "accepted"


def check(text: str, name: str = "") -> list[Problem]:
    """Everything there is to say about a submission, in the order of the file."""
    return list(read_submission(text, name).problems)


def read_submission(text: str, name: str = "") -> Submission:
    """Read a submission and run every check on it."""
    if len(text) > SIZE_MAX:
        what, right = f"has {len(text):,} characters", f"at most {SIZE_MAX:,}"
        return _unreadable(name, Problem(Code.TOO_LARGE, "", what, right))
    try:
        data = read_toml(text)
    except TomlError as error:
        return _unreadable(name, _not_toml(error))
    lines = Lines(text)
    chosen = _rule_set(data, lines)
    if isinstance(chosen, Problem):
        return _unreadable(name, chosen)
    return _read(name, data, chosen, lines)


def _unreadable(name: str, problem: Problem) -> Submission:
    return Submission(name, "", None, (problem,))


def _not_toml(error: TomlError) -> Problem:
    what = str(error)
    line = int(found[1]) if (found := _LINE.search(what)) else None
    return Problem(Code.NOT_TOML, "", what, "a submission is a TOML file", line)


def _rule_set(data: Mapping[str, Any], lines: Lines) -> RuleSet | Problem:  # Any: TOML
    named = data.get("rules")
    if not isinstance(named, str):
        right = f'write rules = "…": {", ".join(SET_NAMES)}'
        return Problem(Code.RULES_MISSING, "rules", "names no rule set", right, lines.of("rules"))
    edition = data.get("edition")
    try:
        return rule_set(named, edition if edition in editions(named) else None)
    except UnknownRuleSetError:
        what, right = f"{named[:60]!r} is no rule set", f"there are {', '.join(SET_NAMES)}"
        return Problem(Code.UNKNOWN_RULES, "rules", what, right, lines.of("rules"))


def _read(name: str, data: Mapping[str, Any], chosen: RuleSet, lines: Lines) -> Submission:
    shape = ShapeReader(chosen, lines)
    fitting = shape.read(data)
    options = _options(fitting, chosen)
    rules, wrong = try_in_force(chosen, options)
    given = {ALIASES.get(key, key): value for key, value in flatten(options)}
    filing = Filing(name, fitting, given, rules, lines)
    records = PLAYED_CHECKS if filing.as_played else RECORD_CHECKS
    found = [*shape.problems, *all_problems(filing, wrong, records)]
    ordered = sorted(found, key=lambda p: (p.line or 0, p.severity, p.key, p.code))
    return Submission(name, fitting.get("operator", ""), rules, tuple(ordered), filing)


def _options(fitting: Mapping[str, Any], chosen: RuleSet) -> dict[str, Any]:  # Any: TOML
    """Return the options as written, [devices] applied, without a second Blind column."""
    options = dict(flatten(fitting["options"]))
    devices_filed = fitting["devices"]
    if devices_filed.get("continuous") is True and "shuffle" in chosen.options:
        options.setdefault("shuffle", "continuous")
    if "counts_cards" in devices_filed and "device.counts_cards" in chosen.options:
        options.setdefault("device.counts_cards", devices_filed["counts_cards"])
    columns = chosen.tables_of(Wager.TRIPS) if "paytable.uth" in chosen.options else ()
    if isinstance(options.get("blind"), str) and options["blind"] in columns:
        del options["blind"]
    return options
