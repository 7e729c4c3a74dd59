"""Somebody takes a seat, for tests that play."""

from __future__ import annotations

from tests.server.players import Player


def seated(player: Player, seat: int, chips: int = 50_000) -> Player:
    player.must("sit", seat=seat, chips=chips)
    return player
