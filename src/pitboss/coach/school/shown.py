"""What an exercise shows, as plain data: for a page, a terminal, an examination paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.cards import cards_text
from pitboss.coach.school.answers import letter
from pitboss.coach.school.exercise import Exercise, SchoolItem
from pitboss.coach.school.layout import SchoolLayout
from pitboss.round.state import Spot
from pitboss.rules import Chips, Wager, plain
from pitboss.rules.layout import pay_words
from pitboss.rules.user_toml import Document
from pitboss.rules.words import hand_words, wager_words

HIDDEN: tuple[str, ...] = ("what-now", "fees")  # kinds that are asked before cards are turned


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A seat of a shown table: cards as text, wagers and tips in cents, what it did."""

    seat: int
    cards: str
    wagers: Mapping[Wager, Chips]
    tips: Mapping[Wager, Chips]
    acts: tuple[str, ...]
    folded: bool


@dataclass(frozen=True, slots=True)
class ShownPaytable:
    """The paytable of a wager: each hand and what it pays, in words."""

    wager: Wager
    name: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PaidTable:
    """A table before it is paid; cards are empty where they are not turned yet."""

    place: str
    board: str
    dealer: str
    box: str
    seats: tuple[ShownSeat, ...]
    bank_seat: int | None
    bank_stake: Chips | None
    meters: Mapping[str, Chips]
    paytables: tuple[ShownPaytable, ...]


def shown_table(exercise: Exercise) -> PaidTable | None:
    """Return the table that an exercise shows; None where it shows none."""
    layout = exercise.layout
    return None if layout is None else _table(layout, cards=exercise.kind not in HIDDEN)


def _table(layout: SchoolLayout, *, cards: bool) -> PaidTable:
    round_, script = layout.round, layout.played.script
    acts = {seat.seat: seat.acts for seat in script.seats}
    bank = round_.bank
    return PaidTable(
        place=layout.rules.set.title,
        board=cards_text(round_.board) if cards else "",
        dealer=cards_text(round_.dealer) if cards else "",
        box=cards_text(round_.box) if cards and script.box else "",
        seats=tuple(_seat(spot, acts[spot.seat], cards=cards) for spot in round_.spots),
        bank_seat=None if bank is None else bank.seat,
        bank_stake=None if bank is None else bank.stake,
        meters=dict(script.meters),
        paytables=_paytables(layout),
    )


def _seat(spot: Spot, acts: tuple[str, ...], *, cards: bool) -> ShownSeat:
    held = cards_text(spot.cards) if cards else ""
    done = acts if cards else ()
    wagers = {w: c for w, c in spot.wagers.items() if c and (cards or w != Wager.PLAY)}
    return ShownSeat(spot.seat, held, wagers, dict(spot.tips), done, cards and spot.folded)


def _paytables(layout: SchoolLayout) -> tuple[ShownPaytable, ...]:
    return tuple(
        ShownPaytable(
            wager, table.name, tuple((hand_words(x.hand), pay_words(x.pays)) for x in table.lines)
        )
        for wager, table in layout.rules.tables.items()
    )


# -- as a document --------------------------------------------------------------------------------


def exercise_document(exercise: Exercise, *, with_key: bool) -> Document:
    """Write an exercise as one plain document; its key only where it is asked for."""
    table = shown_table(exercise)
    document: Document = {
        "kind": exercise.kind,
        "level": exercise.level,
        "seed": exercise.seed,
        "number": exercise.number,
        "lead": exercise.lead,
        "table": None if table is None else table_document(table),
        "moves": [
            {"letter": letter(n), "step": move.step, "did": move.did}
            for n, move in enumerate(exercise.moves)
        ],
        "items": [item_document(item, with_key=with_key) for item in exercise.items],
    }
    return document | ({"mistake": exercise.mistake} if with_key and exercise.mistake else {})


def item_document(item: SchoolItem, *, with_key: bool) -> Document:
    """Write a question."""
    document: Document = {
        "id": item.id,
        "asks": item.asks,
        "form": item.form,
        "choices": [
            {"letter": letter(n), "value": value, "label": label}
            for n, (value, label) in enumerate(item.choices)
        ],
    }
    return document | key_document(item) if with_key else document


def key_document(item: SchoolItem) -> Document:
    """Write the right answer of a question, why, and by which clauses and readings."""
    return {
        "key": list(item.key),
        "right": item.right,
        "why": item.why,
        "clauses": list(item.cite.clauses),
        "readings": list(item.cite.readings),
    }


def table_document(table: PaidTable) -> Document:
    """Write a shown table; money as text with two decimals."""
    bank = None
    if table.bank_seat is not None:
        bank = {"seat": table.bank_seat, "stake": plain(table.bank_stake or 0)}
    return {
        "place": table.place,
        "board": table.board,
        "dealer": table.dealer,
        "box": table.box,
        "seats": [_seat_document(seat) for seat in table.seats],
        "bank": bank,
        "meters": {name: plain(chips) for name, chips in table.meters.items()},
        "paytables": [
            {"wager": wager_words(one.wager), "name": one.name, "lines": list(map(list, one.lines))}
            for one in table.paytables
        ],
    }


def _seat_document(seat: ShownSeat) -> Document:
    return {
        "seat": seat.seat,
        "cards": seat.cards,
        "wagers": {wager.value: plain(chips) for wager, chips in seat.wagers.items()},
        "tips": {wager.value: plain(chips) for wager, chips in seat.tips.items()},
        "acts": list(seat.acts),
        "folded": seat.folded,
    }


# -- without words --------------------------------------------------------------------------------


def exercise_facts(exercise: Exercise) -> Document:
    """Write an exercise with its key and without a sentence: words may change, facts may not."""
    table = shown_table(exercise)
    return {
        "kind": exercise.kind,
        "level": exercise.level,
        "number": exercise.number,
        "mistake": exercise.mistake,
        "table": None if table is None else _table_facts(table),
        "items": [
            {
                "id": item.id,
                "form": item.form,
                "choices": [value for value, _ in item.choices],
                "key": list(item.key),
                "clauses": list(item.cite.clauses),
                "readings": list(item.cite.readings),
            }
            for item in exercise.items
        ],
    }


def _table_facts(table: PaidTable) -> Document:
    document = table_document(table)
    named = {one.wager.value: one.name for one in table.paytables}
    return {k: v for k, v in document.items() if k != "place"} | {"paytables": named}
