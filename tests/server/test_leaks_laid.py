"""Rounds that differ only in what lies face down are told alike, byte by byte, until it is shown.

This finds what no search for cards can: a number, an order, a length that depends on a hidden card.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import pytest

from pitboss.cards import rank_of
from pitboss.journal.codec import decode_event
from pitboss.round import event as round_past
from pitboss.round.view import Viewer
from pitboss.server.live import feed as feeds
from pitboss.server.views import table as show
from pitboss.server.wire import table as wire
from pitboss.table import Table
from pitboss.table.view import TableView
from pitboss.table.view import view as honest_view
from tests.pit.hands import HandClock
from tests.server.players import Player, laid_table, lay, playing
from tests.server.serving import Served, quick
from tests.server.stacked_decks import ROUTES as STACKED

TABLE = "laid"
PACE = {"betting": None, "step": 0, "result": 0, "between": 0, "clock": False}
_PURSE = re.compile(r'"purse":\d+')  # the cashier is paid in its own time

ANN = "As Kd"
BOARD = "9s 3h 5c Jd 8d"
# What may not matter before the flop, before the river, and before the dealer turns over.
BEFORE = {
    "flop": ({"board": BOARD}, {"board": "Ah Ac Ad Kc Ks"}),
    "river": ({"board": BOARD}, {"board": "9s 3h 5c Ah Ac"}),
    "dealer": ({"board": BOARD}, {"board": BOARD}),
}
HIDDEN = (
    {"seats": {"1": ANN, "2": "2c 7d"}, "dealer": "Qh Jc", "box": "4c 4d 4h 6s"},
    {"seats": {"1": ANN, "2": "9h 9d"}, "dealer": "5d 5h", "box": "Th Tc Ts Td"},
)


@dataclass(frozen=True)
class RevealedShuffle:
    """What one viewer heard before something was shown, in a shape that timing does not change."""

    views: dict[int, set[str]]
    lines: dict[int | str, str]
    others: dict[int | str, str]


@pytest.fixture(autouse=True)
def _names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.server.worker.edges.Edges.of_seat", lambda *_: None)


def told(player: Player, first: int, before: int) -> RevealedShuffle:
    """Sort what a player heard from one event on and before another."""
    views: dict[int, set[str]] = {}
    lines: dict[int | str, str] = {}
    others: dict[int | str, str] = {}
    number = 0
    for text in player.heard:
        message = json.loads(text)
        if message["type"] == "view":
            number = message["number"]
        if number >= before:
            break
        if message["type"] != "view":
            if message.get("number", first) >= first:
                others[message.get("id", message["type"])] = text
            continue
        lines |= {n["number"]: json.dumps(n) for n in message["lines"] if n["number"] >= first}
        if number < first:
            continue
        face = text[: text.rindex(',"lines":[')]
        views.setdefault(number, set()).add(_PURSE.sub('"purse":0', face))
    return RevealedShuffle(views, lines, others)


def play(deck: dict[str, Any], shown: Callable[[object], bool]) -> list[RevealedShuffle]:
    """Play one round with laid cards; what seat 1 and an onlooker were told before `shown`."""
    with Served(quick(), more=STACKED, clock=HandClock()) as served, ExitStack() as stack:
        laid_table(served, TABLE, pace=PACE)
        lay(served, TABLE, **deck)
        players = []
        for name in ("Ann", "Ben", "Eve"):
            visitor = stack.enter_context(served.visitor())
            assert visitor.post("/api/me/name", {"name": name}).status_code == 200
            players.append(stack.enter_context(playing(visitor, TABLE)))
        ann, ben, eve = players
        for seat, player in ((1, ann), (2, ben)):
            assert player.ask("sit", f"sit-down-{seat}", seat=seat, chips=50_000)["ok"]
        wagers = {"ante": 1_000, "blind": 1_000, "trips": 500, "six_card": 500}
        for seat, player in ((1, ann), (2, ben)):
            player.until(lambda view: bool(view["offers"]))
            assert player.ask("bets", f"my-bets-{seat}", wagers=wagers)["ok"]
        for street in ("deal", "flop", "river"):
            for seat, player in ((1, ann), (2, ben)):
                player.turn()
                word: dict[str, Any] = {"times": 1} if street == "river" else {}
                do = "play" if street == "river" else "check"
                assert player.ask(do, f"{street}-by-{seat}", **word)["ok"]
        for player in players:
            player.until(lambda view: view["last"] is not None)
        entries = served.services.journal.read(f"table/{TABLE}")
        events = {entry.number: decode_event(entry.name, entry.data) for entry in entries}
        # Until bets are closed people come and sit in any order, and there is no card yet.
        first = next(n for n, e in events.items() if isinstance(e, round_past.BetsClosed))
        number = next(n for n, e in events.items() if shown(e))
        return [told(ann, first, number), told(eve, first, number)]


def is_shown(what: str) -> Callable[[object], bool]:
    """Give what tells the event that shows something."""

    def shown(event: object) -> bool:
        if what == "dealer":
            return isinstance(event, round_past.DealerRevealed)
        return isinstance(event, round_past.StreetTurned) and event.street == what

    return shown


def differences(what: str) -> list[tuple[str, str]]:
    """Play both rounds; the messages and lines that both viewers got, and got differently."""
    one, other = (
        play({**hidden, **board}, is_shown(what))
        for hidden, board in zip(HIDDEN, BEFORE[what], strict=True)
    )
    found = []
    for mine, theirs in zip(one, other, strict=True):
        both = mine.views.keys() & theirs.views.keys()
        assert both
        found += [
            (min(mine.views[number]), min(theirs.views[number]))
            for number in both
            if mine.views[number].isdisjoint(theirs.views[number])
        ]
        for left, right in ((mine.lines, theirs.lines), (mine.others, theirs.others)):
            shared = left.keys() & right.keys()
            found += [(left[key], right[key]) for key in shared if left[key] != right[key]]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("what", BEFORE)
def test_what_lies_face_down_changes_no_byte(what: str) -> None:
    assert differences(what) == []


@pytest.mark.slow
def test_a_number_that_depends_on_a_hidden_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(table: Table, viewer: Viewer) -> TableView:
        seen = honest_view(table, viewer)
        if table.round is None or not table.round.dealer:
            return seen
        return replace(seen, since=seen.since + rank_of(table.round.dealer[0]))

    def shifted(
        table: Table, seen: TableView, rules: Any, **given: Any
    ) -> wire.Hand:  # Any: passed
        made = honest_hand(table, seen, rules, **given)
        return msgspec.structs.replace(made, fees={"0": seen.since - table.clock.since})

    honest_hand = show.hand
    monkeypatch.setattr(feeds, "view", leaky)
    monkeypatch.setattr(show, "hand", shifted)

    assert differences("dealer")
