"""Six-seat rounds through our decider beside PokerKit's six-handed hold'em, in one run."""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable

from pokerkit import Automation, NoLimitTexasHoldem

from pitboss.cards import DECK
from pitboss.round import Refusal, Round, decide, evolve
from pitboss.round import command as ask
from pitboss.round.legal import choices, due_step
from pitboss.round.state import Phase
from pitboss.rules import SET_NAMES, Chips, Rules, Wager, in_force, rule_set

SEATS = 6
ROUNDS = 300
REPEATS = 5

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def our_round(rules: Rules, chance: random.Random) -> Round:
    """Bets, deal, eighteen decisions at most, showdown and settlement, all through the decider."""
    round_ = Round()

    def give(command: ask.Command) -> None:
        nonlocal round_
        decision = decide(round_, command, rules)
        if isinstance(decision, Refusal):
            raise RuntimeError(decision.text)
        for event in decision:
            round_ = evolve(round_, event)

    give(ask.Open())
    ante = Chips(1000)
    seats = range(1, SEATS + 1)
    if not rules.house_banks:
        give(ask.TakeBank(SEATS, Chips(1_000_000)))
        seats = range(1, SEATS)
    for seat in seats:
        give(ask.PlaceBets(seat, {Wager.ANTE: ante, Wager.BLIND: ante, Wager.TRIPS: Chips(500)}))
    give(ask.CloseBets())
    give(ask.LoadDeck(tuple(chance.sample(DECK, 52))))
    if round_.shuffled in rules.fact("cards.cut_after"):
        give(ask.CutDeck(26))
    give(ask.Deal())
    while round_.phase != Phase.SETTLED:
        offered = choices(round_, rules)
        if offered:
            give(offered[int(chance.random() * len(offered))].command())
        elif step := due_step(round_):
            give(ask.Proceed(step))
    return round_


def pokerkit_hand(chance: random.Random) -> None:
    """Six players check and call to the showdown; PokerKit shuffles, burns, deals and pays."""
    del chance
    state = NoLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, (1, 2), 2, 200, SEATS)  # noqa: FBT003
    while state.status:
        state.check_or_call()


def _per_second(work: Callable[[], object], count: int) -> float:
    start = time.perf_counter()
    for _ in range(count):
        work()
    return count / (time.perf_counter() - start)


def main() -> None:
    """Time both in turns, several times, and print medians and ratios."""
    chance = random.Random(2026)
    rules = {name: in_force(rule_set(name)) for name in SET_NAMES}
    ours: dict[str, list[float]] = {name: [] for name in rules}
    theirs: list[float] = []
    for _ in range(REPEATS):
        for name, in_use in rules.items():
            ours[name].append(_per_second(lambda r=in_use: our_round(r, chance), ROUNDS))  # type: ignore[misc]  # a bound default
        theirs.append(_per_second(lambda: pokerkit_hand(chance), ROUNDS // 5))
    base = statistics.median(theirs)
    out = sys.stdout.write
    out("\nSix-seat rounds a second, bets to settlement (median of alternating runs)\n")
    out(f"  {'PokerKit, six-handed hold’em':<32}{base:>9,.0f}\n")
    for name, figures in ours.items():
        rate = statistics.median(figures)
        out(f"  {'pitboss, ' + name:<32}{rate:>9,.0f}   {rate / base:5.1f} times\n")


if __name__ == "__main__":
    main()
