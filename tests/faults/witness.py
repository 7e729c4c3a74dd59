"""Watches a journal grow, and holds every event against the house and the clients' book."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.cards import Card
from pitboss.journal import Entry, Head, Journal, checked
from pitboss.journal.codec import decode_event, decode_link_event, decode_order
from pitboss.ledger.accounts import CAGE, link_account
from pitboss.pit.links import fed_from
from pitboss.pit.replica import Replica
from pitboss.pit.streams import LINKS, TABLES, link_stream, table_name
from pitboss.round import event as round_past
from pitboss.table import Event, Table
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.link import Fed, Link, LinkPaid, LinkSetUp, evolve_link, meters_of
from tests.faults.acks import Acks, Given, Key, digest, felt_of
from tests.table.invariants import assert_holds

MADE_BY_THE_PIT = ("house/", "bot/", "found/", "told/")


@dataclass(slots=True)
class Watched:
    """One table as the witness has followed it."""

    live: Replica
    at: int = 0
    bought: int = 0
    before_round: dict[str, int] = field(default_factory=dict)
    ends: Counter[int] = field(default_factory=Counter)
    decks: dict[int, list[tuple[Card, ...]]] = field(default_factory=lambda: defaultdict(list))
    voids: Counter[str] = field(default_factory=Counter)


class Witness:
    """Reads on from where it was; raises `AssertionError` at the first thing that is wrong."""

    def __init__(self, acks: Acks) -> None:
        self.acks = acks
        self.tables: dict[str, Watched] = {}
        self.commands: dict[Key, Given] = {}
        self.heads: dict[str, Head] = {}
        self.links: dict[str, Link] = {}
        self.awards: list[tuple[str, int]] = []

    @property
    def rounds(self) -> int:
        """Count the rounds that are over."""
        return sum(len(watched.ends) for watched in self.tables.values())

    @property
    def events(self) -> int:
        return sum(head.number for head in self.heads.values())

    def look(self, journal: Journal, until: Mapping[str, Head] | None = None) -> None:
        """Follow all streams up to their heads, or `until`; then prove the answers given so far."""
        for stream, head in (until or journal.heads()).items():
            entries = self._fresh(journal, stream, head)
            if stream.startswith(TABLES):
                self._follow(table_name(stream), entries)
            elif stream.startswith(LINKS):
                self._follow_link(stream, entries)
        self._prove()

    def _fresh(self, journal: Journal, stream: str, head: Head) -> list[Entry]:
        last = self.heads.get(stream)
        number = last.number if last else 0
        assert head.number >= number, f"{stream} has shrunk from {number} to {head.number}"
        found = journal.read(stream, number, head.number - number)
        entries = list(checked(found, stream, last))
        end = Head(entries[-1].number, entries[-1].hash) if entries else last
        assert end == head, f"{stream}: its head is {head.number}, its last event {end}"
        self.heads[stream] = head
        return entries

    # -- tables -----------------------------------------------------------------------------------

    def _follow(self, name: str, entries: list[Entry]) -> None:
        watched = self.tables.setdefault(name, Watched(Replica(TABLES + name)))
        self._shown(watched, watched.live.number)  # told again, after a restart
        for entry in entries:
            if entry.command is not None and entry.size is not None:
                self._command(name, entry, entries)
            event = decode_event(entry.name, entry.data)
            assert entry.at >= watched.at, f"{name} {entry.number}: time goes back"
            watched.at = entry.at
            before = watched.live.table
            watched.live = watched.live.read_on([entry])
            assert_holds(watched.live.table, watched.live.books, event)
            _count(watched, before, event)
            self._shown(watched, entry.number)

    def _shown(self, watched: Watched, number: int) -> None:
        """Players saw at this event the very cards and chips that the journal gives."""
        name = table_name(watched.live.stream)
        felt = self.acks.told.pop((name, number), None)
        if felt is not None:
            assert felt_of(watched.live.table) == felt, f"{name} {number}: another felt was shown"

    def _command(self, name: str, entry: Entry, entries: list[Entry]) -> None:
        """A command stands once, was asked for, and is what was asked."""
        key = name, entry.command or ""
        assert key not in self.commands, f"{key} was obeyed twice"
        size = entry.size or 0
        first = entry.number - entries[0].number
        turn = entries[first : first + size]
        assert len(turn) == size, f"{key} is half done"
        last = entry.number + size - 1
        self.commands[key] = Given(entry.number, last, digest((e.name, e.data) for e in turn))
        order = decode_order(entry.cause or b"")
        sent = self.acks.sent.get(key)
        if sent is None:
            ours = key[1].startswith(MADE_BY_THE_PIT) or ":" in key[1]
            assert ours, f"{key} was never asked for"
        elif not isinstance(sent.command, ask.OpenRound):
            assert (order.command, order.by) == (sent.command, sent.by), f"{key} is another command"
        if isinstance(order.command, ask.BuyIn | ask.Sit):
            self.tables[name].bought += order.command.chips
        if isinstance(order.command, ask.CashOut):
            self.tables[name].bought -= order.command.chips

    def _prove(self) -> None:
        """Every yes is in the journal, once, with the very events that the client was told."""
        for key in self.acks.unproved:
            found = self.commands.get(key)
            assert found is not None, f"{key} was acknowledged and is lost"
            assert found == self.acks.given[key], f"{key} was told {self.acks.given[key]}: {found}"
        self.acks.unproved.clear()
        assert not self.acks.told, f"{min(self.acks.told)} was shown to players and is lost"

    # -- links ------------------------------------------------------------------------------------

    def _follow_link(self, stream: str, entries: list[Entry]) -> None:
        link = self.links.get(stream, Link())
        for entry in entries:
            event = decode_link_event(entry.name, entry.data)
            if isinstance(event, LinkPaid):
                award = event.table, event.round
                assert award not in self.awards, f"{award} was paid twice from {stream}"
                self.awards.append(award)
                assert meters_of(link, event.fed) == event.before, f"{award}: not what was there"
            elif not isinstance(event, LinkSetUp):
                raise AssertionError(f"{stream} {entry.number}: {event} was never asked for")
            link = evolve_link(link, event)
        self.links[stream] = link

    def prove_meters(self, journal: Journal) -> dict[str, dict[str, Fraction]]:
        """Hold what stands on the linked meters against the books of all their tables."""
        amounts = {}
        for stream, link in self.links.items():
            fed = [
                Fed(table_name(t.stream), t.number, fed_from(t.data))
                for t in journal.tallies(stream)
            ]
            meters = meters_of(link, fed)
            amounts[stream] = meters
            parts: Counter[str] = Counter()
            for table in self._linked(stream):
                for meter in meters:
                    part = table.live.books.of(
                        link_account(table.live.table.progressive.link, meter)
                    )
                    parts[meter] += part  # type: ignore[assignment]  # fractions add up as well
            seeds = _seeds(journal, stream)
            for meter, amount in meters.items():
                assert amount == seeds[meter] + parts[meter], f"{stream} {meter} has drifted"
                assert amount >= 0
        return amounts

    def _linked(self, stream: str) -> list[Watched]:
        return [
            w for w in self.tables.values() if link_stream(w.live.table.progressive.link) == stream
        ]


def _seeds(journal: Journal, stream: str) -> Mapping[str, Fraction]:
    (entry,) = journal.read(stream, 0, 1)
    event = decode_link_event(entry.name, entry.data)
    assert isinstance(event, LinkSetUp)
    return event.seeds


def _count(watched: Watched, before: Table, event: Event) -> None:
    """Rounds end once; a deck is what it was; a void gives everything back; the cage agrees."""
    table, books = watched.live.table, watched.live.books
    match event:
        case past.RoundBegun(number):
            assert number == before.rounds + 1, (
                f"{table.identity.name}: round {number} is out of turn"
            )
            watched.before_round = _chips(table)
        case past.ChipsBought(seat, chips):
            _adjust(watched, table.seats[seat].player, chips)
        case past.ChipsCashed(seat, chips):
            _adjust(watched, table.seats[seat].player, -chips)
        case round_past.DeckLoaded(cards):
            assert len(set(cards)) == 52
            watched.decks[table.rounds].append(cards)
        case past.PlayerLeft(_, player, chips):
            watched.bought -= chips
            watched.before_round.pop(player, None)
        case past.RoundCalledOff(_, reason):
            watched.voids[reason] += 1
        case past.RoundCancelled(number) | past.RoundEnded(number):
            watched.ends[number] += 1
            assert watched.ends[number] == 1, f"{table.identity.name}: round {number} ends twice"
        case round_past.RoundSettled(settlement):
            assert before.round is not None
            assert before.round.settlement is None, f"{table.identity.name}: settled twice"
            if settlement.void and before.round.void and not before.round.void.settles:
                assert _still_there(_chips(table), watched.before_round), (
                    f"{table.identity.name}: refund"
                )
    if isinstance(event, past.ChipsBought | past.ChipsCashed | past.PlayerLeft | past.RoundEnded):
        assert books.of(CAGE) == -watched.bought, f"{table.identity.name}: the cage has drifted"


def _chips(table: Table) -> dict[str, int]:
    return {seat.player: seat.chips for seat in table.seats.values()}


def _adjust(watched: Watched, player: str, chips: int) -> None:
    if player in watched.before_round:
        watched.before_round[player] += chips


def _still_there(now: Mapping[str, int], then: Mapping[str, int]) -> bool:
    return all(now.get(player) == chips for player, chips in then.items())
