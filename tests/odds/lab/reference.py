"""Plain twins of the lab's kernels, to be believed by reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from pitboss.cards import Card, strength
from pitboss.odds.hands import HAND_NAMES, hand_number
from pitboss.odds.lab.deal_kernels import LOST, TIED, WON
from pitboss.odds.lab.own_side_bet import SideBetPlan


def lines_met(plan: SideBetPlan, board: Sequence[int]) -> Counter[str]:
    """Count every hole and dealer hand beside one board by the line that decides, one by one."""
    alone = strength([Card(card) for card in board]) >> 20
    left = [card for card in range(52) if card not in board]
    hands = [
        (a, b, HAND_NAMES[hand_number(a, b)], strength([Card(card) for card in (*board, a, b)]))
        for a, b in combinations(left, 2)
    ]
    found: Counter[str] = Counter()
    for a, b, own, mine in hands:
        for c, d, dealer, theirs in hands:
            if c in (a, b) or d in (a, b):
                continue
            result = WON if mine > theirs else TIED if mine == theirs else LOST
            for line in plan.lines:
                when = line.when
                if (
                    mine >> 20 in when.own
                    and result in when.results
                    and theirs >> 20 in when.dealer
                    and alone in when.board
                    and own in when.own_cards
                    and dealer in when.dealer_cards
                ):
                    found[line.name] += 1
                    break
    return found
