"""One table kept: once is once, append before answer, the journal decides between two handlers."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from pitboss.audit.verify import verify
from pitboss.journal import Unavailable, Uncertain, Write
from pitboss.journal.codec import decode_event, decode_order
from pitboss.journal.memory import MemoryJournal
from pitboss.pit import CommandHandler, PitReason
from pitboss.pit.replica import keep, load
from pitboss.round import command as round_ask
from pitboss.round.state import Phase
from pitboss.rules import Chips, Wager, in_force, rule_set
from pitboss.table import Person, Role, TableReason, choice_of
from pitboss.table import command as ask
from pitboss.table import event as past
from tests.pit.hands import DEALER, FLOOR, START, Bench, house, player

BETS = {Wager.ANTE: Chips(1_000), Wager.BLIND: Chips(1_000)}


def at_bets(players: int = 2) -> Bench:
    bench = Bench()
    bench.opened(house(), players)
    bench.house_steps()
    assert bench.handler.table.round is not None
    return bench


def test_the_same_command_twice_has_one_effect_and_one_answer() -> None:
    bench = at_bets()

    first = bench.handler.obey("x", ask.BuyIn(1, Chips(700)), player(1))
    again = bench.handler.obey("x", ask.BuyIn(1, Chips(700)), player(1))

    assert first.ok
    assert again == first
    assert bench.handler.table.seats[1].chips == 500_700


def test_a_repeated_command_gets_its_answer_after_a_restart_too() -> None:
    bench = at_bets()
    first = bench.handler.obey("x", ask.BuyIn(1, Chips(700)), player(1))
    bench.must(ask.BuyIn(1, Chips(5)), player(1))

    bench.restarted()

    assert bench.handler.obey("x", ask.BuyIn(1, Chips(700)), player(1)) == first
    assert bench.handler.table.seats[1].chips == 500_705


def test_a_refused_command_gets_the_same_refusal_again() -> None:
    bench = at_bets()
    refused = bench.handler.obey("x", ask.CashOut(1, Chips(10**9)), player(1))
    bench.must(ask.BuyIn(1, Chips(10**9)), player(1))

    assert refused.refusal is not None
    assert bench.handler.obey("x", ask.CashOut(1, Chips(10**9)), player(1)) == refused


def test_an_id_is_not_lent_to_another_command_or_person() -> None:
    bench = at_bets()
    bench.handler.obey("x", ask.BuyIn(1, Chips(700)), player(1))

    for command, by in (
        (ask.BuyIn(1, Chips(900)), player(1)),
        (ask.BuyIn(2, Chips(700)), player(2)),
    ):
        answer = bench.handler.obey("x", command, by)
        assert answer.refusal is not None
        assert answer.refusal.reason == PitReason.ID_TAKEN


@pytest.mark.parametrize("bad", ["", "x" * 101, "a\nb", None])
def test_a_strange_id_is_refused_in_one_line(bad: str) -> None:
    answer = at_bets().handler.obey(bad, ask.BuyIn(1, Chips(700)), player(1))

    assert answer.refusal is not None
    assert answer.refusal.reason == PitReason.COMMAND_ID


NO_COMMANDS: list[Any] = [  # Any: what no type checker would let through
    ask.BuyIn(1, 1.0),  # type: ignore[arg-type]  # a hostile client
    ask.BuyIn(1, True),  # type: ignore[arg-type]  # noqa: FBT003
    ask.BuyIn(1, Decimal(1)),  # type: ignore[arg-type]  # as above
    ask.BuyIn(1, None),  # type: ignore[arg-type]  # as above
    ask.AddSeed(1, "seed"),  # type: ignore[arg-type]  # as above
    ask.Leave([]),  # type: ignore[arg-type]  # as above
    ask.BringDecks(None),  # type: ignore[arg-type]  # as above
    ask.Announce("\ud800"),
    ask.CloseTable("x" * 10**6),
    ask.ChangeRules(None),  # type: ignore[arg-type]  # as above
    ask.SetUp("another table", house()),
    round_ask.PlaceBets(1, {Wager.ANTE: 10.0, Wager.BLIND: 10.0}),  # type: ignore[dict-item]
    round_ask.Open([], None),  # type: ignore[arg-type]  # as above
    "buy-in",
    None,
]


@pytest.mark.parametrize("command", NO_COMMANDS, ids=lambda command: repr(command)[:30])
@pytest.mark.parametrize("by", [player(1), DEALER, FLOOR, None])
def test_what_is_no_command_is_refused_and_never_decided(command: Any, by: Any) -> None:
    bench = at_bets()
    number = bench.handler.replica.number

    answer = bench.handler.obey("x", command, by)

    assert answer.refusal is not None
    assert answer.refusal.reason == PitReason.NOT_A_COMMAND
    assert answer.refusal.text.isprintable()
    assert len(answer.refusal.text) < 600
    assert bench.journal.head(bench.handler.replica.stream).number == number
    bench.must(ask.BuyIn(1, Chips(5)), player(1))


@pytest.mark.parametrize("person", [Person(5, Role.FLOOR), Person(b"x", "floor")])  # type: ignore[arg-type]
def test_who_is_nobody_is_refused(person: Person) -> None:
    answer = at_bets().handler.obey("x", ask.PauseTable("why"), person)

    assert answer.refusal is not None
    assert answer.refusal.reason == PitReason.NOT_A_COMMAND


@pytest.mark.parametrize("link", ["\n", "\U0001f4a5" * 60])
def test_a_link_whose_name_no_journal_takes_is_refused(link: str) -> None:
    rules = rule_set("south-dakota")
    options = {"progressive": "UTHP-01", "meter.seed": 10_000, "meter.rate": 5}
    linked = choice_of(in_force(rules, options), {**options, "meter.link_group": link})

    answer = Bench().handler.obey("x", ask.SetUp("T1", linked), FLOOR)

    assert answer.refusal is not None
    assert answer.refusal.reason == PitReason.NOT_A_COMMAND


def test_time_never_goes_back_in_a_stream() -> None:
    bench = at_bets()
    before = bench.handler.table.clock.at
    bench.clock.at = START - 10**9

    bench.must(ask.BuyIn(1, Chips(1)), player(1))

    assert bench.handler.table.clock.at == before


def test_the_secret_comes_from_the_shell_whatever_a_command_brings() -> None:
    bench = Bench()
    bench.opened(house())
    bench.must(ask.OpenRound(b"x" * 32), DEALER)

    shuffle = bench.handler.table.shuffle.sealed

    assert shuffle is not None
    assert shuffle.secret != b"x" * 32


def test_two_keepers_of_one_table_agree_through_the_journal() -> None:
    bench = at_bets()
    other = CommandHandler(bench.journal, "T1", bench.clock, bench.chance)

    bench.must(round_ask.PlaceBets(1, BETS), player(1))
    answer = other.obey("o1", round_ask.PlaceBets(2, BETS), player(2))

    assert answer.ok, "the slower one reads on and decides again"
    assert other.table.round is not None
    assert other.table.round.spot(1) is not None
    bench.handler.catch_up()
    assert bench.handler.table == other.table
    assert bench.handler.replica.books == other.replica.books


def test_the_house_asking_in_two_processes_is_obeyed_once() -> None:
    bench = at_bets()
    bench.must(round_ask.PlaceBets(1, BETS), player(1))
    other = CommandHandler(bench.journal, "T1", bench.clock, bench.chance)
    id_ = f"house/{other.replica.number}/closebets"

    first = bench.handler.obey(id_, round_ask.CloseBets(), DEALER)
    second = other.obey(id_, round_ask.CloseBets(), DEALER)

    assert second == first


class Flaky(MemoryJournal):
    """A journal whose next appends fail in the ways given, after or before they are written."""

    def __init__(self) -> None:
        super().__init__()
        self.troubles: list[str] = []

    def append(self, *writes: Write) -> None:
        trouble = self.troubles.pop(0) if self.troubles else ""
        if trouble == "down":
            raise Unavailable("the store is down")
        if trouble == "lost before":
            raise Uncertain("the connection was lost")
        super().append(*writes)
        if trouble == "lost after":
            raise Uncertain("the connection was lost")


@pytest.mark.parametrize("trouble", ["lost before", "lost after"])
def test_a_lost_connection_neither_loses_nor_doubles(trouble: str) -> None:
    journal = Flaky()
    bench = Bench(journal)
    bench.opened(house())
    journal.troubles = [trouble]

    answer = bench.give(ask.BuyIn(1, Chips(700)), player(1))

    assert answer.ok
    assert bench.handler.table.seats[1].chips == 500_700
    assert load(journal, "table/T1").table == bench.handler.table


def test_a_store_that_is_down_changes_nothing_and_the_id_may_be_tried_again() -> None:
    journal = Flaky()
    bench = Bench(journal)
    bench.opened(house())
    before = bench.handler.table
    journal.troubles = ["down"]

    with pytest.raises(Unavailable):
        bench.handler.obey("x", ask.BuyIn(1, Chips(700)), player(1))

    assert bench.handler.table == before
    assert bench.handler.obey("x", ask.BuyIn(1, Chips(700)), player(1)).ok
    assert bench.handler.table.seats[1].chips == 500_700


def test_a_restart_in_mid_round_goes_on_with_the_same_cards() -> None:
    bench = at_bets()
    bench.must(round_ask.PlaceBets(1, BETS), player(1))
    bench.must(round_ask.CloseBets(), DEALER)
    bench.must(ask.ShuffleDeck(), DEALER)
    stub = bench.handler.table.round.stub if bench.handler.table.round else ()

    bench.restarted()
    bench.must(round_ask.Deal(), DEALER)

    round_ = bench.handler.table.round
    assert round_ is not None
    assert round_.phase == Phase.DECIDING
    dealt = [card for parcel in round_.parcels for card in parcel.cards]
    assert (*dealt, *round_.stub) == stub


def test_a_snapshot_gives_the_same_table_as_the_whole_journal() -> None:
    bench = at_bets()
    bench.must(round_ask.PlaceBets(1, BETS), player(1))
    assert keep(bench.journal, bench.handler.replica)
    bench.must(round_ask.CloseBets(), DEALER)

    short, whole = (
        load(bench.journal, "table/T1"),
        load(bench.journal, "table/T1", use_snapshot=False),
    )

    assert short.table == whole.table == bench.handler.table
    assert short.books == whole.books
    assert bench.journal.snapshot("table/T1", "another shape") is None


def test_every_turn_keeps_who_gave_which_command_and_when() -> None:
    bench = at_bets()
    bench.clock.at += 5
    answer = bench.must(ask.BuyIn(1, Chips(700)), player(1))

    entry = next(iter(bench.journal.read("table/T1", answer.first - 1, 1)))

    assert entry.cause is not None
    order = decode_order(entry.cause)
    assert (order.command, order.by, order.at) == (ask.BuyIn(1, Chips(700)), player(1), entry.at)


def test_a_table_that_is_not_set_up_refuses_all_but_that() -> None:
    bench = Bench()

    assert bench.refused(ask.OpenTable(), FLOOR).reason == TableReason.NOT_SET_UP


# -- what the supervisor is told of ----------------------------------------------------------------


UNEQUAL = {Wager.ANTE: Chips(1_000), Wager.BLIND: Chips(1_500)}


def told_in(bench: Bench) -> list[past.SupervisorTold]:
    """Read the journal for what the supervisor was told."""
    events = [
        decode_event(e.name, e.data) for e in bench.journal.read(bench.handler.replica.stream)
    ]
    return [event for event in events if isinstance(event, past.SupervisorTold)]


def test_a_refusal_that_the_supervisor_is_told_of_is_in_the_journal_once() -> None:
    bench = at_bets()

    for n in range(5):
        answer = bench.handler.obey(f"x{n}", round_ask.PlaceBets(1, UNEQUAL), player(1))
        assert answer.refusal is not None
        assert answer.refusal.reason == "ante-blind-unequal"

    assert [(one.seat, one.reason) for one in told_in(bench)] == [(1, "ante-blind-unequal")]
    assert bench.handler.table.round is not None
    assert bench.handler.table.round.spots == ()


def test_two_keepers_of_a_table_tell_it_once() -> None:
    bench = at_bets()
    other = CommandHandler(bench.journal, bench.handler.name, bench.clock, bench.chance)

    for n, handler in enumerate((bench.handler, other, bench.handler, other)):
        handler.obey(f"x{n}", round_ask.PlaceBets(1, UNEQUAL), player(1))

    assert len(told_in(bench)) == 1
    other.catch_up()
    bench.handler.catch_up()
    assert other.table.status.told == bench.handler.table.status.told != ()


def test_what_is_refused_for_another_reason_leaves_no_trace() -> None:
    bench = at_bets()
    number = bench.handler.replica.number

    bench.handler.obey("x", round_ask.PlaceBets(1, {Wager.ANTE: Chips(1)}), player(1))
    bench.handler.obey("y", round_ask.Fold(1), player(1))

    assert bench.handler.replica.number == number


def test_what_was_told_is_proved_with_the_rest_of_the_journal() -> None:
    bench = at_bets()
    bench.handler.obey("x", round_ask.PlaceBets(1, UNEQUAL), player(1))

    bench.restarted()

    assert len(bench.handler.table.status.told) == 1
    assert verify(bench.journal).clean
