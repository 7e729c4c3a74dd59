"""Cuts: nobody sees them while bets are open; everybody sees them before the first card."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.players import Player, laid_table, playing
from tests.server.serving import Served, quick
from tests.server.stacked_decks import ROUTES as STACKED

MINE, THEIRS = "c0ffee", "0badcafe"


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served(quick(), more=STACKED) as made:
        yield made


def views(player: Player, round_: int) -> Iterator[tuple[str, dict[str, str], int]]:
    """Phase, cuts and cards dealt, of every view of a round that came."""
    for view in player.views():
        hand = view["hand"]
        if hand["round"] == round_:
            cards = sum(len(seat["cards"]) for seat in hand["seats"]) + len(hand["board"])
            yield hand["phase"], hand["shuffle"]["seeds"], cards


def test_cuts_are_public_when_bets_have_closed_and_before_any_card(served: Served) -> None:
    laid_table(served, "cuts", provable=True)
    with (
        served.visitor() as one,
        served.visitor() as two,
        playing(one, "cuts") as ann,
        playing(two, "cuts") as eve,
    ):
        ann.must("sit", seat=1, chips=20_000)
        ann.until(lambda view: bool(view["offers"]))
        ann.must("seed", seed=MINE)
        ann.bets()
        ann.turn()
        eve.phase("deal")

        for player in (ann, eve):
            seen = list(views(player, 1))
            assert all(not cuts for phase, cuts, _ in seen if phase == "bets")
            fixed = [cards for _, cuts, cards in seen if cuts == {"1": MINE}]
            assert fixed[0] == 0, "cuts were told with the cards, not before them"
            assert len(fixed) == sum(phase != "bets" for phase, _, _ in seen)


def test_the_same_cut_id_cuts_once_from_any_window(served: Served) -> None:
    laid_table(served, "windows", provable=True)
    with served.visitor() as one, playing(one, "windows") as ann, playing(one, "windows") as again:
        ann.must("sit", seat=1, chips=20_000)
        for player in (ann, again):
            player.until(lambda view: bool(view["offers"]))

        first = ann.ask("seed", "cut-1-of-seat-1", seed=MINE)
        second = again.ask("seed", "cut-1-of-seat-1", seed=THEIRS)
        ann.bets()

        assert first["ok"]
        assert second["refused"]["reason"] == "id-taken"
        assert ann.turn()["hand"]["shuffle"]["seeds"] == {"1": MINE}
