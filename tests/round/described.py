"""Builds round files in tests, so that a test reads like the round it is about."""

from __future__ import annotations

from typing import Any

from pitboss.cli.settle import settle_text
from pitboss.reports.settlement import Document
from pitboss.round.play import Played, play
from pitboss.round.roundfile import script_from

PLACES = ("maryland", "south-dakota", "california", "catfish-bend", "royal-caribbean")
PLAYER_DEALER = ("california", "royal-caribbean")


def described(
    rules: str,
    *,
    player: str,
    dealer: str,
    board: str,
    acts: tuple[str, ...] = ("check", "check", "play 1x"),
    options: dict[str, Any] | None = None,
    box: str = "",
    meters: dict[str, Any] | None = None,
    stake: int = 1_000_000,
    **wagers: Any,
) -> dict[str, Any]:
    """Describe a round with one player at seat 2 as the data of a round file."""
    data: dict[str, Any] = {
        "rules": rules,
        "options": options or {},
        "cards": {"dealer": dealer, "board": board, "six_card": box},
        "meters": meters or {},
        "seats": [{"seat": 2, "cards": player, "acts": list(acts), **(wagers or {"ante": 10})}],
    }
    if rules in PLAYER_DEALER:
        data["bank"] = {"seat": 1, "stake": stake}
    return data


def settled(data: dict[str, Any]) -> Played:
    """Play a described round to its settlement."""
    return play(script_from(data, "test"))


def nets(played: Played, seat: int = 2) -> dict[str, int]:
    """Give what a seat gained or lost in cents, wager by wager."""
    assert played.round.settlement is not None
    return {m.wager.value: m.net for m in played.round.settlement.of(seat)}


def clauses(played: Played, seat: int = 2) -> dict[str, tuple[str, ...]]:
    """Give the clauses that decided a seat's wagers."""
    assert played.round.settlement is not None
    return {m.wager.value: m.cite.clauses for m in played.round.settlement.of(seat)}


def outcomes(played: Played, seat: int = 2) -> dict[str, str]:
    """Give the outcomes of a seat's wagers."""
    assert played.round.settlement is not None
    return {m.wager.value: m.outcome.value for m in played.round.settlement.of(seat)}


def document_of(text: str) -> Document:
    """Settle the text of a round file and give its JSON document."""
    return settle_text(text, "test").document
