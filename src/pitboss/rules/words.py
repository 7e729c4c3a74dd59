"""Every phrase for a fact: wagers, outcomes, notices, remedies, hands. The journal has none.

Each table goes from a kind, as events name it, to its phrase; log lines stand in `log_words.py`.
Gaps are filled by the functions below. Any phrase may be reworded at any time: nothing stored
depends on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from pitboss.cards import Card, Strength, card_symbol, hand_name, rank_of, strength, suit_of
from pitboss.rules.money import Chips, money
from pitboss.rules.ruleset import Outcome, Remedy, Wager

SUPER_ROYAL_RANKS: Final = frozenset({9, 10, 11, 12, 13, 14})

WAGERS: Final[dict[Wager, str]] = {
    Wager.ANTE: "Ante",
    Wager.BLIND: "Blind",
    Wager.PLAY: "Play",
    Wager.TRIPS: "Trips",
    Wager.SIX_CARD: "Six Card",
    Wager.PROGRESSIVE: "Progressive",
    Wager.ENVY: "Envy",
    Wager.LIMIT: "Payout limit",
}
PRINTED: Final[dict[Wager, str]] = {Wager.SIX_CARD: "Six Card Bonus"}
"""What a wager is called on a layout and in a document, where that is more than its name."""
OUTCOMES: Final[dict[Outcome, tuple[str, str]]] = {
    Outcome.WIN: ("wins", "win"),
    Outcome.LOSE: ("loses", "lose"),
    Outcome.PUSH: ("pushes", "push"),
    Outcome.RETURNED: ("is returned", "are returned"),
    Outcome.VOID: ("is returned", "are returned"),
    Outcome.ADJUSTED: ("is cut to the limit", "are cut to the limit"),
}
"""What one wager does, and what several do."""
RESULTS: Final[dict[Outcome, str]] = {
    Outcome.WIN: "wins",
    Outcome.LOSE: "loses",
    Outcome.PUSH: "pushes",
    Outcome.RETURNED: "returned",
    Outcome.VOID: "void, returned",
    Outcome.ADJUSTED: "cut to the limit",
}
"""The last word about a wager, in a cell of a table."""
RESULT_REASONS: Final[dict[str, str]] = {
    "ties-the-dealer": "a tie",
    "dealer-does-not-qualify": "the dealer does not qualify",
    "below-the-paytable": "below the paytable",
    "folded": "folded",
    "dead-hand": "a dead hand",
    "abandoned": "abandoned",
    "not-covered-by-the-bank": "not covered",
    "bank-may-not-win-more": "the bank may not win more",
}
WHY: Final[dict[str, str]] = {
    "beats-the-dealer": "beats the {dealer}",
    "beaten-by-the-dealer": "beaten by the {dealer}",
    "ties-the-dealer": "ties the {dealer}",
    "dealer-does-not-qualify": "the {dealer} has less than {least}",
    "folded": "folded",
    "another-player's-hand": "for another player's hand",
    "dead-hand": "dead hand",
    "abandoned": "abandoned",
    "void": "round void",
    "not-covered-by-the-bank": "the bank has paid out its full stake",
    "bank-may-not-win-more": "the bank has won its full stake",
    "payout-limit": "the most that a round pays",
}
BELOW: Final[dict[str, str]] = {
    "no-table": "below the paytable",
    "blind": "winning hand below {least}",
    "side": "less than {least}",
}
SPANS: Final[dict[str, str]] = {
    "open": "{least} and more",
    "closed": "{least} to {most}",
}
IN_PART: Final[dict[str, str]] = {
    "paid": "the bank ran out and paid {paid} of {due}",
    "collected": "the rest is returned: the bank has won its full stake",
}
TIPS: Final[dict[str, str]] = {
    "lost": "{wager} tip is lost",
    "returned": "{wager} tip is returned",
    "won": "{wager} tip wins: {chips} to the dealer",
    "given": "{wager} tip: {chips} to the dealer",
}
LINES: Final[dict[str, str]] = {
    "royal-flush-first-five": "royal flush in the first five cards",
    "royal-flush-community": "royal flush of community cards",
    "super-royal": "super royal",
    "super-royal-diamonds": "super royal in diamonds",
}
"""Hands of a paytable line that are more than a kind of hand."""
DEALT_FROM: Final[dict[str, str]] = {
    "shoe": "from a shoe",
    "hand": "by hand",
    "shuffler": "from a shuffler",
}
INCIDENTS: Final[dict[str, str]] = {
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
CASES: Final[dict[tuple[str, str], str]] = {
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
    ("deck-count", "wrong"): "The shuffler does not count 52 cards",
    ("player-left", "abandoned"): "A player has left, and the bets are ruled abandoned",
    ("player-left", "settled"): "A player has left, and the bets are to be settled",
    ("device-out-of-order", "covered"): "A device that is out of order is covered",
    ("device-out-of-order", "signed"): "A device that is out of order has a sign",
}
STUB_CASES: Final[dict[str, str]] = {
    "right": "The stub is counted and nothing is wrong",
    "misdealt": "The count finds a wrong deal, and all 52 cards are there",
    "not_misdealt": "The count is wrong though the deal was right",
    "misdealt_short": "The count finds a wrong deal, and cards are missing or too many",
}
REMEDIES: Final[dict[str, str]] = {
    "continue": "the round goes on",
    "set-aside": "the card is set aside and the round goes on",
    "void": "the round is void and bets are returned",
    "void-seat": "that hand is dead and its bets are returned",
    "void-wager": "Six Card bets are returned",
    "forfeit": "that player's bets are lost",
    "new-deck": "another deck is brought in",
}
"""What a rule book says is done; on the felt and in a notice it is said of the hand at hand."""
FELT_REMEDIES: Final[dict[str, str]] = {
    "continue": "The round goes on",
    "set-aside": "The card is set aside and the round goes on",
    "void": "The round is void",
    "void-seat": "This hand is dead; its bets are returned",
    "forfeit": "This hand is dead; its bets are lost",
    "void-wager": "Six Card is returned at every seat",
    "new-deck": "Another deck is brought in",
    "deck-removed": "The deck is removed.",
}
NOTICES: Final[dict[str, str]] = {
    "irregularity": "{incident}{at_seat}: {action}",
    "deck-removed": "the deck leaves the table",
    "reshuffle": "the round is void{kept}; shuffle again",
    "supervisor-payout": "tell the supervisor: seat {seat} is paid {chips}",
    "supervisor-progressive": "call the supervisor for seat {seat}'s Progressive: {hand}, {chips}",
    "jackpot-validation": "a floorperson validates seat {seat}'s Progressive: {hand}, {chips}",
    "bank-exhausted": "wagers the bank does not cover go back",
    "meter-unfiled": "the {meter} meter was won; no seed is filed, so its new amount is not known",
}
NOTICE_PARTS: Final[dict[str, str]] = {
    "at-seat": " at seat {seat}",
    "kept": ", {wagers} settled all the same",
}
NOTICE_ACTIONS: Final[dict[str, str]] = {
    "continue": "the round goes on",
    "set-aside": "the card is set aside and the round goes on",
    "void": "the round is void",
    "void-seat": "the hand is dead, its wagers go back",
    "void-wager": "Six Card goes back",
    "forfeit": "the seat's wagers are lost",
    "new-deck": "another deck is brought in",
}
NOTES: Final[dict[str, str]] = {
    "not-covered-by-the-bank": "nothing is left of the bank's stake",
    "paid-in-part": "paid in part: the bank is exhausted",
    "collected-in-part": "collected in part: the bank may not win more than its stake",
    "cut": "cut to the payout limit",
    "envy": "{chips} for seat {seat}",
    "limit": "winnings of {winnings} cut to {kept}",
}
REASONS: Final[dict[str, str]] = {
    "end-of-play": "end of play",
    "interrupted": "interrupted for too long; every wager is given back",
    "closed-by-owner": "closed by the person who opened it",
    "nobody-seated": "nobody sits here",
    "nobody-here": "nobody has been here for a day",
}
NO_HAND: Final[dict[str, str]] = {
    "no-wager": "no wager",
    "nobody-banks": "nobody banks",
    "called-off": "{reason}",
}
HANDS: Final[dict[str, str]] = {"super-royal": "super royal in {suit}"}


class NoticeFacts(Protocol):
    """What a notice says; of each kind some of it."""

    @property
    def kind(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def chips(self) -> Chips | None: ...
    @property
    def hand(self) -> Strength | None: ...
    @property
    def meter(self) -> str: ...
    @property
    def incident(self) -> str: ...
    @property
    def action(self) -> str: ...
    @property
    def settles(self) -> Sequence[Wager]: ...


class PartFacts(Protocol):
    """A sum that belongs to a seat."""

    @property
    def seat(self) -> int: ...
    @property
    def chips(self) -> Chips: ...


class MoveFacts(Protocol):
    """What becomes of one wager, as far as a note tells of it."""

    @property
    def wager(self) -> Wager: ...
    @property
    def paid(self) -> Chips: ...
    @property
    def taken(self) -> Chips: ...
    @property
    def due(self) -> int: ...
    @property
    def net(self) -> int: ...
    @property
    def payer(self) -> str: ...
    @property
    def why(self) -> str: ...
    @property
    def tip(self) -> bool: ...
    @property
    def parts(self) -> Iterable[PartFacts]: ...


def notice_words(notice: NoticeFacts) -> str:
    """Return what a person must be told after a round."""
    at_seat, kept = NOTICE_PARTS["at-seat"], NOTICE_PARTS["kept"]
    wagers = " and ".join(map(str, notice.settles))
    return NOTICES[notice.kind].format(
        seat=notice.seat,
        chips=money(notice.chips or 0),
        hand="" if notice.hand is None else hand_name(notice.hand),
        meter=notice.meter,
        incident=notice.incident.replace("-", " "),
        action=NOTICE_ACTIONS.get(notice.action, notice.action),
        at_seat="" if notice.seat is None else at_seat.format(seat=notice.seat),
        kept=kept.format(wagers=wagers) if wagers else "",
    )


def note_words(move: MoveFacts) -> str:
    """Return the note on a wager's movement: paid in part, cut, or from whose hands."""
    if move.wager == Wager.ENVY:
        sums = [NOTES["envy"].format(chips=money(p.chips), seat=p.seat) for p in move.parts]
        return " + ".join(sums)
    if move.wager == Wager.LIMIT:
        before = sum(part.chips for part in move.parts)
        return NOTES["limit"].format(winnings=money(before), kept=money(before - move.taken))
    if move.why in NOTES:
        return NOTES[move.why]
    if move.paid and move.net < move.due and not move.tip:
        return NOTES["paid-in-part" if move.payer == "bank" else "cut"]
    if move.taken and move.net > move.due and not move.tip:
        return NOTES["collected-in-part"]
    return ""


def reason_words(reason: str) -> str:
    """Say a reason: one of the house's own in words, one that a person typed as it was typed."""
    return REASONS.get(reason, reason)


def no_hand_words(why: str, reason: str = "") -> str:
    """Return why no hand was dealt in a round; a round that was called off, for which reason."""
    return NO_HAND[why].format(reason=reason_words(reason))


def six_card_words(six: Sequence[Card]) -> str:
    """Name a Six Card hand; the super royal needs all six cards.

    >>> from pitboss.cards import parse_cards
    >>> six_card_words(parse_cards("Ad Kd Qd Jd Td 9d"))
    'super royal in ♦'
    """
    if len(set(map(suit_of, six))) == 1 and set(map(rank_of, six)) == SUPER_ROYAL_RANKS:
        return HANDS["super-royal"].format(suit=card_symbol(six[0])[-1])
    return hand_name(strength(six))


def wager_words(wager: str) -> str:
    """Say a wager's name as it stands on a layout."""
    return PRINTED.get(Wager(wager), WAGERS[Wager(wager)])


def hand_words(hand: str) -> str:
    """Say a hand of a paytable line.

    >>> hand_words("four-of-a-kind")
    'four of a kind'
    """
    return LINES.get(hand, hand.replace("-", " "))


def a_hand(hand: str) -> str:
    """Say a hand with its article, where it has one.

    >>> a_hand("pair"), a_hand("two-pair")
    ('a pair', 'two pair')
    """
    words = hand_words(hand)
    return words if words.split()[0] in ("two", "three", "four") else f"a {words}"


def result_words(outcome: str, why: str) -> str:
    """Say an outcome and its reason: "pushes, the dealer does not qualify"."""
    reason = RESULT_REASONS.get(why)
    return f"{RESULTS[Outcome(outcome)]}{f', {reason}' if reason else ''}"


def kind_title(kind: str) -> str:
    """Name a kind of irregularity."""
    return INCIDENTS.get(kind, kind.replace("-", " ").capitalize())


def case_words(kind: str, case: str) -> str:
    """Return which case of a kind of irregularity it is."""
    if kind == "stub-count":
        method, _, what = case.partition(".")
        return f"{STUB_CASES.get(what, what)} ({DEALT_FROM.get(method, method)})"
    return CASES.get((kind, case), f"{kind_title(kind)}: {case.replace('_', ' ')}")


def remedy_words(remedy: Remedy) -> str:
    """Return what a rule book has done about an irregularity."""
    said = REMEDIES.get(remedy.action, remedy.action)
    if remedy.settles:
        settled = and_list([wager_words(wager) for wager in remedy.settles])
        said += f", but {settled} are settled by their paytables"
    return said + ("; the deck is taken away" if remedy.deck == "removed" else "")


def remedy_sentence(kind: str, case: str, remedy: Remedy) -> str:
    """Say case and remedy in one sentence."""
    return f"{case_words(kind, case)}: {remedy_words(remedy)}."


def and_list(words: Iterable[object], last: str = "and") -> str:
    """Join words as a sentence does.

    >>> and_list(["Ante", "Blind", "Trips"])
    'Ante, Blind and Trips'
    """
    shown = [str(word) for word in words]
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} {last} {shown[-1]}"
