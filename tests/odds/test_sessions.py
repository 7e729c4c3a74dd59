"""Many rounds from one: floats beside fractions, ruin beside closed forms and played sessions."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.odds.simulation.bets import SimulatedBets, bets_of
from pitboss.odds.simulation.exact import exact_round
from pitboss.odds.simulation.session_view import session_view
from pitboss.odds.simulation.sessions import (
    SessionError,
    after,
    after_exactly,
    course,
    one_round,
    ruin_in_the_end,
    summed,
)
from pitboss.odds.simulation.simulation import simulate
from pitboss.rules import Chips, Wager, in_force, rule_set
from tests.odds.tables import perfect, perfect_outcomes

ANTE = Chips(1000)

nets = st.dictionaries(st.integers(-6, 9), st.integers(1, 5), min_size=1, max_size=5)


@cache
def bets() -> SimulatedBets:
    """Return Ante, Blind and Trips of Maryland: not before a test wants them, since it counts."""
    return bets_of(in_force(rule_set("maryland")), ante=ANTE, side={Wager.TRIPS: Chips(500)})


def base_round() -> dict[int, int]:
    found = exact_round(bets(), perfect_outcomes(bets().game))
    assert found is not None
    return found


def ruined_exactly(counts: dict[int, int], bankroll: int, need: int, rounds: int) -> Fraction:
    """The plain twin of `course`, in fractions."""
    whole = sum(counts.values())
    alive, ruined = {bankroll: Fraction(1)}, Fraction(0)
    for _ in range(rounds):
        later: dict[int, Fraction] = {}
        for money, part in alive.items():
            for net, count in counts.items():
                share = part * Fraction(count, whole)
                if money + net < need:
                    ruined += share
                else:
                    later[money + net] = later.get(money + net, Fraction(0)) + share
        alive = later
    return ruined


@given(nets, st.integers(0, 6))
def test_floats_agree_with_fractions(counts: dict[int, int], rounds: int) -> None:
    exact = after_exactly(counts, rounds)

    found = after(one_round(counts), rounds)

    by_amount = dict(zip(found.amounts.tolist(), found.probabilities.tolist(), strict=True))
    assert set(exact) <= set(by_amount)
    for amount, part in by_amount.items():
        assert part == pytest.approx(float(exact.get(amount, Fraction(0))), rel=1e-13, abs=1e-17)


@given(nets, st.integers(0, 12), st.integers(0, 6), st.integers(1, 6))
def test_ruin_agrees_with_fractions(
    counts: dict[int, int], room: int, need: int, rounds: int
) -> None:
    bankroll = need + room
    exact = ruined_exactly(counts, bankroll, need, rounds)

    found = course(one_round(counts), bankroll=bankroll, need=need, rounds=rounds)

    assert found.ruined[-1] == pytest.approx(float(exact), rel=1e-12, abs=1e-16)
    assert found.spreads[-1].probabilities.sum() == pytest.approx(1)


def test_a_fair_coin() -> None:
    found = after(one_round({-1: 1, 1: 1}), 1000)

    centre = found.probabilities[found.amounts == 0][0]
    assert centre == pytest.approx(comb(1000, 500) / 2**1000, rel=1e-12)
    assert found.mean == pytest.approx(0, abs=1e-9)
    assert found.deviation == pytest.approx(1000**0.5)
    assert found.above(0) == pytest.approx((1 - centre) / 2)
    assert found.quantile(0.5) == 0


@pytest.mark.full
def test_a_hundred_rounds_have_a_hundred_times_the_mean_and_the_variance() -> None:
    outcomes = perfect_outcomes(bets().game)
    base = bets_of(bets().rules, ante=ANTE)
    counts = exact_round(base, outcomes)
    assert counts is not None

    found = after(one_round(counts), 100)

    assert found.mean == pytest.approx(float(100 * outcomes.ev * ANTE), rel=1e-9)
    assert found.deviation == pytest.approx(float(100 * outcomes.variance) ** 0.5 * ANTE, rel=1e-9)
    assert found.lost < 1e-15


def test_the_round_with_trips_has_the_mean_of_both() -> None:
    counts = base_round()
    outcomes = perfect_outcomes(bets().game)
    trips = Fraction(-301629, 33446140)  # the exact value of paytable A

    mean = Fraction(sum(net * count for net, count in counts.items()), outcomes.deals)

    assert mean == outcomes.ev * ANTE + trips * 500


def test_rounds_add_up_in_any_grouping() -> None:
    one = one_round(base_round())

    whole = after(one, 30)
    parts = summed(after(one, 12), after(one, 18))

    by_amount = dict(zip(whole.amounts.tolist(), whole.probabilities.tolist(), strict=True))
    for amount, part in zip(parts.amounts.tolist(), parts.probabilities.tolist(), strict=True):
        assert part == pytest.approx(by_amount.get(amount, 0.0), rel=1e-11, abs=1e-17)


def test_ruin_grows_with_the_rounds_and_shrinks_with_the_bankroll() -> None:
    one = one_round(base_round())

    long = course(one, bankroll=50_000, need=bets().need, rounds=200, at=range(1, 201))
    rich = course(one, bankroll=100_000, need=bets().need, rounds=200)

    assert list(long.ruined) == sorted(long.ruined)
    assert rich.ruined[-1] < long.ruined[-1]
    assert all(spread.probabilities.sum() == pytest.approx(1) for spread in long.spreads)


def test_nobody_is_ruined_who_can_lose_every_round() -> None:
    one = one_round(base_round())
    worst = -min(base_round())

    found = course(one, bankroll=bets().need + 10 * worst, need=bets().need, rounds=10)

    assert found.ruined == (0.0,)


def test_a_bankroll_need_be_no_multiple_of_the_step() -> None:
    found = course(one_round({-500: 1, 500: 1}), bankroll=1_234, need=700, rounds=2)

    amounts, parts = found.spreads[-1].amounts, found.spreads[-1].probabilities
    assert amounts[parts > 0].tolist() == [234, 1_234, 2_234]
    assert found.ruined == (0.25,)  # $7.34 after one loss is enough, $2.34 after two is not


def test_a_large_bankroll_takes_no_more_memory() -> None:
    found = course(one_round({-500: 1, 500: 1}), bankroll=10**13, need=700, rounds=2)

    assert (found.spreads[-1].amounts - 10**13).tolist() == [-1_000, -500, 0, 500, 1_000]
    assert found.spreads[-1].probabilities.tolist() == [0.25, 0.0, 0.5, 0.0, 0.25]
    assert found.ruined == (0.0,)


def test_ruin_too_far_below_the_rest_is_refused() -> None:
    one = one_round({-400_001: 1, 500_000: 1})

    with pytest.raises(SessionError, match="too many"):
        course(one, bankroll=1, need=1, rounds=2)


def test_nothing_more_happens_once_everybody_is_ruined() -> None:
    found = course(one_round({-2: 1, -5: 1}), bankroll=10, need=10, rounds=5, at=[1, 5])

    assert found.ruined == (1.0, 1.0)
    assert found.spreads[1].mean == found.spreads[0].mean == 6.5


def test_a_game_against_the_player_ruins_in_the_end() -> None:
    assert ruin_in_the_end(base_round(), bankroll=10**6, need=6000) == (1.0, 1.0)


def test_a_game_for_the_player_ruins_as_the_gambler_s_formula_says() -> None:
    low, high = ruin_in_the_end({-1: 49, 1: 51}, bankroll=10, need=1)

    assert low == pytest.approx((49 / 51) ** 10)
    assert high == pytest.approx((49 / 51) ** 10)


def test_bounds_hold_where_steps_differ() -> None:
    counts = {-3: 5, 1: 5, 4: 5}
    low, high = ruin_in_the_end(counts, bankroll=20, need=5)

    long = course(one_round(counts), bankroll=20, need=5, rounds=3000).ruined[-1]

    assert low <= long <= high


def test_a_bankroll_below_the_need_is_no_session() -> None:
    with pytest.raises(SessionError, match="does not cover"):
        course(one_round({-1: 1, 1: 1}), bankroll=3, need=4, rounds=1)


def test_too_fine_a_lattice_is_refused() -> None:
    with pytest.raises(SessionError, match="too fine"):
        one_round({-1: 1, 10**9: 1})


@pytest.mark.full
def test_played_sessions_agree_with_computed_ones() -> None:
    outcomes = perfect_outcomes(bets().game)
    found = simulate(
        bets(), perfect(bets().game), rounds=1_000_000, seed=11, outcomes=outcomes, session=100,
        bankroll=50_000,
    )  # fmt: skip

    view = session_view(found, rounds=100, bankroll=50_000)

    assert found.sessions is not None
    assert found.sessions.sessions == 10_000
    ruined = found.sessions.ruined
    assert ruined is not None
    assert view.ruined is not None
    assert view.source == "exact"
    assert abs(ruined.mean - view.ruined) < 5 * ruined.standard_error
    ahead = sum(n for end, n in found.sessions.ends.items() if end > 50_000) / 10_000
    assert abs(ahead - view.ahead) < 5 * (view.ahead * (1 - view.ahead) / 10_000) ** 0.5
    assert [point.round for point in view.fan] == list(range(2, 101, 2))


def test_without_a_bankroll_nobody_stops() -> None:
    found = simulate(
        bets(),
        perfect(bets().game),
        rounds=1000,
        seed=1,
        outcomes=perfect_outcomes(bets().game),
        session=30,
    )

    view = session_view(found, rounds=30)

    assert view.ruined is None
    assert view.in_the_end is None
    assert view.spread.mean == pytest.approx(after(one_round(base_round()), 30).mean)
    assert len(view.fan) == 30
