"""One part of a simulation: fixed chunks of rounds, each with its own stream of chance, counted.

A chunk depends on the seed and its own number alone. So the whole depends on seed and rounds, and
not on how many workers there were or in which order they were done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.arrays import Ints
from pitboss.odds.simulation.bets import ALL, BASE, SimulatedBets, settled_nets
from pitboss.odds.simulation.kernels import (
    AFTER_SEVEN,
    CELLS,
    CLASSES,
    COLUMNS,
    ENDINGS,
    ENGINE,
    ENVIED,
    FOLDED,
    SQUARES_HIGH,
    SQUARES_LOW,
    SUM,
    Lookup,
    Stakes,
    add_rounds,
    deal_rounds,
    hold_rounds,
    play_rounds,
    walk,
)
from pitboss.rules import Wager

CHUNK: Final = 1 << 14  # rounds; what they are worked out from stays in a core's caches
_STREAM: Final = "pitboss simulate/1"
_NAMES: Final = (BASE, Wager.TRIPS.value, Wager.SIX_CARD.value, Wager.PROGRESSIVE.value, ALL)
NO_NEED: Final = -1


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """All inputs of a simulation: the same plan gives the same result on any machine."""

    bets: SimulatedBets
    rounds: int
    seed: int
    session: int = 0  # rounds of a session; 0: none are followed
    bankroll: int = 0
    need: int = NO_NEED

    @property
    def chunk(self) -> int:
        """How many rounds a chunk has: whole sessions, where sessions are followed."""
        return CHUNK if not self.session else self.session * max(1, CHUNK // self.session)

    @property
    def chunks(self) -> int:
        """Into how many chunks the rounds fall, the last one being shorter."""
        return -(-self.rounds // self.chunk)


@dataclass(slots=True)
class Sums:
    """A sum over rounds and the sum of its squares; whole numbers without end."""

    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        """Add one round."""
        self.total += value
        self.squares += value * value

    def join(self, other: Sums) -> None:
        """Add what others have added up."""
        self.total += other.total
        self.squares += other.squares


@dataclass(slots=True)
class SimulatedPart:
    """What some chunks have come to; nets in cents."""

    cells: Ints = field(default_factory=lambda: np.zeros(CELLS, np.int64))
    held_cells: Ints = field(default_factory=lambda: np.zeros(CELLS, np.int64))
    held: int = 0
    held_nets: Counter[int] = field(default_factory=Counter)
    sums: dict[str, Sums] = field(default_factory=dict)
    ends: Counter[int] = field(default_factory=Counter)
    ruined: Sums = field(default_factory=Sums)
    sessions: int = 0

    def join(self, other: SimulatedPart) -> None:
        """Take another part's counts in."""
        self.cells += other.cells
        self.held_cells += other.held_cells
        self.held += other.held
        self.held_nets.update(other.held_nets)
        for name, sums in other.sums.items():
            self.sums.setdefault(name, Sums()).join(sums)
        self.ends.update(other.ends)
        self.ruined.join(other.ruined)
        self.sessions += other.sessions


def stream(seed: int, chunk: int) -> NDArray[np.uint64]:
    """Return the state in which a chunk's chance begins; no two chunks or seeds have the same."""
    text = f"{_STREAM} {seed} {chunk}".encode()
    return np.frombuffer(blake2b(text, digest_size=32).digest(), "<u8").astype(np.uint64)


def play_part(
    plan: SimulationPlan, tables: Lookup, stakes: Stakes, chunks: Iterable[int]
) -> SimulatedPart:
    """Play some of the chunks, one after the other."""
    part = SimulatedPart()
    bets = plan.bets
    for chunk in chunks:
        rounds = min(plan.chunk, plan.rounds - chunk * plan.chunk)
        cards = dealt(bets, plan.seed, chunk, rounds)
        nets = np.zeros((rounds if plan.session else 0, bets.seats), np.int64)
        settle_cards(part, bets, cards, tables, stakes, nets)
        if plan.session:
            _follow(part, plan, nets)
    return part


def settle_cards(
    part: SimulatedPart,
    bets: SimulatedBets,
    cards: Ints,
    tables: Lookup,
    stakes: Stakes,
    nets: Ints,
) -> None:
    """Play and settle rounds whose cards are known; `nets`, unless empty, gets each seat's net."""
    cells = played(bets, cards, tables, stakes)
    sums = np.zeros((COLUMNS, 3), np.int64)
    held = np.zeros(len(cards), np.uint8)
    found = hold_rounds(cells, stakes, held)
    add_rounds(cells, stakes, held, part.cells, sums, nets)
    _add_sums(part, sums)
    if found:
        at = np.flatnonzero(held == ENGINE)
        _settle_by_engine(part, bets, cards[at], at, cells[at].astype(np.int64), nets)
        at = np.flatnonzero(held == ENVIED)
        _settle_envied(part, stakes, at, cells[at].astype(np.int64), nets)


def dealt(bets: SimulatedBets, seed: int, chunk: int, rounds: int) -> Ints:
    """Return the cards of a chunk, a round a row: board, dealer, each seat, the box."""
    cards = np.zeros((rounds, bets.cards), np.int64)
    with np.errstate(over="ignore"):  # chance is worked out modulo 2**64, also without the JIT
        deal_rounds(stream(seed, chunk), cards)
    return cards


def played(bets: SimulatedBets, cards: Ints, tables: Lookup, stakes: Stakes) -> NDArray[np.int32]:
    """Give the cell of every seat: its choice, how it ended, its cards as each wager sees them."""
    cells = np.zeros((len(cards), bets.seats), np.int32)
    box, by_flop, qualifying = stakes.box, stakes.by_flop, stakes.qualifying
    play_rounds(cards, bets.seats, box, by_flop, qualifying, tables, cells)
    return cells


def _add_sums(part: SimulatedPart, sums: Ints) -> None:
    for column, name in enumerate(_NAMES):
        low, high = int(sums[column, SQUARES_LOW]), int(sums[column, SQUARES_HIGH])
        found = Sums(int(sums[column, SUM]), low + (high << 32))
        part.sums.setdefault(name, Sums()).join(found)


def _settle_by_engine(
    part: SimulatedPart, bets: SimulatedBets, cards: Ints, places: Ints, cells: Ints, nets: Ints
) -> None:
    """Let the engine settle the rounds in which seats bear on one another."""
    part.held += len(cards)
    np.add.at(part.held_cells, cells.reshape(-1), 1)
    choices = cells // (ENDINGS * CLASSES * AFTER_SEVEN)
    for drawn, at, chosen in zip(cards.tolist(), places.tolist(), choices.tolist(), strict=True):
        by_seat = settled_nets(bets, drawn, chosen)
        own = [sum(found.values()) for found in by_seat]
        part.held_nets.update(own)
        for name in {name for found in by_seat for name in found}:
            value = sum(found.get(name, 0) for found in by_seat)
            part.sums.setdefault(name, Sums()).add(value)
        part.sums[ALL].add(sum(own))
        if len(nets):
            nets[at] = own


def _settle_envied(
    part: SimulatedPart, stakes: Stakes, places: Ints, cells: Ints, nets: Ints
) -> None:
    """Add up the rounds in which one hand brings all the others Envy."""
    np.add.at(part.held_cells, cells.reshape(-1), 1)
    folded, decided = (cells >= FOLDED).astype(np.int64), cells % CLASSES
    seven, six = cells // AFTER_SEVEN % CLASSES, cells // CLASSES % CLASSES
    brings = stakes.envy[folded, decided]
    # Each seat gets what the other seats' hands bring; only one of them brings anything.
    envy = (brings.sum(axis=1, keepdims=True) - brings) * stakes.lives[folded]
    columns = {
        BASE: stakes.base[cells // AFTER_SEVEN],
        Wager.TRIPS.value: stakes.side[0, folded, seven],
        Wager.SIX_CARD.value: stakes.side[1, folded, six],
        Wager.PROGRESSIVE.value: stakes.side[2, folded, decided],
        Wager.ENVY.value: envy,
    }
    columns[ALL] = np.sum(list(columns.values()), axis=0)
    for name, values in columns.items():
        for value in values.sum(axis=1).tolist():
            part.sums.setdefault(name, Sums()).add(value)
    part.held_nets.update(columns[ALL].reshape(-1).tolist())
    if len(nets):
        nets[places] = columns[ALL]


def _follow(part: SimulatedPart, plan: SimulationPlan, nets: Ints) -> None:
    """Follow the seats through their sessions; a fee is paid each round."""
    sessions = len(nets) // plan.session
    ends = np.zeros((sessions, plan.bets.seats), np.int64)
    stopped = np.zeros((sessions, plan.bets.seats), np.uint8)
    nets -= plan.bets.fee
    walk(nets, plan.session, plan.bankroll, plan.need, ends, stopped)
    values, counts = np.unique(ends, return_counts=True)
    part.ends.update(dict(zip(values.tolist(), counts.tolist(), strict=True)))
    for ruined in stopped.sum(axis=1, dtype=np.int64).tolist():
        part.ruined.add(ruined)
    part.sessions += sessions
