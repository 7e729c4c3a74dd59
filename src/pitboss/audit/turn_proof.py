"""Proves one turn: its order, decided again, must bring about exactly what is recorded.

Deciding again shuffles from the sealed secret, deals and settles under the rules and the edition
that the table's own events name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pitboss.audit.chance_proof import ChanceProof
from pitboss.audit.difference import difference
from pitboss.audit.finding import FindingKind
from pitboss.history.moments import PlayedRound, StoredMoment
from pitboss.journal import Entry
from pitboss.journal.codec import CodecError, decode_event, decode_order, written
from pitboss.round import Refusal
from pitboss.round import event as round_past
from pitboss.round.engine import ENGINE, ENGINE_UNNAMED
from pitboss.table import Event, Order, Table, decide
from pitboss.table import event as past

TurnFault = tuple[Entry, FindingKind, str]

# What an engine decides; any other kind is a fault under every engine.
_DECIDED: Final = frozenset({FindingKind.DECISION, FindingKind.SETTLEMENT, FindingKind.METERS})
_NAMING: Final = (past.TableSetUp, round_past.RoundOpened)
_DEALT: Final = (
    past.RoundBegun,
    past.SeedAdded,
    past.SecretRevealed,
    round_past.DeckLoaded,
    round_past.DeckCut,
    round_past.PacketsDealt,
    round_past.StreetTurned,
    round_past.DealerRevealed,
)


@dataclass(frozen=True, slots=True)
class ProvedTurn:
    """The events of a turn; `earlier`: the earlier engine that it names decided in another way."""

    events: tuple[Event, ...]
    earlier: bool = False


@dataclass(frozen=True, slots=True)
class ProvedRound:
    """Everything wrong with a round; `engine`: the earlier one that decided in another way."""

    faults: tuple[TurnFault, ...]
    engine: int | None


def prove_turn(
    table: Table, turn: Sequence[Entry], *, cut_short: bool = False
) -> ProvedTurn | TurnFault:
    """Prove a turn at the table before it, or say which entry is bad, and how.

    With `cut_short` the order may bring about more than what is given.
    """
    first = turn[0]
    try:
        order = decode_order(first.cause or b"")
    except CodecError as error:
        return first, FindingKind.SHAPE, f"its order cannot be read: {error}"
    if order.at != first.at:
        return first, FindingKind.TIME, "its order was given at another time"
    decided = _decide(table, order)
    if isinstance(decided, str):
        fault: TurnFault | None = (first, FindingKind.DECISION, decided)
        decided = ()
    else:
        decided = _by_named_engine(table, turn, decided)
        fault = _compared(turn, decided[: len(turn)] if cut_short else decided)
    if fault is None:
        return ProvedTurn(decided)
    events = _of_earlier_engine(table, turn, decided) if fault[1] in _DECIDED else None
    return fault if events is None else ProvedTurn(events, earlier=True)


def prove_round(played: PlayedRound) -> ProvedRound:
    """Prove a round by itself, turn by turn, and its chance; its chain was checked as it was read.

    The last turn goes on behind the round: a player who leaves has left after it.
    """
    chance = ChanceProof(played.table, played.before.identity.provable)
    faults: list[TurnFault] = []
    engine: int | None = None
    for turn in _turns(played.moments):
        entries = [moment.entry for moment in turn]
        last = turn[-1] is played.moments[-1]
        proved = prove_turn(turn[0].before, entries, cut_short=last)
        if not isinstance(proved, ProvedTurn):
            faults.append(proved)
        elif proved.earlier:
            engine = turn[-1].after.identity.engine
        for moment in turn:
            if fault := chance.take(moment.event):
                faults.append((moment.entry, *fault))
    return ProvedRound(tuple(faults), engine)


def _turns(moments: Sequence[StoredMoment]) -> Iterator[list[StoredMoment]]:
    turn: list[StoredMoment] = []
    for moment in moments:
        if moment.entry.cause is not None and turn:
            yield turn
            turn = []
        turn.append(moment)
    yield turn


def _decide(table: Table, order: Order) -> tuple[Event, ...] | str:
    try:
        decided = decide(table, order)
    except Exception as error:  # a forged order may break anything, and must not stop the audit
        return f"its order cannot be decided: {type(error).__name__}: {error}"
    if isinstance(decided, Refusal):
        return f"its order is refused: {decided.text}"
    return decided


def _compared(turn: Sequence[Entry], decided: tuple[Event, ...]) -> TurnFault | None:
    for entry, event in zip(turn, decided, strict=False):
        if not is_as_written(entry, event):
            return entry, *difference(entry, event)
    recorded, right = len(turn), len(decided)
    if recorded > right:
        return turn[right], FindingKind.DECISION, "its order does not bring this about"
    if recorded < right:
        missing = written(decided[recorded])[0]
        return (
            turn[-1],
            FindingKind.DECISION,
            f"its order also brings about {missing}; it is missing",
        )
    return None


def is_as_written(entry: Entry, event: Event) -> bool:
    """Return whether an entry is `event`, byte by byte; of an older version, by what it says."""
    name, data = written(event)
    if entry.name == name:
        return entry.data == data
    try:
        return decode_event(entry.name, entry.data) == event
    except CodecError:
        return False


# -- what an earlier engine decided ---------------------------------------------------------------


def _by_named_engine(
    table: Table, turn: Sequence[Entry], decided: tuple[Event, ...]
) -> tuple[Event, ...]:
    """Put the named earlier engine into the decision; a table never goes back to one."""
    if not any(isinstance(event, _NAMING) for event in decided):
        return decided
    named = [_engine_named(entry) for entry in turn] + [0] * len(decided)
    least = max(ENGINE_UNNAMED, table.identity.engine)
    return tuple(
        replace(event, engine=engine)
        if isinstance(event, _NAMING) and least <= engine < ENGINE
        else event
        for event, engine in zip(decided, named, strict=False)
    )


def _engine_named(entry: Entry) -> int:
    """Read the number of the engine that the first event of a table or round names, or 0."""
    try:
        event = decode_event(entry.name, entry.data)
    except CodecError:
        return 0
    return event.engine if isinstance(event, _NAMING) else 0


def _of_earlier_engine(
    table: Table, turn: Sequence[Entry], decided: tuple[Event, ...]
) -> tuple[Event, ...] | None:
    """Read the events of a turn that an earlier engine may have decided in another way.

    None where the engine that is named is the running one, and where the cards themselves are
    not those that the shuffle gives: no engine ever dealt otherwise.
    """
    try:
        events = tuple(decode_event(entry.name, entry.data) for entry in turn)
    except CodecError:
        return None
    first = events[0]
    engine = first.engine if isinstance(first, past.TableSetUp) else table.identity.engine
    dealt = [event for event in events if isinstance(event, _DEALT)]
    if decided:
        same = dealt == [event for event in decided if isinstance(event, _DEALT)]
    else:  # refused today: only a round may have begun, sealed as ever
        same = all(isinstance(event, past.RoundBegun) for event in dealt)
    return events if ENGINE_UNNAMED <= engine < ENGINE and same else None
