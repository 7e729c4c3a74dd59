"""Builds round files in tests, so that a test reads like the round it is about."""

from __future__ import annotations

from typing import Any

from pitboss.cli.settle import settle_text
from pitboss.round.play import PlayedScript, play
from pitboss.round.roundfile import script_from
from pitboss.rules.user_toml import Document

PLACES = ("maryland", "south-dakota", "california", "catfish-bend", "royal-caribbean")
WHAT_IF = "what_if"  # among options: they are asked for by name
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
        **_options(options or {}),
        "cards": {"dealer": dealer, "board": board, "six_card": box},
        "meters": meters or {},
        "seats": [{"seat": 2, "cards": player, "acts": list(acts), **(wagers or {"ante": 10})}],
    }
    if rules in PLAYER_DEALER:
        data["bank"] = {"seat": 1, "stake": stake}
    return data


def described_table(
    rules: str,
    seats: dict[int, dict[str, Any]],
    *,
    dealer: str = "",
    board: str = "",
    options: dict[str, Any] | None = None,
    box: str = "",
    meters: dict[str, Any] | None = None,
    bank: tuple[int, Any] = (3, 1_000_000),
    irregularities: tuple[dict[str, Any], ...] = (),
) -> dict[str, Any]:
    """Describe a round of several seats as the data of a round file; each seat is a table of it."""
    data: dict[str, Any] = {
        "rules": rules,
        **_options(options or {}),
        "cards": {"dealer": dealer, "board": board, "six_card": box},
        "meters": meters or {},
        "seats": [{"seat": seat, **entry} for seat, entry in seats.items()],
        "irregularities": list(irregularities),
    }
    if rules in PLAYER_DEALER:
        data["bank"] = {"seat": bank[0], "stake": bank[1]}
    return data


def what_if(options: dict[str, Any]) -> dict[str, Any]:
    """Ask for options that no table may play by, expressly."""
    return {**options, WHAT_IF: True}


def _options(given: dict[str, Any]) -> dict[str, Any]:
    plain = {key: value for key, value in given.items() if key != WHAT_IF}
    return {"options": plain, "what_if": WHAT_IF in given}


def settled(data: dict[str, Any]) -> PlayedScript:
    """Play a described round to its settlement."""
    return play(script_from(data, "test"))


def nets(played: PlayedScript, seat: int = 2) -> dict[str, int]:
    """Give what a seat gained or lost in cents, wager by wager."""
    assert played.round.settlement is not None
    found: dict[str, int] = {}
    for moved in played.round.settlement.of(seat):  # Envy may come from several hands
        found[moved.wager.value] = found.get(moved.wager.value, 0) + moved.net
    return found


def clauses(played: PlayedScript, seat: int = 2) -> dict[str, tuple[str, ...]]:
    """Give the clauses that decided a seat's wagers."""
    assert played.round.settlement is not None
    return {m.wager.value: m.cite.clauses for m in played.round.settlement.of(seat)}


def outcomes(played: PlayedScript, seat: int = 2) -> dict[str, str]:
    """Give the outcomes of a seat's wagers."""
    assert played.round.settlement is not None
    return {m.wager.value: m.outcome.value for m in played.round.settlement.of(seat)}


def order_of(played: PlayedScript) -> list[str]:
    """Give seats and wagers in the order in which they were settled."""
    assert played.round.settlement is not None
    return [f"{m.seat} {m.wager.value}" for m in played.round.settlement.movements]


def notices(played: PlayedScript) -> list[str]:
    """Give the kinds of the notices."""
    assert played.round.settlement is not None
    return [notice.kind for notice in played.round.settlement.notices]


def document_of(text: str) -> Document:
    """Settle the text of a round file and give its JSON document."""
    return settle_text(text, "test").document
