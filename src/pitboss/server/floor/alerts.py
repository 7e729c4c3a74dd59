"""Alerts of the floor console: what waits for the floor, and what it has to know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.cards import hand_name
from pitboss.history.index.model import NoticeRow
from pitboss.history.narration import told_words
from pitboss.pit.table_task import TableTask
from pitboss.round.settlement.meters import MeterUnknownError
from pitboss.round.settlement.progressive import jackpots
from pitboss.round.settlement.settle import settle
from pitboss.round.showdown import progressive_hand
from pitboss.round.state import Phase, Round
from pitboss.rules import Rules, Wager, money
from pitboss.rules.words import DEALT_FROM
from pitboss.server.floor.board import Beside, deck_ms_left
from pitboss.server.wire.floor import Alert
from pitboss.server.wire.words import AlertKind
from pitboss.table import Table, rules_of
from pitboss.table.deck import ChecklistStep
from pitboss.table.decks import steps_left
from pitboss.table.floor import WANTED_BY
from pitboss.table.methods import broken_device, other_ways, waits_for_device
from pitboss.table.state import Standing

DECK_SOON_MS: Final = 600_000  # a deck that is to be changed within ten minutes
ALERTS_MAX: Final = 500


def table_alerts(table_task: TableTask, beside: Beside, now: int) -> Iterator[Alert]:
    """List what waits at a table that runs here."""
    table = table_task.table
    if table.identity.rules is None:
        return
    rules = rules_of(table.identity.rules)
    yield from _jackpots(table, rules, beside, floor_waits=not table_task.pace.floor)
    yield from _told(table, rules, beside)
    yield from _deck(table, rules, beside, now)
    yield from _standing(table, rules, beside)
    if not table_task.pace.floor:
        yield from _checklist(table, rules, beside)


def stopped_alerts(beside: Beside, now: int) -> Iterator[Alert]:
    """List the tables that have stopped: they want a person of the server, too."""
    for table, why in beside.stopped.items():
        text = f"The table has stopped and deals no more: {why}"
        yield _alert("stopped", table, "", text[:300], now, beside)


def notice_alerts(notices: list[NoticeRow], beside: Beside) -> Iterator[Alert]:
    """List the notices that nobody has seen yet; seen ones go away."""
    for one in notices:
        yield Alert(
            id=f"notice/{one.id}",
            kind="refused" if one.kind in WANTED_BY else "notice",
            table=one.table_name,
            title=beside.title(one.table_name),
            text=f"Round {one.round}: {one.text}",
            at=one.at,
            seat=one.seat,
            cents=one.cents,
            clauses=tuple(one.clauses.split()),
        )


def _alert(
    kind: AlertKind,
    table: str,
    what: str,
    text: str,
    at: int,
    beside: Beside,
    *,
    seat: int | None = None,
    cents: int | None = None,
    clauses: tuple[str, ...] = (),
) -> Alert:
    return Alert(
        id="/".join(filter(None, (kind, table, what))),
        kind=kind,
        table=table,
        title=beside.title(table),
        text=text,
        at=at,
        seat=seat,
        cents=cents,
        clauses=clauses,
    )


def _jackpots(table: Table, rules: Rules, beside: Beside, *, floor_waits: bool) -> Iterator[Alert]:
    """List Progressive wins that block the settlement until the floor has validated them."""
    round_ = table.round
    if round_ is None or round_.phase != Phase.SETTLING or not floor_waits:
        return
    if rules.fact("progressive.validation") != "blocks":
        return
    paid = _paid(round_, rules)
    for seat in jackpots(round_, rules):
        spot = round_.spot(seat)
        if seat not in round_.validated and spot is not None:
            player = table.seats[seat].player if seat in table.seats else ""
            hand = hand_name(progressive_hand(spot, round_.board, rules).strength)
            cents = paid.get(seat)
            amount = "" if cents is None else f" The Progressive pays {money(cents)}."
            yield _alert(
                "jackpot",
                table.identity.name,
                f"{table.rounds}/{seat}",
                f"Seat {seat}, {player}: {hand}.{amount}",
                table.clock.since,
                beside,
                seat=seat,
                cents=cents,
                clauses=rules.set.cite("progressive.validation").clauses,
            )


def _paid(round_: Round, rules: Rules) -> dict[int, int]:
    """Work out what each seat's Progressive will pay; nothing where a meter is not read yet."""
    try:
        moves = settle(round_, rules).movements
    except MeterUnknownError:
        return {}
    won = [m for m in moves if m.wager == Wager.PROGRESSIVE and not m.tip]
    return {m.seat: sum(int(o.paid) for o in won if o.seat == m.seat) for m in won}


def _told(table: Table, rules: Rules, beside: Beside) -> Iterator[Alert]:
    """List refusals of the round being played; when it is over, a notice says the same."""
    for one in table.status.told if table.round is not None else ():
        said = told_words(one.seat, one.reason, one.facts)
        text = f"Round {table.rounds}: {said[0].upper()}{said[1:]}."
        clauses = rules.set.cite(WANTED_BY[one.reason]).clauses
        what = f"{table.rounds}/{one.reason}-{one.seat}"
        seat = one.seat or None
        yield _alert(
            "told", table.identity.name, what, text, one.at, beside, seat=seat, clauses=clauses
        )


def _deck(table: Table, rules: Rules, beside: Beside, now: int) -> Iterator[Alert]:
    left = deck_ms_left(table, rules, now)
    if left is None or left > DECK_SOON_MS or table.status.standing == Standing.CLOSED:
        return
    since = min(deck.since for deck in table.decks.at_table if deck.since is not None)
    minutes = -(-left // 60_000)
    text = f"Change a deck within {minutes} min" if left else "Change a deck now"
    clauses = rules.set.cite("cards.deck_change_hours").clauses
    yield _alert(
        "deck-change",
        table.identity.name,
        str(since),
        text,
        table.clock.at,
        beside,
        clauses=clauses,
    )


def _standing(table: Table, rules: Rules, beside: Beside) -> Iterator[Alert]:
    if table.device.down or table.device.broken:
        what = broken_device(table)
        waits = waits_for_device(table, rules)
        ways = [DEALT_FROM[way.method] for way in other_ways(table, rules)] if waits else []
        other = f", or deal {' or '.join(ways)}" if ways else ""
        then = f"No hand is dealt until it works again{other}" if waits else "It is not used now"
        how = table.device.down or "jammed"
        text = f"The {what} is out of order ({how}). {then}."
        clauses = rules.method.needs_cite.clauses
        number = str(table.rounds)
        yield _alert(
            "device", table.identity.name, number, text, table.clock.at, beside, clauses=clauses
        )
    if table.status.standing == Standing.PAUSED:
        why = beside.paused.get(table.identity.name, "")
        text = "New rounds are stopped by the floor" + (f": {why}" if why else "")
        yield _alert(
            "paused", table.identity.name, str(table.clock.since), text, table.clock.since, beside
        )


def _checklist(table: Table, rules: Rules, beside: Beside) -> Iterator[Alert]:
    """List decks that wait for the floor's signature before they may be dealt."""
    if table.status.standing not in (Standing.OPEN, Standing.CLOSED):
        return
    for deck in table.decks.at_table:
        left = steps_left(deck, rules)
        if left and left[0] == ChecklistStep.VERIFY:
            text = f"The {deck.colour} deck waits for a second person to verify it"
            clauses = rules.set.cite("cards.opening").clauses
            what = f"{deck.colour}/{table.rounds}"
            yield _alert(
                "checklist",
                table.identity.name,
                what,
                text,
                table.clock.at,
                beside,
                clauses=clauses,
            )
