"""Shared cards: the policy of one who has seen nothing is valued right, and chance is fair."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest

from pitboss.cards import DECK, Card, parse_cards
from pitboss.odds.decisions.deal import Hole, deal_sums, deals_left
from pitboss.odds.decisions.decision import decision
from pitboss.odds.decisions.sharing import SharingError, sampled_deals, share
from pitboss.odds.decisions.unseeing import sheets
from pitboss.odds.game import Game
from pitboss.odds.hands import hand_number
from pitboss.odds.solution import DEALS_OF_HOLE, solved
from tests.odds.games import OTHER, STANDARD

pytestmark = pytest.mark.slow  # the game is solved first


def hole_of(text: str) -> Hole:
    first, second = parse_cards(text)
    return first, second


@pytest.mark.parametrize("game", [STANDARD, OTHER], ids=["standard", "other"])
@pytest.mark.parametrize("text", ["Qs 6s", "Kh 2d", "2c 2d", "Th 9s"])
def test_without_seeing_the_policy_is_the_best_play(game: Game, text: str) -> None:
    hole = hole_of(text)

    (sums,) = deal_sums(game, [hole], given=sheets(game).given([hole]))

    value = solved(game).hands[hand_number(*hole)].values["check"]
    assert sums.given == sums.check == value * DEALS_OF_HOLE * game.unit


@pytest.mark.full
def test_the_policy_keeps_its_mean_over_all_cards_of_another() -> None:
    """What makes the estimate unbiased: a card that is not looked at is worth nothing."""
    hole = hole_of("Qs 6s")
    policy = sheets(STANDARD).given([hole])
    others = [card for card in DECK if card not in hole]

    found = [deal_sums(STANDARD, [hole], dead=[card], given=policy)[0] for card in others]

    per = deals_left(49) * STANDARD.unit * len(others)
    value = solved(STANDARD).hands[hand_number(*hole)].values["check"]
    assert Fraction(sum(sums.given for sums in found), per) == value
    assert all(sums.check >= sums.given for sums in found)


def test_the_gain_is_that_of_exact_decisions() -> None:
    found = share(STANDARD, 2, 3, seed=11)

    gains = []
    for holes in sampled_deals(2, 3, 11):
        policy = sheets(STANDARD).given(holes)
        for hole, sums in zip(holes, deal_sums(STANDARD, holes, given=policy), strict=True):
            others = [Card(card) for other in holes if other != hole for card in other]
            best = decision(STANDARD, [Card(card) for card in hole], dead=others).value
            before = solved(STANDARD).hands[hand_number(*hole)].best
            units = sums.given if before == "check" else sums.raised(int(before[0]))
            gains.append(best - Fraction(units, deals_left(48) * STANDARD.unit))
    assert found.gain.mean == sum(gains, Fraction(0)) / len(gains)
    assert all(gain >= 0 for gain in gains)


@pytest.mark.full
def test_the_number_of_threads_does_not_matter() -> None:
    told: list[tuple[int, int]] = []

    ours = share(STANDARD, 3, 45, seed=5, progress=lambda *at: told.append(at))
    with ThreadPoolExecutor(1) as one:
        alone = share(STANDARD, 3, 45, seed=5, executor=one)

    assert ours == alone
    assert sorted(told)[-1] == (45, 45)


def test_a_share_says_what_it_holds_for() -> None:
    found = share(STANDARD, 6, 20, seed=1)

    assert (found.seats, found.deals, found.seed) == (6, 20, 1)
    assert found.alone == solved(STANDARD).ev
    assert found.mean == float(found.alone + found.gain.mean)
    assert 0 < found.gain.standard_error == found.standard_error < 0.02
    assert sum(often.mean for often in found.chosen.values()) == 1
    assert list(found.frequencies) == ["check", "3x", "4x"]


def test_more_deals_begin_with_the_same_ones() -> None:
    few, many = list(sampled_deals(4, 3, 9)), list(sampled_deals(4, 30, 9))

    assert many[:3] == few
    assert len(set(many)) == 30
    assert next(sampled_deals(2, 1, 20)) == FIRST_OF_SEED_20


FIRST_OF_SEED_20 = ((42, 10), (17, 37))


def test_every_card_is_dealt_as_often() -> None:
    deals = 2_000
    found = Counter(card for holes in sampled_deals(6, deals, 3) for hole in holes for card in hole)

    assert all(len({c for hole in holes for c in hole}) == 12 for holes in sampled_deals(6, 50, 3))
    expected = deals * 12 / 52
    spread = sum((found[card] - expected) ** 2 / expected for card in DECK)
    assert spread < 51 * 40 / 52 + 60  # 51 degrees of freedom, a little less for distinct cards


@pytest.mark.parametrize(
    ("seats", "deals", "seed", "told"),
    [
        (1, 10, 0, "1 seats cannot share; write 2 to 6"),
        (7, 10, 0, "7 seats cannot share"),
        (2, 1, 0, "1 deals cannot be sampled; write 2 to"),
        (2, 10**9, 0, "deals cannot be sampled"),
        (2, 10, -1, "-1 is no seed"),
    ],
)
def test_what_cannot_be_sampled_is_refused(seats: int, deals: int, seed: int, told: str) -> None:
    with pytest.raises(SharingError, match=told):
        share(STANDARD, seats, deals, seed)
