"""Draws the cards of a layout so that its first seat has the hand and the ending that are wanted.

Cards are only laid here: what they make, and who beats whom, the engine's own functions say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pitboss.cards import Card, card_of, rank_of, strength
from pitboss.cards.card import Rank, Suit
from pitboss.coach.school.picks import Picks
from pitboss.round.refusal import Broken
from pitboss.round.showdown import (
    Shown,
    lines_met,
    progressive_hand,
    qualifies,
    shown_hand,
    situation,
    six_card_hand,
)
from pitboss.round.state import Spot
from pitboss.rules import (
    COMMUNITY,
    FIRST_FIVE,
    Rules,
    Wager,
)

TRIES_MAX: Final = 5_000  # the rarest wish takes a few hundred
ACE, QUEEN, SIX, FIVE, TWO = 14, 12, 6, 5, 2
DIAMONDS: Final = 1
BELOW: Final = "below"  # no line of the paytable


@dataclass(frozen=True, slots=True)
class Wish:
    """What the first seat shall have: a line of a wager's paytable or none, one of some endings."""

    wager: Wager | None = None
    hand: str = ""
    endings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LaidDeal:
    """The cards of a layout; the first hand is the one that was wished for."""

    hands: tuple[tuple[Card, ...], ...]
    dealer: tuple[Card, ...]
    board: tuple[Card, ...]
    box: tuple[Card, ...]
    rest: tuple[Card, ...]


def draw_deal(rules: Rules, seats: int, wish: Wish, picks: Picks) -> LaidDeal:
    """Draw decks until the first seat has what is wished for."""
    for _ in range(TRIES_MAX):
        found = _laid(rules, seats, wish, picks)
        if _granted(rules, found, wish):
            return found
    raise Broken(f"no cards for {wish} after {TRIES_MAX} decks")


def _laid(rules: Rules, seats: int, wish: Wish, picks: Picks) -> LaidDeal:
    made = [] if wish.hand in ("", BELOW) else made_cards(wish.hand, picks)
    deck = [card for card in picks.deck() if card not in made]
    hole, board, box = _placed(rules, wish, made, picks)
    _fill(hole, 2, deck)
    _fill(board, 5, deck)
    _fill(box, 4, deck)
    if wish.hand not in (FIRST_FIVE, COMMUNITY) and not _by_flop(rules, wish):
        board = picks.shuffled(board)
    dealer = _mirror(hole, deck) if _ties(wish) else [deck.pop(), deck.pop()]
    others = [(deck.pop(), deck.pop()) for _ in range(seats - 1)]
    return LaidDeal(
        (tuple(hole), *others), tuple(dealer), tuple(board), tuple(picks.shuffled(box)), tuple(deck)
    )


def _placed(
    rules: Rules, wish: Wish, made: list[Card], picks: Picks
) -> tuple[list[Card], list[Card], list[Card]]:
    """Part the cards of a wished hand: in the hole, on the board, in the box."""
    cards = picks.shuffled(made)
    if wish.hand == COMMUNITY:
        return [], cards, []
    if wish.wager == Wager.SIX_CARD:
        return cards[:2], [], cards[2:]
    if _by_flop(rules, wish) or wish.hand == FIRST_FIVE:
        return cards[:2], cards[2:], []
    held = picks.one((2, 2, 1))
    return cards[:held], cards[held:], []


def _ties(wish: Wish) -> bool:
    return any(ending.endswith("tie") for ending in wish.endings)


def _by_flop(rules: Rules, wish: Wish) -> bool:
    return wish.wager == Wager.PROGRESSIVE and rules.by_flop


def _fill(cards: list[Card], count: int, deck: list[Card]) -> None:
    while len(cards) < count:
        cards.append(deck.pop())


def _mirror(hole: list[Card], deck: list[Card]) -> list[Card]:
    """Give the dealer the ranks of the seat, so that the two are likely to tie."""
    found = []
    for card in hole:
        same = next((c for c in deck if rank_of(c) == rank_of(card)), deck[-1])
        deck.remove(same)
        found.append(same)
    return found


def _granted(rules: Rules, deal: LaidDeal, wish: Wish) -> bool:
    spot = Spot(1, {}, cards=deal.hands[0])
    if wish.wager is not None and wish.hand and not _has_line(rules, spot, deal, wish):
        return False
    if not wish.endings:
        return True
    own, dealer = strength(spot.cards + deal.board), strength(deal.dealer + deal.board)
    return situation(own, dealer, qualified=qualifies(dealer, rules)) in wish.endings


def _has_line(rules: Rules, spot: Spot, deal: LaidDeal, wish: Wish) -> bool:
    if wish.wager is None:
        return True
    shown = hand_for(rules, wish.wager, spot, deal)
    line = next(lines_met(rules.tables[wish.wager], shown), None)
    return (BELOW if line is None else line.hand) == wish.hand


def hand_for(rules: Rules, wager: Wager, spot: Spot, deal: LaidDeal) -> Shown:
    """Read the hand by which a wager of a seat is paid."""
    if wager == Wager.SIX_CARD:
        return six_card_hand(spot, deal.box)
    if wager == Wager.PROGRESSIVE:
        return progressive_hand(spot, deal.board, rules)
    return shown_hand(spot, deal.board)


def two_straight_flushes(seats: int, picks: Picks) -> LaidDeal:
    """Lay a flop with which the first two seats have a straight flush each, of the same suit."""
    middle, suit = SIX + picks.below(QUEEN - SIX), picks.below(4)
    run = [_card(rank, suit) for rank in range(middle + 2, middle - 5, -1)]
    deck = [card for card in picks.deck() if card not in run]
    others = [(deck.pop(), deck.pop()) for _ in range(seats - 2)]
    return LaidDeal(
        ((run[0], run[1]), (run[5], run[6]), *others),
        (deck.pop(), deck.pop()),
        (*run[2:5], deck.pop(), deck.pop()),
        tuple(deck.pop() for _ in range(4)),
        tuple(deck),
    )


# -- the cards of one hand ------------------------------------------------------------------------


def made_cards(hand: str, picks: Picks) -> list[Card]:
    """Draw the cards of a hand that a paytable names; of lesser hands the part that counts."""
    suit = picks.below(4)
    match hand:
        case "royal-flush" | "royal-flush-first-five" | "royal-flush-community":
            return _run(ACE, 5, [suit])
        case "super-royal-diamonds":
            return _run(ACE, 6, [DIAMONDS])
        case "super-royal":
            return _run(ACE, 6, [suit])
        case "straight-flush":
            return _run(picks.below(ACE - FIVE) + FIVE, 5, [suit])
        case "straight":
            return _run(picks.below(ACE - FIVE + 1) + FIVE, 5, picks.shuffled(range(4)))
        case "flush":
            ranks = picks.some(range(TWO, ACE + 1), 5)
            return [_card(rank, suit) for rank in ranks]
        case _:
            return _alike(hand, picks)


def _alike(hand: str, picks: Picks) -> list[Card]:
    """Draw the cards of equal rank of a hand."""
    first, second = picks.some(range(TWO, ACE + 1), 2)
    counts = {
        "four-of-a-kind": (4, 0),
        "full-house": (3, 2),
        "three-of-a-kind": (3, 0),
        "two-pair": (2, 2),
        "pair": (2, 0),
    }.get(hand, (0, 0))
    return [
        _card(rank, suit)
        for rank, count in zip((first, second), counts, strict=True)
        for suit in picks.some(range(4), count)
    ]


def _run(high: int, count: int, suits: list[int]) -> list[Card]:
    """Return a run of ranks downward; below the two stands the ace."""
    ranks = [rank if rank >= TWO else ACE for rank in range(high, high - count, -1)]
    return [_card(rank, suits[n % len(suits)]) for n, rank in enumerate(ranks)]


def _card(rank: int, suit: int) -> Card:
    return card_of(Rank(rank), Suit(suit))
