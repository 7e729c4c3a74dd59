"""A deck laid so that named cards come where they are wanted, for tables whose cards are given."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.cards import DECK, Card, parse_cards
from pitboss.round import Round
from pitboss.round.dealing import deal_plan
from pitboss.rules import Rules, Target


def stacked(
    round_: Round, rules: Rules, seats: Mapping[int, str], board: str, dealer: str = ""
) -> tuple[Card, ...]:
    """Lay a deck for the round as it stands once betting is closed."""
    hands = {seat: list(parse_cards(text)) for seat, text in seats.items()}
    piles = {Target.BOARD: list(parse_cards(board)), Target.DEALER: list(parse_cards(dealer))}
    named = {card for pile in (*hands.values(), *piles.values()) for card in pile}
    spare = [card for card in DECK if card not in named]
    plan = [*deal_plan(round_, rules)]
    for street in (rules.method.flop, rules.method.river):
        plan += [(packet.to, 0, packet.cards) for packet in street]
    order: list[Card] = []
    for to, seat, count in plan:
        pile = hands.get(seat, []) if to == Target.SEATS else piles.get(to, [])
        order += [pile.pop(0) if pile else spare.pop(0) for _ in range(count)]
    deck = (*order, *spare)
    if rules.choice("shuffle") not in rules.fact("cards.cut_after"):
        return deck
    # The automatic dealer cuts in the middle; laid so that the cut brings the order back.
    depth = (rules.whole("cut.min") + rules.whole("cut.max")) // 2
    return deck[-depth:] + deck[:-depth]
