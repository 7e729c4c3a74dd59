"""Rounds of random bots, event by event, and rounds in which two unseen cards are exchanged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pitboss.cards import DECK, Card
from pitboss.pit import Bot, Style
from pitboss.pit.bot_seats import bot_due
from pitboss.pit.bot_tables import AT_ONCE, exhibition_rules
from pitboss.pit.replica import Moment
from pitboss.round import Round
from pitboss.round import event as round_past
from pitboss.round.state import Parcel
from pitboss.round.view import RoundView, Viewer
from pitboss.rules import rule_set
from pitboss.table import Event, Person, Role, Table, choice_of
from pitboss.table import command as ask
from pitboss.table.timetable import due
from pitboss.table.view import view
from tests.pit.hands import Bench, SeededChance

STEPS_MAX = 20_000


def random_rounds(rules: str, rounds: int, seats: int = 3, seed: int = 1) -> Iterator[Moment]:
    """Let random bots play; every event with the table around it."""
    bench = Bench(chance=SeededChance(seed))
    chosen, options = exhibition_rules(rule_set(rules))
    bench.opened(choice_of(chosen, options), 0)
    for seat in range(1, seats + 1):
        label = Bot(f"B{seat}", Style.RANDOM).label
        bench.must(ask.Sit(seat, label, bot=True), Person(label, Role.PLAYER))
    told = 0
    for _ in range(STEPS_MAX):
        live = bench.handler.replica
        for happened in live.recent:
            if happened.number > told:
                told = happened.number
                yield happened
        table = live.table
        if table.rounds >= rounds and table.round is None:
            return
        wish = bot_due(table, bench.chance, 0) or due(table, AT_ONCE, bench.clock.at)
        if wish is None:
            raise AssertionError(f"round {table.rounds} of {rules} stands still")
        bench.clock.at = max(bench.clock.at + 1, wish.at)
        bench.give(wish.command, wish.by)


def seen_cards(view: RoundView | None) -> set[Card]:
    """Every card that a viewer sees."""
    if view is None:
        return set()
    piles = [view.board, view.dealer, view.box, view.set_aside, *(s.cards for s in view.spots)]
    return {card for pile in piles for card in pile}


def unseen_pair(table: Table, viewer: Viewer, seed: int) -> tuple[Card, Card]:
    """Two cards that a viewer does not see; the first lies on the layout where one does."""
    seen = seen_cards(view(table, viewer).round)
    hidden = [card for card in DECK if card not in seen]
    dealt = [card for card in _dealt(table.round) if card not in seen] or hidden
    first = dealt[seed % len(dealt)]
    rest = [card for card in hidden if card != first]
    return first, rest[(seed * 7 + 3) % len(rest)]


def _dealt(round_: Round | None) -> list[Card]:
    if round_ is None:
        return []
    piles = [round_.dealer, round_.board, round_.box, round_.burned]
    return [card for pile in (*piles, *(s.cards for s in round_.spots)) for card in pile]


class Swap:
    """Exchanges two cards wherever they lie."""

    def __init__(self, one: Card, other: Card) -> None:
        self._map = {one: other, other: one}

    def cards(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(self._map.get(card, card) for card in cards)

    def parcels(self, parcels: tuple[Parcel, ...]) -> tuple[Parcel, ...]:
        return tuple(replace(p, cards=self.cards(p.cards)) for p in parcels)

    def round(self, round_: Round | None) -> Round | None:
        if round_ is None:
            return None
        return replace(
            round_,
            stub=self.cards(round_.stub),
            dealer=self.cards(round_.dealer),
            board=self.cards(round_.board),
            box=self.cards(round_.box),
            burned=self.cards(round_.burned),
            set_aside=self.cards(round_.set_aside),
            parcels=self.parcels(round_.parcels),
            spots=tuple(replace(s, cards=self.cards(s.cards)) for s in round_.spots),
        )

    def table(self, table: Table) -> Table:
        return replace(table, round=self.round(table.round))

    def event(self, event: Event) -> Event:
        match event:
            case round_past.DeckLoaded(cards, shuffled):
                return round_past.DeckLoaded(self.cards(cards), shuffled)
            case round_past.PacketsDealt(parcels, complete):
                return round_past.PacketsDealt(self.parcels(parcels), complete)
            case round_past.StreetTurned(street, parcels, turned):
                return round_past.StreetTurned(street, self.parcels(parcels), turned)
            case round_past.DealerRevealed(cards):
                return round_past.DealerRevealed(self.cards(cards))
            case round_past.CardsSetAside(cards):
                return round_past.CardsSetAside(self.cards(cards))
            case _:
                return event

    def happened(self, happened: Moment) -> Moment:
        return replace(
            happened,
            event=self.event(happened.event),
            before=self.table(happened.before),
            after=self.table(happened.after),
        )
