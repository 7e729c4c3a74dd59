"""Streets without a raise: what a seat can still do that lacks chips, and what that is worth."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from pitboss.cards import DECK, parse_cards
from pitboss.odds import GameError, affordable_game, decision, solve
from pitboss.odds.exposed_cards import Sight, exposure
from pitboss.odds.game import Game, game_of
from pitboss.odds.strategies.cost import play_out
from pitboss.odds.strategies.file import strategy_named
from pitboss.odds.strategies.strategy import StrategyError
from pitboss.round import Refusal
from pitboss.round import command as round_ask
from pitboss.rules import Street
from pitboss.table import Order, decide
from tests.examples import first
from tests.odds.games import SHORT, STANDARD
from tests.odds.reference import Twin
from tests.table.nights import Night, player

# The value of a round in per cent of the Ante (issue 15), by the Antes that a seat has left after
# Ante and Blind: 4 are enough for everything; with 3 there is no 4x; with 2 nothing is left to
# raise before the flop, then 2x and 1x; with 1 only the river's 1x.
KNOWN = {4: "-2.184971", 3: "-9.665479", 2: "-15.496843", 1: "-32.033385", 0: "-200.000000"}
EXACT = {
    3: Fraction(-9_740_355_089, 100_774_674_000),
    2: Fraction(-76_968_970_453, 496_675_179_000),
    1: Fraction(-111_371_309_107, 347_672_625_300),
    0: Fraction(-2),
}


def with_antes(antes: int) -> Game:
    return affordable_game(STANDARD, ante=2_500, chips=antes * 2_500)


@pytest.mark.slow
@pytest.mark.parametrize("antes", first(1, KNOWN))
def test_the_game_of_a_short_stack_has_its_known_value(antes: int) -> None:
    solution = solve(with_antes(antes))

    assert f"{float(100 * solution.ev):.6f}" == KNOWN[antes]
    assert solution.ev == EXACT.get(antes, solution.ev)
    assert solution.outcomes.ev == solution.ev
    assert sum(solution.outcomes.frequencies.values()) == 1


def test_a_raise_stays_where_all_of_it_can_be_paid() -> None:
    found = {chips: affordable_game(STANDARD, ante=1_000, chips=chips) for chips in (4_000, 3_999)}

    assert found[4_000] == STANDARD
    assert (found[3_999].deal, found[3_999].flop, found[3_999].river) == ((3,), (2,), (1,))
    assert with_antes(2).deal == with_antes(1).flop == with_antes(0).river == ()
    limited = affordable_game(STANDARD, ante=1_000, chips=9_000, play_max=3_000)
    assert limited == found[3_999]


@pytest.mark.parametrize(("ante", "chips"), [(0, 100), (-1, 100), (100, -1)])
def test_amounts_that_cannot_be_are_refused(ante: int, chips: int) -> None:
    with pytest.raises(GameError, match="cents"):
        affordable_game(STANDARD, ante=ante, chips=chips)


@pytest.mark.parametrize("antes", [0, 1, 2, 3, 4])
def test_the_table_takes_exactly_what_is_valued(antes: int) -> None:
    night = Night("maryland", chips={1: 20 + 10 * antes + 9}).open().bet(1, ante=10).deal()
    game = affordable_game(game_of(night.rules), ante=1_000, chips=night.chips(1))

    for street, multiples in ((Street.DEAL, game.deal), (Street.FLOP, game.flop)):
        assert taken(night, street) == multiples
        night.everyone("check")
    assert taken(night, Street.RIVER) == game.river

    night.everyone("fold")  # fails if it is refused


def taken(night: Night, street: Street) -> tuple[int, ...]:
    """List the multiples of a street that the table would take."""
    orders = {
        times: Order(round_ask.Play(1, times), player(1), night.at)
        for times in sorted(night.rules.street(street).play)
    }
    answers = {times: decide(night.table, order) for times, order in orders.items()}
    return tuple(times for times in answers if not isinstance(answers[times], Refusal))


@pytest.mark.parametrize("game", SHORT.values(), ids=SHORT)
@pytest.mark.parametrize("board", [3, 5])
def test_values_are_those_of_the_plain_twin(game: Game, board: int) -> None:
    cards = Random(board).sample(DECK, 52)
    hole, known, dead = cards[:2], cards[2 : 2 + board], cards[20:] if board == 3 else []
    twin = Twin(game, hole, dead=dead)

    found = decision(game, hole, known, dead)

    assert found.values == (twin.flop(known) if board == 3 else twin.river(known))


@pytest.mark.parametrize("game", SHORT.values(), ids=SHORT)
def test_values_before_the_flop_are_those_of_the_plain_twin(game: Game) -> None:
    cards = Random(7).sample(DECK, 52)
    hole, dead = cards[:2], cards[11:]

    found = decision(game, hole, (), dead)

    assert found.values == Twin(game, hole, dead=dead).deal()


def test_without_a_raise_only_the_fold_is_left() -> None:
    found = decision(with_antes(0), parse_cards("As Ad"), parse_cards("Ac Ah Kd 2c 2d"))

    assert found.values == {"fold": Fraction(-2)}
    assert (found.best, found.costs) == ("fold", {})


@pytest.mark.slow
def test_a_strategy_checks_where_it_cannot_raise() -> None:
    solution = solve(with_antes(2))

    played = play_out(strategy_named("simple"), solution)

    assert played.outcomes.frequencies.keys() == {"2x", "1x", "fold"}
    assert played.cost.deal == 0
    assert played.cost.total == solution.ev - played.outcomes.ev > 0
    with pytest.raises(StrategyError, match="deal: raises 3x, where this game has no raise"):
        play_out(strategy_named("always-3x"), solution)


@pytest.mark.slow
@pytest.mark.full
@pytest.mark.parametrize("sight", [Sight(), Sight(flop=1), Sight(flop=3)], ids=str)
def test_seen_flop_cards_are_worth_nothing_to_a_seat_that_can_only_raise_later(
    sight: Sight,
) -> None:
    found = exposure(with_antes(1), sight)

    assert found.ev == EXACT[1]
    assert found.frequencies.keys() == {"1x", "fold"}
    assert sum(found.frequencies.values()) == 1
