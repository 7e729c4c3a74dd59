"""Purses are proved as tables are: what was changed, left out or doubled is found and named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pitboss.audit.finding import Finding, FindingKind
from pitboss.audit.verify import verify
from pitboss.journal import Draft, Journal
from pitboss.journal.codec import decode_purse_event, encode_purse_event
from pitboss.ledger.purse import (
    GRANT,
    ChipsGranted,
    OnTable,
    PurseBoughtIn,
    PurseCashedOut,
    PurseEvent,
    PurseLeft,
    PurseRefilled,
    PurseSat,
)
from pitboss.pit.cashier import Cashier
from pitboss.rules import Chips
from pitboss.table import Person, Role
from pitboss.table import command as ask
from tests.audit.tamper import Turns, forged, turns_of
from tests.pit.hands import START, Bench, house

PURSE, OTHER, POOR = "purse/a1", "purse/b2", "purse/d4"
TABLE = "table/T1"


@pytest.fixture(scope="module")
def streams() -> dict[str, Turns]:
    """A table at which two people bought, cashed and left; one of them got a refill."""
    bench = Bench()
    bench.opened(house(), 0)
    for seat, (name, purse) in enumerate((("Ann", "a1"), ("Ben", "b2")), 1):
        person = Person(name, Role.PLAYER)
        bench.must(ask.Sit(seat, name, purse=purse, chips=Chips(30_000)), person)
        bench.must(ask.BuyIn(seat, Chips(5_000)), person)
        bench.must(ask.CashOut(seat, Chips(1_000)), person)
    bench.must(ask.Leave(1), Person("Ann", Role.PLAYER))
    sit = ask.Sit(3, "Dan", purse="d4", chips=Chips(95_000))
    bench.must(sit, Person("Dan", Role.PLAYER))
    cashier = Cashier(bench.journal)
    cashier.carry_over("c3", Chips(50), START)
    assert cashier.refill("c3", START)
    return all_of(bench.journal)


def all_of(journal: Journal) -> dict[str, Turns]:
    return {stream: turns_of(journal, stream) for stream in journal.heads()}


def events(turns: Turns) -> list[PurseEvent]:
    return [decode_purse_event(draft.name, draft.data) for turn in turns for draft in turn.drafts]


def changed(turns: Turns, wanted: type[PurseEvent], event: PurseEvent | None) -> Turns:
    """Put another event in the place of the last of a kind, or none."""
    made = list(turns)
    for index in reversed(range(len(turns))):
        drafts = list(turns[index].drafts)
        for place in reversed(range(len(drafts))):
            if isinstance(decode_purse_event(drafts[place].name, drafts[place].data), wanted):
                drafts[place : place + 1] = [Draft(*encode_purse_event(event))] if event else []
                turn = replace(turns[index], drafts=tuple(drafts))
                made[index : index + 1] = [turn] if drafts else []
                return made
    raise LookupError(wanted)


def last(turns: Turns, wanted: type[PurseEvent]) -> PurseEvent:
    return next(event for event in reversed(events(turns)) if isinstance(event, wanted))


def found(streams: dict[str, Turns], **others: Turns) -> Finding:
    (first, *_) = verify(forged({**streams, **others})).findings
    return first


def test_what_people_did_is_proved_and_adds_up(streams: dict[str, Turns]) -> None:
    report = verify(forged(streams))

    assert report.findings == ()
    assert {proof.stream for proof in report.proofs} == {TABLE, PURSE, OTHER, "purse/c3", POOR}
    assert sum(report.accounts.values()) == 0
    assert report.accounts == {
        "gift": -4 * GRANT,
        "carried over": -50,
        "purses": 4 * GRANT + 50 - 129_000,
        "cage": 129_000,  # in front of Ben and Dan
    }


def more(event: PurseEvent, chips: int) -> PurseEvent:
    assert not isinstance(event, PurseSat)
    return replace(event, chips=Chips(event.chips + chips))


CHANGES: list[tuple[type[PurseEvent], Callable[[PurseEvent], PurseEvent | None], str]] = [
    (ChipsGranted, lambda event: more(event, 1), "opens a purse with 100001 cents"),
    (ChipsGranted, lambda _: None, "before the purse is opened"),
    (PurseBoughtIn, lambda event: more(event, -1), "moves other chips"),
    (PurseBoughtIn, lambda _: None, "does not record what this moves"),
    (PurseCashedOut, lambda event: more(event, 100), "moves other chips"),
    (PurseCashedOut, lambda _: None, "does not record what this moves"),
    (PurseLeft, lambda _: None, "does not record what this moves"),
    (PurseSat, lambda _: None, "without a seat"),
]


@pytest.mark.parametrize(("wanted", "change", "said"), CHANGES)
def test_a_purse_that_was_rewritten_with_its_chain_is_found(
    streams: dict[str, Turns],
    wanted: type[PurseEvent],
    change: Callable[[PurseEvent], PurseEvent | None],
    said: str,
) -> None:
    mine = streams[PURSE]

    first = found(streams, **{PURSE: changed(mine, wanted, change(last(mine, wanted)))})

    assert first.kind == FindingKind.PURSE
    assert said in first.text
    assert first.stream == (TABLE if said.startswith("does not") else PURSE)


def test_a_buy_in_that_stands_twice_is_found(streams: dict[str, Turns]) -> None:
    mine = streams[OTHER]
    again = replace(mine[1], id="again")

    assert "stands behind event" in found(streams, **{OTHER: [*mine, again]}).text


def test_a_cash_out_that_no_table_paid_is_found(streams: dict[str, Turns]) -> None:
    mine = streams[OTHER]
    made_up = PurseCashedOut("T1", 10**6, Chips(500))
    turn = replace(mine[-1], id="made-up", drafts=(Draft(*encode_purse_event(made_up)),))

    first = found(streams, **{OTHER: [*mine, turn]})

    assert (first.stream, first.number) == (OTHER, len(events(mine)) + 1)
    assert "moves no chips of this purse" in first.text


def test_a_move_of_another_persons_command_is_found(streams: dict[str, Turns]) -> None:
    mine = streams[OTHER]

    first = found(streams, **{OTHER: [*mine[:-1], replace(mine[-1], id="T1/other")]})

    assert "another command" in first.text


def test_a_purse_that_is_gone_is_found(streams: dict[str, Turns]) -> None:
    left = {stream: turns for stream, turns in streams.items() if stream != PURSE}

    first = found(left)

    assert (first.stream, first.kind) == (TABLE, FindingKind.PURSE)
    assert f"{PURSE} does not record" in first.text


def test_a_table_that_is_gone_is_found(streams: dict[str, Turns]) -> None:
    left = {stream: turns for stream, turns in streams.items() if stream != TABLE}

    assert "table T1 is not in this journal" in found(left).text


def test_a_refill_that_overlooks_chips_on_a_table_is_found(streams: dict[str, Turns]) -> None:
    mine = streams[POOR]
    bought = last(mine, PurseBoughtIn)
    assert isinstance(bought, PurseBoughtIn)
    forgotten = PurseRefilled(GRANT, (OnTable("T1", bought.number, Chips(0)),))
    turn = replace(mine[-1], id="refill/9", drafts=(Draft(*encode_purse_event(forgotten)),))

    first = found(streams, **{POOR: [*mine, turn]})

    assert "had other chips on table T1" in first.text


def test_the_bytes_of_a_purse_are_chained(streams: dict[str, Turns]) -> None:
    journal = forged(streams)
    entries = journal._entries[PURSE]
    entries[0] = entries[0]._replace(data=entries[0].data.replace(b"100000", b"900000"))

    (first, *_) = verify(journal).findings

    assert (first.stream, first.number, first.kind) == (PURSE, 1, FindingKind.CHAIN)


def test_purses_are_left_out_where_only_some_tables_are_proved(streams: dict[str, Turns]) -> None:
    report = verify(forged(streams), ["T1"])

    assert report.clean
    assert "purses at table/T1 are proved only when all tables are" in report.notes
