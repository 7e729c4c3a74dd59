"""The keys of a submission and their types; what does not fit is told, and left out of the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from types import MappingProxyType
from typing import Any, Final

from pitboss.rules.checks.locate import Lines
from pitboss.rules.checks.problem import Code, Problem
from pitboss.rules.cite import NO_CITE, Cite
from pitboss.rules.option_values import shown
from pitboss.rules.ruleset import AGAINST_DEALER, BY_PAYTABLE, RuleSet
from pitboss.rules.section import FLAG, MONEY, TEXT, TEXTS, WHOLE, ValueKind, list_of, one_of
from pitboss.rules.suggest import did_you_mean

TEXT_MAX: Final = 500  # a name, a reference, a reason
APPROVALS: Final = "approvals."


def _short(value: object) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > TEXT_MAX:
        raise ValueError
    return value


def _day(value: object) -> date:
    if not isinstance(value, date) or isinstance(value, datetime):
        raise ValueError
    return value


NAME: Final[ValueKind[str]] = ValueKind(f"a text of 1 to {TEXT_MAX} characters", _short)
DAY: Final[ValueKind[date]] = ValueKind("a date such as 2026-01-31, without quotes", _day)
SPOT: Final = one_of(*AGAINST_DEALER, *BY_PAYTABLE, "box")
Kinds = Mapping[str, ValueKind[Any]]  # Any: each key has a type of its own

TOP: Final[Kinds] = MappingProxyType(
    {
        "rules": TEXT,
        "edition": WHOLE,
        "as_played": FLAG,
        "operator": NAME,
        "excluded_rules": TEXTS,
    }
)
APPROVAL: Final[Kinds] = MappingProxyType({"reference": NAME, "date": DAY, "by": NAME})
PARTS: Final[Mapping[str, Kinds]] = MappingProxyType(
    {
        "devices": {
            "shuffler": FLAG,
            "counts_cards": FLAG,
            "feeds_shoe": FLAG,
            "continuous": FLAG,
        },
        "layout": {
            "spots": list_of(SPOT, f"a list of {SPOT.wants.removeprefix('one of ')}"),
            "box": FLAG,
            "tip_box": one_of("standard", "moved"),
            "shows": TEXTS,
        },
        "posted": {"tips": MONEY},
        "stop": {"reason": NAME, "date": DAY, "by": NAME},
    }
)
TABLES: Final = ("approvals", "options", *PARTS)


class ShapeReader:
    """Reads the parts of one file and keeps what does not fit."""

    def __init__(self, rule_set: RuleSet, lines: Lines) -> None:
        self.rule_set, self.lines = rule_set, lines
        self.problems: list[Problem] = []

    def read(self, data: Mapping[str, Any]) -> dict[str, Any]:  # Any: TOML, checked here
        """Give the file without what does not fit."""
        tables = {name: self._table(data, name) for name in TABLES if name in data}
        plain = {key: value for key, value in data.items() if key not in TABLES}
        found = dict(self._fitting(plain, TOP, "", also=TABLES))
        for name, kinds in PARTS.items():
            found[name] = dict(self._fitting(tables.get(name, {}), kinds, name))
        found["approvals"] = dict(self._approvals(tables.get("approvals", {})))
        found["options"] = tables.get("options", {})
        return found

    def _tell(self, code: Code, key: str, what: str, right: str, cite: Cite = NO_CITE) -> None:
        self.problems.append(Problem(code, key, what, right, self.lines.of(key), cite))

    def _table(self, data: Mapping[str, Any], name: str) -> Mapping[str, Any]:  # Any: TOML
        value = data[name]
        if isinstance(value, Mapping):
            return value
        self._tell(Code.WRONG_TYPE, name, f"{shown(value)} is no table", f"write [{name}]")
        return {}

    def _fitting(
        self,
        table: Mapping[str, Any],
        kinds: Kinds,
        path: str,
        also: tuple[str, ...] = (),
        cite: Cite = NO_CITE,
    ) -> Iterator[tuple[str, Any]]:  # Any: read by its kind
        for key, value in table.items():
            where = f"{path}.{key}" if path else key
            if key not in kinds:
                self._unknown(where, key, (*kinds, *also))
                continue
            try:
                yield key, kinds[key].read(value)
            except (ValueError, TypeError):
                what = f"{shown(value)} does not fit"
                self._tell(Code.WRONG_TYPE, where, what, f"write {kinds[key].wants}", cite)

    def _unknown(self, where: str, key: str, known: tuple[str, ...]) -> None:
        right = did_you_mean(key, known) or f"there is {', '.join(known)}"
        self._tell(Code.UNKNOWN_KEY, where, "is no key of a submission", right)

    def _approvals(self, table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:  # Any: TOML
        """Read the approvals that these rules speak of."""
        due = {
            r.key.removeprefix(APPROVALS): r.cite
            for r in self.rule_set.requirements
            if r.key.startswith(APPROVALS)
        }
        for name, value in table.items():
            where = f"{APPROVALS}{name}"
            if name not in due:
                self._unknown(where, name, tuple(due))
            elif not isinstance(value, Mapping):
                right = 'write { reference = "…", date = 2026-01-31, by = "…" }'
                self._tell(Code.WRONG_TYPE, where, f"{shown(value)} is no table", right, due[name])
            else:
                record = dict(self._fitting(value, APPROVAL, where, cite=due[name]))
                if missing := [key for key in APPROVAL if key not in value]:
                    what = f"names no {' and no '.join(missing)}"
                    right = "an approval has a reference, a date and who gave it"
                    self._tell(Code.APPROVAL_INCOMPLETE, where, what, right, due[name])
                yield name, record
