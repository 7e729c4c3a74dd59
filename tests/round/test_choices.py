"""What a seat may choose on each street, and the clause behind what it may not."""

from __future__ import annotations

import pytest

from pitboss.round import Reason
from pitboss.round import command as ask
from pitboss.round.legal import choices
from pitboss.round.state import Phase
from pitboss.rules import Wager
from tests.round.described import PLACES
from tests.round.felt import Felt

# D-051 to D-053: the same in all five documents.
OFFERED = {
    "deal": ["play 4", "play 3", "check"],
    "flop": ["play 2", "check"],
    "river": ["play 1", "fold"],
}
PLAY_CITED = {
    "maryland": ("MD-11.B.1", "MD-11.D.1", "MD-11.F"),
    "south-dakota": ("SD-7.s2", "SD-9.s2", "SD-11.s2"),
    "california": ("CA-DEAL.9", "CA-DEAL.11", "CA-DEAL.13"),
    "catfish-bend": ("IA-PLAY.7", "IA-PLAY.9", "IA-PLAY.11"),
    "royal-caribbean": ("RC-ROUND.1", "RC-ROUND.3", "RC-ROUND.5"),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("street", OFFERED)
def test_each_street_offers_its_own_choices(place: str, street: str) -> None:
    felt = Felt(place).bet(2).at(street)

    offered = [f"{c.word} {c.times or ''}".strip() for c in choices(felt.round, felt.rules)]

    assert offered == OFFERED[street]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("n", "street"), list(enumerate(OFFERED)))
@pytest.mark.parametrize("times", [0, 1, 2, 3, 4, 5])
def test_only_the_streets_own_multiples_are_taken(
    place: str, n: int, street: str, times: int
) -> None:
    felt = Felt(place).bet(2).at(street)

    if f"play {times}" in OFFERED[street]:
        felt.give(ask.Play(2, times))
        assert felt.round.spots[0].on(Wager.PLAY) == times * 1000
    else:
        refusal = felt.refused(ask.Play(2, times))
        assert refusal.reason == Reason.PLAY_MULTIPLE
        assert PLAY_CITED[place][n] in refusal.cite.clauses


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("street", ["deal", "flop"])
def test_nobody_folds_before_the_river(place: str, street: str) -> None:
    felt = Felt(place).bet(2).at(street)

    refusal = felt.refused(ask.Fold(2))

    assert refusal.reason == Reason.FOLD_NOT_ALLOWED
    assert refusal.cite.readings == ("A-X-07",)


@pytest.mark.parametrize("place", PLACES)
def test_nobody_checks_on_the_river(place: str) -> None:
    felt = Felt(place).bet(2).at("river")

    refusal = felt.refused(ask.Check(2))

    assert refusal.reason == Reason.CHECK_NOT_ALLOWED
    assert PLAY_CITED[place][2].split(".s")[0] in refusal.cite.clauses[0]


@pytest.mark.parametrize("place", PLACES)
def test_a_play_wager_cannot_be_made_twice(place: str) -> None:
    felt = Felt(place).bet(2, 4).at("deal")
    felt.act(2, "4x")

    assert felt.reason(ask.Play(2, 3)) == Reason.NOT_YOUR_TURN
    assert felt.reason(ask.Check(2)) == Reason.NOT_YOUR_TURN


@pytest.mark.parametrize("place", PLACES)
def test_when_all_have_played_the_board_is_turned_without_asking(place: str) -> None:
    felt = Felt(place).bet(2, 4).at("deal")

    felt.everyone("3x")

    assert felt.round.phase == Phase.TURNING
    assert choices(felt.round, felt.rules) == ()
