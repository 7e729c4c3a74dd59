"""Handles the commands of one table: decide, append, and only then change and answer."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Final

from pitboss.journal import (
    AlreadyDone,
    Conflict,
    Draft,
    Entry,
    Journal,
    Turn,
    Unavailable,
    Uncertain,
    Unfit,
    Write,
)
from pitboss.journal.admission import CAUSE_BYTES_MAX, STREAM_BYTES_MAX, check_bytes, check_name
from pitboss.journal.codec import (
    CodecError,
    decode_event,
    decode_order,
    encode_event,
    encode_link_event,
    encode_order,
)
from pitboss.ledger.accounts import meter_account
from pitboss.pit.answer import Answer, PitReason
from pitboss.pit.cashier import Cashier
from pitboss.pit.chance import Chance
from pitboss.pit.clock import Clock, steady
from pitboss.pit.links import LinkReading, read_link, tally_of
from pitboss.pit.replica import SNAPSHOT_EVERY, Replica, keep, load
from pitboss.pit.streams import (
    ID_MAX,
    PURSES,
    beside_id,
    link_stream,
    short_id,
    table_stream,
)
from pitboss.round import Refusal
from pitboss.round import command as round_ask
from pitboss.round import event as round_past
from pitboss.round.refusal import refuse
from pitboss.table import Command, Event, Order, Person, Table, decide, rules_of
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.floor import to_tell, was_told
from pitboss.table.link import LinkEvent, LinkPaid, set_up_link
from pitboss.table.opening import configuration_fault, seeds
from pitboss.table.people import AUTOMATIC_DEALER

HOUSE_IDS: Final = "house/"  # command ids that only the pit makes
TOLD_IDS: Final = "told/"  # and those of what it tells the supervisor
METER: Final = meter_account("")  # how the account of every meter begins
TRIES_MAX: Final = 50  # times a command is decided again because another process was faster
REFUSALS_KEPT: Final = 1_000  # answers to refused commands that are remembered, for each table


class _StaleReading(Exception):
    """The meters were read before another table was paid from them, or before a restart."""


class CommandHandler:
    """One table in this process. Not for two threads at once: the pit sees to that.

    Another process may keep the same table: the journal lets only one of two appends win, and
    the loser reads on and decides again.
    """

    def __init__(
        self,
        journal: Journal,
        table: str,
        clock: Clock,
        chance: Chance,
        cashier: Cashier | None = None,
    ) -> None:
        self.name = table
        self._cashier = cashier or Cashier(journal)
        self._journal = journal
        self._chance = chance
        self.replica: Replica = load(journal, table_stream(table))
        self._clock = clock
        self._time = steady(clock, self.replica.table.clock.at)
        self._refused: OrderedDict[str, Answer] = OrderedDict()
        self._reading: LinkReading | None = None
        self._kept = self.replica.number
        self._unsure = ""  # command id whose append outcome is unknown
        # Whether another process was the last to deal here. Two that both deal get in each
        # other's way at every step, so the one that is not the dealer waits (see `TableTask`).
        self.dealt_elsewhere = False

    @property
    def table(self) -> Table:
        """Return the state of the table."""
        return self.replica.table

    def now(self) -> int:
        """Return the table's time: never before its last event, even if the clock was set back."""
        return self._time.now(self.table.clock.at)

    def catch_up(self) -> None:
        """Read what other processes have written to this table."""
        entries = self._journal.read(self.replica.stream, self.replica.number)
        self.replica = self.replica.read_on(self._noticed(entries))

    def _noticed(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Pass entries on; note whether another process gave commands of the house."""
        for entry in entries:
            id_ = entry.command
            if id_ is not None and id_.startswith(HOUSE_IDS) and id_ != self._unsure:
                self.dealt_elsewhere = True
            yield entry

    def obey(self, id_: str, command: Command, by: Person) -> Answer:
        """Obey a command exactly once; the answer is durable when it is returned.

        Raises `Unavailable` when the store is down and nothing was done, `Uncertain` when nobody
        knows: either way the same id may be tried again. Raises `Broken` when an invariant of
        ours does not hold. What the house asked of a table that has gone on meanwhile is not asked
        of it as it is now: that answer says `OVERTAKEN`.
        """
        answer = self._obey(id_, command, by)
        refusal = answer.refusal
        if refusal is not None and refusal.notify and not id_.startswith(HOUSE_IDS):
            self._tell_supervisor(command, refusal)
        return answer

    def _tell_supervisor(self, command: Command, refusal: Refusal) -> None:
        """Write down what was refused, where a rule wants the supervisor told of it.

        However many processes tell it, the id is the same: it is written once a round, seat and
        kind. Where the store is down, the command may be sent again.
        """
        tell = to_tell(command, refusal)
        if tell is not None and not was_told(self.table, tell):
            id_ = f"{TOLD_IDS}{self.table.rounds}/{tell.seat}/{tell.reason}"
            self._obey(id_, tell, AUTOMATIC_DEALER)

    def _obey(self, id_: str, command: Command, by: Person) -> Answer:
        if not _is_id(id_):
            text = f"a command id has printable characters only, 1 to {ID_MAX} bytes of them"
            return Answer(id_, refusal=refuse(PitReason.COMMAND_ID, text))
        self._unsure = ""
        is_house = id_.startswith(HOUSE_IDS)
        lost: Uncertain | None = None
        before: Callable[[], None] = _nothing
        for _ in range(TRIES_MAX):
            try:
                before()
                answer = self._attempt(id_, command, by)
                self.dealt_elsewhere = self.dealt_elsewhere and not (is_house and answer.ok)
                return answer
            except AlreadyDone:
                return self._repeated(id_, command, by)
            except Conflict as conflict:
                self._reading = None
                before = self.catch_up
                if is_house and lost is None and not conflict.stream.startswith(PURSES):
                    before()
                    return Answer(id_, refusal=refuse(PitReason.OVERTAKEN, "the table went on"))
            except _StaleReading:
                before = partial(self._read_again, id_)
            except Uncertain as unknown:
                lost = unknown
                self._unsure = id_
                before = self.catch_up  # if it was written, the next attempt is told so
            except Unavailable:
                if lost is not None:
                    raise lost from None
                raise
        raise Unavailable(f"table {self.name} is written to faster than it can be followed")

    def _attempt(self, id_: str, command: Command, by: Person) -> Answer:
        if id_ in self._refused:
            self._check_newest(id_)
            return self._refused[id_]
        order = self._order(command, by)
        cause = self._cause(order)
        decision = cause if isinstance(cause, Refusal) else self._decide(order)
        if isinstance(cause, Refusal) or isinstance(decision, Refusal) or not decision:
            self._check_newest(id_)
            return Answer(id_) if isinstance(decision, tuple) else self._refusal(id_, decision)
        after = self.replica.after(decision, order.at)
        linked = self._link_events(decision)
        if isinstance(linked, Refusal):
            self._check_newest(id_)
            return self._refusal(id_, linked)
        purses = self._cashier.writes(self.table, decision, self.replica.number, id_, order.at)
        if isinstance(purses, Refusal):
            self._check_newest(id_)
            return self._refusal(id_, purses)
        drafts = tuple(Draft(*encode_event(event)) for event in decision)
        turn = Turn(id_, cause, order.at, drafts)
        link = after.table.progressive.link
        fed_more = link and after.table.progressive.fed != self.table.progressive.fed
        tally = tally_of(link, after.table.progressive.fed) if fed_more else None
        writes = [Write(self.replica.stream, self.replica.number, turn, tally)]
        if linked and self._reading is not None:
            parts = tuple(Draft(*encode_link_event(event)) for event in linked)
            stream = link_stream(link)
            mine = Turn(beside_id(self.name, id_), cause, order.at, parts)
            writes.append(Write(stream, self._reading.number, mine))
        self._journal.append(*writes, *purses)
        first = self.replica.number + 1
        self.replica = after
        if linked:
            self._reading = None
        if after.number - self._kept >= SNAPSHOT_EVERY:
            self.keep_snapshot()
        return Answer(id_, first, after.number, decision)

    def _check_newest(self, id_: str) -> None:
        """Check, before a refusal, that the command was not obeyed earlier and nothing is new."""
        stream, number = self.replica.stream, self.replica.number
        self.catch_up()
        if self.replica.number != number:
            raise Conflict(stream, expected=number, actual=self.replica.number)
        extent = self._journal.find(stream, id_)
        if extent is not None:
            raise AlreadyDone(stream, id_, first=extent.first, last=extent.last)

    def _read_again(self, id_: str) -> None:
        """Read the linked meters again, so that the award is taken from what is on them now."""
        again = short_id(f"{id_}:{self.replica.number}")
        try:
            self._attempt(again, round_ask.ReadMeters({}), AUTOMATIC_DEALER)
        except (AlreadyDone, Conflict, Uncertain):
            self._reading = None
            self.catch_up()

    def keep_snapshot(self) -> None:
        """Keep a snapshot, so that the table is loaded quickly next time."""
        if self.replica.number > self._kept:
            keep(self._journal, self.replica)
            self._kept = self.replica.number

    def _refusal(self, id_: str, refusal: Refusal) -> Answer:
        answer = Answer(id_, refusal=refusal)
        if id_.startswith(HOUSE_IDS):  # what is refused to the house now may be due in a moment
            return answer
        self._refused[id_] = answer
        if len(self._refused) > REFUSALS_KEPT:
            self._refused.popitem(last=False)
        return answer

    def _repeated(self, id_: str, command: Command, by: Person) -> Answer:
        """Return the earlier answer of a command that was obeyed before."""
        self.catch_up()
        extent = self._journal.find(self.replica.stream, id_)
        if extent is None:
            raise Unavailable(f"the journal knows command {id_} and does not")
        count = extent.last - extent.first + 1
        entries = list(self._journal.read(self.replica.stream, extent.first - 1, count))
        before = decode_order(entries[0].cause or b"")
        if before.by != by or _asked(before.command) != _asked(command):
            text = f"command id {id_} was used for another command"
            return Answer(id_, refusal=refuse(PitReason.ID_TAKEN, text))
        events = tuple(decode_event(entry.name, entry.data) for entry in entries)
        return Answer(id_, extent.first, extent.last, events)

    # -- what the shell adds ----------------------------------------------------------------------

    def _order(self, command: Command, by: Person) -> Order:
        """Add the time, the secret and the readings: they come from here and from nowhere else."""
        at = self.now()
        match command:
            case ask.OpenRound():
                meters = self._read().meters if self.table.progressive.link else {}
                secret = self._chance.secret() if self.table.identity.provable else b""
                command = ask.OpenRound(secret, meters)
            case round_ask.ReadMeters():
                command = round_ask.ReadMeters(
                    self._read().meters if self.table.progressive.link else {}
                )
            case _:
                pass
        return Order(command, by, at)

    def _decide(self, order: Order) -> tuple[Event, ...] | Refusal:
        """Decide a command; reject options that the check of a submission rejects."""
        decision = decide(self.table, order)
        if isinstance(decision, Refusal):
            return decision
        match order.command:
            case ask.SetUp(house=house) | ask.ChangeRules(house=house):
                return configuration_fault(house) or decision
            case ask.OpenTable() if self.table.identity.rules is not None:
                return configuration_fault(self.table.identity.rules) or decision
        return decision

    def _cause(self, order: Order) -> bytes | Refusal:
        """Write an order as the journal keeps it; what cannot be kept is never decided."""
        try:
            cause = encode_order(order)
            check_bytes("a command", cause, CAUSE_BYTES_MAX)
            if isinstance(order.command, ask.SetUp):
                check_name("table", self.replica.stream, STREAM_BYTES_MAX)
                if order.command.table != self.name:
                    raise Unfit(f"this is table {self.name}; it is set up under its own name")
        except (CodecError, Unfit) as error:
            return refuse(PitReason.NOT_A_COMMAND, f"not to be obeyed: {error}")
        return cause

    def _read(self) -> LinkReading:
        self._reading = read_link(self._journal, self.table.progressive.link)
        return self._reading

    def _link_events(self, decision: tuple[Event, ...]) -> tuple[LinkEvent, ...] | Refusal:
        """Return what a link has to record beside these events."""
        for event in decision:
            if isinstance(event, past.TableSetUp) and event.link:
                return self._joined(event)
            if isinstance(event, round_past.RoundSettled) and self.table.progressive.link:
                return self._paid(event)
        return ()

    def _joined(self, event: past.TableSetUp) -> tuple[LinkEvent, ...] | Refusal:
        try:
            check_name("link", link_stream(event.link), STREAM_BYTES_MAX)
        except Unfit as error:
            return refuse(PitReason.NOT_A_COMMAND, f"not to be obeyed: {error}")
        self._reading = read_link(self._journal, event.link)
        rules = rules_of(event.house)
        start = seeds(rules)
        if isinstance(start, Refusal):
            return start
        return set_up_link(self._reading.link, event.link, rules.meters, start)

    def _paid(self, event: round_past.RoundSettled) -> tuple[LinkEvent, ...]:
        """Record an award, behind the very event of the link that the meters were read at."""
        settlement = event.settlement
        # Asked of the movements: an award as large as the reset leaves the meter as it was.
        if not any(movement.payer.startswith(METER) for movement in settlement.movements):
            return ()
        round_ = self.table.round
        before = _known(round_.meters if round_ else {})
        after = _known(settlement.meters)
        for meter, part in settlement.unfed.items():  # what a void takes back is not the link's
            after[meter] = after.get(meter, Fraction(0)) + part
        if self._reading is None or self._reading.meters != before:
            raise _StaleReading
        return (LinkPaid(self.name, self.table.rounds, before, after, self._reading.fed),)


def _is_id(text: object) -> bool:
    return isinstance(text, str) and text.isprintable() and 0 < len(text.encode()) <= ID_MAX


def _nothing() -> None:
    """Do nothing before the first attempt."""


def _known(meters: Mapping[str, Fraction | None]) -> dict[str, Fraction]:
    return {meter: amount for meter, amount in meters.items() if amount is not None}


def _asked(command: Command) -> Command:
    """Return a command without what the shell adds to it."""
    match command:
        case ask.OpenRound():
            return ask.OpenRound()
        case round_ask.ReadMeters():
            return round_ask.ReadMeters({})
        case round_ask.Validate():
            return replace(command, by="")
        case _:
            return command
