"""The settlement in a table's log: the dealer's hand, then a line for each seat and its wagers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from pitboss.audit.replay.words import who
from pitboss.cards import hand_name
from pitboss.pit.live import Happened
from pitboss.round.movement import Movement, Settlement
from pitboss.rules import NO_CITE, Cite, Outcome, Rules, Wager, money
from pitboss.server.live.phrases import WAGERS, dealer_word

Told = tuple[str, int | None, Cite]
TOGETHER: Final = (Wager.ANTE, Wager.BLIND, Wager.PLAY)  # one line; each side wager has its own
MINUS: Final = "−"


def settled_lines(happened: Happened, settlement: Settlement, rules: Rules) -> Iterator[Told]:
    """Say who won what and by which clauses, in the order of the settlement."""
    if settlement.void:
        yield "the round is settled as void", None, NO_CITE
    elif settlement.dealer is not None:
        word = "qualifies" if settlement.qualifies else "does not qualify"
        text = f"{dealer_word(rules)} {word}: {hand_name(settlement.dealer)}"
        yield text, None, rules.set.cite("cards.qualifies")
    for (seat, _, tip), group in groupby(settlement.movements, _group):
        moves = list(group)
        cite = NO_CITE
        for move in moves:
            cite += move.cite
        for_dealer = " for the dealer" if tip else ""
        words = ", ".join(_words(move) for move in _merged(moves))
        yield f"{who(happened.before, seat)} {words}{for_dealer}", seat, cite


def _group(move: Movement) -> tuple[int, str, bool]:
    return move.seat, "" if move.wager in TOGETHER else move.wager.value, move.tip


def _merged(moves: Sequence[Movement]) -> Iterator[tuple[Wager, Outcome, int]]:
    """Add up what follows one another on the same wager, as Envy from several hands."""
    for (wager, outcome), same in groupby(moves, lambda move: (move.wager, move.outcome)):
        yield wager, outcome, sum(move.net for move in same)


def _words(move: tuple[Wager, Outcome, int]) -> str:
    wager, outcome, net = move
    if net:
        return f"{WAGERS[wager]} {'+' if net > 0 else MINUS}{short_money(abs(net))}"
    return f"{WAGERS[wager]} {'push' if outcome == Outcome.PUSH else 'back'}"


def short_money(cents: int) -> str:
    """Write a sum without cents where there are none.

    >>> short_money(1000), short_money(1250)
    ('$10', '$12.50')
    """
    return money(cents).removesuffix(".00")
