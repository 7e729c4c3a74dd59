"""The exact values beside which simulated ones stand, as far as they are known."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitboss.odds.counting.kernels import FOLD
from pitboss.odds.outcome import Outcomes
from pitboss.odds.sidebets.envy import envy_odds
from pitboss.odds.sidebets.side_bet import side_bet
from pitboss.odds.simulation.bets import ALL, BASE, SIDE, SimulatedBets, stakes_of
from pitboss.odds.simulation.kernels import CLASSES, ENDINGS, ROYAL, Stakes
from pitboss.rules import Wager

ENVY: Final = Wager.ENVY.value
LIMIT: Final = Wager.LIMIT.value


@dataclass(frozen=True, slots=True)
class Known:
    """What is known exactly of a seat's gain in a round, in cents; the variance where it is too."""

    mean: Fraction
    variance: Fraction | None = None


def known_values(bets: SimulatedBets, outcomes: Outcomes) -> dict[str, Known]:
    """Return what is known exactly, by name of the wager; `ALL` for all wagers together.

    Left out is what depends on other seats in a way that nobody has counted: awards from a meter
    that several seats may win in one round, and payout limits.
    """
    stakes = stakes_of(bets)
    found = {BASE: Known(outcomes.ev * bets.ante, outcomes.variance * bets.ante**2)}
    for place, wager in enumerate(SIDE):
        if wager in bets.side:
            known = _side_known(bets, wager, place, stakes, outcomes)
            if known is not None:
                found[wager.value] = known
    envy = _envy_known(bets, stakes)
    if envy is not None:
        found[ENVY] = envy
    wagers = [BASE, *(wager.value for wager in bets.side), *([ENVY] if stakes.envy.any() else [])]
    if bets.seats == 1 and ENVY in wagers:
        wagers.remove(ENVY)
    if all(name in found for name in wagers) and not stakes.limit:
        variance = found[BASE].variance if len(wagers) == 1 else None
        found[ALL] = Known(sum((found[name].mean for name in wagers), Fraction(0)), variance)
    return found


def exact_round(bets: SimulatedBets, outcomes: Outcomes) -> dict[int, int] | None:
    """Count all deals by a seat's whole net in a round, in cents; None where nobody has counted.

    Trips hangs on the same seven cards and the same fold as the base game, so both are counted
    together. The Six Card box, the first five cards and the places of a royal are not among what
    was counted.
    """
    stakes = stakes_of(bets)
    royals = stakes.side[SIDE.index(Wager.PROGRESSIVE), :, ROYAL:]
    if stakes.box or stakes.by_flop or (royals != royals[:, :1]).any():
        return None
    if stakes.limit or (Wager.PROGRESSIVE in bets.side and bets.seats > 1):
        return None
    found: Counter[int] = Counter()
    for (choice, ending, category), count in outcomes.counts.items():
        folded = int(choice == FOLD)
        net = stakes.base[(choice * ENDINGS + ending) * CLASSES + category]
        net += stakes.side[:, folded, category].sum()
        found[int(net)] += count
    return dict(sorted(found.items()))


def _side_known(
    bets: SimulatedBets, wager: Wager, place: int, stakes: Stakes, outcomes: Outcomes
) -> Known | None:
    if wager == Wager.PROGRESSIVE and bets.seats > 1 and stakes.shares.any():
        return None
    stayed, folded = stakes.side[place]
    if (stayed == folded).all():
        stake = bets.side[wager]
        bet = side_bet(bets.rules, wager, stake=stake, meters=bets.meters)
        return Known(bet.ev * stake, bet.variance * stake**2)
    if wager != Wager.TRIPS:
        return None
    nets = stakes.side[place].tolist()
    counts = outcomes.counts.items()
    total = sum(nets[at[0] == FOLD][at[2]] * count for at, count in counts)
    return Known(Fraction(total, outcomes.deals))


def _envy_known(bets: SimulatedBets, stakes: Stakes) -> Known | None:
    """Return what Envy brings a seat if nobody folds a hand that triggers it."""
    if bets.seats == 1 or not stakes.envy.any() or not stakes.lives.all():
        return None
    value = envy_odds(bets.rules, bets.side[Wager.PROGRESSIVE])[bets.seats - 1].value
    return None if value is None else Known(value)
