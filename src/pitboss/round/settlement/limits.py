"""Payout limits: what one player or one round may be paid at most, and how the cut is shared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from pitboss.round.movement import Movement, MovementReason, SeatPart
from pitboss.rules import NOTHING, Chips, Cite, Outcome, Rules, Wager


def shares(total: int, weights: Sequence[int]) -> list[int]:
    """Share a total in proportion to the weights; odd cents go by largest remainder, then by order.

    >>> shares(100, [1, 1, 1])
    [34, 33, 33]
    """
    whole = sum(weights)
    exact = [Fraction(total * weight, whole) for weight in weights]
    given = [int(share) for share in exact]
    by_remainder = sorted(range(len(weights)), key=lambda n: (given[n] - exact[n], n))
    for n in by_remainder[: total - sum(given)]:
        given[n] += 1
    return given


def _adjustment(seat: int, cut: int, winnings: int, cite: Cite) -> Movement:
    return Movement(
        seat=seat,
        wager=Wager.LIMIT,
        outcome=Outcome.ADJUSTED,
        staked=NOTHING,
        taken=Chips(cut),
        why=MovementReason.LIMIT,
        cite=cite,
        due=0,
        parts=(SeatPart(seat, Chips(winnings)),),
    )


def last_limited(wagers: Sequence[Wager], rules: Rules) -> Wager | None:
    """Find the wager after which a seat's winnings are cut to the payout limit of a player."""
    bounded = rules.fact("limits.payout_per_player") or ()
    return next((wager for wager in reversed(wagers) if wager in bounded), None)


def player_limit(movements: list[Movement], seat: int, rules: Rules) -> list[Movement]:
    """Cut one seat's ordinary winnings to the limit: by one line, or each wager in proportion."""
    limit = rules.amount("limit.amount")
    if limit is None:
        return movements
    bounded = rules.fact("limits.payout_per_player") or ()
    mine = [m for m in movements if m.seat == seat and not m.tip and m.wager in bounded]
    winnings = sum(m.paid for m in mine)
    if winnings <= limit:
        return movements
    cite = rules.set.cite("limits.payout_per_player")
    if rules.choice("limit.allocation") == "line":
        return [*movements, _adjustment(seat, winnings - limit, winnings, cite)]
    kept = iter(shares(limit, [m.paid for m in mine if m.paid]))
    return [
        replace(m, paid=Chips(next(kept)), cite=m.cite + cite) if m.paid and m in mine else m
        for m in movements
    ]


def aggregate_limit(movements: Sequence[Movement], rules: Rules) -> list[Movement]:
    """Return the lines that keep a round within the aggregate payout limit of the place."""
    limit = rules.amount("aggregate.amount")
    if limit is None:
        return []
    counted = [m for m in movements if m.paid and not m.tip and _counts(m, rules)]
    cite = rules.set.cite("limits.aggregate")
    scope = rules.choice("aggregate.scope")
    if scope == "round":
        return _cut_round(counted, limit, rules, cite)
    winnings: dict[int, int] = {}
    cuts: dict[int, int] = {}
    for movement in counted:
        winnings[movement.seat] = winnings.get(movement.seat, 0) + movement.paid
        if scope == "wager":
            over = max(0, movement.paid - limit)
            cuts[movement.seat] = cuts.get(movement.seat, 0) + over
    if scope == "player":
        cuts = {seat: max(0, won - limit) for seat, won in winnings.items()}
    return [_adjustment(s, cut, winnings[s], cite) for s, cut in cuts.items() if cut]


def _counts(movement: Movement, rules: Rules) -> bool:
    over = rules.whole("aggregate.odds_over")
    return not over or movement.paid > over * movement.staked


def _cut_round(
    counted: Iterable[Movement], limit: Chips, rules: Rules, cite: Cite
) -> list[Movement]:
    winnings: dict[int, int] = {}
    for movement in counted:
        winnings[movement.seat] = winnings.get(movement.seat, 0) + movement.paid
    total = sum(winnings.values())
    if total <= limit:
        return []
    if rules.choice("aggregate.allocation") == "pro_rata":
        kept = shares(limit, list(winnings.values()))
    else:
        left = int(limit)
        kept = []
        for won in winnings.values():
            kept.append(min(won, left))
            left -= kept[-1]
    pairs = zip(winnings.items(), kept, strict=True)
    return [_adjustment(seat, won - keep, won, cite) for (seat, won), keep in pairs if won > keep]
