"""What a kind of exercise is, and how one that asks about a paid layout is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from pitboss.coach.school.drawing import draw_layout
from pitboss.coach.school.exercise import SchoolItem, ShownMove
from pitboss.coach.school.layout import SchoolLayout, SchoolScene
from pitboss.coach.school.picks import Picks
from pitboss.coach.school.scenes import paying_scenes
from pitboss.coach.school.stakes import SchoolLevel
from pitboss.round.movement import Movement
from pitboss.round.refusal import Broken
from pitboss.rules import Rules, Wager

ITEMS_MAX: Final = 8  # of one exercise; more is a test of patience
TRIES_MAX: Final = 100  # layouts drawn until one has something to ask


@dataclass(frozen=True, slots=True)
class SchoolQuestion:
    """What is shown and asked; `catalog.py` makes an exercise of it."""

    lead: str
    items: tuple[SchoolItem, ...]
    layout: SchoolLayout | None = None
    moves: tuple[ShownMove, ...] = ()
    mistake: str = ""


Items = Callable[[SchoolLayout], tuple[SchoolItem, ...]]


@dataclass(frozen=True, slots=True)
class SchoolKind:
    """A kind of exercise; `items` asks about a layout, None where a kind needs no paid layout."""

    name: str
    title: str
    about: str
    offered: Callable[[Rules], bool]
    draw: Callable[[Rules, Picks, SchoolLevel], SchoolQuestion]
    items: Items | None = None


def always(_rules: Rules) -> bool:
    """Return that every rule book gives occasion for it."""
    return True


def about_layouts(
    name: str,
    title: str,
    about: str,
    items: Items,
    *,
    families: Sequence[str],
    wager: Wager | None = None,
    offered: Callable[[Rules], bool] = always,
) -> SchoolKind:
    """Make a kind that draws a layout of some families, of one wager or any, and asks about it."""

    def draw(rules: Rules, picks: Picks, level: SchoolLevel) -> SchoolQuestion:
        scenes = [s for s in paying_scenes(rules, families) if wager in (None, s.wager)]
        for _ in range(TRIES_MAX):
            layout = draw_layout(rules, picks.one(scenes), picks, level)
            if asked := items(layout):
                return SchoolQuestion(about, asked, layout)
        raise Broken(f"nothing to ask for {name} in {TRIES_MAX} layouts")

    return SchoolKind(name, title, about, offered, draw, items)


def has_scene(family: str, wager: Wager | None = None) -> Callable[[Rules], bool]:
    """Return a test whether the rules give occasion for a scene."""

    def offered(rules: Rules) -> bool:
        return any(_is(scene, wager) for scene in paying_scenes(rules, (family,)))

    return offered


def _is(scene: SchoolScene, wager: Wager | None) -> bool:
    return wager in (None, scene.wager)


def subject_first(layout: SchoolLayout, moves: Sequence[Movement]) -> tuple[Movement, ...]:
    """Put the seat that the layout is about first, and leave out what is too much to ask."""
    mine = [m for m in moves if m.seat == layout.seat]
    others = [m for m in moves if m.seat != layout.seat]
    return tuple((mine + others)[:ITEMS_MAX])
