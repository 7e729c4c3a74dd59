"""Rounds whose every seat is a bot: each is asked by its own view, and every answer must stand."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from pitboss.pit.bots import Bot, Style
from pitboss.round import command as ask
from pitboss.round.legal import LegalAction, due_step
from pitboss.round.settlement.progressive import jackpots
from pitboss.round.state import Phase, Step, TableFacts
from pitboss.round.view import RoundView, Viewer, ViewerRole, view
from pitboss.rules import Chips, Rules, Wager
from tests.round.rounds import Table, bring_deck

BUY_IN = Chips(100_000)


def seated(*styles: Style) -> dict[int, Bot]:
    return {seat: Bot(f"bot-{seat}", style) for seat, style in enumerate(styles, 1)}


@dataclass(slots=True)
class Seated:
    """A table of bots, their chips, and every choice with the view it was made from."""

    table: Table
    bots: Mapping[int, Bot]
    chips: dict[int, Chips]
    made: list[tuple[RoundView, LegalAction]] = field(default_factory=list)

    def seen_by(self, seat: int) -> RoundView:
        return view(self.table.round, Viewer(ViewerRole.SEAT, seat), self.table.rules)

    def take(self, seat: int, chips: int) -> None:
        """Take chips off a seat, which must have them."""
        self.chips[seat] = Chips(self.chips[seat] - chips)
        assert self.chips[seat] >= 0


def sit(rules: Rules, bots: Mapping[int, Bot], seed: int, chips: Chips = BUY_IN) -> Seated:
    """Open a round, offer the bank where players bank, and take every bot's bets."""
    chance = random.Random(seed)
    table = Table(rules, chance)
    table.must(ask.Open(dict.fromkeys(rules.meters, 1_234_567), TableFacts()))
    found = Seated(table, bots, dict.fromkeys(bots, chips))
    if not rules.house_banks:
        _offer_bank(found)
    for seat, bot in bots.items():
        wagers = bot.bets(found.seen_by(seat), seat, rules, found.chips[seat], chance.randrange)
        if wagers:
            table.must(ask.PlaceBets(seat, wagers))
            found.take(seat, sum(wagers.values()))
    return found


def _offer_bank(found: Seated) -> None:
    rules, chance = found.table.rules, found.table.chance
    for seat, bot in found.bots.items():
        stake = bot.stake(seat, rules, found.chips[seat], chance.randrange)
        if stake is not None:
            found.table.must(ask.TakeBank(seat, stake))
            found.take(seat, stake)
            return


def play(found: Seated) -> Seated:
    """Play the round to its settlement, if there is anything to play for."""
    table = found.table
    if not table.round.spots or not (table.rules.house_banks or table.round.bank):
        return found
    table.must(ask.CloseBets())
    for fee in table.round.fees:
        found.take(fee.seat, fee.chips)
    bring_deck(table)
    table.must(ask.Deal())
    while table.round.phase != Phase.SETTLED:
        _step(found)
    return found


def _step(found: Seated) -> None:
    table, rules = found.table, found.table.rules
    asked = found.seen_by(0).turn
    if asked is not None:
        seen = found.seen_by(asked)
        chance = table.chance.randrange
        choice = found.bots[asked].choose(seen, rules, found.chips[asked], chance)
        table.must(choice.command())
        found.take(asked, choice.chips)
        found.made.append((seen, choice))
        return
    step = due_step(table.round)
    assert step is not None
    if step == Step.SETTLE:
        for seat in jackpots(table.round, rules):
            table.must(ask.Validate(seat, "floor"))
    table.must(ask.Proceed(step))


def staked(found: Seated, wager: Wager) -> list[Chips]:
    return [spot.on(wager) for spot in found.table.round.spots if spot.on(wager)]
