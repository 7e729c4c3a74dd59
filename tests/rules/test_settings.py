"""Every setting of every place is what the second writing says, no more and no less."""

from __future__ import annotations

import pytest

from pitboss.rules import SET_NAMES, Outcome, Wager, rule_set
from tests.rules.printed_settings import DEFAULTS, FACTS, NEEDS, REMEDIES

OTHERS = ("dealing.", "table.glossary", "table.excluded")


@pytest.mark.parametrize("place", SET_NAMES)
def test_single_values_are_as_written_twice(place: str) -> None:
    facts = {k: v for k, v in rule_set(place).facts.items() if not k.startswith(OTHERS)}

    assert facts == FACTS[place]


@pytest.mark.parametrize("place", SET_NAMES)
def test_needs_of_wagers_are_as_written_twice(place: str) -> None:
    found = {
        wager.value: " ".join(rule.needs) + " +" * rule.alone + " *" * rule.if_filed
        for wager, rule in rule_set(place).wagers.items()
    }

    assert found == NEEDS[place]


@pytest.mark.parametrize("place", SET_NAMES)
def test_defaults_are_as_written_twice(place: str) -> None:
    options = rule_set(place).options
    found = {f"{key}{'!' * option.locked}": option.default for key, option in options.items()}

    assert found == DEFAULTS[place]


@pytest.mark.parametrize("place", SET_NAMES)
def test_remedies_are_as_written_twice(place: str) -> None:
    found = {
        f"{kind} {case}": " ".join(
            [remedy.action, *remedy.settles, *(["removed"] if remedy.deck != "stays" else [])]
        )
        for kind, cases in rule_set(place).irregularities.items()
        for case, remedy in cases.items()
    }

    assert found == REMEDIES[place]


@pytest.mark.parametrize("place", SET_NAMES)
def test_side_wagers_lose_below_their_paytable_and_envy_is_always_a_gain(place: str) -> None:
    consequences = rule_set(place).consequences
    for wager in (Wager.TRIPS, Wager.SIX_CARD, Wager.PROGRESSIVE):
        for situation in ("stay", "fold"):
            rule = consequences.get((wager, situation))
            if rule is not None:
                assert rule.below is not None
                assert rule.below.outcome == Outcome.LOSE
    envy = [rule for (wager, _), rule in consequences.items() if wager == Wager.ENVY]
    assert all(rule.outcome == Outcome.WIN for rule in envy)
    assert bool(envy) == ((Wager.PROGRESSIVE, "stay") in consequences)


@pytest.mark.parametrize("place", SET_NAMES)
def test_even_money_leaves_the_stake_with_the_player(place: str) -> None:
    for (wager, situation), rule in rule_set(place).consequences.items():
        if rule.odds is not None:
            assert wager in (Wager.ANTE, Wager.PLAY), situation
            assert (rule.odds.num, rule.odds.den, rule.odds.stake_kept) == (1, 1, False)


def test_envy_follows_the_wager_only_where_the_document_says_so() -> None:
    scaling = {
        (place, name)
        for place in SET_NAMES
        for (wager, name), table in rule_set(place).paytables.items()
        if wager == Wager.PROGRESSIVE and table.envy_scales
    }

    assert scaling == {("south-dakota", "PMG-01"), ("south-dakota", "PMG-02")}


NEEDS_SHUFFLER = {
    ("maryland", "shoe"): False,
    ("maryland", "hand"): True,
    ("maryland", "shuffler"): True,
    ("south-dakota", "hand"): False,
    ("south-dakota", "shuffler"): True,
    ("california", "shoe"): True,
    ("california", "shuffler"): True,
    ("catfish-bend", "shuffler"): True,
    ("catfish-bend", "hand"): False,
    ("royal-caribbean", "shoe"): False,
    ("royal-caribbean", "shuffler"): True,
}


def test_which_ways_of_dealing_need_a_shuffler() -> None:
    found = {
        (place, method.name): method.needs_shuffler
        for place in SET_NAMES
        for method in rule_set(place).methods.values()
    }

    assert found == NEEDS_SHUFFLER


def test_maryland_takes_four_words_from_another_document() -> None:
    words = rule_set("maryland").facts["table.glossary_terms"]

    assert words == ("flop", "stub", "burn", "community card")
