"""The coach knows no card before its time: what lies face down changes no byte that it sends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from typing import Any, Final

import httpx
import msgspec
import pytest

from pitboss.cards import card_symbol
from pitboss.coach import review as reviews
from pitboss.coach.situation import Situation
from pitboss.round import Round
from pitboss.round.view import RoundView, Viewer
from pitboss.round.view import view as honest_view
from pitboss.rules import Rules
from pitboss.server.api import coach_seat
from pitboss.server.api.coach_prices import PriceAsker
from pitboss.server.wire.coach import CoachPrice
from pitboss.server.worker.edges import Edges
from tests.pit.hands import HandClock
from tests.server.leaks import Heard, Judge
from tests.server.leaks_cards import without_outs
from tests.server.players import Player, laid_table, lay, playing
from tests.server.serving import Served, quick
from tests.server.stacked_decks import ROUTES as STACKED
from tests.waiting import wait_until

PACE: Final = {"betting": None, "step": 0, "result": 0, "between": 0, "clock": False}
ANN: Final = {"1": "As Kd"}
BOARD: Final = "9s 3h 5c Jd 8d"
# Decks that differ in what lies face down: before the flop, before the river, before the dealer.
DECKS: Final[Mapping[str, dict[str, Any]]] = {  # Any: JSON
    "first": {"seats": ANN, "board": BOARD, "dealer": "Qh Jc", "box": "4c 4d 4h 6s"},
    "deal": {"seats": ANN, "board": "Ah Ac Ad Kc Ks", "dealer": "5d 5h", "box": "Th Tc Ts Td"},
    "flop": {"seats": ANN, "board": "9s 3h 5c Ah Ac", "dealer": "2d 2h", "box": "Th Tc Ts Td"},
    "river": {"seats": ANN, "board": BOARD, "dealer": "8s 8h", "box": "Th Tc Ts Td"},
}
NEIGHBOURS: Final = ("2c 7d", "9h 9d")  # hands that are folded, and never shown


@pytest.fixture(autouse=True)
def _no_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Edges, "of_seat", lambda *_: None)


@pytest.fixture(scope="module")
def house() -> Iterator[Served]:
    with Served(quick(), more=STACKED, clock=HandClock()) as served:
        yield served


_NAMES: Final = (f"coached-{n}" for n in range(1_000))


def answered(ask: Callable[[], httpx.Response]) -> str:
    """Ask until it is no longer being compiled or counted; the answer as it came."""
    answers: list[httpx.Response] = []

    def is_there() -> bool:
        answers.append(ask())
        return not answers[-1].json().get("waiting")

    wait_until(is_there)
    assert answers[-1].status_code == 200, answers[-1].text
    return answers[-1].text


def sit(served: Served, stack: ExitStack, deck: dict[str, Any], seats: int) -> list[Player]:
    """Open a table with laid cards and let people sit down and bet."""
    table = next(_NAMES)
    laid_table(served, table, pace=PACE)
    lay(served, table, **deck)
    players = []
    for seat in range(1, seats + 1):
        player = stack.enter_context(playing(stack.enter_context(served.visitor()), table))
        player.must("sit", seat=seat, chips=50_000)
        players.append(player)
    for player in players:
        player.bets()
    return players


def alone(served: Served, deck: dict[str, Any]) -> dict[str, str]:
    """Play one round alone; what the coach says at each decision, before it."""
    with ExitStack() as stack:
        (ann,) = sit(served, stack, deck, 1)
        said = {}
        for street in ("deal", "flop", "river"):
            ann.turn()
            said[street] = answered(lambda: ann.visitor.get(f"/api/tables/{ann.table}/coach"))
            ann.must("fold" if street == "river" else "check")
        return said


def beside(served: Served, neighbour: str) -> list[str]:
    """Play one round beside somebody who folds; all that the coach says during it and after."""
    hands = {**ANN, "2": neighbour}
    deck = {"seats": hands, "board": BOARD, "dealer": "Qh Jc", "box": "4c 4d 4h 6s"}
    with ExitStack() as stack:
        ann, ben = sit(served, stack, deck, 2)
        said = []
        for street in ("deal", "flop", "river"):
            for player in (ann, ben):
                player.turn()
                said.append(answered(lambda: ann.visitor.get(f"/api/tables/{ann.table}/coach")))
                if street != "river":
                    player.must("check")
                elif player is ann:
                    player.must("play", times=1)
                else:
                    player.must("fold")
        ann.until(lambda view: view["last"] is not None)
        said.append(answered(lambda: ann.visitor.get(f"/api/tables/{ann.table}/coach")))
        review = f"/api/hands/{ann.table}/1/review"
        wait_until(lambda: ann.visitor.get(review).status_code == 200)  # until it is indexed
        said.append(answered(lambda: ann.visitor.get(review)))
        return said


def differences_alone(served: Served, *streets: str) -> list[tuple[str, str]]:
    first = alone(served, DECKS["first"])
    found = []
    for street in streets:
        other = alone(served, DECKS[street])
        known = list(first)[: list(first).index(street) + 1]
        found += [(first[s], other[s]) for s in known if first[s] != other[s]]
    return found


@pytest.mark.slow
def test_what_lies_face_down_changes_no_byte_of_the_coach(house: Served) -> None:
    assert differences_alone(house, "deal", "flop", "river") == []


@pytest.mark.slow
def test_a_folded_hand_changes_no_byte_of_the_coach_or_the_review(house: Served) -> None:
    one, other = (beside(house, cards) for cards in NEIGHBOURS)

    assert one == other
    assert all('"asked":null,"decisions":[]' in text for text in one[:6])
    assert all('"price":' in text for text in one[6:])


# -- planted leaks ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_price_that_knows_the_dealer_is_found(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leaky(round_: Round, viewer: Viewer, rules: Rules) -> RoundView:
        return replace(honest_view(round_, viewer, rules), dealer=round_.dealer)

    monkeypatch.setattr(coach_seat, "view", leaky)

    assert differences_alone(house, "river")


@pytest.mark.slow
def test_a_review_that_knows_a_folded_hand_is_found(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leaky(round_: Round, viewer: Viewer, rules: Rules) -> RoundView:
        seen = honest_view(round_, viewer, rules)
        spots = tuple(
            replace(shown, cards=spot.cards)
            for shown, spot in zip(seen.spots, round_.spots, strict=True)
        )
        return replace(seen, spots=spots)

    monkeypatch.setattr(reviews, "view", leaky)

    one, other = (beside(house, cards) for cards in NEIGHBOURS)

    assert one[-1] != other[-1]


def judged(served: Served) -> Judge:
    """Let the judge of secrets hear what the coach says in the middle of a round."""
    judge = Judge(served.services.journal)
    with ExitStack() as stack:
        (ann,) = sit(served, stack, DECKS["first"], 1)
        ann.turn()
        ann.must("check")
        ann.turn()
        said = answered(lambda: ann.visitor.get(f"/api/tables/{ann.table}/coach"))
        assert '"outs":[{' in said
        name = str(ann.visitor.me()["name"])
        judge.hear(Heard(name, "coach", without_outs(said), ann.table, 1))
        ann.must("check")
        ann.turn()
        ann.must("fold")
    return judge


@pytest.mark.slow
def test_the_judge_finds_a_card_in_the_words_of_the_coach(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not judged(house).leaks
    honest = PriceAsker.price

    async def leaky(self: PriceAsker, situation: Situation) -> CoachPrice:
        said = await honest(self, situation)
        rounds = [task.table.round for task in self.services.pit.tables.values()]
        card = next(card_symbol(one.dealer[0]) for one in rounds if one is not None and one.dealer)
        return msgspec.structs.replace(said, reason=(*said.reason, f"The dealer has {card}."))

    monkeypatch.setattr(PriceAsker, "price", leaky)

    assert {leak.what for leak in judged(house).leaks} == {"Qh"}
