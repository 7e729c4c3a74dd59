"""Whether the Progressive's meters are filed as the rules want, and what its Envy could cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitboss.rules.checks.filing import Filing
from pitboss.rules.checks.problem import Code, Problem
from pitboss.rules.cite import Cite
from pitboss.rules.layout import envy_sums
from pitboss.rules.money import Chips, dollars, money
from pitboss.rules.paytable import Paytable
from pitboss.rules.ruleset import Wager


def check_meters(filing: Filing) -> Iterator[Problem]:
    """Every meter has a rate above nothing and a seed that is high enough."""
    table = filing.rules.tables.get(Wager.PROGRESSIVE)
    if table is None:
        return
    if "meter.rate" in filing.given:
        yield from _rates(filing, table)
    if "meter.seed" in filing.given:
        yield from _seeds(filing, table)


def _rates(filing: Filing, table: Paytable) -> Iterator[Problem]:
    key, cite = "options.meter.rate", filing.option("meter.rate")
    rates = filing.rules.options["meter.rate"]
    if not isinstance(rates, Mapping):
        return
    for meter in table.meters:
        if meter.name not in rates and "" not in rates:
            what, right = f"names no rate for {meter.name}", "every meter has one"
            yield filing.problem(Code.RATE_MISSING, key, what, right, cite)
        elif not filing.rules.meters[meter.name].rate:
            what = f"is 0 for {meter.name}, which would never grow"
            right = "write the percentage of each wager that feeds it"
            yield filing.problem(Code.RATE_ZERO, key, what, right, cite)
    whole = sum(plan.rate for plan in filing.rules.meters.values())
    if whole > 1:
        what = f"the meters together take {float(whole):.2%} of each wager"
        yield filing.problem(Code.RATE_OVER_WHOLE, key, what, "at most 100% in all", cite)


def _seeds(filing: Filing, table: Paytable) -> Iterator[Problem]:
    key, seeds = "options.meter.seed", filing.rules.options["meter.seed"]
    if not isinstance(seeds, Mapping):
        return  # "least": the minimum itself
    for meter in table.meters:
        seed = seeds.get(meter.name, seeds.get(""))
        if seed is None:
            what, right = f"names no seed for {meter.name}", "every meter has one"
            yield filing.problem(Code.SEED_MISSING, key, what, right, meter.cite)
        elif meter.least is not None and seed < meter.least:
            what = f"{money(seed)} for {meter.name} is below its minimum"
            right = f"at least {money(meter.least)} with paytable {table.name}"
            yield filing.problem(Code.SEED_BELOW_MINIMUM, key, what, right, meter.cite)


def check_wagers(filing: Filing) -> Iterator[Problem]:
    """The device accepts the printed wagers; where others scale, the seed must say for which."""
    table, wagers = filing.rules.tables.get(Wager.PROGRESSIVE), filing.rules.progressive_wagers
    if table is None:
        return
    key, cite = "options.progressive.wagers", filing.option("progressive.wagers")
    printed = [dollars(amount) for amount in filing.rules.fact("betting.progressive_wagers") or ()]
    if strange := [money(wager) for wager in wagers if printed and wager not in printed]:
        right = f"the printed wagers are {' and '.join(map(money, printed))}"
        what = f"{', '.join(strange)} has no Envy amount"
        yield filing.problem(Code.PROGRESSIVE_WAGER, key, what, right, cite)
    scales = "meter.seed_wager" in filing.rules.set.options
    if len(wagers) > 1:
        tell = filing.problem if scales else filing.note
        what = "several wagers feed the same meter, and each could win all of it"
        yield tell(Code.SEVERAL_WAGERS, key, what, "one wager for a meter is recommended", cite)
    other = bool(table.wagers) and wagers[0] not in table.wagers
    filed = "meter.seed" in filing.given
    if scales and other and filed and "meter.seed_wager" not in filing.given:
        what = f"is filed, but not for which wager; it is {money(wagers[0])} here"
        right = f"write meter.seed_wager: {money(table.wagers[0])} is the printed one"
        cite = filing.option("meter.seed_wager")
        yield filing.problem(Code.SEED_NOT_SCALED, "options.meter.seed", what, right, cite)


def check_envy(filing: Filing) -> Iterator[Problem]:
    """Tell what Envy costs in the worst round: every seat bets, and the cards fit."""
    table = filing.rules.tables.get(Wager.PROGRESSIVE)
    if table is None or not table.envy or not filing.rules.progressive_wagers:
        return
    wager = max(filing.rules.progressive_wagers)
    sums = envy_sums(table, wager)
    if not sums:
        return
    players = filing.rules.seats - (0 if filing.rules.house_banks else 1)
    cap = filing.rules.amount("envy.cap")
    hands, each, how = _worst(sums, players, by_flop=filing.rules.by_flop)
    total = sum(chips if cap is None else min(chips, cap) for chips in each)
    what = f"{hands} with {players} bettors at {money(wager)} costs {money(total)} Envy"
    right = how + (f", capped at {money(cap)}" if cap else "")
    cite = filing.option("envy.cap") + _envy_cite(table, wager)
    yield filing.note(Code.ENVY_EXPOSURE, "options.progressive", what, right, cite)


def _worst(
    sums: Mapping[str, Chips], players: int, *, by_flop: bool
) -> tuple[str, tuple[int, ...], str]:
    """Name the hands of the worst round, what each seat then gets, and the sum as it is made.

    A flop of three cards makes one royal at most, and one straight flush beside it.
    """
    best, second = (sorted(sums, key=lambda hand: sums[hand], reverse=True) * 2)[:2]
    if not by_flop:
        hands = f"a community {best.replace('-', ' ')}"
        how = f"{players} × {players - 1} × {money(sums[best])}"
        return hands, (sums[best] * (players - 1),) * players, how
    each = [sums[best] + sums[second]] * players
    each[0], each[1:2] = sums[second], [sums[best]] * (players > 1)
    hands = f"a {best.replace('-', ' ')} and a {second.replace('-', ' ')} on one flop"
    return hands, tuple(each), f"{players - 1} × {money(sums[best])} and {money(sums[second])}"


def _envy_cite(table: Paytable, wager: Chips) -> Cite:
    return next((scale.cite for scale in table.envy if scale.wager == wager), table.envy[0].cite)
