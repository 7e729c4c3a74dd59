"""What becomes of tips: won with the hand, lost with it, to the tip box or back to the player."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.round.movement import HOUSE, TIP_BOX
from pitboss.round.play import PlayedScript
from tests.round.described import described_table, nets, settled

WIN = ("Js 7c", "Kd 2h", "8h 9d Tc 2s Kh")  # a straight beats two pair
LOSE = ("Qc Jh", "9s Qd", "Kh 9d 4c 2s 7h")
TIE = ("4s 5h", "2c 3d", "Ah Ad Kc Ks Qh")
UNQUALIFIED = ("Qd Ts", "Kd Jc", "Ah 9d 4c 2s 7h")  # the dealer has no pair; the player loses
THREE = ("2c 3d", "As Kd", "7s 7h 7d Kc Qh")
TIPS = {"ante": 5, "blind": 5, "trips": 1}


def tipped(
    situation: tuple[str, str, str],
    tips: dict[str, Any],
    *,
    acts: tuple[str, ...] = ("play 3x",),
    options: dict[str, Any] | None = None,
    **wagers: Any,
) -> PlayedScript:
    """Settle a hand of seat 2 with tips: Ante $10, Trips $5 unless told."""
    player, dealer, board = situation
    own = wagers or {"ante": 10, "trips": 5}
    seat = {"cards": player, "acts": list(acts), "tips": tips, **own}
    return settled(
        described_table("south-dakota", {2: seat}, dealer=dealer, board=board, options=options)
    )


def boxed(played: PlayedScript) -> int:
    """Give what reaches the tip box, in dollars."""
    assert played.round.settlement is not None
    tips = played.round.settlement.tips_of(2)
    return sum(m.paid + (m.taken if m.collector == TIP_BOX else 0) for m in tips) // 100


def to_house(played: PlayedScript) -> int:
    assert played.round.settlement is not None
    tips = played.round.settlement.tips_of(2)
    return sum(m.taken for m in tips if m.collector == HOUSE) // 100


def tip_outcomes(played: PlayedScript) -> dict[str, str]:
    assert played.round.settlement is not None
    return {m.wager.value: m.outcome.value for m in played.round.settlement.tips_of(2)}


def test_winning_tips_go_to_the_tip_box_with_their_stakes() -> None:
    """S-SD-10: 11 staked, 5 + 5 + 4 won."""
    played = tipped(WIN, TIPS)

    assert boxed(played) == 25
    assert nets(played) == {"play": 3000, "ante": 1000, "blind": 1000, "trips": 2000}


def test_a_play_tip_wins_with_the_play_wager() -> None:
    """Three times the $5 on the Ante: 15 staked and 15 won beside the 10 of the Ante."""
    played = tipped(WIN, {"ante": 5, "play": True})

    assert boxed(played) == 10 + 30


def test_tips_are_lost_to_the_house_with_the_hand() -> None:
    played = tipped(LOSE, TIPS)

    assert boxed(played) == 0
    assert to_house(played) == 11


def test_tips_on_ante_and_blind_are_lost_with_a_fold_and_trips_stands_alone() -> None:
    """S-SD-11."""
    played = tipped(THREE, TIPS, acts=("check", "check", "fold"))

    assert to_house(played) == 10
    assert boxed(played) == 4


@pytest.mark.parametrize("situation", [TIE, UNQUALIFIED])
def test_a_pushed_tip_goes_to_the_tip_box(situation: tuple[str, str, str]) -> None:
    played = tipped(situation, {"ante": 5})

    assert tip_outcomes(played) == {"ante": "push"}
    assert boxed(played) == 5


@pytest.mark.parametrize("situation", [TIE, UNQUALIFIED])
def test_a_pushed_tip_may_be_filed_to_go_back_to_the_player(
    situation: tuple[str, str, str],
) -> None:
    played = tipped(situation, {"ante": 5}, options={"tips.on_push": "player"})

    assert tip_outcomes(played) == {"ante": "push"}
    assert boxed(played) == 0
    assert to_house(played) == 0


def test_a_tip_on_trips_needs_no_own_trips_to_win() -> None:
    played = tipped(WIN, {"trips": 1}, ante=10)

    assert boxed(played) == 5  # 4 to 1
    assert "trips" not in nets(played)


def test_a_tip_is_settled_right_after_the_wager_it_rides_on() -> None:
    played = tipped(WIN, TIPS)

    assert played.round.settlement is not None
    order = [(m.wager.value, m.tip) for m in played.round.settlement.movements]
    assert order == [
        ("play", False),
        ("ante", False),
        ("ante", True),
        ("blind", False),
        ("blind", True),
        ("trips", False),
        ("trips", True),
    ]


def test_a_tip_cites_what_decides_its_wager_and_the_clause_of_tips() -> None:
    played = tipped(WIN, {"ante": 5})

    assert played.round.settlement is not None
    (tip,) = played.round.settlement.tips_of(2)
    assert tip.cite.clauses == ("SD-13.b", "SD-15.s1", "SD-3.s1")
