"""No client hears of a card before its time: random rounds over real sockets, and planted leaks.

PITBOSS_LEAK_ROUNDS=3600 plays so many rounds in all, in several processes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from pitboss.cards import DECK, card_symbol, card_text, hand_name, strength
from pitboss.history.index.model import RoundRow
from pitboss.pit.replica import Moment
from pitboss.round import Round
from pitboss.round.view import Viewer
from pitboss.rules import Rules
from pitboss.server.floor import view as floor_view
from pitboss.server.floor.remedy import preview as honest_preview
from pitboss.server.history import history as histories
from pitboss.server.http.problems import Turned
from pitboss.server.live import feed as feeds
from pitboss.server.views import log as logs
from pitboss.server.views import table as show
from pitboss.server.views.log import line as honest_line
from pitboss.server.wire import table as wire
from pitboss.server.wire.floor import FloorView, Remedy, RemedyLine
from pitboss.server.worker.edges import Edges
from pitboss.table import Table
from pitboss.table.view import TableView
from pitboss.table.view import view as honest_view
from tests.server.leaks import Heard, Judge, Leak
from tests.server.leaks_cards import cards_in
from tests.server.leaks_hall import coach_that_tells_all, hall, halls, played
from tests.server.leaks_play import Rail
from tests.server.players import playing
from tests.server.serving import Served, quick
from tests.server.stacked_decks import ROUTES as STACKED

ROUNDS = int(os.environ.get("PITBOSS_LEAK_ROUNDS", "40"))
MANY_ROUNDS = 120
TROUBLE = ("IrregularityDeclared", "RoundVoided")


@pytest.fixture(autouse=True)
def _no_sums(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Exact edges and prices are worked out elsewhere."""
    monkeypatch.setattr(Edges, "of_seat", lambda *_: None)
    with coach_that_tells_all():
        yield


@pytest.fixture
def rail() -> Iterator[Rail]:
    with Served(quick(), more=STACKED) as served:
        made = Rail(served)
        yield made
        made.close()


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [ROUNDS, pytest.param(MANY_ROUNDS, marks=pytest.mark.full)])
def test_no_byte_to_anybody_holds_a_card_before_its_time(rounds: int) -> None:
    report = halls(rounds)
    for seed in range(100, 105):  # a busy machine leaves the floor little time for trouble
        if all(report.happened[kind] for kind in TROUBLE) and report.asked["remedy"]:
            break
        report.add(hall(rounds, seed))

    print(report)  # noqa: T201  # for who runs thousands
    assert not report.leaks, "\n".join(report.leaks[:10])
    # Some rounds of a player-dealer end before the deal: nobody wants the bank.
    assert report.rounds >= rounds // 2
    assert report.cards > 100 * report.rounds  # it did look where cards are
    # There was trouble, and it was asked about.
    assert all(report.happened[kind] for kind in TROUBLE)
    assert report.asked["remedy"]
    assert report.asked["coach"]
    assert report.asked["review"]


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("As", {"As"}),
        ("AsKd", {"As", "Kd"}),
        ("the 10h came", {"Th"}),
        ("A♠, 10♥", {"As", "Th"}),
        ("♦Q", {"Qd"}),
        ("The queen of Hearts and a Ten of clubs", {"Qh", "Tc"}),
        ("\U0001f0a1\U0001f0de", {"As", "Kc"}),
        ("2c-3d", {"2c", "3d"}),
        ("Pair of aces", set()),
        ("5c00d1ad", set()),
        ("MD-11.H.3.a Ante 12 to 24", set()),
    ],
)
def test_the_judge_reads_cards_however_they_are_written(text: str, cards: set[str]) -> None:
    assert cards_in(text) == cards


# -- planted leaks ---------------------------------------------------------------------------------

Plant = Callable[[pytest.MonkeyPatch], None]
honest_felt = show._Felt.dealer
honest_shuffle = show._shuffle
honest_seat = show._Felt.seat


def the_dealers_cards(patch: pytest.MonkeyPatch) -> None:
    def leaky(table: Table, viewer: Viewer) -> TableView:
        seen = honest_view(table, viewer)
        if seen.round is None or table.round is None:
            return seen
        return replace(seen, round=replace(seen.round, dealer=table.round.dealer))

    patch.setattr(feeds, "view", leaky)


def the_next_card_of_the_board(patch: pytest.MonkeyPatch) -> None:
    def leaky(table: Table, viewer: Viewer) -> TableView:
        seen = honest_view(table, viewer)
        if seen.round is None or table.round is None:
            return seen
        board = table.round.board[: table.round.turned + 1]
        return replace(seen, round=replace(seen.round, board=board))

    patch.setattr(feeds, "view", leaky)


def a_neighbours_card_in_the_log(patch: pytest.MonkeyPatch) -> None:
    def leaky(happened: Moment, rules: Rules) -> wire.Line:
        said = honest_line(happened, rules)
        round_ = happened.after.round
        if round_ is None or not round_.spots or not round_.spots[0].cards:
            return said
        card = card_symbol(round_.spots[0].cards[0])
        return msgspec.structs.replace(said, text=f"{said.text} ({card})")

    patch.setattr(logs, "line", leaky)


def the_secret(patch: pytest.MonkeyPatch) -> None:
    def leaky(table: Table, told: show.RevealedShuffle | None) -> wire.Shuffle:
        said = honest_shuffle(table, told)
        secret = table.shuffle.sealed.secret if table.shuffle.sealed is not None else b""
        return msgspec.structs.replace(said, commitment=said.commitment + secret.hex())

    patch.setattr(show, "_shuffle", leaky)


def the_name_of_a_hand(patch: pytest.MonkeyPatch) -> None:
    def leaky(felt: Any) -> wire.Dealer:  # Any: it is private
        said = honest_felt(felt)
        cards = felt.round.dealer + felt.round.board
        return msgspec.structs.replace(said, hand=hand_name(strength(cards)) if cards else "")

    patch.setattr(show._Felt, "dealer", leaky)


def a_card_in_the_name_of_a_wager(patch: pytest.MonkeyPatch) -> None:
    def leaky(felt: Any, *given: Any) -> wire.Seat:  # Any: it is private
        said = honest_seat(felt, *given)
        cards = "".join(map(card_text, felt.round.stub[:2]))
        spots = tuple(msgspec.structs.replace(spot, outcome=cards) for spot in said.spots)
        return msgspec.structs.replace(said, spots=spots)

    patch.setattr(show._Felt, "seat", leaky)


def a_card_on_the_floors_console(patch: pytest.MonkeyPatch) -> None:
    honest = floor_view.Floor.view

    async def leaky(self: floor_view.Floor) -> FloorView:
        said = await honest(self)
        round_ = next(iter(self._pit.tables.values())).table.round
        cards = [] if round_ is None else [card_text(card) for card in round_.dealer]
        tables = [msgspec.structs.replace(one, title=" ".join(cards)) for one in said.tables]
        return msgspec.structs.replace(said, tables=tuple(tables))

    patch.setattr(floor_view.Floor, "view", leaky)


def the_dealers_hand_in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    def leaky(self: histories.History, table: str, number: int) -> RoundRow:
        round_ = rounds_now[table]()
        cards = " ".join(map(card_text, round_.dealer)) if round_ is not None else ""
        raise Turned(409, "round-going-on", f"round {number} goes on: the dealer has {cards}")

    patch.setattr(histories.History, "row", leaky)


def the_board_in_a_remedy(patch: pytest.MonkeyPatch) -> None:
    def leaky(table: Table, *given: Any) -> Remedy:  # Any: passed on
        said = honest_preview(table, *given)
        cards = " ".join(map(card_text, table.round.board)) if table.round is not None else ""
        line = RemedyLine(f"the board would be {cards}", ())
        return msgspec.structs.replace(said, lines=(*said.lines, line))

    patch.setattr("pitboss.server.floor.desk.preview", leaky)


def which_cards_are_out_in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    """As it once was: of the cards that somebody named, those that are dealt."""

    def leaky(table: Table, *given: Any) -> Remedy:  # Any: passed on
        said = honest_preview(table, *given)
        if said.refused is None or table.round is None:
            return said
        out = " ".join(card_text(card) for card in DECK if card not in table.round.stub)
        text = f"{out} is not among the undealt cards"
        return msgspec.structs.replace(
            said, refused=msgspec.structs.replace(said.refused, text=text)
        )

    patch.setattr("pitboss.server.floor.desk.preview", leaky)


rounds_now: dict[str, Callable[[], Round | None]] = {}
PLANTS = {
    "the dealer's cards": (the_dealers_cards, "table", ""),
    "the next card of the board": (the_next_card_of_the_board, "table", ""),
    "a neighbour's card in the log": (a_neighbours_card_in_the_log, "table", ""),
    "the secret": (the_secret, "table", "the secret"),
    "the name of a hand": (the_name_of_a_hand, "table", "a face-down hand's name"),
    "undealt cards in another field": (a_card_in_the_name_of_a_wager, "table", ""),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_leak_is_reported(rail: Rail, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, source, what = PLANTS[name]
    plant(monkeypatch)
    rail.open("leaky", "maryland")

    judge = played(rail, 4, rest=False)

    found: list[Leak] = [leak for leak in judge.leaks if leak.source == source]
    assert found, f"nobody noticed {name}; {judge.leaks[:3]}"
    assert all(leak.what == what for leak in found) if what else cards_in(found[0].what)
    assert found[0].viewer
    assert str(found[0]).startswith(f"{source} told ")


# -- in the middle of a round ----------------------------------------------------------------------


def asked_in_mid_round(rail: Rail) -> Judge:
    """Stop where a seat is asked, and let somebody with every role ask for all there is."""
    rail.open("middle", "maryland")
    rounds_now["middle"] = lambda: rail.served.services.pit.tables["middle"].table.round
    visitor, _ = rail.visitor()
    auditor, name = rail.visitor("floor", "auditor", "administrator")
    with playing(visitor, "middle") as player:
        player.must("sit", seat=1, chips=50_000)
        player.bets()
        player.turn()
        for path in IN_MID_ROUND:
            answer = auditor.get(f"/api/{path}")
            assert answer.status_code < 500
            number = 1 if "middle/1" in path else 0
            rail.judge.hear(Heard(name, path, answer.text, "middle", number))
            if number:
                assert answer.status_code in (404, 409), path
        for what in IRREGULAR:
            answer = auditor.post("/api/floor/middle/remedy", what)
            assert answer.status_code == 200
            rail.judge.hear(Heard(name, "remedy", answer.text))
    return rail.judge


IN_MID_ROUND = (
    "tables",
    "tables/middle",
    "hands",
    "floor",
    "floor/middle/irregularities",
    "floor/figures",
    "audit/rounds",
    "coach/middle",
    "hands/middle/1",
    "hands/middle/1/proof",
    "hands/middle/1/review",
    *(f"hands/middle/1/export?form={form}" for form in ("text", "csv", "json", "toml")),
    "audit/rounds/middle/1",
    "audit/rounds/middle/1/export",
)


IRREGULAR: tuple[dict[str, Any], ...] = (  # Any: JSON
    {"kind": "dealer-card-exposed"},
    {"kind": "wrong-card-count", "where": "dealer", "count": 3},
    {"kind": "face-up-card", "count": 2},
    {"kind": "face-up-card", "count": 50},
)


def test_nobody_learns_a_card_by_asking_in_mid_round(rail: Rail) -> None:
    assert not asked_in_mid_round(rail).leaks


@pytest.mark.parametrize(
    ("plant", "source"),
    [
        (a_card_on_the_floors_console, "floor"),
        (the_board_in_a_remedy, "remedy"),
        (which_cards_are_out_in_a_refusal, "remedy"),
        (the_dealers_hand_in_a_refusal, "hands/middle/1"),
        (the_dealers_hand_in_a_refusal, "audit/rounds/middle/1"),
    ],
)
def test_a_leak_planted_into_an_answer_is_reported(
    rail: Rail, plant: Plant, source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)

    judge = asked_in_mid_round(rail)

    assert source in {leak.source for leak in judge.leaks}


def test_an_export_of_an_unproved_round_shows_no_hand_that_was_folded(rail: Rail) -> None:
    rail.open("by-hand", "maryland", provable=False)
    one, mine = rail.visitor()
    other, name = rail.visitor()
    with playing(one, "by-hand") as player:
        player.must("sit", seat=1, chips=50_000)
        player.bets()
        for word in ("check", "check", "fold"):
            player.turn()
            player.must(word)
        player.until(lambda view: view["last"] is not None)
    for visitor, viewer in ((one, mine), (other, name)):
        for form in ("text", "csv", "json", "toml"):
            answer = visitor.get(f"/api/hands/by-hand/1/export?form={form}")
            assert answer.status_code == (409 if form == "toml" else 200), answer.text
            rail.judge.hear(Heard(viewer, form, answer.text, "by-hand", 1))

    assert not rail.judge.leaks
    assert rail.judge.cards
