"""Which scenes the rules in force give occasion for: what a layout can be drawn to show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pitboss.coach.school.deals import BELOW
from pitboss.coach.school.irregular_scenes import irregular_scenes
from pitboss.coach.school.layout import SchoolScene
from pitboss.coach.school.limit_scenes import limit_reached
from pitboss.coach.school.stakes import ROUND_TIMES, least_stake, most_stake, takes
from pitboss.round.bets import least_bank_stake
from pitboss.round.movement import MovementReason
from pitboss.rules import (
    AGAINST_DEALER,
    BY_PAYTABLE,
    COMMUNITY,
    MeterShare,
    Paytable,
    Rules,
    Wager,
)

ENDINGS: Final = ("win", "lose", "tie", "unqualified-win", "unqualified-lose", "unqualified-tie")
FOLD: Final = "fold"
STRAIGHT_FLUSH: Final = "straight-flush"
ALL: Final = 100  # percent of a meter
FAMILIES: Final = (
    "any", "ending", "line", "fold-line", "envy", "two-winners", "limit", "bank", "tips",
    "trips-alone", "irregular",
)  # fmt: skip


def scenes_of(rules: Rules) -> tuple[SchoolScene, ...]:
    """List every scene that can come up under these rules."""
    return (*paying_scenes(rules), *irregular_scenes(rules))


def paying_scenes(rules: Rules, families: Sequence[str] = FAMILIES) -> tuple[SchoolScene, ...]:
    """List the scenes of these families in which nothing goes wrong."""
    found = [SchoolScene("any")]
    found += [SchoolScene("ending", None, ending) for ending in (*ENDINGS, FOLD)]
    found += [*_line_scenes(rules), *_bank_scenes(rules), *_other_scenes(rules)]
    if "limit" in families and limit_reached(rules):
        found.append(SchoolScene("limit"))
    return tuple(scene for scene in found if scene.family in families)


def _line_scenes(rules: Rules) -> Iterator[SchoolScene]:
    for wager, table in rules.tables.items():
        if not takes(rules, wager):
            continue
        for hand in (*(line.hand for line in table.lines), BELOW):
            if not (wager == Wager.BLIND and hand == COMMUNITY):
                yield SchoolScene("line", wager, hand)
            if wager in BY_PAYTABLE:
                yield SchoolScene("fold-line", wager, hand)


def _bank_scenes(rules: Rules) -> Iterator[SchoolScene]:
    if rules.house_banks or least_bank_stake(rules) > _bank_most(rules):
        return
    wagers = [w for w in (*AGAINST_DEALER, Wager.TRIPS) if w in rules.order]
    for wager in wagers:
        yield SchoolScene("bank", wager, MovementReason.UNCOVERED)
        if rules.flag("bank.win_cap") and rules.choice("bank.model") != "action":
            yield SchoolScene("bank", wager, MovementReason.WIN_CAP)


def _bank_most(rules: Rules) -> int:
    """Return what two seats at good stakes move at least; a larger bank never runs out here."""
    return 2 * (most_stake(rules, Wager.ANTE) or ROUND_TIMES[-1] * least_stake(rules, Wager.ANTE))


def _other_scenes(rules: Rules) -> Iterator[SchoolScene]:
    table = rules.tables.get(Wager.PROGRESSIVE) if takes(rules, Wager.PROGRESSIVE) else None
    if table is not None and table.envy:
        for hand in table.envy[0].sums:
            yield SchoolScene("envy", Wager.PROGRESSIVE, hand)
    if table is not None and _meter_twice(rules, table):
        yield SchoolScene("two-winners", Wager.PROGRESSIVE, STRAIGHT_FLUSH)
    if rules.set.wagers[Wager.TRIPS].alone:
        yield SchoolScene("trips-alone", Wager.TRIPS)
    if spots := rules.fact("tips.spots"):
        yield SchoolScene("tips")
        for wager in map(Wager, spots):
            for line in rules.tables[wager].lines if wager in rules.tables else ():
                yield SchoolScene("tips", wager, line.hand)


def _meter_twice(rules: Rules, table: Paytable) -> bool:
    """Return whether two straight flushes are paid from one meter, one after the other."""
    line = table.by_hand.get(STRAIGHT_FLUSH)
    if line is None or not isinstance(line.pays, MeterShare):
        return False
    return line.pays.percent < ALL or rules.meters[line.pays.meter].reset is not None
