"""What a bot does when its seat is asked: by chance, by a strategy, or by exact values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.pit.bots.betting import Style
from pitboss.pit.chance import DrawBelow
from pitboss.round import Broken
from pitboss.round.legal import LegalAction
from pitboss.round.view import RoundView
from pitboss.rules import Chips, Rules

# The strategies that come with `odds`; a style that is not here has no plan.
STRATEGY: Final[Mapping[Style, str]] = {
    Style.OPTIMAL: "optimal",
    Style.SIMPLE: "simple",
    Style.TIMID: "never-4x",
}


def prepare(style: Style, rules: Rules) -> None:
    """Make the plan that this style plays these rules by; later choices only look it up."""
    if style in STRATEGY:
        # Compiled code takes a second to load, and a pit of random bots never needs it.
        from pitboss.pit.bots.plan import plan_for

        plan_for(STRATEGY[style], rules)


def choose(
    style: Style, view: RoundView, rules: Rules, chips: Chips, chance: DrawBelow
) -> LegalAction:
    """Choose among what is offered and can be paid; `Broken` where the bot's seat is not asked."""
    offered = tuple(choice for choice in view.choices if choice.chips <= chips)
    if not offered:
        raise Broken(f"a bot was asked to choose, but seat {view.turn} is asked and not the bot")
    if style not in STRATEGY:
        return offered[chance(len(offered))]
    from pitboss.pit.bots.plan import best_of, plan_for  # as in `prepare`

    hole, board = _own_cards(view), view.board
    if style == Style.OPTIMAL and (view.set_aside or len(offered) < len(view.choices)):
        # A card that cannot come, or a raise that cannot be paid: the plan knows neither.
        return best_of(offered, rules, hole, board, view.set_aside)
    return _nearest(offered, plan_for(STRATEGY[style], rules).times(hole, board))


def _own_cards(view: RoundView) -> tuple[int, int]:
    for spot in view.spots:
        if spot.seat == view.turn and len(spot.cards) == 2:
            first, second = spot.cards
            return first, second
    raise Broken(f"a bot was asked to choose, but its view shows no two cards of seat {view.turn}")


def _nearest(offered: tuple[LegalAction, ...], times: int) -> LegalAction:
    """Find the raise of `times` Antes, or the next lower one; else the choice that costs nothing.

    Zero is no raise: a check or a fold, whichever the street has.
    """
    raises = [c for c in offered if c.word == "play" and c.times <= times]
    passing = [c for c in offered if c.word != "play"]
    return max(raises, key=lambda choice: choice.times) if raises else passing[0]
