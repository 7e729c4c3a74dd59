"""Bots play whole rounds of every place, by what their seat sees and by nothing else."""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import replace

import pytest

from pitboss.cards import DECK, Card, parse_cards
from pitboss.pit.bots import Bot, Style
from pitboss.round import Broken, Round
from pitboss.round.legal import LegalAction
from pitboss.round.state import Phase
from pitboss.round.view import RoundView, SpotView
from pitboss.rules import SET_NAMES, Chips, Street, Wager, in_force, rule_set
from tests.pit.bots.seated import Seated, play, seated, sit

MARYLAND = in_force(rule_set("maryland"))
RICH = Chips(1_000_000)
ALL = (Style.OPTIMAL, Style.SIMPLE, Style.TIMID, Style.RANDOM, Style.OPTIMAL, Style.RANDOM)


def spot_view(cards: str, board: str = "", dead: str = "", ante: int = 500) -> RoundView:
    """Show a seat its two cards at its turn, with every choice of the street."""
    street, raises = {
        0: (Street.DEAL, (4, 3)),
        3: (Street.FLOP, (2,)),
        5: (Street.RIVER, (1,)),
    }[len(board.split())]
    offered = [LegalAction(1, "play", n, Chips(n * ante)) for n in raises]
    wagers = {Wager.ANTE: Chips(ante), Wager.BLIND: Chips(ante)}
    own = SpotView(1, wagers, {}, 2, parse_cards(cards), "", 0, folded=False, dead=False)
    return RoundView(
        phase=Phase.DECIDING, street=street, spots=(own,), bank=None, board=parse_cards(board),
        dealer=(), dealer_held=2, dealer_hand="", box=(), set_aside=parse_cards(dead), turn=1,
        choices=(*offered, LegalAction(1, "fold" if street == Street.RIVER else "check")),
    )  # fmt: skip


def chosen(style: Style, seen: RoundView, chips: int = RICH) -> str:
    choice = Bot("b", style).choose(seen, MARYLAND, Chips(chips), random.Random(1).randrange)
    return f"{choice.times}x" if choice.word == "play" else choice.word


@pytest.mark.parametrize("place", SET_NAMES)
def test_a_table_of_bots_plays_round_after_round_without_a_refusal(place: str) -> None:
    rules = in_force(rule_set(place))
    settled = 0
    for seed in range(12):
        found = play(sit(rules, seated(*ALL), seed))
        settled += found.table.round.phase == Phase.SETTLED

    assert settled == 12


def _hidden_shuffled(found: Seated, seat: int, chance: random.Random) -> Round:
    """Give the same round with every card that the seat does not see dealt otherwise."""
    round_ = found.table.round
    mine = next(spot for spot in round_.spots if spot.seat == seat)
    known = {*mine.cards, *round_.board[: round_.turned], *round_.set_aside}
    rest: list[Card] = [card for card in DECK if card not in known]
    chance.shuffle(rest)

    def drawn(count: int) -> tuple[Card, ...]:
        return tuple(rest.pop() for _ in range(count))

    others = tuple(
        spot if spot.seat == seat else replace(spot, cards=drawn(len(spot.cards)))
        for spot in round_.spots
    )
    unseen = len(round_.board) - round_.turned
    return replace(
        round_,
        spots=others,
        dealer=drawn(len(round_.dealer)),
        board=(*round_.board[: round_.turned], *drawn(unseen)),
        stub=drawn(len(round_.stub)),
    )


@pytest.mark.parametrize("place", SET_NAMES)
def test_cards_that_a_seat_cannot_see_change_nothing(place: str) -> None:
    rules = in_force(rule_set(place))
    chance = random.Random(5)
    for seed in range(6):
        found = play(sit(rules, seated(*ALL), seed))
        # Every state in which a seat was asked, again with other hidden cards.
        asked = [r for r in found.table.states if r.phase == Phase.DECIDING]
        for state in asked:
            found.table.round = state
            seat = found.seen_by(0).turn
            if seat is None:
                continue
            bot, before = found.bots[seat], found.seen_by(seat)
            found.table.round = _hidden_shuffled(found, seat, chance)
            after = found.seen_by(seat)

            first = bot.choose(before, rules, RICH, random.Random(seed).randrange)

            assert bot.choose(after, rules, RICH, random.Random(seed).randrange) == first


@pytest.mark.parametrize(
    ("cards", "board", "optimal", "simple", "timid"),
    [
        ("As Kd", "", "4x", "4x", "check"),
        ("3s 3d", "", "4x", "4x", "check"),
        ("2s 2d", "", "check", "check", "check"),
        ("Ks 4d", "", "check", "check", "check"),
        ("Qs 5d", "Ac Kh As", "2x", "check", "2x"),  # on no list, and still worth a raise
        ("2d 4s", "7c 4c Tc", "check", "2x", "check"),  # a hidden pair, too weak on this flop
        ("Js 4d", "3c 7d 9h", "check", "check", "check"),
        ("Js 4d", "3c 7d 9h Kc Qh", "1x", "1x", "1x"),
        ("2s 3d", "5c 7d 9h Kc Qh", "fold", "fold", "fold"),
    ],
)
def test_each_style_plays_its_strategy(
    cards: str, board: str, optimal: str, simple: str, timid: str
) -> None:
    seen = spot_view(cards, board)

    assert chosen(Style.OPTIMAL, seen) == optimal
    assert chosen(Style.SIMPLE, seen) == simple
    assert chosen(Style.TIMID, seen) == timid


def test_cards_set_aside_are_taken_into_account_by_the_optimal_bot_alone() -> None:
    cards, board, small = "Js 4d", "3c 7d 9h Kc Qh", "2c 2d 2h 5c 5d 5h"

    assert chosen(Style.OPTIMAL, spot_view(cards, board, small)) == "fold"
    assert chosen(Style.TIMID, spot_view(cards, board, small)) == "1x"


@pytest.mark.parametrize(
    ("style", "cards", "chips", "made"),
    [
        (Style.OPTIMAL, "As Kd", 1_999, "3x"),
        (Style.OPTIMAL, "Ks 5d", 1_999, "check"),  # 4x is best, but 3x is worth less than a check
        (Style.SIMPLE, "As Kd", 1_999, "3x"),
        (Style.OPTIMAL, "As Kd", 1_499, "check"),
        (Style.SIMPLE, "As Kd", 1_499, "check"),
        (Style.RANDOM, "As Kd", 0, "check"),
    ],
)
def test_a_raise_that_cannot_be_paid_is_not_made(
    style: Style, cards: str, chips: int, made: str
) -> None:
    assert chosen(style, spot_view(cards), chips) == made


def test_random_bots_make_every_choice_there_is() -> None:
    seen = spot_view("As Kd")
    chance = random.Random(3).randrange
    made = {Bot("b", Style.RANDOM).choose(seen, MARYLAND, RICH, chance) for _ in range(60)}

    assert made == set(seen.choices)


def test_a_bot_that_is_not_asked_or_sees_no_cards_is_our_own_mistake() -> None:
    seen = spot_view("As Kd")
    for wrong in (replace(seen, choices=()), replace(seen, spots=())):
        with pytest.raises(Broken, match="a bot was asked to choose"):
            chosen(Style.OPTIMAL, wrong)


def test_a_bot_is_marked_as_one() -> None:
    assert Bot("Ada", Style.TIMID).label == "Ada (bot, timid)"


def test_random_bots_load_no_compiled_code() -> None:
    script = (
        "import sys\n"
        "from pitboss.pit.bots import Bot, Style\n"
        "from pitboss.rules import in_force, rule_set\n"
        "Bot('b', Style.RANDOM).prepare(in_force(rule_set('maryland')))\n"
        "sys.exit('numba' in sys.modules or 'numpy' in sys.modules)\n"
    )

    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
