"""Compiled loops on integers: showdowns on every board, summed to levels of fewer known cards.

How it works is told in docs/internals/solver.md; `reference.py` has plain twins.
Kernels that call each other share this file, since the cache does not notice edits in another.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints = NDArray[np.int64]

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

UNKNOWN: Final = -1  # a dealer card that nobody has seen

# Choices, as the policy tables and the tallies number them.
DEAL_LOW, DEAL_HIGH, FLOP_LOW, FLOP_HIGH, RIVER_LOW, RIVER_HIGH, FOLD = range(7)
CHOICES: Final = 7
CHECKED: Final = 4  # of the reaches that a flop hands down: the four raises, or still in


@njit(cache=True, nogil=True)
def pair_index(first: int, second: int) -> int:
    if first < second:
        return second * (second + 1) // 2 + first
    return first * (first + 1) // 2 + second


@njit(cache=True, nogil=True)
def multiset_index(ranks: Ints, size: int, choose: Ints) -> int:
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
def showdowns(
    suited: int,
    plain: NDArray[np.int32],
    plain_order: NDArray[np.uint8],
    flush: NDArray[np.int32],
    flush_order: NDArray[np.int16],
    left: Ints,
    dealer: Ints,
    qualifying: int,
    symbols: Ints,
    out: NDArray[np.int32],
) -> None:
    """On one board, count every hole class against all dealer hands, by one sweep in rising order.

    `suited` is the set of suited ranks on the board (0: no flush can be), `plain` and `plain_order`
    belong to its ranks and `flush_order` to its suited ranks; `left` is how many cards of each
    symbol are not on the board nor known; `dealer` has the dealer's symbols, or `UNKNOWN`. Fills
    `out` by class: strength, dealer hands below, below or equal, and not qualified.

    A hole takes two cards from the dealer. So beside the number of dealer hands below, the sweep
    keeps, for each symbol, how many of them contain one given card of that symbol.
    """
    on_board = 0
    for rank in range(13):
        on_board += suited >> rank & 1
    below = 0
    below_with = np.zeros(26, np.int64)
    level = np.empty(351, np.int64)
    unqualified = -1
    unqualified_with = np.zeros(26, np.int64)
    spares = 1 if dealer[0] == UNKNOWN else 0  # the hole itself is in the dealer's hands, once
    # With five suited cards on the board, everybody has a flush.
    pairs = 0 if on_board == 5 else plain_order.size
    at_pair = 0
    at_flush = 0
    while at_pair < pairs or at_flush < flush_order.size:
        strength = 1 << 30
        if at_pair < pairs:
            strength = plain[plain_order[at_pair]]
        if at_flush < flush_order.size:
            hole = flush_order[at_flush]
            own = suited
            if symbols[hole, 0] >= 13:
                own |= 1 << (symbols[hole, 0] - 13)
            if symbols[hole, 1] >= 13:
                own |= 1 << (symbols[hole, 1] - 13)
            strength = min(strength, flush[own])
        # All classes of this strength.
        found = 0
        while at_pair < pairs and plain[plain_order[at_pair]] == strength:
            pair = plain_order[at_pair]
            at_pair += 1
            level[found] = pair
            found += 1
            if on_board == 3:  # one suited card does not make a flush
                low = symbols[pair, 0]
                high = symbols[pair, 1]
                if not suited >> high & 1:
                    level[found] = (high + 13) * (high + 14) // 2 + low
                    found += 1
                if low != high and not suited >> low & 1:
                    level[found] = (low + 13) * (low + 14) // 2 + high
                    found += 1
        while at_flush < flush_order.size:
            hole = flush_order[at_flush]
            own = suited
            if symbols[hole, 0] >= 13:
                own |= 1 << (symbols[hole, 0] - 13)
            if symbols[hole, 1] >= 13:
                own |= 1 << (symbols[hole, 1] - 13)
            if flush[own] != strength:
                break
            level[found] = hole
            found += 1
            at_flush += 1
        if strength >= qualifying and unqualified < 0:
            unqualified = below
            unqualified_with[:] = below_with
        for place in range(found):
            hole = level[place]
            out[hole, 0] = strength
            low = symbols[hole, 0]
            high = symbols[hole, 1]
            out[hole, 1] = below - below_with[low] - below_with[high]
        for place in range(found):
            hole = level[place]
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
            elif dealer[1] == UNKNOWN:
                if low == dealer[0]:
                    below += left[high]
                    below_with[high] += 1
                elif high == dealer[0]:
                    below += left[low]
                    below_with[low] += 1
            elif hole == pair_index(dealer[0], dealer[1]):
                below += 1
        for place in range(found):
            hole = level[place]
            low = symbols[hole, 0]
            high = symbols[hole, 1]
            out[hole, 2] = below - below_with[low] - below_with[high] + spares
    if unqualified < 0:
        unqualified = below
        unqualified_with[:] = below_with
    for hole in range(symbols.shape[0]):
        low = symbols[hole, 0]
        high = symbols[hole, 1]
        out[hole, 3] = unqualified - unqualified_with[low] - unqualified_with[high]
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


@njit(cache=True, nogil=True)
def can_hold(hole: int, left: Ints, symbols: Ints) -> bool:
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
            win, win_unqualified, tie, lose, lose_unqualified = pays[
                category, part * ENDINGS : (part + 1) * ENDINGS
            ]
            at = 4 * part
            if category << 20 >= qualifying:
                weights[category, at] = win - tie
                weights[category, at + 1] = tie - lose
                weights[category, at + 2] = win_unqualified - win
            else:
                weights[category, at] = win_unqualified - tie
                weights[category, at + 1] = tie - lose_unqualified
                weights[category, at + 2] = lose_unqualified - lose
            weights[category, at + 3] = dealers * lose
        weights[category, 8] = dealers * pays[category, PAY_FOLD]
    return weights


@njit(cache=True, nogil=True)
def value_row(
    counts: NDArray[np.int32],
    left: Ints,
    weights: Ints,
    multiples: Ints,
    known_runout: bool,
    symbols: Ints,
    class_pairs: Ints,
    less: Ints,
    row: Ints,
    chosen: NDArray[np.uint8],
) -> None:
    """Turn the counts of one board into the four values of each hole class; 0 where none can be.

    `multiples` are the lowest and highest on the flop and on the river. `known_runout`: the turn
    and river are known when the flop is bet, so the better of both streets is taken here. What
    `less` has for the ranks of the hole is taken off.
    """
    for hole in range(row.shape[0]):
        if not can_hold(hole, left, symbols):
            row[hole, BEST] = 0
            row[hole, LEVEL] = 0
            row[hole, SLOPE] = 0
            row[hole, PLAYS] = 0
            chosen[hole] = 0
            continue
        at = counts[hole, 0] >> 20
        below = counts[hole, 1]
        upto = counts[hole, 2]
        unqualified = counts[hole, 3]
        stands = (
            below * weights[at, 0]
            + upto * weights[at, 1]
            + unqualified * weights[at, 2]
            + weights[at, 3]
        )
        slope = (
            below * weights[at, 4]
            + upto * weights[at, 5]
            + unqualified * weights[at, 6]
            + weights[at, 7]
        )
        best = weights[at, 8]
        made = FOLD
        plays = 0
        for place in range(2, 4):
            value = stands + multiples[place] * slope
            if value > best:
                best = value
                made = RIVER_LOW + place - 2
                plays = 1
        if known_runout:
            for place in range(2):
                value = stands + multiples[place] * slope
                if value > best:
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
def plain_rows(
    boards: Ints,
    rank_left: Ints,
    dealer: Ints,
    dealers: int,
    qualifying: int,
    pays: Ints,
    multiples: Ints,
    known_runout: bool,
    plain: NDArray[np.int32],
    plain_order: NDArray[np.uint8],
    symbols: Ints,
    rows: Ints,
    chosen: NDArray[np.uint8],
) -> None:
    """Fill the values of the boards on which nobody can have a flush."""
    pairs = symbols[:91]
    themselves = np.arange(91)
    nothing = np.zeros((91, VALUES), np.int64)
    weights = weigh(pays, dealers, qualifying)
    counts = np.zeros((91, 4), np.int32)
    left = np.zeros(26, np.int64)
    no_flush = np.zeros(0, np.int32)
    no_order = np.zeros(0, np.int16)
    for board in range(boards.shape[0]):
        left[:13] = rank_left
        for place in range(5):
            left[boards[board, place]] -= 1
        if left.min() < 0:
            continue
        showdowns(
            0, plain[board], plain_order[board], no_flush, no_order, left, dealer, qualifying,
            pairs, counts,
        )  # fmt: skip
        value_row(
            counts, left, weights, multiples, known_runout, pairs, themselves, nothing, rows[board],
            chosen[board],
        )  # fmt: skip


@njit(cache=True, nogil=True)
def flush_counts(
    suited: int,
    off: Ints,
    offs: int,
    suited_left: int,
    off_left: Ints,
    dealer: Ints,
    qualifying: int,
    plain: NDArray[np.int32],
    plain_order: NDArray[np.uint8],
    flush: NDArray[np.int32],
    flush_order: NDArray[np.int16],
    flush_from: Ints,
    choose: Ints,
    symbols: Ints,
    left: Ints,
    counts: NDArray[np.int32],
) -> int:
    """Count the showdowns on one board with a possible flush; give the number of its ranks.

    -1 when there is no such board, for want of cards.
    """
    ranks = np.zeros(5, np.int64)
    at = 0
    for rank in range(13):
        left[rank] = off_left[rank]
        left[13 + rank] = suited_left >> rank & 1
        if suited >> rank & 1:
            left[13 + rank] = 0
            ranks[at] = rank
            at += 1
    for place in range(offs):
        left[off[place]] -= 1
        ranks[at] = off[place]
        at += 1
        if left[off[place]] < 0:
            return -1
    number = multiset_index(ranks, 5, choose)
    showdowns(
        suited, plain[number], plain_order[number], flush,
        flush_order[flush_from[suited] : flush_from[suited + 1]], left, dealer, qualifying,
        symbols, counts,
    )  # fmt: skip
    return number


@njit(cache=True, nogil=True)
def targets_of(
    n: int,
    suited: int,
    off: Ints,
    offs: int,
    sets: Ints,
    begins: Ints,
    choose: Ints,
    rows: Ints,
    rests: Ints,
) -> int:
    """Rows of the level of n cards that one board belongs to, and the off cards then missing.

    Fills `rows`, and in `rests` how many off ranks are missing, and which; gives how many rows.
    """
    members = np.zeros(5, np.int64)
    at = 0
    for rank in range(13):
        if suited >> rank & 1:
            members[at] = rank
            at += 1
    suits = at
    kept_off = np.zeros(5, np.int64)
    found = 0
    for taken in range(32):
        size = 0
        for place in range(5):
            size += taken >> place & 1
        if size != n:
            continue
        # Of two equal off ranks, the first one stands for either.
        if offs == 2 and off[0] == off[1] and taken >> suits & 3 == 2:
            continue
        kept = 0
        keeps = 0
        for place in range(suits):
            if taken >> place & 1:
                kept |= 1 << members[place]
                keeps += 1
        if begins[n, keeps] < 0:
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
        multisets = choose[12 + kept_offs, kept_offs]
        # What the row itself holds of a missing rank is not there to be drawn.
        rests[found, 3] = 0
        rests[found, 4] = 0
        for place in range(kept_offs):
            for lack in range(missing):
                if kept_off[place] == rests[found, 1 + lack]:
                    rests[found, 3 + lack] += 1
        rows[found] = begins[n, keeps] + sets[kept] * multisets
        rows[found] += multiset_index(kept_off, kept_offs, choose)
        found += 1
    return found


@njit(cache=True, nogil=True)
def add_to_levels(
    row: Ints,
    into: Ints,
    targets: int,
    rows: Ints,
    rests: Ints,
    off_left: Ints,
    held: Ints,
    holders: Ints,
) -> None:
    """Add one board's values to each row it belongs to, as often as its missing cards can come."""
    size = row.shape[0] * row.shape[1]
    flat = row.reshape(size)
    for target in range(targets):
        sums = into[rows[target]]
        flat_sums = sums.reshape(size)
        if rests[target, 0] == 0:
            for m in range(size):
                flat_sums[m] += flat[m]
        elif rests[target, 0] == 1:
            rank = rests[target, 1]
            ways = off_left[rank] - rests[target, 3]
            if ways == 3:
                for m in range(size):
                    flat_sums[m] += flat[m] * 3
            elif ways == 2:
                for m in range(size):
                    flat_sums[m] += flat[m] * 2
            elif ways == 1:
                for m in range(size):
                    flat_sums[m] += flat[m]
            for place in range(holders.shape[1]):
                hole = holders[rank, place]
                if hole >= 0:
                    for m in range(VALUES):
                        sums[hole, m] -= held[hole, rank] * row[hole, m]
        else:
            one = rests[target, 1]
            two = rests[target, 2]
            for hole in range(row.shape[0]):
                ways = off_left[one] - held[hole, one]
                if one == two:
                    ways = ways * (ways - 1) // 2
                else:
                    ways *= off_left[two] - held[hole, two]
                for m in range(VALUES):
                    sums[hole, m] += ways * row[hole, m]


@njit(cache=True, nogil=True)
def flush_level(
    n: int,
    boards: Ints,
    suited_left: int,
    off_left: Ints,
    dealer: Ints,
    dealers: int,
    qualifying: int,
    pays: Ints,
    multiples: Ints,
    known_runout: bool,
    plain: NDArray[np.int32],
    plain_order: NDArray[np.uint8],
    flush: NDArray[np.int32],
    flush_order: NDArray[np.int16],
    flush_from: Ints,
    sets: Ints,
    begins: Ints,
    choose: Ints,
    symbols: Ints,
    class_pairs: Ints,
    held: Ints,
    holders: Ints,
    plain_values: Ints,
    into: Ints,
    chosen: NDArray[np.uint8],
) -> None:
    """Add to the level of n cards what a flush changes on the given boards, for one suit.

    A board is (number, suited set, off ranks, first, second). What a flush changes is the value
    with it less the value without: a level is the plain sum and a correction from each suit.
    """
    holes = symbols.shape[0]
    weights = weigh(pays, dealers, qualifying)
    counts = np.zeros((holes, 4), np.int32)
    left = np.zeros(26, np.int64)
    row = np.zeros((holes, VALUES), np.int64)
    rows = np.zeros(32, np.int64)
    rests = np.zeros((32, 5), np.int64)
    for at in range(boards.shape[0]):
        suited = boards[at, 1]
        if suited & ~suited_left:
            continue
        off = boards[at, 3:]
        number = flush_counts(
            suited, off, boards[at, 2], suited_left, off_left, dealer, qualifying, plain,
            plain_order, flush, flush_order, flush_from, choose, symbols, left, counts,
        )  # fmt: skip
        if number < 0:
            continue
        value_row(
            counts, left, weights, multiples, known_runout, symbols, class_pairs,
            plain_values[number], row, chosen[at],
        )  # fmt: skip
        found = targets_of(n, suited, off, boards[at, 2], sets, begins, choose, rows, rests)
        add_to_levels(row, into, found, rows, rests, off_left, held, holders)


@njit(cache=True, nogil=True)
def draw_one(
    size: int, multisets: Ints, rank_left: Ints, pairs: Ints, choose: Ints, upper: Ints, lower: Ints
) -> None:
    """Sum plain values over the next card: from rank multisets of size + 1 to those of `size`."""
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
            number = multiset_index(ranks, size + 1, choose)
            for pair in range(pairs.shape[0]):
                ways = drawn
                if pairs[pair, 0] == rank:
                    ways -= 1
                if pairs[pair, 1] == rank:
                    ways -= 1
                for m in range(width):
                    lower[board, pair, m] += ways * upper[number, pair, m]


@njit(cache=True, nogil=True)
def views(n: int, cards: Ints, begins: Ints, sets: Ints, choose: Ints, rows: Ints) -> int:
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
            multisets = choose[12 + offs, offs]
            rows[suit] = begins[n, keeps] + sets[suited] * multisets
            rows[suit] += multiset_index(ranks, offs, choose)
    for place in range(n):
        ranks[place] = cards[place] >> 2
    return multiset_index(ranks, n, choose)


@njit(cache=True, nogil=True)
def known_value(
    row: int, rows: Ints, hole: int, kinds: Ints, levels: Ints, plain: Ints, hole_class: Ints,
    hole_pairs: Ints, value: Ints,
) -> None:  # fmt: skip
    """Values of one hole when the cards behind `rows` are known: plain sum and each suit's part."""
    pair = hole_pairs[hole]
    for m in range(VALUES):
        value[m] = plain[row, pair, m]
    for suit in range(4):
        if rows[suit] >= 0:
            seen = hole_class[hole, suit]
            for m in range(VALUES):
                value[m] += levels[kinds[suit], rows[suit], seen, m]


@njit(cache=True, nogil=True)
def flop_values(
    flops: Ints, weights: Ints, multiples: Ints, kinds: Ints, levels: Ints, plain: Ints,
    begins: Ints, sets: Ints, choose: Ints, hole_cards: Ints, hole_class: Ints, hole_pairs: Ints,
    out: Ints, chosen: NDArray[np.uint8], sums: Ints,
) -> None:  # fmt: skip
    """Fill, for each flop and hole, the sums of best, level and slope over all runouts.

    Then take the better of checking and raising, which must be strictly better, and add up by hole.
    """
    rows = np.zeros(4, np.int64)
    value = np.zeros(VALUES, np.int64)
    for at in range(flops.shape[0]):
        flop = flops[at]
        row = views(3, flop, begins, sets, choose, rows)
        for hole in range(hole_cards.shape[0]):
            chosen[at, hole] = CHECKED
            clash = False
            for place in range(3):
                clash |= flop[place] == hole_cards[hole, 0] or flop[place] == hole_cards[hole, 1]
            if clash:
                continue
            known_value(row, rows, hole, kinds, levels, plain, hole_class, hole_pairs, value)
            for m in range(3):
                out[at, hole, m] = value[m]
            best = value[BEST]
            for place in range(2):
                bet = value[LEVEL] + multiples[place] * value[SLOPE]
                if bet > best:
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
    n: int,
    known: Ints,
    weights: Ints,
    seen: int,
    dead: int,
    runouts: int,
    multiples: Ints,
    kinds: Ints,
    levels: Ints,
    plain: Ints,
    begins: Ints,
    sets: Ints,
    choose: Ints,
    hole_cards: Ints,
    hole_class: Ints,
    hole_pairs: Ints,
    sums: Ints,
) -> None:
    """Take the better choice on each flop, with n cards known by then, and sum over what comes.

    `sums` are by the `seen` cards that were known before (none, one or two of the n) and by hole:
    the best, level, slope, and how many runouts are played on the flop, played on the river,
    folded, and there at all.
    """
    rows = np.zeros(4, np.int64)
    value = np.zeros(VALUES, np.int64)
    subsets = np.zeros(10, np.int64)
    for at in range(known.shape[0]):
        cards = known[at]
        weight = weights[at]
        row = views(n, cards, begins, sets, choose, rows)
        found = seen_subsets(n, cards, seen, subsets)
        taken = dead
        for place in range(n):
            taken |= 1 << cards[place]
        for hole in range(hole_cards.shape[0]):
            if taken >> hole_cards[hole, 0] & 1 or taken >> hole_cards[hole, 1] & 1:
                continue
            known_value(row, rows, hole, kinds, levels, plain, hole_class, hole_pairs, value)
            best = value[BEST]
            on_flop = 0
            on_river = value[PLAYS] & 0xFFFFFFFF
            for place in range(2):
                bet = value[LEVEL] + multiples[place] * value[SLOPE]
                if bet > best:
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
    n: int, known: Ints, weights: Ints, dead: int, runouts: int, multiples: Ints, deal: Ints,
    kinds: Ints, levels: Ints, plain: Ints, begins: Ints, sets: Ints, choose: Ints,
    hole_cards: Ints, hole_class: Ints, hole_pairs: Ints, totals: Ints,
) -> None:  # fmt: skip
    """As `sum_known`, where the n cards are known before the first bet: that is decided here too.

    Adds up over all holes: the best, then runouts raised at the deal low and high, played on the
    flop, played on the river, folded, and there at all.
    """
    rows = np.zeros(4, np.int64)
    value = np.zeros(VALUES, np.int64)
    for at in range(known.shape[0]):
        cards = known[at]
        weight = weights[at]
        row = views(n, cards, begins, sets, choose, rows)
        taken = dead
        for place in range(n):
            taken |= 1 << cards[place]
        for hole in range(hole_cards.shape[0]):
            if taken >> hole_cards[hole, 0] & 1 or taken >> hole_cards[hole, 1] & 1:
                continue
            known_value(row, rows, hole, kinds, levels, plain, hole_class, hole_pairs, value)
            best = value[BEST]
            on_flop = value[PLAYS] >> 32
            on_river = value[PLAYS] & 0xFFFFFFFF
            if multiples[1]:
                for place in range(2):
                    bet = value[LEVEL] + multiples[place] * value[SLOPE]
                    if bet > best:
                        best = bet
                        on_flop = runouts
                        on_river = 0
            raised = -1
            for place in range(2):
                bet = value[LEVEL] + deal[place] * value[SLOPE]
                if bet > best:
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
    flops: Ints, weights: Ints, choices: NDArray[np.uint8], columns: Ints, begins: Ints, sets: Ints,
    choose: Ints, hole_cards: Ints, hole_class: Ints, hole_pairs: Ints, by_view: Ints,
    by_rank: Ints,
) -> None:  # fmt: skip
    """Hand down how often each flop is reached with each choice made, as suits and ranks see it."""
    rows = np.zeros(4, np.int64)
    for at in range(flops.shape[0]):
        flop = flops[at]
        row = views(3, flop, begins, sets, choose, rows)
        for hole in range(hole_cards.shape[0]):
            clash = False
            for place in range(3):
                clash |= flop[place] == hole_cards[hole, 0] or flop[place] == hole_cards[hole, 1]
            if clash:
                continue
            choice = columns[choices[at, hole]]
            by_rank[row, hole_pairs[hole], choice] += weights[at]
            for suit in range(4):
                if rows[suit] >= 0:
                    by_view[rows[suit], hole_class[hole, suit], choice] += weights[at]


@njit(cache=True, nogil=True)
def add_tallies(
    counts: NDArray[np.int32], reach: Ints, choices: Ints, chosen: NDArray[np.uint8], dealers: int,
    qualifying: int, tally: Ints,
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
    boards: Ints, qualifying: int, dealers: int, plain: NDArray[np.int32],
    plain_order: NDArray[np.uint8], flush: NDArray[np.int32], flush_order: NDArray[np.int16],
    flush_from: Ints, sets: Ints, begins: Ints, choose: Ints, symbols: Ints, class_pairs: Ints,
    held: Ints, by_view: Ints, choices: Ints, chosen: NDArray[np.uint8], plain_reach: Ints,
    tally: Ints,
) -> None:  # fmt: skip
    """Tally the boards with a possible flush, and take what reaches them from the plain boards."""
    holes = symbols.shape[0]
    counts = np.zeros((holes, 4), np.int32)
    left = np.zeros(26, np.int64)
    reach = np.zeros((holes, choices.size), np.int64)
    rows = np.zeros(32, np.int64)
    rests = np.zeros((32, 5), np.int64)
    off_left = np.full(13, 4 - 1, np.int64)
    dealer = np.full(2, UNKNOWN, np.int64)
    for at in range(boards.shape[0]):
        off = boards[at, 3:]
        suited = boards[at, 1]
        number = flush_counts(
            suited, off, boards[at, 2], 0x1FFF, off_left, dealer, qualifying, plain, plain_order,
            flush, flush_order, flush_from, choose, symbols, left, counts,
        )  # fmt: skip
        found = targets_of(3, suited, off, boards[at, 2], sets, begins, choose, rows, rests)
        reach[:] = 0
        for target in range(found):
            for hole in range(holes):
                if not can_hold(hole, left, symbols):
                    continue
                ways = 1
                if rests[target, 0] == 1:
                    rank = rests[target, 1]
                    ways = off_left[rank] - rests[target, 3] - held[hole, rank]
                elif rests[target, 0] == 2:
                    one = rests[target, 1]
                    two = rests[target, 2]
                    ways = off_left[one] - held[hole, one]
                    if one == two:
                        ways = ways * (ways - 1) // 2
                    else:
                        ways *= off_left[two] - held[hole, two]
                for column in range(choices.size):
                    reach[hole, column] += ways * by_view[rows[target], hole, column]
        for hole in range(holes):
            for column in range(choices.size):
                plain_reach[number, class_pairs[hole], column] -= reach[hole, column]
        add_tallies(counts, reach, choices, chosen[boards[at, 0]], dealers, qualifying, tally)


@njit(cache=True, nogil=True)
def draw_down(
    size: int, multisets: Ints, rank_left: Ints, pairs: Ints, choose: Ints, upper: Ints, lower: Ints
) -> None:
    """Hand reaches down by one card: from rank multisets of `size` to those of size + 1."""
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
            number = multiset_index(ranks, size + 1, choose)
            for pair in range(pairs.shape[0]):
                ways = drawn
                if pairs[pair, 0] == rank:
                    ways -= 1
                if pairs[pair, 1] == rank:
                    ways -= 1
                for m in range(width):
                    lower[number, pair, m] += ways * upper[board, pair, m]


@njit(cache=True, nogil=True)
def plain_tally(
    boards: Ints, qualifying: int, dealers: int, plain: NDArray[np.int32],
    plain_order: NDArray[np.uint8], symbols: Ints, reach: Ints, choices: Ints,
    chosen: NDArray[np.uint8], tally: Ints,
) -> None:  # fmt: skip
    """Tally the boards on which nobody can have a flush."""
    pairs = symbols[:91]
    counts = np.zeros((91, 4), np.int32)
    left = np.zeros(26, np.int64)
    dealer = np.full(2, UNKNOWN, np.int64)
    no_flush = np.zeros(0, np.int32)
    no_order = np.zeros(0, np.int16)
    for board in range(boards.shape[0]):
        left[:13] = 4
        for place in range(5):
            left[boards[board, place]] -= 1
        if left.min() < 0:
            continue
        showdowns(
            0, plain[board], plain_order[board], no_flush, no_order, left, dealer, qualifying,
            pairs, counts,
        )  # fmt: skip
        add_tallies(counts, reach[board], choices, chosen[board], dealers, qualifying, tally)
