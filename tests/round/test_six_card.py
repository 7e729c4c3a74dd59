"""Six Card Bonus in Maryland: through a fold, its fixed sums, and when its box is opened."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.round.play import PlayedScript
from pitboss.round.view import Viewer, ViewerRole, view
from tests.round.described import clauses, described, nets, outcomes, settled
from tests.round.felt import Felt

MD = "maryland"
FOLDED = ("check", "check", "fold")
PAIR_BOX, FLUSH_BOX = "Ks 9h 3s 2d", "2h 5h 9h Jd"


def bet_six(
    player: str, box: str, options: dict[str, Any] | None = None, acts: tuple[str, ...] = FOLDED
) -> PlayedScript:
    return settled(
        described(
            MD,
            player=player,
            box=box,
            dealer="As 9c",
            board="Ac Ad 7s 8c 4d",
            acts=acts,
            options={"six_card": "A", **(options or {})},
            ante=10,
            trips=5,
            six_card=5,
        )
    )


def test_a_folded_six_card_stays_alive_and_wins() -> None:
    played = bet_six("Kh 3h", FLUSH_BOX)

    assert nets(played)["six_card"] == 7500
    assert clauses(played)["six_card"] == ("MD-11.F.3.c", "MD-7.F.4", "MD-11.I.4", "MD-12.E.1.g")


def test_a_folded_six_card_below_three_of_a_kind_loses() -> None:
    played = bet_six("6c 6d", PAIR_BOX)

    assert nets(played)["six_card"] == -500
    assert clauses(played)["six_card"] == ("MD-11.F.3.c", "MD-7.F.4", "MD-11.I.3")


@pytest.mark.parametrize(("returns", "net"), [(True, 100_000), (False, 99_995)])
def test_a_fixed_sum_comes_with_the_stake_unless_filed_otherwise(returns: bool, net: int) -> None:
    options = {"six_card.fixed_returns_stake": returns}

    played = bet_six("Ah Kh", "Qh Jh Th 9h", options)

    assert outcomes(played)["six_card"] == "win"
    assert nets(played)["six_card"] == net * 100


def test_the_restored_full_house_line_of_paytable_b_may_be_filed() -> None:
    options = {"six_card": "B", "six_card.B.full_house": 25}

    played = bet_six("9h 9d", "9s 4c 4h Kc", options)

    assert nets(played)["six_card"] == 12_500


def test_filing_that_line_changes_nothing_in_paytable_a() -> None:
    played = bet_six("9h 9d", "9s 4c 4h Kc", {"six_card.B.full_house": 25})

    assert nets(played)["six_card"] == 10_000


@pytest.mark.parametrize("moment", ["deal", "flop", "river", "before reveal"])
def test_the_box_stays_closed_until_the_dealers_hand_is_shown(moment: str) -> None:
    felt = Felt(MD, {"six_card": "A"}).bet(2, ante=10, trips=5, six_card=5).at(moment)

    for viewer in (
        Viewer(ViewerRole.SEAT, 2),
        Viewer(ViewerRole.PUBLIC),
        Viewer(ViewerRole.DEALER),
    ):
        assert view(felt.round, viewer, felt.rules).box == ()


def test_the_box_is_open_once_the_dealers_hand_is_shown() -> None:
    felt = Felt(MD, {"six_card": "A"}).bet(2, ante=10, trips=5, six_card=5)

    felt.at("before settlement")

    assert len(view(felt.round, Viewer(ViewerRole.PUBLIC), felt.rules).box) == 4
