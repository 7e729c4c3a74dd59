"""The proofs of money and of chance on their own: they hold what the decider is not asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.audit.books_proof import BooksProof
from pitboss.audit.chance_proof import ChanceProof
from pitboss.audit.finding import FindingKind
from pitboss.audit.turn_proof import is_as_written
from pitboss.cards.shuffle import commitment, deck_order
from pitboss.journal import Entry
from pitboss.journal.codec import encode_event
from pitboss.ledger import Books
from pitboss.round import event as round_past
from pitboss.rules import Chips
from pitboss.table import Event, Table, evolve
from pitboss.table import event as past
from pitboss.table.shuffling import HOUSE_SEAT
from tests.audit.tables import Played, regulars

METERS = {"progressive": "A", "meter.seed": {"main": 5_000}, "meter.rate": {"main": "12.5%"}}
Fault = tuple[FindingKind, str] | None


@pytest.fixture(scope="module")
def played() -> Played:
    return regulars(4, rounds=3, seats=3, options=METERS)


def until(
    played: Played, wanted: type[Event], spoil: Callable[[Table], Table] = lambda table: table
) -> tuple[Fault, BooksProof]:
    """Post all events up to one of that type, the table after it spoiled; the last answer."""
    proof = BooksProof()
    table = Table()
    for order, events in played.log:
        for event in events:
            after = evolve(table, event, order.at)
            if isinstance(event, wanted):
                return proof.take(table, event, spoil(after)), proof
            assert proof.take(table, event, after) is None
            table = after
    raise LookupError(wanted.__name__)


def test_chips_that_the_books_do_not_have_are_found(played: Played) -> None:
    def richer(table: Table) -> Table:
        seat = replace(table.seats[1], chips=Chips(table.seats[1].chips + 1))
        return replace(table, seats={**table.seats, 1: seat})

    assert until(played, round_past.BetsPlaced)[0] is None
    fault, _ = until(played, round_past.BetsPlaced, richer)
    assert fault is not None
    assert fault[0] == FindingKind.LEDGER
    assert fault[1].startswith("seat 1 shows ")


def test_wagers_that_the_books_do_not_have_are_found(played: Played) -> None:
    def more(table: Table) -> Table:
        assert table.round is not None
        first, *rest = table.round.spots
        wagers = {wager: Chips(2 * chips) for wager, chips in first.wagers.items()}
        spots = (replace(first, wagers=wagers), *rest)
        return replace(table, round=replace(table.round, spots=spots))

    fault, _ = until(played, round_past.BetsClosed, more)
    assert fault is not None
    assert "lie on the layout" in fault[1]


@pytest.mark.parametrize("when", [round_past.BetsClosed, round_past.RoundSettled])
def test_a_meter_that_is_not_what_went_in_is_found(played: Played, when: type[Event]) -> None:
    def other(table: Table) -> Table:
        return replace(table, progressive=replace(table.progressive, meters={"main": Fraction(7)}))

    fault, _ = until(played, when, other)
    assert fault is not None
    assert fault[0] == FindingKind.METERS


def test_books_that_do_not_balance_are_found(played: Played) -> None:
    _, proof = until(played, past.RoundEnded)
    wrong = BooksProof(Books({**proof.books.balances, "cage": 1}))
    fault = wrong.take(Table(), past.RoundEnded(1), Table())
    assert fault is not None
    assert fault[1].startswith("the books are out by ")


def test_a_debt_that_may_not_be_is_found(played: Played) -> None:
    _, proof = until(played, round_past.BetsPlaced)
    table = Table()
    for order, events in played.log:
        for event in events:
            if isinstance(event, past.PlayerSat):
                table = evolve(table, event, order.at)
    fault = proof.take(table, past.ChipsCashed(1, Chips(10**9)), table)
    assert fault is not None
    assert fault[0] == FindingKind.LEDGER


# -- chance ---------------------------------------------------------------------------------------

SECRET = bytes(range(32))
DECK = deck_order(SECRET, "one", 1, {})


def begun() -> ChanceProof:
    proof = ChanceProof(table="one")
    sealed = commitment(SECRET, "one", 1)
    assert proof.take(past.RoundBegun(1, "red", sealed, SECRET)) is None
    return proof


def kind(fault: Fault) -> FindingKind | None:
    return None if fault is None else fault[0]


def test_the_deck_of_secret_and_seeds_is_right() -> None:
    proof = begun()
    assert proof.take(past.SeedAdded(2, b"mine")) is None
    seeded = deck_order(SECRET, "one", 1, {2: b"mine"})
    assert kind(proof.take(round_past.DeckLoaded(DECK, "device"))) == FindingKind.DECK

    proof = begun()
    proof.take(past.SeedAdded(2, b"mine"))
    assert proof.take(round_past.DeckLoaded(seeded, "device")) is None


def test_a_deck_shuffled_anew_has_the_houses_seed() -> None:
    proof = begun()
    assert proof.take(round_past.DeckLoaded(DECK, "device")) is None
    again = deck_order(SECRET, "one", 1, {HOUSE_SEAT: b"\x02"})
    assert proof.take(round_past.DeckLoaded(again, "device")) is None
    assert kind(proof.take(round_past.DeckLoaded(again, "device"))) == FindingKind.DECK


@pytest.mark.parametrize("end", [past.RoundEnded(1), past.RoundCancelled(1, past.NoHand.NO_WAGER)])
def test_a_round_that_ends_without_its_secret_is_found(end: Event) -> None:
    proof = begun()
    assert kind(proof.take(end)) == FindingKind.SECRET
    proof = begun()
    assert proof.take(past.SecretRevealed(1, SECRET)) is None
    assert proof.take(end) is None


@pytest.mark.parametrize(("number", "secret"), [(2, SECRET), (1, bytes(32)), (1, b"short")])
def test_a_secret_that_is_not_the_sealed_one_is_found(number: int, secret: bytes) -> None:
    assert kind(begun().take(past.SecretRevealed(number, secret))) == FindingKind.SECRET


@pytest.mark.parametrize("secret", [bytes(32), b"short"])
def test_a_secret_that_does_not_give_the_commitment_is_found(secret: bytes) -> None:
    proof = ChanceProof(table="one")
    sealed = commitment(SECRET, "one", 1)
    assert kind(proof.take(past.RoundBegun(1, "red", sealed, secret))) == FindingKind.SECRET


def test_a_table_that_is_not_provable_has_no_secret() -> None:
    proof = ChanceProof(table="one", provable=False)
    assert proof.take(past.RoundBegun(1, "red", b"", b"")) is None
    assert proof.take(round_past.DeckLoaded(DECK[::-1], "manual")) is None
    assert proof.take(past.RoundEnded(1)) is None
    assert kind(proof.take(past.RoundBegun(2, "red", b"", SECRET))) == FindingKind.SECRET


# -- bytes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_bytes_that_moved_from_one_event_to_the_next_are_not_as_written(end: bytes) -> None:
    events: list[Event] = [round_past.Checked(1), round_past.Folded(2)]
    (one, first), (other, second) = map(encode_event, events)

    def are_as_written(first: bytes, second: bytes) -> bool:
        entries = [
            Entry("table/T1", n, name, 0, None, None, None, data, b"")
            for n, name, data in ((1, one, first), (2, other, second))
        ]
        return all(map(is_as_written, entries, events))

    assert are_as_written(first, second)
    whole = first + end + second
    for cut in range(len(whole) + 1):
        assert are_as_written(whole[:cut], whole[cut:]) == (not end and cut == len(first))
