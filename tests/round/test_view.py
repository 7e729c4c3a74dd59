"""No view holds a card its viewer may not know yet, nor anything from which one follows."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import DECK, Card
from pitboss.round import Refusal, Round, decide, evolve
from pitboss.round import command as ask
from pitboss.round.state import Phase
from pitboss.round.view import RoundView, Viewer, ViewerRole, view
from pitboss.rules import BY_PAYTABLE, SET_NAMES, Rules
from tests.examples import examples
from tests.round.felt import Felt
from tests.round.rounds import opened, play_on, random_rules

SEEDS = st.integers(0, 2**40)
STAFF_AND_PUBLIC = tuple(
    Viewer(role) for role in (ViewerRole.DEALER, ViewerRole.FLOOR, ViewerRole.PUBLIC)
)


def played(seed: int) -> tuple[Rules, list[ask.Command]]:
    """Play a random round and give back the commands that were obeyed, in order."""
    chance = random.Random(seed)
    rules = random_rules(chance)
    table = opened(chance, rules)
    for _ in play_on(table, trouble=0.1):
        pass
    return rules, table.obeyed


def views_of(
    rules: Rules, commands: list[ask.Command], viewer: Viewer
) -> tuple[list[RoundView], list[Round]]:
    round_ = Round()
    views, rounds = [], []
    for command in commands:
        decision = decide(round_, command, rules)
        assert not isinstance(decision, Refusal), (command, decision)
        for event in decision:
            round_ = evolve(round_, event)
        views.append(view(round_, viewer, rules))
        rounds.append(round_)
    return views, rounds


def cards_in(shown: RoundView) -> set[Card]:
    cards = {*shown.board, *shown.dealer, *shown.box, *shown.set_aside}
    return cards | {card for spot in shown.spots for card in spot.cards}


def told_by_results(round_: Round) -> set[Card]:
    """A settled side wager tells how it ended even where its hand stays down; no leak."""
    if round_.phase != Phase.SETTLED:
        return set()
    told = [s for s in round_.spots if any(s.on(wager) for wager in BY_PAYTABLE)]
    return {card for spot in told for card in spot.cards}


def viewers(round_: Round) -> list[Viewer]:
    return [*STAFF_AND_PUBLIC, *(Viewer(ViewerRole.SEAT, spot.seat) for spot in round_.spots)]


@given(seed=SEEDS, cut=st.floats(0, 1), shuffle=SEEDS)
@settings(max_examples=examples(300))
def test_the_cards_a_viewer_does_not_know_could_be_any_others(
    seed: int, cut: float, shuffle: int
) -> None:
    """Swap every unknown card for another: all views up to this moment stay the same."""
    rules, commands = played(seed)
    upto = 1 + int(cut * (len(commands) - 1))
    declared = [command for command in commands if isinstance(command, ask.Declare)]
    known_to_all = {card for command in declared for card in command.cards}
    _, rounds = views_of(rules, commands[:upto], STAFF_AND_PUBLIC[0])

    for viewer in viewers(rounds[-1]):
        views, _ = views_of(rules, commands[:upto], viewer)
        known = set().union(*map(cards_in, views)) | known_to_all | told_by_results(rounds[-1])
        other_deck = _swapped(known, shuffle)
        others = [_with_deck(command, other_deck) for command in commands[:upto]]
        if rounds[-1].phase != Phase.SETTLED:
            others = [c for c in others if not isinstance(c, ask.Validate)]
            pairs = zip(views, commands, strict=False)
            views = [shown for shown, c in pairs if not isinstance(c, ask.Validate)]
        other_views, _ = views_of(rules, others, viewer)
        assert other_views == views, viewer


def _swapped(known: set[Card], seed: int) -> dict[Card, Card]:
    unknown = [card for card in DECK if card not in known]
    shuffled = unknown.copy()
    random.Random(seed).shuffle(shuffled)
    return {**{card: card for card in known}, **dict(zip(unknown, shuffled, strict=True))}


def _with_deck(command: ask.Command, other: dict[Card, Card]) -> ask.Command:
    if isinstance(command, ask.LoadDeck):
        return replace(command, cards=tuple(other[card] for card in command.cards))
    return command


def may_know(round_: Round, viewer: Viewer) -> set[Card]:
    """Say in plain words who may know which card before a round is settled."""
    public = {*round_.board[: round_.turned], *round_.set_aside}
    if round_.revealed:
        public |= {*round_.dealer, *round_.box}
    own = [spot for spot in round_.spots if viewer == Viewer(ViewerRole.SEAT, spot.seat)]
    deal_is_out = round_.phase not in (Phase.NEW, Phase.BETTING, Phase.LOCKED, Phase.DEALING)
    return public | ({*own[0].cards} if own and deal_is_out else set())


@given(seed=SEEDS)
@settings(max_examples=examples(150))
def test_nobody_sees_more_than_the_turned_cards_and_their_own_before_the_end(
    seed: int,
) -> None:
    rules, commands = played(seed)
    _, rounds = views_of(rules, commands, STAFF_AND_PUBLIC[2])

    for round_ in rounds:
        for viewer in viewers(round_):
            seen = cards_in(view(round_, viewer, rules))
            if round_.phase in (Phase.DECIDING, Phase.TURNING, Phase.REVEALING):
                assert seen == may_know(round_, viewer)
            elif round_.phase != Phase.SETTLED:
                assert seen <= may_know(round_, viewer)


@given(seed=SEEDS)
@settings(max_examples=examples(100))
def test_a_settled_round_never_turns_up_a_hand_that_merely_folded(seed: int) -> None:
    rules, commands = played(seed)
    _, rounds = views_of(rules, commands, STAFF_AND_PUBLIC[2])

    shown = view(rounds[-1], Viewer(ViewerRole.PUBLIC), rules)

    for spot, seen in zip(rounds[-1].spots, shown.spots, strict=True):
        if spot.folded and not any(spot.on(wager) for wager in BY_PAYTABLE):
            assert seen.cards == ()


@given(seed=SEEDS)
@settings(max_examples=examples(60))
def test_choices_are_shown_to_the_seat_that_is_asked_and_to_no_other_seat(seed: int) -> None:
    rules, commands = played(seed)
    _, rounds = views_of(rules, commands, STAFF_AND_PUBLIC[2])

    for round_ in rounds:
        for spot in round_.spots:
            shown = view(round_, Viewer(ViewerRole.SEAT, spot.seat), rules)
            assert bool(shown.choices) == (shown.turn == spot.seat)
        assert view(round_, Viewer(ViewerRole.PUBLIC), rules).choices == ()


@pytest.mark.parametrize("place", SET_NAMES)
def test_cards_are_dealt_face_down_and_each_seat_looks_at_its_own(place: str) -> None:
    felt = Felt(place).bet(1, 4).at("deal")

    for viewer in viewers(felt.round):
        shown = {spot.seat: spot.cards for spot in view(felt.round, viewer, felt.rules).spots}
        own = {s.seat: s.cards if s.seat == viewer.seat else () for s in felt.round.spots}
        assert shown == own, viewer


@pytest.mark.parametrize("place", SET_NAMES)
def test_hands_that_played_are_turned_face_up_and_folded_ones_are_not(place: str) -> None:
    felt = Felt(place).bet(1, 4).at("river")
    felt.act(1, "fold")
    felt.act(4, "1x")

    felt.finish()

    shown = {
        spot.seat: spot.cards for spot in view(felt.round, STAFF_AND_PUBLIC[2], felt.rules).spots
    }
    assert shown == {1: (), 4: felt.round.spots[1].cards}
