"""Reads the paytables of a rule set: lines in falling order, meters that fit their pays, Envy."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pitboss.cards import CATEGORY_SLUGS
from pitboss.rules.cite import Cite
from pitboss.rules.paytable import (
    COMMUNITY,
    FIRST_FIVE,
    HOLE_AND_FLOP,
    SEVEN,
    SUPER_ROYAL,
    SUPER_ROYAL_DIAMONDS,
    EnvyScale,
    Line,
    Meter,
    MeterShare,
    Paytable,
)
from pitboss.rules.ruleset import Wager
from pitboss.rules.section import AMOUNTS, FLAG, MONEY, PAY, TEXTS, RuleSetError, Section, one_of

# How high a line stands: the narrow royals above the hands themselves, since the first line that
# a hand meets is the one that pays.
HEIGHTS: Final[Mapping[str, int]] = MappingProxyType(
    {slug: int(category) for category, slug in CATEGORY_SLUGS.items()}
    | {FIRST_FIVE: 100, COMMUNITY: 101, SUPER_ROYAL: 102, SUPER_ROYAL_DIAMONDS: 103}
)
_HAND: Final = one_of(*HEIGHTS)
_CARDS: Final = one_of(HOLE_AND_FLOP, SEVEN)
_WITH_TABLES: Final = (Wager.BLIND, Wager.TRIPS, Wager.SIX_CARD, Wager.PROGRESSIVE)


def read_paytables(file: Section) -> dict[tuple[Wager, str], Paytable]:
    """Read every paytable, by wager and name."""
    found: dict[tuple[Wager, str], Paytable] = {}
    for wager_name, tables in file.section("paytables").each():
        if wager_name not in _WITH_TABLES:
            raise RuleSetError(f"{tables.path}: wants one of {', '.join(_WITH_TABLES)}")
        for name, section in tables.each():
            found[Wager(wager_name), name] = _paytable(Wager(wager_name), name, section)
    return found


def _paytable(wager: Wager, name: str, section: Section) -> Paytable:
    table = Paytable(
        wager=wager,
        name=name,
        lines=tuple(map(_line, section.sections("lines"))),
        below=Cite(section.take("below", TEXTS), section.take("readings", TEXTS, ())),
        cite=section.cite(),
        meters=tuple(_meter(n, m) for n, m in section.section("meters", optional=True).each()),
        envy=tuple(map(_envy, section.sections("envy"))),
        envy_scales=section.take("envy_scales", FLAG, default=False),
        wagers=section.take("wagers", AMOUNTS, ()),
        cards=section.take("cards", _CARDS, ""),
    )
    section.done()
    _check_order(table, section.path)
    _check_meters(table, section.path)
    return table


def _line(section: Section) -> Line:
    line = Line(section.take("hand", _HAND), section.take("pays", PAY), section.cite())
    section.done()
    return line


def _meter(name: str, section: Section) -> Meter:
    least = section.take("least", MONEY) if section.has("least") else None
    meter = Meter(name, least, section.cite())
    section.done()
    return meter


def _envy(section: Section) -> EnvyScale:
    sums = {hand: section.take(hand, MONEY) for hand in section.names() if hand in HEIGHTS}
    scale = EnvyScale(section.take("wager", MONEY), sums, section.cite())
    section.done(also=HEIGHTS)
    if not sums or not scale.wager:
        raise RuleSetError(f"{section.path}: wants a wager and a sum for at least one hand")
    return scale


def _check_order(table: Paytable, path: str) -> None:
    if not table.lines:
        raise RuleSetError(f"{path}.lines: wants at least one line")
    for number, (upper, lower) in enumerate(zip(table.lines, table.lines[1:], strict=False)):
        if HEIGHTS[upper.hand] <= HEIGHTS[lower.hand]:
            what = f"{lower.hand} stands below {upper.hand}; the higher hand comes first, each once"
            raise RuleSetError(f"{path}.lines[{number + 1}]: {what}")


def _check_meters(table: Paytable, path: str) -> None:
    named = {line.pays.meter for line in table.lines if isinstance(line.pays, MeterShare)}
    kept = {meter.name for meter in table.meters}
    for meter in sorted(named - kept):
        raise RuleSetError(f"{path}.meters: {meter} is paid from, but is no meter of the table")
    for meter in sorted(kept - named):
        raise RuleSetError(f"{path}.meters.{meter}: no line pays from it")
