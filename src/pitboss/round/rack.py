"""When cards go to the rack: the stub by the dealing method, each hand by the settlement's rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pitboss.round.dealing import BOARD_TURNED, needs_more_cards
from pitboss.round.movement import Movement, Settlement
from pitboss.round.state import Phase, Round
from pitboss.rules import Rules, Street, Wager

_BEFORE_DEALT: Final = (Phase.NEW, Phase.BETTING, Phase.LOCKED, Phase.DEALING)
_HAND: Final = "seat "


@dataclass(frozen=True, slots=True)
class RackedHand:
    """A hand that is collected, counted and put into the rack; its cards are nobody's to see."""

    seat: int
    cards: int


def stub_in_rack(round_: Round, rules: Rules) -> int:
    """Count the undealt cards that lie in the rack, unexposed; none before their moment has come.

    A method lays them away after the deal, or when the last community card is turned. What a
    device keeps back for the dealer is not laid away with them.
    """
    if round_.settlement is not None:
        return len(round_.stub)
    if round_.phase in _BEFORE_DEALT or needs_more_cards(round_, rules):
        return 0
    due = rules.method.stub == "after-deal" or round_.turned == BOARD_TURNED[Street.RIVER]
    return len(round_.stub) if due else 0


def settled_in_order(settlement: Settlement, rules: Rules) -> Iterator[Movement | RackedHand]:
    """Give a settlement act by act: wagers, and each hand as it is collected.

    A hand goes to the rack when its own wagers are settled, or, where the rules say so, all hands
    go when the payments are done. An Envy bonus comes with another's hand and keeps none waiting.
    """
    hands = {
        int(label.removeprefix(_HAND)): RackedHand(int(label.removeprefix(_HAND)), len(cards))
        for label, cards in settlement.rack
        if label.startswith(_HAND)
    }
    at_turn = rules.fact("settlement.rack") == "at-turn" and not settlement.void
    last = {move.seat: n for n, move in enumerate(settlement.movements) if move.wager != Wager.ENVY}
    for n, move in enumerate(settlement.movements):
        yield move
        if at_turn and last.get(move.seat) == n and move.seat in hands:
            yield hands.pop(move.seat)
    yield from hands.values()
