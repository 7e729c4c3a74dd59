"""Single values of a rule set as sentences: one for each key that any of the sets has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pitboss.rules.compare import value_words
from pitboss.rules.words import and_list, wager_words

# Any: a value is of the type that its key has in a rule set's file, checked when that was read.
ToSentence = Callable[[Any], str]

SEATS_ORDER: Final = {
    "counter-clockwise": "from the dealer's right to the left",
    "clockwise-from-bank": "clockwise, from the first seat behind the player-dealer",
    "clockwise": "clockwise, from the dealer's left",
}
SHUFFLES: Final = {
    "device": "by a shuffling device",
    "manual": "by hand",
    "pre-shuffled": "with decks that come shuffled",
    "continuous": "by a device that takes the cards back at once",
}
STEPS: Final = {
    "inspect": "looked at",
    "verify": "verified by a second person",
    "spread": "spread face up",
    "turn-down": "turned face down",
    "wash": "mixed on the table",
    "stack": "stacked",
}
METHODS: Final = {"shoe": "a shoe", "hand": "the hand", "shuffler": "a shuffler that deals packets"}
CLOSES: Final = {
    "no more bets": "Betting ends when the dealer calls for no more bets.",
    "button": "Betting ends when the dealer presses the button of the progressive system.",
    "first card": "Betting ends with the first card that is dealt.",
}


def wager_list(names: tuple[object, ...]) -> str:
    """Join wagers by their names on the felt."""
    return and_list([wager_words(str(name)) for name in names])


def dollars(amount: int) -> str:
    """Write whole dollars."""
    return f"${amount:,}"


def _bank(value: str) -> str:
    if value == "house":
        return "The house banks the game: it pays and collects every bet."
    return "One of the players banks the game as player-dealer; the house never does."


def _decks(value: tuple[int, ...]) -> str:
    if len(value) == 1:
        return f"The table has {_count(value[0], 'deck')}."
    return f"The table has {and_list(tuple(value), 'or')} decks."


def _count(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def _cut_after(value: tuple[str, ...]) -> str:
    if not value:
        return "The deck is not cut."
    kinds = {"manual": "shuffled by hand", "pre-shuffled": "brought in shuffled"}
    return f"The deck is cut when it was {and_list([kinds[one] for one in value], 'or')}."


def _at_fold(value: tuple[str, ...]) -> str:
    named = ["a losing Trips wager" if one == "losing-trips" else wager_words(one) for one in value]
    return f"When a player folds, {and_list(named)} are taken at once."


def _at_end(value: tuple[object, ...]) -> str:
    if not value:
        return "No wager waits until all seats have been settled."
    return f"{wager_list(value)} are settled at the end, when all other wagers are done."


def _unqualified_first(value: tuple[object, ...]) -> str:
    if not value:
        return "A dealer who does not qualify changes nothing in the order of settlement."
    return f"When the dealer does not qualify, every {wager_list(value)} is returned first."


def _stake_back(value: str) -> str:
    if value == "never":
        return "A winning Progressive bet is not returned with its winnings."
    return "A winning Progressive bet is returned only where its line pays odds to 1."


def _validation(value: str) -> str:
    if value == "blocks":
        return "A floorperson validates a Progressive win before it is paid."
    return "A supervisor is called to a Progressive win."


def _envy_paid(value: str) -> str:
    if value == "at-end":
        return "Envy is paid at the end of the hand."
    return "Envy is paid when the winning hand is shown, right after its own award."


def _progressive_wagers(value: tuple[int, ...]) -> str:
    if not value:
        return "The paytable says what a Progressive bet costs."
    return f"A Progressive wager is {and_list([dollars(one) for one in value], 'or')}."


def _win_cap(value: str) -> str:
    if value == "none":
        return "The player-dealer may win more than was put up for the bank."
    return "The player-dealer wins no more than was put up for the bank."


def _yes(said: str) -> ToSentence:
    return lambda value: said if value else f"Not here: {said[0].lower()}{said[1:]}"


FACTS: Final[Mapping[str, ToSentence]] = {
    # The table.
    "table.seats": lambda v: f"There are {v} seats for players.",
    "table.seats_choice": lambda v: f"The operator may have {and_list(v, 'or')} seats.",
    "table.bank": _bank,
    "table.positions_per_player": lambda v: f"A player bets at no more than {_count(v, 'seat')}.",
    "table.seated_only": _yes("Only players who sit at the table may bet."),
    "table.chips_only": _yes("Wagers are made with chips."),
    "table.drop_box": _yes("The table has a drop box."),
    "table.tip_box": _yes("The table has a tip box."),
    "table.rack": _yes("The table has a rack for used cards."),
    "table.glossary_terms": lambda v: f"The table explains these words: {and_list(v)}.",
    "table.excluded_rules": lambda v: f"General rules {and_list(v)} do not apply to this game.",
    # Cards.
    "cards.hand": lambda _: "A hand is the best five of two own and five community cards.",
    "cards.qualifies": lambda v: f"The dealer qualifies with a {v} or better.",
    "cards.deck": lambda v: f"A deck has {v} cards, without jokers.",
    "cards.decks": _decks,
    "cards.second_deck_needs": lambda _: "A second deck needs a shuffling device.",
    "cards.alternate_decks": _yes("Two decks are used in turn, one round each."),
    "cards.alike": _yes("All decks share one design, and two of them differ in colour."),
    "cards.cover_cards": lambda v: f"A deck comes with {_count(v, 'cover card')}.",
    "cards.opening": lambda v: (
        f"Before play each deck is {and_list([STEPS[one] for one in v])}, in this order."
    ),
    "cards.preinspected": _yes("A deck that was inspected elsewhere need not be inspected again."),
    "cards.idle": lambda _: "At a table without players the cards are spread.",
    "cards.idle_restarts": _yes("After an idle time the deck is mixed and shuffled again."),
    "cards.cut_after": _cut_after,
    "cards.shuffles": lambda v: (
        f"Cards are shuffled {and_list([SHUFFLES[one] for one in v], 'or')}."
    ),
    "cards.shuffle_on_order": _yes("The floor may order a shuffle before the first card."),
    "cards.loads": lambda v: f"The shuffled deck goes into the {v}.",
    "cards.cut_least": lambda v: f"A cut leaves at least {v} cards on either side.",
    "cards.device_may_feed_shoe": _yes("A shuffling device may feed a shoe."),
    "cards.stub_count_rounds": lambda v: f"The undealt cards are counted every {v} rounds.",
    "cards.deck_change_hours_by_hand": lambda v: (
        f"A deck dealt by hand is changed after {v} hours."
    ),
    "cards.deck_change_hours": lambda v: f"Any other deck is changed after {v} hours.",
    "cards.folded_hand_cards": lambda v: f"A folded hand is checked to have {v} cards.",
    "cards.one_deck_methods": lambda v: f"Dealt from {METHODS[v[0]]}, one deck is used.",
    "cards.after_round": lambda _: "After a round the cards go back into the device.",
    "cards.count_at_tap_in": lambda _: "A new dealer counts a deck that is dealt by hand.",
    # Betting and asking.
    "betting.closes": CLOSES.__getitem__,
    "betting.equal": lambda v: f"{wager_list(v)} are always equal.",
    "betting.progressive_lock": _yes("Progressive wagers are locked before the first card."),
    "betting.progressive_count": _yes("The dealer compares the Progressive chips with the lights."),
    "betting.progressive_wagers": _progressive_wagers,
    "betting.spot_min": lambda v: f"The minimum bet on a spot is {dollars(v)}.",
    "betting.spot_max": lambda v: f"The maximum bet on a spot is {dollars(v)}.",
    "asking.order": lambda v: f"Seats are asked {SEATS_ORDER[v]}.",
    "asking.once": _yes("You bet Play once in a round."),
    # Dealing.
    "dealing.method": lambda v: (
        f"Unless the operator chooses otherwise, cards come from {METHODS[v]}."
    ),
    "dealing.shoes": lambda v: (
        f"A shoe can jam where cards come from {' or '.join(METHODS[one] for one in v)}."
    ),
    "dealing.look": lambda _: "Players look at their cards when everybody has them.",
    "dealing.reveal": lambda _: "The dealer's cards are turned over when every seat has decided.",
    "dealing.box_opens": lambda _: "The four-card box is opened after the dealer's hand.",
    # Settlement.
    "settlement.seats": lambda v: f"Seats are settled {SEATS_ORDER[v]}.",
    "settlement.wagers": lambda v: f"At each seat the order is {wager_list(v)}.",
    "settlement.unqualified_first": _unqualified_first,
    "settlement.at_fold": _at_fold,
    "settlement.at_end": _at_end,
    "settlement.show_hand": lambda _: "A hand is turned over when it is its turn to be settled.",
    "settlement.rack": lambda v: (
        "A settled hand goes to the rack at once."
        if v == "at-turn"
        else "Hands go to the rack when all payments are made."
    ),
    "settlement.envy.paid": _envy_paid,
    "settlement.envy.not_for": lambda _: "Envy is not paid for your own hand or the dealer's.",
    # Progressive.
    "progressive.highest_only": _yes("A hand is paid once, for its highest line."),
    "progressive.stake_back": _stake_back,
    "progressive.meter_at_turn": _yes(
        "A share of the meter is taken from what it shows at that seat's turn."
    ),
    "progressive.validation": _validation,
    "progressive.outside_limit": _yes("The Progressive is outside the limit on payouts."),
    "progressive.envy_scales": _yes("Envy grows with the wager."),
    "progressive.keyed": _yes("The dealer keys the seats that have won on the keypad."),
    "progressive.readied": _yes("The system is readied before the next hand."),
    # Bank.
    "bank.collects_and_pays": _yes("The bank collects what seats lose and pays what they win."),
    "bank.loss_cap": lambda _: "The player-dealer loses no more than was put up for the bank.",
    "bank.win_cap": _win_cap,
    "bank.exhausted": lambda _: "Bets that the bank can no longer cover are returned.",
    "bank.covers_all": lambda v: (
        "The bank must cover every wager." if v else "The bank need not cover every wager."
    ),
    "bank.stake_max": lambda v: (
        "There is no maximum for the bank's stake."
        if v == "none"
        else f"The bank holds at most {v}."
    ),
    "bank.consecutive_max": lambda v: f"Nobody banks more than {_count(v, 'hand')} in a row.",
    "bank.offered": lambda _: "The bank is offered from seat to seat, clockwise.",
    # Limits, notices, tips.
    "limits.payout_per_player": lambda v: f"A limit on one player's payout counts {wager_list(v)}.",
    "limits.payout_floor": lambda v: f"Such a limit is at least {dollars(v)}.",
    "limits.payout_exempt": lambda v: f"{wager_list(v)} are paid in addition to that limit.",
    "limits.customer_total": lambda v: (
        f"All bets of one player in a round total at most {dollars(v)}."
    ),
    "limits.aggregate": lambda v: f"All payouts of a round together are limited to {dollars(v)}.",
    "notices.unequal": lambda v: f"The {v} is told when Ante and Blind are not equal.",
    "notices.late_change": lambda v: f"The {v} is told when a wager is changed too late.",
    "notices.payout": lambda v: f"A supervisor is told of a payout of {dollars(v)} or more.",
    "tips.spots": lambda v: f"You may tip the dealer beside {wager_list(v)}.",
    "tips.play": lambda v: f"A Play for a tip on the Ante is {v}.",
    "tips.need_own_wager": _yes("A tip needs a bet of your own in the same hand."),
}


def fact_sentence(key: str, value: object) -> str:
    """Write the sentence of one value; one without a sentence is shown as it stands."""
    say = FACTS.get(key)
    if say is None:
        return f"{key.replace('.', ': ').replace('_', ' ')}: {value_words(value)}."
    return say(value)
