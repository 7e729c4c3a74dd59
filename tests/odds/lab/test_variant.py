"""Variants: each knob against settled rounds of the place, and what cannot be played."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.cards import Category
from pitboss.odds.counting.kernels import LOSE_UNQUALIFIED, PAY_PLAY, TIE, WIN, WIN_UNQUALIFIED
from pitboss.odds.game import GameError, game_of, standard_game
from pitboss.odds.lab.rule_changes import BelowFloor, Ties, UnqualifiedAnte
from pitboss.odds.lab.variant import Variant
from pitboss.odds.lab.variant_file import read_variant, variant_document
from pitboss.rules import SET_NAMES, Odds, Wager, in_force, rule_set

FLUSH, PAIR, HIGH = Category.FLUSH, Category.PAIR, Category.HIGH_CARD


def ante(variant: Variant, category: Category, ending: int) -> Fraction:
    game = variant.game()
    return Fraction(game.ante_pays[category][ending], game.unit)


@pytest.mark.parametrize("name", SET_NAMES)
def test_a_variant_without_changes_is_the_game_of_its_place(name: str) -> None:
    assert Variant(rules=name).game() == game_of(in_force(rule_set(name)))


def test_one_line_is_changed_and_the_others_stay() -> None:
    variant = Variant(pays=(("flush", Odds(2)),))

    assert variant.game().pay(FLUSH, WIN) == 1 + 2
    assert variant.table().name == "A, edited"
    changed = {line.hand for line in variant.table().lines} - {"flush"}
    own = rule_set("maryland").paytables[Wager.BLIND, "A"]
    assert all(variant.table().by_hand[hand].pays == own.by_hand[hand].pays for hand in changed)


def test_a_floor_takes_the_lines_below_it() -> None:
    assert Variant(floor="flush").game().pay(Category.STRAIGHT, WIN) == 1
    assert Variant(floor="flush").game().pays == Variant(blind="B").game().pays


@pytest.mark.parametrize(("below", "blind"), [("push", 0), ("lose", -1), ("even", 1)])
def test_a_hand_below_the_floor_does_what_is_said(below: str, blind: int) -> None:
    assert Variant(below=BelowFloor(below)).game().pay(PAIR, WIN) == 1 + blind


@pytest.mark.parametrize(
    ("rule", "won", "lost"), [("push", 0, 0), ("plays", 1, -1), ("wins", 1, 1)]
)
def test_an_unqualified_dealer_does_to_the_ante_what_is_said(
    rule: str, won: int, lost: int
) -> None:
    variant = Variant(unqualified=UnqualifiedAnte(rule))

    assert ante(variant, FLUSH, WIN_UNQUALIFIED) == won
    assert ante(variant, HIGH, LOSE_UNQUALIFIED) == lost
    assert variant.game().pays[FLUSH][PAY_PLAY:] == standard_game().pays[FLUSH][PAY_PLAY:]


@pytest.mark.parametrize(("ties", "each"), [("push", 0), ("lose", -1), ("win", 1)])
def test_ties_do_what_is_said_to_all_three_wagers(ties: str, each: int) -> None:
    game = Variant(ties=Ties(ties)).game()

    blind = Fraction(3, 2) if each > 0 else each
    assert game.pay(FLUSH, TIE) == each + blind
    assert Fraction(game.pays[FLUSH][PAY_PLAY + TIE], game.unit) == each
    # Neither hand of two equal ones qualifies: the Ante goes by the dealer's rule.
    assert ante(Variant(ties=Ties(ties)), HIGH, TIE) == 0


def test_a_variant_is_written_and_read_again() -> None:
    variant = Variant(
        rules="california",
        pays=(("three-of-a-kind", Odds(1)), ("flush", Odds(7, 2))),
        below=BelowFloor.LOSE,
        deal=(4,),
        river=(),
        qualifies="none",
        unqualified=UnqualifiedAnte.PUSH_OR_LOSE,
        ties=Ties.LOSE,
    )

    assert read_variant(variant_document(variant)) == variant
    assert read_variant(variant_document(Variant())) == replace(Variant())


BAD = {
    "3 to 0": ({"pays": {"flush": "3 to 0"}}, "pays.flush: '3 to 0' cannot be paid"),
    "huge": ({"pays": {"flush": "1000000000 to 1"}}, "pays.flush: '1000000000 to 1' is too much"),
    "huge number": ({"pays": {"flush": 10**9}}, "is too much; odds go from 0 to 1 up to 999,999"),
    "too fine": ({"pays": {"royal-flush": 999_999, "flush": "1 to 7"}}, "too much to count"),
    "negative": ({"pays": {"flush": "-1 to 1"}}, "pays.flush: '-1 to 1' is no pay"),
    "gap": ({"pays": {"pair": "1 to 1"}}, "pays.three-of-a-kind: is missing, though pair is paid"),
    "floor below the lines": ({"floor": "pair"}, "pays.three-of-a-kind: is missing"),
    "no hand": ({"pays": {"fluh": 1}}, "'fluh' is no hand; did you mean flush?"),
    "no table of pays": ({"pays": 3}, "pays: is no table"),
    "no rule": ({"ties": "house"}, "ties: 'house' is no rule; there are push, lose, win"),
    "no list": ({"deal": 4}, "deal: 4 are no multiples"),
    "zero": ({"flop": [0]}, "flop: [0] are no multiples"),
    "no place": ({"rules": "nevada"}, "rules: 'nevada' is no rule set"),
    "no Blind table": ({"blind": "Z"}, "blind: 'Z' is no table; maryland has A, B"),
    "unknown key": ({"multiples": [4]}, "multiples: is unknown"),
    "no text": ({"qualifies": 2}, "qualifies: 2 is no text"),
}


@pytest.mark.parametrize(("data", "words"), BAD.values(), ids=BAD.keys())
def test_what_cannot_be_played_is_said_in_one_line(data: dict[str, object], words: str) -> None:
    with pytest.raises(GameError) as raised:
        read_variant(data)

    assert words in str(raised.value)
    assert "\n" not in str(raised.value)
