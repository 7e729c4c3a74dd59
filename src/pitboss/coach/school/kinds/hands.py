"""Read the hands: the best five, their name, whether the dealer qualifies."""

from __future__ import annotations

from typing import Final

from pitboss.cards import (
    CATEGORY_SLUGS,
    Card,
    best_five,
    cards_symbols,
    cards_text,
    category_of,
    hand_name,
    strength,
)
from pitboss.coach.school.asking import yes_no_item
from pitboss.coach.school.exercise import SchoolItem
from pitboss.coach.school.kinds.kind import about_layouts
from pitboss.coach.school.layout import SchoolLayout
from pitboss.rules.words import a_hand, hand_words

NAMES: Final = tuple((slug, hand_words(slug)) for slug in CATEGORY_SLUGS.values())


def hand_items(layout: SchoolLayout) -> tuple[SchoolItem, ...]:
    """Ask for the hands of the seat and of the dealer, and whether the dealer qualifies."""
    spot = layout.round.spot(layout.seat)
    if spot is None:
        return ()
    board, dealer = layout.round.board, layout.round.dealer
    return (
        *_read(layout, f"seat {layout.seat}", (*spot.cards, *board)),
        *_read(layout, "the dealer", (*dealer, *board)),
        qualifies_item(layout),
    )


def _read(layout: SchoolLayout, whose: str, cards: tuple[Card, ...]) -> tuple[SchoolItem, ...]:
    best, name = best_five(cards), hand_name(strength(cards))
    slug = CATEGORY_SLUGS[category_of(strength(cards))]
    cite = layout.rules.set.cite("cards.hand")
    why = f"The best five are {cards_symbols(best)}: {name}."
    owner = whose.replace(" ", "-")
    return (
        SchoolItem(
            id=f"{owner}.best",
            asks=f"Which are the best five cards of {whose}?",
            form="cards",
            key=(cards_text(tuple(sorted(best, reverse=True))),),
            right=cards_symbols(best),
            why=why,
            cite=cite,
            among=cards,
        ),
        SchoolItem(
            id=f"{owner}.name",
            asks=f"What does {whose} have?",
            form="choice",
            key=(slug,),
            right=name,
            choices=NAMES,
            why=why,
            cite=cite,
        ),
    )


def qualifies_item(layout: SchoolLayout) -> SchoolItem:
    """Ask whether the dealer qualifies."""
    rules, settled = layout.rules, layout.settlement
    least = a_hand(CATEGORY_SLUGS[rules.qualifies])
    has = hand_name(settled.dealer) if settled.dealer is not None else "no hand"
    return yes_no_item(
        "dealer.qualifies",
        "Does the dealer qualify?",
        rules.set.cite("cards.qualifies"),
        f"The dealer has {has}, and needs {least} or better.",
        yes=bool(settled.qualifies),
    )


HANDS: Final = about_layouts(
    "hands",
    "Read the hands",
    "The cards are turned. Read the player's and the dealer's hand.",
    hand_items,
    families=("any", "ending", "line"),
)
