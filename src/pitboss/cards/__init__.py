"""Cards, hands and what they are worth, known by their public names."""

from pitboss.cards.card import DECK, Card, Rank, Suit, card_of, rank_of, suit_of
from pitboss.cards.naming import hand_name
from pitboss.cards.notation import (
    CardError,
    card_symbol,
    card_text,
    cards_symbols,
    cards_text,
    first_duplicate,
    parse_card,
    parse_cards,
)
from pitboss.cards.strength import (
    CATEGORY_SLUGS,
    Category,
    Strength,
    best_five,
    category_of,
    ranks_of,
    strength,
)

__all__ = [
    "CATEGORY_SLUGS",
    "DECK",
    "Card",
    "CardError",
    "Category",
    "Rank",
    "Strength",
    "Suit",
    "best_five",
    "card_of",
    "card_symbol",
    "card_text",
    "cards_symbols",
    "cards_text",
    "category_of",
    "first_duplicate",
    "hand_name",
    "parse_card",
    "parse_cards",
    "rank_of",
    "ranks_of",
    "strength",
    "suit_of",
]
