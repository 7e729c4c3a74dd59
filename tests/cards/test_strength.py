"""The best five of five to seven cards, at every edge a table has argued about."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import (
    CATEGORY_SLUGS,
    DECK,
    Card,
    Category,
    Strength,
    Suit,
    best_five,
    card_of,
    cards_text,
    category_of,
    parse_cards,
    rank_of,
    ranks_of,
    strength,
    suit_of,
)
from tests.cards.hands import hands, unhurried


def worth(text: str) -> Strength:
    return strength(parse_cards(text))


@pytest.mark.parametrize(
    ("cards", "category", "ranks", "best"),
    [
        # Five cards, one of each kind.
        ("Ts Js Qs Ks As", Category.ROYAL_FLUSH, (14,), "As Ks Qs Js Ts"),
        ("9h Th Jh Qh Kh", Category.STRAIGHT_FLUSH, (13,), "Kh Qh Jh Th 9h"),
        ("8c 8d 8h 8s 2d", Category.FOUR_OF_A_KIND, (8, 2), "8s 8h 8d 8c 2d"),
        ("6h 6s Qc Qh Qd", Category.FULL_HOUSE, (12, 6), "Qh Qd Qc 6s 6h"),
        ("3d 5d 8d Kd Ad", Category.FLUSH, (14, 13, 8, 5, 3), "Ad Kd 8d 5d 3d"),
        ("7c 8s 9h Td Jc", Category.STRAIGHT, (11,), "Jc Td 9h 8s 7c"),
        ("6c 6h 6d Jc Qs", Category.THREE_OF_A_KIND, (6, 12, 11), "6h 6d 6c Qs Jc"),
        ("7h 7s Kc Kd 9c", Category.TWO_PAIR, (13, 7, 9), "Kd Kc 7s 7h 9c"),
        ("9c 9d 7d Qs Kh", Category.PAIR, (9, 13, 12, 7), "9d 9c Kh Qs 7d"),
        ("7d 9s Jh Kd Ac", Category.HIGH_CARD, (14, 13, 11, 9, 7), "Ac Kd Jh 9s 7d"),
        # The ace is low at the foot of a five-high straight, and the five leads it.
        ("Ac 2d 3h 4s 5c", Category.STRAIGHT, (5,), "5c 4s 3h 2d Ac"),
        ("Ac 2d 3h 4s 5c Kd Ks", Category.STRAIGHT, (5,), "5c 4s 3h 2d Ac"),
        ("Ad 2d 3d 4d 5d", Category.STRAIGHT_FLUSH, (5,), "5d 4d 3d 2d Ad"),
        ("Ad 2d 3d 4d 5d Kd Qd", Category.STRAIGHT_FLUSH, (5,), "5d 4d 3d 2d Ad"),
        # No straight goes round the corner.
        ("Qc Kd Ah 2s 3c", Category.HIGH_CARD, (14, 13, 12, 3, 2), "Ah Kd Qc 3c 2s"),
        ("Kc Ad 2h 3s 4c", Category.HIGH_CARD, (14, 13, 4, 3, 2), "Ad Kc 4c 3s 2h"),
        ("Jc Qd Kh As 2c", Category.HIGH_CARD, (14, 13, 12, 11, 2), "As Kh Qd Jc 2c"),
        ("Qs Ks As 2s 3s", Category.FLUSH, (14, 13, 12, 3, 2), "As Ks Qs 3s 2s"),
        # Six and seven cards: more than five of something.
        ("9c 9d 9h 8c 8d 8h Ks", Category.FULL_HOUSE, (9, 8), "9h 9d 9c 8h 8d"),
        ("9c 9d 9h 8c 8d 8h", Category.FULL_HOUSE, (9, 8), "9h 9d 9c 8h 8d"),
        ("9c 9d 9h 8c 8d Kc Kd", Category.FULL_HOUSE, (9, 13), "9h 9d 9c Kd Kc"),
        ("Kc Kd 7c 7d 5c 5d 9h", Category.TWO_PAIR, (13, 7, 9), "Kd Kc 7d 7c 9h"),
        ("Kc Kd 7c 7d 5h 5s 2h", Category.TWO_PAIR, (13, 7, 5), "Kd Kc 7d 7c 5s"),
        ("Kc Kd 7c 7d 5h 5s", Category.TWO_PAIR, (13, 7, 5), "Kd Kc 7d 7c 5s"),
        ("8c 8d 8h 8s Kc Kd Kh", Category.FOUR_OF_A_KIND, (8, 13), "8s 8h 8d 8c Kh"),
        ("8c 8d 8h 8s 3c 3d Qh", Category.FOUR_OF_A_KIND, (8, 12), "8s 8h 8d 8c Qh"),
        ("8c 8d 8h 8s Kc Ad", Category.FOUR_OF_A_KIND, (8, 14), "8s 8h 8d 8c Ad"),
        ("2h 4h 6h 8h Th Qh Ac", Category.FLUSH, (12, 10, 8, 6, 4), "Qh Th 8h 6h 4h"),
        ("2h 4h 6h 8h Th Qh Ah", Category.FLUSH, (14, 12, 10, 8, 6), "Ah Qh Th 8h 6h"),
        ("5c 6d 7h 8s 9c Td Jh", Category.STRAIGHT, (11,), "Jh Td 9c 8s 7h"),
        ("Ac 2d 3h 4s 5c 6d 7h", Category.STRAIGHT, (7,), "7h 6d 5c 4s 3h"),
        ("Ac 2d 3h 4s 5c 6d", Category.STRAIGHT, (6,), "6d 5c 4s 3h 2d"),
        ("5s 6s 7s 8s 9s Ts Js", Category.STRAIGHT_FLUSH, (11,), "Js Ts 9s 8s 7s"),
        # What is better hides what is showier.
        ("4s 5s 6s 7s 8s Ks As", Category.STRAIGHT_FLUSH, (8,), "8s 7s 6s 5s 4s"),
        ("4s 5s 6s 7s 8s 9d Td", Category.STRAIGHT_FLUSH, (8,), "8s 7s 6s 5s 4s"),
        ("2s 4s 6s 7s 8s 9d Td", Category.FLUSH, (8, 7, 6, 4, 2), "8s 7s 6s 4s 2s"),
        ("Ts Js Qs Ks Ad 2s 9h", Category.FLUSH, (13, 12, 11, 10, 2), "Ks Qs Js Ts 2s"),
        ("9s Ts Js Qs Ks Ad Ah", Category.STRAIGHT_FLUSH, (13,), "Ks Qs Js Ts 9s"),
        ("3c 3d 3h 4s 5c 6d 7h", Category.STRAIGHT, (7,), "7h 6d 5c 4s 3h"),
        ("3c 3d 4h 4s 5c 6d 7h", Category.STRAIGHT, (7,), "7h 6d 5c 4s 3d"),
        ("Ah Ad Ac 2h 5h 9h Kh", Category.FLUSH, (14, 13, 9, 5, 2), "Ah Kh 9h 5h 2h"),
        ("Ah Ad Kh Kd 2h 5h 9h", Category.FLUSH, (14, 13, 9, 5, 2), "Ah Kh 9h 5h 2h"),
        ("Ac Ad Ah Kc Qd 2s 3c", Category.THREE_OF_A_KIND, (14, 13, 12), "Ah Ad Ac Kc Qd"),
    ],
)
def test_the_best_five_are_found(
    cards: str, category: Category, ranks: tuple[int, ...], best: str
) -> None:
    value = worth(cards)

    assert category_of(value) is category
    assert ranks_of(value) == ranks
    assert cards_text(best_five(parse_cards(cards))) == best


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2c 3d 4h 5s 6c", "Ac 2d 3h 4s 5c"),
        ("2c 3c 4c 5c 6c", "Ac 2c 3c 4c 5c"),
        ("Ac 2d 3h 4s 5c", "Ac Ad Ah Ks Qc"),
        ("Ac 2c 3c 4c 5c", "Ac Ad Ah As Kc"),
        ("2c 2d 2h 2s 3c", "Ac Ad Ah Ks Kc"),
        ("2c 2d 2h 3s 3c", "Ac Kc Qc Jc 9c"),
        ("2c 3c 4c 5c 7c", "Ac Kd Qh Js Tc"),
        ("3c 3d 3h 2s 2c", "2d 2h 2c As Ac"),
        ("Kc Kd 2h 2s 4c", "Qc Qd Jh Js Ac"),
        ("Kc Kd 3h 3s 2c", "Kh Ks 2d 2h Ac"),
        ("Kc Kd 3h 3s 5c", "Kh Ks 3c 3d 4c"),
        ("9c 9d Ah 3s 2c", "9h 9s Kh Qs Jc"),
        ("Ac Kd Qh Js 9c", "Ad Kh Qs Jc 8d"),
        ("Ac Kc Qc Jc 9c", "Ad Kd Qd Jd 8d"),
    ],
)
def test_the_better_hand_has_the_higher_strength(better: str, worse: str) -> None:
    assert worth(better) > worth(worse)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("As Ks Qs Js Ts", "Ad Kd Qd Jd Td"),
        ("9c 9d Ah 3s 2c", "9h 9s Ac 3d 2h"),
        ("Ac Kd Qh Js 9c 3d 2h", "Ac Kd Qh Js 9c 8d 7h"),  # the sixth card never decides
        ("Kc Kd 7c 7d 9h 5c 5d", "Kh Ks 7h 7s 9c 3c 3d"),
        ("2c 3d 4h 5s 6c 6d 6h", "2c 3d 4h 5s 6c Kd Kh"),
    ],
)
def test_suits_and_cards_beyond_the_fifth_decide_nothing(one: str, other: str) -> None:
    assert worth(one) == worth(other)


def test_categories_rank_from_high_card_to_royal_flush() -> None:
    assert [*Category] == [*range(10)]
    assert [*CATEGORY_SLUGS] == [*Category]
    assert " ".join(CATEGORY_SLUGS.values()) == (
        "high-card pair two-pair three-of-a-kind straight flush"
        " full-house four-of-a-kind straight-flush royal-flush"
    )


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, *range(8, 53)])
def test_only_five_six_or_seven_cards_have_a_strength(count: int) -> None:
    with pytest.raises(ValueError, match=f"5, 6 or 7 cards, not {count}"):
        strength(DECK[:count])
    with pytest.raises(ValueError, match=f"5, 6 or 7 cards, not {count}"):
        best_five(DECK[:count])
    with pytest.raises(ValueError, match=f"5, 6 or 7 cards, not {count}"):
        strength(sorted(DECK, key=suit_of)[:count])  # with a flush, from five on


@pytest.mark.parametrize("number", [-1, 52])
def test_a_number_that_is_no_card_has_no_strength(number: int) -> None:
    with pytest.raises(ValueError, match=f"{number} is no card"):
        strength((*DECK[:4], Card(number)))


@unhurried
@given(hand=hands(), data=st.data())
def test_the_order_of_the_cards_changes_nothing(
    hand: tuple[Card, ...], data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(hand))

    assert strength(shuffled) == strength(hand)
    assert best_five(shuffled) == best_five(hand)


@unhurried
@given(hand=hands(), suits=st.permutations([Suit(suit) for suit in range(4)]))
def test_the_names_of_the_suits_change_nothing(hand: tuple[Card, ...], suits: list[Suit]) -> None:
    renamed = [card_of(rank_of(card), suits[suit_of(card)]) for card in hand]

    assert strength(renamed) == strength(hand)


@unhurried
@given(hand=hands())
def test_a_hand_is_worth_the_best_of_its_fives(hand: tuple[Card, ...]) -> None:
    assert strength(hand) == max(map(strength, combinations(hand, 5)))


@unhurried
@given(hand=hands())
def test_the_best_five_are_five_of_the_hand_and_worth_as_much(hand: tuple[Card, ...]) -> None:
    five = best_five(hand)

    assert len(set(five)) == 5
    assert set(five) <= set(hand)
    assert strength(five) == strength(hand)
    assert best_five(five) == five


@unhurried
@given(hand=hands())
def test_a_strength_can_be_put_together_again_from_its_parts(hand: tuple[Card, ...]) -> None:
    value = strength(hand)
    ranks = [*ranks_of(value), 0, 0, 0, 0, 0][:5]

    assert f"{value:06x}" == "".join(f"{part:x}" for part in (category_of(value), *ranks))
