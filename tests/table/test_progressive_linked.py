"""Progressive meters that several tables share, as one of these tables reads and pays them."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from pitboss.round import command as round_ask
from pitboss.round.state import Phase, Step
from pitboss.rules import dollars
from pitboss.table import TableReason
from pitboss.table import command as ask
from pitboss.table.rules_choice import RulesChoice
from tests.table.nights import Night, royal

MD, SD = "maryland", "south-dakota"
SEED = dollars(10_000)
A = {"progressive": "A", "meter.seed": 10_000, "meter.rate": Decimal("1.7")}
PMG = {"progressive": "PMG-01", "meter.seed": 10_000, "meter.rate": 10}
NOTHING_WON = {"p1": "2c 7d", "board": "9h Jc 3s 4d 8c", "dealer": "As Ad"}
LINKED = {**PMG, "meter.link_group": "north"}


def test_a_linked_meter_is_read_before_a_round_and_before_it_is_paid() -> None:
    night = Night(SD, LINKED)
    assert night.table.progressive.link == "north"
    assert night.reason(ask.OpenRound()) == TableReason.METERS
    night.open(main=Fraction(2_000_000)).bet(1, ante=10, progressive=1)
    night.deal(**royal(1)).everyone("4x")
    while night.round.phase != Phase.SETTLING:
        night.run(1)
    night.give(ask.KeyWinner(1))

    assert night.reason(round_ask.Proceed(Step.SETTLE)) == TableReason.METERS_NOT_READ
    night.give(round_ask.ReadMeters({"main": Fraction(3_000_000)}))
    night.give(round_ask.Proceed(Step.SETTLE))

    assert night.net(1)["progressive"] == 3_000_000 - 100
    assert night.books.of("link north main") == 10 - 3_000_000 + SEED


def test_a_reading_counts_for_its_round_only() -> None:
    night = Night(SD, LINKED)
    for _ in range(2):
        night.ready().open(main=Fraction(2_000_000)).bet(1, ante=10, progressive=1)
        night.deal(**royal(1)).everyone("4x")
        while night.round.phase != Phase.SETTLING:
            night.run(1)
        night.give(ask.KeyWinner(1))
        assert night.reason(round_ask.Proceed(Step.SETTLE)) == TableReason.METERS_NOT_READ
        night.give(round_ask.ReadMeters({"main": Fraction(3_000_000)}))
        night.give(round_ask.Proceed(Step.SETTLE))
        night.end()


@pytest.mark.parametrize("reading", [{}, {"mega": Fraction(1)}, {"main": Fraction(-1)}])
def test_a_reading_has_every_meter_of_the_link_and_none_below_nothing(
    reading: dict[str, Fraction],
) -> None:
    night = Night(SD, LINKED)

    assert night.reason(ask.OpenRound(meters=reading)) == TableReason.METERS
    night.open(main=Fraction(2_000_000)).bet(1, ante=10, progressive=1)
    night.deal(**royal(1)).everyone("4x")
    while night.round.phase != Phase.SETTLING:
        night.run(1)

    assert night.reason(round_ask.ReadMeters(reading)) == TableReason.METERS


def test_nobody_reads_an_amount_into_the_meter_of_a_single_table() -> None:
    night = Night(MD, A).open().bet(1, ante=10, progressive=1).deal(**NOTHING_WON).everyone("4x")
    while night.round.phase != Phase.SETTLING:
        night.run(1)

    reason = night.reason(round_ask.ReadMeters({"main": Fraction(10**9)}))

    assert reason == TableReason.METERS


def test_what_a_table_has_fed_to_its_link_is_exact_and_a_void_takes_it_back() -> None:
    night = Night(SD, {**LINKED, "meter.rate": Decimal("0.7")})
    night.open(main=Fraction(2_000_000)).bet(1, ante=10, progressive=1).close()
    assert night.table.progressive.fed == {"main": Fraction(7, 10)}

    night.give(ask.CallOff("a dispute", "Ben"))
    night.finish()

    assert night.table.progressive.fed == {"main": 0}
    assert night.books.of("link north main") == 0


def test_a_linked_meter_is_neither_corrected_nor_changed_from_a_table() -> None:
    night = Night(SD, LINKED)

    correction = ask.CorrectMeter("main", Fraction(5), "miskeyed", "Ben")
    assert night.reason(correction) == TableReason.METERS
    for options in ('{"meter.rate":11,"meter.seed":10000', '{"meter.rate":10,"meter.seed":20000'):
        text = options + ',"meter.link_group":"north","progressive":"PMG-01"}'
        assert night.reason(ask.ChangeRules(RulesChoice(SD, 1, text))) == TableReason.METERS
    night.change(trips="UTH-02")
