"""Words for single values of a rule set: a label and a sentence for each key of any set."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from pitboss.rules.compare import value_words
from pitboss.rules.words import and_list, wager_words

# Any: a value is of the type that its key has in a rule set's file, checked when that was read.
ToSentence = Callable[[Any], str]


class _Fact(NamedTuple):
    """Words for one key of a rule set: its label in the comparison, its value as a sentence."""

    label: str
    sentence: ToSentence


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


FACTS: Final[Mapping[str, _Fact]] = {
    # The table.
    "table.seats": _Fact("Seats for players", lambda v: f"There are {v} seats for players."),
    "table.seats_choice": _Fact(
        "Seats the operator may choose",
        lambda v: f"The operator may have {and_list(v, 'or')} seats.",
    ),
    "table.bank": _Fact("Who banks", _bank),
    "table.positions_per_player": _Fact(
        "Seats that one player may take",
        lambda v: f"A player bets at no more than {_count(v, 'seat')}.",
    ),
    "table.seated_only": _Fact(
        "Only seated players may bet", _yes("Only players who sit at the table may bet.")
    ),
    "table.chips_only": _Fact("Bets are made with chips only", _yes("Wagers are made with chips.")),
    "table.drop_box": _Fact("A drop box at the table", _yes("The table has a drop box.")),
    "table.tip_box": _Fact("A tip box at the table", _yes("The table has a tip box.")),
    "table.rack": _Fact("A rack for used cards", _yes("The table has a rack for used cards.")),
    "table.glossary_terms": _Fact(
        "Words that the rules define", lambda v: f"The table explains these words: {and_list(v)}."
    ),
    "table.excluded_rules": _Fact(
        "Rules that do not apply",
        lambda v: f"General rules {and_list(v)} do not apply to this game.",
    ),
    # Cards.
    "cards.hand": _Fact(
        "What a hand is made of",
        lambda _: "A hand is the best five of two own and five community cards.",
    ),
    "cards.qualifies": _Fact(
        "Lowest hand with which the dealer qualifies",
        lambda v: f"The dealer qualifies with a {v} or better.",
    ),
    "cards.deck": _Fact("Cards in a deck", lambda v: f"A deck has {v} cards, without jokers."),
    "cards.decks": _Fact("Decks at the table", _decks),
    "cards.second_deck_needs": _Fact(
        "What a second deck needs", lambda _: "A second deck needs a shuffling device."
    ),
    "cards.alternate_decks": _Fact(
        "Two decks take turns", _yes("Two decks are used in turn, one round each.")
    ),
    "cards.alike": _Fact(
        "Whether both decks look alike",
        _yes("All decks share one design, and two of them differ in colour."),
    ),
    "cards.cover_cards": _Fact(
        "Cover cards", lambda v: f"A deck comes with {_count(v, 'cover card')}."
    ),
    "cards.opening": _Fact(
        "How a deck is opened",
        lambda v: f"Before play each deck is {and_list([STEPS[one] for one in v])}, in this order.",
    ),
    "cards.preinspected": _Fact(
        "Decks inspected elsewhere",
        _yes("A deck that was inspected elsewhere need not be inspected again."),
    ),
    "cards.idle": _Fact(
        "A table without players", lambda _: "At a table without players the cards are spread."
    ),
    "cards.idle_restarts": _Fact(
        "After an idle time", _yes("After an idle time the deck is mixed and shuffled again.")
    ),
    "cards.cut_after": _Fact("Shuffles that are followed by a cut", _cut_after),
    "cards.shuffles": _Fact(
        "Ways to shuffle",
        lambda v: f"Cards are shuffled {and_list([SHUFFLES[one] for one in v], 'or')}.",
    ),
    "cards.shuffle_on_order": _Fact(
        "A shuffle ordered by the floor",
        _yes("The floor may order a shuffle before the first card."),
    ),
    "cards.loads": _Fact(
        "Where the shuffled deck goes", lambda v: f"The shuffled deck goes into the {v}."
    ),
    "cards.cut_least": _Fact(
        "Fewest cards on either side of a cut",
        lambda v: f"A cut leaves at least {v} cards on either side.",
    ),
    "cards.device_may_feed_shoe": _Fact(
        "A shuffling device that feeds a shoe", _yes("A shuffling device may feed a shoe.")
    ),
    "cards.stub_count_rounds": _Fact(
        "How often undealt cards are counted",
        lambda v: f"The undealt cards are counted every {v} rounds.",
    ),
    "cards.deck_change_hours_by_hand": _Fact(
        "Hours until a deck dealt by hand is changed",
        lambda v: f"A deck dealt by hand is changed after {v} hours.",
    ),
    "cards.deck_change_hours": _Fact(
        "Hours until a deck is changed", lambda v: f"Any other deck is changed after {v} hours."
    ),
    "cards.folded_hand_cards": _Fact(
        "Cards of a folded hand", lambda v: f"A folded hand is checked to have {v} cards."
    ),
    "cards.one_deck_methods": _Fact(
        "Ways of dealing with one deck only",
        lambda v: f"Dealt from {METHODS[v[0]]}, one deck is used.",
    ),
    "cards.after_round": _Fact(
        "What happens to the cards after a round",
        lambda _: "After a round the cards go back into the device.",
    ),
    "cards.count_at_tap_in": _Fact(
        "Cards counted when a new dealer comes",
        lambda _: "A new dealer counts a deck that is dealt by hand.",
    ),
    # Betting and asking.
    "betting.closes": _Fact("When betting closes", CLOSES.__getitem__),
    "betting.equal": _Fact(
        "Wagers that must be equal", lambda v: f"{wager_list(v)} are always equal."
    ),
    "betting.progressive_lock": _Fact(
        "Progressive wagers are locked before the first card",
        _yes("Progressive wagers are locked before the first card."),
    ),
    "betting.progressive_count": _Fact(
        "Progressive wagers are counted",
        _yes("The dealer compares the Progressive chips with the lights."),
    ),
    "betting.progressive_wagers": _Fact("Amounts of the Progressive", _progressive_wagers),
    "betting.spot_min": _Fact(
        "Minimum bet on a spot", lambda v: f"The minimum bet on a spot is {dollars(v)}."
    ),
    "betting.spot_max": _Fact(
        "Maximum bet on a spot", lambda v: f"The maximum bet on a spot is {dollars(v)}."
    ),
    "asking.order": _Fact(
        "Order in which seats are asked", lambda v: f"Seats are asked {SEATS_ORDER[v]}."
    ),
    "asking.once": _Fact(
        "One Play bet for each seat and round", _yes("You bet Play once in a round.")
    ),
    # Dealing.
    "dealing.method": _Fact(
        "How cards are usually dealt",
        lambda v: f"Unless the operator chooses otherwise, cards come from {METHODS[v]}.",
    ),
    "dealing.shoes": _Fact(
        "Ways of dealing in which a shoe can jam",
        lambda v: f"A shoe can jam where cards come from {' or '.join(METHODS[one] for one in v)}.",
    ),
    "dealing.look": _Fact(
        "When players look at their cards",
        lambda _: "Players look at their cards when everybody has them.",
    ),
    "dealing.reveal": _Fact(
        "When the dealer's cards are turned over",
        lambda _: "The dealer's cards are turned over when every seat has decided.",
    ),
    "dealing.box_opens": _Fact(
        "When the Six Card box is turned over",
        lambda _: "The four-card box is opened after the dealer's hand.",
    ),
    # Settlement.
    "settlement.seats": _Fact(
        "Order of the seats", lambda v: f"Seats are settled {SEATS_ORDER[v]}."
    ),
    "settlement.wagers": _Fact(
        "Order of the wagers", lambda v: f"At each seat the order is {wager_list(v)}."
    ),
    "settlement.unqualified_first": _Fact(
        "Returned first when the dealer does not qualify", _unqualified_first
    ),
    "settlement.at_fold": _Fact("Settled when a hand folds", _at_fold),
    "settlement.at_end": _Fact("Settled at the end", _at_end),
    "settlement.show_hand": _Fact(
        "When a hand is turned over",
        lambda _: "A hand is turned over when it is its turn to be settled.",
    ),
    "settlement.rack": _Fact(
        "When settled hands go to the rack",
        lambda v: (
            "A settled hand goes to the rack at once."
            if v == "at-turn"
            else "Hands go to the rack when all payments are made."
        ),
    ),
    "settlement.envy.paid": _Fact("When Envy is paid", _envy_paid),
    "settlement.envy.not_for": _Fact(
        "Who gets no Envy", lambda _: "Envy is not paid for your own hand or the dealer's."
    ),
    # Progressive.
    "progressive.highest_only": _Fact(
        "Only the highest hand is paid", _yes("A hand is paid once, for its highest line.")
    ),
    "progressive.stake_back": _Fact("Whether the stake comes back with a win", _stake_back),
    "progressive.meter_at_turn": _Fact(
        "The meter is read at each seat's turn",
        _yes("A share of the meter is taken from what it shows at that seat's turn."),
    ),
    "progressive.validation": _Fact("Validation of a win", _validation),
    "progressive.outside_limit": _Fact(
        "Wins outside the payout limit", _yes("The Progressive is outside the limit on payouts.")
    ),
    "progressive.envy_scales": _Fact(
        "Whether Envy goes by the holder's wager", _yes("Envy grows with the wager.")
    ),
    "progressive.keyed": _Fact(
        "A win is keyed in", _yes("The dealer keys the seats that have won on the keypad.")
    ),
    "progressive.readied": _Fact(
        "The device is made ready", _yes("The system is readied before the next hand.")
    ),
    # Bank.
    "bank.collects_and_pays": _Fact(
        "The bank collects and pays",
        _yes("The bank collects what seats lose and pays what they win."),
    ),
    "bank.loss_cap": _Fact(
        "Most that the bank can lose",
        lambda _: "The player-dealer loses no more than was put up for the bank.",
    ),
    "bank.win_cap": _Fact("Most that the bank can win", _win_cap),
    "bank.exhausted": _Fact(
        "A bank that has run out", lambda _: "Bets that the bank can no longer cover are returned."
    ),
    "bank.covers_all": _Fact(
        "A bank that must cover everything",
        lambda v: (
            "The bank must cover every wager." if v else "The bank need not cover every wager."
        ),
    ),
    "bank.stake_max": _Fact(
        "Largest stake of the bank",
        lambda v: (
            "There is no maximum for the bank's stake."
            if v == "none"
            else f"The bank holds at most {v}."
        ),
    ),
    "bank.consecutive_max": _Fact(
        "Rounds in a row with the bank",
        lambda v: f"Nobody banks more than {_count(v, 'hand')} in a row.",
    ),
    "bank.offered": _Fact(
        "How the bank is offered", lambda _: "The bank is offered from seat to seat, clockwise."
    ),
    # Limits, notices, tips.
    "limits.payout_per_player": _Fact(
        "Most paid to one player",
        lambda v: f"A limit on one player's payout counts {wager_list(v)}.",
    ),
    "limits.payout_floor": _Fact(
        "Lowest payout limit", lambda v: f"Such a limit is at least {dollars(v)}."
    ),
    "limits.payout_exempt": _Fact(
        "Bets that no payout limit cuts",
        lambda v: f"{wager_list(v)} are paid in addition to that limit.",
    ),
    "limits.customer_total": _Fact(
        "Most a customer may have at stake",
        lambda v: f"All bets of one player in a round total at most {dollars(v)}.",
    ),
    "limits.aggregate": _Fact(
        "Most paid in a round",
        lambda v: f"All payouts of a round together are limited to {dollars(v)}.",
    ),
    "notices.unequal": _Fact(
        "Who is told that Ante and Blind are not equal",
        lambda v: f"The {v} is told when Ante and Blind are not equal.",
    ),
    "notices.late_change": _Fact(
        "Who is told of a wager changed too late",
        lambda v: f"The {v} is told when a wager is changed too late.",
    ),
    "notices.payout": _Fact(
        "Payouts that a supervisor is told of",
        lambda v: f"A supervisor is told of a payout of {dollars(v)} or more.",
    ),
    "tips.spots": _Fact(
        "Bets that you may tip on", lambda v: f"You may tip the dealer beside {wager_list(v)}."
    ),
    "tips.play": _Fact("A tip on the Play", lambda v: f"A Play for a tip on the Ante is {v}."),
    "tips.need_own_wager": _Fact(
        "A tip needs a bet of your own", _yes("A tip needs a bet of your own in the same hand.")
    ),
}


def fact_sentence(key: str, value: object) -> str:
    """Write the sentence of one value; one without a sentence is shown as it stands."""
    words = FACTS.get(key)
    if words is None:
        return f"{key.replace('.', ': ').replace('_', ' ')}: {value_words(value)}."
    return words.sentence(value)
