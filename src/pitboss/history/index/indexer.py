"""Follows every table's stream into the index of hands; a missed notice or a restart loses nothing.

The index keeps, for each table, how far its stream was read and the table as it stood there. Any
process reads on from that mark; two that do so at once write each row once.
"""

from __future__ import annotations

import logging
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from pitboss.history.index.model import Found, HandRow, IndexStore, Mark, NoticeRow, RoundRow
from pitboss.history.index.rows import hand_rows, notice_rows, round_row
from pitboss.history.index.totals import TableTotals, read_totals
from pitboss.history.moments import StoredMoment, moments, played_round
from pitboss.journal import Head, Journal, JournalError, Listening, Unavailable, checked
from pitboss.journal.codec import decode_table, encode_table, state_fingerprint
from pitboss.pit.streams import TABLES, table_name, table_stream
from pitboss.round import Broken
from pitboss.table import Table
from pitboss.table import event as past

STOP_EVERY: Final = 50  # rounds between two kept states: what is folded at most to find one
BATCH_ROUNDS: Final = STOP_EVERY  # rounds that are kept in one transaction
BATCH_EVENTS: Final = 5_000  # events after which a mark is set, rounds or none
SWEEP_S: Final = 10.0  # so often all streams are looked at: a notice may have been missed
RACES_MAX: Final = 4  # with other processes for one stream in one pass; each was lost to progress
REST_S: Final = 0.2  # between two passes: tables that are played at full speed are read in bulk

_LOG: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class Tail:
    """How far a stream was read, and what of it waits to be kept."""

    kept: int = 0  # the mark in the index
    table: Table = field(default_factory=Table)
    number: int = 0
    hash: bytes = b""
    held: list[StoredMoment] = field(default_factory=list)  # of the round being played
    quiet: StoredMoment | None = None  # the end of the last turn between two rounds
    stopped: int = 0  # the round of the last kept state
    totals: TableTotals = field(default_factory=TableTotals)
    rested: TableTotals = field(default_factory=TableTotals)  # as it was at the quiet moment
    hands: list[HandRow] = field(default_factory=list)
    rounds: list[RoundRow] = field(default_factory=list)
    notices: list[NoticeRow] = field(default_factory=list)

    def take(self, moment: StoredMoment) -> None:
        """Read one event on."""
        self.totals = self.totals.after(moment)
        self.table, self.number, self.hash = moment.after, moment.number, moment.entry.hash
        if isinstance(moment.event, past.RoundBegun):
            self.held = [moment]
        elif self.held:
            self.held.append(moment)
        if self.held and isinstance(moment.event, past.RoundEnded | past.RoundCancelled):
            played = played_round(self.held)
            self.held = []
            self.hands += hand_rows(played)
            self.rounds.append(round_row(played))
            self.notices += notice_rows(played)

    def found(self, quiet: StoredMoment) -> Found:
        """Return what waits to be kept; the mark is set between two rounds."""
        table, entry = quiet.after, quiet.entry
        mark = Mark(
            table.identity.name, entry.number, entry.hash, state_fingerprint(), encode_table(table)
        )
        stops = (mark,) if table.rounds - self.stopped >= STOP_EVERY else ()
        totals = self.rested.row(table.identity.name)
        return Found(mark, self.kept, totals, self.hands, self.rounds, self.notices, stops)

    def was_kept(self, found: Found, quiet: StoredMoment) -> None:
        """Continue behind what was kept."""
        self.kept = found.mark.number
        self.quiet = None
        self.hands, self.rounds, self.notices = [], [], []
        if found.stops:
            self.stopped = quiet.after.rounds


class Indexer:
    """Fills the index. `start` runs it in a thread of its own; `pass_over` does one pass."""

    def __init__(self, journal: Journal, index: IndexStore) -> None:
        self._journal = journal
        self._index = index
        self._tails: dict[str, Tail] = {}
        self._totals: dict[str, TableTotals] = {}
        self._broken: dict[str, str] = {}
        self._lock = threading.Lock()  # one pass at a time
        self._told = threading.Condition()
        self._dirty: set[str] = set()
        self._asked = 0  # passes that somebody waits for
        self._done = 0
        self._stopping = False
        self._thread: threading.Thread | None = None
        self._listening: Listening | None = None

    # -- in a thread ------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the indexing thread."""
        self._listening = self._journal.listen(self._hear)
        self._thread = threading.Thread(target=self._run, name="hand index", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread; what is not read yet is read next time."""
        if self._listening is not None:
            self._listening.close()
        with self._told:
            self._stopping = True
            self._told.notify_all()
        if self._thread is not None:
            self._thread.join(timeout=30)

    def fresh(self, timeout_s: float = 1.0) -> bool:
        """Wait until all that is written by now is in the index, or the time is over."""
        if self._thread is None:
            self.pass_over()
            return True
        with self._told:
            self._asked += 1
            mine = self._asked
            self._told.notify_all()
            return self._told.wait_for(lambda: self._done >= mine or self._stopping, timeout_s)

    def _hear(self, stream: str, _: int) -> None:
        if stream.startswith(TABLES):
            with self._told:
                self._dirty.add(stream)
                self._told.notify_all()

    def _run(self) -> None:
        next_sweep = 0.0  # at once: what was written while nobody followed
        while True:
            with self._told:
                if self._stopping:
                    return
                asked, dirty = self._asked, frozenset(self._dirty)
                self._dirty.clear()
            sweep = time.monotonic() >= next_sweep or asked > self._done
            if sweep:
                next_sweep = time.monotonic() + SWEEP_S
            self.pass_over(None if sweep else dirty)
            with self._told:
                self._done = asked
                self._told.notify_all()
                self._told.wait_for(lambda: self._stopping or self._asked > self._done, REST_S)
                self._told.wait_for(self._is_wanted, max(0.0, next_sweep - time.monotonic()))

    def _is_wanted(self) -> bool:
        return self._stopping or bool(self._dirty) or self._asked > self._done

    # -- one pass ---------------------------------------------------------------------------------

    def pass_over(self, streams: frozenset[str] | None = None) -> None:
        """Read on in the given streams, or in all; a stream that cannot be read is left alone."""
        with self._lock:
            try:
                if streams is None:
                    heads = self._journal.heads(TABLES)
                else:  # a busy table must not cost a look at all that are quiet
                    heads = {stream: self._journal.head(stream) for stream in streams}
                for stream, head in heads.items():
                    if self._stopping:
                        return
                    if stream not in self._broken:
                        self._follow(stream, head)
            except Exception:  # the store is away: the next pass reads on from the mark
                _LOG.exception("the index of hands cannot be filled; it is tried again")

    def playing(self, table: str) -> int:
        """Return which round of a table goes on, as far as it was read; 0 where none does."""
        tail = self._tails.get(table_stream(table))
        return tail.table.rounds if tail is not None and tail.held else 0

    def totals(self, table: str) -> TableTotals | None:
        """Return what was counted of a table, as far as it was read; None: not read yet."""
        return self._totals.get(table_stream(table))

    def trouble(self) -> dict[str, str]:
        """Return which streams cannot be read, and why."""
        return dict(self._broken)

    def _follow(self, stream: str, head: Head) -> None:
        tail = self._tails.pop(stream, None) or self._loaded(stream)
        try:
            for _ in range(RACES_MAX):
                if tail.number >= head.number or self._read(stream, tail):
                    break
                tail = self._loaded(stream)  # another process was faster: on from its mark
            else:
                self._hear(stream, head.number)  # the next pass tries again
                return
        except Unavailable:
            raise
        except (JournalError, Broken, LookupError) as error:
            self._broken[stream] = str(error)
            _LOG.error("the hands of %s are not indexed any more: %s", stream, error)
            return
        self._totals[stream] = tail.totals
        self._tails[stream] = tail  # not where anything failed: then it is loaded again

    def _loaded(self, stream: str) -> Tail:
        # None also where an older pitboss has filled the index, without tallies: it is read again.
        found = self._index.standing(table_name(stream))
        if found is None or found[0].shape != state_fingerprint():
            return Tail()
        mark, row = found
        with suppress(JournalError):
            table = decode_table(mark.data)
            stopped = table.rounds // STOP_EVERY * STOP_EVERY
            tail = Tail(mark.number, table, mark.number, mark.hash, stopped=stopped)
            tail.totals = tail.rested = read_totals(row)
            return tail
        return Tail()

    def _read(self, stream: str, tail: Tail) -> bool:
        """Read to the end of a stream and keep what is found; False where that was in vain."""
        after = Head(tail.number, tail.hash) if tail.number else None
        stored = checked(self._journal.read(stream, tail.number), stream, after)
        left = 0
        for moment in moments(stored, tail.table):
            tail.take(moment)
            left = (moment.entry.size or left) - 1
            if left or tail.held:
                continue
            tail.quiet, tail.rested = moment, tail.totals
            full = len(tail.rounds) >= BATCH_ROUNDS or tail.number - tail.kept >= BATCH_EVENTS
            if full and not self._kept(tail, moment):
                return False
        return not tail.rounds or tail.quiet is None or self._kept(tail, tail.quiet)

    def _kept(self, tail: Tail, quiet: StoredMoment) -> bool:
        found = tail.found(quiet)
        if not self._index.keep(found):
            return False
        tail.was_kept(found, quiet)
        return True
