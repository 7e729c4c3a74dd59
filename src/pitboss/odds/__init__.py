"""Exact mathematics of the game: every choice valued by counting all deals, in integers.

>>> from pitboss.odds import decision, solve, standard_game
>>> from pitboss.cards import parse_cards
>>> solution = solve()
>>> solution.ev, solution.hand("K5o").best
(Fraction(-50643648973, 2317817502000), '4x')
>>> river = parse_cards("2c 7d 9s 3h 5c")
>>> decision(standard_game(), parse_cards("As Kd"), board=river).best
'1x'

A name is imported when it is first asked for: most need compiled code, and few need all of it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.odds.counting.batch import evaluate
    from pitboss.odds.counting.executor import executor_for
    from pitboss.odds.decisions.decision import DecisionError, HandDecision, decision
    from pitboss.odds.decisions.explanation import DealerHands, Explanation, Out, explain
    from pitboss.odds.decisions.seat import SeatGame, seat_decision, seat_game
    from pitboss.odds.decisions.sharing import SharingValue, share
    from pitboss.odds.exposed_cards import Exposure, Sight, SightError, exposure, parse_sight
    from pitboss.odds.game import Game, GameError, affordable_game, game_of, standard_game
    from pitboss.odds.outcome import Outcomes, WagerValues
    from pitboss.odds.paytable_file import PaytableError, read_paytable
    from pitboss.odds.sidebets.progressive import Progressive, progressive
    from pitboss.odds.sidebets.side_bet import SideBet, side_bet
    from pitboss.odds.simulation.simulation import Simulation, simulate
    from pitboss.odds.solution import Solution, StartingHand, solve, solved
    from pitboss.odds.spots.draw import draw_spots
    from pitboss.odds.spots.pattern import pattern_of
    from pitboss.odds.spots.spot import DrawnSpot, DrawnSpots, SpotError, SpotFilter
    from pitboss.odds.strategies.cost import PlayedStrategy, StrategyCost, play_out
    from pitboss.odds.strategies.file import read_strategy, strategy_named
    from pitboss.odds.strategies.strategy import Strategy, StrategyError, policy_of
    from pitboss.odds.with_trips import WholeBet, whole_bet

_WHERE = {
    "counting.batch": ("evaluate",),
    "counting.executor": ("executor_for",),
    "decisions.decision": ("HandDecision", "DecisionError", "decision"),
    "decisions.explanation": ("DealerHands", "Explanation", "Out", "explain"),
    "decisions.seat": ("SeatGame", "seat_decision", "seat_game"),
    "decisions.sharing": ("SharingValue", "share"),
    "game": ("Game", "GameError", "affordable_game", "game_of", "standard_game"),
    "outcome": ("Outcomes", "WagerValues"),
    "paytable_file": ("PaytableError", "read_paytable"),
    "solution": ("Solution", "StartingHand", "solve", "solved"),
    "exposed_cards": ("Exposure", "Sight", "SightError", "exposure", "parse_sight"),
    "sidebets.progressive": ("Progressive", "progressive"),
    "sidebets.side_bet": ("SideBet", "side_bet"),
    "simulation.simulation": ("Simulation", "simulate"),
    "spots.draw": ("draw_spots",),
    "spots.pattern": ("pattern_of",),
    "spots.spot": ("DrawnSpot", "DrawnSpots", "SpotError", "SpotFilter"),
    "strategies.cost": ("PlayedStrategy", "StrategyCost", "play_out"),
    "strategies.file": ("read_strategy", "strategy_named"),
    "strategies.strategy": ("Strategy", "StrategyError", "policy_of"),
    "with_trips": ("WholeBet", "whole_bet"),
}
_MODULE_OF = {name: module for module, names in _WHERE.items() for name in names}

__all__ = [
    "DealerHands",
    "DecisionError",
    "DrawnSpot",
    "DrawnSpots",
    "Explanation",
    "Exposure",
    "Game",
    "GameError",
    "HandDecision",
    "Out",
    "Outcomes",
    "PaytableError",
    "PlayedStrategy",
    "Progressive",
    "SeatGame",
    "SharingValue",
    "SideBet",
    "Sight",
    "SightError",
    "Simulation",
    "Solution",
    "SpotError",
    "SpotFilter",
    "StartingHand",
    "Strategy",
    "StrategyCost",
    "StrategyError",
    "WagerValues",
    "WholeBet",
    "affordable_game",
    "decision",
    "draw_spots",
    "evaluate",
    "executor_for",
    "explain",
    "exposure",
    "game_of",
    "parse_sight",
    "pattern_of",
    "play_out",
    "policy_of",
    "progressive",
    "read_paytable",
    "read_strategy",
    "seat_decision",
    "seat_game",
    "share",
    "side_bet",
    "simulate",
    "solve",
    "solved",
    "standard_game",
    "strategy_named",
    "whole_bet",
]


def __getattr__(name: str) -> Any:  # Any: whatever the name stands for
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)


def __dir__() -> list[str]:
    return __all__
