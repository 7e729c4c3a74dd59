"""What a line of the comparison is about, in words; its key is for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WHOLE: Final[Mapping[str, str]] = {
    "table.bank": "Who banks",
    "table.seats_choice": "Seats the operator may choose",
    "table.glossary_terms": "Words that are defined",
    "table.excluded_rules": "Rules that do not apply",
    "cards.decks": "Decks at the table",
    "cards.second_deck_needs": "What a second deck needs",
    "cards.alternate_decks": "How the decks take turns",
    "cards.alike": "Whether both decks look alike",
    "cards.opening": "How a deck is opened",
    "cards.preinspected": "Decks inspected elsewhere",
    "cards.idle": "A table without players",
    "cards.idle_restarts": "After an idle time",
    "cards.cut_after": "When the deck is cut",
    "cards.shuffles": "Ways to shuffle",
    "cards.shuffle_on_order": "A shuffle ordered by the floor",
    "cards.loads": "Where the shuffled deck goes",
    "cards.cut_least": "Least cards on either side of a cut",
    "cards.device_may_feed_shoe": "A shuffling device that feeds a shoe",
    "cards.stub_count_rounds": "How often undealt cards are counted",
    "cards.deck_change_hours": "Hours until a deck is changed",
    "cards.deck_change_hours_by_hand": "Hours until a deck dealt by hand is changed",
    "cards.folded_hand_cards": "Cards of a folded hand",
    "cards.one_deck_methods": "Methods that take one deck",
    "cards.after_round": "What happens to the cards after a round",
    "cards.count_at_tap_in": "Cards counted when a dealer comes",
    "betting.closes": "When betting closes",
    "betting.progressive_wagers": "Amounts of the Progressive",
    "betting.progressive_lock": "How Progressive wagers are locked in",
    "betting.progressive_count": "Progressive wagers are counted",
    "betting.spot_min": "Least on a spot",
    "betting.spot_max": "Most on a spot",
    "progressive.stake_back": "Whether the stake comes back with a win",
    "progressive.validation": "Validation of a win",
    "progressive.envy_scales": "Whether Envy goes by the holder's wager",
    "progressive.keyed": "A win is keyed in",
    "progressive.readied": "The device is made ready",
    "progressive.highest_only": "Only the highest hand is paid",
    "progressive.meter_at_turn": "When the meter is read",
    "progressive.outside_limit": "Wins outside the payout limit",
    "limits.payout_per_player": "Most paid to one player",
    "limits.payout_floor": "What a payout limit never goes below",
    "limits.payout_exempt": "What no payout limit cuts",
    "limits.customer_total": "Most a customer may have at stake",
    "limits.aggregate": "Most paid in a round",
    "settlement.wagers": "Order of the wagers",
    "settlement.at_fold": "Settled when a hand folds",
    "settlement.at_end": "Settled at the end",
    "settlement.rack": "Where lost wagers go",
    "settlement.seats": "Order of the seats",
    "settlement.envy.not_for": "Who gets no Envy",
    "settlement.unqualified_first": "A dealer who does not qualify",
    "dealing.box_opens": "When the Six Card box is turned over",
    "bank.collects_and_pays": "How the bank collects and pays",
    "bank.loss_cap": "Most that the bank can lose",
    "bank.win_cap": "Most that the bank can win",
    "bank.exhausted": "A bank that has run out",
    "bank.covers_all": "A bank that must cover everything",
    "bank.stake_max": "Largest stake of the bank",
    "bank.consecutive_max": "Rounds in a row with the bank",
    "bank.offered": "How the bank is offered",
    "notices.unequal": "Notice of unequal treatment",
    "notices.late_change": "Notice of a late change",
    "notices.payout": "Notice of a payout",
    "tips.spots": "Spots a tip may ride on",
    "tips.play": "A tip on the Play",
    "tips.need_own_wager": "A tip needs a wager of one's own",
}
# First words of keys with several parts.
HEADS: Final[Mapping[str, str]] = {
    "irreg": "Irregularity",
    "pd": "Player-dealer",
    "uthp": "Progressive UTHP",
    "uthp01": "Progressive UTHP-01",
    "auto": "Automatic dealing",
    "settle": "Settlement",
    "abandon": "Abandoned hand",
    "exposed": "Exposed card",
    "misdeal": "Misdeal",
    "burn": "Burned cards",
    "fee": "Fee",
    "limit": "Payout limit",
    "limits": "Wager limits",
    "envy": "Envy",
    "void": "Void round",
    "six_card": "Six Card",
}


def label(group: str, key: str) -> str:
    """Say what a difference is about.

    >>> label("options", "irreg.box_count")
    'Irregularity: box count'
    >>> label("paytables", "progressive A | UTHP-02: envy, $1.00 wager, royal flush")
    'Progressive A | UTHP-02: envy, $1.00 wager, royal flush'
    """
    if (whole := WHOLE.get(f"{group}.{key}")) is not None:
        return whole
    if group == "paytables":  # names of tables and sums stand in it
        said = key.replace("_", " ").replace("| —", "| none")
    elif group == "fees":
        said = f"fee option {key}"
    else:
        head, *rest = key.split(".")
        parts = [HEADS.get(head, head), *rest]
        said = ": ".join(part if part in HEADS.values() else _plain(part) for part in parts)
    return said[:1].upper() + said[1:]


def _plain(part: str) -> str:
    return part.replace("_", " ").replace("-", " ")
