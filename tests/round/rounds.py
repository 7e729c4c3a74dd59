"""Random rounds for property tests: any set, options, bets, choices and irregularities."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from pitboss.cards import DECK
from pitboss.round import Refusal, Round, decide, evolve
from pitboss.round import command as ask
from pitboss.round.event import Event
from pitboss.round.irregular import IRREGULARITY_KINDS
from pitboss.round.legal import choices, due_step
from pitboss.round.settlement.progressive import jackpots
from pitboss.round.state import Phase, Step, TableFacts
from pitboss.rules import SET_NAMES, Chips, Rules, RuleSet, Wager, in_force, rule_set

OPTION_VALUES: dict[str, tuple[Any, ...]] = {
    "blind": ("A", "B"),
    "six_card": ("none", "A", "B"),
    "dealing": ("shoe", "hand", "shuffler"),
    "auto.dealer_packet": ("first", "retained"),
    "six_card.requires_trips": (True, False),
    "six_card.deal_box": ("offered", "bet"),
    "six_card.fixed_returns_stake": (True, False),
    "progressive.survives_fold": (True, False),
    "progressive.A.returns_stake": (True, False),
    "settle.folded": ("in_pass", "after_pass"),
    "envy.holder_must_bet": (True, False),
    "envy.folded_holder": ("if_on_table", "never", "always"),
    "irreg.single_faceup_late": ("continue", "trips_only"),
    "irreg.dealer_exposed.side_wagers": ("settle", "return"),
    "irreg.box_count": ("void_all", "void_six_only"),
    "irreg.jam_idle_deck": ("finish", "void"),
    "void.refund_progressive": (True, False),
    "limit.amount": ("none", 50, 500, 50_000),
    "limit.allocation": ("line", "pro_rata"),
    "meter.rounding": ("down", "nearest"),
    "uthp01.community_precedence": ("specific", "better"),
    "uthp.envy": ("off", "pmg"),
    "progressive.simultaneous": ("sequential", "split"),
    "trips_only.progressive": (True, False),
    "tips.on_push": ("tip_box", "player"),
    "misdeal.policy": ("return_all", "dead_hand"),
    "exposed.card": ("continue", "void"),
    "settle.direction": ("counter-clockwise", "clockwise"),
    "fees": (1, 2),
    "fee.player_basis": ("circle", "position"),
    "fee.refund_on_void": (True, False),
    "bank.model": ("gross", "net", "action", "result"),
    "bank.win_cap": (True, False),
    "bank.folds_first": (True, False),
    "irregularity.policy": ("fallback", "void"),
    "aggregate.scope": ("round", "player", "wager"),
    "aggregate.allocation": ("pro_rata", "in_order"),
    "dead_hand.policy": ("return", "lose"),
    "hand.cards_per_pass": (1, 2),
    "trips.mandatory": (True, False),
}


@dataclass(slots=True)
class Table:
    """A round being played at random, with everything that happened on the way."""

    rules: Rules
    chance: random.Random
    round: Round = field(default_factory=Round)
    events: list[Event] = field(default_factory=list)
    states: list[Round] = field(default_factory=list)
    obeyed: list[ask.Command] = field(default_factory=list)

    def give(self, command: ask.Command) -> Refusal | None:
        """Give a command; events are applied, a refusal is returned and changes nothing."""
        before = self.round
        decision = decide(self.round, command, self.rules)
        if isinstance(decision, Refusal):
            assert self.round == before
            return decision
        for event in decision:
            self.round = evolve(self.round, event)
        self.events += decision
        self.states.append(self.round)
        self.obeyed.append(command)
        return None

    def must(self, command: ask.Command) -> None:
        """Give a command that has to be accepted."""
        refused = self.give(command)
        assert refused is None, (command, refused)


def random_rules(chance: random.Random, name: str | None = None) -> Rules:
    """Choose a set and some of its options at random."""
    chosen = rule_set(name or chance.choice(SET_NAMES))
    return in_force(chosen, random_options(chance, chosen, OPTION_VALUES, rates=(0, 5, 15)))


def random_options(
    chance: random.Random,
    chosen: RuleSet,
    values: Mapping[str, Sequence[Any]],
    *,
    rates: Sequence[int | Decimal],
) -> dict[str, Any]:
    """Choose options of a set, some of `values` and its tables; most go together."""
    given: dict[str, Any] = {}
    for key, some in values.items():
        rule = chosen.options.get(key)
        if rule is not None and not rule.locked and chance.random() < 0.3:
            given[key] = chance.choice(some)
    if given.get("dealing", "") not in ("", *chosen.methods):
        del given["dealing"]
    if "fees" in given and not chosen.fees:
        given |= {"fees": "flat", "fee.bank": 1, "fee.circle": "0.50"}
    if "trips" in chosen.options:
        given["trips"] = chance.choice(chosen.tables_of(Wager.TRIPS))
    if "progressive" in chosen.options and chance.random() < 0.7:
        given["progressive"] = chance.choice(chosen.tables_of(Wager.PROGRESSIVE))
        meters = chosen.paytables[Wager.PROGRESSIVE, given["progressive"]].meters
        given["meter.seed"] = {m.name: 12_345 for m in meters}
        given["meter.rate"] = {m.name: chance.choice(rates) for m in meters}
    else:
        given.pop("meter.reserve", None)
        given.pop("meter.link_group", None)
    if given.get("six_card", "none") != "none":
        given.pop("dealing", None)
    return given


def bets_for(chance: random.Random, rules: Rules) -> tuple[dict[Wager, Chips], dict[Wager, Chips]]:
    """Choose opening wagers and tips that the table may well accept."""
    ante = Chips(100 * chance.choice((5, 10, 15, 20, 25, 50)))
    wagers = {Wager.ANTE: ante, Wager.BLIND: ante}
    if rules.set.wagers[Wager.TRIPS].alone and chance.random() < 0.2:
        wagers = {Wager.TRIPS: ante}
    if chance.random() < 0.6 or rules.flag("trips.mandatory"):
        wagers[Wager.TRIPS] = Chips(100 * chance.choice((5, 10, 25)))
    offered = rules.offered()
    if Wager.SIX_CARD in offered and Wager.TRIPS in wagers and chance.random() < 0.6:
        wagers[Wager.SIX_CARD] = Chips(500)
    can_ride = Wager.ANTE in wagers or rules.flag("trips_only.progressive")
    if Wager.PROGRESSIVE in offered and can_ride and chance.random() < 0.7:
        wagers[Wager.PROGRESSIVE] = chance.choice(rules.progressive_wagers)
    tips: dict[Wager, Chips] = {}
    for name in rules.fact("tips.spots") or ():
        if wagers.get(Wager(name)) and chance.random() < 0.3:
            tips[Wager(name)] = Chips(100 * chance.choice((1, 5)))
    return wagers, tips


def opened(chance: random.Random, rules: Rules) -> Table:
    """Open a round with bets at random seats, closed and with a deck brought in."""
    table = Table(rules, chance)
    table.must(ask.Open(dict.fromkeys(rules.meters, 1234567), TableFacts()))
    seats = chance.sample(range(1, rules.seats + 1), chance.randint(2, rules.seats))
    if not rules.house_banks:
        table.must(ask.TakeBank(seats.pop(), Chips(100 * chance.choice((50, 100, 300, 10_000)))))
    for seat in seats:
        wagers, tips = bets_for(chance, rules)
        table.must(ask.PlaceBets(seat, wagers, tips))
    table.must(ask.CloseBets())
    bring_deck(table)
    return table


def bring_deck(table: Table) -> None:
    """Load a shuffled deck and cut it where a cut is due."""
    rules = table.rules
    shuffles = [
        s
        for s in rules.fact("cards.shuffles")
        if not (rules.method.needs_shuffler and s in ("manual", "pre-shuffled"))
    ]
    shuffled = table.chance.choice(shuffles)
    table.must(ask.LoadDeck(tuple(table.chance.sample(DECK, 52)), shuffled))
    if shuffled in rules.fact("cards.cut_after"):
        low, high = rules.whole("cut.min"), rules.whole("cut.max")
        table.must(ask.CutDeck(table.chance.randint(low, high)))


def random_declare(table: Table) -> ask.Declare:
    """Make up an irregularity, possible or not."""
    chance, r = table.chance, table.round
    seats = [spot.seat for spot in r.spots] or [1]
    stub = r.stub or DECK
    return ask.Declare(
        chance.choice(IRREGULARITY_KINDS),
        seat=chance.choice(seats),
        where=chance.choice(("seat", "dealer", "board", "box")),
        cards=tuple(chance.sample(stub, min(len(stub), chance.choice((1, 1, 2))))),
        count=chance.choice((1, 3, 31, 32, len(r.stub), 51)),
        misdealt=chance.random() < 0.3,
        holds=chance.choice(("in_play", "idle")),
        ruling=chance.choice(("abandoned", "settled")),
        how="covered",
    )


def play_on(table: Table, *, trouble: float = 0.0) -> Iterator[Round]:
    """Play to the settlement with random choices; `trouble`: how often one is declared."""
    yield table.round
    while table.round.phase != Phase.SETTLED:
        if table.chance.random() < trouble:
            table.give(random_declare(table))
        _step(table)
        yield table.round


def _step(table: Table) -> None:
    r, chance = table.round, table.chance
    if r.phase == Phase.LOCKED and not r.stub:
        bring_deck(table)
    elif r.phase in (Phase.LOCKED, Phase.DEALING):
        table.must(ask.Deal(chance.choice((None, None, 1, 3))))
    elif offered := choices(r, table.rules):
        choice = chance.choice(offered)
        spot = r.spot(choice.seat)
        command = choice.command()
        if isinstance(command, ask.Play) and spot is not None and spot.tips.get(Wager.ANTE):
            tipped = ask.Play(command.seat, command.times, tip=chance.random() < 0.5)
            if table.give(tipped) is None:
                return
        table.must(command)
    else:
        step = due_step(r)
        assert step is not None, r.phase
        if step == Step.SETTLE:
            for seat in jackpots(r, table.rules):
                table.must(ask.Validate(seat, "floor"))
        table.must(ask.Proceed(step))


def whole_round(seed: int, *, trouble: float = 0.15, name: str | None = None) -> Table:
    """Play one random round from its seed to its settlement."""
    chance = random.Random(seed)
    table = opened(chance, random_rules(chance, name))
    for _ in play_on(table, trouble=trouble):
        pass
    return table
