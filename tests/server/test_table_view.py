"""A view shows what its viewer may see, in full, and depends on nothing else."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from pitboss.cards import Card, card_text
from pitboss.history.moments import played_rounds, table_moments
from pitboss.history.results import seat_results
from pitboss.round import event as round_past
from pitboss.round.evolve import evolve
from pitboss.round.state import Phase, Void
from pitboss.round.view import Viewer, ViewerRole
from pitboss.rules import NO_CITE, SET_NAMES
from pitboss.server.history.replays import Telling, replay_of
from pitboss.server.views import table as show
from pitboss.server.views.face import face
from pitboss.server.wire import table as wire
from pitboss.table import Table, rules_of
from pitboss.table import event as past
from pitboss.table.view import view
from tests.audit.tables import regulars
from tests.audit.write import in_memory
from tests.server.rounds import Swap, random_rounds, unseen_pair

VIEWERS = (show.PUBLIC, *(Viewer(ViewerRole.SEAT, seat) for seat in range(1, 4)))


def shown(table: Table, viewer: Viewer, number: int = 1) -> bytes:
    """Everything of a table that goes to one viewer, as it is sent."""
    assert table.identity.rules is not None
    rules, seen = rules_of(table.identity.rules), view(table, viewer)
    hand = show.hand(table, seen, rules)
    made = face(
        table, seen, rules, number=number, hand=hand, last=hand, following=None, stopped=False
    )
    return msgspec.json.encode((made, show.choices(table, seen, rules), show.meters(table)))


def hand_of(table: Table, viewer: Viewer) -> wire.Hand:
    assert table.identity.rules is not None
    return show.hand(table, view(table, viewer), rules_of(table.identity.rules))


@pytest.mark.parametrize("rules", SET_NAMES)
def test_a_view_is_the_same_whatever_lies_face_down(rules: str) -> None:
    checked = 0
    for happened in random_rounds(rules, rounds=12, seed=5):
        table = happened.after
        if table.round is None:
            continue
        for viewer in VIEWERS:
            pair = unseen_pair(table, viewer, happened.number)
            other = Swap(*pair).table(table)

            assert shown(table, viewer) == shown(other, viewer), (happened.event, viewer)

            checked += 1
    assert checked > 500


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = show._named

    def leaky(cards: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[str, tuple[str, ...]]:
        return honest(cards, board)[0], tuple(map(card_text, leak))

    monkeypatch.setattr(show, "_named", leaky)
    different = 0
    for happened in random_rounds("maryland", rounds=4, seed=5):
        table = happened.after
        if table.round is not None and table.round.dealer:
            pair = unseen_pair(table, show.PUBLIC, happened.number)
            leak = table.round.dealer
            one = shown(table, show.PUBLIC)
            other = Swap(*pair).table(table)
            leak = other.round.dealer if other.round else ()
            different += one != shown(other, show.PUBLIC)

    assert different


def test_a_seat_sees_its_own_cards_and_nobody_else_does() -> None:
    found = 0
    for happened in random_rounds("maryland", rounds=6, seed=2):
        round_ = happened.after.round
        if round_ is None or round_.phase != Phase.DECIDING:
            continue
        for spot in round_.spots:
            mine = hand_of(happened.after, Viewer(ViewerRole.SEAT, spot.seat)).seats[spot.seat - 1]
            public = hand_of(happened.after, show.PUBLIC).seats[spot.seat - 1]

            assert mine.cards == tuple(map(card_text, spot.cards))
            assert public.cards == ()
            assert public.held == 2
            assert public.hand == ""

            found += 1
    assert found


def test_only_the_seat_that_is_asked_has_choices() -> None:
    asked = 0
    for happened in random_rounds("catfish-bend", rounds=4):
        if happened.after.identity.rules is None:
            continue
        turn, rules = (
            hand_of(happened.after, show.PUBLIC).turn,
            rules_of(happened.after.identity.rules),
        )
        for viewer in VIEWERS:
            has = bool(show.choices(happened.after, view(happened.after, viewer), rules))

            assert has == (turn is not None and viewer.seat == turn)

            asked += has
    assert asked


def test_nobody_is_shown_as_checked_in_a_void_round_that_nobody_acted_in() -> None:
    void = round_past.RoundVoided(Void(NO_CITE, (), NO_CITE))
    asked = next(
        happened.after
        for happened in random_rounds("maryland", rounds=1)
        if happened.after.round and happened.after.round.phase == Phase.DECIDING
    )
    assert asked.round is not None

    hand = hand_of(replace(asked, round=evolve(asked.round, void)), show.PUBLIC)

    assert hand.phase == "void"
    assert [seat.state for seat in hand.seats] == ["void"] * 3 + ["empty"] * 3


def test_face_down_cards_of_the_board_are_counted_and_not_named() -> None:
    boards = set()
    for happened in random_rounds("maryland", rounds=4):
        if happened.after.round is not None:
            board = hand_of(happened.after, show.PUBLIC).board
            boards.add((len(board), sum(card is None for card in board)))

    assert {(0, 0), (5, 5), (5, 2), (5, 0)} <= boards


def test_spots_and_moves_of_a_settled_round_tell_one_net() -> None:
    settled = 0
    for happened in random_rounds("south-dakota", rounds=10, seed=3):
        if not isinstance(happened.event, round_past.RoundSettled):
            continue
        hand = hand_of(happened.after, show.PUBLIC)
        for seat in hand.seats:
            if not seat.spots:
                continue
            moves = [m for m in hand.moves if m.seat == seat.seat and not m.tip]

            assert seat.net == sum(m.net for m in moves)
            spots = [m.net for m in moves if m.wager not in ("envy", "limit")]
            assert sum(spot.net for spot in seat.spots) == sum(spots)
            assert all(spot.outcome for spot in seat.spots)

            settled += 1
        assert all(m.text and m.clauses for m in hand.moves)
    assert settled


def test_the_best_five_of_a_shown_hand_are_among_its_cards_and_the_board() -> None:
    shown_hands = 0
    for happened in random_rounds("california", rounds=6):
        if isinstance(happened.event, round_past.RoundSettled):
            hand = hand_of(happened.after, show.PUBLIC)
            hands = [(one.cards, one.five, one.hand) for one in hand.seats]
            hands.append((hand.dealer.cards, hand.dealer.five, hand.dealer.hand))
            for cards, five, name in hands:
                if cards and len(cards) + len(hand.board) == 7:
                    assert len(five) == 5
                    assert name
                    assert set(five) <= {*cards, *hand.board}
                    shown_hands += 1
    assert shown_hands


def test_the_secret_is_told_only_when_it_was_revealed() -> None:
    secrets = []
    for happened in random_rounds("royal-caribbean", rounds=2):
        table = happened.after
        if table.shuffle.sealed is not None:
            assert table.shuffle.sealed.secret.hex() not in shown(table, show.PUBLIC).decode()
            assert table.shuffle.sealed.commitment.hex() in shown(table, show.PUBLIC).decode()
        if isinstance(happened.event, past.SecretRevealed):
            told = show.RevealedShuffle(happened.event.secret, {})
            assert happened.before.identity.rules is not None
            rules = rules_of(happened.before.identity.rules)
            seen = view(happened.before, show.PUBLIC)
            secrets.append(show.hand(happened.before, seen, rules, told=told).shuffle.secret)

    assert len(secrets) == 2
    assert all(len(secret) == 64 for secret in secrets)


def test_every_view_of_random_rounds_is_what_the_contract_says() -> None:
    for happened in random_rounds("maryland", rounds=2):
        if happened.after.identity.rules is not None:
            for viewer in VIEWERS:
                text = msgspec.json.encode(hand_of(happened.after, viewer))

                assert msgspec.json.decode(text, type=wire.Hand).round == happened.after.rounds


def test_a_seat_taken_over_after_the_round_shows_nothing_of_the_last_player() -> None:
    for happened in random_rounds("maryland", rounds=3, seed=8):
        table = happened.after
        if isinstance(happened.event, round_past.RoundSettled) and table.identity.rules is not None:
            other = replace(table.seats[1], player="Zoe")
            taken = replace(table, seats={**table.seats, 1: other})
            seen = view(taken, show.viewer_of(table, "Zoe"))
            hand = show.hand(taken, seen, rules_of(table.identity.rules), hidden=frozenset({1}))

            assert hand.seats[0].player == "Zoe"
            assert hand.seats[0].cards == ()
            assert hand.seats[0].spots == ()
            return
    raise AssertionError("no round was settled")


def test_the_net_on_the_felt_is_that_of_the_history_with_fees_and_bank() -> None:
    journal = in_memory(regulars(32, rounds=6, rules="california", name="T2"))
    fees = 0
    for played in played_rounds(table_moments(journal, "T2")):
        frames = replay_of(played, Telling("T2", 0)).frames
        seats = {seat.seat: seat for seat in frames[-1].hand.seats}
        for result in seat_results(played):
            shown = seats[result.chips.seat]
            assert (shown.net, shown.fee) == (result.net, result.fee)
            fees += result.fee

    assert fees > 0  # there were some to be shown
