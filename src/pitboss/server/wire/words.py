"""Closed sets of words on the wire that no enum of the core has; the client gets them as unions."""

from __future__ import annotations

from typing import Literal

HandPhase = Literal[
    "bets", "locked", "deal", "flop", "river", "showdown", "jackpot", "settled", "void"
]
SeatState = Literal[
    "empty",
    "waiting",
    "betting",
    "banking",
    "to-act",
    "acting",
    "checked",
    "played",
    "folded",
    "dead",
    "void",
    "settled",
]
ShownStanding = Literal["new", "closed", "open", "paused", "idle", "held", "stopped"]
ChoiceWord = Literal["check", "play", "fold"]
TableKind = Literal["public", "private", "solo"]
AlertKind = Literal[
    "jackpot",
    "notice",
    "refused",
    "told",
    "deck-change",
    "stopped",
    "device",
    "paused",
    "checklist",
]
FieldKind = Literal["choice", "number", "flag"]
