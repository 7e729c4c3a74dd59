"""Values before the flop of given holes that face one deck, whatever cards are missing from it.

The levels of `levels` hold every hole at once, and a full deck; here a few holes are fixed, and any
cards may be out of the deck. A value is again a plain part, by ranks, and a correction from each
suit in which a flush is possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from math import comb
from typing import Final, TypeVar

import numpy as np

from pitboss.cards import Category
from pitboss.odds.arrays import Ints, Shorts
from pitboss.odds.counting.boards import DECK_CARDS, level_rows, multiset_array
from pitboss.odds.counting.numbering import (
    BOARD_CARDS,
    CHOOSE,
    FLUSH_BOARDS,
    PLAIN_BOARDS,
    RANKS,
    multisets,
    pair_number,
)
from pitboss.odds.counting.strengths import strengths
from pitboss.odds.decisions.kernels import (
    ASKED,
    CELLS,
    ENDINGS,
    LEAVES,
    RIVER_CHOICES,
    UNKNOWN,
    best_flops,
    choose_flops,
    flush_flops,
    plain_boards,
    plain_flops,
    reach_plain,
    tally_flush,
    tally_plain,
)
from pitboss.odds.decisions.memberships import FLOP_CARDS, all_flops, draw_ways, memberships
from pitboss.odds.game import Game

Hole = tuple[int, int]
Result = TypeVar("Result")

SUITS: Final = 4


@dataclass(frozen=True, slots=True)
class DealSums:
    """Of one hole before the flop: sums over all deals, in pay units of the game.

    `check` is the value of checking with best play after it, `given` that with the policy that was
    given; `stands` is the value of Ante and Blind if a Play wager stands, `slope` what each Ante of
    it adds; `endings` counts the showdowns, `unqualified` those without a qualified dealer.
    """

    check: int
    given: int
    stands: int
    slope: int
    endings: tuple[int, ...]
    unqualified: int

    def raised(self, multiple: int) -> int:
        """Return the value of a raise to `multiple` Antes."""
        return self.stands + multiple * self.slope


@dataclass(frozen=True, slots=True)
class Given:
    """What a policy plays after a check, as multiples by hole: on flops, plain and flush boards.

    0 is to check, or to fold; `flush` is by suit. In the orders of `memberships` and `numbering`.
    """

    flop: Shorts
    plain: Shorts
    flush: tuple[Shorts, ...]


def bits(cards: Iterable[int]) -> int:
    """Return a set of cards as bits."""
    return sum(1 << card for card in cards)


def full_deck_without(cards: Iterable[int]) -> int:
    """Return the cards that nobody has seen, as bits."""
    return (1 << DECK_CARDS) - 1 & ~bits(cards)


def padded(dealer: Sequence[int]) -> Ints:
    """Two dealer cards, of which some may be unknown."""
    return np.array([*dealer, UNKNOWN, UNKNOWN][:2], np.int64)


def deals_left(cards: int, *, known: int = 0, board: int = 0) -> int:
    """Return the number of ways to deal the rest of board and dealer's hand from the cards left.

    The flop is dealt as three cards, turn and river as two, as they are seen.

    >>> deals_left(50), deals_left(47, board=3), deals_left(45, board=5)
    (20975724000, 1070190, 990)
    """
    flop, runout = (FLOP_CARDS, 2) if board == 0 else (0, BOARD_CARDS - board)
    rest = cards - flop - runout
    return comb(cards, flop) * comb(cards - flop, runout) * comb(rest, 2 - known)


def deal_sums(
    game: Game,
    holes: Sequence[Hole],
    *,
    dead: Iterable[int] = (),
    dealer: Sequence[int] = (),
    given: Given | None = None,
    executor: Executor | None = None,
) -> tuple[DealSums, ...]:
    """Value holes before the flop, each of them seeing all the others.

    A `given` policy, without one that of checking and folding, is valued beside the best play.
    With an executor, which must be of threads, the suits are worked out side by side.
    """
    table = _filled(game, holes, dead, dealer, given or _passive(len(holes)), executor)
    return table.sums()


def deal_tally(
    game: Game,
    hole: Hole,
    *,
    dead: Iterable[int] = (),
    dealer: Sequence[int] = (),
    executor: Executor | None = None,
) -> Ints:
    """Count the showdowns of a hole that is checked before the flop and then played best.

    By how the flop is left (checked, raised low, raised high), the choice that is best on the
    river, the ending and the category of the own hand. The flops' choices are handed down to the
    boards by the weights by which values came up to the flops.
    """
    table = _filled(game, [hole], dead, dealer, _passive(1), executor)
    return table.tally(executor)


def _filled(
    game: Game,
    holes: Sequence[Hole],
    dead: Iterable[int],
    dealer: Sequence[int],
    given: Given,
    executor: Executor | None,
) -> _Table:
    seen = [*(card for hole in holes for card in hole), *dead, *dealer]
    table = _Table(game, holes, full_deck_without(seen), dealer, given)
    _in_turn(executor, table.add_suit)
    return table


def _in_turn(executor: Executor | None, work: Callable[[int], Result]) -> list[Result]:
    """Do some work for each suit, side by side where there is an executor."""
    if executor is None:
        return [work(suit) for suit in range(SUITS)]
    return [task.result() for task in [executor.submit(work, suit) for suit in range(SUITS)]]


class _Table:
    """The arrays of one deck and its holes, filled part by part."""

    def __init__(
        self, game: Game, holes: Sequence[Hole], deck: int, dealer: Sequence[int], given: Given
    ) -> None:
        cards = np.array([card for card in range(DECK_CARDS) if deck >> card & 1], np.int64)
        self.game = game
        self.holes = np.array(holes, np.int64)
        self.deck = deck
        self.given = given
        self.cards = cards
        self.dealer = padded(dealer)
        self.rank_left = np.bincount(cards >> 2, minlength=RANKS)
        self.plain = np.zeros((PLAIN_BOARDS, len(holes), CELLS), np.int64)
        self.suit_levels = np.zeros((SUITS, level_rows(FLOP_CARDS), len(holes), ASKED), np.int64)
        self.totals = np.zeros((SUITS + 1, len(holes), CELLS), np.int64)
        tables = strengths()
        plain_boards(
            multiset_array(BOARD_CARDS), self.rank_left, _symbols(self.dealer, UNKNOWN),
            game.qualifying(), game.pay_array(), game.multiples(), tables.plain, tables.flush,
            np.array([pair_number(a >> 2, b >> 2) for a, b in holes], np.int64), given.plain,
            self.plain, self.totals[SUITS],
        )  # fmt: skip

    def add_suit(self, suit: int) -> None:
        """Add what flushes in one suit change; each suit writes to its own part."""
        boards, tables, game = memberships(), strengths(), self.game
        suited = self.cards & 3 == suit
        off_left = np.bincount(self.cards[~suited] >> 2, minlength=RANKS)
        flush_flops(
            boards.suited, boards.off, boards.numbers, boards.draws, boards.rows,
            boards.flop_draws, draw_ways(off_left), bits((self.cards[suited] >> 2).tolist()),
            off_left, _symbols(self.dealer, suit), game.qualifying(), game.pay_array(),
            game.multiples(), tables.plain, tables.flush, _symbols(self.holes, suit),
            self.given.flush[suit], self.plain, self.suit_levels[suit], self.totals[suit],
        )  # fmt: skip

    def sums(self) -> tuple[DealSums, ...]:
        """Choose on every flop, and sum."""
        plain = self._plain_flops()
        chosen = np.zeros((len(self.holes), ASKED), np.int64)
        flops = all_flops()
        best_flops(
            flops.bits, flops.plain, flops.rows, self.deck, self.game.multiples(),
            self.given.flop, plain, self.suit_levels, chosen,
        )  # fmt: skip
        # A board stands once in the totals, but every one of its ten flops could have come first.
        totals = self.totals.sum(axis=0) * comb(BOARD_CARDS, FLOP_CARDS)
        return tuple(
            DealSums(check, given, stands, slope, tuple(endings), unqualified)
            for (check, given, *_), (_, _, stands, slope, *endings, unqualified) in zip(
                chosen.tolist(), totals.tolist(), strict=True
            )
        )

    def tally(self, executor: Executor | None) -> Ints:
        """Count the showdowns of the first hole, by what is chosen on the flop and the river."""
        game, tables, flops = self.game, strengths(), all_flops()
        by_rank = np.zeros((multisets(FLOP_CARDS), LEAVES), np.int64)
        by_suit = np.zeros((SUITS, level_rows(FLOP_CARDS), LEAVES), np.int64)
        choose_flops(
            flops.bits, flops.plain, flops.rows, self.deck, game.multiples(), self._plain_flops(),
            self.suit_levels, by_rank, by_suit,
        )  # fmt: skip
        reach = np.zeros((PLAIN_BOARDS, LEAVES), np.int64)
        reach_plain(multiset_array(FLOP_CARDS), self.rank_left, CHOOSE, by_rank, reach)
        counted = _empty_tally()
        for taken, some in _in_turn(executor, lambda suit: self._tally_suit(suit, by_suit[suit])):
            reach -= taken
            counted += some
        first, second = self.holes[0].tolist()
        tally_plain(
            tables.plain, pair_number(first >> 2, second >> 2), self.plain, game.pay_array(),
            game.multiples(), reach, counted,
        )  # fmt: skip
        return counted

    def _tally_suit(self, suit: int, by_suit: Ints) -> tuple[Ints, Ints]:
        """Tally the boards with a possible flush in a suit; return what plain boards lose too."""
        boards, tables, game = memberships(), strengths(), self.game
        suited = self.cards & 3 == suit
        off_left = np.bincount(self.cards[~suited] >> 2, minlength=RANKS)
        taken, counted = np.zeros((PLAIN_BOARDS, LEAVES), np.int64), _empty_tally()
        tally_flush(
            boards.suited, boards.off, boards.numbers, boards.rows, boards.flop_draws,
            draw_ways(off_left), bits((self.cards[suited] >> 2).tolist()), off_left,
            _symbols(self.dealer, suit), game.qualifying(), game.pay_array(), game.multiples(),
            tables.plain, tables.flush, _symbols(self.holes, suit)[0], by_suit, taken, counted,
        )  # fmt: skip
        return taken, counted

    def _plain_flops(self) -> Ints:
        plain = np.zeros((multisets(FLOP_CARDS), len(self.holes), ASKED), np.int64)
        plain_flops(multiset_array(FLOP_CARDS), self.rank_left, CHOOSE, self.plain, plain)
        return plain


def _empty_tally() -> Ints:
    return np.zeros((LEAVES, RIVER_CHOICES, ENDINGS, len(Category)), np.int64)


def _passive(holes: int) -> Given:
    """Checks and folds."""
    nothing = np.zeros((holes, max(len(all_flops().bits), FLUSH_BOARDS)), np.int16)
    return Given(nothing, nothing, (nothing,) * SUITS)


def _symbols(cards: Ints, suit: int) -> Ints:
    """Return how cards look from a suit (`UNKNOWN`: from none); what is unknown stays so."""
    looks = (cards >> 2) + RANKS * (cards & 3 == suit)
    return np.asarray(np.where(cards == UNKNOWN, UNKNOWN, looks), np.int64)
