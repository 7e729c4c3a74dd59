"""Compiled loops on integers for given holes and a given deck: one board, one flop, the whole deal.

`reference.py` has plain twins. Kernels that call each other share this file, since the cache does
not notice edits in another. Several holes may be valued at once, if they all face the same deck.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.odds.arrays import Ints, Shorts

Strengths32 = NDArray[np.int32]

UNKNOWN: Final = -1  # a dealer card that nobody has seen

# How a flop is left: checked, raised to the lowest multiple, raised to the highest; and what is
# chosen on the river: the lowest multiple, the highest, the fold.
CHECKED: Final = 0
LEAVES: Final = 3
RIVER_FOLD: Final = 2
RIVER_CHOICES: Final = 3

# Of each hole, per board or summed: the best on the river, what a given policy makes of it, Ante
# and Blind if a Play wager stands, what each Ante of it adds, then the number of dealer hands by
# ending, and of those that do not qualify, ties included. A policy is given as Play multiples, 0
# for none: to fold, or to check.
BEST, GIVEN, STANDS, SLOPE, ENDS = range(5)
WIN, WIN_UNQUALIFIED, TIE, LOSE, LOSE_UNQUALIFIED = range(5)
ENDINGS: Final = 5
UNQUALIFIED: Final = ENDS + ENDINGS
CELLS: Final = UNQUALIFIED + 1
ASKED: Final = ENDS  # so many cells, the first ones, does a choice on the flop ask for

# Columns of the pays by category, as in `Game.pays`.
PAY_PLAY: Final = ENDINGS
PAY_FOLD: Final = 2 * ENDINGS

PAIRS: Final = 91
# The most classes of dealer hands on a board: rank pairs, suited pairs, one suited card, none.
CLASSES_MAX: Final = PAIRS + 78 + 13 + 1


@njit(cache=True, nogil=True)
def hand_strength(
    first: int, second: int, suited: int, plain: Strengths32, flush: Strengths32
) -> int:
    """Strength of two symbols on a board with these suited ranks and these plain strengths."""
    own = suited
    if first >= 13:
        own |= 1 << (first - 13)
    if second >= 13:
        own |= 1 << (second - 13)
    low = min(first % 13, second % 13)
    high = max(first % 13, second % 13)
    # Who has a flush has no full house nor better: seven cards do not suffice for both.
    return int(max(flush[own], plain[high * (high + 1) // 2 + low]))


@njit(cache=True, nogil=True)
def dealer_hands(
    suited: int, plain: Strengths32, flush: Strengths32, left: Strengths32, dealer: Ints,
    strengths: Strengths32, weights: Strengths32,
) -> int:  # fmt: skip
    """List the dealer's hands on one board by classes of one strength; gives how many classes.

    `left` is how many cards of each symbol can still be the dealer's: 13 ranks off the suit, then
    13 of it. With no possible flush, `suited` is 0 and all cards are "off".
    """
    if dealer[1] != UNKNOWN:
        strengths[0] = hand_strength(dealer[0], dealer[1], suited, plain, flush)
        weights[0] = 1
        return 1
    size = 0
    if dealer[0] != UNKNOWN:
        for symbol in range(26):
            if left[symbol]:
                strengths[size] = hand_strength(dealer[0], symbol, suited, plain, flush)
                weights[size] = left[symbol]
                size += 1
        return size
    on_board = 0
    for rank in range(13):
        on_board += suited >> rank & 1
    if on_board < 5:
        # Without a flush are all pairs of ranks, less those of two suited cards (three suited on
        # the board), or those of two off cards only (four).
        either = 1 if on_board < 4 else 0
        both = 1 if on_board == 3 else 0
        for high in range(13):
            begin = high * (high + 1) // 2
            highs = left[high] + either * left[13 + high]
            suited_high = both * left[13 + high]
            for low in range(high):
                lows = left[low] + either * left[13 + low]
                weights[begin + low] = lows * highs - suited_high * left[13 + low]
            weights[begin + high] = highs * (highs - 1) // 2
        for pair in range(91):
            strengths[pair] = plain[pair]
        size = 91
    if on_board >= 3:
        offs = 0
        free = np.empty(13, np.int32)
        suits = 0
        for rank in range(13):
            offs += left[rank]
            free[suits] = 1 << rank
            suits += left[13 + rank]
        for high in range(suits):
            with_high = suited | free[high]
            for low in range(high):
                strengths[size + low] = flush[with_high | free[low]]
                weights[size + low] = 1
            size += high
            if on_board >= 4:
                strengths[size] = flush[with_high]
                weights[size] = offs
                size += 1
        if on_board == 5:
            strengths[size] = flush[suited]
            weights[size] = offs * (offs - 1) // 2
            size += 1
    return size


@njit(cache=True, nogil=True)
def value_hole(
    mine: int, strengths: Strengths32, weights: Strengths32, size: int, qualifying: int,
    pays: Ints, multiples: Ints, given: int, cells: Ints,
) -> None:  # fmt: skip
    """Meet one hole's strength with all dealer hands, and fill its cells.

    `multiples` are the lowest and highest on flop and river, 0 where there is no raise, and `given`
    is what the given policy plays.
    """
    below = 0
    upto = 0
    unqualified = 0
    dealers = 0
    for at in range(size):
        weight = weights[at]
        strength = strengths[at]
        dealers += weight
        below += weight if strength < mine else 0
        upto += weight if strength <= mine else 0
        unqualified += weight if strength < qualifying else 0
    cells[UNQUALIFIED] = unqualified
    cells[ENDS + TIE] = upto - below
    if mine >= qualifying:
        cells[ENDS + WIN] = below - unqualified
        cells[ENDS + WIN_UNQUALIFIED] = unqualified
        cells[ENDS + LOSE] = dealers - upto
        cells[ENDS + LOSE_UNQUALIFIED] = 0
    else:
        cells[ENDS + WIN] = 0
        cells[ENDS + WIN_UNQUALIFIED] = below
        cells[ENDS + LOSE] = dealers - unqualified
        cells[ENDS + LOSE_UNQUALIFIED] = unqualified - upto
    pay = pays[mine >> 20]
    stands = 0
    slope = 0
    for ending in range(ENDINGS):
        stands += cells[ENDS + ending] * pay[ending]
        slope += cells[ENDS + ending] * pay[PAY_PLAY + ending]
    cells[STANDS] = stands
    cells[SLOPE] = slope
    fold = dealers * pay[PAY_FOLD]
    best = fold
    for place in range(2, 4):
        if multiples[place]:
            best = max(best, stands + multiples[place] * slope)
    cells[BEST] = best
    cells[GIVEN] = stands + given * slope if given else fold


@njit(cache=True, nogil=True)
def plain_boards(
    multisets: Ints, rank_left: Ints, dealer: Ints, qualifying: int, pays: Ints, multiples: Ints,
    plain: Strengths32, flush: Strengths32, pairs: Ints, given: Shorts, rows: Ints, totals: Ints,
) -> None:  # fmt: skip
    """Fill each hole's cells on boards where nobody has a flush, and sum them over all boards.

    The holes are given by their rank pairs, the boards as rank multisets in the order of numbers.
    """
    left = np.zeros(26, np.int32)
    strengths = np.zeros(CLASSES_MAX, np.int32)
    weights = np.zeros(CLASSES_MAX, np.int32)
    for board in range(multisets.shape[0]):
        for rank in range(13):
            left[rank] = rank_left[rank]
        ways = 1
        run = 0
        for place in range(5):
            rank = multisets[board, place]
            run = run + 1 if place and rank == multisets[board, place - 1] else 1
            ways = ways * left[rank] // run
            left[rank] -= 1
        if ways <= 0:
            continue
        size = dealer_hands(0, plain[board], flush, left, dealer, strengths, weights)
        for hole in range(pairs.size):
            value_hole(
                plain[board, pairs[hole]], strengths, weights, size, qualifying, pays, multiples,
                given[hole, board], rows[board, hole],
            )  # fmt: skip
            for m in range(CELLS):
                totals[hole, m] += ways * rows[board, hole, m]


@njit(cache=True, nogil=True)
def number_of(ranks: Ints, choose: Ints) -> int:
    """Number a multiset of ranks, which is put in rising order."""
    for place in range(1, ranks.size):
        rank = ranks[place]
        before = place
        while before > 0 and ranks[before - 1] > rank:
            ranks[before] = ranks[before - 1]
            before -= 1
        ranks[before] = rank
    number = 0
    for place in range(ranks.size):
        number += choose[ranks[place] + place, place + 1]
    return number


@njit(cache=True, nogil=True)
def runouts(flop: Ints, rank_left: Ints, choose: Ints, numbers: Ints, ways: Ints) -> int:
    """Fill the boards that turn and river make of a flop's ranks, and in how many ways each.

    Returns how many there are: none where the ranks that are left do not hold the flop.
    """
    left = rank_left.copy()
    ranks = np.zeros(5, np.int64)
    for place in range(3):
        left[flop[place]] -= 1
    if left.min() < 0:
        return 0
    count = 0
    for high in range(13):
        for low in range(high + 1):
            drawn = left[low] * left[high]
            if low == high:
                drawn = left[low] * (left[low] - 1) // 2
            if drawn == 0:
                continue
            ranks[:3] = flop
            ranks[3] = low
            ranks[4] = high
            numbers[count] = number_of(ranks, choose)
            ways[count] = drawn
            count += 1
    return count


@njit(cache=True, nogil=True)
def plain_flops(multisets: Ints, rank_left: Ints, choose: Ints, boards: Ints, sums: Ints) -> None:
    """Sum plain boards over turn and river to the rank multisets of three cards."""
    numbers = np.zeros(PAIRS, np.int64)
    ways = np.zeros(PAIRS, np.int64)
    for flop in range(multisets.shape[0]):
        for place in range(runouts(multisets[flop], rank_left, choose, numbers, ways)):
            for hole in range(sums.shape[1]):
                for m in range(ASKED):
                    sums[flop, hole, m] += ways[place] * boards[numbers[place], hole, m]


@njit(cache=True, nogil=True)
def flush_flops(
    suited_sets: Ints, off: Ints, numbers: Ints, board_draws: Ints, flop_rows: Ints,
    flop_draws: Ints, draw_ways: Ints, suited_left: int, off_left: Ints, dealer: Ints,
    qualifying: int, pays: Ints, multiples: Ints, plain: Strengths32, flush: Strengths32,
    holes: Ints, given: Shorts, plain_cells: Ints, sums: Ints, totals: Ints,
) -> None:  # fmt: skip
    """Add what a flush in one suit changes to each row of the level of three cards, and in all.

    `holes` has two symbols each, as seen from the suit; what a flush changes is the value with it
    less the value by ranks alone.
    """
    left = np.zeros(26, np.int32)
    strengths = np.zeros(CLASSES_MAX, np.int32)
    weights = np.zeros(CLASSES_MAX, np.int32)
    cells = np.zeros((holes.shape[0], CELLS), np.int64)
    for board in range(suited_sets.size):
        suited = suited_sets[board]
        board_ways = draw_ways[board_draws[board]]
        if suited & ~suited_left or board_ways == 0:
            continue
        for rank in range(13):
            left[rank] = off_left[rank]
            left[13 + rank] = (suited_left & ~suited) >> rank & 1
        for place in range(2):
            if off[board, place] >= 0:
                left[off[board, place]] -= 1
        number = numbers[board]
        row = plain[number]
        size = dealer_hands(suited, row, flush, left, dealer, strengths, weights)
        for hole in range(holes.shape[0]):
            mine = hand_strength(holes[hole, 0], holes[hole, 1], suited, row, flush)
            value_hole(
                mine, strengths, weights, size, qualifying, pays, multiples, given[hole, board],
                cells[hole],
            )  # fmt: skip
            for m in range(CELLS):
                cells[hole, m] -= plain_cells[number, hole, m]
                totals[hole, m] += board_ways * cells[hole, m]
        for flop in range(flop_rows.shape[1]):
            ways = draw_ways[flop_draws[board, flop]]
            if ways == 0:
                continue
            into = sums[flop_rows[board, flop]]
            for hole in range(holes.shape[0]):
                for m in range(ASKED):
                    into[hole, m] += ways * cells[hole, m]


@njit(cache=True, nogil=True)
def best_flops(
    bits: Ints, plain_rows: Ints, suit_rows: Ints, deck: int, multiples: Ints, given: Shorts,
    plain_sums: Ints, suit_sums: Ints, best: Ints,
) -> None:  # fmt: skip
    """Take the better of checking and raising on every flop of the deck, and sum that by hole.

    Beside the best is summed what the given policy makes of it.
    """
    cells = np.zeros(ASKED, np.int64)
    for flop in range(bits.size):
        if bits[flop] & ~deck:
            continue
        for hole in range(best.shape[0]):
            for m in range(ASKED):
                cells[m] = plain_sums[plain_rows[flop], hole, m]
            for suit in range(4):
                row = suit_rows[flop, suit]
                if row >= 0:
                    for m in range(ASKED):
                        cells[m] += suit_sums[suit, row, hole, m]
            most = cells[BEST]
            for place in range(2):
                if multiples[place]:
                    most = max(most, cells[STANDS] + multiples[place] * cells[SLOPE])
            best[hole, BEST] += most
            play = given[hole, flop]
            best[hole, GIVEN] += cells[STANDS] + play * cells[SLOPE] if play else cells[GIVEN]


@njit(cache=True, nogil=True)
def river_choice(cells: Ints, fold: int, multiples: Ints) -> int:
    """Number the best choice on the river; a play must be strictly better than what is smaller."""
    made = RIVER_FOLD
    best = fold
    for place in range(2):
        value = cells[STANDS] + multiples[2 + place] * cells[SLOPE]
        if multiples[2 + place] and value > best:
            best = value
            made = place
    return made


@njit(cache=True, nogil=True)
def choose_flops(
    bits: Ints, plain_rows: Ints, suit_rows: Ints, deck: int, multiples: Ints, plain_sums: Ints,
    suit_sums: Ints, by_rank: Ints, by_suit: Ints,
) -> None:  # fmt: skip
    """Count the flops that the first hole leaves with each choice, as ranks and suits see them.

    The choice is the better one, as in `best_flops`.
    """
    cells = np.zeros(ASKED, np.int64)
    for flop in range(bits.size):
        if bits[flop] & ~deck:
            continue
        for m in range(ASKED):
            cells[m] = plain_sums[plain_rows[flop], 0, m]
        for suit in range(4):
            row = suit_rows[flop, suit]
            if row >= 0:
                for m in range(ASKED):
                    cells[m] += suit_sums[suit, row, 0, m]
        left = CHECKED
        best = cells[BEST]
        for place in range(2):
            value = cells[STANDS] + multiples[place] * cells[SLOPE]
            if multiples[place] and value > best:
                best = value
                left = 1 + place
        by_rank[plain_rows[flop], left] += 1
        for suit in range(4):
            if suit_rows[flop, suit] >= 0:
                by_suit[suit, suit_rows[flop, suit], left] += 1


@njit(cache=True, nogil=True)
def reach_plain(multisets: Ints, rank_left: Ints, choose: Ints, by_rank: Ints, reach: Ints) -> None:
    """Hand the flops left with each choice down to the boards by ranks: `plain_flops` backwards."""
    numbers = np.zeros(PAIRS, np.int64)
    ways = np.zeros(PAIRS, np.int64)
    for flop in range(multisets.shape[0]):
        for place in range(runouts(multisets[flop], rank_left, choose, numbers, ways)):
            for column in range(LEAVES):
                reach[numbers[place], column] += ways[place] * by_rank[flop, column]


@njit(cache=True, nogil=True)
def add_board(
    cells: Ints, mine: int, pays: Ints, multiples: Ints, reach: Ints, tally: Ints
) -> None:
    """Add one board's showdowns to the tally: by leave of the flop, river choice, ending, hand."""
    category = mine >> 20
    dealers = 0
    for ending in range(ENDINGS):
        dealers += cells[ENDS + ending]
    made = river_choice(cells, dealers * pays[category, PAY_FOLD], multiples)
    for column in range(LEAVES):
        if reach[column]:
            for ending in range(ENDINGS):
                tally[column, made, ending, category] += reach[column] * cells[ENDS + ending]


@njit(cache=True, nogil=True)
def tally_plain(
    plain: Strengths32, pair: int, cells: Ints, pays: Ints, multiples: Ints, reach: Ints,
    tally: Ints,
) -> None:  # fmt: skip
    """Tally the boards where nobody has a flush; `cells` are those that `plain_boards` filled."""
    for board in range(reach.shape[0]):
        if reach[board].any():
            add_board(cells[board, 0], plain[board, pair], pays, multiples, reach[board], tally)


@njit(cache=True, nogil=True)
def tally_flush(
    suited_sets: Ints, off: Ints, numbers: Ints, flop_rows: Ints, flop_draws: Ints,
    draw_ways: Ints, suited_left: int, off_left: Ints, dealer: Ints, qualifying: int, pays: Ints,
    multiples: Ints, plain: Strengths32, flush: Strengths32, hole: Ints, by_suit: Ints,
    taken: Ints, tally: Ints,
) -> None:  # fmt: skip
    """Tally the boards with a possible flush in one suit; `taken` is what the plain ones lose."""
    left = np.zeros(26, np.int32)
    strengths = np.zeros(CLASSES_MAX, np.int32)
    weights = np.zeros(CLASSES_MAX, np.int32)
    cells = np.zeros(CELLS, np.int64)
    reach = np.zeros(LEAVES, np.int64)
    for board in range(suited_sets.size):
        suited = suited_sets[board]
        if suited & ~suited_left:
            continue
        reach[:] = 0
        for flop in range(flop_rows.shape[1]):
            ways = draw_ways[flop_draws[board, flop]]
            for column in range(LEAVES):
                reach[column] += ways * by_suit[flop_rows[board, flop], column]
        if not reach.any():
            continue
        for rank in range(13):
            left[rank] = off_left[rank]
            left[13 + rank] = (suited_left & ~suited) >> rank & 1
        for place in range(2):
            if off[board, place] >= 0:
                left[off[board, place]] -= 1
        number = numbers[board]
        row = plain[number]
        size = dealer_hands(suited, row, flush, left, dealer, strengths, weights)
        mine = hand_strength(hole[0], hole[1], suited, row, flush)
        value_hole(mine, strengths, weights, size, qualifying, pays, multiples, 0, cells)
        add_board(cells, mine, pays, multiples, reach, tally)
        for column in range(LEAVES):
            taken[number, column] += reach[column]


@njit(cache=True, nogil=True)
def value_board(
    board: Ints, hole: Ints, dealer: Ints, deck: int, qualifying: int, pays: Ints,
    multiples: Ints, choose: Ints, plain: Strengths32, flush: Strengths32, left: Strengths32,
    strengths: Strengths32, weights: Strengths32, cells: Ints,
) -> int:  # fmt: skip
    """Fill one hole's cells on a board of real cards, which the deck lacks; gives its strength."""
    in_suit = np.zeros(4, np.int64)
    ranks = np.zeros(5, np.int64)
    for place in range(5):
        in_suit[board[place] & 3] += 1
        ranks[place] = board[place] >> 2
    number = number_of(ranks, choose)
    suit = -1
    for other in range(4):
        if in_suit[other] >= 3:
            suit = other
    suited = 0
    for place in range(5):
        if board[place] & 3 == suit:
            suited |= 1 << (board[place] >> 2)
    left[:] = 0
    for card in range(52):
        if deck >> card & 1:
            left[(card >> 2) + (13 if card & 3 == suit else 0)] += 1
    seen = np.full(4, UNKNOWN, np.int64)
    for place in range(2):
        seen[place] = (hole[place] >> 2) + (13 if hole[place] & 3 == suit else 0)
        if dealer[place] != UNKNOWN:
            seen[2 + place] = (dealer[place] >> 2) + (13 if dealer[place] & 3 == suit else 0)
    row = plain[number]
    size = dealer_hands(suited, row, flush, left, seen[2:], strengths, weights)
    mine = hand_strength(seen[0], seen[1], suited, row, flush)
    value_hole(mine, strengths, weights, size, qualifying, pays, multiples, 0, cells)
    return mine


@njit(cache=True, nogil=True)
def value_runouts(
    known: Ints, hole: Ints, dealer: Ints, deck: int, qualifying: int, pays: Ints,
    multiples: Ints, choose: Ints, plain: Strengths32, flush: Strengths32, totals: Ints,
) -> int:  # fmt: skip
    """Sum one hole's cells over every way to complete a board of three or five known cards.

    Gives the strength of the hole on the last board: its strength, if all five are known.
    """
    left = np.zeros(26, np.int32)
    strengths = np.zeros(CLASSES_MAX, np.int32)
    weights = np.zeros(CLASSES_MAX, np.int32)
    cells = np.zeros(CELLS, np.int64)
    board = np.zeros(5, np.int64)
    board[: known.size] = known
    if known.size == 5:
        return value_board(
            board, hole, dealer, deck, qualifying, pays, multiples, choose, plain, flush, left,
            strengths, weights, totals,
        )  # fmt: skip
    mine = 0
    for turn in range(52):
        if not deck >> turn & 1:
            continue
        for river in range(turn):
            if not deck >> river & 1:
                continue
            board[3] = turn
            board[4] = river
            mine = value_board(
                board, hole, dealer, deck & ~(1 << turn) & ~(1 << river), qualifying, pays,
                multiples, choose, plain, flush, left, strengths, weights, cells,
            )  # fmt: skip
            totals += cells
    return mine


@njit(cache=True, nogil=True)
def tally_runouts(
    known: Ints, hole: Ints, dealer: Ints, deck: int, qualifying: int, pays: Ints,
    multiples: Ints, choose: Ints, plain: Strengths32, flush: Strengths32, tally: Ints,
    beaten: Ints, by_card: Ints,
) -> None:  # fmt: skip
    """Count one hole's showdowns over every way to complete a board of three or five cards.

    `tally` is by river choice, ending and category of the own hand; `beaten` by category of the
    dealer's better hand; `by_card` has wins, ties and all showdowns with a card on turn or river.
    """
    left = np.zeros(26, np.int32)
    strengths = np.zeros(CLASSES_MAX, np.int32)
    weights = np.zeros(CLASSES_MAX, np.int32)
    cells = np.zeros(CELLS, np.int64)
    board = np.zeros(5, np.int64)
    board[: known.size] = known
    for turn in range(52):
        for river in range(turn):
            rest = deck
            if known.size == 5:
                if turn != 1:  # the board is complete: once is enough
                    continue
            else:
                if not (deck >> turn & 1 and deck >> river & 1):
                    continue
                board[3] = turn
                board[4] = river
                rest = deck & ~(1 << turn) & ~(1 << river)
            weights[:] = 0
            mine = value_board(
                board, hole, dealer, rest, qualifying, pays, multiples, choose, plain, flush, left,
                strengths, weights, cells,
            )  # fmt: skip
            category = mine >> 20
            dealers = 0
            for ending in range(ENDINGS):
                dealers += cells[ENDS + ending]
            made = river_choice(cells, dealers * pays[category, PAY_FOLD], multiples)
            for ending in range(ENDINGS):
                tally[made, ending, category] += cells[ENDS + ending]
            for at in range(CLASSES_MAX):
                if strengths[at] > mine:
                    beaten[strengths[at] >> 20] += weights[at]
            if known.size < 5:
                wins = cells[ENDS + WIN] + cells[ENDS + WIN_UNQUALIFIED]
                for card in (turn, river):
                    by_card[card, 0] += wins
                    by_card[card, 1] += cells[ENDS + TIE]
                    by_card[card, 2] += dealers
