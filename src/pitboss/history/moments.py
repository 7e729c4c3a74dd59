"""Folds a table's stream into moments (an event, the table before and after it) and rounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pitboss.journal import Entry, Head, Journal, JournalError, checked
from pitboss.journal.codec import decode_event
from pitboss.pit.replica import Moment
from pitboss.pit.streams import TABLES, table_name, table_stream
from pitboss.round import Broken, Round
from pitboss.rules import OptionError, Rules, UnknownRuleSetError
from pitboss.table import RulesChoice, Table, evolve, rules_of
from pitboss.table import event as past


class UnreadableError(JournalError):
    """Events that hold as a chain and yet are no table's; the text names the first of them."""


class NoSuchTableError(JournalError):
    """A table that the journal does not have; the text names some that it has."""


@dataclass(frozen=True, slots=True)
class StoredMoment(Moment):
    """A moment read back from a journal; `entry` is how its event is stored."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round from `RoundBegun` to `RoundEnded` or `RoundCancelled`, or as far as it has come."""

    table: str
    number: int
    choice: RulesChoice
    rules: Rules
    moments: tuple[StoredMoment, ...]

    @property
    def begun(self) -> past.RoundBegun:
        """Its first event: deck and commitment, and the secret, which is not for everybody."""
        first = self.moments[0].event
        if not isinstance(first, past.RoundBegun):
            raise Broken(f"round {self.number} does not begin with its beginning")
        return first

    @property
    def ended(self) -> bool:
        """Return whether the round is over, and its secret out."""
        return isinstance(self.moments[-1].event, past.RoundEnded | past.RoundCancelled)

    @property
    def cancelled(self) -> bool:
        """Return whether it ended before any card."""
        return isinstance(self.moments[-1].event, past.RoundCancelled)

    @property
    def last(self) -> Round:
        """The round as it was last, before it was cleared off the table."""
        table = self.moments[-1].before if self.ended else self.moments[-1].after
        return table.round or Round()

    @property
    def before(self) -> Table:
        """The table before the round."""
        return self.moments[0].before

    @property
    def after(self) -> Table:
        """The table after its last event; those who leave then have not left yet."""
        return self.moments[-1].after


def table_names(journal: Journal) -> tuple[str, ...]:
    """List the tables of a journal."""
    return tuple(map(table_name, journal.heads(TABLES)))


def chosen_tables(journal: Journal, table: str | None) -> tuple[str, ...]:
    """Return the one table that is asked for, or all; raises `NoSuchTableError`."""
    names = table_names(journal)
    if table is None:
        return names
    if table in names:
        return (table,)
    raise NoSuchTableError(f"there is no table {table[:60]!r} in the journal; {_some(names)}")


def _some(names: Sequence[str], shown: int = 5) -> str:
    if not names:
        return "it has none"
    rest = f" and {len(names) - shown} more" if len(names) > shown else ""
    return f"it has {', '.join(names[:shown])}{rest}"


def entries(journal: Journal, stream: str, head: Head | None = None) -> Iterator[Entry]:
    """Go over a stream up to its head of now, or one given; raises where the chain is broken."""
    head = head or journal.head(stream)
    number, found = 0, b""
    for entry in checked(journal.read(stream, limit=head.number), stream):
        yield entry
        number, found = entry.number, entry.hash
    if (number, found) != (head.number, head.hash) and head.number:
        raise UnreadableError(f"stream {stream!r} ends at event {number}, not at {head.number}")


def moments(stored: Iterable[Entry], table: Table | None = None) -> Iterator[StoredMoment]:
    """Fold the entries of a table's stream; raises `JournalError` for what is no table's.

    `table` is the table before the first of them; by default they are all that it has.
    """
    table = table or Table()
    for entry in stored:
        event = decode_event(entry.name, entry.data)
        before = table
        try:
            table = evolve(table, event, entry.at)
        except (LookupError, TypeError, ValueError, AttributeError, Broken) as error:
            what = f"{entry.name} does not follow from the events before ({error})"
            raise UnreadableError(f"{entry.stream}, event {entry.number}: {what}") from None
        yield StoredMoment(entry.number, entry.at, event, before, table, entry)


def table_moments(journal: Journal, table: str, head: Head | None = None) -> Iterator[StoredMoment]:
    """Fold a table's stream up to its head of now, or one given."""
    return moments(entries(journal, table_stream(table), head))


def played_rounds(folded: Iterable[StoredMoment]) -> Iterator[PlayedRound]:
    """Pick the rounds out; the last may still be going on. One round at a time is held."""
    held: list[StoredMoment] = []
    for moment in folded:
        if isinstance(moment.event, past.RoundBegun):
            held = [moment]
        elif held:
            held.append(moment)
        if held and isinstance(moment.event, past.RoundEnded | past.RoundCancelled):
            yield played_round(held)
            held = []
    if held:
        yield played_round(held)


def played_round(held: Sequence[StoredMoment]) -> PlayedRound:
    """Make a round of its moments."""
    table = held[0].after
    if table.identity.rules is None:
        raise UnreadableError(f"{held[0].entry.stream}: a round without rules")
    return PlayedRound(
        table.identity.name,
        table.rounds,
        table.identity.rules,
        in_force_then(table.identity.rules),
        tuple(held),
    )


def in_force_then(choice: RulesChoice) -> Rules:
    """Work out the rules that an event names; raises `UnreadableError` where they are not here."""
    try:
        return rules_of(choice)
    except (Broken, OptionError, UnknownRuleSetError, LookupError, TypeError, ValueError) as error:
        raise UnreadableError(f"the rules of the table cannot be had: {error}") from None
