"""Closed sets of words on the wire that no enum of the core has; the client gets them as unions."""

from __future__ import annotations

from typing import Literal

from pitboss.coach.school import answers
from pitboss.coach.school.stakes import SchoolLevel as SchoolLevel
from pitboss.coach.training import DrillKind as DrillKind
from pitboss.coach.training import SpotAsks as SpotAsks
from pitboss.round import state as round_state

HandPhase = Literal[
    "bets", "locked", "deal", "flop", "river", "showdown", "jackpot", "settled", "void"
]
SeatState = Literal["empty", round_state.SpotState]
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
SchoolForm = answers.Form

# Whether the choices of a hand have been priced; some cannot be counted, some have none to make.
HandPriced = Literal["priced", "no-choice", "left-out", "not-yet"]
