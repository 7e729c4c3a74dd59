"""Priced hands: in the background, in the list of hands, as a career; kept, exported, deleted."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from pitboss.coach.patterns import pattern_text
from pitboss.coach.review import review, seat_round
from pitboss.history.moments import played_rounds, table_moments
from pitboss.odds import game_of, pattern_of
from pitboss.server.store.career import HandKey, PricedHandRow, PricedState
from pitboss.table import RulesChoice
from tests.audit.tables import Played, regulars
from tests.audit.write import in_memory
from tests.server.test_coach_api import answered
from tests.server.visits import PASSWORD, Visit, visit

ROUNDS = 5
LATER = 10**14  # after every hand


@pytest.fixture(scope="module")
def table() -> Played:
    return regulars(21, rounds=ROUNDS, seats=3)


@pytest.fixture
def guest(tmp_path: Any, table: Played) -> Iterator[Visit]:  # Any: a path
    with visit(tmp_path, table) as visitor:
        visitor.come("p2")
        visitor.get("/api/hands")  # the index is up to date
        yield visitor


def price_all(guest: Visit) -> int:
    """Price hands until none waits."""
    looked = 0
    while found := asyncio.run(guest.services.hand_pricer.pass_over()):
        looked += found
    return looked


@pytest.mark.slow
def test_finished_hands_are_priced_once_and_add_up(guest: Visit, table: Played) -> None:
    played = played_rounds(table_moments(in_memory(table), "T1"))
    reviews = {
        one.number: review(seat_round(one.moments, 2, one.rules, game_of(one.rules)))
        for one in played
    }
    before = guest.get("/api/hands").json()["hands"]
    empty = answered(lambda: guest.get("/api/coach/career"))

    assert price_all(guest) > 0
    assert price_all(guest) == 0
    after = guest.get("/api/hands").json()["hands"]
    found = answered(lambda: guest.get("/api/coach/career"))

    assert {one["priced"] for one in before} == {"not-yet"}
    assert (empty["career"]["hands"], empty["not_priced"]) == (0, len(before))
    expected = {number: one.cost_cents for number, one in reviews.items() if one.decisions}
    costs = {one["round"]: Fraction(one["cost"]["fraction"]) for one in after if one["cost"]}
    assert costs == expected
    figures = found["career"]
    assert (figures["hands"], found["not_priced"], found["left_out"]) == (len(expected), 0, 0)
    parts = [Fraction(figures[name]["fraction"]) for name in ("before", "luck", "cost")]
    assert parts[0] + parts[1] - parts[2] + figures["others"] == figures["net"]
    assert parts[2] == sum(expected.values())
    assert sum(street["made"] for street in figures["streets"]) == sum(
        len(one.decisions) for one in reviews.values()
    )
    names = [one["name"] for one in found["strategies"]]
    assert names[0] == "optimal"
    assert sorted(names) == ["always-3x", "never-4x", "never-fold", "optimal", "simple"]
    assert all(one["per_hundred"]["decimal"] > 0 for one in found["strategies"][1:])


@pytest.mark.slow
def test_mistakes_in_hands_are_kept_once_where_the_person_wants_it(
    guest: Visit, table: Played
) -> None:
    training, person = guest.services.training, whose(guest)
    wrong = [
        priced
        for one in played_rounds(table_moments(in_memory(table), "T1"))
        for priced in review(seat_round(one.moments, 2, one.rules, game_of(one.rules))).decisions
        if priced.cost and not priced.situation.dead
    ]
    training.keep_mistakes(person, 0, enabled=True)

    price_all(guest)
    guest.services.career.keep(guest.services.career.hands(person))

    found = training.mistakes(person)
    assert sum(one.wrong for one in found) == len(wrong) > 0
    for priced in wrong:
        pattern = pattern_of(priced.situation.game, priced.situation.hole, priced.situation.board)
        assert pattern_text(pattern) in {one.pattern for one in found}
    assert {one.game for one in found} == {RulesChoice("maryland", 1)}


@pytest.mark.slow
def test_mistakes_from_before_the_wish_are_not_kept(guest: Visit) -> None:
    training, person = guest.services.training, whose(guest)
    training.keep_mistakes(person, LATER, enabled=True)

    price_all(guest)

    assert training.mistakes(person) == ()


def whose(guest: Visit) -> str:
    human = guest.services.people.by_name("p2")
    assert human is not None
    return human.id


def row(guest: Visit, number: int, state: PricedState = PricedState.PRICED) -> PricedHandRow:
    person = whose(guest)
    return PricedHandRow("T1", number, 2, person, number, state, '["maryland",1,"{}"]', 1_000)


def test_prices_stay_with_an_account_are_exported_and_deleted_for_good(guest: Visit) -> None:
    store = guest.services.career
    store.keep([row(guest, 1), row(guest, 2, PricedState.LEFT_OUT)])
    person = whose(guest)

    guest.post("/api/account", {"name": "p2", "password": PASSWORD})
    guest.come()
    kept = store.hands(person)
    exported = guest.get("/api/train/export").json()["hands"]
    gone = guest.client.delete("/api/train", headers={"x-csrf": guest.csrf})

    assert [one.round for one in kept] == [1]
    assert [(one["round"], one["state"]) for one in exported] == [(1, "priced"), (2, "left-out")]
    assert gone.status_code == 204
    assert store.hands(person) == []
    store.forget(person, LATER)
    assert [key for key in store.waiting(100) if key.person == person] == []


def test_a_second_price_of_a_hand_changes_nothing(guest: Visit) -> None:
    store = guest.services.career
    first = row(guest, 1)

    store.keep([first])
    store.keep([row(guest, 1, PricedState.LEFT_OUT)])

    assert store.hands(first.person) == [first]
    assert HandKey("T1", 1, 2, first.person, first.at) not in store.waiting(100)


def test_a_career_is_ones_own_and_takes_no_parameter(guest: Visit) -> None:
    wrong = guest.get("/api/coach/career", person="p1")
    guest.client.cookies.clear()
    stranger = guest.get("/api/coach/career")

    assert (wrong.status_code, wrong.json()["reason"]) == (400, "not-valid")
    assert stranger.status_code == 401
