"""Cards, ranks and suits and how they fit together."""

import pytest
from hypothesis import given

from pitboss import cards as package
from pitboss.cards import DECK, Card, Rank, Suit, card_of, rank_of, suit_of
from tests.cards import hands


def test_the_deck_has_every_rank_in_every_suit_once() -> None:
    pairs = {(rank_of(card), suit_of(card)) for card in DECK}

    assert len(DECK) == 52
    assert pairs == {(rank, suit) for rank in range(2, 15) for suit in range(4)}


def test_the_deck_runs_from_the_two_of_clubs_to_the_ace_of_spades() -> None:
    assert [*DECK] == [*range(52)]
    assert card_of(Rank(2), Suit(0)) == 0
    assert card_of(Rank(2), Suit(3)) == 3
    assert card_of(Rank(14), Suit(3)) == 51


@hands.unhurried
@given(card=hands.cards)
def test_a_card_is_its_rank_and_its_suit(card: Card) -> None:
    assert card_of(rank_of(card), suit_of(card)) == card


@pytest.mark.parametrize(("rank", "suit"), [(1, 0), (15, 0), (2, -1), (2, 4)])
def test_there_is_no_card_of_a_rank_or_suit_out_of_range(rank: int, suit: int) -> None:
    with pytest.raises(ValueError, match=f"rank {rank} and suit {suit}"):
        card_of(Rank(rank), Suit(suit))


def test_the_package_offers_these_names_and_no_others() -> None:
    names = """
        CATEGORY_SLUGS DECK Card CardError Category Rank Strength Suit best_five card_of card_symbol
        card_text cards_symbols cards_text category_of first_duplicate hand_name parse_card
        parse_cards rank_of ranks_of strength suit_of
    """

    assert package.__all__ == names.split()
    assert all(hasattr(package, name) for name in package.__all__)
