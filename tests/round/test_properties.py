"""What must hold in every round: chips are conserved, cards are all there, replay equals live."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import DECK
from pitboss.ledger.accounts import LAYOUT, meter_account, seat_account
from pitboss.ledger.transfers import round_transfers
from pitboss.round import Round, evolve
from pitboss.round.movement import BANK, DROP, TIP_BOX
from pitboss.rules import SET_NAMES, Outcome, Wager
from tests.examples import examples
from tests.round.rounds import Table, whole_round

SEEDS = st.integers(0, 2**40)


def balances(table: Table) -> Counter[str]:
    found: Counter[str] = Counter()
    round_ = Round()
    for event in table.events:
        for transfer in round_transfers(round_, event):
            found[transfer.source] -= transfer.chips  # type: ignore[assignment]  # fractions of a cent on meters
            found[transfer.target] += transfer.chips  # type: ignore[assignment]  # fractions of a cent on meters
        round_ = evolve(round_, event)
    return found


def assert_conserved(table: Table) -> None:
    round_, settlement = table.round, table.round.settlement
    assert settlement is not None
    money = balances(table)

    assert sum(money.values()) == 0
    assert money[LAYOUT] == 0, "every wager on the layout is paid, taken or given back"
    assert money[BANK] == 0, "the bank goes back to the seat that put it up"
    fees: Counter[int] = Counter()
    for fee in round_.fees:
        fees[fee.seat] += 0 if fee in settlement.fees_returned else fee.chips
    for spot in round_.spots:
        tips = sum(m.taken for m in settlement.tips_of(spot.seat))
        expected = settlement.net(spot.seat) - tips - fees[spot.seat]
        assert money[seat_account(spot.seat)] == expected
    assert money[DROP] == sum(fees.values())
    assert money[TIP_BOX] >= 0
    opened = table.states[0].meters
    for name, after in settlement.meters.items():
        before = opened[name]
        assert before is not None
        assert after is not None
        assert money[meter_account(name)] == after - before


def assert_stakes_are_accounted_for(table: Table) -> None:
    round_, settlement = table.round, table.round.settlement
    assert settlement is not None
    for spot in round_.spots:
        settled = Counter({m.wager: m.staked for m in settlement.of(spot.seat)})
        for wager, chips in spot.wagers.items():
            assert settled[wager] == chips, f"seat {spot.seat} {wager} is settled once, in full"
        tips = {m.wager: m.staked for m in settlement.tips_of(spot.seat)}
        assert tips == dict(spot.tips)
    for movement in settlement.movements:
        if movement.wager not in (Wager.LIMIT, Wager.ENVY):
            assert 0 <= movement.taken <= movement.staked
        assert movement.paid >= 0
        assert movement.cite.clauses or movement.cite.readings


def assert_bank_within_stake(table: Table) -> None:
    round_, settlement, rules = table.round, table.round.settlement, table.rules
    if round_.bank is None or settlement is None:
        return
    paid = sum(m.paid for m in settlement.movements if m.payer == BANK)
    taken = sum(m.taken for m in settlement.movements if m.collector == BANK)
    stake, model = round_.bank.stake, rules.choice("bank.model")
    if model in ("gross", "result"):
        assert paid <= stake
    if model == "gross" and rules.flag("bank.win_cap"):
        assert taken <= stake
    if model == "result" and rules.flag("bank.win_cap"):
        won = 0  # at no moment more than the stake
        for movement in settlement.movements:
            won += movement.taken * (movement.collector == BANK)
            won -= movement.paid * (movement.payer == BANK)
            assert won <= stake
    if model == "action":
        assert paid + taken <= stake
    assert paid - taken <= stake
    if rules.flag("bank.win_cap"):
        assert taken - paid <= stake


@given(seed=SEEDS)
@settings(max_examples=examples(400))
def test_chips_are_conserved_in_any_round_with_any_trouble(seed: int) -> None:
    table = whole_round(seed)

    assert_conserved(table)
    assert_stakes_are_accounted_for(table)
    assert_bank_within_stake(table)


@pytest.mark.full
@pytest.mark.slow
@pytest.mark.parametrize("name", SET_NAMES)
def test_chips_are_conserved_in_many_rounds_of_each_place(name: str) -> None:
    for seed in range(2_000):
        table = whole_round(seed, name=name)
        assert_conserved(table)
        assert_stakes_are_accounted_for(table)
        assert_bank_within_stake(table)


@given(seed=SEEDS)
@settings(max_examples=examples(150))
def test_all_fifty_two_cards_end_in_the_rack(seed: int) -> None:
    table = whole_round(seed)
    settlement = table.round.settlement

    assert settlement is not None
    racked = [card for _, cards in settlement.rack for card in cards]
    if table.round.stub or table.round.parcels:
        assert sorted(racked) == sorted(DECK)


@given(seed=SEEDS)
@settings(max_examples=examples(150))
def test_replaying_the_events_gives_the_same_round(seed: int) -> None:
    table = whole_round(seed)

    replayed = Round()
    for event in table.events:
        replayed = evolve(replayed, event)

    assert replayed == table.round


@given(seed=SEEDS)
@settings(max_examples=examples(150))
def test_a_void_round_changes_no_purse(seed: int) -> None:
    table = whole_round(seed, trouble=0.5)
    void, settlement = table.round.void, table.round.settlement
    if void is None or void.settles or settlement is None:
        return
    if not table.rules.flag("void.refund_progressive"):
        return

    assert all(m.outcome == Outcome.VOID and m.net == 0 for m in settlement.movements)
    before = table.states[0].meters
    assert settlement.meters == before, "a void round takes its contribution off the meters again"
    assert all(isinstance(amount, Fraction) for amount in before.values())
