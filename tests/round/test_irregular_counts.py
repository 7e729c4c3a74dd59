"""Stub counts, players who leave and devices out of order: Maryland alone speaks of them."""

from __future__ import annotations

import pytest

from pitboss.round import Reason
from pitboss.round.state import Phase
from tests.round.felt import Felt, declared

MD = "maryland"
COUNTED = {
    # dealing: cards out at the end (two seats, dealer, board, burns), then the chapter
    "shoe": (11, "MD-8"),
    "hand": (13, "MD-9"),
    "shuffler": (11, "MD-10"),
}


def counted(dealing: str, stub: int, *, misdealt: bool) -> Felt:
    felt = Felt(MD, {"dealing": dealing}).bet(1, 4).at("before settlement")
    felt.declare("stub-count", count=stub, misdealt=misdealt)
    return felt.finish()


@pytest.mark.parametrize("dealing", COUNTED)
def test_a_stub_that_counts_right_changes_nothing(dealing: str) -> None:
    out, chapter = COUNTED[dealing]

    felt = counted(dealing, 52 - out, misdealt=False)

    assert felt.round.void is None
    letters = {"MD-8": ("E", "F"), "MD-9": ("C", "D"), "MD-10": ("C", "D")}[chapter]
    cited = felt.notice("irregularity").cite.clauses
    assert cited == tuple(f"{chapter}.{letter}" for letter in letters)


@pytest.mark.parametrize("dealing", COUNTED)
@pytest.mark.parametrize(
    ("short", "misdealt", "item", "removed"),
    [
        (0, True, 1, False),  # misdealt, but 52 cards exist
        (1, False, 2, True),  # no misdeal found
        (-1, False, 2, True),
        (1, True, 2, True),  # A-MD-33: the stricter of both
    ],
)
def test_a_stub_that_counts_wrong_voids_and_may_cost_the_deck(
    dealing: str, short: int, misdealt: bool, item: int, removed: bool
) -> None:
    out, chapter = COUNTED[dealing]

    felt = counted(dealing, 52 - out - short, misdealt=misdealt)

    assert felt.outcomes(4) == {"ante": "void", "blind": "void", "play": "void"}
    letter = "G" if chapter == "MD-8" else "E"
    assert felt.notice("irregularity").cite.clauses == (
        f"{chapter}.{letter}",
        f"{chapter}.{letter}.{item}",
    )
    assert ("deck-removed" in felt.notices()) == removed


def test_a_player_who_left_before_deciding_is_asked_no_more() -> None:
    felt = Felt(MD).bet(1, 4).at("deal")

    felt.declare("player-left", seat=1, ruling="abandoned")
    felt.act(4, "check")

    assert felt.round.phase == Phase.TURNING


def test_a_table_may_be_filed_to_settle_whoever_leaves() -> None:
    felt = Felt(MD, {"abandon.policy": "settle"}).bet(1, 4).at("deal")

    abandoned = declared("player-left", seat=4, ruling="abandoned")

    assert felt.reason(abandoned) == Reason.IRREGULARITY_FACTS
    felt.declare("player-left", seat=4, ruling="settled")


@pytest.mark.parametrize(("how", "clause"), [("covered", "MD-13.J.1"), ("signed", "MD-13.J.2")])
def test_a_device_out_of_order_is_recorded_and_the_round_goes_on(how: str, clause: str) -> None:
    felt = Felt(MD).bet(1, 4).at("deal")

    felt.declare("device-out-of-order", how=how)

    assert felt.round.incidents[0].cite.clauses == (clause,)
    assert felt.round.phase == Phase.DECIDING
