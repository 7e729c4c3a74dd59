"""The judge of secrets: from the journal alone, when each card became whose, and who heard it.

A round's events are read one by one (`leaks_tale`); each says of some cards that from its number on
everybody, or one player, may know them. Then every message is searched for whatever looks like a
card or a secret (`leaks_cards`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from pitboss.journal import Journal
from tests.server.leaks_cards import Page, read, spellings
from tests.server.leaks_tale import NEVER, RoundTale, Tale

__all__ = ["Heard", "Judge", "Leak"]

_PARTS = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_LIST = msgspec.json.Decoder(list[msgspec.Raw]).decode
_OWN_ROUND = ("hand", "last")  # parts of a view that name the round they are of
_LISTS = ("lines", "messages")  # each line names its round


class _Hands(msgspec.Struct):
    hands: list[msgspec.Raw]


class _Hand(msgspec.Struct):
    table: str
    round: int


@dataclass(frozen=True, slots=True)
class Heard:
    """One message as it came; `number` is the head of the table's journal for who asked by REST.

    What the viewer has said in asking does not count: to hear some of it again tells a lot.
    """

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
        self.asked: Counter[str] = Counter()  # messages by where they came from

    def hear(self, heard: Heard) -> None:
        """Judge one message."""
        text = heard.text.encode()
        self.messages += 1
        self.bytes += len(text)
        self.asked[heard.source] += 1
        if heard.source == "table":
            self._at_table(heard, text)
        else:
            self._rest(heard, text)

    @property
    def rounds(self) -> int:
        """Count the rounds that were dealt and settled."""
        return sum(r.settled < NEVER for tale in self._tales.values() for r in tale.rounds.values())

    @property
    def happened(self) -> Counter[str]:
        """Count the events of all tables, and the irregularities by kind."""
        return sum((tale.happened for tale in self._tales.values()), Counter[str]())

    def read_on(self) -> None:
        """Read every table to its end, so that all that happened is counted."""
        for table in tuple(self._tales):
            self._tale(table, self._journal.head(f"table/{table}").number)

    def _tale(self, table: str, number: int) -> Tale:
        tale = self._tales.setdefault(table, Tale(table))
        if tale.number < number:
            known = len(tale.rounds)
            tale.read(self._journal)
            for round_ in list(tale.rounds.values())[known:]:
                if round_.secret:
                    for word in spellings(round_.secret):
                        self._secrets[word] = (tale, round_)
        return tale

    # -- a table's socket -------------------------------------------------------------------------

    def _at_table(self, heard: Heard, text: bytes) -> None:
        parts = _PARTS(text)
        key = heard.viewer, heard.table
        is_view = bytes(parts["type"]) == b'"view"'
        if is_view:
            self._last[key] = int(bytes(parts["number"]))
        number = self._last.get(key, 0)
        tale = self._tale(heard.table, number)
        now = tale.round_at(number)
        for page, own_round in _pages(parts, is_view=is_view):
            self._secrets_in(heard, page, number)
            self._search(heard, page, tale, page.round if own_round else now, number)
            for place in page.nameless:
                self._leak(heard, page.round, number, "a face-down hand's name", place)

    # -- everything else --------------------------------------------------------------------------

    def _rest(self, heard: Heard, text: bytes) -> None:
        page = read(text)
        self._secrets_in(heard, page, heard.number)
        if heard.round:
            self._ended(heard, page, heard.table, heard.round)
            return
        try:
            hands = msgspec.json.decode(text, type=_Hands).hands
        except msgspec.MsgspecError:
            self._cardless(heard, page, 0, heard.number)
            return
        for raw in hands:
            hand = msgspec.json.decode(raw, type=_Hand)
            self._ended(heard, read(bytes(raw)), hand.table, hand.round)

    def _ended(self, heard: Heard, page: Page, table: str, number: int) -> None:
        """What is told by REST is told of rounds that are over, and only what was shown."""
        head = self._journal.head(f"table/{table}").number
        tale = self._tale(table, head)
        round_ = tale.rounds.get(number)
        # The coach speaks as soon as a round is settled.
        spoken = heard.source == "coach" and round_ is not None and round_.settled <= head
        if round_ is None or (round_.ended > head and not spoken):
            self._cardless(heard, page, number, head)
        else:
            self._search(heard, page, tale, number, head)

    def _cardless(self, heard: Heard, page: Page, number: int, at: int) -> None:
        for card, where in page.cards:
            self._leak(heard, number, at, card, where)

    def _search(self, heard: Heard, page: Page, tale: Tale, number: int, at: int) -> None:
        round_ = tale.rounds.get(number)
        for card, where in page.cards:
            if round_ is None or not round_.may_know(card, heard.viewer, at):
                self._leak(heard, number, at, card, where)
            else:
                self.cards += 1

    def _secrets_in(self, heard: Heard, page: Page, number: int) -> None:
        if heard.table:
            self._tale(heard.table, number)
        for word in page.words:
            if word not in self._secrets:
                continue
            tale, round_ = self._secrets[word]
            same = tale.table == heard.table and heard.source == "table"
            at = number if same else self._journal.head(f"table/{tale.table}").number
            self._tale(tale.table, at)
            if round_.secret_out > at:
                self._leak(heard, round_.number, at, "the secret", word)

    def _leak(self, heard: Heard, round_: int, number: int, what: str, where: str) -> None:
        leak = Leak(heard.viewer, heard.source, heard.table, round_, number, what, where)
        self.leaks.append(leak)


def _pages(parts: dict[str, msgspec.Raw], *, is_view: bool) -> Iterator[tuple[Page, bool]]:
    """Divide a message into pages; with each, whether it names the round that it is of."""
    yield read(msgspec.json.encode(tuple(parts))), False
    for key, raw in parts.items():
        if is_view and key in _LISTS:
            for line in _LIST(raw):
                yield read(bytes(line)), True
        else:
            yield read(bytes(raw)), is_view and key in _OWN_ROUND and bytes(raw) != b"null"
