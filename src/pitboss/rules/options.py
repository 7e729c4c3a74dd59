"""The operator's choices: each option of a set, given or by default, and all that is wrong."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.rules.cite import NO_CITE, Cite
from pitboss.rules.option_values import ALIASES, BadValue, OptionKind, Span, read_value, shown
from pitboss.rules.ruleset import RuleSet, Wager
from pitboss.rules.suggest import near
from pitboss.rules.user_toml import TomlTable

__all__ = [
    "ALIASES",
    "OptionError",
    "OptionKind",
    "OptionProblem",
    "Span",
    "flatten",
    "option_kinds",
    "read_options",
]


@dataclass(frozen=True, slots=True)
class OptionProblem:
    """One thing wrong with one option, what would be right, and the clauses and readings behind."""

    key: str
    wrong: str
    right: str = ""
    cite: Cite = NO_CITE
    code: str = "option-value"

    @property
    def what(self) -> str:
        """Both halves as one sentence."""
        return f"{self.wrong}; {self.right}" if self.right else self.wrong


class OptionError(ValueError):
    """An option that cannot be taken; carries the first problem."""

    def __init__(self, problem: OptionProblem) -> None:
        super().__init__(f"options.{problem.key}: {problem.what}")
        self.problem = problem


@cache
def option_kinds() -> Mapping[str, OptionKind]:
    """Read the registry of every option there is, by key."""
    data = tomllib.loads(Path(__file__).with_name("options.toml").read_text("utf-8"))
    return {
        key: OptionKind(key, e["type"], tuple(e.get("allowed", ())), e["neutral"], e["about"])
        for key, e in data.items()
    }


def read_options(
    rule_set: RuleSet, given: TomlTable
) -> tuple[dict[str, object], list[OptionProblem]]:
    """Read every option: the given value, else the set's default, else the neutral one."""
    flat = dict(flatten(given))
    problems = list(_apply_aliases(flat))
    values: dict[str, object] = {}
    for key, kind in option_kinds().items():
        rule = rule_set.options.get(key)
        fallback = rule.default if rule else kind.neutral
        values[key] = read_value(fallback, kind, rule_set)
        if key in flat:
            try:
                values[key] = _chosen(rule_set, kind, flat.pop(key), values[key])
            except BadValue as bad:
                cite = rule.cite if rule else NO_CITE
                problems.append(OptionProblem(key, bad.wrong, bad.right, cite, bad.code))
    problems += [_unknown(key, rule_set) for key in flat]
    return values, problems


def flatten(table: TomlTable, path: str = "") -> Iterator[tuple[str, Any]]:
    """Turn nested tables into dotted keys, but leave alone those whose value is a table itself."""
    kinds = option_kinds()
    for key, value in table.items():
        dotted = f"{path}.{key}" if path else key
        own = dotted in kinds and kinds[dotted].type in ("range", "seed", "percent")
        if isinstance(value, Mapping) and value and not own:
            yield from flatten(value, dotted)
        else:
            yield dotted, value


def _apply_aliases(flat: dict[str, Any]) -> Iterator[OptionProblem]:
    for alias, key in ALIASES.items():
        if alias in flat:
            value = flat.pop(alias)
            if shown(flat.setdefault(key, value)) != shown(value):  # NaN is not itself
                wrong = f"says {shown(value)}, but {key} says {shown(flat[key])}"
                yield OptionProblem(alias, wrong, "write one of them", code="two-answers")


def _chosen(rule_set: RuleSet, kind: OptionKind, raw: object, default: object) -> object:
    """Read a given value, if the set leaves that choice open."""
    rule = rule_set.options.get(kind.key)
    if rule is None:
        only = rule_set.tables_of(Wager(kind.key)) if kind.type == "paytable" else ()
        if (
            not isinstance(raw, str) or raw not in only
        ):  # naming the one table there is, is no error
            wrong = f"is no choice of {rule_set.name}: its rules do not leave it open"
            raise BadValue(wrong, "take it out", "option-not-open")
    if rule is not None and rule.locked and not _same(raw, kind, rule_set, default):
        wrong = f"is fixed in {rule_set.name}, {shown(raw)} cannot be filed"
        code = "percentage-fee" if kind.key == "fee.percentage" else "locked-option"
        raise BadValue(wrong, f"write {shown(rule.default)} or take it out", code)
    return read_value(raw, kind, rule_set)


def _same(raw: object, kind: OptionKind, rule_set: RuleSet, default: object) -> bool:
    try:
        return read_value(raw, kind, rule_set) == default
    except BadValue:
        return False


def _unknown(key: str, rule_set: RuleSet) -> OptionProblem:
    last = key.split(".")[-1]
    alike = [known for known in rule_set.options if known.split(".")[-1] == last]
    close = [*alike, *near(key, rule_set.options)]
    right = f"did you mean {close[0]}?" if close else f"see: pitboss rules show {rule_set.name}"
    return OptionProblem(key, "is no option", right, code="unknown-option")
