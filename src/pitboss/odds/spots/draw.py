"""Draws spots to practise: which ones fit is counted exactly, chance picks among them by weight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from math import comb
from typing import Final

import numpy as np
from numpy.random import PCG64
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.odds.arrays import Bytes, Ints
from pitboss.odds.counting.boards import (
    SUIT_ORDERS,
    flops,
    flush_boards,
    level_rows,
    multiset_array,
)
from pitboss.odds.counting.kernels import BEST, CHECKED, LEVEL, PAY_FOLD, SLOPE, reach_down
from pitboss.odds.counting.levels import DEALER_HANDS, boards_of_part, plain_values, workers
from pitboss.odds.counting.numbering import (
    BOARD_CARDS,
    CLASS_SYMBOLS,
    HOLE_CARDS,
    HOLE_CLASSES,
    HOLES,
    PAIR_RANKS,
    PLAIN_BOARDS,
    RANK_PAIRS,
    RANKS,
    multisets,
)
from pitboss.odds.counting.strengths import CATEGORY_SHIFT
from pitboss.odds.counting.tables import tables
from pitboss.odds.counting.tally import drawn_down, reached
from pitboss.odds.game import Game
from pitboss.odds.hands import HAND_NAMES, HAND_OF_HOLE, HOLES_OF_HAND
from pitboss.odds.outcome import FOLDED
from pitboss.odds.simulation.tables import flop_rows, renamed_holes
from pitboss.odds.solution import CHECK, DEALS_OF_HOLE, Solution, solved
from pitboss.odds.spots.kernels import (
    ANY,
    BOARD,
    EACH,
    FIELDS,
    FOLDS,
    HOLE,
    REACH,
    STANDS,
    deal_rivers,
    flush_spots,
    rename_suits,
)
from pitboss.odds.spots.seen import DEAD_MAX, with_seen
from pitboss.odds.spots.spot import DrawnSpot, DrawnSpots, SpotError, SpotFilter
from pitboss.odds.strategies.facts import BoardFacts, Flags, flop_facts, flush_facts, plain_facts
from pitboss.round import Broken
from pitboss.rules import Street

FLOP_CARDS: Final = 3
SPOTS_MAX: Final = 100_000  # of one draw
SEED_MAX: Final = 2**63
FITTING_KEPT: Final = 8  # filters whose spots are kept for the next draw; up to 60 MB each

FLOP_PAIRS: Final = HOLES * comb(50, 3)  # hole and flop
RIVER_DEALS: Final = FLOP_PAIRS * comb(47, 2)
FLOP_SHOWDOWNS: Final = comb(47, 2) * DEALER_HANDS[0]


@dataclass(frozen=True, slots=True)
class _Picked:
    """Spots: where each is in the tables of its street, how many deals it stands for, its values.

    Values are by spot and choice, in pay units.
    """

    places: Ints
    deals: Ints
    values: Ints


@dataclass(frozen=True, slots=True)
class _Fitting:
    """The deals that come to spots that fit, numbered from 0; `pick` finds the spots they lie in.

    `per` is how many pay units of a spot's values are one Ante, `of` the number of all deals.
    """

    deals: int
    of: int
    per: int
    pick: Callable[[Ints], _Picked]


def draw_spots(game: Game, wanted: SpotFilter, count: int, seed: int) -> DrawnSpots:
    """Draw spots that fit, each as likely as it is dealt in rounds played perfectly so far.

    The same game, filter and seed give the same spots. Raises `SpotError` where none fits.

    >>> from pitboss.odds.game import standard_game
    >>> from pitboss.odds.hands import hand_number
    >>> close = SpotFilter(Street.DEAL, closeness=Fraction(1, 20), best="4x")
    >>> found = draw_spots(standard_game(), close, 100, seed=1)
    >>> found.weight, sorted({HAND_NAMES[hand_number(*spot.hole)] for spot in found.spots})
    (Fraction(6, 221), ['J8s', 'K2s', 'K5o', 'Q6s', 'Q8o'])
    """
    _check(game, wanted, count, seed)
    numbers = game.numbers()  # places with equal numbers share what is worked out
    fitting = _fitting(numbers, replace(wanted, dead_count=0))
    if not fitting.deals:
        raise SpotError("no spot fits; allow more hands, more choices or a greater closeness")
    stream = PCG64(seed)
    picked = fitting.pick(_numbers(fitting.deals, count, stream))
    seeds = stream.random_raw(count).astype(np.uint64)
    cards = _dealt(numbers, wanted.street, picked.places, seeds)
    names = _choices(game, wanted.street)
    spots = tuple(
        DrawnSpot(
            street=wanted.street,
            hole=_high_first(row[-2:]),
            board=(*_high_first(row[:-2][:FLOP_CARDS]), *_high_first(row[FLOP_CARDS:-2])),
            values={name: Fraction(v, fitting.per) for name, v in zip(names, found, strict=True)},
            weight=Fraction(weight, fitting.of),
        )
        for row, found, weight in zip(
            cards.tolist(), picked.values.tolist(), picked.deals.tolist(), strict=True
        )
    )
    if wanted.dead_count:

        def below(bound: int) -> int:
            return int(_numbers(bound, 1, stream)[0])

        spots = tuple(with_seen(numbers, spot, wanted.dead_count, below) for spot in spots)
    return DrawnSpots(game, wanted, seed, Fraction(fitting.deals, fitting.of), spots)


def _check(game: Game, wanted: SpotFilter, count: int, seed: int) -> None:
    if not 1 <= count <= SPOTS_MAX:
        raise SpotError(f"{count:,} spots cannot be drawn at once; write 1 to {SPOTS_MAX:,}")
    if not 0 <= seed <= SEED_MAX:
        raise SpotError(f"{seed} is no seed; write a whole number from 0 to 2**63")
    if not game.raises(wanted.street):
        raise SpotError(f"there is no raise on the {wanted.street}, so nothing to choose")
    names = _choices(game, wanted.street)
    if wanted.best is not None and wanted.best not in names:
        raise SpotError(f"{wanted.best[:20]!r} is no choice here; there are {', '.join(names)}")
    for hand in wanted.starting or ():
        if hand not in HAND_NAMES:
            raise SpotError(f"{hand[:20]!r} is no starting hand; write AKs, K5o or 77")
    if not 0 <= wanted.dead_count <= DEAD_MAX:
        raise SpotError(f"{wanted.dead_count} seen cards cannot be drawn; write 0 to {DEAD_MAX}")
    if wanted.closeness is not None and wanted.closeness < 0:
        raise SpotError(f"a closeness of {wanted.closeness} Antes is below 0; write 0 or more")
    if wanted.street == Street.DEAL and (wanted.hands or wanted.lifts is not None):
        raise SpotError("before the flop there is no hand yet; ask for starting hands")
    if wanted.four_flush is not None and wanted.street != Street.FLOP:
        raise SpotError("four to a flush is asked for on the flop only")
    if wanted.starting is not None and wanted.street == Street.RIVER:
        raise SpotError("starting hands are asked for before and on the flop only")
    if wanted.outs is not None and wanted.street != Street.RIVER:
        raise SpotError("dealer outs are counted on the river only")


def _choices(game: Game, street: Street) -> tuple[str, ...]:
    passing = FOLDED if street == Street.RIVER else CHECK
    return (passing, *(f"{multiple}x" for multiple in game.raises(street)))


def _numbers(total: int, count: int, stream: PCG64) -> Ints:
    """Draw numbers below the total from the raw stream, which NumPy promises not to change."""
    fair = 2**64 - 2**64 % total
    drawn: list[int] = []
    while len(drawn) < count:  # what would favour some is drawn again
        raw = stream.random_raw(count - len(drawn)).tolist()
        drawn += [number % total for number in raw if number < fair]
    return np.array(drawn, np.int64)


def _high_first(cards: list[int]) -> tuple[Card, ...]:
    return tuple(Card(card) for card in sorted(cards, reverse=True))


# -- which spots fit ------------------------------------------------------------------------------


@lru_cache(maxsize=FITTING_KEPT)
def _fitting(game: Game, wanted: SpotFilter) -> _Fitting:
    solution = solved(game)
    if wanted.street == Street.DEAL:
        return _fitting_deals(solution, wanted)
    if wanted.street == Street.FLOP:
        return _fitting_flops(solution, wanted)
    return _fitting_rivers(solution, wanted)


def _close(values: Ints, wanted: SpotFilter, per: int, game: Game) -> Flags:
    """Mark the rows whose best choice is the wanted one, and close enough to the second."""
    ordered = np.sort(values, axis=-1)
    found = np.ones(values.shape[:-1], np.bool_)
    if wanted.closeness is not None:
        found &= ordered[..., -1] - ordered[..., -2] <= int(wanted.closeness * per)
    if wanted.best is not None:
        # The first of equals is the smaller wager.
        best = _choices(game, wanted.street).index(wanted.best)
        found &= values.argmax(axis=-1) == best
    return found


def _fitting_deals(solution: Solution, wanted: SpotFilter) -> _Fitting:
    game, per = solution.game, DEALS_OF_HOLE * solution.game.unit
    sums = [[int(value * per) for value in hand.values.values()] for hand in solution.hands]
    values = np.array(sums, np.int64)
    fits = _close(values, wanted, per, game) & _starting(wanted)
    listed = _Picked(np.flatnonzero(fits)[:, None], HOLES_OF_HAND[fits], values[fits])
    return _listed(listed, HOLES, per)


def _fitting_flops(solution: Solution, wanted: SpotFilter) -> _Fitting:
    """Take the flops and holes that fit, of hands that are checked before the flop."""
    game, per = solution.game, FLOP_SHOWDOWNS * solution.game.unit
    facts = flop_facts()
    fits = _possible_flops() & _kinds(facts, wanted)
    fits &= (solution.policy.deal == CHECKED)[HAND_OF_HOLE] & _starting(wanted)[HAND_OF_HOLE]
    if wanted.four_flush is not None:
        fits &= (facts.draw >= 0) == wanted.four_flush
    places = np.argwhere(fits)
    found = solution.flop_values[places[:, 0], places[:, 1]]
    raised = [found[:, LEVEL] + multiple * found[:, SLOPE] for multiple in game.flop]
    values = np.stack([found[:, BEST], *raised], axis=1)
    close = _close(values, wanted, per, game)
    weights = flops()[1]
    listed = _Picked(places[close], weights[places[close, 0]], values[close])
    return _listed(listed, FLOP_PAIRS, per)


def _listed(spots: _Picked, of: int, per: int) -> _Fitting:
    """Number the deals of spots that are all listed."""
    ends = np.cumsum(spots.deals)

    def pick(numbers: Ints) -> _Picked:
        at = np.searchsorted(ends, numbers, side="right")
        return _Picked(spots.places[at], spots.deals[at], spots.values[at])

    return _Fitting(int(ends[-1]) if len(ends) else 0, of, per, pick)


def _fitting_rivers(solution: Solution, wanted: SpotFilter) -> _Fitting:
    """Take the boards and holes that fit, of hands that are checked before and on the flop.

    There are millions of them on boards with a possible flush. So those boards only know how many
    deals fit, and a spot is looked for on its board when it is picked.
    """
    game = solution.game
    asked = _River(game, wanted, _kinds(flush_facts(), wanted).astype(np.uint8))
    boards = flush_boards()
    totals, taken = asked.count()
    plain = _plain_spots(game, wanted, _reach(game)[1] + taken)
    ends = np.cumsum(np.concatenate([totals, plain[:, REACH]]))

    def pick(numbers: Ints) -> _Picked:
        at = np.searchsorted(ends, numbers, side="right")
        is_flush = at < len(boards)
        spots = np.zeros((len(numbers), FIELDS), np.int64)
        begins = np.concatenate([[0], ends])
        spots[is_flush] = asked.picked(at[is_flush], (numbers - begins[at])[is_flush])
        spots[~is_flush] = plain[at[~is_flush] - len(boards)]
        places = np.stack([is_flush, spots[:, BOARD], spots[:, HOLE]], axis=1)
        return _Picked(places, spots[:, REACH], _river_values(game, spots))

    deals = int(ends[-1]) if len(ends) else 0
    return _Fitting(deals, RIVER_DEALS, DEALER_HANDS[0] * game.unit, pick)


@dataclass(frozen=True, slots=True)
class _River:
    """A filter on the boards with a possible flush, and the kinds that it allows there."""

    game: Game
    wanted: SpotFilter
    allowed: Bytes

    def count(self) -> tuple[Ints, Ints]:
        """Count the deals that fit by board, and what all boards take from the plain ones."""
        totals = np.zeros(len(flush_boards()), np.int64)
        taken = np.zeros((PLAIN_BOARDS, RANK_PAIRS), np.int64)
        with workers(None) as (pool, parts):
            cuts = [boards_of_part(part, parts) for part in range(parts)]
            nothing = np.zeros(0, np.int64)
            tasks = [
                pool.submit(self._run, cut, np.zeros(len(cut) + 1, np.int64), nothing)
                for cut in cuts
            ]
            for cut, task in zip(cuts, tasks, strict=True):
                found, some, _ = task.result()
                totals[cut] = found
                taken += some
        return totals, taken

    def picked(self, boards: Ints, offsets: Ints) -> Ints:
        """Find the spots in which the deals with these numbers on these boards lie."""
        order = np.lexsort((offsets, boards))
        cut, first = np.unique(boards[order], return_index=True)
        begins = np.append(first, len(order)).astype(np.int64)
        _, _, found = self._run(cut, begins, offsets[order])
        spots = np.zeros_like(found)
        spots[order] = found
        return spots

    def _run(self, cut: Ints, begins: Ints, offsets: Ints) -> tuple[Ints, Ints, Ints]:
        game = self.game
        taken = np.zeros((PLAIN_BOARDS, RANK_PAIRS), np.int64)
        totals = np.zeros(len(cut), np.int64)
        found = np.zeros((len(offsets), FIELDS), np.int64)
        flush_spots(
            tables(), flush_boards()[cut], game.qualifying(), DEALER_HANDS[0], game.pay_array(),
            game.multiples(), np.array(game.river, np.int64), _reach(game)[0], self.allowed,
            _wanted_best(game, self.wanted), _gap_max(game, self.wanted), taken, totals, begins,
            offsets, found,
        )  # fmt: skip
        return totals, taken, found


def _plain_spots(game: Game, wanted: SpotFilter, reach: Ints) -> Ints:
    """List what fits on boards without a possible flush, in the fields of `flush_spots`."""
    rows = plain_values(game, (), known_runout=False).rows
    places = np.argwhere((reach > 0) & _kinds(plain_facts(), wanted))
    at = places[:, 0], places[:, 1]
    categories = tables().plain[at] >> CATEGORY_SHIFT
    found = np.zeros((len(places), FIELDS), np.int64)
    found[:, BOARD], found[:, HOLE], found[:, REACH] = *at, reach[at]
    found[:, STANDS], found[:, EACH] = rows[at][:, LEVEL], rows[at][:, SLOPE]
    found[:, FOLDS] = DEALER_HANDS[0] * game.pay_array()[categories, PAY_FOLD]
    values = _river_values(game, found)
    return found[_close(values, wanted, DEALER_HANDS[0] * game.unit, game)]


def _river_values(game: Game, spots: Ints) -> Ints:
    played = [spots[:, STANDS] + multiple * spots[:, EACH] for multiple in game.river]
    return np.stack([spots[:, FOLDS], *played], axis=1)


@lru_cache(maxsize=2)  # about 12 MB each
def _reach(game: Game) -> tuple[Ints, Ints]:
    """Return how often each hole has checked: flops as a suit sees them, boards by their ranks."""
    by_view = np.zeros((level_rows(3), HOLE_CLASSES, 2), np.int64)
    by_rank = np.zeros((multisets(3), RANK_PAIRS, 2), np.int64)
    found, weights = flops()
    columns = np.zeros(CHECKED + 1, np.int64)  # all raises, then those who are still in
    columns[CHECKED] = 1
    reach_down(tables(), found, weights, reached(solved(game).policy), columns, by_view, by_rank)
    reach = drawn_down(np.ascontiguousarray(by_rank[..., 1:]))
    return np.ascontiguousarray(by_view[..., 1:]), reach[..., 0]


# -- what a filter asks ---------------------------------------------------------------------------


def _gap_max(game: Game, wanted: SpotFilter) -> int:
    if wanted.closeness is None:
        return int(np.iinfo(np.int64).max)
    return int(wanted.closeness * DEALER_HANDS[0] * game.unit)


def _wanted_best(game: Game, wanted: SpotFilter) -> int:
    return ANY if wanted.best is None else _choices(game, wanted.street).index(wanted.best)


def _starting(wanted: SpotFilter) -> Flags:
    """Mark the starting hands that are asked for."""
    return np.array([wanted.starting is None or name in wanted.starting for name in HAND_NAMES])


def _kinds(facts: BoardFacts, wanted: SpotFilter) -> Flags:
    """Mark the boards and holes whose own hand, and dealer outs, are asked for."""
    found = np.ones(facts.category.shape, np.bool_)
    if wanted.hands is not None:
        found &= np.isin(facts.category, [int(hand) for hand in wanted.hands])
    if wanted.lifts is not None:
        found &= (facts.category > facts.on_board[:, None]) == wanted.lifts
    if wanted.outs is not None:
        least, most = wanted.outs
        found &= (facts.outs >= least) & (facts.outs <= most)
    return found


@cache
def _possible_flops() -> Flags:
    """Mark the holes that share no card with each flop."""
    found, _ = flops()
    shared = np.zeros((len(found), HOLES), np.bool_)
    for place in range(found.shape[1]):
        for card in range(HOLE_CARDS.shape[1]):
            shared |= found[:, place, None] == HOLE_CARDS[:, card]
    return ~shared


# -- real cards -----------------------------------------------------------------------------------


def _dealt(game: Game, street: Street, places: Ints, seeds: NDArray[np.uint64]) -> Ints:
    """Deal real cards for the places, board first, each deal of a place being as likely."""
    if street == Street.RIVER:
        return _dealt_rivers(game, places, seeds)
    if street == Street.DEAL:
        _, first = np.unique(HAND_OF_HOLE, return_index=True)
        cards = HOLE_CARDS[first[places[:, 0]]].copy()
    else:
        cards = np.concatenate([flops()[0][places[:, 0]], HOLE_CARDS[places[:, 1]]], axis=1)
    rename_suits(cards, np.array(SUIT_ORDERS, np.int64), seeds)
    return cards


def _dealt_rivers(game: Game, places: Ints, seeds: NDArray[np.uint64]) -> Ints:
    is_flush, board, hole = places.T
    ranks = np.zeros((len(places), BOARD_CARDS + 2), np.int64)
    suited = np.zeros_like(ranks)
    plain = is_flush == 0
    ranks[plain, :BOARD_CARDS] = multiset_array(BOARD_CARDS)[board[plain]]
    ranks[plain, BOARD_CARDS:] = PAIR_RANKS[hole[plain]]
    board_ranks, board_suited = _flush_board_cards()
    symbols = CLASS_SYMBOLS[hole[~plain]]
    ranks[~plain, :BOARD_CARDS] = board_ranks[board[~plain]]
    suited[~plain, :BOARD_CARDS] = board_suited[board[~plain]]
    ranks[~plain, BOARD_CARDS:] = symbols % RANKS
    suited[~plain, BOARD_CARDS:] = symbols >= RANKS
    policy = solved(game).policy
    cards = np.zeros_like(ranks)
    dealt = deal_rivers(
        ranks, suited, is_flush.astype(np.uint8), seeds, HAND_OF_HOLE, policy.deal, policy.flop,
        flop_rows(), renamed_holes(), cards,
    )  # fmt: skip
    if not dealt:
        raise Broken("a class of river spots that is reached has no cards that reach it")
    return cards


@cache
def _flush_board_cards() -> tuple[Ints, Ints]:
    """Return, by flush board: the ranks of its cards, and which of them are of the suit."""
    boards = flush_boards()
    boards = boards[np.argsort(boards[:, 0])]
    ranks = np.zeros((len(boards), BOARD_CARDS), np.int64)
    is_suited = np.arange(BOARD_CARDS) < BOARD_CARDS - boards[:, 2, None]
    ranks[is_suited] = np.nonzero(boards[:, 1, None] >> np.arange(RANKS) & 1)[1]
    off = np.arange(2) < boards[:, 2, None]
    ranks[~is_suited] = boards[:, 3:][off]
    return ranks, is_suited.astype(np.int64)
