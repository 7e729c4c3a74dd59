"""The order of a settlement: which seat comes after which, and which wager after which."""

from __future__ import annotations

from pitboss.round.state import Round, Spot
from pitboss.rules import Rules, Wager


def seat_order(round_: Round, rules: Rules) -> tuple[Spot, ...]:
    """Put the seats in the order in which they are settled."""
    if rules.seat_order == "clockwise-from-bank" and round_.bank is not None:
        bank = round_.bank.seat
        return tuple(sorted(round_.spots, key=lambda spot: (spot.seat <= bank, spot.seat)))
    ordered = sorted(round_.spots, key=lambda spot: spot.seat)
    return tuple(ordered if rules.seat_order == "clockwise" else reversed(ordered))


def pass_order(round_: Round, rules: Rules) -> tuple[Spot, ...]:
    """Put the seats in the order of the dealer's pass; folded ones last, unless they wait in it."""
    order = seat_order(round_, rules)
    if rules.choice("settle.folded") == "in_pass":
        return order
    return tuple(sorted(order, key=lambda spot: spot.folded))


def wagers_if_unqualified(rules: Rules) -> tuple[Wager, ...]:
    """List the wagers that a dealer who does not qualify decides at all seats at once."""
    return tuple(map(Wager, rules.fact("settlement.unqualified_first")))


def wagers_in_turn(rules: Rules) -> tuple[Wager, ...]:
    """List the wagers settled when the dealer comes to a seat, in their order."""
    at_end = rules.fact("settlement.at_end")
    with_award = envy_with_award(rules)
    return tuple(
        wager
        for wager in rules.order
        if wager not in at_end and not (wager == Wager.ENVY and with_award)
    )


def wagers_at_end(rules: Rules) -> tuple[Wager, ...]:
    """List the wagers that wait until all hands are done, in their order."""
    at_end = rules.fact("settlement.at_end")
    return tuple(wager for wager in rules.order if wager in at_end)


def envy_with_award(rules: Rules) -> bool:
    """Return whether Envy is paid at the turn of the hand's holder, not at the receiver's."""
    return bool(rules.fact("settlement.envy.paid") == "with-award")
