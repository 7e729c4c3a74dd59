"""Floor figures with and without bots."""

from __future__ import annotations

from fractions import Fraction

from tests.audit.tables import regulars
from tests.audit.write import in_memory
from tests.history.figures import counted, with_bots

# -- bots -----------------------------------------------------------------------------------------


def test_people_and_bots_apart_make_the_whole() -> None:
    table = with_bots(regulars(8, rounds=40), 2, 3)
    journal = in_memory(table)

    people, bots, whole = (
        next(iter(counted(journal, bots=word).periods.values()))
        for word in ("exclude", "only", "include")
    )

    assert people.drop + bots.drop == whole.drop
    assert people.cash_outs + bots.cash_outs == whole.cash_outs > people.cash_outs
    assert people.win + bots.win == whole.win
    assert people.handle + bots.handle == whole.handle
    assert people.seats + bots.seats == whole.seats
    assert bots.handle
    assert people.handle
    assert people.dealt == bots.dealt == whole.dealt


def test_contributions_are_shared_between_people_and_bots() -> None:
    options = {"progressive": "UTHP-01", "meter.seed": {"main": 5000}, "meter.rate": {"main": "7%"}}
    table = with_bots(regulars(8, rounds=30, seats=4, rules="south-dakota", options=options), 2, 3)

    people, bots, whole = (
        next(iter(counted(in_memory(table), bots=word).periods.values()))
        for word in ("exclude", "only", "include")
    )

    fed = sum(whole.meter_in.values(), Fraction(0)) - sum(whole.meter_back.values(), Fraction(0))
    assert people.fed + bots.fed == whole.fed == fed
    assert people.fed > 0
    assert bots.fed > 0
