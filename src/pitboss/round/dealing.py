"""Runs a dealing script: which packet comes next, to whom, and what a street still needs."""

from __future__ import annotations

from pitboss.round.state import Parcel, Round
from pitboss.rules import Packet, Rules, Street, Target, Wager

BOARD_TURNED = {Street.DEAL: 0, Street.FLOP: 3, Street.RIVER: 5}


def deal_plan(round_: Round, rules: Rules) -> tuple[tuple[Target, int, int], ...]:
    """List the packets of the whole deal as (target, seat, cards), in order; seat 0 is no seat."""
    plan: list[tuple[Target, int, int]] = []
    for packet in rules.method.deal:
        if packet.to == Target.SEATS:
            plan += [(packet.to, spot.seat, packet.cards) for spot in round_.dealt_in()]
        elif packet.to != Target.BOX or _box_is_dealt(round_, rules):
            plan.append((packet.to, 0, packet.cards))
    return tuple(plan)


def _box_is_dealt(round_: Round, rules: Rules) -> bool:
    if rules.choice("six_card.deal_box") == "offered":
        return True
    return any(spot.on(Wager.SIX_CARD) for spot in round_.spots)


def next_parcels(
    round_: Round, rules: Rules, packets: int | None
) -> tuple[tuple[Parcel, ...], bool]:
    """Draw the next packets of the deal; the flag says whether the deal is complete."""
    plan = deal_plan(round_, rules)
    done = len(round_.parcels)
    upto = len(plan) if packets is None else min(len(plan), done + packets)
    return _draw(round_, plan[done:upto]), upto == len(plan)


def street_parcels(round_: Round, rules: Rules, street: Street) -> tuple[Parcel, ...]:
    """Draw what the dealing method deals at this street; nothing where the board is already out."""
    script: tuple[Packet, ...] = getattr(rules.method, street)
    return _draw(round_, tuple((packet.to, 0, packet.cards) for packet in script))


def _draw(round_: Round, plan: tuple[tuple[Target, int, int], ...]) -> tuple[Parcel, ...]:
    parcels = []
    at = 0
    for to, seat, count in plan:
        parcels.append(Parcel(to, seat, round_.stub[at : at + count]))
        at += count
    return tuple(parcels)


def everyone_has_two(round_: Round) -> bool:
    """Return whether every seat and the dealer have their first two cards."""
    return len(round_.dealer) >= 2 and all(len(spot.cards) >= 2 for spot in round_.dealt_in())


def needs_more_cards(round_: Round, rules: Rules) -> bool:
    """Return whether the deck in use still has to give cards this round."""
    return len(round_.board) < BOARD_TURNED[Street.RIVER] or not everyone_has_two(round_)
