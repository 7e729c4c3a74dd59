"""Adds cards that are seen elsewhere to a drawn spot, and values it again with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from pitboss.cards import DECK
from pitboss.odds.decisions.decision import decision
from pitboss.odds.game import Game
from pitboss.odds.spots.spot import DrawnSpot

DEAD_MAX: Final = 4  # cards seen elsewhere that are drawn with a spot


def with_seen(game: Game, spot: DrawnSpot, count: int, below: Callable[[int], int]) -> DrawnSpot:
    """Set cards aside that are left, each as likely; `below` draws a number below a bound.

    A spot comes as often as without them: nobody has played by them so far.
    """
    left = [card for card in DECK if card not in (*spot.hole, *spot.board)]
    dead = tuple(left.pop(below(len(left))) for _ in range(count))
    values = decision(game, spot.hole, spot.board, dead, direct=True).values
    return replace(spot, dead=tuple(sorted(dead, reverse=True)), values=values)
