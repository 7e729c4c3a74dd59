"""Compiled rounds of a whole table: cards drawn, every seat's choices by tables, results counted.

Chance is xoshiro256** on 64-bit integers, and a card is drawn by Lemire's method with rejection, so
that each is equally likely. With NUMBA_DISABLE_JIT=1 the same code runs as plain Python.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.odds.arrays import Bytes, Ints, Shorts
from pitboss.odds.counting.kernels import (
    CHECKED,
    FOLD,
    LOSE,
    LOSE_UNQUALIFIED,
    TIE,
    WIN,
    WIN_UNQUALIFIED,
)

Cells = NDArray[np.int32]
RandomWords = NDArray[np.uint64]

FLOP: Final = 3
BOARD: Final = 5
FIRST_HOLE: Final = 7  # of the cards drawn: five of the board, two of the dealer, then the seats'
BOX: Final = 4

# A seat's seven cards by category, a royal of the first five cards and one on the board apart.
# The six cards by category, a super royal and one in diamonds apart. The cards of the Progressive
# by the class of the seven, or by the category of the first five where it is decided by the flop.
ROYAL, ROYAL_FIRST_FIVE, ROYAL_COMMUNITY = 9, 10, 11
SUPER_ROYAL, SUPER_ROYAL_DIAMONDS = 10, 11
CLASSES: Final = 12
CHOICES: Final = 7
ENDINGS: Final = 5
# A cell is a choice, an ending, and the classes of the seven cards, of the six and of those of the
# Progressive; folds come last.
AFTER_SEVEN: Final = CLASSES * CLASSES  # cells that differ only in what comes after the seven
CELLS: Final = CHOICES * ENDINGS * CLASSES * AFTER_SEVEN
FOLDED: Final = FOLD * ENDINGS * CLASSES * AFTER_SEVEN

ROYAL_RANKS: Final = 0x1F00
SUPER_ROYAL_RANKS: Final = 0x1F80
DIAMONDS: Final = 1

# Marks of rounds that are not added up by the kernel.
ENGINE, ENVIED = 1, 2

# Columns of the sums; what is added up elsewhere (Envy, payout limits) has none here.
BASE, TRIPS, SIX_CARD, PROGRESSIVE, TOTAL = range(5)
COLUMNS: Final = 5
SUM, SQUARES_LOW, SQUARES_HIGH = range(3)  # squares are added up in two parts of 32 bits

_LOW_HALF: Final = np.uint64(0xFFFFFFFF)
_U5, _U7, _U9, _U17, _U32, _U45 = (np.uint64(n) for n in (5, 7, 9, 17, 32, 45))
_U19, _U57 = np.uint64(19), np.uint64(57)


class Lookup(NamedTuple):
    """What a seat does, and what cards are worth; see `tables`."""

    deal: Bytes  # choices, as in `Policy`
    flop: Bytes
    plain: Bytes
    flush: Bytes
    flop_rows: Shorts  # by number of the flop: which of `boards.flops()`, and how suits are renamed
    renamed: Shorts  # by renaming and hole: the hole's new number
    hands: Shorts  # by hole: the starting hand
    pairs: Shorts  # by hole: the rank pair
    classes: Shorts  # by hole and suit: the hole class
    plain_strength: NDArray[np.int32]
    flush_strength: NDArray[np.int32]
    five_category: Bytes  # by ranks of the flop and rank pair
    six_category: Bytes  # by ranks of the box and rank pair
    sets: Ints
    begins: Ints
    choose: Ints


class Stakes(NamedTuple):
    """What every seat has down, in cents; see `bets`."""

    qualifying: int
    base: Ints  # net by choice, ending and category
    side: Ints  # net by side bet (Trips, Six Card, Progressive), stayed or folded, and class
    base_paid: Ints  # the most that is handed over, for the payout limits
    side_paid: Ints
    box: bool
    by_flop: bool  # the Progressive is decided by a seat's two cards and the flop
    limit: int  # rounds that may pay more are held for the engine; 0: there is no limit
    shares: Bytes  # by class: paid from a meter, so that two in a round are held
    envy: Ints  # by a folded hand or not, and class: what it brings each other seat
    lives: Ints  # by stayed or folded: 1 where a seat still gets Envy


@njit(cache=True, nogil=True)
def next_word(state: RandomWords) -> np.uint64:
    """Give the next 64 bits of xoshiro256**."""
    mixed = state[1] * _U5
    result: np.uint64 = ((mixed << _U7) | (mixed >> _U57)) * _U9
    shifted = state[1] << _U17
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = (state[3] << _U45) | (state[3] >> _U19)
    return result


@njit(cache=True, nogil=True)
def below(state: RandomWords, count: int) -> np.int64:
    """Draw a number below `count`, each as likely as the others."""
    wide = np.uint64(count)
    product = (next_word(state) >> _U32) * wide
    if (product & _LOW_HALF) < wide:
        least = (_LOW_HALF - wide + np.uint64(1)) % wide  # 2**32 modulo the count
        while (product & _LOW_HALF) < least:
            product = (next_word(state) >> _U32) * wide
    return np.int64(product >> _U32)


@njit(cache=True, nogil=True)
def deal_rounds(state: RandomWords, cards: Ints) -> None:
    """Draw the cards of each round, a row each; the deck goes on as the last round left it."""
    deck = np.arange(52)
    for at in range(cards.shape[0]):
        for place in range(cards.shape[1]):
            other = place + below(state, 52 - place)
            card = deck[other]
            deck[other] = deck[place]
            deck[place] = card
            cards[at, place] = card


@njit(cache=True, nogil=True)
def two_number(first: int, second: int) -> int:
    """Number a multiset of two ranks, as `numbering` does."""
    if first < second:
        return second * (second + 1) // 2 + first
    return first * (first + 1) // 2 + second


@njit(cache=True, nogil=True)
def three_number(a: int, b: int, c: int, choose: Ints) -> int:
    """Number a multiset of three ranks."""
    low = min(a, b, c)
    high = max(a, b, c)
    number: int = low + choose[a + b + c - low - high + 1, 2] + choose[high + 2, 3]
    return number


@njit(cache=True, nogil=True)
def four_number(a: int, b: int, c: int, d: int, choose: Ints) -> int:
    """Number a multiset of four ranks; put in order without a branch that chance decides."""
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    number: int = a + choose[b + 1, 2] + choose[c + 2, 3] + choose[d + 3, 4]
    return number


@njit(cache=True, nogil=True)
def five_number(a: int, b: int, c: int, d: int, e: int, choose: Ints) -> int:
    """Number a multiset of five ranks, in the same way."""
    a, b = min(a, b), max(a, b)
    d, e = min(d, e), max(d, e)
    c, e = min(c, e), max(c, e)
    c, d = min(c, d), max(c, d)
    a, d = min(a, d), max(a, d)
    a, c = min(a, c), max(a, c)
    b, e = min(b, e), max(b, e)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    number: int = a + choose[b + 1, 2] + choose[c + 2, 3] + choose[d + 3, 4] + choose[e + 4, 5]
    return number


@njit(cache=True, nogil=True)
def off_number(cards: Ints, suit: int) -> int:
    """Number the ranks of the board's cards of other suits; there are two at most."""
    first = -1
    for place in range(BOARD):
        card: int = cards[place]
        if card & 3 != suit:
            if first >= 0:
                return two_number(first, card >> 2)
            first = card >> 2
    return max(first, 0)


@njit(cache=True, nogil=True)
def suit_of_three(cards: Ints) -> int:
    """Which suit at least three of the cards have; -1: none."""
    counts = 0  # a byte a suit
    for place in range(cards.size):
        counts += 1 << 8 * (cards[place] & 3)
    for suit in range(4):
        if counts >> 8 * suit & 0xFF >= 3:
            return suit
    return -1


@njit(cache=True, nogil=True)
def ranks_in(cards: Ints, suit: int) -> int:
    """The set of ranks that the cards have in a suit."""
    ranks = 0
    for place in range(cards.size):
        card: int = cards[place]
        if card & 3 == suit:
            ranks |= 1 << (card >> 2)
    return ranks


@njit(cache=True, nogil=True)
def hole_of(first: int, second: int) -> int:
    if first < second:
        return second * (second - 1) // 2 + first
    return first * (first - 1) // 2 + second


@njit(cache=True, nogil=True)
def flop_number(a: int, b: int, c: int) -> int:
    low = min(a, b, c)
    high = max(a, b, c)
    middle = a + b + c - low - high
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


@njit(cache=True, nogil=True)
def joined(suited: int, first: int, second: int, suit: int) -> int:
    """A set of ranks in a suit with two more cards."""
    if first & 3 == suit:
        suited |= 1 << (first >> 2)
    if second & 3 == suit:
        suited |= 1 << (second >> 2)
    return suited


@njit(cache=True, nogil=True)
def ending_of(strength: int, dealer: int, qualifying: int) -> int:
    if strength == dealer:
        return TIE
    if strength > dealer:
        return WIN if dealer >= qualifying else WIN_UNQUALIFIED
    return LOSE if dealer >= qualifying else LOSE_UNQUALIFIED


@njit(cache=True, nogil=True)
def royal_class(suited: int, early: int) -> int:
    """Where a royal lies, given the ranks of its suit on the board, and of the first five cards."""
    if suited & ROYAL_RANKS == ROYAL_RANKS:
        return ROYAL_COMMUNITY
    return ROYAL_FIRST_FIVE if early & ROYAL_RANKS == ROYAL_RANKS else ROYAL


@njit(cache=True, nogil=True)
def add_square(sums: Ints, column: int, net: int) -> None:
    square = net * net
    sums[column, SUM] += net
    sums[column, SQUARES_LOW] += square & 0xFFFFFFFF
    sums[column, SQUARES_HIGH] += square >> 32


@njit(cache=True, nogil=True)
def play_rounds(
    cards: Ints,
    seats: int,
    box: bool,
    by_flop: bool,
    qualifying: int,
    tables: Lookup,
    cells: Cells,
) -> None:
    """Play rounds as their cards lie; fills the cell of each seat.

    The tables are taken apart before the loop: inside, each mention would count a reference.
    """
    deal, hands, flops, rivers, flush_rivers = (
        tables.deal, tables.hands, tables.flop, tables.plain, tables.flush,
    )  # fmt: skip
    flop_rows, renamed, pairs, classes = (
        tables.flop_rows, tables.renamed, tables.pairs, tables.classes,
    )  # fmt: skip
    plain, flush = tables.plain_strength, tables.flush_strength
    fives, sixes = tables.five_category, tables.six_category
    sets, begins, choose = tables.sets, tables.begins, tables.choose
    at_box = FIRST_HOLE + 2 * seats
    row = 0
    suited = 0
    early = 0
    flop_ranks = 0
    flop_suited = 0
    one_suit = False
    box_number = 0
    box_suit = -1
    box_suited = 0
    for at in range(cards.shape[0]):
        drawn = cards[at]
        a, b, c, d, e = drawn[0], drawn[1], drawn[2], drawn[3], drawn[4]
        number = five_number(a >> 2, b >> 2, c >> 2, d >> 2, e >> 2, choose)
        flop = flop_number(a, b, c)
        suit = suit_of_three(drawn[:BOARD])
        first, second = drawn[BOARD], drawn[BOARD + 1]
        dealer = plain[number, pairs[hole_of(first, second)]]
        if suit >= 0:
            suited = ranks_in(drawn[:BOARD], suit)
            early = ranks_in(drawn[:FLOP], suit)
            size = 0
            for rank in range(13):
                size += suited >> rank & 1
            row = begins[BOARD, size] + sets[suited] * choose[17 - size, BOARD - size]
            row += off_number(drawn, suit)
            dealer = max(dealer, flush[joined(suited, first, second, suit)])
        if by_flop:
            flop_ranks = three_number(a >> 2, b >> 2, c >> 2, choose)
            one_suit = a & 3 == b & 3 == c & 3
            flop_suited = 1 << (a >> 2) | 1 << (b >> 2) | 1 << (c >> 2)
        if box:
            four = drawn[at_box : at_box + BOX]
            a, b, c, d = four[0], four[1], four[2], four[3]
            box_number = four_number(a >> 2, b >> 2, c >> 2, d >> 2, choose)
            box_suit = suit_of_three(four)
            if box_suit >= 0:
                box_suited = ranks_in(four, box_suit)
        for seat in range(seats):
            first = drawn[FIRST_HOLE + 2 * seat]
            second = drawn[FIRST_HOLE + 2 * seat + 1]
            hole = hole_of(first, second)
            pair = pairs[hole]
            choice = deal[hands[hole]]
            if choice == CHECKED:
                choice = flops[flop_rows[flop, 0], renamed[flop_rows[flop, 1], hole]]
                if choice == CHECKED:
                    choice = rivers[number, pair]
                    if suit >= 0:
                        choice = flush_rivers[row, classes[hole, suit]]
            strength = plain[number, pair]
            if suit >= 0:
                # With five of a suit there is neither a full house nor four of a kind.
                strength = max(strength, flush[joined(suited, first, second, suit)])
            seven = strength >> 20
            if seven == ROYAL:
                seven = royal_class(suited, joined(early, first, second, suit))
            six = 0
            if box:
                six = sixes[box_number, pair]
                if box_suit >= 0:
                    ranks = joined(box_suited, first, second, box_suit)
                    six = max(six, flush[ranks] >> 20)
                    if ranks == SUPER_ROYAL_RANKS:
                        six = SUPER_ROYAL_DIAMONDS if box_suit == DIAMONDS else SUPER_ROYAL
            ending = ending_of(strength, dealer, qualifying)
            at_flop = np.int64(seven)
            if by_flop:
                at_flop = np.int64(fives[flop_ranks, pair])
                # The cards of the flop were `drawn` first; the box may have taken their names.
                if one_suit and first & 3 == second & 3 == drawn[0] & 3:
                    at_flop = np.int64(flush[joined(flop_suited, first, second, first & 3)] >> 20)
            cells[at, seat] = (
                ((np.int64(choice) * ENDINGS + ending) * CLASSES + seven) * CLASSES + six
            ) * CLASSES + at_flop


@njit(cache=True, nogil=True)
def hold_rounds(cells: Cells, stakes: Stakes, held: Bytes) -> int:
    """Mark the rounds in which seats bear on one another, and count them.

    Those with one hand that brings Envy are `ENVIED`; those with several, with two awards from
    meters, or with pays that may be over a limit are for the `ENGINE`.
    """
    shares, envy, limit = stakes.shares, stakes.envy, stakes.limit
    base_paid, side_paid = stakes.base_paid, stakes.side_paid
    seats = cells.shape[1]
    found = 0
    for at in range(cells.shape[0]):
        shared = 0
        envied = 0
        paid = 0
        for seat in range(seats):
            cell = cells[at, seat]
            decided = cell % CLASSES
            folded = 1 if cell >= FOLDED else 0
            shared += shares[decided]
            envied += envy[folded, decided] > 0
            if limit:
                seven = cell // AFTER_SEVEN
                paid += base_paid[seven] + side_paid[0, folded, seven % CLASSES]
                paid += side_paid[1, folded, cell // CLASSES % CLASSES]
                paid += side_paid[2, folded, decided]
        held[at] = 0
        if seats > 1 and envied:
            held[at] = ENGINE if envied > 1 or limit else ENVIED
        if shared > 1 or paid > limit:
            held[at] = ENGINE
        found += held[at] > 0
    return found


@njit(cache=True, nogil=True)
def add_rounds(
    cells: Cells, stakes: Stakes, held: Bytes, counts: Ints, sums: Ints, nets: Ints
) -> None:
    """Add up the rounds that are not held: seats by cell, round totals and their squares.

    `nets`, unless empty, gets each seat's whole net of each round.
    """
    base, side = stakes.base, stakes.side
    traced = nets.size > 0
    for at in range(cells.shape[0]):
        if held[at]:
            continue
        on_base = 0
        on_trips = 0
        on_six = 0
        on_progressive = 0
        for seat in range(cells.shape[1]):
            cell = cells[at, seat]
            counts[cell] += 1
            folded = 1 if cell >= FOLDED else 0
            seven = cell // AFTER_SEVEN
            before = on_base + on_trips + on_six + on_progressive
            on_base += base[seven]
            on_trips += side[0, folded, seven % CLASSES]
            on_six += side[1, folded, cell // CLASSES % CLASSES]
            on_progressive += side[2, folded, cell % CLASSES]
            if traced:
                nets[at, seat] = on_base + on_trips + on_six + on_progressive - before
        add_square(sums, BASE, on_base)
        add_square(sums, TRIPS, on_trips)
        add_square(sums, SIX_CARD, on_six)
        add_square(sums, PROGRESSIVE, on_progressive)
        add_square(sums, TOTAL, on_base + on_trips + on_six + on_progressive)


@njit(cache=True, nogil=True)
def walk(nets: Ints, session: int, bankroll: int, need: int, ends: Ints, stopped: Bytes) -> None:
    """Follow each seat through sessions of so many rounds; fills what it ends with, and if ruined.

    A seat stops for good once it has less than `need`; a need of -1 is never reached.
    """
    for first in range(0, nets.shape[0] - session + 1, session):
        for seat in range(nets.shape[1]):
            money = bankroll
            ruined = False
            for at in range(first, first + session):
                money += nets[at, seat]
                if need >= 0 and money < need:
                    ruined = True
                    break
            ends[first // session, seat] = money
            stopped[first // session, seat] = ruined
