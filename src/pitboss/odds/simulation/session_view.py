"""A session as its player sees it: where the money is likely to stand, and the risk of ruin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pitboss.odds.simulation.exact import exact_round
from pitboss.odds.simulation.sessions import (
    Spread,
    after,
    course,
    one_round,
    ruin_in_the_end,
    summed,
)
from pitboss.odds.simulation.simulation import SessionSample, Simulation

QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
POINTS: Final = 50  # of the fan over the rounds: as many as a picture can show
EXACT: Final = "exact"
SAMPLED: Final = "sampled"
EPSILON: Final = 2.0**-52  # of a float


@dataclass(frozen=True, slots=True)
class FanPoint:
    """The amount in cents after some rounds, by quantile, and the risk of ruin up to then."""

    round: int
    quantiles: Mapping[float, int]
    ruined: float


@dataclass(frozen=True, slots=True)
class SessionView:
    """Several rounds of one seat, worked out from the distribution of one round.

    `source` says whether that distribution is exact or counted in the simulation. Amounts are in
    cents: what is left of the bankroll, or what was won without one. `in_the_end` bounds the risk
    of ruin of a player who never stops. `precision` bounds how far any probability can be off: by
    what was cut off, and by the rounding of sums in which nothing is ever taken away. Neither is
    given for a sampled round, whose own error is far larger.
    """

    rounds: int
    bankroll: int | None
    need: int
    source: str
    spread: Spread
    fan: tuple[FanPoint, ...]
    ruined: float | None
    in_the_end: tuple[float, float] | None
    precision: float | None
    played: SessionSample | None

    @property
    def ahead(self) -> float:
        """The probability to end with more than at the beginning."""
        return self.spread.above(self.bankroll or 0)


def session_view(
    found: Simulation, *, rounds: int, bankroll: int | None = None, need: int | None = None
) -> SessionView:
    """Work a session out; raises `SessionError` where the nets are too many to be followed."""
    bets = found.bets
    counts = exact_round(bets, found.outcomes)
    nets = {net - bets.fee: count for net, count in (counts or found.nets).items() if count}
    return session_of(
        nets,
        rounds=rounds,
        bankroll=bankroll,
        need=bets.need if need is None else need,
        exact=counts is not None,
        played=found.sessions,
    )


def session_of(
    nets: Mapping[int, int],
    *,
    rounds: int,
    bankroll: int | None,
    need: int,
    exact: bool = True,
    played: SessionSample | None = None,
) -> SessionView:
    """Work out a session from one round's deals by net; raises `SessionError`.

    `exact` is whether these are all deals, or a sample of them.
    """
    one, source = one_round(nets), EXACT if exact else SAMPLED
    at = sorted({max(1, rounds * point // POINTS) for point in range(1, POINTS + 1)})
    if bankroll is None:
        spreads = _free(one, at)
        off = spreads[-1].lost + rounds * len(spreads[-1].probabilities) * EPSILON
        return SessionView(
            rounds, None, need, source, spreads[-1], _fan(at, spreads, [0.0] * len(at)), None,
            None, off if exact else None, played,
        )  # fmt: skip
    kept = course(one, bankroll=bankroll, need=need, rounds=rounds, at=at)
    end = ruin_in_the_end(nets, bankroll=bankroll, need=need) if exact else None
    off = kept.lost + rounds * (1 + len(nets)) * EPSILON
    return SessionView(
        rounds, bankroll, need, source, kept.spreads[-1],
        _fan(kept.rounds, kept.spreads, kept.ruined), kept.ruined[-1], end, off if exact else None,
        played,
    )  # fmt: skip


def _free(one: Spread, at: list[int]) -> list[Spread]:
    """Go from one of the wanted rounds to the next; the steps have two sizes at most."""
    steps: dict[int, Spread] = {}
    spreads: list[Spread] = []
    before = 0
    for n in at:
        step = steps.setdefault(n - before, after(one, n - before))
        spreads.append(summed(spreads[-1], step) if spreads else step)
        before = n
    return spreads


def _fan(
    at: tuple[int, ...] | list[int],
    spreads: tuple[Spread, ...] | list[Spread],
    ruined: tuple[float, ...] | list[float],
) -> tuple[FanPoint, ...]:
    return tuple(
        FanPoint(n, {part: spread.quantile(part) for part in QUANTILES}, risk)
        for n, spread, risk in zip(at, spreads, ruined, strict=True)
    )
