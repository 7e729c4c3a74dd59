"""What a seat's stakes are worth to the house, exactly, when they are played in a known way.

The theory is of Ante, Blind and Play together, Trips and Six Card. Progressive and Envy are left
out: what they are worth goes with the meter. People are taken to play perfectly, which they do
not: they give up more, so that a house does better than this theory in the long run. Importing
this loads compiled code.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from pitboss.history.figures.action import SeatStakes, Value
from pitboss.odds import (
    Game,
    GameError,
    Outcomes,
    StrategyError,
    game_of,
    policy_of,
    side_bet,
    solved,
    strategy_named,
    whole_bet,
)
from pitboss.odds.counting.tally import tally
from pitboss.odds.outcome import outcomes_of
from pitboss.odds.sidebets.side_bet import StakeError
from pitboss.rules import Chips, Wager
from pitboss.table import RulesChoice, rules_of

GAMES_KEPT: Final = 32  # a floor has few games that differ in their numbers
BETS_KEPT: Final = 20_000  # different stakes at a seat
OPTIMAL: Final = "optimal"


@lru_cache(maxsize=BETS_KEPT)
def theoretical_win(choice: RulesChoice, play: str, bets: SeatStakes) -> Value | None:
    """Return what a seat's stakes are worth to the house when they are played so; None: not known.

    Six Card is added as if it were independent of the rest of the seat's hand.
    """
    if not play:
        return None
    try:
        return _worth(choice, play, bets)
    except (GameError, StrategyError, StakeError):
        return None


def _worth(choice: RulesChoice, play: str, bets: SeatStakes) -> Value:
    rules = rules_of(choice)
    mean = variance = Fraction(0)
    if bets.ante:
        outcomes = _outcomes(game_of(rules).numbers(), play)
        mean -= outcomes.ev * bets.ante
        variance += outcomes.variance * bets.ante**2
        if bets.trips:
            trips = _trips(choice, play)
            mean -= trips.ev * bets.trips
            variance += trips.variance * bets.trips**2
            variance += 2 * trips.covariance * bets.ante * bets.trips
    elif bets.trips:
        alone = side_bet(rules, Wager.TRIPS)
        mean -= alone.ev * bets.trips
        variance += alone.variance * bets.trips**2
    if bets.six_card:
        six = side_bet(rules, Wager.SIX_CARD, stake=Chips(bets.six_card))
        mean -= six.ev * bets.six_card
        variance += six.variance * bets.six_card**2
    return mean, variance


@lru_cache(maxsize=GAMES_KEPT)
def _outcomes(game: Game, play: str) -> Outcomes:
    solution = solved(game)
    if play == OPTIMAL:
        return solution.outcomes
    policy = policy_of(strategy_named(play), solution)
    return outcomes_of(game, tally(policy, game.qualifying()))


@dataclass(frozen=True, slots=True)
class _Trips:
    """The Trips wager beside a base game that is played so, for each unit of each stake."""

    ev: Fraction
    variance: Fraction
    covariance: Fraction


@lru_cache(maxsize=GAMES_KEPT)
def _trips(choice: RulesChoice, play: str) -> _Trips:
    rules = rules_of(choice)
    bet = whole_bet(_outcomes(game_of(rules).numbers(), play), rules)
    squares = sum((trips**2 * n for (_, trips), n in bet.joint.items()), Fraction(0)) / bet.deals
    return _Trips(bet.trips_ev, squares - bet.trips_ev**2, bet.covariance)
