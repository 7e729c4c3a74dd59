"""Somebody alone with bots, where players bank: hands come, whether one banks or never does."""

from __future__ import annotations

import pytest

from pitboss.pit import Bot, Style
from pitboss.pit.bot_seats import bot_due
from pitboss.pit.bot_tables import AT_ONCE, exhibition_rules
from pitboss.round import command as round_ask
from pitboss.round import event as round_past
from pitboss.round.legal import turn
from pitboss.round.state import Phase
from pitboss.rules import Chips, Wager, rule_set
from pitboss.rules.words import note_words
from pitboss.table import Command, Person, Role, Table, choice_of, rules_of
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.banking import bankers_needed
from pitboss.table.timetable import due
from tests.pit.hands import Bench, SeededChance
from tests.round.described import PLAYER_DEALER

ANN = Person("Ann", Role.PLAYER)
SEAT = 1
BET = Chips(1_000)
STAKE = Chips(20_000)
STEPS_MAX = 5_000
HANDS = 12


def wish(table: Table, *, banks: bool) -> Command | None:
    """What Ann does now: she banks or passes, bets, and folds at the end."""
    round_ = table.round
    if round_ is None or table.identity.rules is None:
        return None
    if round_.phase == Phase.BETTING:
        if round_.bank is None:
            if table.bank.offered != SEAT:
                return None
            return round_ask.TakeBank(SEAT, STAKE) if banks else ask.DeclineBank(SEAT)
        if round_.bank.seat == SEAT or round_.spot(SEAT) is not None:
            return None
        return round_ask.PlaceBets(SEAT, {Wager.ANTE: BET, Wager.BLIND: BET})
    asked = turn(round_, rules_of(table.identity.rules))
    if asked is None or asked.seat != SEAT:
        return None
    return round_ask.Fold(SEAT) if round_.street == "river" else round_ask.Check(SEAT)


def evening(place: str, style: Style, *, banks: bool) -> list[object]:
    """All events of some hands with as many bots as it takes."""
    bench = Bench(chance=SeededChance(3))
    rules, options = exhibition_rules(rule_set(place))
    bench.opened(choice_of(rules, options), 0)
    bench.must(ask.Sit(SEAT, ANN.name), ANN)
    bench.must(ask.BuyIn(SEAT, Chips(100_000)), ANN)
    for n in range(bankers_needed(rules)):
        label = Bot(f"B{n}", style).label
        bench.must(ask.Sit(rules.seats - n, label, bot=True), Person(label, Role.PLAYER))
    seen: list[object] = []
    told = 0
    for _ in range(STEPS_MAX):
        live = bench.handler.replica
        seen += [one.event for one in live.recent if one.number > told]
        told = live.number
        table = live.table
        if table.rounds >= HANDS and table.round is None:
            return seen
        hers = wish(table, banks=banks)
        if hers is not None:
            bench.must(hers, ANN)
            continue
        step = bot_due(table, bench.chance, 0) or due(table, AT_ONCE, bench.clock.at)
        assert step is not None, f"hand {table.rounds} stands still"
        bench.clock.at = max(bench.clock.at + 1, step.at)
        bench.give(step.command, step.by)
    raise AssertionError(f"no {HANDS} hands in {STEPS_MAX} steps")


@pytest.mark.parametrize("banks", [True, False], ids=["banks", "passes"])
@pytest.mark.parametrize("style", [Style.RANDOM, Style.TIMID])
@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_every_round_is_dealt(place: str, style: Style, *, banks: bool) -> None:
    events = evening(place, style, banks=banks)

    assert [e for e in events if isinstance(e, past.RoundCancelled)] == []
    settled = [e for e in events if isinstance(e, round_past.RoundSettled)]
    assert len(settled) == HANDS
    taken = [e.seat for e in events if isinstance(e, round_past.BankTaken)]
    assert (SEAT in taken) == banks
    runs = "".join(map(str, taken))
    assert not any(str(seat) * 3 in runs for seat in taken), "two hands at most (A-CA-17)"


@pytest.mark.parametrize("place", PLAYER_DEALER)
def test_a_bot_s_bank_covers_what_the_table_bets(place: str) -> None:
    events = evening(place, Style.RANDOM, banks=False)

    settled = [e.settlement for e in events if isinstance(e, round_past.RoundSettled)]
    notes = {note_words(move) for one in settled for move in one.movements}
    assert not any("bank" in note for note in notes)


def test_bots_think_no_longer_than_a_step_but_let_a_person_give_the_bank_back() -> None:
    bench = Bench(chance=SeededChance(3))
    rules, options = exhibition_rules(rule_set("california"))
    bench.opened(choice_of(rules, options), 0)
    bot = Bot("B", Style.RANDOM).label
    bench.must(ask.Sit(SEAT, ANN.name), ANN)
    bench.must(ask.BuyIn(SEAT, Chips(100_000)), ANN)
    bench.must(ask.Sit(6, bot, bot=True), Person(bot, Role.PLAYER))
    bench.must(ask.BuyIn(6, Chips(1_000_000)), Person(bot, Role.PLAYER))
    bench.house_steps()
    bench.must(round_ask.TakeBank(SEAT, STAKE), ANN)

    bets = bot_due(bench.handler.replica.table, bench.chance, 700, step=0)
    assert bets is not None
    assert bets.at == bench.handler.replica.table.clock.since + 700
    bench.must(ask.ReturnBank(SEAT), ANN)

    banks = bot_due(bench.handler.replica.table, bench.chance, 700, step=0)
    assert banks is not None
    assert (type(banks.command), banks.at) == (
        round_ask.TakeBank,
        bench.handler.replica.table.clock.since,
    )
