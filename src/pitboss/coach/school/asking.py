"""Questions about a wager's movement, which several kinds of exercise ask in the same words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pitboss.coach.school.answers import CHIPS, fewest_chips
from pitboss.coach.school.exercise import SchoolItem
from pitboss.round.movement import TIP_BOX, Movement
from pitboss.rules import Cite, Outcome, Wager, money
from pitboss.rules.words import OUTCOMES as DOES
from pitboss.rules.words import RESULT_REASONS, note_words, result_words, wager_words

OUTCOMES: Final = (("win", "wins"), ("lose", "loses"), ("back", "goes back"))
YES_NO: Final = (("yes", "yes"), ("no", "no"))
_OUTCOME: Final = {
    Outcome.WIN: "win",
    Outcome.LOSE: "lose",
    Outcome.PUSH: "back",
    Outcome.RETURNED: "back",
    Outcome.VOID: "back",
}


def bet_words(move: Movement) -> str:
    """Name a wager at its seat: "seat 3's Blind", "seat 3's tip on Trips"."""
    name = wager_words(move.wager)
    return f"seat {move.seat}'s {f'tip on {name}' if move.tip else name}"


def move_id(move: Movement, what: str) -> str:
    """Return the id of a question about a movement."""
    return f"{move.seat}.{move.wager}{'.tip' if move.tip else ''}.{what}"


def asked(moves: Iterable[Movement]) -> tuple[Movement, ...]:
    """Leave out what is no wager of its own: Envy and limits."""
    return tuple(m for m in moves if m.wager not in (Wager.ENVY, Wager.LIMIT) and not m.tip)


def outcome_item(move: Movement) -> SchoolItem:
    """Ask what becomes of a wager."""
    return SchoolItem(
        id=move_id(move, "outcome"),
        asks=f"What becomes of {bet_words(move)}?",
        form="choice",
        key=(_OUTCOME[move.outcome],),
        right=result_words(move.outcome, move.why),
        choices=OUTCOMES,
        why=why_words(move),
        cite=move.cite,
    )


def amount_item(move: Movement) -> SchoolItem:
    """Ask what a wager brings its player: winnings, a loss with a minus, nothing for a push.

    The stake of a Progressive lies in the tray already, so of it is asked what is handed over.
    """
    if move.wager == Wager.PROGRESSIVE and not move.tip:
        return _handed_item(move)
    return SchoolItem(
        id=move_id(move, "amount"),
        asks=f"What does {bet_words(move)} win or lose? Write −5 for a loss, 0 if it goes back.",
        form="money",
        key=(str(move.net),),
        right=signed_money(move.net),
        why=why_words(move),
        cite=move.cite,
    )


def _handed_item(move: Movement) -> SchoolItem:
    handed = move.staked - move.taken + move.paid
    return SchoolItem(
        id=move_id(move, "handed"),
        asks=f"How much do you hand over for {bet_words(move)}? Its stake is in the tray.",
        form="money",
        key=(str(handed),),
        right=money(handed),
        why=f"{why_words(move)} {money(handed)} is handed over.",
        cite=move.cite,
    )


def chips_item(move: Movement) -> SchoolItem:
    """Ask for the chips of a payment; any chips of the right sum count."""
    parts = fewest_chips(move.paid) or ((CHIPS[-1], 0),)
    said = " ".join(f"{count}x{_chip(chip)}" for chip, count in parts)
    return SchoolItem(
        id=move_id(move, "chips"),
        asks=f"With which chips do you pay {bet_words(move)}? Write them like 2x25 1x5.",
        form="chips",
        key=(str(move.paid),),
        right=said,
        why=f"{why_words(move)} The fewest chips are {said}.",
        cite=move.cite,
    )


def money_item(item_id: str, asks: str, cents: int, cite: Cite, why: str = "") -> SchoolItem:
    """Ask for a sum."""
    return SchoolItem(item_id, asks, "money", (str(cents),), money(cents), why=why, cite=cite)


def yes_no_item(item_id: str, asks: str, cite: Cite, why: str = "", *, yes: bool) -> SchoolItem:
    """Ask for yes or no."""
    word = "yes" if yes else "no"
    return SchoolItem(item_id, asks, "choice", (word,), word, YES_NO, why, cite)


def why_words(move: Movement) -> str:
    """Say what became of a wager and by which odds, in one sentence."""
    odds = f" at {move.odds.replace(':', ' to ')}" if move.odds and move.paid else ""
    reason = RESULT_REASONS.get(move.why)
    said = f"{DOES[move.outcome][0]}{f', {reason}' if reason else ''}{odds}"
    if move.tip:
        return f"It {said}: {money(boxed(move))} goes into the tip box."
    note = note_words(move)
    return f"It {said}: {signed_money(move.net)}{f' ({note})' if note else ''}."


def boxed(tip: Movement) -> int:
    """Return what the tip box gets of a tip and its winnings."""
    return tip.paid + (tip.taken if tip.collector == TIP_BOX else 0)


def signed_money(cents: int) -> str:
    """Write a gain or a loss."""
    return f"+{money(cents)}" if cents > 0 else money(cents)


def _chip(chip: int) -> str:
    return f"{chip // 100}" if chip % 100 == 0 else f"{chip // 100}.{chip % 100:02d}"
