"""Dealing, decks, devices, cut, seats and layout of a submission, each check at its boundary."""

from __future__ import annotations

import pytest

from tests.rules.filings import APPROVED, FOUR_SPOTS, PROGRESSIVE, SIX_CARD, errors, notes, the

NO_SHUFFLER = {"devices.shuffler": "false"}
SHOE = {"options.dealing": '"shoe"', "approvals.shoe": APPROVED}
BY_HAND = {"options.dealing": '"hand"'}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (SHOE, []),
        ({**SHOE, "approvals.shoe": None}, ["approval-missing"]),
        ({**SHOE, **NO_SHUFFLER, "options.shuffle": '"manual"'}, []),
        ({**SHOE, **NO_SHUFFLER, "options.shuffle": '"pre-shuffled"'}, []),
        ({**SHOE, **NO_SHUFFLER}, ["shuffler-missing"]),
        (BY_HAND, []),
        (
            {**BY_HAND, **NO_SHUFFLER, "options.shuffle": '"pre-shuffled"'},
            ["shuffle-not-allowed", "shuffler-missing"],
        ),
        ({**BY_HAND, "options.shuffle": '"manual"'}, ["shuffle-not-allowed"]),
        ({"options.shuffle": '"manual"'}, ["shuffle-not-allowed"]),
        ({"devices.shuffler": None}, ["shuffler-missing"]),
    ],
)
def test_a_maryland_method_has_the_device_it_needs(
    changes: dict[str, str | None], expected: list[str]
) -> None:
    assert errors("maryland", changes) == expected


def test_hand_dealing_without_a_shuffler_names_its_clause() -> None:
    filed = {**BY_HAND, **NO_SHUFFLER, "options.shuffle": '"pre-shuffled"'}

    assert the("shuffler-missing", "maryland", filed).clauses == ("MD-9.A.1",)


def test_two_decks_want_a_shuffler() -> None:
    two = {**SHOE, "options.shuffle": '"manual"', "options.decks": "2"}

    assert the("decks", "maryland", two).clauses == ("MD-3.B", "MD-3.B.3")
    assert errors("maryland", {**two, "options.shuffle": '"device"'}) == []
    assert the("shuffler-missing", "maryland", two, NO_SHUFFLER).clauses == ("MD-3.B", "MD-3.B.3")


@pytest.mark.parametrize(
    ("place", "changes", "expected"),
    [
        ("south-dakota", {}, []),
        ("south-dakota", {"options.dealing": '"shuffler"'},
         ["shuffle-not-allowed", "shuffler-missing"]),
        ("south-dakota", {"options.dealing": '"shuffler"', "options.shuffle": '"device"',
                          "devices.shuffler": "true"}, []),
        ("south-dakota", {"options.shuffle": '"continuous"', "devices.shuffler": "true"},
         ["shuffle-not-allowed"]),
        ("south-dakota", {"options.decks": "2"}, ["option-not-open"]),
        ("california", {"options.decks": "2"}, []),
        ("california", {"options.decks": "1"}, ["decks"]),
        ("california", {"devices.shuffler": None}, ["shuffler-missing"]),
        ("california", {"options.dealing": '"shoe"'}, []),
        ("california", {"options.shuffle": '"manual"'}, ["shuffle-not-allowed"]),
        ("catfish-bend", {"options.dealing": '"hand"', "options.shuffle": '"manual"'},
         ["approval-missing"]),
        ("catfish-bend", {"options.dealing": '"hand"', "options.shuffle": '"manual"',
                          "approvals.shuffler_failure": APPROVED}, []),
        ("catfish-bend", {"options.dealing": '"hand"', "options.shuffle": '"manual"',
                          "approvals.shuffler_failure": APPROVED, "options.decks": "2"}, ["decks"]),
        ("catfish-bend", {"options.decks": "2"}, []),
        ("royal-caribbean", {"options.dealing": '"shuffler"'}, []),
        ("royal-caribbean", {"options.decks": "1"}, []),
        ("royal-caribbean", {"devices.shuffler": None}, ["shuffler-missing"]),
    ],
)  # fmt: skip
def test_dealing_and_decks_are_what_a_place_allows(
    place: str, changes: dict[str, str | None], expected: list[str]
) -> None:
    assert errors(place, changes) == expected


CONTINUOUS = {"options.shuffle": '"continuous"', "approvals.device": APPROVED}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (CONTINUOUS, []),
        ({**CONTINUOUS, "approvals.device": None}, ["approval-missing"]),
        ({"devices.continuous": "true", "approvals.device": APPROVED}, []),
        ({"devices.continuous": "true"}, ["approval-missing"]),
        ({**CONTINUOUS, "devices.continuous": "false"}, ["device-contradiction"]),
        ({**CONTINUOUS, "devices.counts_cards": "true"}, []),
        ({**CONTINUOUS, "devices.counts_cards": "false"}, ["continuous-must-count"]),
        ({**CONTINUOUS, "options.device.counts_cards": "false"}, ["continuous-must-count"]),
        ({"devices.counts_cards": "false"}, []),
        ({"devices.counts_cards": "false", "options.device.counts_cards": "true"},
         ["device-contradiction"]),
        ({"devices.feeds_shoe": "true"}, ["feeds-shoe"]),
        ({**SHOE, "devices.feeds_shoe": "true"}, []),
    ],
)  # fmt: skip
def test_devices_agree_with_the_options(
    changes: dict[str, str | None], expected: list[str]
) -> None:
    assert errors("maryland", changes) == expected


def test_a_device_that_feeds_the_shoe_is_noted_where_the_rules_are_silent() -> None:
    filed = {"options.dealing": '"shoe"', "devices.feeds_shoe": "true"}

    assert notes("california", filed) == ["feeds-shoe"]


@pytest.mark.parametrize(("key", "value", "expected"), [
    ("options.cut.min", "10", []),
    ("options.cut.min", "9", ["cut-bounds"]),
    ("options.cut.max", "10", []),
    ("options.cut.max", "9", ["cut-bounds"]),
    ("options.deck.change_hours", "8", []),
])  # fmt: skip
def test_the_cut_has_bounds(key: str, value: str, expected: list[str]) -> None:
    assert errors("maryland", {key: value}) == expected


@pytest.mark.parametrize(
    ("hours", "expected"), [(None, []), ("4", []), ("5", ["deck-change"]), ("8", ["deck-change"])]
)
def test_decks_dealt_by_hand_are_changed_every_four_hours(
    hours: str | None, expected: list[str]
) -> None:
    assert errors("maryland", BY_HAND, {"options.deck.change_hours": hours}) == expected


@pytest.mark.parametrize(
    ("dealing", "expected"),
    [
        ({}, []),
        (SHOE, ["six-card-method"]),
        (BY_HAND, ["six-card-method"]),
    ],
)
def test_six_card_wants_a_method_that_deals_its_box(
    dealing: dict[str, str], expected: list[str]
) -> None:
    assert errors("maryland", SIX_CARD, dealing) == expected


@pytest.mark.parametrize("packet", ["first", "retained"])
def test_the_dealer_s_packet_is_chosen_only_for_a_device(packet: str) -> None:
    chosen = {"options.auto.dealer_packet": f'"{packet}"'}

    assert errors("maryland", chosen) == []
    assert errors("maryland", chosen, BY_HAND) == ["dealer-packet"]


@pytest.mark.parametrize(
    ("place", "seats", "expected"),
    [
        ("california", "5", ["seats"]),
        ("california", "6", []),
        ("california", "7", ["seats"]),
        ("royal-caribbean", "5", ["seats"]),
        ("royal-caribbean", "6", []),
        ("royal-caribbean", "7", []),
    ],
)
def test_player_dealer_tables_have_the_places_that_are_printed(
    place: str, seats: str, expected: list[str]
) -> None:
    assert errors(place, {"options.seats": seats}) == expected


def test_eight_places_are_too_many_anywhere() -> None:
    assert errors("royal-caribbean", {"options.seats": "8"}) == ["option-value"]


MD_PROGRESSIVE = PROGRESSIVE["maryland"]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"layout.spots": '["ante", "blind", "play"]'}, ["layout-spot-missing"]),
        ({**MD_PROGRESSIVE, "layout.spots": FOUR_SPOTS}, ["layout-spot-missing"]),
        ({"layout.spots": MD_PROGRESSIVE["layout.spots"]}, ["layout-spot-extra"]),
        ({**SIX_CARD, "layout.box": None}, ["layout-box-missing"]),
        ({**SIX_CARD, "layout.spots": FOUR_SPOTS}, ["layout-spot-missing"]),
        ({"layout.box": "true"}, ["layout-box-extra"]),
        ({"layout.tip_box": '"moved"'}, ["approval-missing"]),
        ({"layout.tip_box": '"moved"', "approvals.tip_box": APPROVED}, []),
        ({"layout.tip_box": '"standard"'}, []),
    ],
)
def test_a_spot_is_on_the_layout_if_and_only_if_its_wager_is_offered(
    changes: dict[str, str | None], expected: list[str]
) -> None:
    assert errors("maryland", changes) == expected


@pytest.mark.parametrize(
    ("spots", "code", "source"),
    [
        (FOUR_SPOTS, "layout-spot-missing", "MD-2.B.5"),
        ('["blind", "play", "trips", "progressive"]', "layout-spot-missing", "MD-2.B.2"),
        (f'{FOUR_SPOTS[:-1]}, "progressive", "six_card"]', "layout-spot-extra", "MD-2.B.6"),
    ],
)
def test_a_wrong_spot_names_its_clause(spots: str, code: str, source: str) -> None:
    problem = the(code, "maryland", MD_PROGRESSIVE, {"layout.spots": spots})

    assert problem.clauses == (source,)


SHOWN = ["operator", "spots", "board", "dealer", "odds", "ante-push", "blind-floor", "multiples"]


@pytest.mark.parametrize(
    ("shown", "limit", "expected"),
    [
        (SHOWN, None, []),
        (SHOWN[1:], None, ["layout-item-missing"]),
        ([*SHOWN, "limit"], None, ["layout-item-extra"]),
        ([*SHOWN, "limit"], "50000", []),
        (SHOWN, "50000", ["layout-item-missing"]),
        ([*SHOWN, "jukebox"], None, ["layout-item-extra"]),
    ],
)
def test_layout_and_signs_show_what_is_due(
    shown: list[str], limit: str | None, expected: list[str]
) -> None:
    filed = {"layout.shows": str(shown).replace("'", '"'), "options.limit.amount": limit}

    assert errors("maryland", filed) == expected
