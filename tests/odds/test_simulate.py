"""Simulated tables: repeatable, fair, counted right, and in line with the exact values."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from pitboss.odds.counting.boards import flops
from pitboss.odds.simulation.bets import SimulatedBets, SimulationError, bets_of, stakes_of
from pitboss.odds.simulation.kernels import deal_rounds, play_rounds
from pitboss.odds.simulation.parts import CHUNK, dealt, played, stream
from pitboss.odds.simulation.simulation import Simulation, simulate
from pitboss.odds.simulation.tables import categories, flop_rows, lookup, renamed_holes
from pitboss.rules import Chips, Wager, in_force, rule_set
from tests.odds.tables import perfect, perfect_outcomes

ANTE = Chips(1000)
SIGMAS = 5
SIDE = {Wager.TRIPS: Chips(500), Wager.SIX_CARD: Chips(300), Wager.PROGRESSIVE: Chips(100)}


def table(seats: int = 1, side: dict[Wager, Chips] | None = None) -> SimulatedBets:
    rules = in_force(rule_set("maryland"), {"six_card": "B", "progressive": "A"})
    return bets_of(rules, seats=seats, ante=ANTE, side=side or {})


def run(
    bets: SimulatedBets, rounds: int, seed: int = 1, executor: Executor | None = None
) -> Simulation:
    return simulate(
        bets, perfect(bets.game), rounds=rounds, seed=seed, executor=executor,
        outcomes=perfect_outcomes(bets.game), session=50, bankroll=30_000,
    )  # fmt: skip


# -- chance ---------------------------------------------------------------------------------------


def test_the_stream_is_xoshiro256_star_star() -> None:
    """The first words from the state 1, 2, 3, 4, as its authors' C program gives them."""
    from pitboss.odds.simulation.kernels import next_word

    state = np.array([1, 2, 3, 4], np.uint64)

    words = [int(next_word(state)) for _ in range(4)]

    assert words == [11520, 0, 1509978240, 1215971899390074240]


def test_streams_of_seeds_and_chunks_differ() -> None:
    found = {tuple(stream(seed, chunk).tolist()) for seed in range(20) for chunk in range(20)}

    assert len(found) == 400


def test_a_round_has_each_card_once() -> None:
    cards = dealt(table(6, SIDE), 3, 0, 500)

    assert cards.shape == (500, 23)
    assert all(len(set(drawn)) == 23 for drawn in cards.tolist())
    assert set(cards.reshape(-1).tolist()) == set(range(52))


def test_every_card_is_as_likely_in_every_place() -> None:
    """Chi-square over 52 cards in each place: mean 51, deviation 10; and over pairs of places."""
    cards = dealt(table(6, SIDE), 5, 0, CHUNK)
    expected = CHUNK / 52

    for place in range(cards.shape[1]):
        counts = np.bincount(cards[:, place], minlength=52)
        assert abs(((counts - expected) ** 2 / expected).sum() - 51) < SIGMAS * 10.1

    pairs = np.bincount(cards[:, 0] * 52 + cards[:, 22], minlength=52 * 52)
    each = CHUNK / (52 * 51)
    square = ((pairs - each) ** 2 / each)[[n for n in range(52 * 52) if n // 52 != n % 52]].sum()
    assert abs(square - 2651) < SIGMAS * 72.8


# -- the tables that rounds look up ---------------------------------------------------------------


def test_every_flop_leads_to_its_stand_in_and_back_to_all() -> None:
    rows = flop_rows()
    _, weights = flops()

    assert (rows >= 0).all()
    assert np.bincount(rows[:, 0]).tolist() == weights.tolist()
    assert all(sorted(order) == list(range(1326)) for order in renamed_holes().tolist())


@pytest.mark.parametrize(("size", "sets"), [(3, 455), (4, 1820)])
def test_five_and_six_cards_are_named_as_the_cards_package_names_them(size: int, sets: int) -> None:
    from pitboss.cards import Card, category_of, strength
    from pitboss.odds.counting.boards import multiset_array
    from pitboss.odds.counting.numbering import PAIR_RANKS

    found = categories(size)
    assert len(found) == sets
    for box in range(0, sets, 7):
        for pair in range(0, 91, 3):
            ranks = sorted([*multiset_array(size)[box].tolist(), *PAIR_RANKS[pair].tolist()])
            if any(ranks.count(rank) > 4 for rank in ranks):
                continue
            # Suits in turn: of six cards at most two have the same one, equal ranks never.
            cards = [Card(4 * rank + place % 4) for place, rank in enumerate(ranks)]
            assert found[box, pair] == category_of(strength(cards)), ranks


# -- the same again -------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_result_whatever_the_workers() -> None:
    bets = table(3, SIDE)
    rounds = 3 * CHUNK + 123

    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(3) as three:
        first, second, third = (run(bets, rounds, 9, who) for who in (one, three, None))

    for other in (second, third):
        assert other.by_wager == first.by_wager
        assert other.nets == first.nets
        assert other.sessions == first.sessions
        assert (other.counts == first.counts).all()
    assert run(bets, rounds, 10).nets != first.nets


def test_a_longer_run_begins_like_a_shorter_one() -> None:
    bets = table()

    short, long = dealt(bets, 4, 0, 100), dealt(bets, 4, 0, 1000)

    assert (long[:100] == short).all()


def test_without_the_jit_the_same_rounds_come_out(tmp_path: Path) -> None:
    bets = table(4, SIDE)
    tables, stakes = lookup(perfect(bets.game)), stakes_of(bets)
    cards = dealt(bets, 8, 0, 150)
    path = tmp_path / "tables.npz"
    np.savez(path, **tables._asdict())
    code = f"""
import numpy as np
from pitboss.odds.simulation.kernels import Lookup, deal_rounds, play_rounds
assert not hasattr(play_rounds, "py_func")
found = np.load({str(path)!r})
tables = Lookup(**{{name: found[name] for name in Lookup._fields}})
cards, cells = np.zeros((150, {bets.cards}), np.int64), np.zeros((150, 4), np.int32)
with np.errstate(over="ignore"):
    deal_rounds(np.array({stream(8, 0).tolist()}, np.uint64), cards)
play_rounds(cards, 4, True, {stakes.by_flop}, {stakes.qualifying}, tables, cells)
print(cards.tolist(), cells.tolist(), sep=";")
"""

    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False
    )

    assert done.stderr == ""
    plain_cards, plain_cells = done.stdout.strip().split(";")
    assert plain_cards == str(cards.tolist())
    assert plain_cells == str(played(bets, cards, tables, stakes).tolist())
    assert hasattr(play_rounds, "py_func")
    assert hasattr(deal_rounds, "py_func")


# -- beside the exact values ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def alone() -> Simulation:
    return run(table(1, SIDE), 2_000_000, 2026)


@pytest.mark.parametrize("name", ["base", "trips", "six_card", "progressive", "total"])
def test_means_lie_within_their_errors_of_the_exact_values(alone: Simulation, name: str) -> None:
    found = alone.by_wager[name]

    assert found.exact is not None
    assert found.z is not None
    assert abs(found.z) < SIGMAS
    low, high = found.interval
    assert low < found.mean < high


def test_six_seats_share_boards_and_so_have_a_larger_error() -> None:
    found = run(table(6, SIDE), 200_000, 12).by_wager

    for name in ("base", "trips", "six_card", "envy"):
        z = found[name].z
        assert z is not None
        assert abs(z) < SIGMAS
    assert found["progressive"].exact is None
    error, alone_error = found["base"].standard_error, found["base"].exact_error
    assert alone_error is not None
    assert error > 1.2 * alone_error


def test_choices_and_hands_are_as_frequent_as_they_are_exactly(alone: Simulation) -> None:
    rounds = alone.rounds

    for name, count in alone.choices.items():
        part = float(alone.outcomes.frequencies[name])
        assert abs(count - rounds * part) < SIGMAS * (rounds * part * (1 - part)) ** 0.5
    assert sum(alone.categories.values()) == rounds
    assert sum(alone.nets.values()) == rounds


def test_the_totals_follow_from_the_counted_nets(alone: Simulation) -> None:
    total = sum(net * count for net, count in alone.nets.items())

    assert alone.by_wager["total"].mean == total / alone.rounds / ANTE


def test_a_side_bet_that_a_fold_forfeits_costs_more() -> None:
    rules = in_force(rule_set("maryland"), {"progressive": "A", "progressive.survives_fold": False})
    bets = bets_of(rules, ante=ANTE, side={Wager.PROGRESSIVE: Chips(100)})

    found = run(bets, 20_000).by_wager["progressive"]

    assert found.exact is None
    assert stakes_of(bets).side[2, 1, :10].tolist() == [-100] * 10


# -- what cannot be -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "seats", "ante", "side", "says"),
    [
        ("maryland", 7, 1000, {}, "has 1 to 6"),
        ("california", 6, 1000, {}, "1 to 5 and one for the player-dealer"),
        ("california", 1, 100, {}, "below the minimum"),
        ("california", 1, 1000, {Wager.PROGRESSIVE: 100}, "not offered"),
        ("maryland", 1, 1001, {}, "must be a multiple"),
        ("south-dakota", 1, 50_000, {}, "the limit is"),
        ("maryland", 6, 1_000_000_000, {}, "could move"),
    ],
)
def test_wagers_that_the_table_does_not_take(
    name: str, seats: int, ante: int, side: dict[Wager, int], says: str
) -> None:
    with pytest.raises(SimulationError, match=says):
        bets_of(
            in_force(rule_set(name)), seats=seats, ante=Chips(ante),
            side={wager: Chips(chips) for wager, chips in side.items()},
        )  # fmt: skip


def test_a_meter_without_a_reset_amount_is_refused() -> None:
    rules = in_force(rule_set("south-dakota"), {"progressive": "PMG-01"})

    with pytest.raises(SimulationError, match=r"meter\.seed"):
        bets_of(rules, ante=ANTE, side={Wager.PROGRESSIVE: Chips(100)})


@pytest.mark.parametrize(("rounds", "seed", "session"), [(0, 1, 0), (1, -1, 0), (5, 1, 6)])
def test_bounds_on_rounds_seeds_and_sessions(rounds: int, seed: int, session: int) -> None:
    bets = table()

    with pytest.raises(SimulationError, match="write"):
        simulate(bets, perfect(bets.game), rounds=rounds, seed=seed, session=session)


def test_fees_are_known_and_part_of_what_a_round_needs() -> None:
    bets = bets_of(in_force(rule_set("california")), seats=2, ante=ANTE)

    assert bets.fee == 100  # 50 cents for each of Ante and Blind
    assert bets.need == 6 * ANTE + 100
    assert replace(bets, ante=Chips(500)).need == 6 * 500 + 100


def test_meters_may_be_given() -> None:
    rules = in_force(rule_set("maryland"), {"progressive": "A"})
    side = {Wager.PROGRESSIVE: Chips(100)}

    low = bets_of(rules, ante=ANTE, side=side)
    high = bets_of(rules, ante=ANTE, side=side, meters={"main": Fraction(5_000_000)})

    assert stakes_of(low).side[2, 0, 9] == 1_000_000 - 100
    assert stakes_of(high).side[2, 0, 9] == 5_000_000 - 100
