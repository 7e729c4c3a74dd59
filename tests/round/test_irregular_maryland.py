"""Maryland's remedies, chapter 13 and the stub counts, with the operator's other choices."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from pitboss.cards import parse_cards
from pitboss.round import Reason
from pitboss.round import command as ask
from pitboss.round.play import PlayedScript
from pitboss.round.state import Phase, Step
from tests.round.described import clauses, described_table, nets, notices, outcomes, settled
from tests.round.felt import Felt

MD = "maryland"
SHOE = {"dealing": "shoe"}
# Seat 4 holds three 6s and beats the dealer's two pair; seat 1 has a losing hand.
BOARD, DEALER, BOX = "6h Qc Jd 4s 8h", "Qs Jh", "Ks 9h 3s 2d"
FULL = {"ante": 10, "trips": 5, "six_card": 5, "progressive": 1}
METER = {"main": 20_000}
OFFERS_ALL = {"six_card": "A", "progressive": "A", "meter.rate": 15}


def trouble(
    *irregularities: dict[str, Any],
    options: dict[str, Any] | None = None,
    acts: tuple[str, ...] = ("play 3x",),
    wagers: dict[str, Any] | None = None,
) -> PlayedScript:
    """Play a round of seats 1 and 4 in which something goes wrong; seat 1 has no side wagers."""
    options = OFFERS_ALL if options is None else options
    seats: dict[int, dict[str, Any]] = {
        1: {
            "cards": "Ks 7d" if options.get("dealing") else "Kc 7d",
            "ante": 25,
            "acts": list(acts),
        },
        4: {"cards": "6c 6d", "acts": list(acts), **(FULL if wagers is None else wagers)},
    }
    return settled(
        described_table(
            MD,
            seats,
            dealer=DEALER,
            board=BOARD,
            box=BOX if options.get("six_card") else "",
            options=options,
            meters=METER if options.get("progressive") else {},
            irregularities=irregularities,
        )
    )


def returned(played: PlayedScript, *seats: int) -> bool:
    """Tell whether everything at these seats was void and went back."""
    return all(set(outcomes(played, s).values()) == {"void"} for s in seats) and all(
        not any(nets(played, s).values()) for s in seats
    )


def meter(played: PlayedScript) -> object:
    assert played.round.settlement is not None
    return played.round.settlement.meters["main"]


def test_one_face_up_card_early_is_set_aside_and_the_next_card_is_dealt() -> None:
    felt = Felt(MD, SHOE).bet(1, 4).at("locked", top="Qs As Kd")

    felt.declare("face-up-card", cards="Qs")
    felt.deal()

    assert felt.round.spots[0].cards[0] == parse_cards("As")[0]
    assert felt.round.set_aside == parse_cards("Qs")
    assert felt.round.void is None


def test_a_card_set_aside_reaches_the_rack_and_is_counted() -> None:
    felt = Felt(MD, SHOE).bet(1, 4).at("locked", top="Qs As Kd")
    felt.declare("face-up-card", cards="Qs")

    felt.deal().everyone("4x").finish()

    assert felt.settlement.rack[0] == ("set aside", parse_cards("Qs"))
    assert sum(len(cards) for _, cards in felt.settlement.rack) == 52


def test_several_face_up_cards_early_void_everything() -> None:
    played = trouble({"kind": "face-up-card", "cards": "2h 3d", "after_packets": 1})

    assert returned(played, 1, 4)
    assert clauses(played, 4)["trips"] == ("MD-13.B",)
    assert notices(played) == ["irregularity", "reshuffle"]


def test_a_second_face_up_card_after_a_first_one_makes_several() -> None:
    felt = Felt(MD, SHOE).bet(1, 4).at("locked")
    felt.declare("face-up-card", cards="Qs")

    felt.declare("face-up-card", cards="3d")

    assert felt.round.void is not None
    assert felt.round.void.cite.clauses == ("MD-13.B",)
    assert felt.round.phase == Phase.SETTLING


def late(cards: str, **options: Any) -> PlayedScript:
    """Find cards face up in the shoe when the last two community cards are due."""
    face_up = {"kind": "face-up-card", "cards": cards, "when": "before-river"}
    offered = {**SHOE, "progressive": "A", "meter.rate": 15, **options}
    wagers = {"ante": 10, "trips": 5, "progressive": 1}
    return trouble(face_up, options=offered, wagers=wagers)


def test_several_face_up_cards_late_leave_only_trips_to_its_paytable() -> None:
    """S-MD-38 with a second seat: the board is completed without the face-up cards."""
    played = late("2h 3d")

    assert nets(played, 4) == {"ante": 0, "blind": 0, "play": 0, "trips": 1500, "progressive": 0}
    assert clauses(played, 4) == {
        "ante": ("MD-13.B",),
        "blind": ("MD-13.B",),
        "play": ("MD-13.B",),
        "trips": ("MD-13.C", "MD-12.C.1.g"),
        "progressive": ("MD-13.B",),
    }
    assert returned(played, 1)


def test_a_single_face_up_card_late_changes_nothing() -> None:
    played = late("2h")

    assert nets(played, 4) == {
        "ante": 1000,
        "blind": 0,
        "play": 3000,
        "trips": 1500,
        "progressive": 900,
    }


def test_a_single_face_up_card_late_may_be_filed_to_leave_only_trips() -> None:
    played = late("2h", **{"irreg.single_faceup_late": "trips_only"})

    assert nets(played, 4) == {"ante": 0, "blind": 0, "play": 0, "trips": 1500, "progressive": 0}


def test_an_early_and_a_late_face_up_card_are_several_late_ones() -> None:
    """The first was set aside before everyone had two cards; the second turns up at the flop."""
    early = {"kind": "face-up-card", "cards": "2h", "when": "during-deal"}
    second = {"kind": "face-up-card", "cards": "3d", "when": "before-flop"}

    played = trouble(early, second, options=SHOE, wagers={"ante": 10, "trips": 5})

    assert nets(played, 4) == {"ante": 0, "blind": 0, "play": 0, "trips": 1500}


def test_each_stop_of_the_deal_comes_after_its_own_packets() -> None:
    """Six packets out of a shoe: after five the dealer lacks a card, so the second is early too."""
    first = {"kind": "face-up-card", "cards": "2h", "when": "during-deal", "after_packets": 2}
    second = {"kind": "face-up-card", "cards": "3d", "when": "during-deal", "after_packets": 5}

    played = trouble(first, second, options=SHOE, wagers={"ante": 10, "trips": 5})

    assert returned(played, 1, 4)
    assert len(played.round.parcels) == 5


def test_a_card_drawn_in_error_is_the_next_card() -> None:
    plain = trouble()
    played = trouble({"kind": "card-drawn-in-error"})

    assert nets(played, 4) == nets(plain, 4)
    assert played.round.parcels == plain.round.parcels
    assert notices(played) == ["irregularity", *notices(plain)]


@pytest.mark.parametrize("where", ["seat", "dealer", "board", "box"])
@pytest.mark.parametrize("when", ["before-decisions", "after-flop", "before-settlement"])
def test_a_wrong_number_of_cards_anywhere_voids_everything(where: str, when: str) -> None:
    count = {"kind": "wrong-card-count", "where": where, "count": 3, "when": when}
    if where == "seat":
        count["seat"] = 4

    played = trouble(count, acts=("check", "play 2x"))

    assert returned(played, 1, 4)
    assert clauses(played, 4)["trips"] == ("MD-13.E",)


def test_a_wrong_box_may_be_filed_to_void_only_six_card() -> None:
    count = {"kind": "wrong-card-count", "where": "box", "count": 3}

    played = trouble(count, options={**OFFERS_ALL, "irreg.box_count": "void_six_only"})

    assert outcomes(played, 4)["six_card"] == "void"
    assert nets(played, 4) == {
        "ante": 1000,
        "blind": 0,
        "play": 3000,
        "trips": 1500,
        "six_card": 0,
        "progressive": 900,
    }


EXPOSED = {"kind": "dealer-card-exposed", "when": "before-decisions"}


def test_an_exposed_dealer_card_returns_ante_blind_and_play_and_settles_the_side_wagers() -> None:
    played = trouble({**EXPOSED, "when": "after-flop"}, acts=("check",))

    assert nets(played, 4) == {
        "ante": 0,
        "blind": 0,
        "trips": 1500,
        "six_card": -500,
        "progressive": 900,
    }
    assert clauses(played, 4)["ante"] == ("MD-13.F",)
    assert clauses(played, 4)["trips"] == ("MD-13.G", "MD-12.C.1.g")
    assert returned(played, 1)


def test_an_exposed_dealer_card_may_be_filed_to_return_six_card_and_progressive() -> None:
    options = {**OFFERS_ALL, "irreg.dealer_exposed.side_wagers": "return"}

    played = trouble(EXPOSED, options=options, acts=())

    assert nets(played, 4) == {
        "ante": 0,
        "blind": 0,
        "trips": 1500,
        "six_card": 0,
        "progressive": 0,
    }
    assert meter(played) == 2_000_000 - 15  # only this round's contribution of 15 cents goes back


def test_a_dealer_card_exposed_without_any_side_wager_ends_the_round_at_once() -> None:
    felt = Felt(MD).bet(1, 4).at("flop")

    felt.declare("dealer-card-exposed")

    assert felt.round.phase == Phase.SETTLING
    assert felt.round.turned == 3


def test_a_dealer_card_exposed_with_trips_on_the_table_lets_the_board_be_dealt() -> None:
    felt = Felt(MD, SHOE).bet(1, 4, ante=10, trips=5).at("flop")

    felt.declare("dealer-card-exposed")
    felt.finish()

    assert felt.round.turned == 5
    assert felt.outcomes(1) == {"ante": "void", "blind": "void", "trips": felt.outcomes(1)["trips"]}


def test_a_dealer_card_exposed_when_everybody_has_played_changes_nothing() -> None:
    played = trouble({**EXPOSED, "when": "before-flop"}, acts=("play 3x",))

    assert nets(played, 4)["play"] == 3000
    assert notices(played)[0] == "irregularity"


def test_a_dealer_card_exposed_while_one_seat_is_still_to_act_voids() -> None:
    felt = Felt(MD).bet(1, 4).at("deal")
    felt.act(1, "4x")

    felt.declare("dealer-card-exposed")

    assert felt.round.void is not None


def test_a_progressive_settled_in_a_void_round_still_has_to_be_validated() -> None:
    felt = Felt(MD, {"progressive": "A"}, meters=METER)
    felt.bet(1, ante=10, progressive=1).at("locked", top="2s 2h 2d 5c 9h Kd Ks 2c 3c")
    felt.deal()

    felt.declare("dealer-card-exposed")
    felt.finish()

    assert felt.nets(1)["progressive"] == 300
    assert felt.notices() == ["irregularity", "reshuffle", "jackpot-validation"]


@pytest.mark.parametrize("gone", ["folded", "left"])
def test_a_seat_that_was_out_before_the_round_was_void_is_validated_like_any_other(
    gone: str,
) -> None:
    options = {"progressive": "A", "progressive.survives_fold": False}
    felt = Felt(MD, options, meters=METER).bet(1, ante=10, progressive=1).bet(4)
    felt.at("river", top="2s 2h 2d 5c 9h Kd Ks 2c 3c")
    if gone == "folded":
        felt.act(1, "fold")
    else:
        felt.declare("player-left", seat=1, ruling="abandoned")

    felt.declare("dealer-card-exposed")

    assert felt.reason(ask.Proceed(Step.SETTLE)) == Reason.JACKPOT_NOT_VALIDATED
    assert felt.finish().nets(1) == {"ante": 0, "blind": 0, "progressive": 300}


@pytest.mark.parametrize(
    ("kind", "dealing"),
    [("shuffler-jam", "shuffler"), ("shoe-jam", "shuffler"), ("shoe-jam", "shoe")],
)
@pytest.mark.parametrize("when", ["before-deal", "during-deal", "after-flop"])
def test_a_jam_voids_everything(kind: str, dealing: str, when: str) -> None:
    options: dict[str, Any] = {"progressive": "A", "meter.rate": 15, "dealing": dealing}
    wagers = {"ante": 10, "trips": 5, "progressive": 1}
    jam = {"kind": kind, "when": when}

    played = trouble(jam, acts=("check", "play 2x"), options=options, wagers=wagers)

    assert returned(played, 1, 4)
    first = {"shuffler-jam": "MD-13.H.1", "shoe-jam": "MD-13.I.1"}[kind]
    assert clauses(played, 4)["ante"][0] == first
    assert meter(played) == 2_000_000 - 15


def test_a_jam_of_the_idle_deck_lets_the_round_be_finished() -> None:
    played = trouble({"kind": "shuffler-jam", "holds": "idle"})

    assert nets(played, 4)["play"] == 3000


def test_a_jam_of_the_idle_deck_may_be_filed_to_void() -> None:
    options = {**OFFERS_ALL, "irreg.jam_idle_deck": "void"}

    played = trouble({"kind": "shuffler-jam", "holds": "idle"}, options=options)

    assert returned(played, 1, 4)


def test_a_void_round_takes_its_contribution_off_the_meter() -> None:
    """S-MD-42: three wagers of $1 at 15 %, the meter stood at $10,000.00 before."""
    felt = Felt(MD, {"progressive": "A", "meter.rate": 15}, meters={"main": 10_000})
    felt.bet(1, 2, 3, ante=10, progressive=1).at("locked")
    assert felt.round.meters == {"main": 1_000_045}

    felt.declare("shuffler-jam")
    felt.finish()

    assert felt.meter() == 10_000


def test_a_void_round_may_be_filed_to_keep_the_progressive_wager() -> None:
    options = {"progressive": "A", "meter.rate": 15, "void.refund_progressive": False}
    felt = Felt(MD, options, meters={"main": 10_000})
    felt.bet(1, ante=10, progressive=1).at("locked")

    felt.declare("shuffler-jam")
    felt.finish()

    assert felt.nets(1) == {"ante": 0, "blind": 0, "progressive": -1}
    assert felt.meter() == Decimal("10000.15")


def test_a_folded_seat_gets_its_wagers_back_when_the_round_is_void() -> None:
    """P-02: all hands are void, the folded one too."""
    felt = Felt(MD).bet(1, 4).at("river")
    felt.act(1, "fold")

    felt.declare("wrong-card-count", where="dealer", count=3)
    felt.finish()

    assert felt.outcomes(1) == {"ante": "void", "blind": "void"}


def test_a_player_who_left_may_be_ruled_to_have_abandoned_the_wagers() -> None:
    """S-MD-45, with the side wagers: all of the seat's wagers are lost."""
    left = {"kind": "player-left", "seat": 4, "ruling": "abandoned"}

    played = trouble(left, acts=("play 3x",))

    assert nets(played, 4) == {
        "ante": -1000,
        "blind": -1000,
        "play": -3000,
        "trips": -500,
        "six_card": -500,
        "progressive": -100,
    }
    assert clauses(played, 4)["play"] == ("MD-7.C.1", "MD-7.C.2")
    assert nets(played, 1)["play"] != 0


def test_a_player_who_left_is_settled_normally_without_such_a_ruling() -> None:
    left = {"kind": "player-left", "seat": 4, "ruling": "settled"}

    played = trouble(left, acts=("play 3x",))

    assert nets(played, 4)["play"] == 3000
