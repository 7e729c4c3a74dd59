"""The lobby and the felts of the tables that run here."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec.structs

from pitboss.rules import Rules, RuleSet, Wager, all_rule_sets
from pitboss.server.live.feed import Feed
from pitboss.server.live.tables import LiveTables
from pitboss.server.store.people import Human
from pitboss.server.store.tables import TableRow
from pitboss.server.tables.default_rules import standing_house
from pitboss.server.views import felt as felts
from pitboss.server.views.lobby import rule_set_card, table_card
from pitboss.server.wire.felt import Felt
from pitboss.server.wire.people import Lobby, RuleSetCard, TableCard
from pitboss.table import Table, rules_of
from pitboss.table.state import Standing


def lobby(live: LiveTables, human: Human) -> Lobby:
    """Show the lobby to one person: public tables, their own, and where they sit."""
    return Lobby(
        tables=tuple(_cards(live, human)),
        rule_sets=tuple(place_card(live, chosen) for chosen in all_rule_sets()),
        people=len(live.sockets),
    )


def _cards(live: LiveTables, human: Human) -> Iterator[TableCard]:
    for name, feed in sorted(live.feeds.items()):
        table = feed.table_task.table
        if table.identity.rules is None or table.status.standing in (Standing.NEW, Standing.CLOSED):
            continue
        row = live.directory.rows.get(name)
        if row is None and name not in live.unregistered:
            continue  # its owner is not looked up yet
        seat = table.seat_of(human.name)
        kind = row.kind if row is not None else "public"
        if kind == "public" or seat is not None or (row is not None and row.owner == human.id):
            card = _card(live, feed, table, row)
            you = seat.number if seat is not None else 0
            link = row.link if row is not None and row.owner == human.id else ""
            new = you or link
            yield msgspec.structs.replace(card, you=you, link=link) if new else card


def _card(live: LiveTables, feed: Feed, table: Table, row: TableRow | None) -> TableCard:
    """Show a table as everybody sees it in the lobby; cached until the table changes."""
    edges = live.edges.of_tables(table.identity.rules) if table.identity.rules is not None else {}
    key = (feed.version, len(edges))
    if feed.card is not None and feed.card[0] == key:
        return feed.card[1]
    edge = edges[Wager.BLIND].percent if Wager.BLIND in edges else ""
    card = table_card(table, row, edge, floor_waits=not feed.table_task.pace.floor)
    feed.card = (key, card)
    return card


def place_card(live: LiveTables, chosen: RuleSet) -> RuleSetCard:
    """Show a place whose rules may be played, with the edge as far as it is known."""
    edges = live.edges.of_tables(standing_house(chosen.name))
    return rule_set_card(chosen, edges[Wager.BLIND].percent if Wager.BLIND in edges else "")


def played_here(live: LiveTables, chosen: RuleSet) -> Rules:
    """Return the rules of a place's standing table, as the floor has set them."""
    for name, feed in sorted(live.feeds.items()):
        row, table = live.directory.rows.get(name), feed.table_task.table
        if (
            row is None
            or row.kind != "public"
            or row.rules != chosen.name
            or table.identity.rules is None
        ):
            continue
        return rules_of(table.identity.rules)
    return rules_of(standing_house(chosen.name))


def table_felt(live: LiveTables, name: str, row: TableRow | None, human: Human) -> Felt | None:
    """Return the felt of a table, or None; only its owner gets the link."""
    feed = live.feeds.get(name)
    table = feed.table_task.table if feed is not None else None
    if feed is None or table is None or table.identity.rules is None:
        return None
    kind = row.kind if row else "public"
    return felts.felt(
        rules_of(table.identity.rules),
        table=name,
        title=row.title if row else name,
        kind=kind,
        link=row.link if row is not None and row.owner == human.id else "",
        provable=table.identity.provable,
        hurried=feed.table_task.pace.clock,
        edges=live.edges.of_tables(table.identity.rules),
    )
