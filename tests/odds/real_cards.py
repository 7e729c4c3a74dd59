"""Real cards to the rows of the solver's tables, and the conditions as a person would check them.

Nothing here is shared with the product but the strength of a hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations

from pitboss.cards import DECK, Card, Category, category_of, rank_of, strength, suit_of
from pitboss.odds.counting.boards import flops, flush_boards
from pitboss.odds.counting.numbering import hole_number, multiset_number, pair_number
from pitboss.odds.counting.policy import Policy

Cards = tuple[Card, ...]
FLOPS = {tuple(sorted(flop)): at for at, flop in enumerate(flops()[0].tolist())}
FLUSH = {
    (suited, tuple(sorted((first, second)[:offs]))): number
    for number, suited, offs, first, second in flush_boards().tolist()
}


def flop_entry(hole: Cards, flop: Cards) -> tuple[int, int]:
    """The row and column of a hole on a flop, by trying all ways to rename the suits."""
    for order in permutations(range(4)):
        renamed = [[card // 4 * 4 + order[card % 4] for card in cards] for cards in (hole, flop)]
        if (row := FLOPS.get(tuple(sorted(renamed[1])))) is not None:
            return row, hole_number(*renamed[0])
    raise AssertionError(flop)


def river_entry(hole: Cards, board: Cards) -> tuple[str, int, int]:
    """Which of the two tables, the row and the column of a hole on a board."""
    suit, count = Counter(map(suit_of, board)).most_common(1)[0]
    ranks = {card: rank_of(card) - 2 for card in (*hole, *board)}
    if count < 3:
        row = multiset_number(tuple(sorted(ranks[card] for card in board)))
        return "plain", row, pair_number(*(ranks[card] for card in hole))
    suited = sum(1 << ranks[card] for card in board if suit_of(card) == suit)
    off = tuple(sorted(ranks[card] for card in board if suit_of(card) != suit))
    symbols = [ranks[card] + 13 * (suit_of(card) == suit) for card in hole]
    return "flush", FLUSH[suited, off], pair_number(*symbols)


def choices(policy: Policy, hole: Cards, flop: Cards, board: Cards) -> tuple[int, int]:
    """What a policy does on this flop and on this board."""
    table, row, column = river_entry(hole, board)
    river = policy.plain if table == "plain" else policy.flush
    return int(policy.flop[flop_entry(hole, flop)]), int(river[row, column])


# -- conditions -----------------------------------------------------------------------------------


def category(cards: Sequence[Card]) -> Category:
    """What cards make; of three cards, by equal ranks."""
    if len(cards) >= 5:
        return category_of(strength(cards))
    most = max(Counter(map(rank_of, cards)).values())
    return {1: Category.HIGH_CARD, 2: Category.PAIR, 3: Category.THREE_OF_A_KIND}[most]


def two_pair_or_better(hole: Cards, board: Cards) -> bool:
    return category(hole + board) >= Category.TWO_PAIR


def hidden_pair(hole: Cards, board: Cards) -> bool:
    first, second = map(rank_of, hole)
    return first == second or bool({first, second} & set(map(rank_of, board)))


def hidden_pair_but_22(hole: Cards, board: Cards) -> bool:
    return hidden_pair(hole, board) and [rank_of(card) for card in hole] != [2, 2]


def hidden_pair_or_better(hole: Cards, board: Cards) -> bool:
    return category(hole + board) > category(board)


def four_to_a_flush(hole: Cards, board: Cards) -> bool:
    suits = Counter(map(suit_of, hole + board))
    return any(suits[suit_of(card)] >= 4 and rank_of(card) >= 10 for card in hole)


def dealer_outs(hole: Cards, board: Cards) -> int:
    mine = strength(hole + board)
    unseen = (card for card in DECK if card not in hole + board)
    return sum(strength((*board, card)) > mine for card in unseen)


FLOP_TWINS: dict[str, Callable[[Cards, Cards], bool]] = {
    "two-pair-or-better": two_pair_or_better,
    "hidden-pair": hidden_pair_but_22,
    "hidden-pair-or-better": hidden_pair_or_better,
    "four-to-a-flush": four_to_a_flush,
}
RIVER_TWINS: dict[str, Callable[[Cards, Cards], bool]] = {
    "two-pair-or-better": two_pair_or_better,
    "hidden-pair": hidden_pair_but_22,
    "hidden-pair-or-better": hidden_pair_or_better,
    "fewer-outs": lambda hole, board: dealer_outs(hole, board) < 21,
}
