"""Tables and rule sets as the lobby shows them, and a table's felt as its page asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec.structs

from pitboss.rules import Rules, RuleSet, Wager, all_rule_sets, rule_set
from pitboss.server.houses import table_house
from pitboss.server.live import felt as felts
from pitboss.server.live.hub import Hub
from pitboss.server.live.offers import FIRST_ANTE
from pitboss.server.live.phrases import WAGERS
from pitboss.server.live.room import Room
from pitboss.server.live.show import phase_of
from pitboss.server.store.people import Human
from pitboss.server.store.tables import TableRow
from pitboss.server.wire.felt import Felt
from pitboss.server.wire.people import Lobby, RuleSetCard, TableCard
from pitboss.table import House as TableHouse
from pitboss.table import Table, rules_of
from pitboss.table.seating import free_seats
from pitboss.table.state import Standing

SIDE = (Wager.TRIPS, Wager.SIX_CARD, Wager.PROGRESSIVE)


def lobby(room: Room, human: Human) -> Lobby:
    """Show the lobby to one person: public tables, one's own, and where one sits."""
    return Lobby(
        tables=tuple(_cards(room, human)),
        rule_sets=tuple(rule_set_card(room, chosen) for chosen in all_rule_sets()),
        people=len(room.sockets),
    )


def _cards(room: Room, human: Human) -> Iterator[TableCard]:
    for name, hub in sorted(room.hubs.items()):
        table = hub.runner.table
        if table.house is None or table.standing in (Standing.NEW, Standing.CLOSED):
            continue
        row = room.rows.get(name)
        if row is None and name not in room.unregistered:
            continue  # nobody knows yet whose it is
        seat = table.seat_of(human.name)
        kind = row.kind if row is not None else "public"
        if kind == "public" or seat is not None or (row is not None and row.owner == human.id):
            card = _card(room, hub, table, row)
            you = seat.number if seat is not None else 0
            link = row.link if row is not None and row.owner == human.id else ""
            new = you or link
            yield msgspec.structs.replace(card, you=you, link=link) if new else card


def _card(room: Room, hub: Hub, table: Table, row: TableRow | None) -> TableCard:
    """Show a table as everybody sees it in the lobby; kept until the table changes."""
    edges = room.edges.of_tables(table.house) if table.house is not None else {}
    key = (hub.version, len(edges))
    if hub.card is not None and hub.card[0] == key:
        return hub.card[1]
    card = _new_card(hub, table, row, edges[Wager.BLIND].percent if Wager.BLIND in edges else "")
    hub.card = (key, card)
    return card


def _new_card(hub: Hub, table: Table, row: TableRow | None, edge: str) -> TableCard:
    rules = rules_of(table.house or TableHouse("", 0))
    meters = [(name, amount) for name, amount in table.meters.items() if amount is not None]
    largest = max(meters, key=lambda item: item[1], default=None)
    ante = rules.limits[Wager.ANTE]
    return TableCard(
        table=table.name,
        title=row.title if row else table.name,
        rules=rules.set.name,
        rules_title=rules.set.title,
        kind=row.kind if row else "public",
        standing=table.standing.value,
        seats=rules.seats,
        taken=len(table.seats),
        bots=sum(seat.bot for seat in table.seats.values()),
        free=free_seats(table, rules),
        ante_least=ante.least or max(FIRST_ANTE, rules.increment),
        ante_most=ante.most,
        side=_side(rules),
        house_banks=rules.house_banks,
        meter=int(largest[1]) if largest else None,
        meter_name=largest[0] if largest else "",
        rounds=table.rounds,
        phase=phase_of(table.round, rules, floor_waits=not hub.runner.pace.floor),
        edge_percent=edge,
        you=0,
        bot_seats=tuple(sorted(seat.number for seat in table.seats.values() if seat.bot)),
    )


def rule_set_card(room: Room, chosen: RuleSet) -> RuleSetCard:
    """Show a place whose rules may be played, as its standing table offers them."""
    house = standing_house(chosen.name)
    rules = rules_of(house)
    edges = room.edges.of_tables(house)
    return RuleSetCard(
        name=chosen.name,
        title=chosen.title,
        edition=chosen.edition,
        words=_words(rules),
        seats=rules.seats,
        house_banks=rules.house_banks,
        edge_percent=edges[Wager.BLIND].percent if Wager.BLIND in edges else "",
        side=_side(rules),
    )


@cache
def standing_house(name: str) -> TableHouse:
    """Give the rules of a place's standing table."""
    return table_house(rule_set(name), {})


def table_felt(room: Room, name: str, row: TableRow | None, human: Human) -> Felt | None:
    """Print the felt of a table; None where there is none of this name. Its link is its owner's."""
    hub = room.hubs.get(name)
    table = hub.runner.table if hub is not None else None
    if hub is None or table is None or table.house is None:
        return None
    kind = row.kind if row else "public"
    return felts.felt(
        rules_of(table.house),
        table=name,
        title=row.title if row else name,
        kind=kind,
        link=row.link if row is not None and row.owner == human.id else "",
        provable=table.provable,
        hurried=hub.runner.pace.clock,
        edges=room.edges.of_tables(table.house),
    )


def _side(rules: Rules) -> tuple[str, ...]:
    return tuple(wager.value for wager in SIDE if wager in rules.offered())


def _words(rules: Rules) -> str:
    bank = "The house banks" if rules.house_banks else "Players take turns to bank"
    side = [WAGERS[wager] for wager in SIDE if wager in rules.offered()]
    return f"{bank}; beside the game: {', '.join(side)}" if side else bank
