"""All kinds of exercises, which of them the rules in force give occasion for, and their drawing."""

from __future__ import annotations

from typing import Final

from pitboss.coach.school.exercise import Exercise
from pitboss.coach.school.kinds import paying, special
from pitboss.coach.school.kinds.dealing import DEALING
from pitboss.coach.school.kinds.decks import DECKS
from pitboss.coach.school.kinds.hands import HANDS
from pitboss.coach.school.kinds.kind import SchoolKind
from pitboss.coach.school.kinds.mispay import MISPAY
from pitboss.coach.school.kinds.what_now import WHAT_NOW
from pitboss.coach.school.picks import Picks
from pitboss.coach.school.stakes import SchoolLevel
from pitboss.rules import Rules

KINDS: Final[tuple[SchoolKind, ...]] = (
    HANDS, *paying.KINDS, *special.KINDS, WHAT_NOW, DEALING, DECKS, MISPAY,
)  # fmt: skip
KIND_NAMES: Final = tuple(kind.name for kind in KINDS)
SEED_MAX: Final = 2**53 - 1  # a browser's numbers hold it exactly


class UnknownKindError(LookupError):
    """A kind that there is not, or that these rules give no occasion for."""


def kinds_of(rules: Rules) -> tuple[SchoolKind, ...]:
    """List the kinds that these rules give occasion for."""
    return tuple(kind for kind in KINDS if kind.offered(rules))


def kind_named(name: str, rules: Rules) -> SchoolKind:
    """Find a kind by its name; raises `UnknownKindError` with one line."""
    found = next((kind for kind in KINDS if kind.name == name), None)
    offered = ", ".join(kind.name for kind in kinds_of(rules))
    if found is None:
        raise UnknownKindError(f"{name[:40]!r} is no kind of exercise; there are {offered}")
    if not found.offered(rules):
        raise UnknownKindError(f"{rules.set.title} has no exercise of {name}; it has {offered}")
    return found


def draw_exercise(
    rules: Rules, kind: str, *, seed: int, number: int = 1, level: SchoolLevel = "easy"
) -> Exercise:
    """Draw an exercise; the same rules, kind, seed, number and level give the same one."""
    chosen = kind_named(kind, rules)
    asked = chosen.draw(rules, Picks(seed, kind, level, number), level)
    return Exercise(
        kind=kind,
        level=level,
        seed=seed,
        number=number,
        lead=asked.lead,
        items=asked.items,
        layout=asked.layout,
        moves=asked.moves,
        mistake=asked.mistake,
    )
