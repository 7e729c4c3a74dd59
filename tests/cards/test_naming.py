"""Hands in a dealer's words."""

import pytest

from pitboss.cards import hand_name, parse_cards, strength
from tests.cards.hands import tally_of_all_hands


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("As Ks Qs Js Ts 9s 8s", "royal flush"),
        ("9h 8h 7h 6h 5h Ah Ad", "straight flush, nine high"),
        ("5d 4d 3d 2d Ad Kd Qs", "straight flush, five high"),
        ("8s 8h 8d 8c As Kd Kc", "four eights, ace kicker"),
        ("2s 2h 2d 2c 3s", "four twos, three kicker"),
        ("Qs Qh Qd 6s 6h 5s 5h", "full house, queens over sixes"),
        ("6s 6h 6d Js Jh Kc 2c", "full house, sixes over jacks"),
        ("As Ks 8s 5s 3s 2s Ad", "flush, ace-king-eight-five-three"),
        ("Js Td 9h 8s 7c 7d 2h", "straight, jack high"),
        ("As Kd Qh Js Tc 9d 8h", "straight, ace high"),
        ("As 2d 3h 4s 5c Kd Kh", "straight, five high"),
        ("6s 6h 6d Qs Jh 3d 2c", "three sixes, queen-jack kickers"),
        ("Ks Kd 7s 7d 9h 5s 5d", "two pair, kings and sevens, nine kicker"),
        ("Ks Kd 7s 7d 4h 5s 5d", "two pair, kings and sevens, five kicker"),
        ("9s 9d Kh Qs 7d 3c 2h", "pair of nines, king-queen-seven kickers"),
        ("Ts Td 4h 3s 2d", "pair of tens, four-three-two kickers"),
        ("As Kd Jh 9s 7d 3c 2h", "high card ace-king-jack-nine-seven"),
    ],
)
def test_a_hand_is_announced(cards: str, name: str) -> None:
    assert hand_name(strength(parse_cards(cards))) == name


def test_hands_have_the_same_name_exactly_when_they_tie() -> None:
    strengths = tally_of_all_hands(5)

    assert len({hand_name(value) for value in strengths}) == len(strengths) == 7_462
