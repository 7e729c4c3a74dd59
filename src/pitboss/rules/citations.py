"""Which keys of a rule set cite a clause or a reading: every source it names, key by key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from pitboss.rules.catalog import rule_set
from pitboss.rules.cite import Cite
from pitboss.rules.paytable import Paytable
from pitboss.rules.ruleset import Consequence, DealingMethod, RuleSet, Street


def cited_keys(rules: RuleSet) -> Iterator[tuple[str, Cite]]:
    """Yield every key of the set with the sources it names, in the order of the file's parts."""
    yield from rules.cites.items()
    for wager, rule in rules.wagers.items():
        yield f"wagers.{wager}", rule.cite
    for street, choices in rules.streets.items():
        for name in ("play", "check", "fold"):
            yield f"streets.{street}.{name}", getattr(choices, f"{name}_cite")
    for method in rules.methods.values():
        yield from _method(method)
    for (wager, situation), consequence in rules.consequences.items():
        yield from _consequence(f"settlement.{wager}.{situation}", consequence)
    for table in rules.paytables.values():
        yield from _paytable(table)
    for kind, cases in rules.irregularities.items():
        for case, remedy in cases.items():
            yield f"irregularities.{kind}.{case}", remedy.cite + remedy.settle_cite
    for name, schedule in rules.fees.items():
        yield f"fees.{name}", schedule.cite
    for key, option in rules.options.items():
        yield f"options.{key}", option.cite
    for asked in rules.requirements:
        yield f"submission.{asked.key}", asked.cite
    for item in rules.layout:
        yield f"layout.{item.item}", item.cite


def _method(method: DealingMethod) -> Iterator[tuple[str, Cite]]:
    path = f"dealing.methods.{method.name}"
    yield path, method.cite
    for street in Street:
        for number, packet in enumerate(getattr(method, street)):
            yield f"{path}.{street}[{number}]", packet.cite


def _consequence(path: str, consequence: Consequence) -> Iterator[tuple[str, Cite]]:
    yield path, consequence.cite
    if consequence.below is not None:
        yield f"{path}.below", consequence.below.cite


def _paytable(table: Paytable) -> Iterator[tuple[str, Cite]]:
    path = f"paytables.{table.wager}.{table.name}"
    yield path, table.cite
    for line in table.lines:
        yield f"{path}.{line.hand}", line.cite
    yield f"{path}.below", table.below
    for meter in table.meters:
        yield f"{path}.meters.{meter.name}", meter.cite
    for scale in table.envy:
        yield f"{path}.envy", scale.cite


@cache
def citations(name: str) -> Mapping[str, tuple[str, ...]]:
    """Return where a rule set cites each clause and reading, by id."""
    found: dict[str, list[str]] = {}
    for key, cite in cited_keys(rule_set(name)):
        for source in (*cite.clauses, *cite.readings):
            keys = found.setdefault(source, [])
            if key not in keys:
                keys.append(key)
    return {source: tuple(keys) for source, keys in found.items()}
