"""What a line of the comparison is about, in words; its key is for programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pitboss.rules import Street, option_kinds
from pitboss.rules.book.chapters import SITUATIONS, STREETS
from pitboss.rules.book.facts import FACTS, METHODS
from pitboss.rules.words import case_words, wager_words

OTHERS: Final[Mapping[str, str]] = {  # keys that are no facts
    "outcomes.envy.each": "Envy for another player's hand",
    "outcomes.envy.several": "Envy when several hands earn it",
    "submission.operator": "Who files",
    "submission.layout.spots": "Spots of the layout",
    "submission.approvals.bureau": "Approval by the Bureau",
    "submission.approvals.commission": "Signature of the commission",
    "submission.approvals.device": "Approval of a reshuffling device",
    "submission.approvals.layout": "Approval of the layout",
    "submission.approvals.licence": "Licence of the owner",
    "submission.approvals.shoe": "Approval of the shoe's place",
    "submission.approvals.shuffler_failure": "Record that the shuffler has failed",
    "submission.approvals.table": "Designation of the table",
    "submission.approvals.tip_box": "Approval of the tip box's place",
    "layout.aim": "Aim of the game",
    "layout.ante": "Ante spot",
    "layout.ante-push": "Sign: when the Ante pushes",
    "layout.best-five": "Community cards that play",
    "layout.blind": "Blind spot",
    "layout.blind-floor": "Sign: when a winning Blind pushes",
    "layout.board": "Place of the community cards",
    "layout.dealer": "Place of the dealer's cards",
    "layout.limit": "Sign: payout limit",
    "layout.multiples": "Sign: multiples of the Play",
    "layout.odds": "Sign: odds",
    "layout.only-plays": "Sign: who qualifies",
    "layout.only-plays-means": "Sign: what not qualifying does",
    "layout.operator": "Name of the operator",
    "layout.play": "Play spot",
    "layout.progressive": "Progressive spot",
    "layout.progressive-odds": "Sign: odds of the Progressive",
    "layout.recognise": "Who is responsible for recognising a hand",
    "layout.six-card": "Six Card Bonus spot",
    "layout.spots": "Spots at each seat",
    "layout.trips": "Trips spot",
}
OF_DEALING: Final[Mapping[str, str]] = {
    "needs_shuffler": "a shuffling device is needed",
    "stub": "when the undealt cards go to the rack",
    "deal": "the deal",
    "flop": "the flop",
    "river": "the last two cards",
}
OF_STREET: Final[Mapping[str, str]] = {
    "play": "Play wager",
    "check": "may check",
    "fold": "may fold",
}


def label(group: str, key: str) -> str:
    """Return the label of a difference; one without words is named by its key.

    >>> label("options", "irreg.box_count")
    'Wrong number of cards in the box'
    >>> label("outcomes", "ante.win")
    'Ante: if you beat the dealer'
    >>> label("paytables", "progressive A | UTHP-02: envy, $1.00 wager, royal flush")
    'Progressive A | UTHP-02: envy, $1.00 wager, royal flush'
    """
    found = in_words(group, key)
    return _capital(key.replace(".", ": ").replace("_", " ")) if found is None else found


def in_words(group: str, key: str) -> str | None:
    """Find the label of a difference; None where there is none yet."""
    if (fact := FACTS.get(f"{group}.{key}")) is not None:
        return fact.label
    if (other := OTHERS.get(f"{group}.{key}")) is not None:
        return other
    try:
        return _capital(_BY_GROUP[group](key))
    except (KeyError, ValueError):  # a group, a part or a wager that is not known here
        return None


def _paytable(key: str) -> str:
    """Name a line by its tables: "blind A | —: less" is about what a Blind below its lines does."""
    wager, _, rest = key.partition(" ")
    line = rest.replace("| —", "| none")
    return f"{wager_words(wager)} {line.removesuffix(': less')}" + (
        ": anything less" if line.endswith(": less") else ""
    )


def _option(key: str) -> str:
    return option_kinds()[key].about


def _filed(key: str) -> str:
    kind, _, option = key.partition(".")
    if kind != "options":
        raise KeyError(key)
    return _option(option)


def _trouble(key: str) -> str:
    kind, _, case = key.partition(".")
    return case_words(kind, case)


def _outcome(key: str) -> str:
    wager, _, situation = key.partition(".")
    return f"{wager_words(wager)}: {SITUATIONS[situation].lower()}"


def _street(key: str) -> str:
    street, _, what = key.partition(".")
    return f"{STREETS[Street(street)]}: {OF_STREET[what]}"


def _dealt(key: str) -> str:
    method, _, what = key.partition(".")
    return f"From {METHODS[method]}: {OF_DEALING[what]}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_BY_GROUP: Final[Mapping[str, Callable[[str], str]]] = {
    "paytables": _paytable,
    "options": _option,
    "submission": _filed,
    "irregularities": _trouble,
    "outcomes": _outcome,
    "streets": _street,
    "dealing": _dealt,
    "wagers": wager_words,
    "fees": "fee option {}".format,
}
