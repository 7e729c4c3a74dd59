"""Who beats whom, whether the dealer qualifies, and which lines of a paytable a hand meets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.cards import (
    CATEGORY_SLUGS,
    Card,
    Category,
    Strength,
    category_of,
    rank_of,
    strength,
    suit_of,
)
from pitboss.round.state import Round, Spot
from pitboss.rules import (
    COMMUNITY,
    FIRST_FIVE,
    SUPER_ROYAL,
    SUPER_ROYAL_DIAMONDS,
    Line,
    Paytable,
    Rules,
    Wager,
)

FLOP = 3
COMPLETE_BOARD = 5
_SUPER_ROYAL_RANKS = frozenset({14, 13, 12, 11, 10, 9})
_DIAMONDS = 1


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand as the paytables see it: how strong it is, and from which cards it was made."""

    strength: Strength
    hole: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    six: tuple[Card, ...] = ()

    @property
    def category(self) -> Category:
        """Return the kind of hand."""
        return category_of(self.strength)

    def meets(self, hand: str) -> bool:
        """Return whether the hand is what a line of a paytable asks for."""
        if hand == COMMUNITY:
            return _is_royal(self.board)
        if hand == FIRST_FIVE:
            return _is_royal(self.hole + self.board[:FLOP])
        if hand in (SUPER_ROYAL, SUPER_ROYAL_DIAMONDS):
            suited = len({suit_of(card) for card in self.six}) == 1
            ranks = frozenset(rank_of(card) for card in self.six)
            diamonds = hand != SUPER_ROYAL_DIAMONDS or suit_of(self.six[0]) == _DIAMONDS
            return suited and ranks == _SUPER_ROYAL_RANKS and diamonds
        return CATEGORY_SLUGS[self.category] == hand


def _is_royal(cards: tuple[Card, ...]) -> bool:
    return len(cards) == 5 and category_of(strength(cards)) == Category.ROYAL_FLUSH


def shown_hand(spot: Spot, board: tuple[Card, ...]) -> Shown:
    """Read a seat's best five of its two cards and the board."""
    return Shown(strength(spot.cards + board), spot.cards, board)


def progressive_hand(spot: Spot, board: tuple[Card, ...], rules: Rules) -> Shown:
    """Read the hand that decides a seat's Progressive, and brings others Envy."""
    return shown_hand(spot, board[:FLOP] if rules.by_flop else board)


def six_card_hand(spot: Spot, box: tuple[Card, ...]) -> Shown:
    """Read a seat's best five of its two cards and the four-card box, the board left out."""
    six = spot.cards + box
    return Shown(strength(six), spot.cards, six=six)


def dealer_hand(round_: Round) -> Strength:
    """Read the dealer's best five."""
    return strength(round_.dealer + round_.board)


def qualifies(dealer: Strength, rules: Rules) -> bool:
    """Return whether the dealer's hand is good enough to put the Ante in play."""
    return category_of(dealer) >= rules.qualifies


def situation(player: Strength, dealer: Strength, *, qualified: bool) -> str:
    """Name the situation by which Ante, Blind and Play are settled."""
    result = "win" if player > dealer else "lose" if player < dealer else "tie"
    return result if qualified else _UNQUALIFIED[result]


def lines_met(table: Paytable, hand: Shown) -> Iterator[Line]:
    """Go over the lines of a table that a hand meets, in the order in which they are tested."""
    for line in table.lines:
        if hand.meets(line.hand):
            yield line


def first_line(wager: Wager, hand: Shown, rules: Rules) -> Line | None:
    """Give the first line of a wager's table that a hand meets, or None."""
    return next(lines_met(rules.tables[wager], hand), None)


_UNQUALIFIED = {result: f"unqualified-{result}" for result in ("win", "lose", "tie")}


def keeps_cards(spot: Spot, rules: Rules) -> bool:
    """Return whether a seat's cards stay on the table: not folded, or a side wager is open."""
    if not spot.folded:
        return True
    at_fold = rules.fact("settlement.at_fold")
    open_wagers = [Wager.TRIPS, Wager.SIX_CARD]
    if rules.flag("progressive.survives_fold"):
        open_wagers.append(Wager.PROGRESSIVE)
    return any(spot.on(wager) for wager in open_wagers if wager not in at_fold)
