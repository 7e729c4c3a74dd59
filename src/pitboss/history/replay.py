"""Replays of a round: its steps, its people and their chips, what was proven and what moved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from pitboss.history.moments import PlayedRound, StoredMoment, played_rounds
from pitboss.history.narration import said, source_of
from pitboss.history.results import ChipsInRound, chips_in_round
from pitboss.history.shuffle_proof import ShuffleProof, shuffle_proof
from pitboss.history.viewer import NO_CARDS, SeenCards, Viewpoint, cards_seen, seen_round
from pitboss.ledger import Transfer, transfers
from pitboss.round import Round
from pitboss.round.view import ViewerRole
from pitboss.rules import Cite
from pitboss.table import event as past

ROUND_MAX: Final = 2**63 - 1


class ReplayError(ValueError):
    """A round that cannot be shown so; the text says why."""


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One event as it was seen; `cards` only where what lay open has changed with it."""

    number: int
    at: int
    name: str
    text: str
    cite: Cite
    cards: SeenCards | None
    moved: tuple[Transfer, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A round as `viewpoint` saw it; `round` has no card that they did not see."""

    played: PlayedRound
    viewpoint: Viewpoint
    outcome: str
    steps: tuple[ReplayStep, ...]
    chips_in_round: tuple[ChipsInRound, ...]
    round: Round
    proof: ShuffleProof | None


def find_round(folded: Iterable[StoredMoment], number: int, table: str) -> PlayedRound:
    """Go once through a table's moments to a round; raises `ReplayError`."""
    last = 0
    for played in played_rounds(folded):
        if played.number == number:
            return played
        last = played.number
    there = f"it has rounds 1 to {last}" if last else "it has none yet"
    raise ReplayError(f"table {table} has no round {number}; {there}")


def replay_round(played: PlayedRound, viewpoint: Viewpoint) -> Replay:
    """Return a round as `viewpoint` may see it; raises `ReplayError` where that is too much."""
    name = f"round {played.number} of table {played.table}"
    if viewpoint.full and not played.ended:
        why = "live secrets are never shown: wait for its end, or ask for --as public"
        raise ReplayError(f"{name} is still being played, and {why}")
    if viewpoint.viewer is not None and viewpoint.viewer.role == ViewerRole.SEAT:
        seats = sorted({seat for moment in played.moments for seat in moment.after.seats})
        if viewpoint.viewer.seat not in seats:
            there = ", ".join(map(str, seats)) or "none"
            raise ReplayError(
                f"nobody sat at seat {viewpoint.viewer.seat} in {name}; taken: {there}"
            )
    return Replay(
        played=played,
        viewpoint=viewpoint,
        outcome=outcome_of(played),
        steps=tuple(_steps(played, viewpoint)),
        chips_in_round=tuple(chips_in_round(played)),
        round=seen_round(played.last, viewpoint, played.rules),
        proof=shuffle_proof(played) if viewpoint.full else None,
    )


def outcome_of(played: PlayedRound) -> str:
    """Return how a round ended, in a word or two."""
    if played.cancelled:
        return "cancelled"
    if not played.ended:
        return "being played"
    return played.last.label


def _steps(played: PlayedRound, viewpoint: Viewpoint) -> Iterator[ReplayStep]:
    lay = NO_CARDS
    for moment in played.moments:
        over = isinstance(moment.event, past.RoundEnded | past.RoundCancelled)
        now = lay if over else cards_seen(moment.after.round, viewpoint, played.rules)
        yield ReplayStep(
            number=moment.number,
            at=moment.at,
            name=moment.entry.name,
            text=said(moment, played.rules, viewpoint),
            cite=source_of(moment.event),
            cards=None if now == lay else now,
            moved=transfers(moment.before, moment.event) if viewpoint.full else (),
        )
        lay = now
