"""What payout limits take from a player, exactly: one seat at its least and largest wagers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitboss.cards import Category
from pitboss.odds.counting.kernels import FOLD
from pitboss.odds.outcome import Outcomes
from pitboss.odds.sidebets.side_bet import smallest_stake
from pitboss.odds.with_trips import trips_pays
from pitboss.reports.par.figure import Cell, count, dollars, fraction, percent
from pitboss.reports.par.view import Grid, ParSection
from pitboss.rules import Chips, Rules, Wager, money
from pitboss.rules.words import wager_words

COUNTED: Final = (Wager.ANTE, Wager.BLIND, Wager.PLAY, Wager.TRIPS)


@dataclass(frozen=True, slots=True)
class LimitEffect:
    """One limit at one set of wagers: how often it cuts, and by how much a round, exactly.

    Amounts in dollars; `largest` is the most that the seat could be paid without the limit.
    `cut_of_ante` is the mean cut as a part of the Ante: so much the house edge grows.
    """

    limit: str
    most: Fraction
    ante: Fraction
    trips: Fraction | None
    largest: Fraction
    deals: int
    frequency: Fraction
    mean_cut: Fraction
    cut_of_ante: Fraction


@dataclass(frozen=True, slots=True)
class _Limit:
    """A limit in force; `each`: it bounds every wager by itself. Amounts in cents."""

    name: str
    most: Chips
    wagers: tuple[str, ...]
    each: bool
    odds_over: int


def limit_effects(outcomes: Outcomes, rules: Rules) -> tuple[LimitEffect, ...]:
    """Work out every limit at the least and the largest posted wagers."""
    return tuple(
        _effect(limit, ante, trips, outcomes, rules)
        for limit in _limits(rules)
        for ante, trips in _stakes(rules)
    )


def limit_notes(rules: Rules) -> tuple[str, ...]:
    """Say what the effects leave out."""
    found = []
    if rules.amount("aggregate.amount") is not None and rules.choice("aggregate.scope") == "round":
        found.append(
            "the aggregate limit is for all players of a round together: its effect on a full table"
            " is not worked out; pitboss simulate samples it"
        )
    for limit in _limits(rules):
        rest = [w for w in rules.tables if w not in COUNTED and w.value in limit.wagers]
        if rest:
            names = ", ".join(wager_words(wager) for wager in rest)
            found.append(f"{limit.name}: {names} also counts, and is left out here")
    return tuple(found)


def _limits(rules: Rules) -> Iterator[_Limit]:
    player, whole = rules.amount("limit.amount"), rules.amount("aggregate.amount")
    if player is not None:
        bounded = tuple(str(one) for one in rules.fact("limits.payout_per_player") or ())
        yield _Limit("payout limit of a player", player, bounded, each=False, odds_over=0)
    if whole is not None:
        scope, over = rules.choice("aggregate.scope"), rules.whole("aggregate.odds_over")
        every = tuple(wager.value for wager in Wager)
        yield _Limit(f"aggregate limit ({scope})", whole, every, scope == "wager", over)


def _stakes(rules: Rules) -> Iterator[tuple[Chips, Chips | None]]:
    """Yield the least wagers, and the largest that are posted."""
    trips = smallest_stake(rules, Wager.TRIPS) if Wager.TRIPS in rules.tables else None
    yield smallest_stake(rules, Wager.ANTE), trips
    most = rules.limits[Wager.ANTE].most
    if most is not None:
        yield most, (rules.limits[Wager.TRIPS].most or trips) if trips is not None else None


def _effect(
    limit: _Limit, ante: Chips, trips: Chips | None, outcomes: Outcomes, rules: Rules
) -> LimitEffect:
    largest, deals, total = Fraction(0), 0, Fraction(0)
    for at, number in outcomes.counts.items():
        paid = _paid(limit, ante, trips, outcomes, rules, at)
        largest = max(largest, sum(paid, Fraction(0)))
        whole = paid if limit.each else [sum(paid, Fraction(0))]
        cut = sum((max(Fraction(0), one - limit.most) for one in whole), Fraction(0))
        if cut:
            deals += number
            total += cut * number
    mean = total / outcomes.deals
    return LimitEffect(
        limit=limit.name,
        most=Fraction(limit.most, 100),
        ante=Fraction(ante, 100),
        trips=None if trips is None else Fraction(trips, 100),
        largest=largest / 100,
        deals=deals,
        frequency=Fraction(deals, outcomes.deals),
        mean_cut=mean / 100,
        cut_of_ante=mean / ante,
    )


def _paid(
    limit: _Limit,
    ante: Chips,
    trips: Chips | None,
    outcomes: Outcomes,
    rules: Rules,
    at: tuple[int, int, int],
) -> list[Fraction]:
    """List the winnings that a limit counts, in cents."""
    parts, choice = outcomes.split(*at), at[0]
    won = {
        Wager.ANTE: (parts.ante * ante, ante),
        Wager.BLIND: (parts.blind * ante, ante),
        Wager.PLAY: (parts.play * ante, outcomes.multiple(choice) * ante),
    }
    if trips is not None:
        table, category = rules.tables[Wager.TRIPS], Category(at[2])
        brings = trips_pays(rules, table, category, folded=choice == FOLD)
        won[Wager.TRIPS] = (brings * trips, trips)
    return [
        net
        for wager, (net, staked) in won.items()
        if net > 0 and wager.value in limit.wagers and net > limit.odds_over * staked
    ]


def limits_section(found: tuple[LimitEffect, ...], notes: tuple[str, ...]) -> ParSection:
    """Lay out the limits."""
    title = "Payout limits and their exact effect"
    if not found:
        return ParSection("limits", title, ("No payout limit is in force.",), ())
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            x.limit, dollars(x.most * 100), dollars(x.ante * 100),
            "no Trips" if x.trips is None else money(int(x.trips * 100)),
            dollars(x.largest * 100), count(x.deals), percent(x.frequency),
            percent(x.cut_of_ante), fraction(x.cut_of_ante),
        )
        for x in found
    )  # fmt: skip
    columns = (
        *("limit", "most", "Ante", "Trips", "largest without it", "deals cut", "how often"),
        *("adds to the house edge, of the Ante", "exactly"),
    )
    words = (
        "For one seat under the strategy assumed, Ante, Blind, Play and Trips together.",
        *(f"{note[:1].upper()}{note[1:]}." for note in notes),
    )
    return ParSection("limits", title, words, (Grid("Limits", columns, rows),))
