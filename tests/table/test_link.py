"""Linked tables: what they feed adds up exactly, and every hit is paid once, in order."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.round import Refusal
from pitboss.round import command as round_ask
from pitboss.round import event as round_past
from pitboss.round.movement import Settlement
from pitboss.round.state import Phase, Step
from pitboss.rules import MeterPlan, dollars, in_force, rule_set
from pitboss.table import TableReason
from pitboss.table import command as ask
from pitboss.table.link import (
    HITS_KEPT,
    Fed,
    Link,
    LinkCorrected,
    LinkPaid,
    LinkSetUp,
    correct_link,
    evolve_link,
    meters_of,
    set_up_link,
)
from pitboss.table.opening import seeds
from tests.examples import first
from tests.table.nights import FLOOR, SECRET, Night, royal

OPTIONS = {
    "progressive": "PMG-01",
    "meter.seed": 10_000,
    "meter.rate": Decimal("0.7"),
    "meter.link_group": "north",
}
SEED = dollars(10_000)
FLUSH = {"p1": "8h 9h", "board": "Th Jh Qh 2c 3d", "dealer": "As Ad"}  # a straight flush: 10 %
NOTHING = {"p1": "2c 7d", "board": "9h Jc 3s 4d 8c", "dealer": "As Ad"}
CARDS = {"royal": royal(1), "flush": FLUSH, "nothing": NOTHING}


def plans(**changes: object) -> tuple[dict[str, MeterPlan], dict[str, Fraction]]:
    rules = in_force(rule_set("south-dakota"), OPTIONS | changes)
    start = seeds(rules)
    assert not isinstance(start, Refusal)
    return dict(rules.meters), start


def new_link() -> Link:
    found = set_up_link(Link(), "north", *plans())
    assert not isinstance(found, Refusal)
    (event,) = found
    return evolve_link(Link(), event)


# -- a link by itself ------------------------------------------------------------------------------


def test_a_link_begins_with_its_seed_and_its_plan() -> None:
    link = new_link()

    assert link.own == {"main": SEED}
    assert link.resets == {"main": SEED}
    assert link.rates == {"main": Fraction(7, 1000)}


def test_a_table_with_the_same_plan_joins_and_one_with_another_does_not() -> None:
    link = new_link()

    assert set_up_link(link, "north", *plans()) == ()
    for other in ({"meter.rate": 5}, {"meter.seed": 9_999}):
        refusal = set_up_link(link, "north", *plans(**other))
        assert isinstance(refusal, Refusal)
        assert refusal.reason == TableReason.METERS


def test_a_meter_is_the_links_own_part_and_what_all_tables_have_fed() -> None:
    fed = [
        Fed("one", 10, {"main": Fraction(1, 3)}),
        Fed("two", 4, {"main": Fraction(2, 3), "strange": Fraction(9)}),
    ]

    assert meters_of(new_link(), fed) == {"main": SEED + 1}


def test_an_award_lowers_the_links_own_part_only() -> None:
    before, after = {"main": Fraction(SEED + 100)}, {"main": Fraction(SEED)}

    link = evolve_link(new_link(), LinkPaid("one", 7, before, after, ()))

    assert link.own == {"main": SEED - 100}
    assert link.hits == (("one", 7),)


def test_the_last_hits_are_kept_and_no_more() -> None:
    link, full = new_link(), {"main": Fraction(SEED)}
    for number in range(HITS_KEPT + 3):
        link = evolve_link(link, LinkPaid("one", number, full, full, ()))

    assert [number for _, number in link.hits] == list(range(3, HITS_KEPT + 3))


def test_a_linked_meter_is_corrected_by_two_people_with_a_reason() -> None:
    link = new_link()

    found = correct_link(link, (), "main", Fraction(-5), " miskeyed ", FLOOR, "Ben")

    assert found == (LinkCorrected("main", Fraction(-5), "miskeyed", "Ada", "Ben"),)
    assert evolve_link(link, LinkCorrected("main", Fraction(-5), "x", "Ada", "Ben")).own == {
        "main": SEED - 5
    }


@pytest.mark.parametrize(
    ("meter", "change", "reason", "second", "why"),
    [
        ("mega", 1, "miskeyed", "Ben", TableReason.METERS),
        ("main", -SEED - 4, "miskeyed", "Ben", TableReason.METERS),
        ("main", 1, " ", "Ben", TableReason.REASON_MISSING),
        ("main", 1, "miskeyed", "Ada", TableReason.SECOND_PERSON),
        ("main", 1, "miskeyed", " ", TableReason.SECOND_PERSON),
    ],
)
def test_a_correction_of_a_link_may_be_refused(
    meter: str, change: int, reason: str, second: str, why: TableReason
) -> None:
    fed = [Fed("one", 1, {"main": Fraction(3)})]

    refusal = correct_link(new_link(), fed, meter, Fraction(change), reason, FLOOR, second)

    assert isinstance(refusal, Refusal)
    assert refusal.reason == why


def test_down_to_nothing_a_linked_meter_may_go() -> None:
    fed = [Fed("one", 1, {"main": Fraction(3)})]

    found = correct_link(new_link(), fed, "main", Fraction(-SEED - 3), "sold", FLOOR, "Ben")

    assert not isinstance(found, Refusal)


# -- tables that share one -------------------------------------------------------------------------


@dataclass(slots=True)
class Floor:
    """Some tables on one link, each a step at a time, in any order."""

    chance: random.Random
    tables: list[Night]
    link: Link = field(default_factory=new_link)
    paid: list[tuple[str, int, int]] = field(default_factory=list)
    history: list[LinkSetUp | LinkPaid | LinkCorrected] = field(default_factory=list)

    def meters(self) -> dict[str, Fraction]:
        fed = [
            Fed(night.table.identity.name, 0, night.table.progressive.fed) for night in self.tables
        ]
        return meters_of(self.link, fed)

    def step(self) -> None:
        """Let one table do one thing."""
        night = self.chance.choice(self.tables)
        if night.table.round is None:
            night.ready().give(ask.OpenRound(SECRET, self.meters()))
        elif night.round.phase == Phase.BETTING:
            night.bet(1, ante=10, progressive=1).close()
        elif night.round.phase == Phase.LOCKED and self.chance.random() < 0.2:
            night.give(ask.CallOff("a dispute", "Ben"))
        elif night.round.phase == Phase.LOCKED:
            night.deal(**CARDS[self.chance.choice(list(CARDS))]).everyone("4x")
        elif night.round.phase == Phase.SETTLING:
            self.settle(night)
        elif night.round.phase == Phase.SETTLED:
            night.end()
        else:
            night.run(1)

    def settle(self, night: Night) -> None:
        """Read, and settle only if no other table was paid or fed since: else read once more."""
        night.key_and_validate()
        name = night.table.identity.name
        current = self.meters()
        if not night.table.progressive.meters_read or dict(night.round.meters) != current:
            night.give(round_ask.ReadMeters(current))
            return
        before = dict(night.round.meters)
        (settled,) = night.give(round_ask.Proceed(Step.SETTLE))
        assert isinstance(settled, round_past.RoundSettled)
        unfed = settled.settlement.unfed
        now = settled.settlement.meters
        after = {m: (a or Fraction(0)) + unfed.get(m, Fraction(0)) for m, a in now.items()}
        awards = [m.paid for m in settled.settlement.movements if str(m.payer).startswith("meter ")]
        # An award right after a reset may leave the meter as it was: it is a hit all the same.
        if any(awards) or after != before:
            known = {m: a or Fraction(0) for m, a in before.items()}
            event = LinkPaid(name, night.table.rounds, known, after, ())
            self.link = evolve_link(self.link, event)
            self.history.append(event)
        if any(awards):
            self.paid.append((name, night.table.rounds, sum(awards)))


def played(seed: int, steps: int) -> Floor:
    """Let three tables run side by side."""
    tables = [Night("south-dakota", OPTIONS, name=name) for name in ("one", "two", "three")]
    for night in tables:
        night.give(ask.BuyIn(1, dollars(10**6)))
    floor = Floor(random.Random(seed), tables)
    for _ in range(steps):
        floor.step()
    return floor


def assert_exact(floor: Floor) -> None:
    """Count from the events of all tables what must stand on the meter."""
    expected = Fraction(SEED)
    for night in floor.tables:
        for event in night.events:
            if isinstance(event, round_past.BetsClosed):
                expected += sum(event.fed.values())
            elif isinstance(event, round_past.RoundSettled):
                expected -= sum(event.settlement.unfed.values())
                expected += sum(reset.chips for reset in event.settlement.resets)
                expected -= sum(
                    move.paid
                    for move in event.settlement.movements
                    if str(move.payer).startswith("meter ")
                )
    assert floor.meters() == {"main": expected}
    parts = sum(night.books.of("link north main") for night in floor.tables)
    assert SEED + parts == expected


def assert_paid_once_in_order(floor: Floor) -> None:
    """Every award was recorded once, and each stood on what the one before had left."""
    hits = [(event.table, event.round) for event in floor.history if isinstance(event, LinkPaid)]
    assert len(set(hits)) == len(hits)
    assert [(name, number) for name, number, _ in floor.paid] == hits
    paid = [
        (night.table.identity.name, number)
        for night in floor.tables
        for number, event in _settlements(night)
        if any(str(move.payer).startswith("meter ") and move.paid for move in event.movements)
    ]
    assert sorted(paid) == sorted(hits)


def _settlements(night: Night) -> list[tuple[int, Settlement]]:
    found, number = [], 0
    for event in night.events:
        number += isinstance(event, round_past.RoundOpened)
        if isinstance(event, round_past.RoundSettled):
            found.append((number, event.settlement))
    return found


@settings(max_examples=10)
@given(st.integers(0, 2**40))
def test_whatever_order_tables_go_in_the_sum_is_exact_and_each_hit_paid_once(seed: int) -> None:
    floor = played(seed, 120)

    assert_exact(floor)
    assert_paid_once_in_order(floor)


@pytest.mark.slow
@pytest.mark.parametrize("seed", first(2, range(6)))
def test_long_runs_of_linked_tables_stay_exact(seed: int) -> None:
    floor = played(seed, 3_000)

    assert len(floor.paid) > 50
    assert_exact(floor)
    assert_paid_once_in_order(floor)


def test_two_royal_flushes_at_once_are_paid_one_after_the_other() -> None:
    """The first takes the whole meter; the second gets what the reset has put on it."""
    one, two = (Night("south-dakota", OPTIONS, name=name) for name in ("one", "two"))
    floor = Floor(random.Random(1), [one, two])
    for night in (one, two):
        night.give(ask.OpenRound(SECRET, floor.meters()))
        night.bet(1, ante=10, progressive=1)
    for night in (one, two):
        night.deal(**royal(1)).everyone("4x")
        while night.round.phase != Phase.SETTLING:
            night.run(1)
    full = floor.meters()["main"]
    for night in (one, two, one, two, two):  # the second reads, then finds its reading too old
        floor.settle(night)

    assert full == SEED + Fraction(14, 10)
    assert floor.paid == [("one", 1, SEED + 1), ("two", 1, SEED)]
    assert floor.meters() == {"main": SEED + Fraction(4, 10)}
