"""Drills: spots drawn from a seed, answers as people write them, and the score in two ways.

The same game, plan and seed give the same drill, so that a drill can be played again or shared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitboss.odds import DrawnSpot, Game, SpotFilter
from pitboss.rules import Street

STREETS: Final = tuple(Street)
SPOTS_MAX: Final = 1_000  # of one drill
_WORDS: Final = {"c": "check", "x": "check", "f": "fold", "-": "fold"}


class AnswerError(ValueError):
    """An answer that names no choice of its spot; the line says which there are."""


@dataclass(frozen=True, slots=True)
class DrillPlan:
    """Which spots a drill has: their streets in turn, how many, how close, from which seed.

    `closeness` is the most that the best choice may be better than the second, in Antes, before
    the `dead_count` cards count that are seen elsewhere in each spot.
    """

    streets: tuple[Street, ...] = STREETS
    count: int = 10
    closeness: Fraction | None = None
    seed: int = 0
    dead_count: int = 0


@dataclass(frozen=True, slots=True)
class Drill:
    """The spots of a drill; `weights` says how often a round comes to such a spot, by street."""

    game: Game
    plan: DrillPlan
    spots: tuple[DrawnSpot, ...]
    weights: dict[Street, Fraction]


@dataclass(frozen=True, slots=True)
class DrillScore:
    """How a drill went, in Antes.

    `cost` is what the answers cost altogether on the drill. `per_round` is re-weighted to real
    dealing: the mean cost of each street's answers, times the chance that a round comes to such a
    spot. Streets without an answer are left out of it.
    """

    answered: int
    right: int
    cost: Fraction
    per_round: Fraction


def drill(game: Game, plan: DrillPlan) -> Drill:
    """Draw the spots of a drill, street by street in turn; raises `SpotError` where none fits.

    Loads compiled code.
    """
    from pitboss.odds import draw_spots

    turns = len(plan.streets)
    drawn = {}
    for place, street in enumerate(plan.streets):
        count = len(range(place, plan.count, turns))
        if count:
            wanted = SpotFilter(street, closeness=plan.closeness, dead_count=plan.dead_count)
            drawn[street] = draw_spots(game, wanted, count, plan.seed)
    queues = {street: iter(found.spots) for street, found in drawn.items()}
    spots = tuple(next(queues[plan.streets[turn % turns]]) for turn in range(plan.count))
    return Drill(game, plan, spots, {street: found.weight for street, found in drawn.items()})


def read_answer(text: str, spot: DrawnSpot) -> str:
    """Return the choice that an answer names: "4x", "4", "check", "c", "fold", "f".

    Raises `AnswerError` for anything else.
    """
    word = text.strip().casefold().replace("×", "x").removeprefix("bet ")
    word = _WORDS.get(word, word)
    word = f"{word}x" if word.isdigit() else word
    if word not in spot.values:
        raise AnswerError(f"{text.strip()[:20]!r}: is no choice here; write {_choices(spot)}")
    return word


def _choices(spot: DrawnSpot) -> str:
    *others, last = spot.values
    return f"{', '.join(others)} or {last}" if others else last


def cost(spot: DrawnSpot, answer: str) -> Fraction:
    """Return what an answer costs against the best choice, in Antes."""
    return spot.values[spot.best] - spot.values[answer]


def score(played: Drill, answers: Sequence[str]) -> DrillScore:
    """Add up the answers that were given, to the first spots of a drill."""
    costs: dict[Street, list[Fraction]] = {}
    for spot, answer in zip(played.spots, answers, strict=False):
        costs.setdefault(spot.street, []).append(cost(spot, answer))
    every = [one for found in costs.values() for one in found]
    return DrillScore(
        answered=len(every),
        right=sum(not one for one in every),
        cost=sum(every, Fraction(0)),
        per_round=sum(
            (
                played.weights[street] * sum(found, Fraction(0)) / len(found)
                for street, found in costs.items()
            ),
            Fraction(0),
        ),
    )
