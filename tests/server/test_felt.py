"""The felt says what the rules say, and nothing that nobody chose."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from pitboss.round.legal import BetOffer
from pitboss.rules import SET_NAMES, Chips, Span, Wager, in_force, rule_set
from pitboss.rules.layout import inscriptions
from pitboss.server.tables.default_rules import table_house
from pitboss.server.views.felt import felt, policies, posted
from pitboss.server.views.offers import offer
from pitboss.server.wire.felt import Felt
from pitboss.server.wire.table import TipOffer
from pitboss.server.worker.edges import figures
from pitboss.table import rules_of


@pytest.mark.parametrize("name", SET_NAMES)
def test_every_place_has_its_felt(name: str) -> None:
    rules = rules_of(table_house(rule_set(name), {}))

    made = felt(rules, table="t", title="T", kind="public")

    assert {table.wager for table in made.paytables} == {w.value for w in rules.tables}
    assert [i.text for i in made.inscriptions] == [i.text for i in inscriptions(rules, "pitboss")]
    assert len(made.curved) == 3
    assert made.spots[:3] == ("ante", "blind", "play")
    assert made.house_banks == (made.dealer_word == "dealer")
    assert all(line.pays for table in made.paytables for line in table.lines)
    assert msgspec.json.decode(msgspec.json.encode(made), type=Felt) == made


def test_a_table_without_a_clock_says_so() -> None:
    rules = in_force(rule_set("maryland"))

    hurried = felt(rules, table="t", title="T", kind="public")
    calm = felt(rules, table="t", title="T", kind="solo", hurried=False)

    assert hurried.decision_seconds == 60
    assert calm.decision_seconds is None
    assert any("No clock" in policy for policy in calm.policies)


@pytest.mark.parametrize(
    ("name", "said"), [("california", "win or lose only"), ("royal-caribbean", "can lose only")]
)
def test_players_read_what_a_bank_can_win(name: str, said: str) -> None:
    assert any(said in policy for policy in policies(in_force(rule_set(name)), hurried=True))


def test_a_posted_paytable_has_its_exact_edge() -> None:
    house = table_house(rule_set("maryland"), {})
    made = felt(rules_of(house), table="t", title="T", kind="public", edges=figures(house))

    tables = {table.wager: table for table in made.paytables}
    assert tables[Wager.BLIND].edge_percent == "2.185"
    assert tables[Wager.BLIND].edge == "50643648973/2317817502000"
    assert tables[Wager.TRIPS].edge_percent == "0.902"
    assert tables[Wager.BLIND].lines[-1].pays == "Push"


def test_limits_are_posted_for_every_wager_that_is_offered() -> None:
    rules = rules_of(table_house(rule_set("maryland"), {}))

    limits = {limit.wager: limit for limit in felt(rules, table="", title="", kind="public").limits}

    assert (limits[Wager.ANTE].least, limits[Wager.ANTE].most) == (500, 10_000)
    assert (limits[Wager.PROGRESSIVE].least, limits[Wager.PROGRESSIVE].most) == (100, 500)
    assert set(limits) == {w.value for w in rules.offered()}


def test_a_ladder_stays_within_the_limits_and_ends_at_them() -> None:
    rules = in_force(rule_set("maryland"))
    given = BetOffer(Wager.ANTE, Span(Chips(500), Chips(10_000)), Chips(100), (), ())

    made = offer(given, rules)

    assert made.ladder[0] == 500
    assert made.ladder[-1] == 10_000
    assert list(made.ladder) == sorted(set(made.ladder))
    assert len(made.ladder) <= 12


def test_players_are_told_to_look_whether_the_progressive_was_taken() -> None:
    with_meter = rules_of(table_house(rule_set("maryland"), {}))
    without = in_force(rule_set("maryland"))

    told = [any("light" in one for one in policies(r, hurried=True)) for r in (with_meter, without)]

    assert told == [True, False]


def test_a_tip_is_offered_where_the_rules_know_one() -> None:
    rules = in_force(rule_set("south-dakota"))
    span = Span(Chips(500), Chips(10_000))
    made = {
        wager: offer(BetOffer(wager, span, Chips(100), (), ()), rules).tip
        for wager in (Wager.ANTE, Wager.BLIND, Wager.TRIPS, Wager.PROGRESSIVE)
    }

    free = TipOffer(step=100, capped=False, alone=True)
    assert made[Wager.ANTE] == made[Wager.BLIND] == made[Wager.TRIPS] == free
    assert made[Wager.PROGRESSIVE] is None
    elsewhere = BetOffer(Wager.ANTE, span, Chips(100), (), ())
    assert offer(elsewhere, in_force(rule_set("maryland"))).tip is None


@pytest.mark.parametrize(
    ("place", "options", "said"),
    [
        ("maryland", {"progressive": "A"}, "Your two cards and the flop decide"),
        ("maryland", {"progressive": "A", "progressive.cards": "seven"}, "All seven cards decide"),
        ("south-dakota", {"progressive": "PMG-01"}, "Your two cards and the flop decide"),
        ("south-dakota", {"progressive": "UTHP-01"}, "All seven cards decide"),
    ],
)
def test_players_are_told_which_cards_decide_the_progressive(
    place: str, options: dict[str, str], said: str
) -> None:
    rules = in_force(rule_set(place), options)

    table = posted(rules, Wager.PROGRESSIVE, rules.tables[Wager.PROGRESSIVE], None)

    assert table.decided_by.startswith(said)
    assert any(policy.startswith(said) for policy in policies(rules, hurried=True))
    envy = any("Envy too" in policy for policy in policies(rules, hurried=True))
    assert envy == bool(table.envy)


def test_the_default_progressive_has_a_house_edge() -> None:
    """Meter as reset: 1 − (1,453,516 + 4 × 10,000 + 36 × 1,000) / 2,598,960."""
    house = table_house(rule_set("maryland"), {"progressive": "A"})

    found = figures(house)[Wager.PROGRESSIVE]

    assert found.edge == 1 - Fraction(1_453_516 + 76_000, 2_598_960)
    assert found.percent == "41.149"
