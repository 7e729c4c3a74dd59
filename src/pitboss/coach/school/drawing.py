"""Draws a layout of a scene: seats, stakes, acts and cards; the engine plays and settles it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pitboss.coach.school.deals import Wish, draw_deal, two_straight_flushes
from pitboss.coach.school.irregular_scenes import irregular_layout
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
    short_bank,
    well_banked,
)
from pitboss.coach.school.limit_scenes import limit_layout
from pitboss.coach.school.picks import Picks
from pitboss.coach.school.scenes import ENDINGS, FOLD
from pitboss.coach.school.stakes import (
    SEATS,
    SchoolLevel,
    all_acts,
    draw_stake,
    draw_tips,
    draw_wagers,
    folding_acts,
    stake_unit,
    staying_acts,
)
from pitboss.round.movement import MovementReason
from pitboss.round.refusal import Broken
from pitboss.round.script import ScriptError
from pitboss.rules import Rules, Wager

WINS: Final = ("win", "unqualified-win")
METER_UNKNOWN: Final = "meter-unknown"
TRIES_MAX: Final = 200  # layouts drawn until one shows what the scene is about


def draw_layout(rules: Rules, scene: SchoolScene, picks: Picks, level: SchoolLevel) -> SchoolLayout:
    """Draw a layout that shows the scene."""
    for _ in range(TRIES_MAX):
        try:
            found = _drawn(rules, scene, picks, level)
        except ScriptError as error:
            if error.reason != METER_UNKNOWN:  # a second winner, and no reset amount is filed
                raise
            continue
        if found is not None:
            return found
    raise Broken(f"no layout for the scene {scene} after {TRIES_MAX} tries")


def _drawn(
    rules: Rules, scene: SchoolScene, picks: Picks, level: SchoolLevel
) -> SchoolLayout | None:
    match scene.family:
        case "irregular":
            return irregular_layout(rules, scene, picks, level)
        case "limit":
            return limit_layout(rules, scene, picks, level)
        case "bank":
            return _bank_layout(rules, scene, picks, level)
        case _:
            return _usual_layout(rules, scene, picks, level)


# -- seats ----------------------------------------------------------------------------------------


def _usual_layout(
    rules: Rules, scene: SchoolScene, picks: Picks, level: SchoolLevel
) -> SchoolLayout:
    bank = bank_seat(rules, picks)
    count = _count(rules, scene, picks, level)
    numbers = seat_numbers(rules, bank, count, picks)
    seats = [_subject(rules, scene, picks, level)]
    seats += [_other(rules, scene, picks, level) for _ in numbers[1:]]
    if scene.family == "two-winners":
        deal = two_straight_flushes(len(numbers), picks)
    else:
        deal = draw_deal(rules, len(numbers), _wish(rules, scene, picks), picks)
    stake = None if bank is None else (bank, full_bank(rules, seats))
    meters = draw_meters(rules, picks)
    script = script_of(rules, numbers, seats, deal, bank=stake, meters=meters)
    return well_banked(played_layout(scene, level, numbers[0], script))


def _count(rules: Rules, scene: SchoolScene, picks: Picks, level: SchoolLevel) -> int:
    fewest, most = SEATS[level]
    if scene.family in ("envy", "bank", "two-winners"):
        fewest, most = max(2, fewest), max(2, most)
    return min(fewest + picks.below(most - fewest + 1), rules.seats - (not rules.house_banks))


def _wish(rules: Rules, scene: SchoolScene, picks: Picks) -> Wish:
    match scene.family:
        case "ending" if scene.what != FOLD:
            return Wish(endings=(scene.what,))
        case "line" | "tips" if scene.wager == Wager.BLIND:
            return Wish(scene.wager, scene.what, WINS)
        case "line" | "fold-line" | "envy" | "tips" if scene.wager is not None:
            return Wish(scene.wager, _line_of(rules, scene))
        case _:
            return Wish(endings=picks.one(((), (), *((ending,) for ending in ENDINGS))))


def _line_of(rules: Rules, scene: SchoolScene) -> str:
    """Return the line to wish for; Envy may be paid for a hand by another name than its line."""
    if scene.family != "envy" or scene.wager is None:
        return scene.what
    lines = [line.hand for line in rules.tables[scene.wager].lines]
    return next((hand for hand in lines if hand == scene.what), lines[0])


def _subject(rules: Rules, scene: SchoolScene, picks: Picks, level: SchoolLevel) -> SchoolSeat:
    """Draw the seat that the scene is about."""
    if scene.family == "trips-alone":
        return SchoolSeat({Wager.TRIPS: draw_stake(rules, Wager.TRIPS, picks, level)}, ())
    needed = (scene.wager,) if scene.wager in rules.offered() and scene.wager else ()
    folds = scene.what == FOLD or scene.family == "fold-line"
    if folds or scene.family == "tips":
        needed = (*needed, Wager.TRIPS)
    wagers = draw_wagers(rules, picks, level, needed)
    free = scene.family in ("any", "tips") and scene.wager is None
    choices = all_acts(rules) if free else staying_acts(rules)
    acts = folding_acts(rules) if folds else picks.one(choices)
    seat = SchoolSeat(wagers, acts)
    tipped = _tipped(rules, seat, picks, often=10 if scene.family == "tips" else 4)
    if scene.family != "tips" or scene.wager is None or scene.wager in tipped.tips:
        return tipped
    own = {scene.wager: stake_unit(rules, scene.wager)}
    return replace(tipped, tips={**tipped.tips, **own})


def _other(rules: Rules, scene: SchoolScene, picks: Picks, level: SchoolLevel) -> SchoolSeat:
    needed = (Wager.PROGRESSIVE,) if scene.family in ("envy", "two-winners") else ()
    seat = SchoolSeat(draw_wagers(rules, picks, level, needed), picks.one(all_acts(rules)))
    return _tipped(rules, seat, picks, often=2)


def _tipped(rules: Rules, seat: SchoolSeat, picks: Picks, *, often: int) -> SchoolSeat:
    if not rules.fact("tips.spots") or not picks.in_ten(often):
        return seat
    tips = draw_tips(rules, seat.wagers, picks)
    plays = rules.fact("tips.play") == "optional" and seat.acts[-1] != "fold"
    wagers = seat.wagers
    return SchoolSeat(wagers, seat.acts, tips, plays and Wager.ANTE in tips and picks.in_ten(5))


# -- a player-dealer's bank -----------------------------------------------------------------------


def _bank_layout(
    rules: Rules, scene: SchoolScene, picks: Picks, level: SchoolLevel
) -> SchoolLayout | None:
    """Draw a bank too small for what would be paid or collected; None where it still sufficed."""
    whole = _usual_layout(rules, scene, picks, level)
    script, settled = whole.played.script, whole.settlement
    capped = scene.what == MovementReason.WIN_CAP
    moved = settled.bank_collected if capped else settled.bank_paid
    if script.bank is None or not moved:
        return None
    bank = script.bank[0], short_bank(rules, moved, picks)
    found = played_layout(scene, level, whole.seat, replace(script, bank=bank))
    shown = [m for m in found.settlement.movements if m.why == scene.what]
    mine = next((m for m in shown if m.wager == scene.wager), None)
    return None if mine is None else replace(found, seat=mine.seat)
