"""The settlement in a table's log: the dealer's hand, then a line for each seat and its wagers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from pitboss.cards import hand_name
from pitboss.history.narration import who
from pitboss.pit.replica import Moment
from pitboss.round.movement import Movement, Settlement
from pitboss.round.rack import RackedHand, settled_in_order
from pitboss.rules import NO_CITE, Cite, Outcome, Rules, Wager
from pitboss.rules.words import WAGERS
from pitboss.server.views.phrases import dealer_word, short_money, tip_words

SettledLine = tuple[str, int | None, Cite]
TOGETHER: Final = (Wager.ANTE, Wager.BLIND, Wager.PLAY)  # one line; each side wager has its own
BACK: Final = (Outcome.VOID, Outcome.RETURNED)
MINUS: Final = "−"


def settled_lines(happened: Moment, settlement: Settlement, rules: Rules) -> Iterator[SettledLine]:
    """Yield who won what and by which clauses, in the order of the settlement."""
    if settlement.void:
        yield _void(settlement), None, NO_CITE
    elif settlement.dealer is not None:
        word = "qualifies" if settlement.qualifies else "does not qualify"
        text = f"{dealer_word(rules)} {word}: {hand_name(settlement.dealer)}"
        yield text, None, rules.set.cite("cards.qualifies")
    at_turn = rules.fact("settlement.rack") == "at-turn" and not settlement.void
    groups = [list(same) for _, same in groupby(settled_in_order(settlement, rules), _group)]
    racked: list[int] = []  # whose hands are collected, in this order
    for group in groups:
        moves = [act for act in group if isinstance(act, Movement)]
        seat = group[0].seat
        if not moves:
            racked.append(seat)
            continue
        cite = NO_CITE
        for move in moves:
            cite += move.cite
        tips = moves[0].tip
        words = ", ".join(map(tip_words, moves)) if tips else _told(list(_merged(moves)))
        yield f"{who(happened.before, seat)} {words}", seat, cite
    if racked:
        each, after = (
            "each hand goes to the rack as it is settled",
            "hands go to the rack at the end",
        )
        seats = "seat" if len(racked) == 1 else "seats"
        text = f"{each if at_turn else after}: {seats} {', '.join(map(str, racked))}"
        yield text, None, rules.set.cite("settlement.rack")


def _group(act: Movement | RackedHand) -> tuple[int, str, bool]:
    if isinstance(act, RackedHand):
        return act.seat, "rack", False
    return act.seat, "" if act.wager in TOGETHER else act.wager.value, act.tip


def _merged(moves: Sequence[Movement]) -> Iterator[tuple[Wager, Outcome, int]]:
    """Add up movements in a row on the same wager, as Envy from several hands."""
    for (wager, outcome), same in groupby(moves, lambda move: (move.wager, move.outcome)):
        yield wager, outcome, sum(move.net for move in same)


def _void(settlement: Settlement) -> str:
    """Write the line of a void round; what was still played follows in lines of its own."""
    back = all(move.outcome in BACK for move in settlement.movements)
    return "round void, bets returned" if back else "round void"


def _told(moves: Sequence[tuple[Wager, Outcome, int]]) -> str:
    """Write what each wager came to; those that were returned stand together at the end."""
    parts = [_words(move) for move in moves if not _is_back(move)]
    names = [WAGERS[wager] for wager, *_ in filter(_is_back, moves)]
    listed = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    return ", ".join([*parts, f"{listed} returned"] if names else parts)


def _is_back(move: tuple[Wager, Outcome, int]) -> bool:
    _, outcome, net = move
    return net == 0 and outcome != Outcome.PUSH


def _words(move: tuple[Wager, Outcome, int]) -> str:
    wager, _, net = move
    if not net:
        return f"{WAGERS[wager]} push"
    return f"{WAGERS[wager]} {'+' if net > 0 else MINUS}{short_money(abs(net))}"
