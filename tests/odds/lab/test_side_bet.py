"""Side bets of one's own: shipped Trips tables, a plain twin, known counts, and bad files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from pitboss.cards import Card, strength
from pitboss.odds.lab import own_side_bet as counting
from pitboss.odds.lab.own_side_bet import SideBetPlan, own_side_bet
from pitboss.odds.lab.side_bet_file import SideBetError, read_side_bet
from pitboss.odds.sidebets.side_bet import side_bet
from pitboss.rules import Wager, in_force, rule_set
from tests.examples import first
from tests.odds.lab.reference import lines_met

pytestmark = pytest.mark.slow

DEALS = 2_781_381_002_400  # two cards each and five on the board
EVERYTHING = """
otherwise = "push"
[[lines]]
name = "beaten"
own = "two-pair or better"
own_cards = ["pair", "AKs"]
result = "lose"
pays = "20 to 1"
[[lines]]
name = "on the board"
board = ["straight", "flush or better"]
result = ["tie", "win"]
pays = "2 to 1"
[[lines]]
name = "dealer"
dealer = "pair"
dealer_cards = "suited"
pays = "lose"
"""


def trips_text(name: str) -> str:
    """Write a shipped Trips table as a side bet of one's own."""
    lines = rule_set("maryland").paytables[Wager.TRIPS, name].lines
    return "\n".join(f'[[lines]]\nown = "{x.hand}"\npays = "{x.pays}"' for x in lines)


@pytest.mark.parametrize("name", ["A", *(pytest.param(n, marks=pytest.mark.full) for n in "BCD")])
def test_a_shipped_trips_table_has_its_known_figures(name: str) -> None:
    known = side_bet(in_force(rule_set("maryland"), {"trips": name}), Wager.TRIPS)

    found = own_side_bet(read_side_bet(trips_text(name)))

    assert found.deals == DEALS
    assert found.house_edge == known.house_edge
    assert found.variance == known.variance
    assert found.hit_frequency == known.hit_frequency
    hits = [found.probability(at) for at in range(len(known.lines))]
    assert hits == [line.probability for line in known.lines]


def test_a_trips_that_pushes_keeps_all_but_its_pushes() -> None:
    text = trips_text("A").replace(
        '"three-of-a-kind"\npays = "3:1"', '"three-of-a-kind"\npays = "push"'
    )
    known = side_bet(in_force(rule_set("maryland"), {"trips": "A"}), Wager.TRIPS)

    found = own_side_bet(read_side_bet(text))

    push = next(line for line in known.lines if line.hand == "three-of-a-kind")
    assert found.house_edge == known.house_edge + 3 * push.probability
    assert found.hit_frequency == known.hit_frequency - push.probability


def counted_beside(
    plan: SideBetPlan, board: Sequence[int], monkeypatch: pytest.MonkeyPatch
) -> Counter[str]:
    """Count a side bet with the kernels beside one board only."""
    boards = np.array([board], np.int64)
    category = np.array([strength([Card(card) for card in board]) >> 20], np.int64)
    monkeypatch.setattr(counting, "distinct_boards", lambda: (boards, np.array([1])))
    monkeypatch.setattr(counting, "board_categories", lambda: category)
    hits = own_side_bet(plan).hits
    return +Counter(dict(zip((line.name for line in plan.lines), hits, strict=True)))


@pytest.mark.parametrize(
    "board",
    [(32, 36, 40, 45, 51), pytest.param((0, 1, 6, 27, 50), marks=pytest.mark.full)],
)
def test_every_condition_counts_as_the_plain_twin(
    board: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = read_side_bet(EVERYTHING)

    assert counted_beside(plan, board, monkeypatch) == lines_met(plan, board)


EXAMPLES = ("bad-beat", "dealer-bonus", "pocket", "trips-push")


@pytest.mark.parametrize("name", first(1, EXAMPLES))
def test_an_example_counts_as_the_plain_twin(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = read_side_bet(Path(f"examples/lab/{name}.toml").read_text("utf-8"))

    assert counted_beside(plan, (32, 36, 40, 45, 51), monkeypatch) == lines_met(
        plan, (32, 36, 40, 45, 51)
    )


@pytest.mark.full
def test_a_bad_beat_is_as_likely_either_way() -> None:
    text = """
    [[lines]]
    own = "three-of-a-kind or better"
    result = "lose"
    pays = "10 to 1"
    [[lines]]
    dealer = "three-of-a-kind or better"
    result = "win"
    pays = "10 to 1"
    """

    found = own_side_bet(read_side_bet(text))

    assert found.hits == (55_335_805_748, 55_335_805_748, DEALS - 2 * 55_335_805_748)


def test_a_pair_of_own_cards_is_one_in_seventeen() -> None:
    found = own_side_bet(read_side_bet('[[lines]]\nown_cards = "pair"\npays = "15 to 1"'))

    assert found.probability(0) == Fraction(1, 17)
    assert found.house_edge == Fraction(1, 17)


LINE = '[[lines]]\npays = "3 to 1"\n'
BAD = {
    "no TOML": ("=", "is no TOML"),
    "no lines": ('name = "x"', "[[lines]]: is missing"),
    "no pay": ('[[lines]]\nown = "flush"', "lines[1].pays: is missing"),
    "no condition": (LINE, "lines[1]: asks for nothing"),
    "3 to 0": ('[[lines]]\nown = "flush"\npays = "3 to 0"', "lines[1].pays: '3 to 0' cannot be"),
    "huge": ('[[lines]]\nown = "flush"\npays = 1000000000', "lines[1].pays: '1000000000' is too"),
    "no hand": (LINE + 'own = "flsh"', "lines[1].own: 'flsh' is no hand; did you mean flush?"),
    "no cards": (LINE + 'own_cards = "AKx"', "lines[1].own_cards: 'AKx' are no two cards"),
    "no result": (LINE + 'result = "draw"', "lines[1].result: 'draw' is no result"),
    "no text": (LINE + "own = 3", "lines[1].own: 3 is no text"),
    "code": (LINE + 'when = "own > dealer"', "lines[1].when: is unknown"),
    "many": ((LINE + 'own = "flush"\n') * 41, "[[lines]]: there are 41; at most 40"),
}


@pytest.mark.parametrize(("text", "words"), BAD.values(), ids=BAD.keys())
def test_what_cannot_be_read_is_said_in_one_line(text: str, words: str) -> None:
    with pytest.raises(SideBetError) as raised:
        read_side_bet(text)

    assert words in str(raised.value)
    assert "\n" not in str(raised.value)
