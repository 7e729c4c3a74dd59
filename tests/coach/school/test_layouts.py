"""Layouts: the key is the engine's settlement, and everything that can occur is drawn."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

import pytest

from pitboss.coach.school.coverage import (
    irregular_cases,
    missing_cells,
    possible_cells,
    shown_cells,
)
from pitboss.coach.school.drawing import draw_layout
from pitboss.coach.school.irregular_scenes import irregular_scenes
from pitboss.coach.school.kinds.paying import amount_items
from pitboss.coach.school.layout import SchoolLayout
from pitboss.coach.school.picks import Picks
from pitboss.coach.school.scenes import paying_scenes, scenes_of
from pitboss.coach.school.stakes import LEVELS
from pitboss.round.command import Declare
from pitboss.round.decide import decide
from pitboss.round.event import IrregularityDeclared, RoundSettled
from pitboss.round.evolve import evolve
from pitboss.round.play import play
from pitboss.round.refusal import Refusal
from pitboss.round.roundfile import POINTS
from pitboss.round.settlement.settle import settle
from pitboss.round.state import Phase, Round
from pitboss.rules import Rules, Target, in_force, rule_set
from tests.coach.school.places import PLACES, rules_at
from tests.examples import first

# 100,000 layouts in all are 10,000 at each of ten places: PITBOSS_LAYOUTS=10000.
LAYOUTS = int(os.environ.get("PITBOSS_LAYOUTS", "200"))
LAYOUTS_FULL = int(os.environ.get("PITBOSS_LAYOUTS", "1000"))


def drawn(rules: Rules, count: int, seed: int = 1) -> Iterator[SchoolLayout]:
    """Draw layouts, the scenes in turn and the levels in turn."""
    scenes = scenes_of(rules)
    for n in range(count):
        level = LEVELS[n % len(LEVELS)]
        yield draw_layout(rules, scenes[n % len(scenes)], Picks(seed, n), level)


def before_settlement(layout: SchoolLayout) -> Round:
    """Fold the events of a layout up to its settlement."""
    round_ = Round()
    for event in layout.played.events:
        if isinstance(event, RoundSettled):
            return round_
        round_ = evolve(round_, event)
    raise AssertionError("the round was never settled")


def key_is_the_settlement(rules: Rules, count: int) -> None:
    for layout in drawn(rules, count):
        again = settle(before_settlement(layout), rules)

        assert layout.settlement.movements == again.movements, str(layout.scene)
        assert layout.settlement == again, str(layout.scene)
        nets = {f"{m.seat}.{m.wager}.amount": str(m.net) for m in again.movements if not m.tip}
        asked = [item for item in amount_items(layout) if item.id.endswith(".amount")]
        assert all(item.key == (nets[item.id],) for item in asked)


@pytest.mark.parametrize("place", PLACES)
def test_the_key_of_every_layout_is_the_engines_settlement(place: str) -> None:
    key_is_the_settlement(rules_at(place), LAYOUTS)


@pytest.mark.full
@pytest.mark.parametrize("place", PLACES)
def test_the_key_of_many_layouts_is_the_engines_settlement(place: str) -> None:
    key_is_the_settlement(rules_at(place), LAYOUTS_FULL)


@pytest.mark.parametrize("place", first(2, PLACES))
def test_a_layout_settles_to_the_same_as_a_file_that_describes_it(place: str) -> None:
    for layout in drawn(rules_at(place), 12):
        again = play(layout.played.script).round.settlement

        assert again == layout.settlement


@pytest.mark.parametrize("place", PLACES)
def test_everything_that_can_become_of_a_wager_is_drawn(place: str) -> None:
    rules = rules_at(place)

    layouts = [
        draw_layout(rules, scene, Picks(turn, scene, level), level)
        for scene in scenes_of(rules)
        for turn in range(1 if scene.family == "irregular" else 2)
        for level in ("easy", "hard")
    ]

    assert missing_cells(rules, layouts) == ()
    shown = {cell for layout in layouts for cell in shown_cells(layout)}
    assert shown - possible_cells(rules) == set()


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "options"),
    [
        *(("maryland", {"progressive": x, "six_card": y}) for x, y in ("AA", "BB", "CA", "DB")),
        *(("south-dakota", {"progressive": x})
          for x in ("UTHP-01", "UTHP-02", "PMG-01", "PMG-02")),
        ("california", {"bank": {"model": "net"}}),
        ("california", {"bank": {"model": "result"}, "fees": "2"}),
        ("south-dakota", {"progressive": "PMG-01", "progressive.survives_fold": False}),
        ("south-dakota", {"progressive": "UTHP-01", "uthp.envy": "pmg"}),
        ("california", {"limits": {"spot": {"min": 5, "max": 7}}, "wager.increment": "0.50"}),
        ("maryland", {"blind": "B", "trips": "D", "dealing": "hand"}),
    ],
)  # fmt: skip
def test_other_columns_and_options_are_covered_too(name: str, options: dict[str, object]) -> None:
    rules = in_force(rule_set(name), options)

    layouts = [
        draw_layout(rules, scene, Picks(turn, scene, level), level)
        for scene in scenes_of(rules)
        for turn in range(1 if scene.family == "irregular" else 4)
        for level in ("easy", "hard")
    ]

    assert missing_cells(rules, layouts) == ()


# -- irregularities by moment, found out a second time from the phases of a round -----------------


def rounds_by_moment(rules: Rules) -> dict[str, list[Round]]:
    """Return the round as it stands at each moment of a quiet layout."""
    scene = next(s for s in irregular_scenes(rules) if s.moment == POINTS[-1])
    quiet = draw_layout(rules, scene, Picks(3), "easy")
    found: dict[str, list[Round]] = {point: [] for point in POINTS}
    round_, street = Round(), "deal"
    for event in quiet.played.events:
        if isinstance(event, IrregularityDeclared):
            found["before-settlement"].append(round_)
            break
        round_ = evolve(round_, event)
        street = round_.street
        match round_.phase:
            case Phase.LOCKED if round_.stub:
                found["before-deal"].append(round_)
            case Phase.DECIDING:
                early = {"deal": "before-decisions", "flop": "after-flop", "river": "after-river"}
                found[early[street]].append(round_)
            case Phase.TURNING:
                found[{"deal": "before-flop", "flop": "before-river"}[street]].append(round_)
            case Phase.REVEALING:
                found["before-reveal"].append(round_)
            case _:
                pass
    return found


@pytest.mark.parametrize("place", PLACES)
def test_each_irregularity_is_drawn_at_each_moment_at_which_the_engine_takes_it(place: str) -> None:
    rules = rules_at(place)
    drawn_at = {(s.what.partition("/")[0], s.moment) for s in irregular_scenes(rules)}
    cases = {s.what for s in irregular_scenes(rules)}

    assert {f"{kind}/{case}" for kind, case in irregular_cases(rules)} - cases <= never_late(rules)
    kinds = {kind for kind, _ in irregular_cases(rules)}
    for moment, rounds in rounds_by_moment(rules).items():
        if not rounds or moment == "during-deal":
            continue
        taken = {kind for kind in kinds if any(is_taken(one, kind, rules) for one in rounds)}
        assert {kind for kind, when in drawn_at if when == moment} == taken, moment


def never_late(rules: Rules) -> set[str]:
    """Cards cannot lie face up late where the whole board is out before everybody has two."""
    targets = [packet.to for packet in rules.method.deal]
    board_last = rules.method.flop or targets.index(Target.BOARD) > targets.index(Target.DEALER)
    return set() if board_last else {"face-up-card/one_late", "face-up-card/several_late"}


def is_taken(round_: Round, kind: str, rules: Rules) -> bool:
    """Return whether the engine takes a declaration of this kind, of whichever case, now."""
    seat = round_.spots[0].seat if round_.spots else 1
    said = Declare(kind, seat=seat, holds="idle", how="covered")
    places = [*rules.set.irregularities.get("wrong-card-count", {})] or [""]
    declared = [
        replace(said, where=where, count=count, ruling=ruling)
        for where in places
        for count in (1, 7, 51)
        for ruling in ("abandoned", "settled")
    ]
    return any(not isinstance(decide(round_, one, rules), Refusal) for one in declared)


def test_the_scenes_of_one_family_are_listed_alone() -> None:
    rules = rules_at("maryland")

    assert {scene.family for scene in paying_scenes(rules, ("line",))} == {"line"}
