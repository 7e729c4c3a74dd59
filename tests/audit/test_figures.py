"""Floor figures: counted against the books and the events, by period, with and without bots."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.audit.figures import Asked, Counted, Identity, count_table, figures_document
from pitboss.audit.figures.action import Bets
from pitboss.audit.rounds import table_moments
from pitboss.audit.times import HOUR_MS, Span, period_begin, period_text, read_span
from pitboss.cli import run
from pitboss.journal import Draft, Journal, Turn, Write, open_journal
from pitboss.journal.codec import encode_event
from pitboss.journal.memory import MemoryJournal
from pitboss.ledger import Books, posted
from pitboss.round import event as round_past
from pitboss.rules import SET_NAMES, Outcome, Wager, in_force, rule_set
from pitboss.table import Event, House, evolve, house_of
from pitboss.table import Table as TableState
from pitboss.table import event as past
from tests.audit.linked import WINNING, Kept
from tests.audit.tables import Played, regulars, season
from tests.audit.write import in_file, in_memory, write_table
from tests.table.seasons import START

Document = dict[str, Any]  # Any: JSON values


def counted(journal: Journal, table: str = "T1", **asked: Any) -> Counted:  # Any: fields of Asked
    return count_table(table, table_moments(journal, table), Asked(**asked), lambda: None)


def events_of(table: Played) -> list[Event]:
    return [event for _, events in table.log for event in events]


def balances(table: Played) -> Books:
    """The books of a table, folded without the code under test."""
    state, books = TableState(), Books()
    for order, events in table.log:
        for event in events:
            books = posted(books, state, event)
            state = evolve(state, event, order.at)
    return books


def with_bots(table: Played, *seats: int, style: str = "simple") -> Played:
    """The same table, where bots sit at some places."""

    def changed(event: Event) -> Event:
        if isinstance(event, past.PlayerSat | past.PlayerLeft) and event.seat in seats:
            event = replace(event, player=f"b{event.seat} (bot, {style})")
            return replace(event, bot=True) if isinstance(event, past.PlayerSat) else event
        return event

    log = [(order, tuple(map(changed, events))) for order, events in table.log]
    return Played(table.name, table.rules, table.chance, log=log)


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
    assert found.liability == {m: a for m, a in table.table.meters.items() if a is not None}
    assert sums.win - fed - found.identity.put_up == books.of("house") - found.identity.tray
    staked: Counter[str] = Counter()
    for settlement in settled:
        for m in settlement.movements:
            if not m.tip and m.staked and m.outcome not in (Outcome.VOID, Outcome.RETURNED):
                staked[m.wager] += m.staked
    assert sums.handle == staked
    assert sums.dealt == len(settled)


def test_counts_are_those_of_the_events() -> None:
    table = season(52, steps=2500, rules="maryland")
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


# -- periods and times ----------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["day", "hour", "shift"])
def test_periods_add_up_to_the_whole(by: str) -> None:
    journal = in_memory(season(71, steps=3000, rules="maryland"))

    (whole,) = counted(journal).periods.values()
    periods = counted(journal, by=by).periods

    assert len(periods) > (2 if by == "hour" else 0)
    for name in ("rounds", "seats", "drop", "cash_outs", "fees", "time_outs", "dealt", "open_ms"):
        assert sum(getattr(one, name) for one in periods.values()) == getattr(whole, name)
    assert sum(one.win for one in periods.values()) == whole.win
    assert list(periods) == sorted(periods)
    if by == "hour":
        assert all(one.open_ms <= HOUR_MS for one in periods.values())


def test_a_span_counts_what_lies_in_it_and_stands_as_it_stood_then() -> None:
    table = season(72, steps=3000, rules="maryland")
    journal = in_memory(table)
    middle = START + (table.at - START) // 2

    early = counted(journal, span=Span(None, middle))
    late = counted(journal, span=Span(middle, None))
    (whole,) = counted(journal).periods.values()

    (first,), (second,) = early.periods.values(), late.periods.values()
    assert first.drop + second.drop == whole.drop
    assert first.dealt + second.dealt == whole.dealt
    assert first.open_ms + second.open_ms == whole.open_ms
    prefix = Played("T1", table.rules, table.chance,
                    log=[one for one in table.log if one[0].at < middle])  # fmt: skip
    assert early.identity == counted(in_memory(prefix)).identity
    assert late.identity == counted(journal).identity


def test_rounds_an_hour_count_only_hours_that_the_table_was_open() -> None:
    log = regulars(3, rounds=10).log
    played = log[-1][0].at - next(o.at for o, es in log if isinstance(es[0], past.TableOpened))

    (sums,) = counted(in_memory(Played("T1", *_rest(3), log=log))).periods.values()

    assert sums.open_ms == played
    assert sums.rounds_per_hour == Fraction(10 * HOUR_MS, played)


def _rest(seed: int) -> tuple[Any, Any]:  # Any: what the log does not need
    table = regulars(seed, rounds=1)
    return table.rules, table.chance


def test_shifts_begin_at_six_fourteen_and_twenty_two() -> None:
    texts = [period_text(period_begin(START + h * HOUR_MS, "shift"), "shift") for h in range(24)]
    assert list(dict.fromkeys(texts)) == [
        "2027-01-15 06:00 to 14:00",
        "2027-01-15 14:00 to 22:00",
        "2027-01-15 22:00 to 06:00",
        "2027-01-16 06:00 to 14:00",
    ]


def test_a_day_as_an_end_is_the_whole_day() -> None:
    assert read_span("2027-01-15", "2027-01-15") == read_span(
        "2027-01-15T00:00Z", "2027-01-16 00:00:00.000"
    )


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


# -- theory ---------------------------------------------------------------------------------------


def with_worth(journal: Journal, **asked: Any) -> Document:  # Any: fields of Asked
    from pitboss.audit.figures.worth import worth

    found = figures_document(
        [counted(journal, worth=worth, **asked)], Asked(worth=worth, **asked), {}
    )
    theory: Document = found["total"]["theory"]
    return theory


def maryland() -> House:
    return house_of(in_force(rule_set("maryland"), {"trips": "A"}), {"trips": "A"})


@pytest.mark.slow
def test_a_hand_is_worth_what_the_solver_says() -> None:
    from pitboss.audit.figures.worth import worth
    from pitboss.odds import side_bet, solve

    rules = in_force(rule_set("maryland"), {"trips": "A"})
    base, trips = solve().outcomes, side_bet(rules, Wager.TRIPS)

    value = worth(maryland(), "optimal", Bets(1_000, 0, 0))
    both = worth(maryland(), "optimal", Bets(1_000, 500, 0))

    assert value == (-base.ev * 1_000, base.variance * 1_000_000)
    assert base.ev == Fraction(-50643648973, 2317817502000)
    assert both is not None
    assert both[0] == -base.ev * 1_000 - trips.ev * 500
    # A good hand wins both: together they vary more than apart.
    assert both[1] > base.variance * 1_000_000 + trips.variance * 250_000
    assert worth(maryland(), "", Bets(1_000, 0, 0)) is None
    simple = worth(maryland(), "simple", Bets(1_000, 0, 0))
    assert simple is not None
    assert simple[0] > -base.ev * 1_000


@pytest.mark.slow
def test_z_is_how_far_the_house_is_from_its_theory() -> None:
    table = regulars(9, rounds=60, seats=1)
    settled = [e.settlement for e in events_of(table) if isinstance(e, round_past.RoundSettled)]

    theory = with_worth(in_memory(table))

    actual = -sum(m.net for s in settled for m in s.movements if not m.tip)
    assert theory["actual"] == f"{actual / 100:.2f}"
    assert theory["hands"] == 60
    expected = float(Fraction(theory["expected"]["cents"])) / 100
    assert theory["z"] == pytest.approx((actual / 100 - expected) / theory["deviation"])
    assert theory["z"] == pytest.approx(theory["z_careful"])  # one seat a round


@pytest.mark.slow
def test_seats_of_one_round_make_z_a_range() -> None:
    theory = with_worth(in_memory(regulars(9, rounds=30, seats=5)))

    assert theory["deviation_most"] > 1.5 * theory["deviation"]
    assert abs(theory["z_careful"]) < abs(theory["z"])


@pytest.mark.slow
def test_bots_are_taken_at_their_own_play_and_chance_has_none() -> None:
    table = regulars(9, rounds=20, seats=2)

    as_people = with_worth(in_memory(table))
    simple = with_worth(in_memory(with_bots(table, 1, 2)), bots="only")
    by_chance = with_worth(in_memory(with_bots(table, 1, 2, style="random")), bots="only")

    def expected(theory: Document) -> Fraction:
        return Fraction(theory["expected"]["cents"])

    assert simple["hands"] == as_people["hands"]
    assert expected(simple) > expected(as_people)
    assert (by_chance["hands"], by_chance["hands_without"]) == (0, simple["hands"])
    assert by_chance["z"] is None


def test_no_theory_is_asked_of_a_player_s_bank() -> None:
    journal = in_memory(regulars(4, rounds=10, rules="california"))

    def never(_house: House, _play: str, _bets: Bets) -> None:
        raise AssertionError("the house does not bank here")

    (sums,) = counted(journal, worth=never).periods.values()

    assert sums.actions == {}


# -- the verb -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def journal_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("figures") / "floor.db"
    other = regulars(2, rounds=8, rules="california", name="T2")
    return in_file(path, with_bots(regulars(1, rounds=10, seats=3), 2), other)


def test_the_verb_prints_the_figures_and_their_proof(
    journal_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "figures", str(journal_file), "--by", "shift"]) == 0

    out = capsys.readouterr().out
    assert "2027-01-15 06:00 to 14:00" in out
    assert "holds, and agrees with the books to the last fraction of a cent" in out
    assert "bots are left out of rounds, seats, handle, drop" in out
    assert "drop is the chips bought at the table" in out
    assert "theoretical win" not in out


def test_the_document_has_rows_a_total_and_the_identity(
    journal_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "figures", str(journal_file), "--json", "--bots", "include"]) == 0

    out, err = capsys.readouterr()
    found = json.loads(out)
    assert err == ""
    assert [row["table"] for row in found["rows"]] == ["T1", "T2"]
    drops = [float(row["drop"]) for row in found["rows"]]
    assert float(found["total"]["drop"]) == sum(drops)
    assert [one["identity"]["holds"] for one in found["tables"]] == [True, True]
    assert found["rows"][1]["win"]["dollars"] == "0.00"


@pytest.mark.slow
def test_the_verb_prints_the_theory_when_asked(
    journal_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "figures", str(journal_file), "--theory"]) == 0

    out = capsys.readouterr().out
    assert "Actual against theoretical win, at optimal play" in out
    assert "real players give up more" in out


def test_money_that_does_not_add_up_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = {"progressive": "UTHP-01", "meter.seed": {"main": 5000}, "meter.rate": {"main": "7%"}}
    table = regulars(1, rounds=3, rules="south-dakota", options=options)
    # A correction that lies about what stood on the meter before.
    lie = past.MeterCorrected("main", Fraction(1), Fraction(5), "x", "Ada", "Ben")
    with open_journal(tmp_path / "floor.db") as journal:
        write_table(journal, table)
        after = journal.head("table/T1").number
        turn = Turn("forged", b"{}", table.at, (Draft(*encode_event(lie)),))
        journal.append(Write("table/T1", after, turn))

    assert run(["audit", "figures", str(tmp_path / "floor.db")]) == 1

    out = capsys.readouterr().out
    assert "DOES NOT HOLD: both sides of the identity" in out
    assert "holds, and agrees" not in out


def test_nothing_is_a_table_with_nothing_in_it() -> None:
    found = Identity("T1")
    assert found.left == found.right == 0
    assert found.faults() == []
    assert counted(MemoryJournal()).periods == {}


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--table", "T9"], "there is no table 'T9' in the journal; it has T1, T2"),
        (["--by", "week"], "--by 'week': wants table, day, hour or shift"),
        (["--bots", "no"], "--bots 'no': wants exclude, include or only"),
        (["--from", "15.1.2027"], "--from '15.1.2027': is no time; write a day, 2027-01-15"),
        (["--from", "2027-01-16", "--to", "2027-01-14"], "is not before --to 2027-01-14"),
    ],
)
def test_bad_input_is_one_line(
    args: list[str], said: str, journal_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "figures", str(journal_file), *args]) == 2

    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err


def test_a_time_without_events_is_told(
    journal_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "figures", str(journal_file), "--to", "2020-01-01"]) == 0
    assert "nothing happened at any table in that time" in capsys.readouterr().out
