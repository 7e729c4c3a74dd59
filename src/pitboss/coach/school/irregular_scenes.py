"""Layouts in which something goes wrong: every irregularity, its case and its moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pitboss.cards import DECK, Card
from pitboss.coach.school.deals import Wish, draw_deal
from pitboss.coach.school.layout import (
    SchoolLayout,
    SchoolScene,
    SchoolSeat,
    bank_seat,
    draw_meters,
    full_bank,
    played_layout,
    script_of,
    seat_numbers,
    well_banked,
    with_irregularity,
)
from pitboss.coach.school.picks import Picks
from pitboss.coach.school.stakes import SchoolLevel, draw_wagers, latest_acts
from pitboss.round import event as past
from pitboss.round.command import Declare
from pitboss.round.irregular import RIGHT_COUNT, can_happen, remedy_in_force
from pitboss.round.refusal import Broken, Reason
from pitboss.round.roundfile import POINTS
from pitboss.round.script import IrregularityScript, Script, ScriptError
from pitboss.rules import Rules

KILLS: Final = ("void-seat", "forfeit")
DURING_DEAL: Final = "during-deal"
NOT_NOW: Final = (
    Reason.IRREGULARITY_TOO_LATE,
    Reason.IRREGULARITY_FACTS,
    Reason.NO_DECK,
    "irregularity-too-late",
)
_DECIDED: Final = {  # streets on which a seat has decided before a moment
    "after-flop": 1, "before-river": 1, "after-river": 2, "before-reveal": 2,
}  # fmt: skip


def draw_irregular(rules: Rules, picks: Picks, level: SchoolLevel) -> SchoolLayout:
    """Draw a case of an irregularity, then a moment at which the engine lets it happen."""
    cases = [
        f"{kind}/{case}"
        for kind, cases in rules.set.irregularities.items()
        for case in cases
        if can_happen(kind, case, rules)
    ]
    for what in picks.shuffled(cases):
        for moment in picks.shuffled(POINTS):
            scene = SchoolScene("irregular", None, what, moment)
            found = irregular_layout(rules, scene, picks, level)
            if found is not None:
                return found
    raise Broken("no irregularity can happen under these rules")


def irregular_scenes(rules: Rules) -> Iterator[SchoolScene]:
    """List each case of each irregularity at each moment at which the engine lets it happen."""
    for kind, cases in rules.set.irregularities.items():
        for case in cases:
            if can_happen(kind, case, rules):
                yield from _moments(rules, kind, case)


def _moments(rules: Rules, kind: str, case: str) -> Iterator[SchoolScene]:
    for moment in POINTS:
        scene = SchoolScene("irregular", None, f"{kind}/{case}", moment)
        if irregular_layout(rules, scene, Picks(0, scene), "easy") is not None:
            yield scene


def irregular_layout(
    rules: Rules, scene: SchoolScene, picks: Picks, level: SchoolLevel
) -> SchoolLayout | None:
    """Draw a round in which it happens; None where the engine says that it cannot, then."""
    kind, _, case = scene.what.partition("/")
    script = _quiet(rules, picks, level)
    seat = script.seats[picks.below(len(script.seats))].seat
    if remedy_in_force(kind, case, rules).action in KILLS and scene.moment != "before-settlement":
        script = _undecided(script, seat, scene.moment)
    for packets in _stops(rules, script, scene.moment):
        declared = _declared(kind, case, seat, script, picks)
        one = IrregularityScript(kind, scene.moment, declared, packets)
        found = _played(scene, level, seat, with_irregularity(script, one), case)
        if found is not None:
            return well_banked(found)
    return None


def _quiet(rules: Rules, picks: Picks, level: SchoolLevel) -> Script:
    """Describe a round in which every seat decides on every street, and nothing goes wrong yet."""
    bank = bank_seat(rules, picks)
    numbers = seat_numbers(rules, bank, 1 if level == "easy" else 2, picks)
    acts = latest_acts(rules)
    seats = [SchoolSeat(draw_wagers(rules, picks, level), acts) for _ in numbers]
    deal = draw_deal(rules, len(numbers), Wish(), picks)
    stake = None if bank is None else (bank, full_bank(rules, seats))
    meters = draw_meters(rules, picks)
    return script_of(rules, numbers, seats, deal, bank=stake, meters=meters)


def _undecided(script: Script, seat: int, moment: str) -> Script:
    """Leave out the acts that a seat comes to no more, because its hand is dead by then."""
    kept = _DECIDED.get(moment, 0)
    seats = tuple(replace(s, acts=s.acts[:kept]) if s.seat == seat else s for s in script.seats)
    return replace(script, seats=seats)


def _stops(rules: Rules, script: Script, moment: str) -> tuple[int | None, ...]:
    """List after how many packets the deal may be stopped; the middle first."""
    if moment != DURING_DEAL:
        return (None,)
    packets = sum(len(script.seats) if packet.to == "seats" else 1 for packet in rules.method.deal)
    return (None, *range(packets - 1, 0, -1))


def _declared(kind: str, case: str, seat: int, script: Script, picks: Picks) -> Declare:
    """Put a declaration together that leads to the case."""
    match kind:
        case "face-up-card":
            return Declare(kind, cards=tuple(_spare(script, 1 if case.startswith("one") else 2)))
        case "wrong-card-count":
            wrong = RIGHT_COUNT[case] + picks.one((-1, 1))
            return Declare(kind, seat=seat if case == "seat" else None, where=case, count=wrong)
        case "shuffler-jam":
            return Declare(kind, holds=case)
        case "player-left":
            return Declare(kind, seat=seat, ruling=case)
        case "device-out-of-order":
            return Declare(kind, how=case)
        case "deck-count":
            return Declare(kind, count=len(DECK) - 1)
        case "stub-count":
            return Declare(kind, count=0, misdealt="misdealt" in case.split(".")[1].split("_")[:1])
        case _:
            return Declare(kind)


def _spare(script: Script, count: int) -> list[Card]:
    named = {
        *script.dealer,
        *script.board,
        *script.box,
        *(c for s in script.seats for c in s.cards),
    }
    return [card for card in DECK if card not in named][-count:]


def _played(
    scene: SchoolScene, level: SchoolLevel, seat: int, script: Script, case: str
) -> SchoolLayout | None:
    try:
        found = played_layout(scene, level, seat, script)
        if script.irregularities[0].declared.kind == "stub-count":
            found = _counted(found, case)
    except ScriptError as error:
        if error.reason not in NOT_NOW:
            raise
        return None
    return found if [i.case for i in found.round.incidents] == [case] else None


def _counted(layout: SchoolLayout, case: str) -> SchoolLayout:
    """Play again with the count that the case is about, now that the stub is known."""
    dealt = 0
    for event in layout.played.events:
        if isinstance(event, past.IrregularityDeclared):
            break
        if isinstance(event, past.PacketsDealt | past.StreetTurned):
            dealt += sum(len(parcel.cards) for parcel in event.parcels)
    wrong = case.split(".")[1] in ("not_misdealt", "misdealt_short")
    script = layout.played.script
    one = script.irregularities[0]
    declared = replace(one.declared, count=len(DECK) - dealt - wrong)
    again = with_irregularity(script, replace(one, declared=declared))
    return played_layout(layout.scene, layout.level, layout.seat, again)
