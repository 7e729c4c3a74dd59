"""A table in this process with one person at it: the pit's own table, its journal in memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import count
from typing import Final, Literal

from pitboss.coach.review import decided_after
from pitboss.journal import open_journal
from pitboss.pit import Bot, Chance, Clock, Pit
from pitboss.pit.replica import Moment
from pitboss.pit.table_options import SOLO_PACE
from pitboss.pit.table_task import TableTask
from pitboss.round import Refusal
from pitboss.round import command as round_ask
from pitboss.round import event as round_past
from pitboss.round.view import Viewer, ViewerRole
from pitboss.rules import Chips, Rules, Wager
from pitboss.server.views import table as show
from pitboss.server.views.face import Face, face
from pitboss.server.views.log import LINES_KEPT, is_told, lines
from pitboss.server.wire import table as wire
from pitboss.table import Command, Person, Role, RulesChoice, Table, rules_of
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.people import AUTOMATIC_FLOOR
from pitboss.table.view import view

PLAYER: Final = "Player"  # as the log names the person
SEAT: Final = 1
NAME: Final = "table"

# What the person can do now.
PlayMode = Literal["bet", "review", "decide", "bank", "hold", "wait"]


class CannotPlay(Exception):
    """The table cannot be opened, or has stopped; the text is one clear line."""


@dataclass(frozen=True, slots=True)
class ShownTable:
    """The table as the person may see it, and what they can do now.

    `hand` is the one being played; while bets are taken, the last one that was settled, unless
    `mode` is "bet".
    """

    mode: PlayMode
    hand: wire.Hand
    face: Face
    choices: tuple[wire.Choice, ...]
    chips: int

    @property
    def mine(self) -> wire.Seat:
        """The person's own seat."""
        return next(seat for seat in self.hand.seats if seat.seat == SEAT)


class SoloTable:
    """One table, one person, some bots. Nothing here is decided: the pit's table does that."""

    def __init__(
        self,
        choice: RulesChoice,
        bots: Sequence[Bot] = (),
        *,
        chance: Chance | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.choice = choice
        self.rules: Rules = rules_of(choice)
        self.told: Callable[[], None] = lambda: None  # called after every change
        self.lines: deque[wire.Line] = deque(maxlen=LINES_KEPT)
        self.decided: tuple[Moment, ...] = ()  # choices of the last hand dealt, and its settlement
        self.hands = 0  # that the person has played to the end
        self.bought = 0  # cents
        self.is_put_aside = False  # the last hand: the next bets are chosen on an empty felt
        self.bots = bots
        self._chance = chance
        self._clock = clock
        self._stack = AsyncExitStack()
        self._task: TableTask | None = None
        self._number = 0
        self._ids = count(1)
        self._settled: Table | None = None
        self._last: Table | None = None

    # -- opening and closing ----------------------------------------------------------------------

    async def open(self, chips: Chips) -> None:
        """Open the table, seat the bots, sit down with chips; raises `CannotPlay`."""
        journal = self._stack.enter_context(open_journal("memory:"))
        made = Pit(journal, clock=self._clock, chance=self._chance, pace=SOLO_PACE, threads=0)
        pit = await self._stack.enter_async_context(made)
        _must((await pit.found(NAME, self.choice, AUTOMATIC_FLOOR)).refusal)
        self._task = pit.tables[NAME]
        self._task.tell(lambda _table, _number: self._follow())
        self._follow()
        _must(await self._ask(ask.Sit(SEAT, PLAYER)))
        _must(await self.buy(chips))
        for place, bot in enumerate(self.bots):
            _must((await pit.seat_bot(NAME, bot, self.rules.seats - place)).refusal)

    async def close(self) -> None:
        """Stop the table."""
        self.told = lambda: None
        await self._stack.aclose()

    # -- what the person asks ---------------------------------------------------------------------

    async def buy(self, chips: Chips) -> Refusal | None:
        """Buy chips."""
        refusal = await self._ask(ask.BuyIn(SEAT, chips))
        self.bought += 0 if refusal else chips
        return refusal

    async def bet(self, wagers: Mapping[Wager, Chips]) -> Refusal | None:
        """Put opening wagers down; the hand is dealt when nobody else is waited for."""
        return await self._ask(round_ask.PlaceBets(SEAT, wagers))

    async def choose(self, word: str, times: int = 0) -> Refusal | None:
        """Check, fold, or play a multiple of the Ante."""
        if word == "check":
            return await self._ask(round_ask.Check(SEAT))
        return await self._ask(
            round_ask.Fold(SEAT) if word == "fold" else round_ask.Play(SEAT, times)
        )

    async def take_bank(self, stake: Chips) -> Refusal | None:
        """Bank the next hand with a stake, the bank being offered."""
        return await self._ask(round_ask.TakeBank(SEAT, stake))

    async def decline_bank(self) -> Refusal | None:
        """Leave the bank to the next seat."""
        return await self._ask(ask.DeclineBank(SEAT))

    async def return_bank(self) -> Refusal | None:
        """Give the bank back before bets are closed."""
        return await self._ask(ask.ReturnBank(SEAT))

    async def _ask(self, command: Command) -> Refusal | None:
        if self._task is None:
            raise CannotPlay("the table is not open")
        answer = await self._task.ask(f"play/{next(self._ids)}", command, _PERSON)
        return answer.refusal

    # -- what the person sees ---------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The table as it was followed to."""
        if self._task is None:
            raise CannotPlay("the table is not open")
        return self._task.table

    @property
    def failed(self) -> str:
        """Why the table has stopped by a fault; empty while it runs."""
        return self._task.failed if self._task is not None else ""

    @property
    def is_in_hand(self) -> bool:
        """Return whether the person has bets or a bank in a hand that is not over."""
        round_ = self.table.round
        if round_ is None or round_.settlement is not None:
            return False
        return round_.spot(SEAT) is not None or round_.banks(SEAT)

    def shown(self) -> ShownTable:
        """Show the table as the person's seat may see it."""
        table = self.table
        seen = view(table, _VIEWER)
        hand = show.hand(table, seen, self.rules)
        following = self._task.following() if self._task is not None and not self.failed else None
        whole = face(
            table, seen, self.rules, number=self._number, hand=hand, last=None,
            following=following, stopped=bool(self.failed),
        )  # fmt: skip
        choices = show.choices(table, seen, self.rules)
        mode = self._mode(hand, whole, choices)
        last = self._last
        reviews = last is not None and not self.is_put_aside
        if reviews and last is not None and mode in ("review", "bank"):
            hand = show.hand(last, view(last, _VIEWER), self.rules)
        return ShownTable(mode, hand, whole, choices, table.seats[SEAT].chips)

    def _mode(self, hand: wire.Hand, whole: Face, choices: tuple[wire.Choice, ...]) -> PlayMode:
        if whole.standing == "stopped":
            return "wait"
        if whole.bank is not None and whole.bank.offered == SEAT:
            return "bank"
        if choices:
            return "decide"
        mine = next(seat for seat in hand.seats if seat.seat == SEAT)
        if hand.phase == "bets" and mine.state == "banking":
            return "hold"
        if hand.phase != "bets" or not whole.offers or mine.spots:
            return "wait"
        return "bet" if self._last is None or self.is_put_aside else "review"

    def _follow(self) -> None:
        if self._task is None:
            return
        live = self._task.handler.replica
        for happened in live.recent:
            if happened.number > self._number:
                self._take(happened)
        self._number = live.number
        self.told()

    def _take(self, happened: Moment) -> None:
        if is_told(happened):
            self.lines.extend(lines(happened, self.rules))
        self.decided = decided_after(self.decided, happened)
        match happened.event:
            case round_past.BetsClosed():
                self._last = self._settled = None
                self.is_put_aside = False
            case round_past.RoundSettled():
                self._settled = happened.after
                self.hands += self._was_in(happened.after)
            case past.RoundEnded():
                self._last, self._settled = self._settled, None
            case _:
                pass

    def _was_in(self, table: Table) -> bool:
        return table.round is not None and table.round.spot(SEAT) is not None


_PERSON: Final = Person(PLAYER, Role.PLAYER)
_VIEWER: Final = Viewer(ViewerRole.SEAT, SEAT)


def _must(refusal: Refusal | None) -> None:
    if refusal is not None:
        raise CannotPlay(refusal.text)
