"""One table's feed in this process: sends each client the table as that person may see it.

A view is worked out and encoded once for each distinct viewer and version. A slow client gets fewer
and newer views, never a queue of old ones.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final

import msgspec

from pitboss.coach.review import decided_after
from pitboss.history.stays import Stays
from pitboss.pit.replica import Moment, Replica
from pitboss.pit.table_task import TableTask
from pitboss.round import event as round_past
from pitboss.round.state import Phase
from pitboss.round.view import ViewerRole
from pitboss.rules import Street, Wager
from pitboss.server.live.outbox import Outbox
from pitboss.server.views import table as show
from pitboss.server.views.face import face
from pitboss.server.views.log import LINES_KEPT, MESSAGES_KEPT, is_message, is_told, lines
from pitboss.server.wire import table as wire
from pitboss.server.wire.ask import Answered, Ask
from pitboss.server.wire.people import TableCard
from pitboss.server.worker.edges import Edges, SeatBets
from pitboss.table import Table, rules_of
from pitboss.table import event as past
from pitboss.table.floor import is_held
from pitboss.table.view import view

LINES_FIRST: Final = 60  # lines of the log for a client that comes for the first time
ENVY_PLAYERS_MAX: Final = 6  # for which Envy has been counted
ANSWERS_KEPT: Final = 1_000  # to command ids that may be asked again
GATHER_S: Final = 0.05  # delay before a state is shown that the house usually leaves at once
# Phases in which only the house acts.
_HANDLED: Final = frozenset(
    {Phase.LOCKED, Phase.DEALING, Phase.TURNING, Phase.REVEALING, Phase.SETTLING, Phase.SETTLED}
)
_ENCODE: Final = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class _Shared:
    """A viewer's face as bytes without the last brace, and what that viewer may do now."""

    start: bytes
    choices: tuple[wire.Choice, ...]


class Feed:
    """Follows one table and wakes its clients."""

    def __init__(
        self, table_task: TableTask, edges: Edges, changed: Callable[[str], None], now: int
    ) -> None:
        self.since = now  # when this process began to follow the table
        self.name = table_task.handler.name
        self.table_task = table_task
        self.outboxes: set[Outbox] = set()
        self.version = 0
        # What is shown is the table as it was followed to: the task's own is written by another
        # thread, and may be an event ahead of `number` and of what was noted here.
        self.number = 0
        live = table_task.handler.replica
        self.table = live.table
        self.stays = Stays(whole=live.number <= len(live.recent))
        self.answers: OrderedDict[str, tuple[Ask, Answered]] = OrderedDict()
        self._obeyed: dict[str, asyncio.Event] = {}  # command ids being obeyed now
        self.decided: tuple[Moment, ...] = ()  # choices of the last hand dealt, and its settlement
        self.paused = ""  # why and by whom, while the floor has stopped new rounds
        self._pause_reason = ""  # the part of it that players read
        self.card: tuple[object, TableCard] | None = None  # as the lobby shows it
        self.lost: Callable[[], None] | None = None  # called when events were missed
        self._loop = asyncio.get_running_loop()
        self._edges = edges
        self._changed = changed
        self._lines: deque[tuple[int, bytes]] = deque(maxlen=LINES_KEPT)
        self._messages: deque[wire.Line] = deque(maxlen=MESSAGES_KEPT)
        self._settled: Table | None = None
        self._told: show.RevealedShuffle | None = None
        self._last: Table | None = None
        self._faces: dict[str, _Shared] = {}
        self._alike: tuple[Table, show.Alike] | None = None
        self._following = table_task.following()
        self._gathering: asyncio.TimerHandle | None = None
        self._lasts: tuple[Table, show.RevealedShuffle | None, dict[int, msgspec.Raw]] | None = None
        self.first = live.number + 1  # the first event that is followed as it comes
        self._follow()
        self._end = table_task.tell(lambda _table, _number: self.look())

    def close(self) -> None:
        """Follow no more."""
        self._end()
        self._no_gathering()

    # -- following --------------------------------------------------------------------------------

    def look(self) -> None:
        """Send every client a new view: the table, or something shown beside it, has changed."""
        self._follow()
        self.version += 1
        self._faces.clear()
        self._alike = None
        self._following = None if self.table_task.failed else self.table_task.following()
        if not self._is_passing():
            self._wake()
        elif self._gathering is None:
            self._gathering = self._loop.call_later(GATHER_S, self._wake)
        self._changed(self.name)

    def _is_passing(self) -> bool:
        """Return whether the house goes on at once, as while cards are dealt, turned or paid.

        No player can act then, so one view of it all is enough. An answer does not wait: it goes
        out with the view of this moment.
        """
        round_, following = self.table.round, self._following
        if round_ is None or round_.phase not in _HANDLED:
            return False
        sealed = self.table.shuffle.sealed
        if sealed is not None and sealed.seeds and not round_.stub:
            return False  # the cuts are fixed: everybody is told before the deck is shuffled
        return following is not None and following.at <= self.table.clock.at

    def _wake(self) -> None:
        self._no_gathering()
        for outbox in self.outboxes:
            outbox.wake.set()

    def _no_gathering(self) -> None:
        if self._gathering is not None:
            self._gathering.cancel()
            self._gathering = None

    def _look_soon(self) -> None:
        """Call `look` in the loop, from another thread."""
        with suppress(RuntimeError):  # the loop may be closed
            self._loop.call_soon_threadsafe(self.look)

    def _follow(self) -> None:
        live = self.table_task.handler.replica
        if self.number and live.number - self.number > len(live.recent):
            self._miss(live)
            return
        for happened in live.recent:
            if happened.number > self.number:
                self._take(happened)
        self.number, self.table = live.number, live.table

    def _miss(self, live: Replica) -> None:
        """Start again after what another process did meanwhile; the journal has the log of it."""
        self._lines.clear()
        self._messages.clear()
        self._last = self._settled = self._told = None
        self.decided = ()
        self.stays = Stays(whole=False)
        self.number, self.table, self.first = live.number, live.table, live.number + 1
        if self.lost is not None:
            self.lost()

    def remember(self, past_: Sequence[Moment]) -> None:
        """Take over what happened before this process followed the table."""
        if not past_:
            return
        kept = () if self.first > self.number else tuple(self._lines)
        state = (self._last, self._settled, self._told, self._messages)
        self._lines.clear()
        self._messages = deque(maxlen=MESSAGES_KEPT)
        for happened in past_:
            if not kept or happened.number < kept[0][0]:
                self._note(happened)
        if kept:  # something has happened here meanwhile: then only the log is made longer
            self._last, self._settled, self._told, self._messages = state
            self._lines.extend(kept)
        self.look()

    def _take(self, happened: Moment) -> None:
        self._note(happened)
        self.stays.take(happened)
        self.decided = decided_after(self.decided, happened)

    def _note(self, happened: Moment) -> None:
        house = happened.after.identity.rules
        if house is not None and is_told(happened):
            for said in lines(happened, rules_of(house)):
                self._lines.append((happened.number, _ENCODE(said)))
                if is_message(happened):
                    self._messages.append(said)
        match happened.event:
            case round_past.BetsClosed():
                self._last = self._settled = self._told = None
            case round_past.RoundSettled():
                self._settled, self._told = happened.after, None
            case past.SecretRevealed(_, secret):
                shuffle = happened.before.shuffle.sealed
                self._told = show.RevealedShuffle(secret, dict(shuffle.seeds) if shuffle else {})
            case past.RoundEnded():
                self._last, self._settled = self._settled, None
            case past.TablePaused(by, reason):
                self.paused = f"{reason} ({by})" if reason else by
                self._pause_reason = reason
            case past.TableResumed():
                self.paused = self._pause_reason = ""
            case _:
                pass

    # -- showing ----------------------------------------------------------------------------------

    def message(self, outbox: Outbox) -> bytes:
        """Encode the newest view of a client, with the lines of the log that it lacks."""
        table, name = self.table, outbox.human.name
        shared = self._face(name)
        seat = table.seat_of(name)
        session = self.stays.of(name)
        you = wire.You(
            name=name,
            seat=seat.number if seat else 0,
            chips=seat.chips if seat else 0,
            purse=outbox.purse,
            choices=shared.choices,
            edge=self._edge(table, seat.number) if seat else None,
            hands=session.hands,
            net=session.net,
            since=session.since,
        )
        lines = self._lines_after(outbox)
        outbox.knows = self.number
        outbox.version = self.version
        return b"".join(
            (shared.start, b',"you":', _ENCODE(you), b',"lines":[', b",".join(lines), b"]}")
        )

    def _lines_after(self, outbox: Outbox) -> list[bytes]:
        found: list[bytes] = []
        for number, text in reversed(self._lines):  # most clients lack the newest one or two
            if number <= outbox.knows or (not outbox.knows and len(found) == LINES_FIRST):
                break
            found.append(text)
        found.reverse()
        return found

    def _face(self, name: str) -> _Shared:
        """Return what a viewer sees, from the cache where another viewer sees the same."""
        table = self.table
        known = any(
            there is not None and there.seat_of(name) is not None
            for there in (table, self._settled, self._last)
        )
        key = name if known else ""
        found = self._faces.get(key)
        if found is None:
            found = self._faces[key] = self._shown(key)
        return found

    def _shown(self, name: str) -> _Shared:
        table = self.table
        if table.identity.rules is None:
            return _Shared(_bare(self.name, self.number), ())
        rules = rules_of(table.identity.rules)
        viewer, hidden = show.viewer_of(table, name), frozenset[int]()
        if table.round is not None and table.round.phase == Phase.SETTLED:
            # A seat may be taken by another player as soon as a round is settled: its cards are
            # shown to the player who held them, and not to the one who sits there now.
            settled = self._settled
            viewer = show.viewer_of(settled, name) if settled is not None else show.PUBLIC
            hidden = _taken_over(settled, table) if settled is not None else frozenset()
        seen = view(table, viewer)
        stopped = bool(self.table_task.failed)
        waits = not self.table_task.pace.floor
        if self._alike is None or self._alike[0] is not table:
            self._alike = (table, show.Alike())
        alike = self._alike[1]
        hand = show.hand(table, seen, rules, floor_waits=waits, hidden=hidden, alike=alike)
        shown = face(
            table,
            seen,
            rules,
            number=self.number,
            hand=hand,
            last=self._shown_last(name),
            following=self._following,
            stopped=stopped,
            paused=self._pause_reason,
        )
        said = _ENCODE(shown)[:-1] + b',"messages":' + _ENCODE(tuple(self._messages))
        waits = stopped or is_held(table)
        mine = viewer.role == ViewerRole.SEAT and seen.round is not None and not waits
        return _Shared(said, show.choices(table, seen, rules) if mine else ())

    def _shown_last(self, name: str) -> msgspec.Raw | None:
        """Show the round before, as bytes: it stays the same while the next one takes bets."""
        last = self._last
        if last is None or last.identity.rules is None:
            return None
        if self._lasts is None or self._lasts[0] is not last or self._lasts[1] is not self._told:
            self._lasts = (last, self._told, {})
        viewer = show.viewer_of(last, name)
        found = self._lasts[2].get(viewer.seat)
        if found is None:
            hand = show.hand(
                last, view(last, viewer), rules_of(last.identity.rules), told=self._told
            )
            found = self._lasts[2][viewer.seat] = msgspec.Raw(_ENCODE(hand))
        return found

    def _edge(self, table: Table, seat: int) -> wire.Edge | None:
        spot = table.round.spot(seat) if table.round is not None else None
        if spot is None or table.identity.rules is None or table.round is None:
            return None
        progressive = spot.on(Wager.PROGRESSIVE)
        meters = {n: int(a) for n, a in table.progressive.meters.items() if a is not None}
        bets = SeatBets(
            ante=spot.on(Wager.ANTE),
            trips=spot.on(Wager.TRIPS),
            six_card=spot.on(Wager.SIX_CARD),
            progressive=progressive,
            meters=tuple(sorted(meters.items())) if progressive else (),
            # Envy goes by how many may win it: all who sit here, so that it is one sum a round.
            players=min(len(table.seats), ENVY_PLAYERS_MAX) if progressive else 1,
        )
        return self._edges.of_seat(table.identity.rules, bets, self._look_soon)

    # -- answers ----------------------------------------------------------------------------------

    @asynccontextmanager
    async def one_at_a_time(self, id_: str) -> AsyncIterator[None]:
        """Lock a command id: one socket at a time obeys it, the others wait for the answer."""
        while (busy := self._obeyed.get(id_)) is not None:
            await busy.wait()
        done = self._obeyed[id_] = asyncio.Event()
        try:
            yield
        finally:
            del self._obeyed[id_]
            done.set()

    def keep(self, id_: str, ask: Ask, answered: Answered) -> None:
        """Remember an answer, so that the same id gets the same one."""
        self.answers[id_] = (ask, answered)
        if len(self.answers) > ANSWERS_KEPT:
            self.answers.popitem(last=False)


def _taken_over(settled: Table, table: Table) -> frozenset[int]:
    """List the seats that have another player than when the round was settled."""
    return frozenset(
        number
        for number, seat in table.seats.items()
        if number not in settled.seats or settled.seats[number].player != seat.player
    )


def _bare(table: str, number: int) -> bytes:
    """Show a table that has not been set up yet."""
    empty = wire.Hand(
        0, "bets", Street.DEAL, (), (), wire.Dealer(0, (), "", (), None), (), (), None, (), (), {},
        wire.Shuffle(0, "", "", {}),
    )  # fmt: skip
    shown = {
        "type": "view", "table": table, "number": number, "at": 0, "standing": "new",
        "closing": False, "notice": "", "hand": empty, "last": None, "bank": None, "meters": (),
        "offers": (), "deadline": None, "waits_ms": None, "deck": "", "device_down": "",
        "messages": (),
    }  # fmt: skip
    return _ENCODE(shown)[:-1]
