"""What choices cost over many hands: means with their errors, by street and kind, luck apart.

All sums are exact, in cents or Antes as each name says; only a standard error is a root.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeVar

from pitboss.rules import Street

HUNDRED: Final = 100  # hands that a cost is given for
SESSION_GAP_MS: Final = 1_800_000  # without a hand; then the next one begins another session
MEANS_MIN: Final = 2  # hands from which a standard error can be told
Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class ChoiceCost:
    """A choice that was made: its street, the kind of hand, and what it lost in cents."""

    street: Street
    kind: str
    cost: Fraction


@dataclass(frozen=True, slots=True)
class HandCost:
    """A played hand in cents, taken apart as `LuckAndSkill` does; `at` in milliseconds."""

    at: int
    ante: int
    before: Fraction
    luck: Fraction
    others: int
    net: int
    choices: tuple[ChoiceCost, ...]

    @property
    def cost(self) -> Fraction:
        """What the choices lost, in cents."""
        return sum((one.cost for one in self.choices), Fraction(0))


@dataclass(frozen=True, slots=True)
class PartSums:
    """Choices of one street or kind: how many, how many of them cost something, and how much."""

    made: int
    mistakes: int
    cost: Fraction


@dataclass(frozen=True, slots=True)
class CareerSums:
    """Hands added up. `per_hundred` is the mean cost of 100 hands in Antes.

    `error_variance` is the square of its standard error, None for fewer than two hands. The other
    sums are in cents: `before + luck - cost + others == net`.
    """

    hands: int
    per_hundred: Fraction
    error_variance: Fraction | None
    before: Fraction
    luck: Fraction
    cost: Fraction
    others: int
    net: int
    streets: dict[Street, PartSums]
    kinds: dict[str, PartSums]


@dataclass(frozen=True, slots=True)
class CoursePoint:
    """Sums in cents after so many hands."""

    hands: int
    luck: Fraction
    cost: Fraction
    net: int


def career_sums(hands: Sequence[HandCost]) -> CareerSums:
    """Add hands up.

    >>> choice = ChoiceCost(Street.DEAL, "", Fraction(50))
    >>> hand = HandCost(0, 1_000, Fraction(-20), Fraction(70), 0, 0, (choice,))
    >>> career_sums([hand]).per_hundred
    Fraction(5, 1)
    """
    costs = [one.cost / one.ante for one in hands]
    choices = [choice for one in hands for choice in one.choices]
    return CareerSums(
        hands=len(hands),
        per_hundred=_mean(costs) * HUNDRED,
        error_variance=_error_variance(costs),
        before=sum((one.before for one in hands), Fraction(0)),
        luck=sum((one.luck for one in hands), Fraction(0)),
        cost=sum((one.cost for one in hands), Fraction(0)),
        others=sum(one.others for one in hands),
        net=sum(one.net for one in hands),
        streets=_by(choices, lambda one: one.street),
        kinds=_by(choices, lambda one: one.kind),
    )


def last_session(hands: Sequence[HandCost], gap_ms: int = SESSION_GAP_MS) -> Sequence[HandCost]:
    """Return the latest hands without a longer gap between two; `hands` are in order of time."""
    first = len(hands)
    while first and (first == len(hands) or hands[first].at - hands[first - 1].at <= gap_ms):
        first -= 1
    return hands[first:]


def course(hands: Sequence[HandCost], points: int) -> Iterator[CoursePoint]:
    """Go over the sums after some of the hands, at most `points` of them, the last one always."""
    every = max(1, -(-len(hands) // points))
    luck, cost, net = Fraction(0), Fraction(0), 0
    for number, one in enumerate(hands, 1):
        luck, cost, net = luck + one.luck, cost + one.cost, net + one.net
        if number % every == 0 or number == len(hands):
            yield CoursePoint(number, luck, cost, net)


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)


def _error_variance(values: Sequence[Fraction]) -> Fraction | None:
    """Return the variance of the mean of 100 hands, from the spread of those there are."""
    if len(values) < MEANS_MIN:
        return None
    mean, squares = _mean(values), sum((value * value for value in values), Fraction(0))
    spread = (squares - len(values) * mean * mean) / (len(values) - 1)
    return spread / len(values) * HUNDRED**2


def _by(choices: Iterable[ChoiceCost], key: Callable[[ChoiceCost], Key]) -> dict[Key, PartSums]:
    found: dict[Key, PartSums] = {}
    for one in choices:
        had = found.get(key(one), PartSums(0, 0, Fraction(0)))
        found[key(one)] = PartSums(had.made + 1, had.mistakes + bool(one.cost), had.cost + one.cost)
    return found
