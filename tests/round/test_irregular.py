"""Which irregularities a place knows, when they can happen, and what a declaration must say."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.cards import Card, cards_text
from pitboss.round import Reason
from pitboss.round import command as ask
from pitboss.round.state import Phase
from tests.round.described import PLACES
from tests.round.felt import MOMENTS, Felt, declared

IN_HAND = ("dealing", "deal", "before flop", "flop", "before river", "river", "before reveal")
UNTIL_PAID = ("locked", *IN_HAND, "before settlement")
DECK_GIVES_CARDS = ("locked", "dealing", "deal", "before flop", "flop", "before river")
ALL_OUT_AFTER_DEAL = ("locked", "dealing")
COMMON = ("face-up-card", "card-drawn-in-error", "dealer-card-exposed", "wrong-card-count")
KNOWN = {
    "maryland": (
        *COMMON,
        "shuffler-jam",
        "shoe-jam",
        "stub-count",
        "deck-count",
        "player-left",
        "device-out-of-order",
    ),
    "south-dakota": (*COMMON, "card-exposed", "shuffler-jam"),
    "california": (*COMMON, "shuffler-jam", "shoe-jam"),
    "catfish-bend": (*COMMON, "shuffler-jam"),
    "royal-caribbean": (*COMMON, "shuffler-jam", "shoe-jam"),
}
KINDS = (*KNOWN["maryland"], "card-exposed")
WHEN: dict[str, tuple[str, ...]] = {
    "card-drawn-in-error": ("locked", *IN_HAND[:-1]),
    "card-exposed": IN_HAND,
    "dealer-card-exposed": IN_HAND,
    "wrong-card-count": (*IN_HAND, "before settlement"),
    "shuffler-jam": ("locked", *IN_HAND),
    "shoe-jam": ("locked", *IN_HAND),
    "stub-count": (*IN_HAND, "before settlement"),
    "deck-count": ("locked",),
    "player-left": UNTIL_PAID,
    "device-out-of-order": ("betting", *UNTIL_PAID),
}
# How a table deals at which the device is used that the kind is about.
WITH_DEVICE: dict[tuple[str, str], dict[str, Any]] = {
    ("california", "shoe-jam"): {"dealing": "shoe"},
    ("south-dakota", "shuffler-jam"): {"shuffle": "device"},
}
# The last packet but one is out: by then the dealer has a card, save where the dealer comes last.
ALMOST_DEALT = {
    "maryland": 3,
    "south-dakota": 5,
    "california": 3,
    "catfish-bend": 3,
    "royal-caribbean": 6,
}


def facts_for(kind: str, felt: Felt) -> dict[str, Any]:
    """Say what a declaration of this kind must say at this table now."""
    facts: dict[str, dict[str, Any]] = {
        "face-up-card": {"cards": cards_text(felt.round.stub[-1:]) or "As"},
        "wrong-card-count": {"where": "seat", "seat": 4, "count": 3},
        "stub-count": {"count": len(felt.round.stub)},
        "deck-count": {"count": 51},
        "player-left": {"seat": 4, "ruling": "settled"},
        "device-out-of-order": {"how": "covered"},
    }
    return facts.get(kind, {})


def possible(place: str, kind: str, moment: str) -> bool:
    """Say whether this can happen at this moment of a round dealt in the place's usual way."""
    if kind == "face-up-card":
        late = place in ("maryland", "california", "catfish-bend", "royal-caribbean")
        return moment in (ALL_OUT_AFTER_DEAL if late else DECK_GIVES_CARDS)
    if kind == "dealer-card-exposed" and place == "catfish-bend" and moment == "dealing":
        return False  # the dealer's two cards come last
    return moment in WHEN[kind]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_an_irregularity_can_be_declared_exactly_while_it_can_happen(
    place: str, moment: str
) -> None:
    for kind in KNOWN[place]:
        options = WITH_DEVICE.get((place, kind))
        felt = Felt(place, options).bet(1, 4).at(moment, packets=ALMOST_DEALT[place])
        command = declared(kind, **facts_for(kind, felt))

        if possible(place, kind, moment):
            felt.give(command)
            assert [incident.kind for incident in felt.round.incidents] == [kind]
        else:
            assert felt.reason(command) in (
                Reason.IRREGULARITY_TOO_LATE,
                Reason.IRREGULARITY_FACTS,
            )


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_shoe_can_show_a_card_until_the_last_community_card_is_out(moment: str) -> None:
    felt = Felt("maryland", {"dealing": "shoe"}).bet(1, 4).at(moment)
    command = declared("face-up-card", **facts_for("face-up-card", felt))

    if moment in DECK_GIVES_CARDS:
        felt.give(command)
    else:
        assert felt.reason(command) == Reason.IRREGULARITY_TOO_LATE


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", [*KINDS, "earthquake", ""])
def test_a_place_knows_its_own_irregularities_and_no_others(place: str, kind: str) -> None:
    felt = Felt(place).bet(1, 4).at("deal")

    if kind not in KNOWN[place]:
        refusal = felt.refused(declared(kind))
        assert refusal.reason == Reason.NO_SUCH_IRREGULARITY
        assert set(KNOWN[place]) == set(refusal.facts["kinds"])  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("place", "options", "kind"),
    [
        ("maryland", {"dealing": "hand"}, "shoe-jam"),
        ("maryland", {"dealing": "shoe", "shuffle": "manual"}, "shuffler-jam"),
        ("maryland", {"dealing": "shoe", "shuffle": "pre-shuffled"}, "shuffler-jam"),
        ("california", {"dealing": "shuffler"}, "shoe-jam"),
        ("royal-caribbean", {"dealing": "shuffler"}, "shoe-jam"),
        ("south-dakota", {}, "shuffler-jam"),
        ("catfish-bend", {"dealing": "hand", "shuffle": "manual"}, "shuffler-jam"),
    ],
)
@pytest.mark.parametrize("moment", ["locked", "deal", "river", "settled"])
def test_a_device_that_is_not_there_cannot_jam(
    place: str, options: dict[str, Any], kind: str, moment: str
) -> None:
    felt = Felt(place, options).bet(1, 4).at(moment)

    assert felt.reason(declared(kind)) == Reason.DEVICE_ABSENT
    assert felt.round.void is None


@pytest.mark.parametrize("place", PLACES)
def test_nothing_more_is_declared_in_a_void_round(place: str) -> None:
    felt = Felt(place).bet(1, 4).at("deal")
    felt.declare("wrong-card-count", where="dealer", count=1)

    assert felt.reason(declared("card-drawn-in-error")) == Reason.IRREGULARITY_TOO_LATE


@pytest.mark.parametrize(
    ("place", "moment", "kind", "facts"),
    [
        ("maryland", "locked", "face-up-card", {}),
        ("maryland", "deal", "wrong-card-count", {"where": "floor", "count": 3}),
        ("maryland", "deal", "wrong-card-count", {"where": "seat", "seat": 4, "count": 2}),
        ("maryland", "deal", "wrong-card-count", {"where": "dealer", "count": 2}),
        ("maryland", "deal", "wrong-card-count", {"where": "board", "count": 5}),
        ("maryland", "deal", "wrong-card-count", {"where": "seat", "seat": 5, "count": 3}),
        ("maryland", "deal", "wrong-card-count", {"where": "seat", "count": 3}),
        ("maryland", "deal", "wrong-card-count", {"where": "box", "count": 3}),
        ("south-dakota", "deal", "wrong-card-count", {"where": "box", "count": 3}),
        ("maryland", "dealing", "dealer-card-exposed", {}),
        ("maryland", "deal", "shuffler-jam", {"holds": "nothing"}),
        ("maryland", "deal", "stub-count", {}),
        ("maryland", "deal", "stub-count", {"count": -1}),
        ("maryland", "deal", "stub-count", {"count": 53}),
        ("maryland", "locked", "deck-count", {}),
        ("maryland", "locked", "deck-count", {"count": 52}),
        ("maryland", "deal", "player-left", {"ruling": "settled"}),
        ("maryland", "deal", "player-left", {"seat": 5, "ruling": "settled"}),
        ("maryland", "deal", "player-left", {"seat": 4}),
        ("maryland", "deal", "device-out-of-order", {}),
    ],
)
def test_a_declaration_without_its_facts_is_refused(
    place: str, moment: str, kind: str, facts: dict[str, Any]
) -> None:
    felt = Felt(place).bet(1, 4).at(moment)

    assert felt.reason(declared(kind, **facts)) == Reason.IRREGULARITY_FACTS


def test_a_card_that_is_already_dealt_cannot_be_found_face_up_in_the_deck() -> None:
    felt = Felt("maryland", {"dealing": "shoe"}).bet(1, 4).at("dealing")
    dealt = cards_text(felt.round.spots[0].cards)

    assert felt.reason(declared("face-up-card", cards=dealt)) == Reason.IRREGULARITY_FACTS


def test_a_refused_card_is_refused_in_the_same_words_wherever_it_lies() -> None:
    felt = Felt("maryland", {"dealing": "shoe"}).bet(1, 4).at("deal")
    out = [felt.round.dealer, felt.round.spots[0].cards, felt.round.dealer + felt.round.stub]

    refused = {(r.text, *r.facts) for r in (felt.refused(face_up(cards)) for cards in out)}

    assert len(refused) == 1


@pytest.mark.parametrize(("count", "case"), [(1, "one_late"), (2, "several_late")])
def test_of_cards_found_face_up_the_number_is_enough(count: int, case: str) -> None:
    felt = Felt("maryland", {"dealing": "shoe"}).bet(1, 4).at("deal")
    top = felt.round.stub[:count]

    felt.give(ask.Declare("face-up-card", count=count))

    assert felt.round.incidents[-1].case == case
    assert felt.round.set_aside == top
    assert not set(top) & set(felt.round.stub)


@pytest.mark.parametrize("count", [None, 0, 3, 52, -1])
def test_no_more_than_two_cards_are_found_face_up(count: int | None) -> None:
    felt = Felt("maryland", {"dealing": "shoe"}).bet(1, 4).at("deal")

    assert felt.reason(ask.Declare("face-up-card", count=count)) == Reason.IRREGULARITY_FACTS


def test_no_card_lies_face_up_in_a_deck_that_is_not_there_yet() -> None:
    felt = Felt("maryland").bet(1, 4).close()

    assert felt.reason(ask.Declare("face-up-card", count=1)) == Reason.NO_DECK


def face_up(cards: tuple[Card, ...]) -> ask.Declare:
    return ask.Declare("face-up-card", cards=cards)


def test_there_is_no_deck_to_count_before_one_is_brought_in() -> None:
    felt = Felt("maryland").bet(1, 4).close()

    assert felt.reason(declared("deck-count", count=51)) == Reason.NO_DECK


@pytest.mark.parametrize(
    ("moment", "kind", "facts", "reason"),
    [
        # Of two reasons the one listed first is given: unknown, too late, facts.
        ("settled", "earthquake", {}, Reason.NO_SUCH_IRREGULARITY),
        ("settled", "player-left", {}, Reason.IRREGULARITY_TOO_LATE),
        ("river", "face-up-card", {}, Reason.IRREGULARITY_TOO_LATE),
    ],
)
def test_of_two_reasons_the_one_listed_first_is_given(
    moment: str, kind: str, facts: dict[str, Any], reason: Reason
) -> None:
    felt = Felt("maryland", {"dealing": "shoe"}).bet(1, 4).at(moment)

    assert felt.reason(declared(kind, **facts)) == reason


def test_a_deck_that_the_device_counted_wrong_has_to_be_replaced() -> None:
    felt = Felt("maryland").bet(1, 4).at("locked")

    felt.declare("deck-count", count=51)

    assert felt.round.stub == ()
    assert felt.reason(ask.Deal()) == Reason.NO_DECK
    felt.load().deal()
    assert felt.round.phase == Phase.DECIDING


def test_a_replaced_deck_is_told_when_the_round_is_settled() -> None:
    felt = Felt("maryland").bet(1, 4).at("locked")
    felt.declare("deck-count", count=51)

    felt.load().deal().everyone("4x").finish()

    assert felt.notices() == ["irregularity", "deck-removed"]
    assert felt.notice("deck-removed").cite.clauses == ("MD-5.E",)
