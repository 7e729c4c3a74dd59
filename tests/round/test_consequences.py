"""What a win, a loss, a tie, a fold and a dealer without a pair do to each wager.

Amounts are the same in all five places; the clauses are typed here from the documents.
"""

from __future__ import annotations

import pytest

from tests.round.described import PLACES, clauses, described, nets, outcomes, settled

# situation: player, dealer, board; then the net of Ante, Blind, Play, Trips on $10, $10, 1x, $5.
SITUATIONS: dict[str, tuple[str, str, str, tuple[int, int, int | None, int]]] = {
    "win": ("Ks 7d", "9s Qd", "Kh 9d 4c 2s 7h", (1000, 0, 1000, -500)),
    "lose": ("Qc Jh", "9s Qd", "Kh 9d 4c 2s 7h", (-1000, -1000, -1000, -500)),
    "tie": ("4s 5h", "2c 3d", "Ah Ad Kc Ks Qh", (0, 0, 0, -500)),
    "unqualified win": ("9s Qc", "Kd Jc", "Ah 9d 4c 2s 7h", (0, 0, 1000, -500)),
    "unqualified lose": ("Qd Ts", "Kd Jc", "Ah 9d 4c 2s 7h", (0, -1000, -1000, -500)),
    "unqualified tie": ("4s 5h", "2c 3d", "Ah Kd Qc Js 9h", (0, 0, 0, -500)),
    "fold": ("3c 5h", "9s Qd", "Kh 9d 4c 2s 7h", (-1000, -1000, None, -500)),
    "fold with trips": ("2c 3d", "As Kd", "7s 7h 7d Kc Qh", (-1000, -1000, None, 1500)),
    "lose with trips": ("2c 3d", "As Kd", "7s 7h 7d Kc Qh", (-1000, -1000, -1000, 1500)),
    "tie with trips": ("4c 5d", "2c 3d", "7s 7h 7d Ah Ks", (0, 0, 0, 1500)),
}

# What each wager cites: ante, blind, play, trips; "" where the wager does not exist.
CITED: dict[str, dict[str, tuple[str, str, str, str]]] = {
    "maryland": {
        "win": ("H.3.b 12.A", "H.3.c 12.B.1.g", "H.3.b 12.A", "I.1 12.C.1"),
        "lose": ("H.3.a", "H.3.a", "H.3.a", "I.1 12.C.1"),
        "tie": ("H.3.d", "H.3.d", "H.3.d", "I.1 12.C.1"),
        "unqualified win": ("H.1", "H.1 H.3.c 12.B.1.g", "H.1 H.3.b 12.A", "I.1 12.C.1"),
        "unqualified lose": ("H.1", "H.1 H.3.a", "H.1 H.3.a", "I.1 12.C.1"),
        "unqualified tie": ("H.1", "H.1 H.3.d", "H.1 H.3.d", "I.1 12.C.1"),
        "fold": ("F.2", "F.2", "", "F.3.a I.1 12.C.1"),
        "fold with trips": ("F.2", "F.2", "", "F.3.a I.2 12.C.1.g"),
        "lose with trips": ("H.3.a", "H.3.a", "H.3.a", "I.2 12.C.1.g"),
        "tie with trips": ("H.3.d", "H.3.d", "H.3.d", "I.2 12.C.1.g"),
    },
    "south-dakota": {
        "win": ("13.b 15.s1", "13.b", "15.s1", "17.s2"),
        "lose": ("13.b 15.s2", "16.s1", "15.s2", "17.s2"),
        "tie": ("14", "14", "14", "17.s2"),
        "unqualified win": ("13.a", "13.b", "15.s1", "17.s2"),
        "unqualified lose": ("13.a", "16.s1", "15.s2", "17.s2"),
        "unqualified tie": ("13.a", "14", "14 15.s3", "17.s2"),
        "fold": ("12.s1 12.s3", "12.s1 12.s3", "", "12.s1 12.s3"),
        "fold with trips": ("12.s1 12.s3", "12.s1 12.s3", "", "12.s2 17.UTH-01"),
        "lose with trips": ("13.b 15.s2", "16.s1", "15.s2", "17.s1 17.UTH-01"),
        "tie with trips": ("14", "14", "14", "17.s1 17.UTH-01"),
    },
    "california": {
        "win": ("WIN.4.a WIN.6", "WIN.2.d", "WIN.4.a WIN.6", "WIN.3.b"),
        "lose": ("WIN.3.a", "WIN.3.a", "WIN.3.a", "WIN.3.b"),
        "tie": ("WIN.2.c", "WIN.2.c", "WIN.2.c", "WIN.3.b"),
        "unqualified win": ("NQ.1.a", "NQ.1.b WIN.2.d", "NQ.1.b WIN.4.a WIN.6", "WIN.3.b"),
        "unqualified lose": ("NQ.1.a", "NQ.1.b WIN.3.a", "NQ.1.b WIN.3.a", "WIN.3.b"),
        "unqualified tie": ("NQ.1.a", "NQ.1.b WIN.2.c", "NQ.1.b WIN.2.c", "WIN.3.b"),
        "fold": ("DEAL.14.a", "DEAL.14.a", "", "DEAL.14.a"),
        "fold with trips": ("DEAL.14.a", "DEAL.14.a", "", "WIN.9 WIN.12"),
        "lose with trips": ("WIN.3.a", "WIN.3.a", "WIN.3.a", "WIN.9 WIN.12"),
        "tie with trips": ("WIN.2.c", "WIN.2.c", "WIN.2.c", "WIN.9 WIN.12"),
    },
    "catfish-bend": {
        "win": ("PLAY.14.a", "PLAY.14.e", "PLAY.14.a", "PLAY.14.f TRIPS.2 TRIPS.T"),
        "lose": ("PLAY.14.b", "PLAY.14.b", "PLAY.14.b", "PLAY.14.f TRIPS.2 TRIPS.T"),
        "tie": ("PLAY.14.c", "PLAY.14.c", "PLAY.14.c", "PLAY.14.f TRIPS.2 TRIPS.T"),
        "unqualified win": (
            "PLAY.13 PLAY.15",
            "PLAY.16 PLAY.14.e",
            "PLAY.16 PLAY.14.a",
            "PLAY.14.f TRIPS.2 TRIPS.T",
        ),
        "unqualified lose": (
            "PLAY.13 PLAY.15",
            "PLAY.16 PLAY.14.b",
            "PLAY.16 PLAY.14.b",
            "PLAY.14.f TRIPS.2 TRIPS.T",
        ),
        "unqualified tie": (
            "PLAY.13 PLAY.15",
            "PLAY.16 PLAY.14.c",
            "PLAY.16 PLAY.14.c",
            "PLAY.14.f TRIPS.2 TRIPS.T",
        ),
        "fold": ("PLAY.11 TRIPS.3", "PLAY.11 TRIPS.3", "", "PLAY.14.f TRIPS.2 TRIPS.T"),
        "fold with trips": ("PLAY.11 TRIPS.3", "PLAY.11 TRIPS.3", "", "PLAY.14.f TRIPS.2 TRIPS.T"),
        "lose with trips": ("PLAY.14.b", "PLAY.14.b", "PLAY.14.b", "PLAY.14.f TRIPS.2 TRIPS.T"),
        "tie with trips": ("PLAY.14.c", "PLAY.14.c", "PLAY.14.c", "PLAY.14.f TRIPS.2 TRIPS.T"),
    },
    "royal-caribbean": {
        "win": ("ROUND.13.1 ROUND.15", "ROUND.11.4", "ROUND.13.1 ROUND.15", "ROUND.12.2 STD.6"),
        "lose": (
            "ROUND.11.2 ROUND.12.1",
            "ROUND.11.2 ROUND.12.1",
            "ROUND.11.2 ROUND.12.1",
            "ROUND.12.2 STD.6",
        ),
        "tie": ("ROUND.11.3", "ROUND.11.3", "ROUND.11.3", "ROUND.12.2 STD.6"),
        "unqualified win": (
            "ROUND.9.1",
            "ROUND.9.2 ROUND.11.4",
            "ROUND.9.2 ROUND.13.1 ROUND.15",
            "ROUND.12.2 STD.6",
        ),
        "unqualified lose": (
            "ROUND.9.1",
            "ROUND.9.2 ROUND.11.2 ROUND.12.1",
            "ROUND.9.2 ROUND.11.2 ROUND.12.1",
            "ROUND.12.2 STD.6",
        ),
        "unqualified tie": (
            "ROUND.9.1",
            "ROUND.9.2 ROUND.11.3",
            "ROUND.9.2 ROUND.11.3",
            "ROUND.12.2 STD.6",
        ),
        "fold": ("ROUND.6.1", "ROUND.6.1", "", "ROUND.6.1"),
        "fold with trips": ("ROUND.6.1", "ROUND.6.1", "", "ROUND.18 PAY.T"),
        "lose with trips": (
            "ROUND.11.2 ROUND.12.1",
            "ROUND.11.2 ROUND.12.1",
            "ROUND.11.2 ROUND.12.1",
            "ROUND.18 PAY.T",
        ),
        "tie with trips": ("ROUND.11.3", "ROUND.11.3", "ROUND.11.3", "ROUND.18 PAY.T"),
    },
}
PREFIX = {
    "maryland": "MD",
    "south-dakota": "SD",
    "california": "CA",
    "catfish-bend": "IA",
    "royal-caribbean": "RC",
}
WAGERS = ("ante", "blind", "play", "trips")


def full_ids(place: str, short: str) -> tuple[str, ...]:
    """Spell clause ids out: Maryland's short ones without a chapter are of chapter 11."""
    chapter = "11." if place == "maryland" else ""
    ids = []
    for word in short.split():
        own = place != "maryland" or word.startswith("12.")
        ids.append(f"{PREFIX[place]}-{word}" if own else f"{PREFIX[place]}-{chapter}{word}")
    return tuple(ids)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("situation", SITUATIONS)
def test_each_situation_moves_what_it_should_and_cites_why(place: str, situation: str) -> None:
    player, dealer, board, wanted = SITUATIONS[situation]
    last = "fold" if situation.startswith("fold") else "play 1x"
    acts = ("check", "check", last)

    played = settled(
        described(place, player=player, dealer=dealer, board=board, acts=acts, ante=10, trips=5)
    )

    expected = dict(zip(WAGERS, wanted, strict=True))
    assert nets(played) == {w: net for w, net in expected.items() if net is not None}
    cited = dict(zip(WAGERS, CITED[place][situation], strict=True))
    assert clauses(played) == {w: full_ids(place, ids) for w, ids in cited.items() if ids}


@pytest.mark.parametrize("place", PLACES)
def test_outcome_words_tell_a_push_from_a_win_and_a_loss(place: str) -> None:
    player, dealer, board, _ = SITUATIONS["unqualified lose"]

    played = settled(described(place, player=player, dealer=dealer, board=board, ante=10, trips=5))

    assert outcomes(played) == {"ante": "push", "blind": "lose", "play": "lose", "trips": "lose"}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("situation", ["win", "unqualified win"])
def test_ante_and_play_win_one_to_one_and_keep_their_stake(place: str, situation: str) -> None:
    player, dealer, board, _ = SITUATIONS[situation]

    played = settled(described(place, player=player, dealer=dealer, board=board, ante=10))

    assert played.round.settlement is not None
    odds = {m.wager.value: m.odds for m in played.round.settlement.of(2)}
    assert odds["play"] == "1:1"
    assert odds["ante"] == ("1:1" if situation == "win" else "")
