"""The judge of secrets: from the journal alone, when each card became whose, and who heard it.

Nothing here asks `table.view` or `round.view`, which are what is on trial. A round's events are
read one by one; each says of some cards that from its number on everybody, or one player, may know
them. Then every message is searched for whatever looks like a card or a secret.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from pitboss.cards import Card, card_text
from pitboss.journal import Journal
from pitboss.journal.codec import decode_event
from pitboss.round import event as round_past
from pitboss.round.movement import Settlement
from pitboss.round.state import Parcel
from pitboss.rules import Wager
from pitboss.table import Event
from pitboss.table import event as past

EVERYBODY: Final = ""
NEVER: Final = 1 << 60

# Which wagers keep a folded hand on the table, by hand from the rule books: there it is turned
# over for the paytable. In the other places only a Trips that was paid shows it.
OPEN_AFTER_FOLD: Final = {
    "maryland": {Wager.TRIPS, Wager.SIX_CARD, Wager.PROGRESSIVE},
    "catfish-bend": {Wager.TRIPS, Wager.SIX_CARD, Wager.PROGRESSIVE},
    "south-dakota": {Wager.SIX_CARD, Wager.PROGRESSIVE},
}

_SUITS: Final = {"club": "c", "diamond": "d", "heart": "h", "spade": "s"}
_SYMBOLS: Final = dict(zip("♣♦♥♠♧♢♡♤", "cdhscdhs", strict=True))
_RANK_WORDS: Final = {
    **dict(
        zip(
            ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
            "23456789T",
            strict=True,
        )
    ),
    **{"deuce": "2", "trey": "3", "jack": "J", "queen": "Q", "king": "K", "ace": "A"},
    **{letter: letter.upper() for letter in "23456789tjqka"},
    "10": "T",
}
_LETTERS: Final = re.compile(
    r"(?<![A-Za-z0-9])((?:(?:10|[2-9TJQKA])[cdhsCDHS])+|(?:[2-9tjqk][cdhs])+)(?![A-Za-z0-9])"
)
_ONE: Final = re.compile(r"(10|[2-9TJQKAtjqk])([cdhsCDHS])")
_WORDS: Final = re.compile(
    rf"\b({'|'.join(_RANK_WORDS)})\s+of\s+({'|'.join(_SUITS)})s?\b", re.IGNORECASE
)
_SYMBOL: Final = re.compile(
    rf"(10|[2-9TJQKA])\s?([{''.join(_SYMBOLS)}])|([{''.join(_SYMBOLS)}])\ufe0f?\s?(10|[2-9TJQKA])"
)
_PICTURE: Final = re.compile("[\U0001f0a1-\U0001f0de]")  # one character a card
_HEX: Final = re.compile(r"[0-9A-Fa-f]{64,}")
_SEAL: Final = re.compile(r"\b[0-9a-f]{8}…[0-9a-f]{4}\b")  # a seal in short: it may end in "…7d7d"
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]{43,}")

Json = Any  # Any: JSON as it came


@dataclass(frozen=True, slots=True)
class Heard:
    """One message as it came; `number` is the head of the table's journal for who asked by REST."""

    viewer: str
    source: str
    text: str
    table: str = ""
    round: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class Leak:
    """Something that came before its time."""

    viewer: str
    source: str
    table: str
    round: int
    number: int
    what: str
    where: str

    def __str__(self) -> str:
        return (
            f"{self.source} told {self.viewer} {self.what} of round {self.round} at {self.table}"
            f" after event {self.number}: {self.where[:200]}"
        )


@dataclass(slots=True)
class RoundTale:
    """One round: which card is whose from which event on."""

    number: int
    begun: int
    secret: bytes
    secret_out: int = NEVER
    settled: int = NEVER
    ended: int = NEVER
    told: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    hands: dict[int, list[Card]] = field(default_factory=dict)
    owners: dict[int, str] = field(default_factory=dict)
    wagers: dict[int, set[Wager]] = field(default_factory=dict)
    piles: dict[str, list[Card]] = field(default_factory=dict)
    out: set[int] = field(default_factory=set)
    dead: set[int] = field(default_factory=set)

    def may_know(self, card: str, viewer: str, number: int) -> bool:
        """Tell whether somebody may know a card after an event; with the secret all is public."""
        if number >= self.secret_out:
            return True
        return any(
            since <= number and who in (EVERYBODY, viewer) for since, who in self.told.get(card, ())
        )

    def tell(self, cards: list[Card], number: int, who: str = EVERYBODY) -> None:
        for card in cards:
            self.told.setdefault(card_text(card), []).append((number, who))

    def deliver(self, parcels: tuple[Parcel, ...]) -> None:
        for parcel in parcels:
            if parcel.to.value == "seats":
                self.hands.setdefault(parcel.seat, []).extend(parcel.cards)
            else:
                self.piles.setdefault(parcel.to.value, []).extend(parcel.cards)


class Tale:
    """One table's journal, read for who may know what."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.rules = ""
        self.number = 0
        self.rounds: dict[int, RoundTale] = {}
        self.begun: list[tuple[int, int]] = []  # event and round
        self._now: RoundTale | None = None
        self._seats: dict[int, str] = {}

    def read(self, journal: Journal) -> None:
        """Read on to the end of the journal."""
        for entry in journal.read(f"table/{self.table}", self.number):
            self._take(entry.number, decode_event(entry.name, entry.data))
            self.number = entry.number

    def round_at(self, number: int) -> int:
        """Tell which round was the last to begin by an event."""
        found = [round_ for event, round_ in self.begun[-50:] if event <= number]
        return found[-1] if found else 0

    def _take(self, number: int, event: Event) -> None:
        match event:
            case past.TableSetUp(house=house):
                self.rules = house.rules
            case past.PlayerSat(seat, player):
                self._seats[seat] = player
            case past.PlayerLeft(seat):
                self._seats.pop(seat, None)
            case past.RoundBegun(round_, _, _, secret):
                self._now = self.rounds[round_] = RoundTale(round_, number, secret)
                self.begun.append((number, round_))
            case _ if self._now is not None:
                self._in_round(self._now, number, event)

    def _in_round(self, now: RoundTale, number: int, event: Event) -> None:
        match event:
            case round_past.BetsPlaced(seat, wagers):
                now.wagers[seat] = {wager for wager, chips in wagers.items() if chips}
            case round_past.PacketsDealt(parcels, complete):
                now.deliver(parcels)
                if complete:
                    for seat, cards in now.hands.items():
                        now.owners[seat] = self._seats[seat]
                        now.tell(cards, number, self._seats[seat])
            case round_past.StreetTurned(_, parcels, turned):
                now.deliver(parcels)
                now.tell(now.piles["board"][:turned], number)
            case round_past.DealerRevealed(cards):
                now.tell(list(cards), number)
                now.tell(now.piles.get("box", []), number)
            case round_past.CardsSetAside(cards):
                now.tell(list(cards), number)
            case round_past.Folded(seat):
                now.out.add(seat)
            case round_past.HandKilled(seat):
                now.dead.add(seat)
            case round_past.RoundSettled(settlement):
                now.settled = number
                for seat, hand in now.hands.items():
                    if self._is_turned_over(now, seat, settlement):
                        now.tell(hand, number)
            case past.SecretRevealed():
                now.secret_out = number
            case past.RoundEnded() | past.RoundCancelled():
                now.ended = number
            case _:
                pass

    def _is_turned_over(self, now: RoundTale, seat: int, settlement: Settlement) -> bool:
        if seat in now.dead:
            return False
        if seat not in now.out:
            return True
        if self.rules in OPEN_AFTER_FOLD:
            return bool(now.wagers.get(seat, set()) & OPEN_AFTER_FOLD[self.rules])
        return any(
            move.seat == seat and move.wager == Wager.TRIPS and move.paid
            for move in settlement.movements
        )


class Judge:
    """Hears every message once, in the order in which it came to each viewer."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._tales: dict[str, Tale] = {}
        self._secrets: dict[str, tuple[Tale, RoundTale]] = {}
        self._last: dict[tuple[str, str], int] = {}
        self.leaks: list[Leak] = []
        self.messages = 0
        self.bytes = 0
        self.cards = 0  # found, and rightly there

    def hear(self, heard: Heard) -> None:
        """Judge one message."""
        self.messages += 1
        self.bytes += len(heard.text.encode())
        found: Json = _json(heard.text)
        kind = found.get("type") if isinstance(found, dict) else None
        if heard.source != "table":
            self._secrets_in(heard, heard.number)
            self._rest(heard, found)
        elif kind == "view":
            number = found["number"]
            self._last[heard.viewer, heard.table] = number
            self._secrets_in(heard, number)
            self._view(heard, found, number)
        else:
            number = self._last.get((heard.viewer, heard.table), 0)
            self._secrets_in(heard, number)
            tale = self._tale(heard.table, number)
            self._search(heard, found, tale, tale.round_at(number), number)

    @property
    def rounds(self) -> int:
        """Count the rounds that were dealt and settled."""
        return sum(r.settled < NEVER for tale in self._tales.values() for r in tale.rounds.values())

    def _tale(self, table: str, number: int) -> Tale:
        tale = self._tales.setdefault(table, Tale(table))
        if tale.number < number:
            known = len(tale.rounds)
            tale.read(self._journal)
            for round_ in list(tale.rounds.values())[known:]:
                if round_.secret:
                    for word in _spellings(round_.secret):
                        self._secrets[word] = (tale, round_)
        return tale

    # -- a table's socket -------------------------------------------------------------------------

    def _view(self, heard: Heard, view: Json, number: int) -> None:
        tale = self._tale(heard.table, number)
        for key, value in view.items():
            if key in ("hand", "last") and value:
                self._search(heard, value, tale, value["round"], number)
                self._nameless(heard, value, number)
            elif key in ("lines", "messages"):
                for line in value:
                    self._search(heard, line, tale, line["round"], number)
            else:
                self._search(heard, value, tale, tale.round_at(number), number)

    def _nameless(self, heard: Heard, hand: Json, number: int) -> None:
        """Whose cards are not shown has no hand with a name either."""
        for place in (*hand["seats"], hand["dealer"]):
            named = place["hand"] or place["five"] or place.get("qualifies") is not None
            if named and not place["cards"]:
                self._leak(heard, hand["round"], number, "a face-down hand's name", str(place))

    # -- everything else --------------------------------------------------------------------------

    def _rest(self, heard: Heard, found: Json) -> None:
        if heard.round:
            self._ended(heard, found, heard.table, heard.round)
        elif isinstance(found, dict) and "hands" in found:
            for hand in found["hands"]:
                self._ended(heard, hand, hand["table"], hand["round"])
        else:
            for cards, where in _cards_within(found):
                for card in cards:
                    self._leak(heard, 0, heard.number, card, where)

    def _ended(self, heard: Heard, found: Json, table: str, number: int) -> None:
        """What is told by REST is told of rounds that are over, and only what was shown."""
        head = self._journal.head(f"table/{table}").number
        tale = self._tale(table, head)
        round_ = tale.rounds.get(number)
        if round_ is None or round_.ended > head:
            for cards, where in _cards_within(found):
                for card in cards:
                    self._leak(heard, number, head, card, where)
            return
        self._search(heard, found, tale, number, head)

    def _search(self, heard: Heard, found: Json, tale: Tale, number: int, at: int) -> None:
        round_ = tale.rounds.get(number)
        for cards, where in _cards_within(found):
            for card in cards:
                if round_ is None or not round_.may_know(card, heard.viewer, at):
                    self._leak(heard, number, at, card, where)
                else:
                    self.cards += 1

    def _secrets_in(self, heard: Heard, number: int) -> None:
        if heard.table:
            self._tale(heard.table, number)
        for word in _long_words(heard.text):
            owner = self._secrets.get(word)
            if owner is None:
                continue
            tale, round_ = owner
            same = tale.table == heard.table and heard.source == "table"
            at = number if same else self._journal.head(f"table/{tale.table}").number
            self._tale(tale.table, at)
            if round_.secret_out > at:
                self._leak(heard, round_.number, at, "the secret", word)

    def _leak(self, heard: Heard, round_: int, number: int, what: str, where: str) -> None:
        leak = Leak(heard.viewer, heard.source, heard.table, round_, number, what, where)
        self.leaks.append(leak)


def _json(text: str) -> Json:
    try:
        return json.loads(text)
    except ValueError:  # a file in another form
        return text


def _cards_within(found: Json) -> Iterator[tuple[frozenset[str], str]]:
    """Go through JSON; every string, of keys too, with the cards that it names."""
    if isinstance(found, str):
        cards = cards_in(found)
        if cards:
            yield cards, found
    elif isinstance(found, dict):
        for key, value in found.items():
            yield from _cards_within(key)
            yield from _cards_within(value)
    elif isinstance(found, list):
        for value in found:
            yield from _cards_within(value)


@lru_cache(100_000)
def cards_in(text: str) -> frozenset[str]:
    """Give the cards that a text names: As, AsKd, A♠, ♠A, ace of spades, 🂡."""
    found = set()
    for run in _LETTERS.findall(_SEAL.sub("", text)):
        found |= {rank[-1].upper().replace("0", "T") + suit.lower() for rank, suit in
                  _ONE.findall(run)}  # fmt: skip
    for rank, suit in _WORDS.findall(text):
        found.add(_RANK_WORDS[rank.lower()] + _SUITS[suit.lower()])
    for rank, suit, suit_first, rank_last in _SYMBOL.findall(text):
        found.add((rank or rank_last).replace("10", "T") + _SYMBOLS[suit or suit_first])
    for picture in _PICTURE.findall(text):
        pile, place = divmod(ord(picture) - 0x1F0A0, 16)
        found.add("?A23456789TJCQK"[place] + "shdc"[pile])
    return frozenset(found)


def _spellings(secret: bytes) -> tuple[str, ...]:
    return secret.hex(), *(
        made(secret).decode().rstrip("=") for made in (b64encode, urlsafe_b64encode)
    )


def _long_words(text: str) -> Iterator[str]:
    """Everything in a text that is long enough to be a secret."""
    for word in _HEX.findall(text):
        for at in range(len(word) - 63):
            yield word[at : at + 64].lower()
    for word in _BASE64.findall(text):
        for at in range(len(word) - 42):
            yield word[at : at + 43]
