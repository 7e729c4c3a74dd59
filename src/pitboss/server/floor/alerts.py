"""What waits for the floor at a table, or that it has to be told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.pit.runner import Runner
from pitboss.round.settle import jackpots
from pitboss.round.state import Phase
from pitboss.rules import Rules
from pitboss.server.floor.board import Beside, deck_ms_left
from pitboss.server.store.hand_rows import NoticeRow
from pitboss.server.wire.floor import Alert
from pitboss.table import Table, rules_of
from pitboss.table.deck import Step
from pitboss.table.opening import steps_left
from pitboss.table.state import Standing

DECK_SOON_MS: Final = 600_000  # a deck that is to be changed within ten minutes
ALERTS_MAX: Final = 500


def table_alerts(runner: Runner, beside: Beside, now: int) -> Iterator[Alert]:
    """List what waits at a table that runs here."""
    table = runner.table
    if table.house is None:
        return
    rules = rules_of(table.house)
    yield from _jackpots(table, rules, beside, floor_waits=not runner.pace.floor)
    yield from _deck(table, rules, beside, now)
    yield from _standing(table, rules, beside)
    if not runner.pace.floor:
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
            kind="notice",
            table=one.table_name,
            title=beside.title(one.table_name),
            text=f"Round {one.round}: {one.text}",
            at=one.at,
            seat=one.seat,
            cents=one.cents,
            clauses=tuple(one.clauses.split()),
        )


def _alert(
    kind: str,
    table: str,
    what: str,
    text: str,
    at: int,
    beside: Beside,
    *,
    seat: int | None = None,
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
        cents=None,
        clauses=clauses,
    )


def _jackpots(table: Table, rules: Rules, beside: Beside, *, floor_waits: bool) -> Iterator[Alert]:
    """A Progressive win that blocks the settlement until the floor has validated it."""
    round_ = table.round
    if round_ is None or round_.phase != Phase.SETTLING or not floor_waits:
        return
    if rules.fact("progressive.validation") != "blocks":
        return
    for seat in jackpots(round_, rules):
        if seat not in round_.validated:
            player = table.seats[seat].player if seat in table.seats else ""
            text = f"Seat {seat}, {player}, has won the Progressive: validate it before it is paid"
            clauses = rules.set.cite("progressive.validation").clauses
            what = f"{table.rounds}/{seat}"
            yield _alert(
                "jackpot", table.name, what, text, table.since, beside, seat=seat, clauses=clauses
            )


def _deck(table: Table, rules: Rules, beside: Beside, now: int) -> Iterator[Alert]:
    left = deck_ms_left(table, rules, now)
    if left is None or left > DECK_SOON_MS or table.standing == Standing.CLOSED:
        return
    since = min(deck.since for deck in table.decks if deck.since is not None)
    minutes = -(-left // 60_000)
    text = f"A deck is to be changed within {minutes} min" if left else "A deck is to be changed"
    clauses = rules.set.cite("cards.deck_change_hours").clauses
    yield _alert("deck-change", table.name, str(since), text, table.at, beside, clauses=clauses)


def _standing(table: Table, rules: Rules, beside: Beside) -> Iterator[Alert]:
    if table.device_down:
        text = f"The device is out of order ({table.device_down}): repair it to deal with it again"
        clauses = rules.method.needs_cite.clauses
        what = str(table.rounds)
        yield _alert("device", table.name, what, text, table.at, beside, clauses=clauses)
    if table.standing == Standing.PAUSED:
        why = beside.paused.get(table.name, "")
        text = "New rounds are stopped by the floor" + (f": {why}" if why else "")
        yield _alert("paused", table.name, str(table.since), text, table.since, beside)


def _checklist(table: Table, rules: Rules, beside: Beside) -> Iterator[Alert]:
    """A deck that waits for the floor's signature before it may be dealt."""
    if table.standing not in (Standing.OPEN, Standing.CLOSED):
        return
    for deck in table.decks:
        left = steps_left(deck, rules)
        if left and left[0] == Step.VERIFY:
            text = f"The {deck.colour} deck waits for a second person to verify it"
            clauses = rules.set.cite("cards.opening").clauses
            what = f"{deck.colour}/{table.rounds}"
            yield _alert("checklist", table.name, what, text, table.at, beside, clauses=clauses)
