"""Changes to what endings do to Ante, Blind and Play: unqualified dealer, ties, Blind's floor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Final

from pitboss.rules.cite import NO_CITE
from pitboss.rules.paytable import Odds
from pitboss.rules.ruleset import Consequence, Outcome, Wager

Consequences = Mapping[tuple[Wager, str], Consequence]

UNQUALIFIED: Final = "unqualified-"  # begins the name of an ending against such a dealer
SHOWDOWNS: Final = ("win", "tie", "lose")
_PUSH: Final = Consequence(Outcome.PUSH, by_paytable=False, odds=None, cite=NO_CITE)
_LOSE: Final = Consequence(Outcome.LOSE, by_paytable=False, odds=None, cite=NO_CITE)
_EVEN: Final = Consequence(Outcome.WIN, by_paytable=False, odds=Odds(1), cite=NO_CITE)


class UnqualifiedAnte(StrEnum):
    """What a dealer who does not qualify does to the Ante of a hand that was played."""

    PUSH = "push"  # it comes back, whoever has the better hand
    PLAYS = "plays"  # it is settled as if the dealer had qualified
    WINS = "wins"  # it is paid 1 to 1, whoever has the better hand
    PUSH_OR_LOSE = "push-or-lose"  # it comes back, but loses to a better hand


class Ties(StrEnum):
    """What two equal hands do to Ante, Blind and Play."""

    PUSH = "push"
    LOSE = "lose"
    WIN = "win"


class BelowFloor(StrEnum):
    """What a winning hand below the Blind's lowest line does to the Blind."""

    PUSH = "push"
    LOSE = "lose"
    EVEN = "even"  # it is paid 1 to 1


def changed(
    found: Consequences,
    *,
    below: BelowFloor | None,
    ties: Ties | None,
    unqualified: UnqualifiedAnte | None,
) -> Consequences:
    """Return what endings do with some of the three rules changed; None changes nothing."""
    found = found if below is None else {**found, **_below(found, below)}
    found = found if ties is None else {**found, **_ties(found, ties)}
    return found if unqualified is None else {**found, **_unqualified(found, unqualified)}


def _below(found: Consequences, below: BelowFloor) -> Consequences:
    rule = {BelowFloor.PUSH: _PUSH, BelowFloor.LOSE: _LOSE, BelowFloor.EVEN: _EVEN}[below]
    return {
        at: replace(was, below=rule)
        for at, was in found.items()
        if at[0] == Wager.BLIND and was.by_paytable
    }


def _ties(found: Consequences, ties: Ties) -> Consequences:
    """Return the ties; those of the Ante with an unqualified dealer belong to the other rule."""
    changes = {}
    for wager in (Wager.ANTE, Wager.BLIND, Wager.PLAY):
        for dealer in ("", *([] if wager == Wager.ANTE else [UNQUALIFIED])):
            won = found[wager, f"{dealer}win"]
            rules = {Ties.PUSH: _PUSH, Ties.LOSE: _LOSE, Ties.WIN: won}
            changes[wager, f"{dealer}tie"] = rules[ties]
    return changes


def _unqualified(found: Consequences, rule: UnqualifiedAnte) -> Consequences:
    plays = {ending: found[Wager.ANTE, ending] for ending in SHOWDOWNS}
    rules = {
        UnqualifiedAnte.PUSH: dict.fromkeys(SHOWDOWNS, _PUSH),
        UnqualifiedAnte.PLAYS: plays,
        UnqualifiedAnte.WINS: dict.fromkeys(SHOWDOWNS, _EVEN),
        UnqualifiedAnte.PUSH_OR_LOSE: {**dict.fromkeys(SHOWDOWNS, _PUSH), "lose": _LOSE},
    }
    return {(Wager.ANTE, f"{UNQUALIFIED}{end}"): what for end, what in rules[rule].items()}
