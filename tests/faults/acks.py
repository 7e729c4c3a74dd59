"""What was asked and answered: the clients' side, against which a journal is held."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b

from pitboss.journal.codec import written
from pitboss.pit.answer import Answer, PitReason
from pitboss.table import Command, Event, Person, Table

Key = tuple[str, str]  # a table and a command id


@dataclass(frozen=True, slots=True)
class Sent:
    """One command as a client made it."""

    table: str
    id: str
    command: Command
    by: Person

    @property
    def key(self) -> Key:
        return self.table, self.id


@dataclass(frozen=True, slots=True)
class Given:
    """An answer that said yes: the events, by their numbers and a digest of what they say."""

    first: int
    last: int
    digest: str


def digest(rows: Iterable[tuple[str, bytes]]) -> str:
    """Give a short fingerprint of events as they are stored."""
    whole = blake2b(digest_size=8)
    for name, data in rows:
        whole.update(name.encode() + b" " + data + b"\n")
    return whole.hexdigest()


def digest_of(events: Iterable[Event]) -> str:
    """Give the fingerprint that these events have in a journal."""
    return digest(written(event) for event in events)


def felt_of(table: Table) -> str:
    """Give a fingerprint of what lies on the felt: every card of the round, and all chips."""
    round_ = table.round
    cards = (round_.stub, round_.parcels) if round_ is not None else ()
    chips = tuple((seat.number, seat.player, seat.chips) for seat in table.seats.values())
    return blake2b(repr((table.rounds, cards, chips)).encode(), digest_size=8).hexdigest()


@dataclass(slots=True)
class Acks:
    """The clients' book. An answer once given is never taken back; `told` is what was shown."""

    sent: dict[Key, Sent] = field(default_factory=dict)
    given: dict[Key, Given] = field(default_factory=dict)
    unproved: list[Key] = field(default_factory=list)
    told: dict[tuple[str, int], str] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)

    def send(self, sent: Sent) -> Sent:
        """Note a command before it leaves."""
        self.sent[sent.key] = sent
        return sent

    def answer(self, table: str, answer: Answer) -> None:
        """Note an answer; the same command asked again must have been answered the same."""
        key = table, answer.id
        if answer.refusal is not None:
            said = answer.refusal
            house = answer.id.startswith("house/")
            if key in self.given and not (house and said.reason == PitReason.ID_TAKEN):
                raise AssertionError(f"{key} was obeyed and is now refused: {said.text}")
            self.refused[said.reason] += 1
        elif answer.events:
            self.took(key, Given(answer.first, answer.last, digest_of(answer.events)))

    def took(self, key: Key, given: Given) -> None:
        """Note that a command was obeyed."""
        before = self.given.setdefault(key, given)
        if before != given:
            raise AssertionError(f"{key} was answered {before}, and now {given}")
        if key not in self.unproved:
            self.unproved.append(key)
