"""A side bet of one's own: lines with conditions on cards and result, counted over all deals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Final

import numpy as np

from pitboss.odds.arrays import Ints
from pitboss.odds.counting.executor import Progress
from pitboss.odds.counting.levels import workers
from pitboss.odds.counting.numbering import CHOOSE, HOLE_CARDS
from pitboss.odds.counting.strengths import strengths
from pitboss.odds.hands import HAND_NAMES, HAND_OF_HOLE
from pitboss.odds.lab.all_boards import board_categories, distinct_boards
from pitboss.odds.lab.deal_kernels import RESULTS, count_deals
from pitboss.odds.lab.variant import odds_value
from pitboss.rules import Odds

CATEGORIES: Final = 10
PARTS_A_WORKER: Final = 4  # so that none waits long for the last
OTHERWISE: Final = "otherwise"  # the name of the line for deals that meet no other
EVERY_CATEGORY: Final = frozenset(range(CATEGORIES))
EVERY_HAND: Final = frozenset(HAND_NAMES)
EVERY_RESULT: Final = frozenset(range(RESULTS))


@dataclass(frozen=True, slots=True)
class SideBetConditions:
    """What a line asks of a deal: all of it must hold; what is left out may be anything.

    Categories are of the best five: of own cards and board, of dealer's cards and board, and of
    the board alone. Hands are the 169 of two cards. Results are own against dealer's hand, as
    `deal_kernels` numbers them, whoever folds or qualifies.
    """

    own: frozenset[int] = EVERY_CATEGORY
    dealer: frozenset[int] = EVERY_CATEGORY
    board: frozenset[int] = EVERY_CATEGORY
    own_cards: frozenset[str] = EVERY_HAND
    dealer_cards: frozenset[str] = EVERY_HAND
    results: frozenset[int] = EVERY_RESULT


@dataclass(frozen=True, slots=True)
class SideBetLine:
    """One line: its name, when it pays, and what: odds, a push (0), or a loss (None)."""

    name: str
    when: SideBetConditions
    pays: Odds | None

    @property
    def net(self) -> Fraction:
        """What the line brings for each unit staked."""
        return Fraction(-1) if self.pays is None else odds_value(self.pays)


@dataclass(frozen=True, slots=True)
class SideBetPlan:
    """Lines in order: the first that a deal meets decides; the last one meets every deal."""

    name: str
    lines: tuple[SideBetLine, ...]


@dataclass(frozen=True, slots=True)
class OwnSideBet:
    """A side bet with its exact figures, in units of the stake; `hits` are deals, by line."""

    plan: SideBetPlan
    hits: tuple[int, ...]

    @property
    def deals(self) -> int:
        return sum(self.hits)

    def probability(self, at: int) -> Fraction:
        """Return how likely a line decides."""
        return Fraction(self.hits[at], self.deals)

    @property
    def ev(self) -> Fraction:
        """What the player gains on average for each unit staked."""
        nets = (line.net * hits for line, hits in zip(self.plan.lines, self.hits, strict=True))
        return sum(nets, Fraction(0)) / self.deals

    @property
    def house_edge(self) -> Fraction:
        return -self.ev

    @property
    def variance(self) -> Fraction:
        """The variance of the player's gain; the standard deviation is its root."""
        pairs = zip(self.plan.lines, self.hits, strict=True)
        squares = sum((line.net**2 * hits for line, hits in pairs), Fraction(0))
        return squares / self.deals - self.ev**2

    @property
    def hit_frequency(self) -> Fraction:
        """How likely the bet wins; a push is no win."""
        pairs = zip(self.plan.lines, self.hits, strict=True)
        return Fraction(sum(hits for line, hits in pairs if line.net > 0), self.deals)


def own_side_bet(plan: SideBetPlan, *, progress: Progress | None = None) -> OwnSideBet:
    """Count every deal of two, two and five cards by the line that decides it."""
    whens = [line.when for line in plan.lines]
    own = _Classes.of([when.own for when in whens], [when.own_cards for when in whens])
    dealer = _Classes.of([when.dealer for when in whens], [when.dealer_cards for when in whens])
    board = _Classes.of([when.board for when in whens], [EVERY_HAND for _ in whens])
    compared = any(when.results != EVERY_RESULT for when in whens)
    counts = _counted(own, dealer, board, compared=compared, progress=progress)
    hits = [0] * len(whens)
    results = [sum(1 << at for at, w in enumerate(whens) if r in w.results) for r in range(RESULTS)]
    for (b, o, d, result), deals in np.ndenumerate(counts):
        met = board.masks[b] & own.masks[o] & dealer.masks[d] & results[result]
        if deals:
            hits[(met & -met).bit_length() - 1] += int(deals)
    return OwnSideBet(plan, tuple(hits))


@dataclass(frozen=True, slots=True)
class _Classes:
    """Hands told apart as far as the lines do: a mask has a bit for each line that admits it."""

    masks: tuple[int, ...]
    kinds: Ints  # by hole: which of the kinds of two cards
    ids: Ints  # by category and kind: the place of the mask

    @classmethod
    def of(cls, categories: Sequence[frozenset[int]], hands: Sequence[frozenset[str]]) -> _Classes:
        by_category = [
            _mask(category in one for one in categories) for category in range(CATEGORIES)
        ]
        by_hand = [_mask(hand in one for one in hands) for hand in HAND_NAMES]
        kinds = sorted(set(by_hand))
        masks = sorted({mask & kind for mask in by_category for kind in kinds})
        ids = [[masks.index(mask & kind) for kind in kinds] for mask in by_category]
        of_hand = np.array([kinds.index(mask) for mask in by_hand], np.int64)
        return cls(tuple(masks), of_hand[HAND_OF_HOLE], np.array(ids, np.int64))


def _mask(admitted: Iterable[bool]) -> int:
    return sum(1 << at for at, one in enumerate(admitted) if one)


def _counted(
    own: _Classes,
    dealer: _Classes,
    board: _Classes,
    *,
    compared: bool,
    progress: Progress | None,
) -> Ints:
    """Count all deals by board, own and dealer's class and result; on threads."""
    boards, weights = distinct_boards()
    of_board = board.ids[board_categories(), 0]
    shape = (len(board.masks), len(own.masks), len(dealer.masks), RESULTS)
    tables = strengths()

    def count(part: slice) -> Ints:
        counts = np.zeros(shape, np.int64)
        count_deals(
            boards[part], weights[part], of_board[part], compared, tables.plain, tables.flush,
            CHOOSE, HOLE_CARDS, own.kinds, own.ids, dealer.kinds, dealer.ids, counts,
        )  # fmt: skip
        return counts

    total = np.zeros(shape, np.int64)
    with workers(None) as (pool, several):
        parts = several * PARTS_A_WORKER
        cuts = [len(boards) * at // parts for at in range(parts + 1)]
        counted = pool.map(count, (slice(*cut) for cut in pairwise(cuts)))
        for done, part in enumerate(counted, 1):
            total += part
            if progress:
                progress(done, parts)
    return total
