"""Compiled loops on integers: showdowns on every board, summed to levels of fewer known cards.

How it works is told in docs/internals/solver.md; `reference.py` has plain twins.
Kernels that call each other share this file, since the cache does not notice edits in another.
A bare number among the arguments would be compiled as a case of its own, hence `np.int64(3)`; and
a call costs a count of references for each array, so only the outermost ones take
all `StrengthTables`.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.odds.arrays import Bytes, Ints
from pitboss.odds.counting.tables import StrengthTables

Int = int | np.int64
HoleCounts = NDArray[np.int32]  # by hole class: strength; dealer hands below, up to it, unqualified

VALUES: Final = 4  # of a row, per hole class: what follows
BEST: Final = 0  # the best from here on, given that the hand is checked to here
LEVEL: Final = 1  # ante and blind, if a play wager stands
SLOPE: Final = 2  # what each ante of the play wager adds to that
PLAYS: Final = 3  # in how many runouts the best is to play; those on the flop count 2**32 each

# How a showdown can end, "not qualified" being the dealer.
WIN, WIN_UNQUALIFIED, TIE, LOSE, LOSE_UNQUALIFIED = range(5)
ENDINGS: Final = 5
# Columns of the pays by category: what stands on ante and blind by ending, what each ante of the
# play wager brings by ending, and what a fold costs.
PAY_PLAY: Final = ENDINGS
PAY_FOLD: Final = 2 * ENDINGS

ALL_SUITED: Final = 0x1FFF  # all thirteen ranks of the suit are there
UNKNOWN: Final = -1  # a dealer card that nobody has seen

# Choices, as the policy tables and the tallies number them.
DEAL_LOW, DEAL_HIGH, FLOP_LOW, FLOP_HIGH, RIVER_LOW, RIVER_HIGH, FOLD = range(7)
CHOICES: Final = 7
CHECKED: Final = 4  # of the reaches that a flop hands down: the four raises, or still in


@njit(cache=True, nogil=True)
def multiset_index(ranks: Ints, size: Int, choose: Ints) -> int:
    """Number of the multiset in `ranks[:size]`, which is put in rising order."""
    for place in range(1, size):
        rank = ranks[place]
        before = place
        while before > 0 and ranks[before - 1] > rank:
            ranks[before] = ranks[before - 1]
            before -= 1
        ranks[before] = rank
    number = 0
    for place in range(size):
        number += choose[ranks[place] + place, place + 1]
    return number


@njit(cache=True, nogil=True)
def known_showdowns(
    plain: NDArray[np.int32], flushes: NDArray[np.int16], flush_strength: NDArray[np.int32],
    symbols: Ints, dealer: Ints, qualifying: int, out: HoleCounts,
) -> None:  # fmt: skip
    """As `showdowns`, when both dealer cards are known: there is one hand to meet, and no order."""
    for hole in range(out.shape[0]):
        low = symbols[hole, 0] % 13
        high = symbols[hole, 1] % 13
        if low > high:
            low, high = high, low
        out[hole, 0] = plain[high * (high + 1) // 2 + low]
    for place in range(flushes.size):
        out[flushes[place], 0] = flush_strength[place]
    theirs = out[dealer[1] * (dealer[1] + 1) // 2 + dealer[0], 0]
    for hole in range(out.shape[0]):
        out[hole, 1] = theirs < out[hole, 0]
        out[hole, 2] = theirs <= out[hole, 0]
        out[hole, 3] = theirs < qualifying


@njit(cache=True, nogil=True)
def showdowns(
    plain: NDArray[np.int32], order: Bytes, flushes: NDArray[np.int16],
    flush_strength: NDArray[np.int32], symbols: Ints, suited: Int, left: Ints, dealer: Ints,
    qualifying: int, out: HoleCounts,
) -> None:  # fmt: skip
    """On one board, count every hole class against all dealer hands, by one sweep in rising order.

    `plain` and `order` are the rows of the board's ranks, `flushes` and `flush_strength` the parts
    of its set of `suited` ranks (0: no flush can be); `left` is how many cards of each symbol are
    not on the board nor known; `dealer` has the dealer's symbols, or `UNKNOWN`. Fills `out` by
    class: strength, dealer hands below, below or equal, and not qualified.

    A hole takes two cards from the dealer. So beside the number of dealer hands below, the sweep
    keeps, for each symbol, how many of them contain one given card of that symbol.
    """
    if dealer[1] != UNKNOWN:
        known_showdowns(plain, flushes, flush_strength, symbols, dealer, qualifying, out)
        return
    on_board: Int = 0
    for rank in range(13):
        on_board += suited >> rank & 1
    below = 0
    below_with = np.zeros(26, np.int64)
    unqualified = -1
    unqualified_with = np.zeros(26, np.int64)
    equals = np.empty(351, np.int64)
    spares = 1 if dealer[0] == UNKNOWN else 0  # the hole itself is among the dealer's hands, once
    at_pair = 91 if on_board == 5 else 0  # five suited cards on the board: everybody has a flush
    at_flush = 0
    while at_pair < 91 or at_flush < flushes.size:
        strength = 1 << 30
        if at_pair < 91:
            strength = plain[order[at_pair]]
        if at_flush < flushes.size and flush_strength[at_flush] < strength:
            strength = flush_strength[at_flush]
        if strength >= qualifying and unqualified < 0:
            unqualified = below
            for symbol in range(26):
                unqualified_with[symbol] = below_with[symbol]
        found = 0
        while at_pair < 91 and plain[order[at_pair]] == strength:
            pair = order[at_pair]
            at_pair += 1
            equals[found] = pair
            found += 1
            if on_board == 3:  # one suited card does not make a flush
                low = symbols[pair, 0]
                high = symbols[pair, 1]
                if not suited >> high & 1:
                    equals[found] = (high + 13) * (high + 14) // 2 + low
                    found += 1
                if low != high and not suited >> low & 1:
                    equals[found] = (low + 13) * (low + 14) // 2 + high
                    found += 1
        while at_flush < flushes.size and flush_strength[at_flush] == strength:
            equals[found] = flushes[at_flush]
            found += 1
            at_flush += 1
        for place in range(found):
            hole = equals[place]
            out[hole, 0] = strength
            out[hole, 1] = below - below_with[symbols[hole, 0]] - below_with[symbols[hole, 1]]
        for place in range(found):
            hole = equals[place]
            low = symbols[hole, 0]
            high = symbols[hole, 1]
            if dealer[0] == UNKNOWN:
                if low == high:
                    below += left[low] * (left[low] - 1) // 2
                    below_with[low] += left[low] - 1
                else:
                    below += left[low] * left[high]
                    below_with[low] += left[high]
                    below_with[high] += left[low]
            elif low == dealer[0]:
                below += left[high]
                below_with[high] += 1
            elif high == dealer[0]:
                below += left[low]
                below_with[low] += 1
        for place in range(found):
            hole = equals[place]
            low = symbols[hole, 0]
            high = symbols[hole, 1]
            out[hole, 2] = below - below_with[low] - below_with[high] + spares
    if unqualified < 0:
        unqualified = below
        for symbol in range(26):
            unqualified_with[symbol] = below_with[symbol]
    for hole in range(out.shape[0]):
        out[hole, 3] = unqualified
        out[hole, 3] -= unqualified_with[symbols[hole, 0]] + unqualified_with[symbols[hole, 1]]
        if out[hole, 0] < qualifying:
            out[hole, 3] += spares


@njit(cache=True, nogil=True)
def endings(row: NDArray[np.int32], dealers: int, qualifying: int, ends: Ints) -> None:
    """Split the dealer hands that one hole meets by how the showdown ends."""
    below = row[1]
    upto = row[2]
    unqualified = row[3]
    ends[TIE] = upto - below
    if row[0] >= qualifying:
        ends[WIN] = below - unqualified
        ends[WIN_UNQUALIFIED] = unqualified
        ends[LOSE] = dealers - upto
        ends[LOSE_UNQUALIFIED] = 0
    else:
        ends[WIN] = 0
        ends[WIN_UNQUALIFIED] = below
        ends[LOSE] = dealers - unqualified
        ends[LOSE_UNQUALIFIED] = unqualified - upto


@njit(cache=True, nogil=True, inline="always")
def can_hold(symbols: Ints, hole: int, left: Ints) -> bool:
    """Tell whether the cards of a hole class are there."""
    low = symbols[hole, 0]
    high = symbols[hole, 1]
    if low == high:
        return bool(left[low] >= 2)
    return bool(left[low] >= 1 and left[high] >= 1)


@njit(cache=True, nogil=True)
def weigh(pays: Ints, dealers: int, qualifying: int) -> Ints:
    """Pays by category, turned into weights of what the sweep counts.

    Each ending is a difference of dealer hands below, below or equal, not qualified, and all (see
    `endings`). So a value is a weighted sum of those: three weights and a constant for ante and
    blind, the same for play, and what a fold brings.
    """
    weights = np.zeros((pays.shape[0], 9), np.int64)
    for category in range(pays.shape[0]):
        for part in range(2):
            pay = pays[category, part * ENDINGS :]
            at = 4 * part
            if category << 20 >= qualifying:
                weights[category, at] = pay[WIN] - pay[TIE]
                weights[category, at + 1] = pay[TIE] - pay[LOSE]
                weights[category, at + 2] = pay[WIN_UNQUALIFIED] - pay[WIN]
            else:
                weights[category, at] = pay[WIN_UNQUALIFIED] - pay[TIE]
                weights[category, at + 1] = pay[TIE] - pay[LOSE_UNQUALIFIED]
                weights[category, at + 2] = pay[LOSE_UNQUALIFIED] - pay[LOSE]
            weights[category, at + 3] = dealers * pay[LOSE]
        weights[category, 8] = dealers * pays[category, PAY_FOLD]
    return weights


@njit(cache=True, nogil=True)
def value_row(
    symbols: Ints, class_pairs: Ints, counts: HoleCounts, left: Ints, weights: Ints,
    multiples: Ints, late: bool, less: Ints, row: Ints, chosen: Bytes,
) -> None:  # fmt: skip
    """Turn the counts of one board into the four values of each hole class; 0 where none can be.

    `multiples` are the lowest and highest on the flop and on the river; here and in all kernels 0
    means that there is no raise. `late`: the turn and river are known when the flop is bet, so the
    better of both streets is taken here. What `less` has for the ranks of the hole is taken off.
    """
    for hole in range(row.shape[0]):
        if not can_hold(symbols, hole, left):
            for m in range(VALUES):
                row[hole, m] = 0
            chosen[hole] = 0
            continue
        at = counts[hole, 0] >> 20
        below = counts[hole, 1]
        upto = counts[hole, 2]
        unqualified = counts[hole, 3]
        stands = below * weights[at, 0] + upto * weights[at, 1] + unqualified * weights[at, 2]
        stands += weights[at, 3]
        slope = below * weights[at, 4] + upto * weights[at, 5] + unqualified * weights[at, 6]
        slope += weights[at, 7]
        best = weights[at, 8]
        made = FOLD
        plays = 0
        for place in range(2, 4):
            value = stands + multiples[place] * slope
            if multiples[place] and value > best:
                best = value
                made = RIVER_LOW + place - 2
                plays = 1
        if late:
            for place in range(2):
                value = stands + multiples[place] * slope
                if multiples[place] and value > best:
                    best = value
                    made = FLOP_LOW + place
                    plays = 1 << 32
        chosen[hole] = made
        pair = class_pairs[hole]
        row[hole, BEST] = best - less[pair, BEST]
        row[hole, LEVEL] = stands - less[pair, LEVEL]
        row[hole, SLOPE] = slope - less[pair, SLOPE]
        row[hole, PLAYS] = plays - less[pair, PLAYS]


@njit(cache=True, nogil=True)
def take_board(ranks: Ints, rank_left: Ints, left: Ints) -> bool:
    """Take a board's cards out of those of each rank; False when there are not so many."""
    for rank in range(13):
        left[rank] = rank_left[rank]
    there = True
    for place in range(5):
        left[ranks[place]] -= 1
        if left[ranks[place]] < 0:
            there = False
    return there


@njit(cache=True, nogil=True)
def plain_rows(
    t: StrengthTables, boards: Ints, rank_left: Ints, dealer: Ints, dealers: int, qualifying: int,
    pays: Ints, multiples: Ints, late: bool, rows: Ints, chosen: Bytes,
) -> None:  # fmt: skip
    """Fill the values of the boards on which nobody can have a flush."""
    weights = weigh(pays, dealers, qualifying)
    nothing = np.zeros((91, VALUES), np.int64)
    counts = np.zeros((91, 4), np.int32)
    left = np.zeros(26, np.int64)
    for board in range(boards.shape[0]):
        if not take_board(boards[board], rank_left, left):
            continue
        showdowns(
            t.plain[board], t.plain_order[board], t.flush_order[:0], t.flush_strength[:0],
            t.symbols, np.int64(0), left, dealer, qualifying, counts,
        )  # fmt: skip
        value_row(
            t.symbols, t.class_pairs, counts, left, weights, multiples, late, nothing, rows[board],
            chosen[board],
        )  # fmt: skip


@njit(cache=True, nogil=True)
def flush_counts(
    plain: NDArray[np.int32], plain_order: Bytes, flush_order: NDArray[np.int16],
    flush_strength: NDArray[np.int32], flush_from: Ints, choose: Ints, symbols: Ints, board: Ints,
    suited_left: Int, off_left: Ints, dealer: Ints, qualifying: int, left: Ints, counts: HoleCounts,
) -> int:  # fmt: skip
    """Count the showdowns on one board with a possible flush; give the number of its ranks.

    A board is its number, its set of suited ranks, how many off ranks, and these. Gives -1 when
    there is no such board, for want of cards.
    """
    ranks = np.zeros(5, np.int64)
    suited = board[1]
    at = 0
    for rank in range(13):
        left[rank] = off_left[rank]
        left[13 + rank] = suited_left >> rank & 1
        if suited >> rank & 1:
            if left[13 + rank] == 0:
                return -1
            left[13 + rank] = 0
            ranks[at] = rank
            at += 1
    for place in range(board[2]):
        rank = board[3 + place]
        left[rank] -= 1
        ranks[at] = rank
        at += 1
        if left[rank] < 0:
            return -1
    number = multiset_index(ranks, np.int64(5), choose)
    first = flush_from[suited]
    last = flush_from[suited + 1]
    showdowns(
        plain[number], plain_order[number], flush_order[first:last], flush_strength[first:last],
        symbols, suited, left, dealer, qualifying, counts,
    )  # fmt: skip
    return number


@njit(cache=True, nogil=True)
def targets_of(
    sets: Ints, begins: Ints, choose: Ints, n: Int, board: Ints, rows: Ints, rests: Ints
) -> int:
    """Rows of the level of n cards that one board belongs to, and the off cards then missing.

    Fills `rows`, and in `rests` how many off ranks are missing, which (two places), and how many
    of each the row itself holds (two places); gives how many rows.
    """
    suited = board[1]
    offs = board[2]
    off = board[3:]
    members = np.zeros(5, np.int64)
    suits = 0
    for rank in range(13):
        if suited >> rank & 1:
            members[suits] = rank
            suits += 1
    kept_off = np.zeros(5, np.int64)
    found = 0
    for taken in range(32):
        size = 0
        for place in range(5):
            size += taken >> place & 1
        # Of two equal off ranks, the first one stands for either.
        twin = offs == 2 and off[0] == off[1] and taken >> suits & 3 == 2
        kept = 0
        keeps = 0
        for place in range(suits):
            if taken >> place & 1:
                kept |= 1 << members[place]
                keeps += 1
        if size != n or twin or begins[n, keeps] < 0:
            continue
        kept_offs = 0
        missing = 0
        for place in range(offs):
            if taken >> (suits + place) & 1:
                kept_off[kept_offs] = off[place]
                kept_offs += 1
            else:
                missing += 1
                rests[found, missing] = off[place]
        rests[found, 0] = missing
        for lack in range(2):
            rests[found, 3 + lack] = 0
            for place in range(kept_offs):
                if lack < missing and kept_off[place] == rests[found, 1 + lack]:
                    rests[found, 3 + lack] += 1
        rows[found] = begins[n, keeps] + sets[kept] * choose[12 + kept_offs, kept_offs]
        rows[found] += multiset_index(kept_off, kept_offs, choose)
        found += 1
    return found


@njit(cache=True, nogil=True)
def ways_of(
    held: Ints, off_left: Ints, missing: int, one: int, two: int, inside: int, hole: int
) -> int:
    """In how many ways the missing off cards of a row can come when a hole is held.

    The ranks `one` and `two` are missing, or only `one`, of which the row has `inside` itself.
    """
    if missing == 0:
        return 1
    ways = off_left[one] - held[hole, one]
    if missing == 1:
        return int(ways - inside)
    if one == two:
        return int(ways * (ways - 1) // 2)
    return int(ways * (off_left[two] - held[hole, two]))


@njit(cache=True, nogil=True)
def add_to_levels(
    held: Ints, holders: Ints, row: Ints, into: Ints, targets: int, rows: Ints, rests: Ints,
    off_left: Ints,
) -> None:  # fmt: skip
    """Add one board's values to each row it belongs to, as often as its missing cards can come."""
    size = row.shape[0] * row.shape[1]
    flat = row.reshape(size)
    for target in range(targets):
        sums = into[rows[target]]
        flat_sums = sums.reshape(size)
        if rests[target, 0] == 2:
            for hole in range(row.shape[0]):
                ways = ways_of(held, off_left, 2, rests[target, 1], rests[target, 2], 0, hole)
                for m in range(VALUES):
                    sums[hole, m] += ways * row[hole, m]
            continue
        # All holes alike, then what those that hold the missing rank have too much. The multiples
        # are written out, since a product of 64 bits has no vector instruction and a sum has.
        rank = rests[target, 1]
        ways = off_left[rank] - rests[target, 3] if rests[target, 0] else 1
        if ways == 3:
            for m in range(size):
                flat_sums[m] += flat[m] * 3
        elif ways == 2:
            for m in range(size):
                flat_sums[m] += flat[m] * 2
        elif ways == 1:
            for m in range(size):
                flat_sums[m] += flat[m]
        if rests[target, 0]:
            for place in range(holders.shape[1]):
                hole = holders[rank, place]
                for m in range(VALUES):
                    sums[hole, m] -= held[hole, rank] * row[hole, m]


@njit(cache=True, nogil=True)
def flush_level(
    t: StrengthTables, n: int, boards: Ints, suited_left: int, off_left: Ints, dealer: Ints,
    dealers: int, qualifying: int, pays: Ints, multiples: Ints, late: bool, plain: Ints, into: Ints,
    chosen: Bytes,
) -> None:  # fmt: skip
    """Add to the level of n cards what a flush changes on the given boards, for one suit.

    What a flush changes is the value with it less the value without, which `plain` has: a level is
    the plain sum and a correction from each suit.
    """
    weights = weigh(pays, dealers, qualifying)
    counts = np.zeros((351, 4), np.int32)
    left = np.zeros(26, np.int64)
    row = np.zeros((351, VALUES), np.int64)
    rows = np.zeros(32, np.int64)
    rests = np.zeros((32, 5), np.int64)
    for at in range(boards.shape[0]):
        number = flush_counts(
            t.plain, t.plain_order, t.flush_order, t.flush_strength, t.flush_from, t.choose,
            t.symbols, boards[at], suited_left, off_left, dealer, qualifying, left, counts,
        )  # fmt: skip
        if number < 0:
            continue
        value_row(
            t.symbols, t.class_pairs, counts, left, weights, multiples, late, plain[number], row,
            chosen[at],
        )  # fmt: skip
        found = targets_of(t.sets, t.begins, t.choose, n, boards[at], rows, rests)
        add_to_levels(t.held, t.holders, row, into, found, rows, rests, off_left)


@njit(cache=True, nogil=True)
def draw_one(
    t: StrengthTables,
    size: int,
    multisets: Ints,
    rank_left: Ints,
    down: bool,
    upper: Ints,
    lower: Ints,
) -> None:
    """Sum plain values over the next card: from rank multisets of size + 1 to those of `size`.

    With `down`, hand reaches on the other way: from those of `size` to those of size + 1.
    """
    width = upper.shape[2]
    ranks = np.zeros(6, np.int64)
    for board in range(multisets.shape[0]):
        for rank in range(13):
            drawn = rank_left[rank]
            for place in range(size):
                ranks[place] = multisets[board, place]
                if ranks[place] == rank:
                    drawn -= 1
            ranks[size] = rank
            number = multiset_index(ranks, size + 1, t.choose)
            for pair in range(91):
                ways = drawn - t.held[pair, rank]
                for m in range(width):
                    if down:
                        lower[number, pair, m] += ways * upper[board, pair, m]
                    else:
                        lower[board, pair, m] += ways * upper[number, pair, m]


@njit(cache=True, nogil=True)
def views(begins: Ints, sets: Ints, choose: Ints, n: Int, cards: Ints, rows: Ints) -> int:
    """Rows of the level of n cards seen from each suit (-1: no flush can come); gives the plain."""
    ranks = np.zeros(6, np.int64)
    for suit in range(4):
        suited = 0
        keeps = 0
        offs = 0
        for place in range(n):
            if cards[place] & 3 == suit:
                suited |= 1 << (cards[place] >> 2)
                keeps += 1
            else:
                ranks[offs] = cards[place] >> 2
                offs += 1
        rows[suit] = -1
        if begins[n, keeps] >= 0:
            rows[suit] = begins[n, keeps] + sets[suited] * choose[12 + offs, offs]
            rows[suit] += multiset_index(ranks, offs, choose)
    for place in range(n):
        ranks[place] = cards[place] >> 2
    return multiset_index(ranks, n, choose)


@njit(cache=True, nogil=True, inline="always")
def known_value(
    classes: Ints, pairs: Ints, row: int, rows: Ints, hole: int, kinds: Ints, levels: Ints,
    plain: Ints, value: Ints,
) -> None:  # fmt: skip
    """Values of one hole when the cards behind `rows` are known: plain sum and each suit's part."""
    pair = pairs[hole]
    for m in range(VALUES):
        value[m] = plain[row, pair, m]
    for suit in range(4):
        if rows[suit] >= 0:
            seen = classes[hole, suit]
            for m in range(VALUES):
                value[m] += levels[kinds[suit], rows[suit], seen, m]


@njit(cache=True, nogil=True, inline="always")
def is_out(hole_cards: Ints, hole: int, taken: int) -> bool:
    """Tell whether a card of the hole is among the set of taken cards."""
    return bool(taken >> hole_cards[hole, 0] & 1 or taken >> hole_cards[hole, 1] & 1)


@njit(cache=True, nogil=True)
def flop_values(
    t: StrengthTables, flops: Ints, weights: Ints, multiples: Ints, kinds: Ints, levels: Ints,
    plain: Ints, out: Ints, chosen: Bytes, sums: Ints,
) -> None:  # fmt: skip
    """Fill, for each flop and hole, the sums of best, level and slope over all runouts.

    Then take the better of checking and raising, which must be strictly better, and add up by hole.
    """
    rows = np.zeros(4, np.int64)
    value = np.zeros(VALUES, np.int64)
    for at in range(flops.shape[0]):
        row = views(t.begins, t.sets, t.choose, np.int64(3), flops[at], rows)
        taken = 1 << flops[at, 0] | 1 << flops[at, 1] | 1 << flops[at, 2]
        for hole in range(t.hole_cards.shape[0]):
            chosen[at, hole] = CHECKED
            if is_out(t.hole_cards, hole, taken):
                continue
            known_value(t.hole_class, t.hole_pairs, row, rows, hole, kinds, levels, plain, value)
            for m in range(3):
                out[at, hole, m] = value[m]
            best = value[BEST]
            for place in range(2):
                bet = value[LEVEL] + multiples[place] * value[SLOPE]
                if multiples[place] and bet > best:
                    best = bet
                    chosen[at, hole] = FLOP_LOW + place
            sums[hole, 0] += weights[at] * best
            sums[hole, 1] += weights[at] * value[LEVEL]
            sums[hole, 2] += weights[at] * value[SLOPE]


@njit(cache=True, nogil=True)
def seen_subsets(n: int, cards: Ints, seen: int, subsets: Ints) -> int:
    """Numbers of the sets of none, one or two (`seen`) of n cards; gives how many there are."""
    if seen == 0:
        subsets[0] = 0
        return 1
    found = 0
    for place in range(n):
        if seen == 1:
            subsets[found] = cards[place]
            found += 1
        else:
            for other in range(place):
                low = min(cards[place], cards[other])
                high = max(cards[place], cards[other])
                subsets[found] = high * (high - 1) // 2 + low
                found += 1
    return found


@njit(cache=True, nogil=True)
def sum_known(
    t: StrengthTables, n: int, known: Ints, weights: Ints, seen: int, dead: int, runouts: int,
    multiples: Ints, kinds: Ints, levels: Ints, plain: Ints, sums: Ints,
) -> None:  # fmt: skip
    """Take the better choice on each flop, with n cards known by then, and sum over what comes.

    `sums` are by the `seen` cards that were known before (none, one or two of the n) and by hole:
    the best, level, slope, and how many runouts are played on the flop, played on the river,
    folded, and there at all.
    """
    rows = np.zeros(4, np.int64)
    value = np.zeros(VALUES, np.int64)
    subsets = np.zeros(10, np.int64)
    for at in range(known.shape[0]):
        weight = weights[at]
        row = views(t.begins, t.sets, t.choose, n, known[at], rows)
        found = seen_subsets(n, known[at], seen, subsets)
        taken = dead
        for place in range(n):
            taken |= 1 << known[at, place]
        for hole in range(t.hole_cards.shape[0]):
            if is_out(t.hole_cards, hole, taken):
                continue
            known_value(t.hole_class, t.hole_pairs, row, rows, hole, kinds, levels, plain, value)
            best = value[BEST]
            on_flop = 0
            on_river = value[PLAYS] & 0xFFFFFFFF
            for place in range(2):
                bet = value[LEVEL] + multiples[place] * value[SLOPE]
                if multiples[place] and bet > best:
                    best = bet
                    on_flop = runouts
                    on_river = 0
            for place in range(found):
                total = sums[subsets[place], hole]
                total[0] += weight * best
                total[1] += weight * value[LEVEL]
                total[2] += weight * value[SLOPE]
                total[3] += weight * on_flop
                total[4] += weight * on_river
                total[5] += weight * (runouts - on_flop - on_river)
                total[6] += weight * runouts


@njit(cache=True, nogil=True)
def decide_known(
    t: StrengthTables, n: int, known: Ints, weights: Ints, dead: int, runouts: int, multiples: Ints,
    deal: Ints, kinds: Ints, levels: Ints, plain: Ints, totals: Ints,
) -> None:  # fmt: skip
    """As `sum_known`, where the n cards are known before the first bet: that is decided here too.

    `multiples` of 0: the flop was decided on the boards. Adds up over all holes: the best, then
    runouts raised at the deal low and high, played on the flop, played on the river, folded, and
    there at all.
    """
    rows = np.zeros(4, np.int64)
    value = np.zeros(VALUES, np.int64)
    for at in range(known.shape[0]):
        weight = weights[at]
        row = views(t.begins, t.sets, t.choose, n, known[at], rows)
        taken = dead
        for place in range(n):
            taken |= 1 << known[at, place]
        for hole in range(t.hole_cards.shape[0]):
            if is_out(t.hole_cards, hole, taken):
                continue
            known_value(t.hole_class, t.hole_pairs, row, rows, hole, kinds, levels, plain, value)
            best = value[BEST]
            on_flop = value[PLAYS] >> 32
            on_river = value[PLAYS] & 0xFFFFFFFF
            for place in range(2):
                bet = value[LEVEL] + multiples[place] * value[SLOPE]
                if multiples[place] and bet > best:
                    best = bet
                    on_flop = runouts
                    on_river = 0
            raised = -1
            for place in range(2):
                bet = value[LEVEL] + deal[place] * value[SLOPE]
                if deal[place] and bet > best:
                    best = bet
                    raised = place
            totals[0] += weight * best
            if raised >= 0:
                totals[1 + raised] += weight * runouts
            else:
                totals[3] += weight * on_flop
                totals[4] += weight * on_river
                totals[5] += weight * (runouts - on_flop - on_river)
            totals[6] += weight * runouts


@njit(cache=True, nogil=True)
def reach_down(
    t: StrengthTables, flops: Ints, weights: Ints, choices: Bytes, columns: Ints, by_view: Ints,
    by_rank: Ints,
) -> None:  # fmt: skip
    """Hand down how often each flop is left with each choice made, as suits and ranks see it."""
    rows = np.zeros(4, np.int64)
    for at in range(flops.shape[0]):
        row = views(t.begins, t.sets, t.choose, np.int64(3), flops[at], rows)
        taken = 1 << flops[at, 0] | 1 << flops[at, 1] | 1 << flops[at, 2]
        for hole in range(t.hole_cards.shape[0]):
            if is_out(t.hole_cards, hole, taken):
                continue
            column = columns[choices[at, hole]]
            by_rank[row, t.hole_pairs[hole], column] += weights[at]
            for suit in range(4):
                if rows[suit] >= 0:
                    by_view[rows[suit], t.hole_class[hole, suit], column] += weights[at]


@njit(cache=True, nogil=True)
def board_reach(
    symbols: Ints, held: Ints, holders: Ints, targets: int, rows: Ints, rests: Ints, off_left: Ints,
    left: Ints, by_view: Ints, reach: Ints,
) -> None:  # fmt: skip
    """How often each hole class comes to one board, by the column of how it left the flop.

    The way of `add_to_levels`, backwards.
    """
    width = reach.shape[1]
    size = reach.shape[0] * width
    flat = reach.reshape(size)
    for m in range(size):
        flat[m] = 0
    for target in range(targets):
        above = by_view[rows[target]]
        if rests[target, 0] == 2:
            for hole in range(reach.shape[0]):
                ways = ways_of(held, off_left, 2, rests[target, 1], rests[target, 2], 0, hole)
                for column in range(width):
                    reach[hole, column] += ways * above[hole, column]
            continue
        rank = rests[target, 1]
        ways = off_left[rank] - rests[target, 3] if rests[target, 0] else 1
        flat_above = above.reshape(size)
        for m in range(size):
            flat[m] += ways * flat_above[m]
        if rests[target, 0]:
            for place in range(holders.shape[1]):
                hole = holders[rank, place]
                for column in range(width):
                    reach[hole, column] -= held[hole, rank] * above[hole, column]
    for hole in range(reach.shape[0]):
        if not can_hold(symbols, hole, left):
            for column in range(width):
                reach[hole, column] = 0


@njit(cache=True, nogil=True)
def add_tallies(
    counts: HoleCounts, reach: Ints, choices: Ints, chosen: Bytes, dealers: int, qualifying: int,
    tally: Ints,
) -> None:  # fmt: skip
    """Add one board's showdowns to the tally by choice, ending and category, for all holes."""
    ends = np.zeros(ENDINGS, np.int64)
    for hole in range(reach.shape[0]):
        reached = 0
        for column in range(choices.size):
            reached |= reach[hole, column]
        if not reached:
            continue
        endings(counts[hole], dealers, qualifying, ends)
        category = counts[hole, 0] >> 20
        for column in range(choices.size):
            if reach[hole, column]:
                made = chosen[hole] if choices[column] == CHECKED else choices[column]
                for end in range(ENDINGS):
                    tally[made, end, category] += reach[hole, column] * ends[end]


@njit(cache=True, nogil=True)
def flush_tally(
    t: StrengthTables, boards: Ints, qualifying: int, dealers: int, by_view: Ints, choices: Ints,
    chosen: Bytes, plain_reach: Ints, tally: Ints,
) -> None:  # fmt: skip
    """Tally the boards with a possible flush, and take what reaches them from the plain boards."""
    counts = np.zeros((351, 4), np.int32)
    left = np.zeros(26, np.int64)
    reach = np.zeros((351, choices.size), np.int64)
    rows = np.zeros(32, np.int64)
    rests = np.zeros((32, 5), np.int64)
    off_left = np.full(13, 3, np.int64)
    dealer = np.full(2, UNKNOWN, np.int64)
    for at in range(boards.shape[0]):
        number = flush_counts(
            t.plain, t.plain_order, t.flush_order, t.flush_strength, t.flush_from, t.choose,
            t.symbols, boards[at], np.int64(ALL_SUITED), off_left, dealer, qualifying, left, counts,
        )  # fmt: skip
        if number < 0:
            continue
        found = targets_of(t.sets, t.begins, t.choose, np.int64(3), boards[at], rows, rests)
        board_reach(
            t.symbols, t.held, t.holders, found, rows, rests, off_left, left, by_view, reach
        )
        for hole in range(351):
            for column in range(choices.size):
                plain_reach[number, t.class_pairs[hole], column] -= reach[hole, column]
        add_tallies(counts, reach, choices, chosen[boards[at, 0]], dealers, qualifying, tally)


@njit(cache=True, nogil=True)
def plain_tally(
    t: StrengthTables, boards: Ints, qualifying: int, dealers: int, reach: Ints, choices: Ints,
    chosen: Bytes, tally: Ints,
) -> None:  # fmt: skip
    """Tally the boards on which nobody can have a flush."""
    counts = np.zeros((91, 4), np.int32)
    left = np.zeros(26, np.int64)
    dealer = np.full(2, UNKNOWN, np.int64)
    rank_left = np.full(13, 4, np.int64)
    for board in range(boards.shape[0]):
        if not take_board(boards[board], rank_left, left):
            continue
        showdowns(
            t.plain[board], t.plain_order[board], t.flush_order[:0], t.flush_strength[:0],
            t.symbols, np.int64(0), left, dealer, qualifying, counts,
        )  # fmt: skip
        add_tallies(counts, reach[board], choices, chosen[board], dealers, qualifying, tally)
