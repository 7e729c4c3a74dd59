"""Find the mispay: a settlement with exactly one mistake in it."""

from __future__ import annotations

from typing import Final

from pitboss.coach.school.answers import letter
from pitboss.coach.school.asking import why_words
from pitboss.coach.school.drawing import draw_layout
from pitboss.coach.school.exercise import SchoolItem, ShownMove
from pitboss.coach.school.kinds.kind import SchoolKind, SchoolQuestion, always
from pitboss.coach.school.layout import SchoolLayout
from pitboss.coach.school.mistake_kinds import MISTAKE_KINDS
from pitboss.coach.school.mistakes import (
    MistakeKind,
    PaidStep,
    PlantedMistake,
    planted,
    right_steps,
)
from pitboss.coach.school.picks import Picks
from pitboss.coach.school.scenes import paying_scenes
from pitboss.coach.school.stakes import SchoolLevel
from pitboss.round.movement import TIP_BOX, Fee
from pitboss.round.refusal import Broken
from pitboss.rules import Rules, Wager, money
from pitboss.rules.words import wager_words

TRIES_MAX: Final = 60  # layouts drawn until one gives occasion for the mistake
STEPS_MAX: Final = 20  # of a settlement in which a mistake is to be found
LEAD: Final = "The dealer has settled this layout. Exactly one thing is wrong. Find it."


def mistakes_offered(rules: Rules) -> tuple[MistakeKind, ...]:
    """List the mistakes that these rules give occasion for."""
    families = {scene.family for scene in paying_scenes(rules)}
    return tuple(kind for kind in MISTAKE_KINDS if _possible(kind, families, rules))


def _possible(kind: MistakeKind, families: set[str], rules: Rules) -> bool:
    columns = max(len(rules.set.tables_of(w)) for w in (Wager.BLIND, Wager.TRIPS))
    needs = {
        "fee-missed": rules.fees is not None,
        "wrong-column": columns > 1,
        "wrong-order": True,
    }
    return families.issuperset(kind.families) and needs.get(kind.name, True)


def draw_mistake(
    rules: Rules, kind: MistakeKind, picks: Picks, level: SchoolLevel
) -> tuple[SchoolLayout, PlantedMistake] | None:
    """Draw a layout and plant the mistake in it; None where no layout gave occasion for it."""
    scenes = [s for s in paying_scenes(rules, kind.families) if kind.wager in (None, s.wager)]
    for _ in range(TRIES_MAX):
        layout = draw_layout(rules, picks.one(scenes), picks, level)
        found = planted(layout, kind, picks)
        if found is not None and len(found.steps) <= STEPS_MAX:
            return layout, found
    return None


def mispay_question(layout: SchoolLayout, mistake: PlantedMistake) -> SchoolQuestion:
    """Show what was done, and ask which step is wrong."""
    moves = tuple(shown_move(step) for step in mistake.steps)
    right = right_steps(layout)
    places = mistake.wrong
    item = SchoolItem(
        id="wrong",
        asks="Which step is wrong? Write its letter.",
        form="choice",
        key=tuple(letter(n) for n in places),
        right=" or ".join(f"{letter(n)} ({moves[n].step.rstrip(':')})" for n in places),
        choices=tuple((letter(n), f"{m.step} {m.did}") for n, m in enumerate(moves)),
        why=f"{mistake.words} {_right_words(right[places[0]])}",
        cite=right[places[0]].cite,
    )
    return SchoolQuestion(LEAD, (item,), layout, moves, mistake.key)


def shown_move(step: PaidStep) -> ShownMove:
    """Say one step of a settlement."""
    if isinstance(step, Fee):
        who = f"{'the player-dealer, ' if step.bank else ''}seat {step.seat}"
        return ShownMove(f"Fee of {who}:", f"takes {money(step.chips)}")
    tip = "tip on " if step.tip else ""
    name = f"Seat {step.seat}, {tip}{wager_words(step.wager)}:"
    return ShownMove(name, _did(step))


def _did(step: PaidStep) -> str:
    if isinstance(step, Fee):
        return ""
    if step.wager == Wager.LIMIT:
        return f"cuts {money(step.taken)} of the winnings" if step.taken else "cuts nothing"
    kept = step.staked - step.taken
    into = " into the tip box" if step.tip and step.collector == TIP_BOX else ""
    parts = []
    if step.paid:
        parts.append(f"pays {money(step.paid)}{into}")
    if step.taken:
        parts.append(f"takes {money(step.taken)}{into}")
    if kept and not step.paid:
        parts.append(f"gives {money(kept)} back" if step.taken else "leaves it")
    if not parts:
        parts.append("pays nothing")
    if step.collector == "player":
        parts.append("to the player")
    return " and ".join(parts)


def _right_words(step: PaidStep) -> str:
    if isinstance(step, Fee):
        return f"The fee is {money(step.chips)}."
    return why_words(step)


def _draw(rules: Rules, picks: Picks, level: SchoolLevel) -> SchoolQuestion:
    for kind in picks.shuffled(mistakes_offered(rules)):
        found = draw_mistake(rules, kind, picks, level)
        if found is not None:
            return mispay_question(*found)
    raise Broken("no mistake could be planted")


MISPAY: Final = SchoolKind("mispay", "Find the mispay", LEAD, always, _draw)
