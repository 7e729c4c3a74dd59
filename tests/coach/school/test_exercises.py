"""Exercises: a perfect dealer is always right, one who ignores qualification loses just that."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.cards import Category, best_five, cards_text, parse_cards
from pitboss.coach.school.answers import SchoolAnswerError
from pitboss.coach.school.catalog import (
    KIND_NAMES,
    KINDS,
    UnknownKindError,
    draw_exercise,
    kind_named,
    kinds_of,
)
from pitboss.coach.school.drawing import draw_layout
from pitboss.coach.school.exercise import (
    Exercise,
    grade_exercise,
    grade_item,
    perfect_answers,
    sources_of_item,
    written,
)
from pitboss.coach.school.kinds.dealing import dealing_items
from pitboss.coach.school.layout import SchoolLayout, SchoolScene
from pitboss.coach.school.picks import Picks
from pitboss.coach.school.shown import exercise_document, shown_table
from pitboss.coach.school.stakes import LEVELS
from pitboss.round.event import PacketsDealt, StreetTurned
from pitboss.round.movement import MovementReason
from pitboss.round.play import play
from pitboss.rules import Chips, Rules, Wager, faults, in_force, rule_set
from pitboss.rules.in_force import dealing_method
from tests.coach.school.places import BOOKS, PLACES, rules_at
from tests.examples import first

QUALIFICATION = ("hands", "outcomes", "amounts")


def some(rules: Rules, kind: str, count: int) -> list[Exercise]:
    """Draw exercises of a kind, the levels in turn."""
    return [
        draw_exercise(rules, kind, seed=5, number=n + 1, level=LEVELS[n % len(LEVELS)])
        for n in range(count)
    ]


def under_rules(layout: SchoolLayout, rules: Rules) -> SchoolLayout:
    """Play the same cards, wagers and acts under other rules, with a bank that covers them all."""
    script = layout.played.script
    bank = None if script.bank is None else (script.bank[0], Chips(1000 * script.bank[1]))
    return replace(layout, played=play(replace(script, rules=rules, bank=bank)))


@pytest.mark.parametrize("place", PLACES)
def test_a_perfect_dealer_is_right_in_everything(place: str) -> None:
    rules = rules_at(place)
    for kind in kinds_of(rules):
        for exercise in some(rules, kind.name, 4):
            found = grade_exercise(exercise, perfect_answers(exercise))

            assert [one.item.id for one in found.items if not one.right] == [], str(exercise.kind)
            assert exercise.items


@pytest.mark.parametrize("place", BOOKS)
def test_who_ignores_qualification_loses_exactly_those_questions(place: str) -> None:
    rules = rules_at(place)
    careless = replace(rules, qualifies=Category.HIGH_CARD)
    lost_in_all = 0
    for name in QUALIFICATION:
        kind = kind_named(name, rules)
        for exercise in some(rules, name, 25):
            assert exercise.layout is not None
            assert kind.items is not None
            theirs = kind.items(under_rules(exercise.layout, careless))

            graded = grade_exercise(exercise, {item.id: written(item) for item in theirs})

            lost = {one.item.id for one in graded.items if not one.right}
            assert lost == because_of_qualification(exercise)
            lost_in_all += len(lost)
    assert lost_in_all > 10


def because_of_qualification(exercise: Exercise) -> set[str]:
    """Name the questions that a dealer's not qualifying decides."""
    assert exercise.layout is not None
    settled = exercise.layout.settlement
    ids = {item.id for item in exercise.items}
    if settled.qualifies:
        return set()
    moves = [m for m in settled.movements if m.why == MovementReason.NOT_QUALIFIED and not m.tip]
    tied = {seat for seat, own in settled.hands.items() if own == settled.dealer}
    asked = {f"{m.seat}.{m.wager}.{what}" for m in moves for what in ("outcome", "amount")
             if m.seat not in tied}  # fmt: skip
    return (asked | {"dealer.qualifies"}) & ids


@pytest.mark.parametrize("place", first(2, BOOKS))
def test_the_same_seed_gives_the_same_exercise(place: str) -> None:
    rules = rules_at(place)
    for kind in kinds_of(rules):
        once = draw_exercise(rules, kind.name, seed=11, number=3, level="medium")
        again = draw_exercise(rules, kind.name, seed=11, number=3, level="medium")
        other = [draw_exercise(rules, kind.name, seed=s, level="medium") for s in (1, 2, 3, 4)]

        assert exercise_document(once, with_key=True) == exercise_document(again, with_key=True)
        assert len({str(exercise_document(one, with_key=True)) for one in other}) > 1


@pytest.mark.parametrize("place", PLACES)
def test_every_correction_names_its_sources(place: str) -> None:
    rules = rules_at(place)
    for kind in kinds_of(rules):
        for item in draw_exercise(rules, kind.name, seed=2).items:
            silent = item.id in ("count.tap-in", "cut", "alternate", "stub")

            assert sources_of_item(item) or silent, (kind.name, item.id)
            assert item.right


def test_the_paper_without_a_key_tells_no_answer() -> None:
    rules = rules_at("maryland as filed")
    for kind in kinds_of(rules):
        exercise = draw_exercise(rules, kind.name, seed=8, level="medium")

        document = exercise_document(exercise, with_key=False)

        assert "mistake" not in document
        assert all({"key", "right", "why", "clauses"}.isdisjoint(x) for x in document["items"])


def test_cards_are_hidden_where_nobody_has_seen_them() -> None:
    exercise = draw_exercise(rules_at("maryland"), "what-now", seed=1, level="medium")

    table = shown_table(exercise)

    assert table is not None
    assert (table.board, table.dealer, table.box) == ("", "", "")
    assert all(not seat.cards and not seat.acts for seat in table.seats)


def test_any_five_cards_of_equal_worth_count() -> None:
    item = replace(
        draw_exercise(rules_at("maryland"), "hands", seed=1).items[0],
        among=parse_cards("As Ad Kh Qs Jd 9c 9d"),
    )
    first_pick, other = "As Ad 9c 9d Kh", "As Ad 9d 9c Kh"

    assert grade_item(item, first_pick).right
    assert grade_item(item, other).right
    assert not grade_item(item, "As Ad Kh Qs Jd").right
    assert cards_text(best_five(item.among))
    with pytest.raises(SchoolAnswerError, match="not there"):
        grade_item(item, "As Ad Kh Qs 2c")


def test_a_missing_answer_is_wrong() -> None:
    exercise = draw_exercise(rules_at("california"), "amounts", seed=1)

    assert grade_exercise(exercise, {}).right_items == 0


def test_kinds_are_offered_where_the_rules_give_occasion() -> None:
    offered = {place: {kind.name for kind in kinds_of(rules_at(place))} for place in PLACES}

    assert {place for place in PLACES if "bank" in offered[place]} == {
        "california", "royal-caribbean", "california as filed", "royal-caribbean as filed",
    }  # fmt: skip
    assert "fees" in offered["california"]
    assert {"six-card", "progressive", "envy", "limits"} <= offered["maryland as filed"]
    assert {"tips", "trips-alone"} <= offered["south-dakota"]
    assert {"limits", "calls"} <= offered["catfish-bend"]
    assert set().union(*offered.values()) == set(KIND_NAMES)
    assert len(KINDS) == len(set(KIND_NAMES))


def test_a_kind_that_is_not_there_gets_one_line() -> None:
    rules = rules_at("maryland")

    with pytest.raises(UnknownKindError, match="'juggling' is no kind of exercise; there are"):
        draw_exercise(rules, "juggling", seed=1)
    with pytest.raises(UnknownKindError, match="Maryland has no exercise of bank; it has hands"):
        draw_exercise(rules, "bank", seed=1)


@pytest.mark.parametrize("place", PLACES)
def test_the_order_of_every_way_of_dealing_is_the_engines(place: str) -> None:
    rules = rules_at(place)
    for name in rules.set.methods:
        method = dealing_method(rules.set, rules.options, name)
        chosen = {**rules.options, "shuffle": "device", "decks": 1}
        other = replace(rules, method=method, options=chosen)
        layout = draw_layout(other, SchoolScene("any"), Picks(4, name), "easy")

        asked = {item.id: item.key[0].split() for item in dealing_items(method)}

        dealt = [
            f"{parcel.to}-{len(parcel.cards)}"
            for event in layout.played.events
            if isinstance(event, PacketsDealt | StreetTurned)
            for parcel in event.parcels
        ]
        every = [asked.get(f"order.{street}", []) for street in ("deal", "flop", "river")]
        assert dealt == [step for steps in every for step in steps], name


def test_a_second_winner_is_paid_from_what_the_first_leaves() -> None:
    rules = rules_at("south-dakota as filed")
    layout = draw_layout(
        rules, SchoolScene("two-winners", Wager.PROGRESSIVE, "straight-flush"), Picks(1), "medium"
    )

    paid = [m.paid for m in layout.settlement.movements if m.payer.startswith("meter")]

    assert len(paid) == 2
    assert paid[0] > paid[1] > 0


OWN_RULES: list[tuple[str, dict[str, object]]] = [
    ("south-dakota", {"progressive": "UTHP-01", "wager.increment": 5}),
    ("california", {"pd.min_wager": 100_000}),
    ("catfish-bend", {"limits.ante": {"min": 100, "max": 1000}}),
    ("catfish-bend", {"dealing": "hand", "shuffle": "manual", "hand.cards_per_pass": 1}),
    ("maryland", {"limits.ante": {"min": 1, "max": 3}, "trips.mandatory": True}),
    ("maryland", {"progressive": "B", "six_card": "B", "irreg.box_count": "void_six_only"}),
    ("south-dakota", {"progressive": "UTHP-02", "envy.holder_must_bet": False}),
    ("south-dakota", {"tips.on_push": "player", "misdeal.policy": "dead_hand"}),
    ("royal-caribbean", {"bank.model": "action", "limits.ante": {"min": 5, "max": 5}}),
]


@pytest.mark.parametrize(("name", "options"), OWN_RULES)
def test_the_houses_own_choices_have_exercises_too(name: str, options: dict[str, object]) -> None:
    rules = in_force(rule_set(name), options)
    assert faults(rules.set, options) == ()
    for kind in kinds_of(rules):
        for level in LEVELS:
            exercise = draw_exercise(rules, kind.name, seed=1, level=level)

            assert grade_exercise(exercise, perfect_answers(exercise)).right, kind.name
