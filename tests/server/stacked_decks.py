"""Routes that lay the cards of tables, added to the application by tests alone.

A table opened here is not provable, and its journal says so from the first event on. Its rounds
are dealt from decks that a test has laid, or else from shuffled ones.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any, Final
from weakref import WeakKeyDictionary

from litestar import Response, post
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from pitboss.cards import DECK, Card, CardError, first_duplicate, parse_cards
from pitboss.cards.shuffle import SECRET_BYTES, deck_order
from pitboss.pit import Bot, Pit, Style
from pitboss.pit.table_task import TableTask
from pitboss.round import Round
from pitboss.round import command as round_ask
from pitboss.round.dealing import deal_plan
from pitboss.round.legal import is_cut
from pitboss.round.state import Phase
from pitboss.rules import Rules, Target, UnknownRuleSetError, rule_set
from pitboss.server.api.queries import TheServices
from pitboss.server.auth.permissions import may
from pitboss.server.http.problems import Turned
from pitboss.server.services import Services
from pitboss.server.store.tables import TableRow
from pitboss.server.tables.default_rules import table_house
from pitboss.server.tables.pace import pace_of_row, written
from pitboss.server.wire.people import Opened
from pitboss.server.wire.words import TableKind
from pitboss.table import Table, rules_of
from pitboss.table.people import AUTOMATIC_DEALER, AUTOMATIC_FLOOR
from pitboss.table.timetable import Pace, due

DECKS_MAX: Final = 50  # that wait for one table
QUICK: Final = Pace(betting=None, bank=None, step=60, result=300, between=50, clock=False)
Cards = Annotated[str, Meta(max_length=200)]


class LaidTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table for a test; `pace` has fields of `Pace`, in milliseconds."""

    name: Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[a-z0-9-]+$(?!\n)")]
    rules: Annotated[str, Meta(max_length=40)] = "maryland"
    options: dict[str, Any] = {}  # Any: as an operator writes them
    pace: dict[str, int | bool | None] = {}
    title: Annotated[str, Meta(max_length=60)] = ""
    kind: TableKind = "public"
    provable: bool = False
    bots: Annotated[int, Meta(ge=0, le=6)] = 0


class LaidDeck(Struct, frozen=True, forbid_unknown_fields=True):
    """Cards for the next round: by place ("As Kd"), or all 52 from the top in `cards`."""

    seats: dict[str, Cards] = {}
    board: Cards = ""
    dealer: Cards = ""
    box: Cards = ""
    cards: Cards = ""


class Dealer:
    """Brings a deck to tables that are not provable, as soon as one is wanted."""

    def __init__(self) -> None:
        self._decks: dict[str, deque[LaidDeck]] = {}
        self._tasks: set[asyncio.Task[object]] = set()

    def lay(self, table: str, deck: LaidDeck) -> None:
        """Lay cards for the next round that has none laid for it."""
        waiting = self._decks.setdefault(table, deque())
        if len(waiting) >= DECKS_MAX:
            raise Turned(409, "too-many-decks", f"{DECKS_MAX} decks wait for this table")
        waiting.append(deck)

    def watch(self, table_task: TableTask) -> None:
        """Look at a table whenever it changes."""
        table_task.tell(lambda table, number: self._look(table_task, table, number))
        self._look(table_task, table_task.table, table_task.handler.replica.number)

    def _look(self, table_task: TableTask, table: Table, number: int) -> None:
        round_ = table.round
        if table.identity.provable or table.identity.rules is None or round_ is None:
            return
        brought = round_.stub and not table.shuffle.ordered
        if round_.phase != Phase.LOCKED or brought or due(table, table_task.pace) is not None:
            return
        rules = rules_of(table.identity.rules)
        waiting = self._decks.get(table.identity.name)
        laid = waiting.popleft() if waiting else None
        cards = stacked(round_, rules, laid) if laid else _shuffled(table)
        asked = table_task.ask(
            f"testing/{number}/deck", round_ask.LoadDeck(cards), AUTOMATIC_DEALER
        )
        task: asyncio.Task[object] = asyncio.ensure_future(asked)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def stacked(round_: Round, rules: Rules, laid: LaidDeck) -> tuple[Card, ...]:
    """Lay a deck so that named cards come where they are wanted; spare cards fill the rest."""
    if laid.cards:
        return parse_cards(laid.cards)
    hands = {int(seat): list(parse_cards(text)) for seat, text in laid.seats.items()}
    piles: Mapping[Target, list[Card]] = {
        Target.BOARD: list(parse_cards(laid.board)),
        Target.DEALER: list(parse_cards(laid.dealer)),
        Target.BOX: list(parse_cards(laid.box)),
    }
    named = {card for pile in (*hands.values(), *piles.values()) for card in pile}
    spare = [card for card in DECK if card not in named]
    plan = [*deal_plan(round_, rules)]
    for street in (rules.method.flop, rules.method.river):
        plan += [(packet.to, 0, packet.cards) for packet in street]
    order: list[Card] = []
    for to, seat, count in plan:
        pile = hands.get(seat, []) if to == Target.SEATS else piles.get(to, [])
        order += [pile.pop(0) if pile else spare.pop(0) for _ in range(count)]
    rest = [card for card in DECK if card not in set(order)]
    deck = (*order, *rest)
    if not is_cut(rules.choice("shuffle"), rules):
        return deck
    # The automatic dealer cuts in the middle; laid so that the cut brings the order back.
    depth = (rules.whole("cut.min") + rules.whole("cut.max")) // 2
    return deck[-depth:] + deck[:-depth]


def _shuffled(table: Table) -> tuple[Card, ...]:
    return deck_order(secrets.token_bytes(SECRET_BYTES), table.identity.name, table.rounds, {})


def _check(laid: LaidDeck) -> None:
    texts = (*laid.seats.values(), laid.board, laid.dealer, laid.box, laid.cards)
    try:
        cards = [card for text in texts for card in parse_cards(text)]
    except CardError as error:
        raise Turned(422, "cards", str(error)) from None
    if first_duplicate(tuple(cards)) is not None:
        raise Turned(422, "cards", "a card is named twice")
    if not all(seat.isascii() and seat.isdigit() for seat in laid.seats):
        raise Turned(422, "cards", "seats are numbers")


_DEALERS: Final[WeakKeyDictionary[Pit, Dealer]] = WeakKeyDictionary()  # one for each server


def dealer_of(services: Services) -> Dealer:
    """Return the dealer of laid decks of a server; the first who asks hires them."""
    found = _DEALERS.get(services.pit)
    if found is not None:
        return found
    dealer = _DEALERS[services.pit] = Dealer()
    live = services.live
    live.on_attach.append(lambda feed: dealer.watch(feed.table_task))
    for feed in live.feeds.values():
        dealer.watch(feed.table_task)
    return dealer


@post("/api/testing/tables", guards=[may("table.open")], status_code=201, include_in_schema=False)
async def open_table(services: TheServices, data: JSONBody[LaidTable]) -> Opened:
    """Open a table whose cards a test lays."""
    dealer_of(services)
    try:
        rules = table_house(rule_set(data.rules), data.options)
    except UnknownRuleSetError as error:
        raise Turned(422, "rules", str(error)) from None
    quick = {name: value for name, value in asdict(QUICK).items() if name != "floor"}
    pace = written({**quick, **data.pace})
    row = TableRow(
        data.name, data.title or data.name, data.kind, "", data.rules, pace, services.clock.now()
    )
    await services.live.directory.add(row)
    answer = await services.pit.found(
        data.name,
        rules,
        AUTOMATIC_FLOOR,
        pace=pace_of_row(services.config, row),
        provable=data.provable,
    )
    if answer.refusal is not None:
        raise Turned(422, str(answer.refusal.reason), answer.refusal.text)
    for n in range(data.bots):
        await services.pit.seat_bot(data.name, Bot(f"Bot {n + 1}", Style.TIMID))
    return Opened(table=data.name, path=f"/t/{data.name}")


@post("/api/testing/tables/{table:str}/deck", guards=[may("table.open")], status_code=201,
      include_in_schema=False)  # fmt: skip
async def lay_deck(
    services: TheServices, table: FromPath[str], data: JSONBody[LaidDeck]
) -> Response[None]:
    """Lay the cards of the next round."""
    if services.pit.table(table) is None:
        raise Turned(404, "no-such-table", "there is no such table here")
    _check(data)
    dealer_of(services).lay(table, data)
    return Response(None, status_code=201)


ROUTES: Final[list[ControllerRouterHandler]] = [open_table, lay_deck]
