"""Irregularities and their remedies in words: for the rules pages and for the floor's preview."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.rules import Remedy
from pitboss.server.rulebook.facts import wager_list

TITLES: Final[Mapping[str, str]] = {
    "face-up-card": "Card found face up",
    "card-drawn-in-error": "Card drawn in error",
    "card-exposed": "Card exposed by the dealer",
    "wrong-card-count": "Wrong number of cards",
    "dealer-card-exposed": "Dealer's card seen",
    "shuffler-jam": "Shuffler jams",
    "shoe-jam": "Shoe jams",
    "stub-count": "Stub counted",
    "deck-count": "Shuffler counts a wrong deck",
    "player-left": "Player has left",
    "device-out-of-order": "Device out of order",
}
CASES: Final[Mapping[tuple[str, str], str]] = {
    ("face-up-card", "one"): "One card lies face up in the deck before everybody has two",
    ("face-up-card", "one_late"): "One card lies face up after everybody has two",
    ("face-up-card", "several"): "Several cards lie face up before everybody has two",
    ("face-up-card", "several_late"): "Several cards lie face up after everybody has two",
    ("card-drawn-in-error", "unexposed"): "A card is drawn in error and nobody has seen it",
    ("card-exposed", "any"): "The dealer exposes a card of a player or of the board",
    ("wrong-card-count", "seat"): "A player has a wrong number of cards",
    ("wrong-card-count", "dealer"): "The dealer has a wrong number of cards",
    ("wrong-card-count", "board"): "The board has a wrong number of cards",
    ("wrong-card-count", "box"): "The box has a wrong number of cards",
    ("dealer-card-exposed", "any"): "A card of the dealer's hand is seen before all have decided",
    ("shuffler-jam", "in_play"): "The shuffler jams with the deck of the round in it",
    ("shuffler-jam", "idle"): "The shuffler jams with the other deck in it",
    ("shoe-jam", "any"): "An automatic shoe stops in a round",
    ("deck-count", "wrong"): "The shuffler counts another number than 52 cards",
    ("player-left", "abandoned"): "A player has left, and the wagers are ruled abandoned",
    ("player-left", "settled"): "A player has left, and the wagers are to be settled",
    ("device-out-of-order", "covered"): "A device that is out of order is covered",
    ("device-out-of-order", "signed"): "A device that is out of order has a sign",
}
STUB_CASES: Final[Mapping[str, str]] = {
    "right": "The stub is counted and nothing is wrong",
    "misdealt": "The count finds a wrong deal, and all 52 cards are there",
    "not_misdealt": "The count is wrong though the deal was right",
    "misdealt_short": "The count finds a wrong deal, and cards are missing or too many",
}
DEALT_FROM: Final = {"shoe": "from a shoe", "hand": "by hand", "shuffler": "from a shuffler"}
ACTIONS: Final[Mapping[str, str]] = {
    "continue": "the round goes on",
    "set-aside": "the card is set aside and the round goes on",
    "void": "the round is void and wagers go back",
    "void-seat": "that hand is dead and its wagers go back",
    "void-wager": "Six Card wagers go back",
    "forfeit": "that player's wagers are lost",
    "new-deck": "another deck is brought in",
}


def kind_title(kind: str) -> str:
    """Name a kind of irregularity."""
    return TITLES.get(kind, kind.replace("-", " ").capitalize())


def case_words(kind: str, case: str) -> str:
    """Say which case of a kind it is."""
    if kind == "stub-count":
        method, _, what = case.partition(".")
        said = STUB_CASES.get(what, what)
        return f"{said} ({DEALT_FROM.get(method, method)})"
    return CASES.get((kind, case), f"{kind_title(kind)}: {case.replace('_', ' ')}")


def remedy_words(remedy: Remedy) -> str:
    """Say what is done about it."""
    said = ACTIONS.get(remedy.action, remedy.action)
    if remedy.settles:
        said += f", but {wager_list(remedy.settles)} are settled by their paytables"
    return said + ("; the deck is taken away" if remedy.deck == "removed" else "")


def remedy_sentence(kind: str, case: str, remedy: Remedy) -> str:
    """Say case and remedy in one sentence."""
    return f"{case_words(kind, case)}: {remedy_words(remedy)}."
