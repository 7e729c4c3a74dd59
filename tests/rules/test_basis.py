"""Every value of an option is the text, a reading of it, or a departure that names its clause."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.rules import SET_NAMES, all_readings, clause, faults, option_kinds, rule_set
from pitboss.rules.basis import Basis, basis_of, basis_source, each_value
from pitboss.rules.option_values import ALIASES, read_value

OPTIONS = [(place, key) for place in SET_NAMES for key in rule_set(place).options]
READINGS = {reading.id for reading in all_readings()}

# Choices that contradict a plain sentence, and the clause of that sentence.
AGAINST: list[tuple[str, dict[str, Any], str]] = [
    ("maryland", {"limit.amount": 100}, "MD-12.F.1"),
    ("maryland", {"progressive": "A", "meter.seed": 500}, "MD-12.D.3.b.i"),
    (
        "maryland",
        {"progressive": "C", "meter.seed": {"mega": 10_000, "major": 999, "minor": 250}},
        "MD-12.D.3.b.iii",
    ),
    ("maryland", {"progressive": "A", "meter.rate": 0}, "MD-12.D.3.a"),
    ("maryland", {"cut.min": 1}, "MD-5.F"),
    ("maryland", {"dealing": "shoe", "shuffle": "manual", "decks": 2}, "MD-3.B"),
    ("maryland", {"dealing": "shoe", "shuffle": "pre-shuffled", "decks": 2}, "MD-3.B"),
    ("maryland", {"dealing": "hand", "shuffle": "manual"}, "MD-9.A.1"),
    ("maryland", {"dealing": "hand", "six_card": "A"}, "MD-10.B.1"),
    ("maryland", {"dealing": "shoe", "six_card": "B"}, "MD-10.B.1"),
    ("maryland", {"dealing": "hand", "deck.change_hours": 5}, "MD-3.C.1"),
    ("maryland", {"progressive": "A", "envy.cap": 5000}, "MD-11.J.2.e.ii"),
    ("maryland", {"progressive": "A", "void.refund_progressive": False}, "MD-13.B"),
    ("maryland", {"progressive": "A", "progressive.wagers": [2]}, "MD-12.D.6.a"),
    ("maryland", {"six_card": "A", "six_card.requires_trips": False}, "MD-7.F.4.b"),
    ("maryland", {"six_card": "B", "six_card.B.full_house": 60}, "MD-12.E.2"),
    ("maryland", {"burn.method": ["hand", "shoe"]}, "MD-11.C.1"),
    ("maryland", {"burn.method": []}, "MD-11.C.1"),
    ("maryland", {"shuffle": "continuous", "device.counts_cards": False}, "MD-5.I"),
    ("maryland", {"blind.B.floor": "straight"}, "MD-12.B.2"),
    ("south-dakota", {"exposed.card": "void"}, "SD-5.s2"),
    ("south-dakota", {"progressive": "PMG-01", "envy.cap": 100}, "SD-18.b.iii"),
    ("south-dakota", {"progressive": "PMG-01", "envy.holder_must_bet": True}, "SD-18.b.i"),
    ("south-dakota", {"settle.direction": "clockwise"}, "SD-18.a.vi"),
    ("south-dakota", {"limit.scope": "per_wager"}, "SD-1.s3"),
    ("south-dakota", {"limits": {"ante": "5 to 200", "trips": "5 to 200"}}, "SD-1.s3"),
    ("south-dakota", {"trips_only.progressive": False}, "SD-2.s4"),
    ("south-dakota", {"trips_only": False}, "SD-2.s1"),
    ("south-dakota", {"shuffle": "continuous"}, "SD-4.s1"),
    ("california", {"bank.win_cap": False}, "CA-TYPE.2"),
    ("california", {"settle.order": ["trips", "blind", "play", "ante"]}, "CA-ACT.2"),
    ("california", {"settle.order": ["play", "ante", "blind", "trips"]}, "CA-ACT.2"),
    ("california", {"ask.order": "counter-clockwise"}, "CA-DEAL.4.b"),
    ("california", {"seats": 7}, "CA-TABLE.1"),
    ("california", {"seats": 5}, "CA-TABLE.1"),
    ("california", {"limits.spot": "1 to 500"}, "CA-FEE.T1"),
    ("california", {"decks": 1}, "CA-DECK.2"),
    ("california", {"fees": "none"}, "CA-FEE.2"),
    ("california", {"fee.option": "none"}, "CA-FEE.5"),
    ("california", {"fee.percentage": 1}, "CA-WIN.10.4"),
    ("california", {"shuffle": "manual"}, "CA-DECK.2.b"),
    ("california", {"backline": True}, "CA-DEAL.2"),
    ("catfish-bend", {"notify.threshold": 500}, "IA-PAY.1"),
    ("catfish-bend", {"notify.threshold": "none"}, "IA-PAY.1"),
    ("catfish-bend", {"settle.order": ["trips", "blind", "ante", "play"]}, "IA-PLAY.14.b"),
    ("catfish-bend", {"dealing": "hand", "decks": 2}, "IA-HAND.3"),
    ("catfish-bend", {"dealing": "hand", "shuffle": "manual", "cut.min": 1}, "IA-HAND.5"),
    ("catfish-bend", {"dealing": "hand", "shuffle": "manual", "cut.max": 51}, "IA-HAND.5"),
    ("catfish-bend", {"aggregate.amount": 30_000}, "IA-PAY.2"),
    ("catfish-bend", {"aggregate.odds_over": 51}, "IA-PAY.2"),
    ("royal-caribbean", {"ask.order": "counter-clockwise"}, "RC-DEAL.1.2"),
    ("royal-caribbean", {"settle.order": ["trips", "blind", "play", "ante"]}, "RC-ROUND.13.1"),
    ("royal-caribbean", {"seats": 5}, "RC-TABLE.1"),
    ("royal-caribbean", {"fee.percentage": 2}, "RC-ROUND.19.4"),
]
# The document's own choices, and what a reading leaves open.
WITHIN: list[tuple[str, dict[str, Any]]] = [
    ("maryland", {"limit.amount": 50_000}),
    (
        "maryland",
        {
            "progressive": "B",
            "meter.seed": {"major": 1000, "minor": 250},
            "meter.rate": {"major": 5, "minor": 5},
        },
    ),
    ("maryland", {"dealing": "shoe", "shuffle": "manual", "cut.min": 12}),
    ("maryland", {"trips.mandatory": True}),
    ("maryland", {"settle.folded": "after_pass"}),
    ("maryland", {"six_card": "B", "six_card.B.full_house": 20, "decks": 2}),
    ("south-dakota", {"progressive": "UTHP-01", "progressive.simultaneous": "split"}),
    ("south-dakota", {"dealing": "shuffler", "shuffle": "device", "seats": 7}),
    ("california", {"bank.model": "net", "fees": 2, "limits.spot": "10 to 25"}),
    ("california", {"wager.increment": "0.50", "fee.player_basis": "position"}),
    ("catfish-bend", {"notify.threshold": 50, "aggregate.scope": "player"}),
    ("catfish-bend", {"dealing": "hand", "shuffle": "manual", "decks": 1}),
    ("royal-caribbean", {"bank.win_cap": True, "seats": 7}),
    ("royal-caribbean", {"settle.order": ["play", "ante", "blind", "trips"]}),
]


@pytest.mark.parametrize(("place", "options", "against"), AGAINST)
def test_a_departure_is_an_error_that_names_the_sentence(
    place: str, options: dict[str, Any], against: str
) -> None:
    found = faults(rule_set(place), options)

    assert len(found) == 1, [f"{p.key}: {p.what}" for p in found]
    assert against in found[0].clauses
    assert found[0].right


@pytest.mark.parametrize(("place", "options"), WITHIN)
def test_text_and_readings_may_be_played_by(place: str, options: dict[str, Any]) -> None:
    assert faults(rule_set(place), options) == ()


@pytest.mark.parametrize("place", SET_NAMES)
def test_a_place_as_it_stands_may_be_played_by(place: str) -> None:
    assert faults(rule_set(place), {}) == ()


@pytest.mark.parametrize(("place", "key"), OPTIONS)
def test_the_default_is_the_text_or_a_reading_with_its_number(place: str, key: str) -> None:
    places, kind = rule_set(place), option_kinds()[key]
    rule = places.options[key]

    basis = basis_of(read_value(rule.default, kind, places), kind, places)

    assert basis != Basis.DEPARTURE
    assert basis != Basis.READING or set(rule.cite.readings) & READINGS


@pytest.mark.parametrize(("place", "key"), OPTIONS)
def test_each_value_has_a_basis_and_each_basis_a_source(place: str, key: str) -> None:
    places, kind = rule_set(place), option_kinds()[key]
    rule = places.options[key]

    for one in each_value(kind, places):
        basis = basis_of(read_value(one, kind, places), kind, places)
        source = basis_source(rule, basis)

        assert source.readings if basis == Basis.READING else source.clauses, (one, basis)
        assert all(clause(id_) for id_ in source.clauses)


@pytest.mark.parametrize(("place", "key"), OPTIONS)
def test_each_value_that_departs_is_rejected_and_no_other(place: str, key: str) -> None:
    places, kind = rule_set(place), option_kinds()[key]
    if key in ALIASES:
        return

    for one in each_value(kind, places):
        departs = basis_of(read_value(one, kind, places), kind, places) == Basis.DEPARTURE
        codes = {p.code for p in faults(places, {key: one}) if p.key == f"options.{key}"}

        assert not departs or codes, one
        assert departs or "departure" not in codes, one


# The ranges of the files, written down a second time from the documents: least and most.
BOUNDS: dict[tuple[str, str, Basis], tuple[int | None, int | None]] = {
    ("maryland", "deck.change_hours", Basis.TEXT): (None, 8),
    ("maryland", "cut.min", Basis.TEXT): (10, None),
    ("maryland", "six_card.B.full_house", Basis.READING): (15, 50),
    ("catfish-bend", "cut.min", Basis.TEXT): (21, 26),
    ("catfish-bend", "cut.max", Basis.TEXT): (26, 31),
    ("catfish-bend", "aggregate.odds_over", Basis.READING): (None, 50),
    ("catfish-bend", "notify.threshold", Basis.READING): (None, 100),
}
# And the values that the text or a reading lists one by one.
LISTED: dict[tuple[str, str, Basis], tuple[object, ...]] = {
    ("maryland", "six_card.requires_trips", Basis.TEXT): (True,),
    ("maryland", "six_card.allowed_methods", Basis.READING): (("shuffler",),),
    ("maryland", "blind.B.floor", Basis.READING): ("flush",),
    ("maryland", "void.refund_progressive", Basis.TEXT): (True,),
    ("maryland", "burn.method", Basis.TEXT): (("hand",),),
    ("maryland", "envy.cap", Basis.TEXT): ("none",),
    ("south-dakota", "shuffle", Basis.TEXT): ("manual", "device"),
    ("south-dakota", "trips_only", Basis.TEXT): (True,),
    ("south-dakota", "trips_only.progressive", Basis.TEXT): (True,),
    ("south-dakota", "tips.trips_without_own", Basis.TEXT): (True,),
    ("south-dakota", "limit.scope", Basis.TEXT): ("total",),
    ("south-dakota", "exposed.card", Basis.TEXT): ("continue",),
    ("south-dakota", "burn.with_shuffler", Basis.READING): (False,),
    ("south-dakota", "settle.direction", Basis.READING): ("counter-clockwise",),
    ("south-dakota", "envy.holder_must_bet", Basis.TEXT): (False,),
    ("south-dakota", "envy.cap", Basis.TEXT): ("none",),
    ("california", "shuffle", Basis.TEXT): ("device",),
    ("california", "decks", Basis.TEXT): (2,),
    ("california", "fees", Basis.TEXT): ("1", "2"),
    ("california", "fee.percentage", Basis.TEXT): (0,),
    ("california", "seats", Basis.TEXT): (6,),
    ("california", "bank.win_cap", Basis.TEXT): (True,),
    ("california", "settle.order", Basis.TEXT): (("ante", "play", "blind", "trips"),),
    ("california", "backline", Basis.READING): (False,),
    ("california", "ask.order", Basis.READING): ("clockwise",),
    ("catfish-bend", "shuffle", Basis.TEXT): ("device", "manual"),
    ("catfish-bend", "aggregate.odds_over", Basis.TEXT): (0,),
    ("catfish-bend", "aggregate.amount", Basis.TEXT): (25000,),
    ("catfish-bend", "notify.threshold", Basis.TEXT): (100,),
    ("catfish-bend", "settle.order", Basis.READING): (("play", "ante", "blind", "trips"),),
    ("royal-caribbean", "shuffle", Basis.TEXT): ("device",),
    ("royal-caribbean", "seats", Basis.READING): (6, 7),
    ("royal-caribbean", "fee.percentage", Basis.TEXT): (0,),
    ("royal-caribbean", "settle.order", Basis.READING): (
        ("ante", "play", "blind", "trips"),
        ("play", "ante", "blind", "trips"),
    ),
    ("royal-caribbean", "ask.order", Basis.READING): ("clockwise",),
}
# Clauses that another value departs from, where they are not those of the option itself.
DEPARTS: dict[tuple[str, str], tuple[str, ...]] = {
    ("south-dakota", "trips_only.progressive"): ("SD-2.s4",),
    ("california", "fees"): ("CA-FEE.2", "CA-FEE.5"),
    ("catfish-bend", "settle.order"): ("IA-PLAY.14.b", "IA-PLAY.14.c"),
    ("royal-caribbean", "settle.order"): ("RC-ROUND.13.1", "RC-ROUND.13.2", "RC-ROUND.13.3"),
}


def test_what_carries_a_value_is_as_written_twice() -> None:
    rules = {(place, key): rule_set(place).options[key] for place, key in OPTIONS}
    found = {
        (*option, basis): values
        for option, rule in rules.items()
        for basis in (Basis.TEXT, Basis.READING)
        if (values := getattr(rule, basis.value)) is not None
    }

    assert {at: (v.least, v.most) for at, v in found.items() if v.bounded} == BOUNDS
    assert {at: v.listed for at, v in found.items() if v.listed} == LISTED
    assert {at: rule.departs for at, rule in rules.items() if rule.departs} == DEPARTS
