"""The operator's choices: each open reading is an option; wrong values are told, never taken."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.rules import (
    SET_NAMES,
    OptionError,
    Span,
    Wager,
    all_rule_sets,
    in_force,
    option_kinds,
    rule_set,
    try_in_force,
)
from pitboss.rules.option_values import READERS

# Typed from the "configurable" column of the list of ambiguities, place by place.
CONFIGURABLE = {
    "maryland": """
        glossary trips.mandatory six_card.requires_trips abandon.policy abandon.timeout
        deck.change_hours cut.min cut.max device.counts_cards six_card.deal_box
        six_card.allowed_methods auto.dealer_packet progressive.survives_fold settle.folded
        envy.holder_must_bet envy.folded_holder blind.B.floor six_card.B.full_house
        six_card.fixed_returns_stake progressive.A.returns_stake irreg.single_faceup_late
        irreg.dealer_exposed.side_wagers irreg.box_count irreg.jam_idle_deck
        void.refund_progressive limit.amount limit.allocation progressive.wagers meter.seed
        meter.rounding limits.ante limits.trips limits.six_card burn.method
    """,
    "south-dakota": """
        progressive uthp01.community_precedence uthp.wager uthp.envy meter.seed meter.reserve
        meter.rate progressive.simultaneous trips_only.progressive tips.capped_by_own
        tips.trips_without_own tips.on_push limit.counts_tips limit.scope misdeal.policy
        exposed.card burn.with_shuffler settle.direction progressive.survives_fold seats
        envy.holder_must_bet envy.folded_holder paytable.uth meter.link_group trips_only
    """,
    "california": """
        fee.player_basis wager.increment limits.spot seats bank.model bank.win_cap settle.order
        bank.folds_first backline ask.order dealing.method pd.rotation pd.break_hands
        irregularity.policy fee.option game.enabled fee.refund_on_void pd.min_wager
    """,
    "catfish-bend": """
        aggregate.scope aggregate.allocation aggregate.odds_over notify.threshold dead_hand.policy
        hand.cards_per_pass decks seats limits.ante limits.trips settle.order irregularity.policy
    """,
    "royal-caribbean": """
        seats dealing.method bank.win_cap pd.selection decks fee.option settle.order
        irregularity.policy pd.rotation jurisdiction.label
    """,
}
EVERYWHERE = "wager.increment decision.timeout audit.retention require_full_funding"


@pytest.mark.parametrize("place", SET_NAMES)
def test_everything_configurable_is_an_option_of_its_place(place: str) -> None:
    wanted = {*CONFIGURABLE[place].split(), *EVERYWHERE.split()}

    assert wanted - rule_set(place).options.keys() == set()
    assert wanted - option_kinds().keys() == set()


@pytest.mark.parametrize("place", ["maryland", "south-dakota"])
def test_the_envy_cap_is_an_option_where_there_is_envy(place: str) -> None:
    assert "envy.cap" in rule_set(place).options


def test_every_option_is_of_a_known_type_and_says_what_it_is() -> None:
    for kind in option_kinds().values():
        assert kind.type in READERS, kind.key
        assert kind.about, kind.key


def test_every_option_is_open_or_fixed_somewhere() -> None:
    somewhere = {key for rules in all_rule_sets() for key in rules.options}
    single = {"blind"}  # named by Maryland only; elsewhere there is one table

    assert option_kinds().keys() - somewhere - single == set()


@pytest.mark.parametrize("place", SET_NAMES)
def test_the_defaults_of_a_place_are_in_order(place: str) -> None:
    _, problems = try_in_force(rule_set(place), {})

    assert problems == []


@pytest.mark.parametrize("place", SET_NAMES)
def test_a_default_written_out_changes_nothing(place: str) -> None:
    rules = rule_set(place)
    plain: dict[str, Any] = {  # Any: defaults of every type
        key: list(rule.default) if isinstance(rule.default, tuple) else rule.default
        for key, rule in rules.options.items()
        if not str(rule.default).startswith("as ")
    }

    assert in_force(rules, plain) == in_force(rules)


WRONG: list[tuple[str, str, object, str]] = [
    ("maryland", "blind", "C", "unknown-paytable"),
    ("maryland", "blind", "", "unknown-paytable"),
    ("maryland", "blind", ["A", "B"], "paytable-not-one"),
    ("maryland", "trips", 1, "unknown-paytable"),
    ("maryland", "trips", "none", "unknown-paytable"),
    ("maryland", "progressive", "UTHP-01", "unknown-paytable"),
    ("california", "progressive", "A", "option-not-open"),
    ("california", "trips", "A", "option-not-open"),
    ("maryland", "dealing", "pitch", "dealing-method"),
    ("maryland", "dealing", ["shoe"], "dealing-method"),
    ("california", "dealing", "hand", "dealing-method"),
    ("california", "fees", 3, "fee-option"),
    ("california", "fees", True, "fee-option"),
    ("california", "fees", "5%", "percentage-fee"),
    ("california", "fee.percentage", 1, "percentage-fee"),
    ("royal-caribbean", "fee.bank", "2%", "percentage-fee"),
    ("maryland", "fees", 1, "option-not-open"),
    ("maryland", "seats", 7, "option-not-open"),
    ("maryland", "blind.B.floor", "straight", "locked-option"),
    ("maryland", "six_card.allowed_methods", ["shoe", "shuffler"], "locked-option"),
    ("south-dakota", "trips_only", False, "locked-option"),
    ("south-dakota", "burn.with_shuffler", True, "locked-option"),
    ("california", "backline", True, "locked-option"),
    ("catfish-bend", "aggregate.amount", 24_999, "locked-option"),
    ("catfish-bend", "aggregate.amount", 25_001, "locked-option"),
    ("maryland", "trips.mandatory", "yes", "option-value"),
    ("maryland", "cut.min", 52, "option-value"),
    ("maryland", "cut.min", True, "option-value"),
    ("maryland", "deck.change_hours", 9, "option-value"),
    ("maryland", "settle.folded", "later", "option-value"),
    ("maryland", "settle.folded", ["in_pass"], "option-value"),
    ("maryland", "limit.amount", "lots", "option-value"),
    ("maryland", "limit.amount", "least", "option-value"),
    ("maryland", "limit.amount", Decimal("0.001"), "option-value"),
    ("maryland", "limit.amount", Decimal("NaN"), "option-value"),
    ("maryland", "limit.amount", Decimal("1e-999999999"), "option-value"),
    ("maryland", "limit.amount", -1, "option-value"),
    ("maryland", "wager.increment", 0, "option-value"),
    ("maryland", "wager.increment", "none", "option-value"),
    ("maryland", "limits.ante", 5, "option-value"),
    ("maryland", "limits.ante", {}, "option-value"),
    ("maryland", "limits.ante", {"min": 5, "most": 6}, "option-value"),
    ("maryland", "limits.ante", {"min": 50, "max": 5}, "option-value"),
    ("maryland", "progressive.wagers", [], "option-value"),
    ("maryland", "progressive.wagers", [1, 1], "option-value"),
    ("maryland", "progressive.wagers", [0], "option-value"),
    ("maryland", "progressive.wagers", 5, "option-value"),
    ("maryland", "meter.rate", 101, "option-value"),
    ("maryland", "meter.rate", "NaN%", "option-value"),
    ("maryland", "meter.rate", Decimal("NaN"), "option-value"),
    ("maryland", "meter.rate", Decimal("1e-999999999"), "option-value"),
    ("maryland", "burn.method", ["foot"], "option-value"),
    ("maryland", "burn.method", "hand", "option-value"),
    ("maryland", "glossary", "x" * 10_001, "option-value"),
    ("california", "settle.order", ["ante"], "option-value"),
    ("california", "settle.order", [1, 2, 3, 4], "option-value"),
    ("maryland", "nonsense", 1, "unknown-option"),
    ("maryland", "meter", {}, "unknown-option"),
]


@pytest.mark.parametrize(("place", "key", "value", "code"), WRONG, ids=str)
def test_a_wrong_value_is_told_and_the_default_holds(
    place: str, key: str, value: object, code: str
) -> None:
    rules, problems = try_in_force(rule_set(place), {key: value})

    assert [(problem.key, problem.code) for problem in problems] == [(key, code)]
    assert problems[0].right
    assert rules == in_force(rule_set(place))


def test_the_first_problem_is_raised_where_only_good_options_will_do() -> None:
    with pytest.raises(OptionError, match=r"options.blind: 'C' is no paytable .*; there is A, B"):
        in_force(rule_set("maryland"), {"blind": "C"})


def test_a_longer_name_means_the_same_option() -> None:
    rules = in_force(rule_set("south-dakota"), {"paytable": {"uth": "UTH-03"}})

    assert rules.tables[Wager.TRIPS].name == "UTH-03"


def test_two_names_that_disagree_are_told() -> None:
    given_options = {"trips": "UTH-01", "paytable.uth": "UTH-02"}

    _, problems = try_in_force(rule_set("south-dakota"), given_options)

    assert [problem.code for problem in problems] == ["two-answers"]


def test_a_range_may_be_written_in_words() -> None:
    rules = in_force(rule_set("california"), {"limits": {"spot": "10 to 25"}})

    assert rules.limits[Wager.BLIND] == Span(
        rules.limits[Wager.ANTE].least, rules.limits[Wager.ANTE].most
    )
    assert rules.limits[Wager.ANTE].least == 1_000
    assert rules.limits[Wager.ANTE].most == 2_500


def test_a_seed_for_another_wager_is_brought_to_this_one() -> None:
    options = {
        "progressive": "PMG-01",
        "progressive.wagers": [2],
        "meter": {"seed": 5_000, "seed_wager": 1},
    }

    rules = in_force(rule_set("south-dakota"), options)

    assert rules.meters["main"].reset == 1_000_000


@pytest.mark.parametrize("key", ["meter.seed", "meter.rate"])
@pytest.mark.parametrize("value", [5, {"mega": 1, "main": 2}])
def test_several_meters_want_a_value_each_by_name(key: str, value: object) -> None:
    _, problems = try_in_force(rule_set("maryland"), {"progressive": "C", key: value})

    assert [problem.code for problem in problems] == ["meter-name"]


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.decimals(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=5,
)


@given(place=st.sampled_from(SET_NAMES), key=st.sampled_from(sorted(option_kinds())), value=values)
def test_no_value_whatever_breaks_the_reader(place: str, key: str, value: object) -> None:
    rules, problems = try_in_force(rule_set(place), {key: value})

    assert rules.set.name == place
    assert all(problem.what for problem in problems)
