"""What an audit found: the first bad event of a stream, and what is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from pitboss.journal import Head
from pitboss.ledger.purse import AtTable
from pitboss.table.link import LinkSetUp


class FindingKind(StrEnum):
    """Which proof failed; the word is public, for programs and for the docs."""

    CHAIN = "chain"  # a hash, a number or the size of a turn does not fit
    HEAD = "head"  # the last event is not the one that the journal says is the last
    ANCHOR = "anchor"  # the journal does not hold what it held when the anchor was made
    STORE = "store"  # the database cannot read its own file
    TIME = "time"  # an event is older than the one before it
    COMMAND = "command"  # a command id stands twice
    SHAPE = "shape"  # an event or a command is unknown, or not in the canonical bytes
    SNAPSHOT = "snapshot"  # a kept state, from which a table is loaded, is not that of its events
    STREAM = "stream"  # the events belong to another table or link
    DECISION = "decision"  # the rules do not give these events for this order
    SECRET = "secret"  # noqa: S105  # commitment, sealed and revealed secret do not agree
    DECK = "deck"  # the deck is not the one that the secret and the seeds give
    SETTLEMENT = "settlement"  # the settlement is not the one that the rules give
    LEDGER = "ledger"  # the books do not balance, or not with the chips at the seats
    METERS = "meters"  # a meter is not what went in less what came out
    PURSE = "purse"  # a purse may not do this, or it and a table do not agree
    LINK = "link"  # a linked award and its record do not agree


Fault = tuple[FindingKind, str]  # the proof that failed, and what is wrong in words


@dataclass(frozen=True, slots=True)
class Finding:
    """The first bad event of a stream; what follows it is not trusted and not looked at.

    `number` is the place in the stream; `event` is the name of what stands there, or empty
    where nothing does.
    """

    stream: str
    number: int
    event: str
    kind: FindingKind
    text: str

    def line(self) -> str:
        """Return the finding on one line."""
        what = f" ({self.event})" if self.event else ""
        return f"{self.stream}, event {self.number}{what}: {self.kind}: {self.text}"


@dataclass(frozen=True, slots=True)
class Remark:
    """A round that an earlier engine decided otherwise than the running one would: no finding.

    Its chain, cards and books are proved all the same. `number` is its first such event.
    """

    stream: str
    number: int
    table: str
    round: int
    engine: int

    def line(self) -> str:
        """Return the remark on one line."""
        return f"{self.stream}, event {self.number}: round {self.round}: {self.text}"

    @property
    def text(self) -> str:
        """What is to be said of the round."""
        return f"played by engine {self.engine}"


@dataclass(frozen=True, slots=True)
class Award:
    """A settlement that took something off linked meters, or had them read for it."""

    number: int
    event: str
    round: int
    before: dict[str, Fraction]
    after: dict[str, Fraction]


@dataclass(frozen=True, slots=True)
class Half:
    """What an event of a table moves of a purse: what that purse must record, and the command."""

    event: AtTable
    name: str
    command: str


@dataclass(frozen=True, slots=True)
class StreamProof:
    """What was proved of one stream, up to its first bad event or its end.

    The last five fields are of tables on a link: its name, what the table had fed at the asked
    numbers, the number at which that changed last, the awards, and how the table's rules would
    set the link up. `halves` has the events that move chips of purses, by purse and number;
    `purses_at` what purses had on the table at the asked numbers.
    """

    stream: str
    head: Head
    entries: int = 0
    rounds: int = 0
    voids: Counter[str] = field(default_factory=Counter)
    findings: tuple[Finding, ...] = ()
    remarks: tuple[Remark, ...] = ()
    note: str = ""
    link: str = ""
    fed_at: dict[int, dict[str, Fraction]] = field(default_factory=dict)
    fed_last: int = 0
    awards: tuple[Award, ...] = ()
    plan: LinkSetUp | None = None
    halves: dict[tuple[str, int], Half] = field(default_factory=dict)
    purses_at: dict[int, dict[str, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AuditReport:
    """All that was proved, stream by stream, in order of their names."""

    proofs: tuple[StreamProof, ...]
    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()
    accounts: Counter[str] = field(default_factory=Counter)  # cents of all purses, by account

    @property
    def clean(self) -> bool:
        """Return whether nothing was found."""
        return not self.findings

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """List the rounds that an earlier engine decided otherwise."""
        return tuple(remark for proof in self.proofs for remark in proof.remarks)

    @property
    def entries(self) -> int:
        """Count the events that were proved."""
        return sum(proof.entries for proof in self.proofs)

    @property
    def rounds(self) -> int:
        """Count the rounds that were begun."""
        return sum(proof.rounds for proof in self.proofs)

    @property
    def voids(self) -> Counter[str]:
        """Count the rounds that came to nothing, by reason."""
        return sum((proof.voids for proof in self.proofs), Counter())

    @property
    def heads(self) -> dict[str, Head]:
        """List the last event of every stream, as proved."""
        return {proof.stream: proof.head for proof in self.proofs}


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Put findings in order of streams and places."""
    return tuple(sorted(findings, key=lambda found: (found.stream, found.number, found.kind)))
