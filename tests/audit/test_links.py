"""A link beside its tables: every award recorded once, on what the tables had truly fed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pitboss.audit.finding import Finding, FindingKind
from pitboss.audit.verify import verify
from pitboss.journal import Draft, StoredTally, Turn
from pitboss.journal.codec import decode_link_event, encode_link_event
from pitboss.journal.memory import MemoryJournal
from pitboss.round import event as round_past
from pitboss.table.link import Fed, LinkCorrected, LinkEvent, LinkPaid, LinkSetUp
from tests.audit.linked import LINK, STREAM, WINNING, Kept
from tests.audit.tables import regulars
from tests.audit.tamper import Turns, forged, place_of, turns_of
from tests.audit.write import in_memory

TABLES = ("table/L1", "table/L2")


@pytest.fixture(scope="module")
def journal() -> MemoryJournal:
    """Two tables on one link; each wins once, with rounds of the other in between."""
    journal = MemoryJournal()
    one, other = Kept(journal, "L1"), Kept(journal, "L2")
    one.play(WINNING["L1"])
    other.play(WINNING["L2"])
    one.play(5)
    other.play(6)
    return journal


@pytest.fixture(scope="module")
def link(journal: MemoryJournal) -> Turns:
    return turns_of(journal, STREAM)


def with_link(journal: MemoryJournal, link: Turns) -> MemoryJournal:
    streams = {stream: turns_of(journal, stream) for stream in TABLES}
    return forged({**streams, STREAM: link}, journal)


def changed(link: Turns, index: int, change: Callable[[LinkPaid], LinkEvent]) -> Turns:
    draft = link[index].drafts[0]
    event = decode_link_event(draft.name, draft.data)
    assert isinstance(event, LinkPaid)
    drafts = (Draft(*encode_link_event(change(event))),)
    return [*link[:index], replace(link[index], drafts=drafts), *link[index + 1 :]]


def found_in(journal: MemoryJournal, link: Turns) -> Finding:
    (found,) = verify(with_link(journal, link)).findings
    return found


def test_two_awards_from_one_link_are_proved(journal: MemoryJournal, link: Turns) -> None:
    assert len(link) == 3  # set up, and one award for each table
    report = verify(journal)
    assert report.findings == ()
    assert report.heads == dict(journal.heads())
    assert verify(with_link(journal, link)).clean


def test_an_award_that_was_never_recorded_is_named_at_the_table(
    journal: MemoryJournal, link: Turns
) -> None:
    settled = place_of(turns_of(journal, "table/L2"), round_past.RoundSettled)[2]

    found = found_in(journal, link[:-1])

    assert (found.stream, found.number, found.kind) == ("table/L2", settled, FindingKind.LINK)


def test_an_award_recorded_twice_is_named(journal: MemoryJournal, link: Turns) -> None:
    found = found_in(journal, [*link, replace(link[1], id="again")])

    assert (found.stream, found.number, found.kind) == (STREAM, 4, FindingKind.LINK)
    assert found.text == "round 1 of table L1 is paid a second time"


def test_an_award_without_a_round_is_named(journal: MemoryJournal, link: Turns) -> None:
    found = found_in(journal, changed(link, 2, lambda paid: replace(paid, round=2)))

    assert (found.stream, found.number, found.kind) == (STREAM, 3, FindingKind.LINK)
    assert found.text == "round 2 of table L2 took nothing off the meters"


def test_meters_before_that_do_not_add_up_are_named(journal: MemoryJournal, link: Turns) -> None:
    def more(paid: LinkPaid) -> LinkPaid:
        return replace(paid, before={m: amount + 1 for m, amount in paid.before.items()})

    found = found_in(journal, changed(link, 1, more))

    assert (found.number, found.kind) == (2, FindingKind.LINK)
    assert "not what the link and its tables had" in found.text


def test_meters_after_that_are_not_the_settlements_are_named(
    journal: MemoryJournal, link: Turns
) -> None:
    def less(paid: LinkPaid) -> LinkPaid:
        return replace(paid, after={m: amount - 1 for m, amount in paid.after.items()})

    found = found_in(journal, changed(link, 2, less))

    assert (found.number, found.kind) == (3, FindingKind.LINK)
    assert found.text == "round 1 of table L2 was settled with other meters"


def test_sums_that_a_table_had_not_fed_are_named(journal: MemoryJournal, link: Turns) -> None:
    def more(paid: LinkPaid) -> LinkPaid:
        fed = tuple(
            Fed(f.table, f.number, {m: amount + 100 for m, amount in f.meters.items()})
            for f in paid.fed
        )
        before = {m: amount + 100 * len(fed) for m, amount in paid.before.items()}
        return replace(paid, fed=fed, before=before)

    found = found_in(journal, changed(link, 2, more))

    assert (found.number, found.kind) == (3, FindingKind.LINK)
    assert "had not fed that much" in found.text


def test_a_table_left_out_of_an_award_is_named(journal: MemoryJournal, link: Turns) -> None:
    def without(paid: LinkPaid) -> LinkPaid:
        gone = next(f for f in paid.fed if f.table == "L1")
        rest = tuple(f for f in paid.fed if f.table != "L1")
        before = {m: amount - gone.meters.get(m, 0) for m, amount in paid.before.items()}
        return replace(paid, fed=rest, before=before)

    found = found_in(journal, changed(link, 2, without))

    assert (found.number, found.kind) == (3, FindingKind.LINK)
    assert found.text == "what table L1 had fed is taken from before the last award"


def correction(second: str) -> Turn:
    event = LinkCorrected("main", Fraction(-1), "miskeyed", "Ada", second)
    return Turn("fix", b"{}", 0, (Draft(*encode_link_event(event)),))


def test_a_correction_needs_two_people(journal: MemoryJournal, link: Turns) -> None:
    assert verify(with_link(journal, [*link, correction("Ben")])).clean

    found = found_in(journal, [*link, correction("Ada")])

    assert (found.number, found.kind) == (4, FindingKind.LINK)


def test_a_meter_below_nothing_is_named(journal: MemoryJournal, link: Turns) -> None:
    event = LinkCorrected("main", Fraction(-(10**9)), "miskeyed", "Ada", "Ben")
    turn = Turn("fix", b"{}", 0, (Draft(*encode_link_event(event)),))

    found = found_in(journal, [*link, turn])

    assert (found.number, found.kind) == (4, FindingKind.METERS)


def test_a_link_of_another_name_is_named(journal: MemoryJournal, link: Turns) -> None:
    event = LinkSetUp("small", {"main": Fraction(1)}, {}, {})
    first = replace(link[0], drafts=(Draft(*encode_link_event(event)),))

    found = verify(with_link(journal, [first])).findings[0]

    assert (found.stream, found.number) == (STREAM, 1)
    assert f"link/{LINK}" in found.text


def test_a_changed_sum_beside_the_events_is_named(journal: MemoryJournal, link: Turns) -> None:
    copy = with_link(journal, link)
    key = (STREAM, "table/L1")
    tally = copy._tallies[key]
    copy._tallies[key] = replace(tally, data=tally.data.replace(b"1", b"2", 1))

    (found,) = verify(copy).findings

    assert (found.stream, found.number, found.kind) == ("table/L1", tally.number, FindingKind.LINK)


def test_a_sum_that_was_set_back_is_named(journal: MemoryJournal, link: Turns) -> None:
    copy = with_link(journal, link)
    closed = place_of(turns_of(journal, "table/L1"), round_past.BetsClosed, 1)[2]
    del copy._tallies[STREAM, "table/L1"]

    (found,) = verify(copy).findings

    assert (found.stream, found.number, found.kind) == ("table/L1", closed, FindingKind.LINK)


def test_a_single_table_of_a_link_is_proved_without_it_and_says_so(journal: MemoryJournal) -> None:
    report = verify(journal, ["L1"])

    assert report.clean
    assert report.notes == (f"link {LINK} is proved only when all tables are",)


@pytest.mark.parametrize("part", ["seeds", "resets", "rates"])
def test_a_link_that_begins_otherwise_than_its_tables_say_is_named(
    journal: MemoryJournal, link: Turns, part: str
) -> None:
    draft = link[0].drafts[0]
    begun = decode_link_event(draft.name, draft.data)
    assert isinstance(begun, LinkSetUp)
    more = {meter: amount * 2 for meter, amount in getattr(begun, part).items()}
    changes: dict[str, Any] = {part: more}  # Any: each field has a type of its own
    drafts = (Draft(*encode_link_event(replace(begun, **changes))),)

    (found,) = verify(with_link(journal, [replace(link[0], drafts=drafts), *link[1:]])).findings

    assert (found.stream, found.number, found.kind) == (STREAM, 1, FindingKind.LINK)


@pytest.mark.parametrize("stream", ["table/other", "table/nowhere"])
def test_a_sum_that_no_table_of_the_link_has_fed_is_named(
    journal: MemoryJournal, link: Turns, stream: str
) -> None:
    """A reading adds up all sums of the group: one too many would pay chips from nothing."""
    streams = {each: turns_of(journal, each) for each in TABLES}
    streams["table/other"] = turns_of(in_memory(regulars(3, rounds=1, name="other")), "table/other")
    whole = forged({**streams, STREAM: link}, journal)
    assert verify(whole).clean

    whole._tallies[STREAM, stream] = StoredTally(stream, 5, b'{"main": "100000"}')
    (found,) = verify(whole).findings

    assert (found.stream, found.number, found.kind) == (stream, 5, FindingKind.LINK)


def test_a_sum_of_a_table_that_has_fed_nothing_is_named() -> None:
    journal = MemoryJournal()
    Kept(journal, "L1").play(WINNING["L1"])
    Kept(journal, "L3")
    assert verify(journal).clean

    journal._tallies[STREAM, "table/L3"] = StoredTally("table/L3", 1, b'{"main": "100000"}')
    (found,) = verify(journal).findings

    assert (found.stream, found.number, found.kind) == ("table/L3", 1, FindingKind.LINK)
