"""What a line of the comparison is about, in words; its key is for programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pitboss.rules import Street, option_kinds
from pitboss.rules.words import case_words, wager_words
from pitboss.server.rulebook.chapters import SITUATIONS, STREETS
from pitboss.server.rulebook.facts import METHODS

WHOLE: Final[Mapping[str, str]] = {
    "table.bank": "Who banks",
    "table.seats": "Seats for players",
    "table.positions_per_player": "Seats that one player may take",
    "table.seated_only": "Only seated players may bet",
    "table.chips_only": "Bets are made with chips only",
    "table.drop_box": "A drop box at the table",
    "table.tip_box": "A tip box at the table",
    "table.rack": "A rack for used cards",
    "table.seats_choice": "Seats the operator may choose",
    "table.glossary_terms": "Words that the rules define",
    "table.excluded_rules": "Rules that do not apply",
    "cards.hand": "What a hand is made of",
    "cards.qualifies": "Lowest hand with which the dealer qualifies",
    "cards.deck": "Cards in a deck",
    "cards.cover_cards": "Cover cards",
    "cards.decks": "Decks at the table",
    "cards.second_deck_needs": "What a second deck needs",
    "cards.alternate_decks": "Two decks take turns",
    "cards.alike": "Whether both decks look alike",
    "cards.opening": "How a deck is opened",
    "cards.preinspected": "Decks inspected elsewhere",
    "cards.idle": "A table without players",
    "cards.idle_restarts": "After an idle time",
    "cards.cut_after": "Shuffles that are followed by a cut",
    "cards.shuffles": "Ways to shuffle",
    "cards.shuffle_on_order": "A shuffle ordered by the floor",
    "cards.loads": "Where the shuffled deck goes",
    "cards.cut_least": "Fewest cards on either side of a cut",
    "cards.device_may_feed_shoe": "A shuffling device that feeds a shoe",
    "cards.stub_count_rounds": "How often undealt cards are counted",
    "cards.deck_change_hours": "Hours until a deck is changed",
    "cards.deck_change_hours_by_hand": "Hours until a deck dealt by hand is changed",
    "cards.folded_hand_cards": "Cards of a folded hand",
    "cards.one_deck_methods": "Ways of dealing with one deck only",
    "cards.after_round": "What happens to the cards after a round",
    "cards.count_at_tap_in": "Cards counted when a new dealer comes",
    "betting.closes": "When betting closes",
    "betting.equal": "Wagers that must be equal",
    "betting.progressive_wagers": "Amounts of the Progressive",
    "betting.progressive_lock": "Progressive wagers are locked before the first card",
    "betting.progressive_count": "Progressive wagers are counted",
    "betting.spot_min": "Minimum bet on a spot",
    "betting.spot_max": "Maximum bet on a spot",
    "progressive.stake_back": "Whether the stake comes back with a win",
    "progressive.validation": "Validation of a win",
    "progressive.envy_scales": "Whether Envy goes by the holder's wager",
    "progressive.keyed": "A win is keyed in",
    "progressive.readied": "The device is made ready",
    "progressive.highest_only": "Only the highest hand is paid",
    "progressive.meter_at_turn": "The meter is read at each seat's turn",
    "progressive.outside_limit": "Wins outside the payout limit",
    "limits.payout_per_player": "Most paid to one player",
    "limits.payout_floor": "Lowest payout limit",
    "limits.payout_exempt": "Bets that no payout limit cuts",
    "limits.customer_total": "Most a customer may have at stake",
    "limits.aggregate": "Most paid in a round",
    "settlement.wagers": "Order of the wagers",
    "settlement.at_fold": "Settled when a hand folds",
    "settlement.at_end": "Settled at the end",
    "settlement.rack": "When settled hands go to the rack",
    "settlement.seats": "Order of the seats",
    "settlement.envy.paid": "When Envy is paid",
    "settlement.envy.not_for": "Who gets no Envy",
    "settlement.unqualified_first": "Returned first when the dealer does not qualify",
    "settlement.show_hand": "When a hand is turned over",
    "asking.order": "Order in which seats are asked",
    "asking.once": "One Play bet for each seat and round",
    "dealing.method": "How cards are usually dealt",
    "dealing.shoes": "Ways of dealing in which a shoe can jam",
    "dealing.look": "When players look at their cards",
    "dealing.reveal": "When the dealer's cards are turned over",
    "dealing.box_opens": "When the Six Card box is turned over",
    "bank.collects_and_pays": "The bank collects and pays",
    "bank.loss_cap": "Most that the bank can lose",
    "bank.win_cap": "Most that the bank can win",
    "bank.exhausted": "A bank that has run out",
    "bank.covers_all": "A bank that must cover everything",
    "bank.stake_max": "Largest stake of the bank",
    "bank.consecutive_max": "Rounds in a row with the bank",
    "bank.offered": "How the bank is offered",
    "notices.unequal": "Who is told that Ante and Blind are not equal",
    "notices.late_change": "Who is told of a wager changed too late",
    "notices.payout": "Payouts that a supervisor is told of",
    "tips.spots": "Bets that you may tip on",
    "tips.play": "A tip on the Play",
    "tips.need_own_wager": "A tip needs a bet of your own",
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
    if (whole := WHOLE.get(f"{group}.{key}")) is not None:
        return whole
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
