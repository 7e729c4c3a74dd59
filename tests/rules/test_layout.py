"""Layout and signs are generated from the configuration: what they say is what the table does."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.rules import SET_NAMES, Wager, in_force, inscriptions, rule_set
from pitboss.rules.layout import envy_sums, pay_words, table_words
from pitboss.rules.money import dollars


def signs(place: str, **options: Any) -> dict[str, str]:  # Any: options of every type
    rules = in_force(rule_set(place), {key.replace("__", "."): v for key, v in options.items()})
    return {sign.item: sign.text for sign in inscriptions(rules, "Example Casino")}


@pytest.mark.parametrize("place", SET_NAMES)
def test_every_sign_is_filled_and_names_its_clause(place: str) -> None:
    for sign in inscriptions(in_force(rule_set(place))):
        assert sign.text
        assert "{" not in sign.text
        assert sign.cite.clauses or sign.cite.readings


def test_the_operator_stands_on_the_maryland_layout() -> None:
    assert signs("maryland")["operator"] == "Example Casino"


def test_an_operator_s_name_is_shown_as_it_is() -> None:
    rules = in_force(rule_set("maryland"))

    assert inscriptions(rules, "The {odds} [bold]")[0].text == "The {odds} [bold]"


@pytest.mark.parametrize(("blind", "floor"), [("A", "a straight"), ("B", "a flush")])
def test_the_blind_floor_follows_the_paytable(blind: str, floor: str) -> None:
    shown = signs("maryland", blind=blind)

    assert shown["blind-floor"] == f"A winning Blind below {floor} pushes"
    assert f"less than {floor} pushes" in shown["odds"]


@pytest.mark.parametrize("place", ["maryland", "south-dakota"])
def test_the_multiples_come_from_the_streets(place: str) -> None:
    said = "Play: 3 or 4 (deal), 2 (flop) or 1 (river) times the Ante"

    assert signs(place)["multiples"] == said


@pytest.mark.parametrize("item", ["progressive", "six-card", "limit"])
def test_what_is_not_offered_is_not_shown(item: str) -> None:
    assert item not in signs("maryland")


def test_what_is_offered_is_shown_with_its_odds() -> None:
    shown = signs("maryland", progressive="C", six_card="A", limit__amount=60_000)

    assert {"progressive", "six-card", "limit"} <= shown.keys()
    assert "three of a kind 10 for 1" in shown["odds"]
    assert "super royal in diamonds $1,000,000" in shown["odds"]
    assert "$60,000.00" in shown["limit"]


def test_the_odds_are_those_of_the_chosen_tables() -> None:
    shown = signs("maryland", trips="D")["odds"]

    assert "four of a kind 20 to 1" in shown
    assert "Ante and Play: 1 to 1" in shown
    assert "flush 3 to 2" in shown


def test_south_dakota_shows_its_progressive_apart() -> None:
    shown = signs("south-dakota", progressive="UTHP-02")

    assert "Progressive" not in shown["odds"]
    assert "royal flush of community cards 1,000 to 1" in shown["progressive-odds"]


def test_envy_is_shown_for_the_wagers_that_are_taken() -> None:
    shown = signs("maryland", progressive="A", progressive__wagers=[5])["odds"]

    assert "Envy with a $5.00 wager: royal flush $5,000.00, straight flush $1,500.00" in shown
    assert "$1.00 wager" not in shown


def test_envy_moves_with_the_wager_where_it_scales() -> None:
    table = rule_set("south-dakota").paytables[Wager.PROGRESSIVE, "PMG-01"]

    assert envy_sums(table, dollars(2)) == {
        "royal-flush": dollars(2_000),
        "straight-flush": dollars(600),
    }


def test_no_envy_is_made_up_where_none_is_printed() -> None:
    table = rule_set("maryland").paytables[Wager.PROGRESSIVE, "A"]

    assert envy_sums(table, dollars(2)) == {}


def test_a_stake_that_stays_makes_to_one_for_one() -> None:
    rules = in_force(
        rule_set("maryland"), {"progressive": "A", "progressive.A.returns_stake": False}
    )

    shown = table_words(rules, rules.tables[Wager.PROGRESSIVE])

    assert "three of a kind 9 for 1" in shown


def test_every_pay_reads_as_it_is_printed() -> None:
    tables = rule_set("maryland").paytables

    assert pay_words(tables[Wager.BLIND, "A"].lines[4].pays) == "3 to 2"
    assert pay_words(tables[Wager.SIX_CARD, "A"].lines[0].pays) == "$1,000,000"
