"""The floor under test: all five sets, a table with a meter of its own, three tables on a link."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from pitboss.rules import in_force, rule_set
from pitboss.table import Command, Person, Role, RulesChoice, choice_of, rules_of
from pitboss.table import command as ask
from pitboss.table.timetable import opening_commands

FLOOR: Final = Person("Ada", Role.FLOOR)
LINK: Final = "hills"
# Seconds. Players of a killed process never answer: the others wait this long for each decision.
_TIME_OUT: Final = 5
_METER: Final[dict[str, Any]] = {"meter.seed": 10_000, "meter.rate": Decimal("1.7")}
_LINKED: Final[dict[str, Any]] = {
    **_METER,
    "progressive": "UTHP-01",
    "trips": "UTH-01",
    "meter.link_group": LINK,
}


@dataclass(frozen=True, slots=True)
class Plan:
    """A table to be founded. One that is not `provable` takes the cards that a dealer brings."""

    name: str
    house: RulesChoice
    provable: bool = True

    def founding(self) -> Iterator[tuple[str, Command, Person]]:
        """List what sets the table up and opens it, with command ids."""
        yield f"found/{self.name}", ask.SetUp(self.name, self.house, self.provable), FLOOR
        for n, (command, by) in enumerate(opening_commands(rules_of(self.house), FLOOR)):
            yield f"found/{self.name}/{n}", command, by


def plan(name: str, rules: str, *, provable: bool = True, **options: Any) -> Plan:
    """Make a plan; a dot in an option's name is written as two underscores."""
    given = {key.replace("__", "."): value for key, value in options.items()}
    given["decision.timeout"] = _TIME_OUT
    return Plan(name, choice_of(in_force(rule_set(rules), given), given), provable)


LINKED: Final = (
    plan("sd1", "south-dakota", **_LINKED),
    plan("sd2", "south-dakota", provable=False, **_LINKED),
    plan("sd3", "south-dakota", provable=False, **_LINKED),
)
ALONE: Final = (
    plan("md", "maryland", progressive="A", **_METER),
    plan("ca", "california"),
    plan("cb", "catfish-bend"),
    plan("rc", "royal-caribbean"),
)
ALL: Final = (*LINKED, *ALONE)
