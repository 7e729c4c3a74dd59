"""Live tables stand on options that the check of a submission accepts; side wagers fit them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.rules import SET_NAMES, Wager, faults, rule_set
from pitboss.server.http.problems import Turned
from pitboss.server.tables.default_rules import table_house
from pitboss.table import rules_of
from tests.server.serving import Served, Visitor, quick

# What a stranger may ask for by the API, and the clause that is against it.
AGAINST: list[tuple[str, dict[str, Any], str]] = [
    ("maryland", {"limit.amount": 100}, "MD-12.F.1"),
    ("maryland", {"meter.seed": 500}, "MD-12.D.3.b.i"),
    ("maryland", {"meter.rate": 0}, "MD-12.D.3.a"),
    ("maryland", {"cut.min": 1}, "MD-5.F"),
    ("maryland", {"dealing": "hand", "six_card": "A"}, "MD-10.B.1"),
    ("maryland", {"dealing": "shoe", "shuffle": "manual", "decks": 2}, "MD-3.B"),
    ("maryland", {"six_card.requires_trips": False}, "MD-7.F.4.b"),
    ("california", {"limits.spot": "1 to 500"}, "CA-FEE.T1"),
    ("california", {"decks": 1}, "CA-DECK.2"),
    ("california", {"fees": "none"}, "CA-FEE.2"),
    ("california", {"seats": 7}, "CA-TABLE.1"),
    ("catfish-bend", {"dealing": "hand", "decks": 2}, "IA-HAND.3"),
    ("catfish-bend", {"notify.threshold": 500}, "IA-PAY.1"),
    ("south-dakota", {"exposed.card": "void"}, "SD-5.s2"),
]
SEVERAL = {
    "B": {"major": 1_000, "minor": 250},
    "C": {"mega": 10_000, "major": 1_000, "minor": 250},
    "D": {"mega": 10_000, "major": 1_000, "minor": 250},
}


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served(quick()) as made:
        yield made


@pytest.fixture
def visitor(served: Served) -> Iterator[Visitor]:
    with served.visitor() as one:
        one.me()
        yield one


def asked(visitor: Visitor, rules: str, options: dict[str, Any]) -> Any:  # Any: an answer
    return visitor.post("/api/tables", {"rules": rules, "kind": "private", "options": options})


def meters(served: Served, table: str) -> dict[str, tuple[int, float]]:
    """Give the meters of a table: dollars on it, and the percentage of a wager that feeds it."""
    state = served.services.pit.table(table)
    assert state is not None
    assert state.identity.rules is not None
    plans = rules_of(state.identity.rules).meters
    return {
        name: (int(amount or 0) // 100, float(plans[name].rate) * 100)
        for name, amount in state.progressive.meters.items()
    }


@pytest.mark.parametrize(("rules", "options", "clause"), AGAINST)
def test_no_table_opens_by_options_that_the_check_rejects(
    visitor: Visitor, served: Served, rules: str, options: dict[str, Any], clause: str
) -> None:
    before = set(served.services.pit.tables)

    answer = asked(visitor, rules, options)

    assert answer.status_code == 422
    assert clause in answer.json()["clauses"]
    assert "options." not in answer.json()["detail"]
    assert set(served.services.pit.tables) == before


@pytest.mark.parametrize("name", SEVERAL)
def test_a_progressive_with_several_meters_opens_and_each_meter_grows(
    visitor: Visitor, served: Served, name: str
) -> None:
    answer = asked(visitor, "maryland", {"progressive": name})

    assert answer.status_code == 201, answer.text
    found = meters(served, answer.json()["table"])
    assert {meter: amount for meter, (amount, _) in found.items()} == SEVERAL[name]
    assert all(rate > 0 for _, rate in found.values())
    visitor.delete(f"/api/tables/{answer.json()['table']}")


def test_each_meter_may_have_a_seed_and_a_rate_of_its_own(visitor: Visitor, served: Served) -> None:
    options = {
        "progressive": "C",
        "meter.seed": {"mega": 25_000, "major": 2_000, "minor": 500},
        "meter.rate": {"mega": 4, "major": 2.5, "minor": 1},
    }

    answer = asked(visitor, "maryland", options)

    assert answer.status_code == 201, answer.text
    assert meters(served, answer.json()["table"]) == {
        "mega": (25_000, 4.0), "major": (2_000, 2.5), "minor": (500, 1.0),
    }  # fmt: skip
    visitor.delete(f"/api/tables/{answer.json()['table']}")


def test_one_amount_for_several_meters_is_refused_with_a_form_that_is_taken(
    visitor: Visitor,
) -> None:
    answer = asked(visitor, "maryland", {"progressive": "B", "meter.seed": 10_000})

    assert answer.status_code == 422
    assert "major" in answer.json()["detail"]
    assert "minor" in answer.json()["detail"]


@pytest.mark.parametrize("dealing", ["hand", "shoe"])
def test_a_way_of_dealing_without_the_box_offers_no_six_card(dealing: str) -> None:
    rules = rules_of(table_house(rule_set("maryland"), {"dealing": dealing}))

    assert Wager.SIX_CARD not in rules.offered()
    assert Wager.PROGRESSIVE in rules.offered()


def test_a_wager_that_is_not_offered_has_no_limits_and_no_meter() -> None:
    none = {"six_card": "none", "progressive": "none"}

    rules = rules_of(table_house(rule_set("maryland"), none))

    assert Wager.SIX_CARD not in rules.offered()
    assert not rules.meters


@pytest.mark.parametrize("place", SET_NAMES)
def test_a_standing_table_has_nothing_against_it(place: str) -> None:
    house = table_house(rule_set(place), {})

    assert rules_of(house).limits[Wager.ANTE].most is not None


def test_the_reason_is_said_in_words() -> None:
    with pytest.raises(Turned) as turned:
        table_house(rule_set("california"), {"limits.spot": "1 to 500"})

    said = "Minimum and maximum of each opening wager: goes beyond $5.00 to $50.00; stay within it"
    assert turned.value.detail == said
    assert faults(rule_set("california"), {"limits.spot": "1 to 500"})


@pytest.mark.parametrize(
    "options", [{"meter": {"link_group": "theirs"}}, {"meter": {"seed": 10**12}}]
)
def test_no_key_is_smuggled_in_by_nesting(visitor: Visitor, options: dict[str, Any]) -> None:
    answer = asked(visitor, "south-dakota", options)

    assert answer.status_code == 422
    assert answer.json()["reason"] == "option"


def test_every_paytable_that_the_lobby_s_form_offers_opens_a_table(visitor: Visitor) -> None:
    cards = {card["name"]: card for card in visitor.get("/api/tables").json()["rule_sets"]}

    for place in ("maryland", "south-dakota"):
        for choice in cards[place]["choices"]:
            assert choice["usual"] in choice["values"]
            for value in choice["values"]:
                house = table_house(rule_set(place), {choice["key"]: value})
                assert rules_of(house).set.name == place
    assert (
        "C" in next(c for c in cards["maryland"]["choices"] if c["key"] == "progressive")["values"]
    )
