"""Whether posted limits, increments, payout limits and fees are what the rules allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from pitboss.rules.checks.filing import Filing
from pitboss.rules.checks.problem import Code, Problem
from pitboss.rules.cite import Cite
from pitboss.rules.in_force import Rules
from pitboss.rules.money import NOTHING, Chips, dollars, money
from pitboss.rules.option_values import Span
from pitboss.rules.paytable import Odds
from pitboss.rules.ruleset import Wager

_SPANS: Final[Mapping[str, Wager]] = MappingProxyType(
    {
        "limits.ante": Wager.ANTE,
        "limits.trips": Wager.TRIPS,
        "limits.six_card": Wager.SIX_CARD,
        "limits.spot": Wager.ANTE,
    }
)


def largest_play(rules: Rules) -> int:
    """The largest multiple of the Ante that any street allows."""
    return max(times for street in rules.set.streets.values() for times in street.play)


def top_win(rules: Rules, stakes: Mapping[Wager, Chips]) -> Chips:
    """The most that these stakes can win together, by the paytables in force."""
    total = 0
    for wager, stake in stakes.items():
        if wager in rules.tables:
            odds = [line.pays for line in rules.tables[wager].lines if isinstance(line.pays, Odds)]
            total += max((stake * one.num // one.den for one in odds), default=0)
        elif (won := rules.consequence(wager, "win").odds) is not None:
            total += won.pay(stake)
    return Chips(total)


def stakes_at(rules: Rules, ante: Chips, trips: Chips) -> dict[Wager, Chips]:
    """The stakes of a round with the largest Play, for the wagers that a payout limit bounds."""
    stakes = {
        Wager.ANTE: ante,
        Wager.BLIND: ante,
        Wager.PLAY: Chips(ante * largest_play(rules)),
        Wager.TRIPS: trips,
    }
    bound = rules.fact("limits.payout_per_player") or tuple(stakes)
    return {wager: stake for wager, stake in stakes.items() if wager in bound}


def payout_floor(rules: Rules) -> Chips | None:
    """The least payout limit that may be filed; None where the set knows no such limit."""
    floor = rules.fact("limits.payout_floor")
    if floor is None:
        return None
    least = {wager: rules.limits[wager].least or NOTHING for wager in (Wager.ANTE, Wager.TRIPS)}
    return max(
        dollars(floor), top_win(rules, stakes_at(rules, least[Wager.ANTE], least[Wager.TRIPS]))
    )


def check_payout_limit(filing: Filing) -> Iterator[Problem]:
    """A payout limit is not below what one player could win at the minimum wagers."""
    limit, floor = filing.rules.amount("limit.amount"), payout_floor(filing.rules)
    if limit is None or floor is None or limit >= floor:
        return
    ante, trips = (filing.rules.limits[w].least or NOTHING for w in (Wager.ANTE, Wager.TRIPS))
    most = top_win(filing.rules, stakes_at(filing.rules, ante, trips))
    printed = dollars(filing.rules.fact("limits.payout_floor"))
    what = f"{money(limit)} is below the legal floor"
    right = (
        f"at least {money(floor)}: the greater of {money(printed)} and the {money(most)} that "
        f"one player could win at Ante {money(ante)} and Trips {money(trips)}"
    )
    cite = filing.cite("limits.payout_per_player", "limits.payout_floor")
    yield filing.problem(Code.PAYOUT_LIMIT_LOW, "options.limit.amount", what, right, cite)


def customer_total(filing: Filing) -> Chips | None:
    """What one customer can have on the table at the posted maxima; None where one is missing."""
    rules = filing.rules
    ante, trips = rules.limits[Wager.ANTE].most, rules.limits[Wager.TRIPS].most
    if ante is None or trips is None:
        return None
    tips = (
        filing.part("posted").get("tips", NOTHING) if rules.flag("limit.counts_tips") else NOTHING
    )
    progressive = max(rules.progressive_wagers, default=NOTHING)
    parts = [ante, ante, Chips(ante * largest_play(rules)), trips, progressive, tips]
    return Chips(max(parts) if rules.choice("limit.scope") == "per_wager" else sum(parts))


def check_customer_limit(filing: Filing) -> Iterator[Problem]:
    """The posted maxima leave room for the largest Play and every side wager."""
    printed, total = filing.rules.fact("limits.customer_total"), customer_total(filing)
    if "tips" in filing.part("posted") and filing.rules.fact("tips.spots") is None:
        what, right = f"tips are no wagers in {filing.rules.set.name}", "take it out"
        yield filing.problem(Code.OPTION_NOT_OPEN, "posted.tips", what, right)
    if printed is None or total is None:
        return
    limit, times = dollars(printed), largest_play(filing.rules)
    key, cite = "options.limits.ante", filing.cite("limits.customer_total")
    said = f"Ante + Blind + {times} × Ante + Trips + Progressive"
    said += " + tips" if "tips" in filing.part("posted") else ""
    if total > limit:
        what = f"at the posted maxima one customer can bet {money(total)} ({said})"
        yield filing.problem(Code.CUSTOMER_LIMIT, key, what, f"at most {money(limit)} in all", cite)
    elif _tips_unposted(filing):
        what = f"at the posted maxima one customer bets {money(total)} ({said})"
        right = f"{money(limit - total)} of {money(limit)} is left for tips"
        yield filing.note(Code.TIPS_ROOM, key, what, right, cite)


def _tips_unposted(filing: Filing) -> bool:
    counted = filing.rules.flag("limit.counts_tips")
    total = filing.rules.choice("limit.scope") == "total"
    return counted and total and "tips" not in filing.part("posted")


def check_increment(filing: Filing) -> Iterator[Problem]:
    """No stake that the table takes may win a fraction of a cent."""
    step, key = filing.rules.increment, "options.wager.increment"
    for table in filing.rules.tables.values():
        for line in table.lines:
            if isinstance(line.pays, Odds) and step * line.pays.num % line.pays.den:
                hand, odds = line.hand.replace("-", " "), line.pays
                what = (
                    f"{money(step)} makes fractions of a cent: {hand} of {table.wager} pays {odds}"
                )
                right = f"write a multiple of {money(odds.den)}"
                cite = filing.option("wager.increment") + line.cite
                yield filing.problem(Code.INCREMENT_FRACTION, key, what, right, cite)


def check_posted(filing: Filing) -> Iterator[Problem]:
    """Posted limits are amounts that can be bet."""
    for key in (key for key in _SPANS if key in filing.given):
        span = filing.rules.options[key]
        if isinstance(span, Span):
            yield from _bettable(filing, key, span)


def _bettable(filing: Filing, key: str, span: Span) -> Iterator[Problem]:
    where, cite, step = f"options.{key}", filing.option(key), filing.rules.increment
    if span.least == NOTHING:
        what, right = "begins at $0.00", "the minimum is above $0.00"
        yield filing.problem(Code.LIMIT_ZERO, where, what, right, cite)
    for end in (span.least, span.most):
        if end is not None and end % step:
            what = f"{money(end)} cannot be bet"
            right = f"every wager is a multiple of {money(step)}"
            cite = cite + filing.option("wager.increment")
            yield filing.problem(Code.LIMIT_NOT_MULTIPLE, where, what, right, cite)


def check_spots(filing: Filing) -> Iterator[Problem]:
    """Where the rules print limits for a spot, the posted ones lie within."""
    low, high = (filing.rules.fact(f"betting.spot_{end}") for end in ("min", "max"))
    span = filing.rules.options["limits.spot"]
    if low is None or high is None or not isinstance(span, Span):
        return
    least, most = dollars(low), dollars(high)
    if span.least is None or span.most is None or span.least < least or span.most > most:
        what = f"goes beyond {money(least)} to {money(most)}"
        right = "stay within it"
        cite = filing.cite("betting.spot_min", "betting.spot_max")
        yield filing.problem(Code.SPOT_LIMIT, "options.limits.spot", what, right, cite)


def check_aggregate(filing: Filing) -> Iterator[Problem]:
    """Tell where one player alone, at the posted maxima, could win more than a round may pay."""
    limit = filing.rules.amount("aggregate.amount")
    ante, trips = (filing.rules.limits[wager].most for wager in (Wager.ANTE, Wager.TRIPS))
    if limit is None or ante is None:
        return
    most = top_win(filing.rules, stakes_at(filing.rules, ante, trips or NOTHING))
    if most > limit:
        what = f"one player at the posted maxima could win {money(most)}"
        right = f"a round pays {money(limit)} in all; the rest is cut"
        cite = filing.option("aggregate.amount")
        yield filing.note(Code.AGGREGATE_REACHED, "options.limits.ante", what, right, cite)


def check_fees(filing: Filing) -> Iterator[Problem]:
    """Fees come from a printed schedule or are flat; never a part of a wager."""
    amounts = [key for key in ("fee.bank", "fee.circle") if key in filing.given]
    fees, cite = filing.rules.fees, filing.option("fees")
    if fees is not None and fees.name == "flat" and not any(_tier(fees.tiers[0])):
        what, right = "is flat, but no amount is filed", "file fee.bank, fee.circle or both"
        yield filing.problem(Code.FEE_AMOUNT, "options.fees", what, right, cite)
    if fees is None or fees.name != "flat":
        for key in (key for key in amounts if key in filing.rules.set.options):
            what, right = "is filed, but no flat fee", 'write fees = "flat", or take it out'
            yield filing.problem(Code.FEE_AMOUNT, f"options.{key}", what, right, cite)
    open_basis = "fee.player_basis" in filing.rules.set.options
    asks = open_basis and "fee.player_basis" not in filing.given
    if asks and fees is not None and any(tier.circle for tier in fees.tiers):
        yield _basis(filing, filing.option("fee.player_basis"))


def _tier(tier: object) -> tuple[int, int]:
    return getattr(tier, "bank", 0), getattr(tier, "circle", 0)


def _basis(filing: Filing, cite: Cite) -> Problem:
    what = "players are charged for each base circle, Ante and Blind"
    right = 'confirm it: fee.player_basis = "circle", or "position" for once a seat'
    return filing.note(Code.FEE_BASIS, "options.fee.player_basis", what, right, cite)
