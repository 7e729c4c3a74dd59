"""A played round: every decision of a seat as it saw it, and its result taken apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from pitboss.coach import review as coach_review
from pitboss.coach.review import MadeDecision, decisions_of, review, seat_round
from pitboss.coach.situation import situation_of
from pitboss.history.moments import PlayedRound, played_rounds, table_moments
from pitboss.history.results import seat_results
from pitboss.odds import Game, affordable_game, game_of, solved
from pitboss.pit.replica import Moment
from pitboss.round import Round
from pitboss.round import event as round_past
from pitboss.round.view import RoundView, Viewer, ViewerRole, view
from pitboss.rules import SET_NAMES, Chips, Rules, Wager, in_force, rule_set
from pitboss.table import Table, rules_of
from tests.audit.tables import regulars
from tests.audit.write import in_memory
from tests.server.rounds import Swap, random_rounds, unseen_pair

CHOICES = round_past.Checked | round_past.Folded | round_past.PlayPlaced


def rounds_of(rules: str, rounds: int = 4, seed: int = 3) -> Iterator[PlayedRound]:
    journal = in_memory(regulars(seed, rounds=rounds, rules=rules, seats=3))
    return played_rounds(table_moments(journal, "T1"))


@pytest.mark.slow
@pytest.mark.parametrize("rules", SET_NAMES)
def test_the_parts_of_a_round_add_up_to_what_it_brought(rules: str) -> None:
    priced = 0
    for played in rounds_of(rules):
        game = game_of(played.rules)
        for result in seat_results(played):
            seat = result.chips.seat
            found = review(seat_round(played.moments, seat, played.rules, game))
            if found.split is None:
                assert found.decisions == ()
                continue
            split = found.split
            priced += len(found.decisions)

            assert split.before + split.luck - split.cost + split.others == split.net
            assert split.net == result.net
            assert split.before == solved(game.numbers()).ev * played_ante(played, seat)
            assert split.cost == found.cost_cents
            assert all(one.cost >= 0 for one in found.decisions)
    assert priced > 10


def played_ante(played: PlayedRound, seat: int) -> int:
    spot = played.last.spot(seat)
    return spot.on(Wager.ANTE) if spot else 0


def test_decisions_are_those_that_the_seat_made_in_their_order() -> None:
    for played in rounds_of("maryland"):
        game = game_of(played.rules)
        for spot in played.last.spots:
            made = tuple(decisions_of(played.moments, spot.seat, played.rules, game))
            acts = [
                moment.number
                for moment in played.moments
                if isinstance(moment.event, CHOICES) and moment.event.seat == spot.seat
            ]

            assert [one.event for one in made] == acts
            assert all(one.situation.hole == spot.cards for one in made)
            boards = [len(one.situation.board) for one in made]
            assert boards == sorted(boards)
            if spot.times:
                assert made[-1].chosen == f"{spot.times}x"


def test_chips_that_are_short_at_the_decision_bound_the_choices() -> None:
    moment, seat = next(asked_moments("maryland"))
    spot = round_at(moment.before).spot(seat)
    assert spot is not None
    ante = spot.on(Wager.ANTE)
    poor = replace(moment.before.seats[seat], chips=Chips(3 * ante))
    before = replace(moment.before, seats={**moment.before.seats, seat: poor})
    game = game_of(rules_at(before))

    (made,) = decisions_of([replace(moment, before=before)], seat, rules_at(before), game)

    assert made.situation.payable == affordable_game(game.numbers(), ante=ante, chips=3 * ante)
    assert made.situation.payable.deal == (3,)


def test_a_card_set_aside_counts_as_seen() -> None:
    moment, seat = next(asked_moments("maryland"))
    round_ = round_at(moment.before)
    aside = replace(round_, set_aside=round_.stub[-1:], stub=round_.stub[:-1])
    before = replace(moment.before, round=aside)
    rules = rules_at(before)

    (made,) = decisions_of([replace(moment, before=before)], seat, rules, game_of(rules))

    assert made.situation.dead == round_.stub[-1:]


def test_a_decision_of_the_clock_is_marked() -> None:
    moment, seat = next(asked_moments("maryland"))
    clock = replace(moment.before.clock, timed_out=seat)
    late = replace(moment, before=replace(moment.before, clock=clock))
    rules = rules_at(moment.before)

    made = [next(decisions_of([m], seat, rules, game_of(rules))) for m in (moment, late)]

    assert [one.by_clock for one in made] == [False, True]


# -- secrecy --------------------------------------------------------------------------------------


def asked_moments(rules: str, rounds: int = 6, seed: int = 5) -> Iterator[tuple[Moment, int]]:
    """Go over the choices of random bots, each with its seat."""
    for moment in random_rounds(rules, rounds=rounds, seed=seed):
        if isinstance(moment.event, CHOICES):
            yield moment, moment.event.seat


def rules_at(table: Table) -> Rules:
    assert table.identity.rules is not None
    return rules_of(table.identity.rules)


def round_at(table: Table) -> Round:
    assert table.round is not None
    return table.round


@cache
def _game(rules: str) -> Game:
    return game_of(in_force(rule_set(rules)))


def usual(rules: Rules) -> Game:
    """The base game, which random bots always play as it is by default."""
    return _game(rules.set.name)


def known_by(moment: Moment, seat: int, table: Table) -> tuple[MadeDecision, ...]:
    """What the coach is told of a decision at a table."""
    rules = rules_at(table)
    return tuple(decisions_of([replace(moment, before=table)], seat, rules, usual(rules)))


def test_the_coach_knows_the_same_whatever_lies_face_down() -> None:
    checked = 0
    for rules in SET_NAMES:
        for moment, seat in asked_moments(rules):
            viewer = Viewer(ViewerRole.SEAT, seat)
            for salt in range(3):
                other = Swap(*unseen_pair(moment.before, viewer, moment.number + salt))
                mine = known_by(moment, seat, moment.before)

                assert mine
                assert mine == known_by(moment, seat, other.table(moment.before))

                checked += 1
    assert checked > 200


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def shows_all(round_: Round, viewer: Viewer, rules: Rules) -> RoundView:
        return replace(view(round_, viewer, rules), dealer=round_.dealer)

    monkeypatch.setattr(coach_review, "view", shows_all)
    different = 0
    for moment, seat in asked_moments("maryland"):
        viewer = Viewer(ViewerRole.SEAT, seat)
        for salt in range(8):
            swap = Swap(*unseen_pair(moment.before, viewer, moment.number + salt))
            other = known_by(moment, seat, swap.table(moment.before))
            different += known_by(moment, seat, moment.before) != other

    assert different


def test_a_seat_that_is_not_asked_has_no_situation() -> None:
    moment, seat = next(asked_moments("maryland"))
    round_, rules = round_at(moment.before), rules_at(moment.before)
    others = [spot.seat for spot in round_.spots if spot.seat != seat]

    for other in (*others, 99):
        seen = view(round_, Viewer(ViewerRole.SEAT, other), rules)
        assert situation_of(seen, other, game_of(rules), 100_000) is None


def test_a_view_that_does_not_show_the_cards_makes_no_situation() -> None:
    moment, seat = next(asked_moments("maryland"))
    rules = rules_at(moment.before)

    public = view(round_at(moment.before), Viewer(ViewerRole.PUBLIC), rules)

    assert situation_of(public, seat, game_of(rules), 100_000) is None
