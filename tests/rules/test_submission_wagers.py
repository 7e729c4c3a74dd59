"""Paytables, optional wagers and meters of a submission, each check at its boundary."""

from __future__ import annotations

import pytest

from tests.rules.filings import PROGRESSIVE, SIX_CARD, errors, notes, the

MD = PROGRESSIVE["maryland"]
SD = PROGRESSIVE["south-dakota"]
SEVEN = {"options.progressive.cards": '"seven"'}
TABLE_B = {
    "options.progressive": '"B"',
    "options.meter.seed": "{ major = 1000, minor = 250 }",
    "options.meter.rate": "{ major = 10, minor = 5 }",
}


@pytest.mark.parametrize("wager", ["blind", "trips"])
def test_exactly_one_paytable_is_named(wager: str) -> None:
    key = f"options.{wager}"

    assert errors("maryland", {key: '"B"'}) == []
    assert errors("maryland", {key: '["A", "B"]'}) == ["paytable-not-one"]
    assert errors("maryland", {key: '"Z"'}) == ["unknown-paytable"]


@pytest.mark.parametrize("column", ["UTH-01", "UTH-04"])
def test_one_south_dakota_column_holds_for_blind_and_trips(column: str) -> None:
    named = {"options.trips": f'"{column}"'}

    assert errors("south-dakota", named, {"options.blind": f'"{column}"'}) == []
    problem = the("two-columns", "south-dakota", named, {"options.blind": '"UTH-02"'})
    assert "A-SD-22" in problem.readings


def test_a_wager_that_a_place_does_not_have_cannot_be_offered() -> None:
    assert errors("california", {"options.progressive": '"A"'}) == ["option-not-open"]
    assert errors("south-dakota", {"options.six_card": '"A"'}) == ["option-not-open"]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("options.meter.rate", "20"),
        ("options.progressive.wagers", "[1]"),
        ("options.envy.holder_must_bet", "true"),
        ("options.six_card.requires_trips", "false"),
        ("options.limits.six_card", "{ min = 5, max = 10 }"),
    ],
)
def test_options_of_a_wager_that_is_not_offered_are_told(key: str, value: str) -> None:
    assert errors("maryland", {key: value}) == ["option-without-wager"]


@pytest.mark.parametrize(
    ("place", "changes"),
    [
        ("maryland", {"options.blind.B.floor": '"flush"'}),
        ("maryland", {**MD, **TABLE_B, "options.progressive.A.returns_stake": "true"}),
        ("south-dakota", {**SD, "options.uthp.wager": "1"}),
    ],
)
def test_an_option_of_another_paytable_is_only_noted(place: str, changes: dict[str, str]) -> None:
    assert errors(place, changes) == []
    assert "option-idle" in notes(place, changes)


def test_a_restored_line_is_the_operator_s_to_confirm() -> None:
    table_b = {**SIX_CARD, "options.six_card": '"B"'}

    assert notes("maryland", table_b) == ["restored-line"]
    assert notes("maryland", table_b, {"options.six_card.B.full_house": "20"}) == []


SEEDS = [
    ("A", "{ main = 10000 }", []),
    ("A", "10000", []),
    ("A", '"least"', []),
    ("A", "9999.99", ["seed-below-minimum"]),
    ("B", "{ major = 1000, minor = 250 }", []),
    ("B", "{ major = 999.99, minor = 250 }", ["seed-below-minimum"]),
    ("B", "{ major = 1000, minor = 249.99 }", ["seed-below-minimum"]),
    ("B", "{ major = 1000 }", ["seed-missing"]),
    ("C", "{ mega = 10000, major = 1000, minor = 250 }", []),
    ("C", "{ mega = 9999.99, major = 1000, minor = 250 }", ["seed-below-minimum"]),
    ("C", "{ mega = 10000, major = 999.99, minor = 250 }", ["seed-below-minimum"]),
    ("C", "{ mega = 10000, major = 1000, minor = 249.99 }", ["seed-below-minimum"]),
    ("C", "10000", ["meter-name"]),
    ("D", "{ mega = 9999.99, major = 1000, minor = 250 }", ["seed-below-minimum"]),
    ("D", "{ mega = 10000, major = 1000, minor = 250 }", []),
    ("D", "{ mega = 10000, major = 1000, minor = 250, main = 5 }", ["meter-name"]),
]
RATES = {
    "A": "20",
    "B": "{ major = 10, minor = 5 }",
    "C": "{ mega = 10, major = 5, minor = 5 }",
    "D": "{ mega = 10, major = 5, minor = 5 }",
}


@pytest.mark.parametrize(("table", "seed", "expected"), SEEDS)
def test_each_meter_has_its_own_minimum(table: str, seed: str, expected: list[str]) -> None:
    filed = {
        "options.progressive": f'"{table}"',
        "options.meter.seed": seed,
        "options.meter.rate": RATES[table],
    }

    assert errors("maryland", MD, filed) == expected


@pytest.mark.parametrize(
    ("table", "clause_id"),
    [("A", "i"), ("B", "ii"), ("C", "iii"), ("D", "iv")],
)
def test_a_low_seed_names_the_clause_of_its_paytable(table: str, clause_id: str) -> None:
    low = {"A": "1", "B": "{ major = 1, minor = 250 }"}
    seed = low.get(table, "{ mega = 1, major = 1000, minor = 250 }")
    filed = {
        "options.progressive": f'"{table}"',
        "options.meter.seed": seed,
        "options.meter.rate": RATES[table],
    }

    problem = the("seed-below-minimum", "maryland", MD, filed)

    assert problem.clauses == (f"MD-12.D.3.b.{clause_id}",)


@pytest.mark.parametrize(
    ("rate", "expected"),
    [
        ("{ mega = 90, major = 5, minor = 5 }", []),
        ("{ mega = 90, major = 5, minor = 5.01 }", ["rate-over-whole"]),
        ("{ mega = 90, major = 5 }", ["rate-missing"]),
        ("{ mega = 90, major = 5, minor = 0 }", ["rate-zero"]),
        ("0", ["rate-zero"]),
        ("20", ["meter-name"]),
    ],
)
def test_each_meter_has_a_rate_and_all_at_most_the_whole_wager(
    rate: str, expected: list[str]
) -> None:
    filed = {
        "options.progressive": '"C"',
        "options.meter.seed": "{ mega = 10000, major = 1000, minor = 250 }",
        "options.meter.rate": rate,
        "options.return.above_stake": "true",
    }

    assert errors("maryland", MD, filed) == expected


def test_maryland_takes_the_printed_wagers_only() -> None:
    assert errors("maryland", MD, {"options.progressive.wagers": "[5]"}) == []
    assert errors("maryland", MD, {"options.progressive.wagers": "[2]"}) == ["progressive-wager"]


def test_two_wagers_on_one_meter_are_noted_and_wrong_where_the_seed_follows_the_wager() -> None:
    both = {"options.progressive.wagers": "[1, 5]"}

    assert "several-wagers" in notes("maryland", MD, both)
    assert errors("maryland", MD, both) == []
    assert errors("south-dakota", SD, both) == ["several-wagers"]


def test_a_south_dakota_seed_says_for_which_wager_it_is_filed() -> None:
    two_dollars = {"options.progressive.wagers": "[2]"}

    assert errors("south-dakota", SD) == []
    assert errors("south-dakota", SD, two_dollars) == ["seed-not-scaled"]
    assert errors("south-dakota", SD, two_dollars, {"options.meter.seed_wager": "1"}) == []


@pytest.mark.parametrize("table", ["UTHP-01", "UTHP-02", "PMG-01", "PMG-02"])
def test_every_south_dakota_progressive_can_be_filed(table: str) -> None:
    assert errors("south-dakota", SD, {"options.progressive": f'"{table}"'}) == []


@pytest.mark.parametrize("table", ["UTHP-01", "UTHP-02"])
def test_a_paytable_that_names_its_cards_cannot_be_filed_for_others(table: str) -> None:
    named = {"options.progressive": f'"{table}"'}

    assert errors("south-dakota", SD, named, SEVEN) == []
    filed = {**named, "options.progressive.cards": '"hole-and-flop"'}
    problem = the("progressive-cards", "south-dakota", SD, filed)
    assert "A-SD-28" in problem.readings


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "6 bettors at $1.00 costs $30,000.00"),
        ({"options.progressive.wagers": "[5]"}, "6 bettors at $5.00 costs $150,000.00"),
        ({"options.envy.cap": "1000"}, "costs $6,000.00"),
    ],
)
def test_the_envy_of_a_community_royal_is_told_but_is_no_error(
    changes: dict[str, str], said: str
) -> None:
    problem = the("envy-exposure", "maryland", MD, {**SEVEN, **changes})

    assert "community royal flush" in problem.what
    assert said in problem.what
    assert not problem.is_error
    assert "A-X-11" in problem.readings


@pytest.mark.parametrize(
    ("changes", "cost"),
    [
        ({}, "$6,500.00"),  # $300 to the one holder, $1,000 to the other, both to four seats
        ({"options.progressive.wagers": "[5]"}, "$32,500.00"),
        ({"options.envy.cap": "1000"}, "$5,300.00"),
    ],
)
def test_by_the_flop_a_royal_and_a_straight_flush_are_the_worst_of_envy(
    changes: dict[str, str], cost: str
) -> None:
    problem = the("envy-exposure", "maryland", MD, changes)

    assert "a royal flush and a straight flush on one flop" in problem.what
    assert problem.what.endswith(f"costs {cost} Envy")


def test_envy_grows_with_the_square_of_the_seats() -> None:
    problem = the("envy-exposure", "south-dakota", SD, {**SEVEN, "options.seats": "7"})

    assert problem.right == "7 × 6 × $1,000.00"


def test_a_table_without_envy_is_not_exposed() -> None:
    assert notes("south-dakota", SD, {"options.progressive": '"UTHP-01"'}) == []


@pytest.mark.parametrize("place", ["maryland", "south-dakota"])
def test_a_wager_that_returns_more_than_is_staked_is_filed_expressly(place: str) -> None:
    filed = PROGRESSIVE[place]
    pmg = {"options.progressive": '"PMG-01"'} if place == "south-dakota" else {}

    assert errors(place, filed, pmg) == []
    problem = the("return-above-stake", place, filed, {**pmg, **SEVEN})
    assert problem.key == "options.progressive"
    assert problem.clauses
    expressly = {**pmg, **SEVEN, "options.return.above_stake": "true"}
    assert errors(place, filed, expressly) == []
    assert "return-above-stake" in notes(place, filed, expressly)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"options.meter.rate": "30"}, []),
        ({"options.meter.rate": "45"}, ["return-above-stake"]),
        ({"options.meter.seed": "50_000"}, []),
        ({"options.meter.seed": "500_000"}, ["return-above-stake"]),
    ],
)
def test_seeds_and_rates_count_as_what_comes_back(
    changes: dict[str, str], expected: list[str]
) -> None:
    one_dollar = {"options.progressive.wagers": "[1]", **changes}

    assert errors("maryland", MD, one_dollar) == expected


@pytest.mark.parametrize(("least", "expected"), [("1", []), ("0.10", ["return-above-stake"])])
def test_a_fixed_sum_for_a_tiny_six_card_wager_is_a_gift(least: str, expected: list[str]) -> None:
    limits = {"options.limits.six_card": f"{{ min = {least}, max = 25 }}"}

    assert errors("maryland", SIX_CARD, limits) == expected
