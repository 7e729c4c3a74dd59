"""Tables and rule sets as the lobby shows them."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.pit.table_options import NONE
from pitboss.round.state import Phase
from pitboss.rules import Rules, RuleSet, Wager
from pitboss.rules.words import WAGERS
from pitboss.server.store.tables import TableRow
from pitboss.server.tables.default_rules import standing_house
from pitboss.server.views.offers import FIRST_ANTE
from pitboss.server.views.table import phase_of
from pitboss.server.wire.people import PaytableChoice, RuleSetCard, TableCard
from pitboss.table import RulesChoice, Table, rules_of
from pitboss.table.banking import bankers_needed
from pitboss.table.seating import free_seats

PAYTABLES = (Wager.BLIND, Wager.TRIPS, Wager.SIX_CARD, Wager.PROGRESSIVE)
SIDE = (Wager.TRIPS, Wager.SIX_CARD, Wager.PROGRESSIVE)


def table_card(table: Table, row: TableRow | None, edge: str, *, floor_waits: bool) -> TableCard:
    """Show a table as everybody sees it in the lobby; `edge` is that of the Ante, in percent."""
    rules = rules_of(table.identity.rules or RulesChoice("", 0))
    meters = [
        (name, amount) for name, amount in table.progressive.meters.items() if amount is not None
    ]
    largest = max(meters, key=lambda item: item[1], default=None)
    ante = rules.limits[Wager.ANTE]
    return TableCard(
        table=table.identity.name,
        title=row.title if row else table.identity.name,
        rules=rules.set.name,
        rules_title=rules.set.title,
        kind=row.kind if row else "public",
        standing=table.status.standing,
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
        rounds=_dealt(table),
        phase=phase_of(table.round, rules, floor_waits=floor_waits),
        edge_percent=edge,
        you=0,
        bot_seats=tuple(sorted(seat.number for seat in table.seats.values() if seat.bot)),
    )


def _dealt(table: Table) -> int:
    """Count the rounds whose cards were dealt: one that still takes bets is none yet."""
    betting = table.round is not None and table.round.phase in (Phase.NEW, Phase.BETTING)
    return table.rounds - betting


def rule_set_card(chosen: RuleSet, edge: str) -> RuleSetCard:
    """Show a place whose rules may be played, as its standing table offers them."""
    rules = rules_of(standing_house(chosen.name))
    return RuleSetCard(
        name=chosen.name,
        title=chosen.title,
        edition=chosen.edition,
        words=_words(rules),
        seats=rules.seats,
        house_banks=rules.house_banks,
        edge_percent=edge,
        side=_side(rules),
        solo_bots=bankers_needed(rules),
        choices=tuple(_choices(rules)),
    )


def _choices(rules: Rules) -> Iterator[PaytableChoice]:
    """List the paytables that a person who opens a table may choose from."""
    for wager in PAYTABLES:
        names = rules.set.tables_of(wager)
        if wager.value in rules.set.options and names:
            optional = (NONE,) if wager in (Wager.SIX_CARD, Wager.PROGRESSIVE) else ()
            table = rules.tables.get(wager)
            usual = table.name if table is not None else NONE
            yield PaytableChoice(
                wager.value, f"{WAGERS[wager]} paytable", usual, (*names, *optional)
            )


def _side(rules: Rules) -> tuple[Wager, ...]:
    return tuple(wager for wager in SIDE if wager in rules.offered())


def _words(rules: Rules) -> str:
    bank = "House-banked" if rules.house_banks else "Players take turns to bank"
    side = [WAGERS[wager] for wager in SIDE if wager in rules.offered()]
    return f"{bank}. Side bets: {', '.join(side)}" if side else bank
