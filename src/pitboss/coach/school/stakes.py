"""Stakes, tips and acts of the seats of a layout, within the limits of the rules in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import lcm
from typing import Final, Literal

from pitboss.coach.school.picks import Picks
from pitboss.round.bets import customer_fault, most_play
from pitboss.rules import Chips, Rules, Street, Target, Wager

SchoolLevel = Literal["easy", "medium", "hard"]
LEVELS: Final[tuple[SchoolLevel, ...]] = ("easy", "medium", "hard")
SEATS: Final[Mapping[SchoolLevel, tuple[int, int]]] = {
    "easy": (1, 1),
    "medium": (2, 3),
    "hard": (3, 5),
}
LEAST: Final = Chips(500)  # where no minimum is posted
DOLLAR: Final = 100
ROUND_TIMES: Final = (1, 2, 3, 4, 5, 10)  # the least stake, for easy sums
ODD_TIMES_MAX: Final = 12
EVEN: Final = (Wager.ANTE, Wager.BLIND)


def stake_unit(rules: Rules, wager: Wager) -> Chips:
    """Return the step of stakes here: whole dollars where they fit the limits, else the table's."""
    step = lcm(*(rules.step(one) for one in EVEN)) if wager in EVEN else rules.step(wager)
    whole, span = lcm(step, DOLLAR), rules.limits[wager]
    first = -(-(span.least or 1) // whole) * whole
    return Chips(whole if span.most is None or first <= span.most else step)


def least_stake(rules: Rules, wager: Wager) -> Chips:
    """Return the least stake of a wager in whole units."""
    if wager == Wager.PROGRESSIVE:
        return progressive_stakes(rules)[0]
    unit = stake_unit(rules, wager)
    posted, most = rules.limits[wager].least, rules.limits[wager].most
    least = -(-(posted or LEAST) // unit) * unit
    return Chips(least if most is None else min(least, most // unit * unit))


def most_stake(rules: Rules, wager: Wager) -> Chips | None:
    """Return the largest stake of a wager in whole units; None where no maximum is posted."""
    most, unit = rules.limits[wager].most, stake_unit(rules, wager)
    return None if most is None else Chips(max(most // unit * unit, least_stake(rules, wager)))


def draw_stake(rules: Rules, wager: Wager, picks: Picks, level: SchoolLevel) -> Chips:
    """Draw a stake: a round number for beginners, any number of dollars for others."""
    if wager == Wager.PROGRESSIVE:
        return picks.one(progressive_stakes(rules))
    least, unit = least_stake(rules, wager), stake_unit(rules, wager)
    if level == "easy":
        drawn = least * picks.one(ROUND_TIMES)
    else:
        drawn = least + unit * picks.below(ODD_TIMES_MAX * least // unit + 1)
    most = most_stake(rules, wager)
    return Chips(drawn if most is None else min(drawn, most))


def with_needed(rules: Rules, wagers: tuple[Wager, ...]) -> tuple[Wager, ...]:
    """Add all that must lie beside these wagers; in the order in which the table offers them."""
    chosen = {*EVEN, *wagers}
    for wager in wagers:
        chosen |= set(rules.set.wagers[wager].needs)
    if rules.flag("trips.mandatory"):
        chosen.add(Wager.TRIPS)
    return tuple(wager for wager in rules.offered() if wager in chosen)


def draw_wagers(
    rules: Rules, picks: Picks, level: SchoolLevel, needed: tuple[Wager, ...] = ()
) -> dict[Wager, Chips]:
    """Draw the opening wagers of a seat: those needed, and some of the others."""
    side = [w for w in rules.offered() if w not in EVEN and takes(rules, w)]
    also = [w for w in side if picks.in_ten(3 if level == "easy" else 6)]
    chosen = with_needed(rules, (*needed, *also))
    stakes = {wager: draw_stake(rules, wager, picks, level) for wager in chosen}
    stakes[Wager.BLIND] = stakes[Wager.ANTE]
    return within_total(rules, stakes)


def takes(rules: Rules, wager: Wager) -> bool:
    """Return whether a wager can be played: its cards are dealt, its amount fits the increment."""
    if wager == Wager.PROGRESSIVE:
        return bool(progressive_stakes(rules))
    boxed = any(packet.to == Target.BOX for packet in rules.method.deal)
    return wager != Wager.SIX_CARD or boxed


def progressive_stakes(rules: Rules) -> tuple[Chips, ...]:
    """List the Progressive wagers that the table's increment allows."""
    step = rules.step(Wager.PROGRESSIVE)
    return tuple(chips for chips in rules.progressive_wagers if chips % step == 0)


def within_total(rules: Rules, stakes: dict[Wager, Chips]) -> dict[Wager, Chips]:
    """Lower the stakes to the least where one customer may not bet as much in all."""
    if customer_fault(stakes, {}, rules, most_play(stakes, rules)) is None:
        return stakes
    return {wager: least_stake(rules, wager) for wager in stakes}


def draw_tips(rules: Rules, stakes: Mapping[Wager, Chips], picks: Picks) -> dict[Wager, Chips]:
    """Draw tips on some of the spots that take them."""
    spots = [Wager(spot) for spot in rules.fact("tips.spots") or ()]
    tips = {
        wager: Chips(stake_unit(rules, wager) * (1 + picks.below(2)))
        for wager in spots
        if stakes.get(wager) and picks.in_ten(7)
    }
    fits = customer_fault(stakes, tips, rules, most_play(stakes, rules)) is None
    return tips if fits else {}


def all_acts(rules: Rules) -> tuple[tuple[str, ...], ...]:
    """List every line of acts that a seat may take through a round."""
    return tuple(_lines(rules))


def _lines(rules: Rules) -> Iterator[tuple[str, ...]]:
    before: tuple[str, ...] = ()
    for street in Street:
        rule = rules.street(street)
        for times in rule.play:
            yield (*before, f"play {times}x")
        if rule.fold:
            yield (*before, "fold")
        if not rule.check:
            return
        before = (*before, "check")


def staying_acts(rules: Rules) -> tuple[tuple[str, ...], ...]:
    """List the lines that end with a Play wager."""
    return tuple(acts for acts in all_acts(rules) if acts[-1] != "fold")


def folding_acts(rules: Rules) -> tuple[str, ...]:
    """Return the acts of a seat that folds."""
    return next(acts for acts in all_acts(rules) if acts[-1] == "fold")


def latest_acts(rules: Rules) -> tuple[str, ...]:
    """Return the acts of a seat that decides on every street and plays on the last."""
    return max(staying_acts(rules), key=len)
