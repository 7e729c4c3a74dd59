"""Rounds in which seats bet Progressive, and what came of it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from pitboss.round.play import PlayedScript
from tests.round.described import described_table, settled

MD, SD = "maryland", "south-dakota"
ROYAL = "Th Jh Qh Kh Ah"  # everyone plays the board
FLUSHES = "5h 6h 7h Kc 2d"  # 8h 9h and 3h 4h each make a straight flush
HANDS = {1: "4s 5c", 2: "7s 8c", 4: "9s 9c", 5: "Js 6c"}
SEED = {"meter.seed": 10_000}
# So that the board alone can make a jackpot; such a wager returns a multiple of what is staked.
SEVEN = {"progressive.cards": "seven", "return.above_stake": True}
PMG = {"progressive": "PMG-01", **SEED, **SEVEN}
A = {"progressive": "A", **SEED, **SEVEN}
PLAYED = ["check", "check", "play 1x"]


def shared(
    place: str,
    bettors: dict[int, int],
    options: dict[str, Any],
    meters: dict[str, Any],
    *,
    board: str = ROYAL,
    hands: dict[int, str] | None = None,
) -> PlayedScript:
    """Settle a round in which these seats bet these dollars on Progressive; 0 is no such bet.

    All seven cards count unless the options say otherwise.
    """
    seats: dict[int, dict[str, Any]] = {}
    for seat, dollars in bettors.items():
        seats[seat] = {"cards": (hands or HANDS)[seat], "ante": 10, "acts": PLAYED}
        if dollars:
            seats[seat]["progressive"] = dollars
    return settled(
        described_table(
            place, seats, dealer="2c 3d", board=board, options={**SEVEN, **options}, meters=meters
        )
    )


def handed(played: PlayedScript, seat: int) -> Decimal:
    """Give what a seat was handed for its Progressive wager, in dollars."""
    assert played.round.settlement is not None
    mine = [m for m in played.round.settlement.of(seat) if m.wager == "progressive"]
    return Decimal(mine[0].staked + mine[0].net) / 100


def meter(played: PlayedScript, name: str = "main") -> Decimal | None:
    assert played.round.settlement is not None
    amount = played.round.settlement.meters[name]
    return None if amount is None else Decimal(amount.numerator) / amount.denominator / 100
