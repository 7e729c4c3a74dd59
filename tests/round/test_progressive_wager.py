"""The Progressive wager itself: its stake, which royal it is paid for, a fold, the validation."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.round import Reason
from pitboss.round import command as ask
from pitboss.round.state import Step
from tests.round.described import clauses, nets, notices, outcomes
from tests.round.felt import Felt
from tests.round.jackpots import MD, PMG, SD, SEED, A, handed, meter, shared

# -- the stake --


@pytest.mark.parametrize(
    ("place", "options", "back"),
    [
        (MD, A, 301),  # "300 to 1": the stake comes back
        (MD, {**A, "progressive.A.returns_stake": False}, 300),
        (MD, {"progressive": "B"}, 300),  # "300 for 1"
        (SD, PMG, 300),
    ],
)
def test_to_one_returns_the_stake_and_for_one_does_not(
    place: str, options: dict[str, Any], back: int
) -> None:
    names = ("major", "minor") if options["progressive"] == "B" else ("main",)

    played = shared(
        place,
        {1: 1},
        options,
        dict.fromkeys(names, 20_000),
        board="8s 8d Kh 8c 2d",
        hands={1: "8h As"},
    )

    assert handed(played, 1) == back


@pytest.mark.parametrize("precedence", ["specific", "better"])
def test_a_community_royal_in_south_dakota_never_returns_the_stake(precedence: str) -> None:
    """S-SD-15, 3,000 to 1; the other reading compares it with 5 % of the meter."""
    options = {"progressive": "UTHP-01", **SEED, "uthp01.community_precedence": precedence}

    played = shared(SD, {5: 1, 2: 1}, options, {"main": 40_000})

    assert handed(played, 5) == handed(played, 2) == 3000  # 5 % of 40,000 is only 2,000
    assert meter(played) == 40_000


def test_the_better_line_of_a_community_royal_may_be_filed() -> None:
    options = {"progressive": "UTHP-01", **SEED, "uthp01.community_precedence": "better"}

    played = shared(SD, {5: 1}, options, {"main": 80_000})

    assert handed(played, 5) == 4000  # 5 % of 80,000
    assert meter(played) == 76_000


# -- folding --


@pytest.mark.parametrize(("place", "options"), [(MD, A), (SD, PMG)])
def test_progressive_survives_a_fold(place: str, options: dict[str, Any]) -> None:
    felt = Felt(place, options, meters={"main": 20_000})
    top = "8s 8d Kh 8c 2d Qc Qd 8h As" if place == MD else "8h Qc As Qd 3c 8s 8d Kh 4c 8c 2d"
    felt.bet(1, ante=10, progressive=1).at("river", top=top)

    felt.everyone("fold").finish()

    assert felt.nets(1)["progressive"] == (300 if place == MD else 299)


@pytest.mark.parametrize(("place", "options"), [(MD, A), (SD, PMG)])
def test_progressive_may_be_filed_to_die_with_the_fold(place: str, options: dict[str, Any]) -> None:
    options = {**options, "progressive.survives_fold": False}
    felt = Felt(place, options, meters={"main": 20_000})
    top = "8s 8d Kh 8c 2d Qc Qd 8h As" if place == MD else "8h Qc As Qd 3c 8s 8d Kh 4c 8c 2d"
    felt.bet(1, ante=10, progressive=1).at("river", top=top)

    felt.everyone("fold").finish()

    assert felt.nets(1)["progressive"] == -1
    assert felt.notices() == []


@pytest.mark.parametrize(("place", "options"), [(MD, A), (SD, PMG)])
def test_a_folded_progressive_below_its_table_is_lost(place: str, options: dict[str, Any]) -> None:
    felt = Felt(place, options, meters={"main": 20_000})
    top = "Kh 9d 4c 2s 7h Qc Qd 3c 5h" if place == MD else "3c Qc 5h Qd 8c Kh 9d 4c 8d 2s 7h"
    felt.bet(1, ante=10, progressive=1).at("river", top=top)

    felt.everyone("fold").finish()

    assert felt.outcomes(1)["progressive"] == "lose"
    assert felt.nets(1)["progressive"] == -1


# -- validation --

QUADS_MD = "8s 8d Kh 8c 2d Qc Qd 8h As"


def test_maryland_pays_no_progressive_before_a_floorperson_has_validated_it() -> None:
    felt = Felt(MD, A, meters={"main": 20_000})
    felt.bet(1, ante=10, progressive=1).at("before settlement", top=QUADS_MD)

    refusal = felt.refused(ask.Proceed(Step.SETTLE))

    assert refusal.reason == Reason.JACKPOT_NOT_VALIDATED
    assert "MD-11.J.2.c" in refusal.cite.clauses
    assert refusal.facts["seats"] == (1,)
    felt.give(ask.Validate(1, "floor"))
    felt.step(Step.SETTLE)
    assert felt.notices() == ["jackpot-validation"]


def test_south_dakota_only_calls_the_supervisor() -> None:
    felt = Felt(SD, PMG, meters={"main": 20_000})
    top = "8h Qc As Qd 3c 8s 8d Kh 4c 8c 2d"
    felt.bet(1, ante=10, progressive=1).at("before settlement", top=top)

    felt.step(Step.SETTLE)

    assert felt.notices() == ["supervisor-progressive"]
    assert "SD-18.a.iv" in felt.notice("supervisor-progressive").cite.clauses


@pytest.mark.parametrize(("seat", "by"), [(4, "floor"), (1, ""), (1, "  "), (9, "floor")])
def test_only_a_winner_is_validated_and_by_somebody(seat: int, by: str) -> None:
    felt = Felt(MD, A, meters={"main": 20_000})
    felt.bet(1, ante=10, progressive=1).bet(4).at("before settlement", top=QUADS_MD)

    assert felt.reason(ask.Validate(seat, by)) == Reason.NO_JACKPOT


def test_nothing_is_validated_before_the_dealers_hand_is_shown() -> None:
    felt = Felt(MD, A, meters={"main": 20_000})
    felt.bet(1, ante=10, progressive=1).at("before reveal", top=QUADS_MD)

    assert felt.reason(ask.Validate(1, "floor")) == Reason.NOT_NOW


def test_a_losing_progressive_calls_nobody() -> None:
    played = shared(MD, {1: 1}, A, {"main": 20_000}, board="Kh 9d 4c 2s 7h", hands={1: "Ks Jd"})

    assert outcomes(played, 1)["progressive"] == "lose"
    assert nets(played, 1)["progressive"] == -100
    assert clauses(played, 1)["progressive"] == ("MD-11.J", "MD-1.B.6", "MD-12.D.1.a")
    assert notices(played) == []
