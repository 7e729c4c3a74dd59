"""A round again: its steps, its people and their chips, what was proven, and what moved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from pitboss.audit.replay.eyes import NO_CARDS, Cards, Eyes, cards_seen, seen_round
from pitboss.audit.replay.words import said, source_of
from pitboss.audit.rounds import Moment, PlayedRound, played_rounds
from pitboss.cards import Card
from pitboss.cards.shuffle import commitment, deck_order
from pitboss.ledger import Transfer, transfers
from pitboss.round import Round
from pitboss.round import event as round_past
from pitboss.round.view import Role
from pitboss.rules import Chips, Cite
from pitboss.table import event as past
from pitboss.table.rounds import HOUSE_SEAT

ROUND_MAX: Final = 2**63 - 1
LOADS_MAX: Final = 255  # beyond, the ordinal that a new shuffle adds stays the same


class ReplayError(ValueError):
    """A round that cannot be shown so; the text says why."""


@dataclass(frozen=True, slots=True)
class Step:
    """One event as it was seen; `cards` only where what lay open has changed with it."""

    number: int
    at: int
    name: str
    text: str
    cite: Cite
    cards: Cards | None
    moved: tuple[Transfer, ...]


@dataclass(frozen=True, slots=True)
class Purse:
    """The chips in front of one player: before the round, bought, taken away, and after."""

    seat: int
    player: str
    bot: bool
    before: Chips
    bought: Chips
    cashed: Chips
    after: Chips


@dataclass(frozen=True, slots=True)
class Proof:
    """What the revealed secret proves: that it was committed to, and gives the decks dealt from."""

    commitment: bytes
    secret: bytes
    seeds: Mapping[int, bytes]
    fits: bool
    decks: tuple[tuple[tuple[Card, ...], bool], ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A round as `eyes` saw it; `round` has no card that they did not see."""

    played: PlayedRound
    eyes: Eyes
    outcome: str
    steps: tuple[Step, ...]
    purses: tuple[Purse, ...]
    round: Round
    proof: Proof | None


def find_round(folded: Iterable[Moment], number: int, table: str) -> PlayedRound:
    """Go once through a table's moments to a round; raises `ReplayError`."""
    last = 0
    for played in played_rounds(folded):
        if played.number == number:
            return played
        last = played.number
    there = f"it has rounds 1 to {last}" if last else "it has none yet"
    raise ReplayError(f"table {table} has no round {number}; {there}")


def replay_round(played: PlayedRound, eyes: Eyes) -> Replay:
    """Show a round to somebody; raises `ReplayError` where that would show too much."""
    name = f"round {played.number} of table {played.table}"
    if eyes.full and not played.ended:
        why = "live secrets are never shown: wait for its end, or ask for --as public"
        raise ReplayError(f"{name} is still being played, and {why}")
    if eyes.viewer is not None and eyes.viewer.role == Role.SEAT:
        seats = sorted({seat for moment in played.moments for seat in moment.after.seats})
        if eyes.viewer.seat not in seats:
            there = ", ".join(map(str, seats)) or "none"
            raise ReplayError(f"nobody sat at seat {eyes.viewer.seat} in {name}; taken: {there}")
    return Replay(
        played=played,
        eyes=eyes,
        outcome=outcome_of(played),
        steps=tuple(_steps(played, eyes)),
        purses=tuple(purses(played)),
        round=seen_round(played.last, eyes, played.rules),
        proof=proof_of(played) if eyes.full else None,
    )


def outcome_of(played: PlayedRound) -> str:
    """Say how a round ended, in a word or two."""
    if played.cancelled:
        return "cancelled"
    if not played.ended:
        return "being played"
    if played.last.void is None:
        return "settled"
    return "partly void" if played.last.void.settles else "void"


def _steps(played: PlayedRound, eyes: Eyes) -> Iterator[Step]:
    lay = NO_CARDS
    for moment in played.moments:
        over = isinstance(moment.event, past.RoundEnded | past.RoundCancelled)
        now = lay if over else cards_seen(moment.after.round, eyes, played.rules)
        yield Step(
            number=moment.entry.number,
            at=moment.at,
            name=moment.entry.name,
            text=said(moment, played.rules, eyes),
            cite=source_of(moment.event),
            cards=None if now == lay else now,
            moved=transfers(moment.before, moment.event) if eyes.full else (),
        )
        lay = now


def purses(played: PlayedRound) -> Iterator[Purse]:
    """Tell everybody's chips before and after the round, in order of seats."""
    found = {
        (n, seat.player): Purse(n, seat.player, seat.bot, seat.chips, Chips(0), Chips(0), Chips(0))
        for n, seat in played.before.seats.items()
    }
    for moment in played.moments:
        seats = moment.before.seats
        match moment.event:
            case past.PlayerSat(n, player, bot):
                there = found.get((n, player))  # who left may come back
                fresh = Purse(n, player, bot, Chips(0), Chips(0), Chips(0), Chips(0))
                found[n, player] = there or fresh
            case past.ChipsBought(n, chips):
                purse = found[n, seats[n].player]
                found[n, purse.player] = replace(purse, bought=Chips(purse.bought + chips))
            case past.ChipsCashed(n, chips):
                purse = found[n, seats[n].player]
                found[n, purse.player] = replace(purse, cashed=Chips(purse.cashed + chips))
            case past.PlayerLeft(n, player, chips):
                purse = found[n, player]
                found[n, player] = replace(purse, cashed=Chips(purse.cashed + chips))
            case _:
                pass
    for (n, player), purse in sorted(found.items()):
        seat = played.after.seats.get(n)
        here = seat is not None and seat.player == player
        yield replace(purse, after=seat.chips if here and seat is not None else Chips(0))


def proof_of(played: PlayedRound) -> Proof | None:
    """Check the revealed secret of a finished round; None at a table that deals by hand."""
    begun = played.begun
    secrets = [m.event.secret for m in played.moments if isinstance(m.event, past.SecretRevealed)]
    if not secrets:
        return None
    secret = secrets[-1]
    seeds = {m.event.seat: m.event.seed for m in played.moments
             if isinstance(m.event, past.SeedAdded)}  # fmt: skip
    fits = begun.commitment == commitment(secret, played.table, played.number)
    decks = []
    for moment in played.moments:
        if isinstance(moment.event, round_past.DeckLoaded):
            given = dict(seeds)
            if moment.before.loads:
                given[HOUSE_SEAT] = bytes([min(moment.before.loads + 1, LOADS_MAX)])
            order = deck_order(secret, played.table, played.number, given)
            decks.append((moment.event.cards, order == moment.event.cards))
    return Proof(begun.commitment, secret, seeds, fits, tuple(decks))
