"""Tables of the lab: played, replayed and proved by rules that no place has filed, and say so."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping

import pytest

from pitboss.audit.verify import verify
from pitboss.history.moments import played_rounds, table_moments
from pitboss.history.replay import replay_round
from pitboss.history.viewer import read_viewpoint
from pitboss.odds import game_of
from pitboss.odds.lab.variant import Variant
from pitboss.odds.lab.variant_file import read_variant
from pitboss.round import event as round_past
from pitboss.rules import SET_NAMES, Street, Wager
from pitboss.rules.changes import ChangesError, changes_document, read_changes
from pitboss.table import RulesChoice, choice_of, rules_of
from pitboss.table.rules_choice import LAB, is_of_the_lab, options_of, with_options
from tests.audit.tables import Played, company, house, play_round
from tests.audit.write import in_memory

ROUNDS = 12
CHANGED = {
    "pays": {"flush": "2 to 1", "straight": "4 to 1", "three-of-a-kind": "7 to 2"},
    "below": "lose",
    "deal": [5],
    "flop": [2, 3],
    "qualifies": "two-pair",
    "unqualified": "plays",
    "ties": "lose",
}


def lab_choice(place: str, document: Mapping[str, object]) -> tuple[Variant, RulesChoice]:
    variant = read_variant({"rules": place, **document})
    rules, options = house(place)
    return variant, choice_of(rules, {**options, LAB: changes_document(variant.changes())})


def played(choice: RulesChoice) -> Played:
    table = Played("T1", rules_of(choice), random.Random(7))
    table.set_up(json.loads(choice.options))
    while table.table.rounds < ROUNDS or table.table.round is not None:
        if table.table.round is None:
            company(table, 6)
        play_round(table)
    return table


@pytest.mark.parametrize("place", SET_NAMES)
def test_a_table_of_the_lab_plays_the_variant_that_was_counted(place: str) -> None:
    variant, choice = lab_choice(place, CHANGED)

    assert game_of(rules_of(choice)).numbers() == variant.game().numbers()
    assert is_of_the_lab(choice)
    assert rules_of(choice).set.title.endswith(", changed in the lab")


@pytest.mark.parametrize("place", SET_NAMES)
def test_its_rounds_are_settled_by_the_changes_and_proved(place: str) -> None:
    _, choice = lab_choice(place, CHANGED)

    table = played(choice)

    events = [event for _, events in table.log for event in events]
    settled = [e.settlement for e in events if isinstance(e, round_past.RoundSettled)]
    odds = {m.odds for one in settled for m in one.movements if m.wager == Wager.BLIND}
    journal = in_memory(table)
    report = verify(journal)
    *_, last = played_rounds(table_moments(journal, "T1"))
    assert odds & {"7:2", "4:1", "2:1"}, odds
    assert (report.findings, report.rounds) == ((), ROUNDS)
    assert replay_round(last, read_viewpoint("full")).steps
    assert last.rules.set.title.endswith(", changed in the lab")


def test_other_options_leave_the_changes_in_force() -> None:
    _, choice = lab_choice("maryland", CHANGED)

    later = with_options(choice, {**options_of(choice), "trips": "B"})

    assert is_of_the_lab(later)
    assert rules_of(later).tables[Wager.TRIPS].name == "B"
    assert rules_of(later).street(Street.DEAL).play == (5,)


@pytest.mark.parametrize(
    "bad",
    [
        {"pays": {"blind": {"flush": "3 to 0"}}},
        {"pays": {"play": {"flush": "3 to 1"}}},
        {"pays": {"blind": {"yahtzee": "3 to 1"}}},
        {"pays": {"blind": "3 to 1"}},
        {"pays": ["blind"]},
        {"raises": {"deal": [0]}},
        {"raises": {"deal": [4, 3]}},
        {"raises": {"deal": [1_000_000]}},
        {"raises": {"deal": [], "flop": [], "river": []}},
        {"raises": {"turn": [1]}},
        {"qualifies": "seven-high"},
        {"ties": "maybe"},
        {"sides": True},
    ],
)
def test_changes_that_nobody_wrote_are_refused(bad: dict[str, object]) -> None:
    with pytest.raises(ChangesError, match=r"^(no rules of the lab|raises): [^\n]+$"):
        read_changes(bad)
