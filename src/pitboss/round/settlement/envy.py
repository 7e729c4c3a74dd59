"""Envy: a fixed bonus to each Progressive bettor for every other player's qualifying hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from pitboss.cards import CATEGORY_SLUGS
from pitboss.round.movement import Movement, MovementReason, SeatPart
from pitboss.round.showdown import Shown, keeps_cards
from pitboss.round.state import Spot
from pitboss.rules import NOTHING, Chips, EnvyScale, Outcome, Rules, Wager


def envy_of(
    spot: Spot,
    holders: Iterable[Spot],
    hands: Mapping[int, Shown],
    rules: Rules,
    *,
    before: Sequence[Movement] = (),
) -> list[Movement]:
    """Give a seat its Envy for these holders' hands; none where no hand on the table qualifies.

    `before` is the Envy that the seat has been paid in this round.
    """
    scale = _scale_for(spot.on(Wager.PROGRESSIVE), rules)
    if scale is None:
        return []
    sums = [
        (holder.seat, scale.sums[slug])
        for holder in holders
        if holder.seat != spot.seat
        and _triggers(holder, rules)
        and (slug := _slug(hands, holder.seat)) in scale.sums
    ]
    if not sums:
        return []
    total = Chips(sum(chips for _, chips in sums))
    cap = rules.amount("envy.cap")
    if cap is not None:
        total = Chips(min(total, cap - sum(paid.paid for paid in before)))
        if total <= 0:
            return []
    cite = rules.consequence(Wager.ENVY, "each").cite
    if len(sums) + len(before) > 1:
        cite += rules.consequence(Wager.ENVY, "several").cite
    return [
        Movement(
            spot.seat,
            Wager.ENVY,
            Outcome.WIN,
            NOTHING,
            paid=total,
            why=MovementReason.ENVY,
            cite=cite + scale.cite,
            due=total,
            parts=tuple(SeatPart(seat, chips) for seat, chips in sums),
        )
    ]


def _slug(hands: Mapping[int, Shown], seat: int) -> str:
    hand = hands.get(seat)
    return "" if hand is None else CATEGORY_SLUGS[hand.category]


def _triggers(holder: Spot, rules: Rules) -> bool:
    """Return whether a hand counts for others: alive, on the table, with the wager if asked."""
    if holder.dead is not None:
        return False
    if rules.flag("envy.holder_must_bet") and not holder.on(Wager.PROGRESSIVE):
        return False
    if not holder.folded:
        return True
    policy = rules.choice("envy.folded_holder")
    return policy == "always" or (policy == "if_on_table" and keeps_cards(holder, rules))


def _scale_for(stake: Chips, rules: Rules) -> EnvyScale | None:
    """Find the sums for a wager: printed for it, or in proportion where the table says so."""
    table = rules.tables.get(Wager.PROGRESSIVE)
    if table is None or not table.envy:
        return None
    for scale in table.envy:
        if scale.wager == stake:
            return scale
    if not table.envy_scales:
        return None
    base = table.envy[0]
    ratio = Fraction(stake, base.wager)
    sums = {hand: Chips(int(chips * ratio)) for hand, chips in base.sums.items()}
    return EnvyScale(stake, sums, base.cite + rules.set.cite("progressive.envy_scales"))
