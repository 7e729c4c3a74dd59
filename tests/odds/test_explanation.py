"""What lies behind the value of a choice: counted by kernels, and one by one in plain Python."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from pitboss.cards import (
    DECK,
    Card,
    Category,
    card_text,
    cards_text,
    category_of,
    parse_cards,
    strength,
)
from pitboss.odds import DecisionError, Explanation, Outcomes, decision, explain
from pitboss.odds.game import Game
from tests.examples import first
from tests.odds.games import GAMES, SHORT, STANDARD
from tests.odds.reference import Showdown, Twin

# Spots of issue 15.
SPOTS = {
    ("Kd Qh", "4s 5h 6d 8c 9d", "1x"): Fraction(-239, 110),
    ("Ad Jh", "4s 5h 6d 8c 9d", "1x"): Fraction(-653, 330),
    ("Jh 2s", "Ah Ks Th 9d 3s", "1x"): Fraction(-199, 110),
    ("Jc 5s", "Ac Ad Ah", "check"): Fraction(107_587, 356_730),
    ("Jc 5s", "Ac Ad Ah", "2x"): Fraction(53_794, 178_365),
}
DECIMALS = {"Kd Qh": "-2.1727", "Ad Jh": "-1.9788", "Jh 2s": "-1.8091"}


@pytest.mark.parametrize("spot", SPOTS, ids=str)
def test_a_known_spot_has_its_value(spot: tuple[str, str, str]) -> None:
    hole, board, choice = spot

    why = explain(STANDARD, parse_cards(hole), parse_cards(board))

    assert why.outcomes[choice].ev == why.decision.values[choice] == SPOTS[spot]
    assert f"{float(SPOTS[spot]):.4f}" == DECIMALS.get(hole, f"{float(SPOTS[spot]):.4f}")


def test_king_five_with_one_dead_king_is_checked() -> None:
    cards = parse_cards("Ks 5d")

    assert decision(STANDARD, cards, direct=True).best == "4x"
    assert decision(STANDARD, cards, dead=parse_cards("Kh")).best == "check"


# -- against plain enumeration --------------------------------------------------------------------


class Counted:
    """The deals of one spot by later choice, ending and own hand, found one after the other."""

    def __init__(self, twin: Twin) -> None:
        self.twin, self.game = twin, twin.game

    def checked(self, board: tuple[Card, ...], *, before: bool = False) -> Counter[tuple[str, ...]]:
        """Count what comes of a check; `before`: before the flop, where the flop is chosen too."""
        found: Counter[tuple[str, ...]] = Counter()
        if not before:
            for whole in self.twin.boards(board):
                found += self.at(whole, self.best(self.twin.river(whole)))
            return found
        for flop in combinations(self.twin.deck, 3):
            choice = self.best(self.twin.flop(flop))
            found += self.checked(flop) if choice == "check" else self.played(flop, choice)
        return found

    def played(self, board: tuple[Card, ...], choice: str) -> Counter[tuple[str, ...]]:
        found: Counter[tuple[str, ...]] = Counter()
        for whole in self.twin.boards(board):
            found += self.at(whole, choice)
        return found

    def at(self, whole: tuple[Card, ...], choice: str) -> Counter[tuple[str, ...]]:
        hand = category_of(strength((*self.twin.hole, *whole))).name
        met = self.twin.showdowns(whole)
        return Counter((choice, _ending(one, choice), hand) for one in met)

    @staticmethod
    def best(values: dict[str, Fraction]) -> str:
        return max(values, key=lambda choice: values[choice])


def _ending(met: Showdown, choice: str) -> str:
    return "fold" if choice == "fold" else met.ending


def told(outcomes: Outcomes) -> Counter[tuple[str, ...]]:
    """Return counts as `Counted` names them."""
    names = ("win", "win-unqualified", "tie", "lose", "lose-unqualified")
    found: Counter[tuple[str, ...]] = Counter()
    for (choice, ending, category), count in outcomes.counts.items():
        name = outcomes.name(choice)
        end = "fold" if name == "fold" else names[ending]
        found[name, end, Category(category).name] += count
    return found


def small(seed: int, left: int, board: int) -> tuple[list[Card], tuple[Card, ...], list[Card]]:
    """Hole, board and dead cards; most cards left are of two suits, for flushes."""
    chance = Random(seed)
    deck = sorted(DECK, key=lambda card: chance.random() + (card % 4 > 1) * 0.5)
    alive, dead = deck[: 2 + board + left], deck[2 + board + left :]
    chance.shuffle(alive)
    return alive[:2], tuple(alive[2 : 2 + board]), dead


TWINS = {**GAMES, "short": SHORT["no raise on the river"]}


@pytest.mark.parametrize("game", TWINS.values(), ids=TWINS)
@pytest.mark.parametrize(("board", "left"), [(3, 13), (5, 24)])
def test_counts_are_those_of_plain_enumeration(game: Game, board: int, left: int) -> None:
    hole, known, dead = small(board, left, board)
    twin = Counted(Twin(game, hole, dead=dead))

    why = explain(game, hole, known, dead)

    passing = "check" if board == 3 else "fold"
    for choice, outcomes in why.outcomes.items():
        plain = choice == "check"
        assert told(outcomes) == (twin.checked(known) if plain else twin.played(known, choice))
    assert list(why.outcomes) == [passing, *list(why.outcomes)[1:]] == list(why.decision.values)


@pytest.mark.slow
@pytest.mark.parametrize("name", first(1, ["short", "standard", "other"]))
def test_counts_before_the_flop_are_those_of_plain_enumeration(name: str) -> None:
    game = TWINS[name]
    hole, _, dead = small(11, 9, 0)
    twin = Counted(Twin(game, hole, dead=dead))

    why = explain(game, hole, (), dead)

    assert why.decision == decision(game, hole, (), dead)
    assert told(why.outcomes["check"]) == twin.checked((), before=True)
    for multiple in game.deal:
        # A flop is told apart from turn and river: each board stands for ten.
        played = twin.played((), f"{multiple}x")
        assert told(why.outcomes[f"{multiple}x"]) == {at: 10 * n for at, n in played.items()}


@pytest.mark.parametrize("game", TWINS.values(), ids=TWINS)
@pytest.mark.parametrize("seed", range(4))
def test_every_choice_sums_to_its_value(game: Game, seed: int) -> None:
    cards = Random(seed).sample(DECK, 52)
    for board, dead in ((3, cards[7:9]), (5, cards[7:20])):
        why = explain(game, cards[:2], cards[2 : 2 + board], dead)

        for choice, outcomes in why.outcomes.items():
            assert outcomes.deals == why.decision.deals
            assert outcomes.ev == outcomes.wager_values.total == why.decision.values[choice]
        lost = sum(hands.deals for hands in why.beaten_by)
        assert Fraction(lost, why.decision.deals) == why.decision.lose


@pytest.mark.slow
@pytest.mark.parametrize(("hole", "dead"), [("Ks 5d", ""), ("Ks 5d", "Kh"), ("7h 6h", "As 2c 9h")])
def test_every_choice_before_the_flop_sums_to_its_value(hole: str, dead: str) -> None:
    cards = parse_cards(hole), (), parse_cards(dead)
    why = explain(STANDARD, *cards)

    assert why.decision == decision(STANDARD, *cards, direct=True)
    for choice, outcomes in why.outcomes.items():
        assert outcomes.deals == why.decision.deals
        assert outcomes.ev == outcomes.wager_values.total == why.decision.values[choice]


# -- the wagers -----------------------------------------------------------------------------------


def test_the_ante_is_spared_where_the_dealer_does_not_qualify_and_the_blind_pays_its_line() -> None:
    """Quads against every hand but the straight flush: the Blind pays ten Antes, always."""
    why = explain(STANDARD, parse_cards("Ac Ad"), parse_cards("Ah As Kd 7c 2h"))

    found = why.outcomes["1x"]
    assert why.qualifies == 1  # the board has a pair already
    assert found.wager_values.ante == found.wager_values.play == 1
    assert why.blind == {"fold": -1, "1x": 10}
    assert found.by_hand == {Category.FOUR_OF_A_KIND: {"win": 990}}


def test_the_dealer_qualifies_as_often_as_counted() -> None:
    why = explain(STANDARD, parse_cards("Kd Qh"), parse_cards("4s 5h 6d 8c 9d"))

    assert why.qualifies == 1 - why.decision.unqualified == 1 - Fraction(91, 330)


# -- cards ----------------------------------------------------------------------------------------


def outs(why: Explanation) -> dict[str, str]:
    found: dict[str, list[Card]] = {}
    for out in why.outs or why.dealer_outs:
        found.setdefault(out.makes.name.lower(), []).append(out.card)
    return {hand: cards_text(sorted(cards)) for hand, cards in found.items()}


@pytest.mark.parametrize(
    ("hole", "flop", "wanted"),
    [
        ("As Kd", "Qh 7c 2d", {"pair": "Kc Kh Ks Ac Ad Ah"}),
        ("5c 5d", "Qh 7c 2d", {"three_of_a_kind": "5h 5s"}),
        ("Ac 9d", "Ah 7c 2d", {"two_pair": "9c 9h 9s", "three_of_a_kind": "Ad As"}),
        (
            "7h 7s",
            "7c Kd 2d",
            {"four_of_a_kind": "7d", "full_house": "2c 2h 2s Kc Kh Ks"},
        ),
        ("Jc 5s", "Ac Ad Ah", {"full_house": "5c 5d 5h Jd Jh Js"}),
    ],
)
def test_outs_are_the_cards_that_lift_the_hand(
    hole: str, flop: str, wanted: dict[str, str]
) -> None:
    why = explain(STANDARD, parse_cards(hole), parse_cards(flop))

    assert outs(why) == wanted


def test_an_out_says_how_often_it_wins() -> None:
    hole, flop, dead = small(3, 11, 3)
    twin = Twin(STANDARD, hole, dead=dead)

    why = explain(STANDARD, hole, flop, dead)

    assert why.outs
    for out in why.outs:
        met = [m for b in twin.boards(flop) if out.card in b for m in twin.showdowns(b)]
        wins = sum(one.ending.startswith("win") for one in met)
        assert out.win == Fraction(wins, len(met)), card_text(out.card)


def test_dead_cards_are_no_outs() -> None:
    cards = parse_cards("As Kd"), parse_cards("Qh 7c 2d"), parse_cards("Ac Kc")

    assert outs(explain(STANDARD, *cards)) == {"pair": "Kh Ks Ad Ah"}


def test_dealer_outs_are_those_that_players_count() -> None:
    why = explain(STANDARD, parse_cards("Kd Qh"), parse_cards("4s 5h 6d 8c 9d"))

    assert outs(why) == {
        "straight": "7c 7d 7h 7s",
        "pair": "4c 4d 4h 5c 5d 5s 6c 6h 6s 8d 8h 8s 9c 9h 9s",
        "high_card": "Ac Ad Ah As",
    }
    assert all(out.win is None for out in why.dealer_outs)


def test_better_hands_of_the_dealer_are_counted_by_kind() -> None:
    hole, board = parse_cards("Kd Qh"), parse_cards("4s 5h 6d 8c 9d")
    mine = strength((*hole, *board))
    rest = [card for card in DECK if card not in {*hole, *board}]
    better = [s for two in combinations(rest, 2) if (s := strength((*two, *board))) > mine]

    why = explain(STANDARD, hole, board)

    found = {hands.category: hands.deals for hands in why.beaten_by}
    assert found == Counter(category_of(theirs) for theirs in better)


def test_cards_that_make_no_decision_are_refused() -> None:
    with pytest.raises(DecisionError, match="the board has 4 cards"):
        explain(STANDARD, parse_cards("As Kd"), parse_cards("Qh 7c 2d 3d"))
    with pytest.raises(DecisionError, match="Kd is in two places"):
        explain(STANDARD, parse_cards("As Kd"), (), parse_cards("Kd"))
