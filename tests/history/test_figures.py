"""Floor figures: counted against the books and the events."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.journal import open_journal
from pitboss.round import event as round_past
from pitboss.rules import SET_NAMES, Outcome
from pitboss.table import event as past
from tests.audit.linked import WINNING, Kept
from tests.audit.tables import regulars, season
from tests.audit.write import in_memory
from tests.history.figures import balances, counted, events_of

# -- against the books ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [31, 32, 33])
@pytest.mark.parametrize("rules", SET_NAMES)
def test_the_identity_holds_whatever_happened(rules: str, seed: int) -> None:
    table = season(seed, steps=1200, rules=rules)

    found = counted(in_memory(table)).identity

    assert found.faults() == []
    assert found.left == found.right
    assert found.in_front == sum(seat.chips for seat in table.table.seats.values())


@pytest.mark.parametrize("rules", SET_NAMES)
def test_the_sums_are_those_of_the_accounts(rules: str) -> None:
    table = season(41, steps=1500, rules=rules)
    books = balances(table)
    settled = [e.settlement for e in events_of(table) if isinstance(e, round_past.RoundSettled)]

    found = counted(in_memory(table))
    (sums,) = found.periods.values()

    round_ = table.table.round
    live = round_ is not None and round_.phase != "settled"
    fed = sum(round_.fed.values(), Fraction(0)) if round_ is not None and live else Fraction(0)
    assert sums.tips == books.of("tip box")
    assert live or sums.fees == books.of("drop")
    assert sums.drop - sums.cash_outs == -books.of("cage")
    assert found.liability == {
        m: a for m, a in table.table.progressive.meters.items() if a is not None
    }
    assert sums.win - fed - found.identity.put_up == books.of("house") - found.identity.tray
    staked: Counter[str] = Counter()
    for settlement in settled:
        for m in settlement.movements:
            if not m.tip and m.staked and m.outcome not in (Outcome.VOID, Outcome.RETURNED):
                staked[m.wager] += m.staked
    assert sums.handle == staked
    assert sums.dealt == len(settled)


def test_counts_are_those_of_the_events() -> None:
    table = season(55, steps=2500, rules="maryland")
    kinds = Counter(type(event) for event in events_of(table))

    (sums,) = counted(in_memory(table)).periods.values()

    called_off = kinds[past.RoundCalledOff]
    voided = kinds[round_past.RoundVoided]
    assert sums.time_outs == kinds[past.TimedOut] > 0
    assert sum(sums.irregularities.values()) == kinds[round_past.IrregularityDeclared] > 0
    assert sum(n for why, n in sums.voids.items() if why.startswith("called off")) == called_off
    assert called_off > 0
    cancelled = sum(sums.cancelled.values())
    assert sum(sums.voids.values()) + cancelled == voided + kinds[past.RoundCancelled]
    assert sums.dead_hands == kinds[round_past.HandKilled]
    assert "called off: a dispute" in sums.voids


def test_a_correction_and_a_seed_are_the_house_s_money_on_the_meter() -> None:
    table = season(61, steps=2500, rules="south-dakota")
    for seed in range(61, 90):
        table = season(seed, steps=2500, rules="south-dakota")
        if any(isinstance(event, past.MeterCorrected) for event in events_of(table)):
            break
    corrections = [e for e in events_of(table) if isinstance(e, past.MeterCorrected)]

    found = counted(in_memory(table))
    (sums,) = found.periods.values()

    assert sums.corrections == len(corrections) > 0
    for meter, change in sums.corrected.items():
        assert change == sum(e.after - e.before for e in corrections if e.meter == meter)
    for meter, amount in found.liability.items():
        zero = Fraction(0)
        standing = sums.meter_seed.get(meter, zero) + sums.meter_in.get(meter, zero)
        standing += sums.corrected.get(meter, zero) + sums.meter_reset.get(meter, zero)
        standing -= sums.meter_paid.get(meter, zero) + sums.meter_back.get(meter, zero)
        assert standing == amount


def test_a_jackpot_on_a_link_is_paid_from_the_link(capsys: pytest.CaptureFixture[str],
                                                   tmp_path: Path) -> None:  # fmt: skip
    with open_journal(tmp_path / "link.db") as journal:
        kept = Kept(journal, "L1")
        kept.play(WINNING["L1"])

    assert run(["audit", "figures", str(tmp_path / "link.db"), "--json"]) == 0

    found = json.loads(capsys.readouterr().out)
    (row,) = found["rows"]
    assert row["jackpots"]["count"] >= 1
    assert float(row["meters"]["main"]["paid"]["dollars"]) > 0
    assert found["tables"][0]["link"] == "big"
    assert found["tables"][0]["liability"] == {}
    assert found["tables"][0]["identity"]["holds"] is True
    assert float(found["links"]["big"]["main"]["dollars"]) > 0


def test_a_player_who_banks_leaves_the_house_its_fees_alone() -> None:
    table = regulars(4, rounds=30, rules="california")
    fees = [e.fees for e in events_of(table) if isinstance(e, round_past.BetsClosed)]

    (sums,) = counted(in_memory(table)).periods.values()

    assert sums.win == 0
    assert sums.fees == sum(fee.chips for of in fees for fee in of) > 0
    assert sums.hold == 0
