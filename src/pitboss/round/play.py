"""Plays a described round through the decider, command by command, to its settlement."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from pitboss.cards import DECK, Card
from pitboss.round import command as ask
from pitboss.round.dealing import deal_plan
from pitboss.round.decide import decide
from pitboss.round.event import Event
from pitboss.round.evolve import evolve
from pitboss.round.legal import due_step, is_cut, turn
from pitboss.round.refusal import Refusal
from pitboss.round.script import IrregularityScript, Script, ScriptError, SeatScript
from pitboss.round.settlement.progressive import jackpots
from pitboss.round.state import Phase, Round, Step
from pitboss.rules import Packet, Street, Target, Wager

VALIDATOR: Final = "round file"
_ACT: Final = re.compile(r"(?:(?:play|bet)\s*)?(\d{1,3})\s*x?|(check|fold)", re.IGNORECASE)
_POINT_OF_STREET: Final = {
    Street.DEAL: ("before-decisions", "before-flop"),
    Street.FLOP: ("after-flop", "before-river"),
    Street.RIVER: ("after-river", "before-reveal"),
}


@dataclass(frozen=True, slots=True)
class PlayedScript:
    """A described round after it was played: its end, and every event on the way."""

    script: Script
    round: Round
    events: tuple[Event, ...]


def play(script: Script) -> PlayedScript:
    """Play a script to its settlement; raises `ScriptError` where the round could not have been."""
    table = _Table(script)
    table.open()
    table.deal()
    for street in Street:
        table.decide_street(street)
    table.finish()
    return PlayedScript(script, table.round, tuple(table.events))


@dataclass(slots=True)
class _Table:
    script: Script
    round: Round = field(default_factory=Round)
    events: list[Event] = field(default_factory=list)
    acts: dict[int, list[tuple[str, str]]] = field(default_factory=dict)
    pending: list[IrregularityScript] = field(default_factory=list)
    guessed: set[Card] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.pending = list(self.script.irregularities)
        self.acts = {
            seat.seat: [(act, f"{seat.key}.acts[{n}]") for n, act in enumerate(seat.acts)]
            for seat in self.script.seats
        }

    def obey(self, command: ask.Command, key: str) -> None:
        """Give a command; a refusal becomes an error at `key` of the file."""
        decision = decide(self.round, command, self.script.rules)
        if isinstance(decision, Refusal):
            where = key
            if "wager" in decision.facts:
                tip = "tips." if decision.reason.startswith("tip-") else ""
                where = f"{key}.{tip}{decision.facts['wager']}"
            text = decision.text
            names = decision.facts.get("paytables")
            if isinstance(names, tuple) and names:
                text += f"; name its paytable in the options: {', '.join(names)}"
            raise ScriptError(where, text, decision.reason, decision.cite, notify=decision.notify)
        for event in decision:
            self.round = evolve(self.round, event)
        self.events += decision

    # -- bets and deck ----------------------------------------------------------------------------

    def open(self) -> None:
        """Open the round, put down bank and bets, close betting and bring in the deck."""
        script, rules = self.script, self.script.rules
        staked = sum(seat.wagers.get(Wager.PROGRESSIVE, 0) for seat in script.seats)
        # The file gives the meters at settlement: with this round's part already on them.
        meters: dict[str, Fraction | int] = {
            name: chips - (rules.meters[name].rate * staked if name in rules.meters else 0)
            for name, chips in script.meters.items()
        }
        self.obey(ask.Open(meters, script.facts), "table" if not script.meters else "meters")
        if script.bank is not None:
            self.obey(ask.TakeBank(*script.bank), "bank")
        for seat in script.seats:
            self.obey(ask.PlaceBets(seat.seat, seat.wagers, seat.tips), seat.key)
        self.obey(ask.CloseBets(script.progressive_chips), "table.progressive_chips")
        self._bring_deck()
        self.declare("before-deal")
        if self.round.phase == Phase.LOCKED and not self.round.stub:
            self._bring_deck()

    def _bring_deck(self) -> None:
        order, depth = self._deck_order(), 0
        shuffled = self.script.rules.choice("shuffle")
        if is_cut(shuffled, self.script.rules):
            low, high = self.script.rules.whole("cut.min"), self.script.rules.whole("cut.max")
            depth = (low + high) // 2
            order = order[-depth:] + order[:-depth]
        self.obey(ask.LoadDeck(order), "options.shuffle")
        if depth:
            self.obey(ask.CutDeck(depth), "options.cut.min")

    def _deck_order(self) -> tuple[Card, ...]:
        """Lay the deck so that the script deals each named card where the file says it lay."""
        script = self.script
        named = {*script.dealer, *script.board, *script.box}
        named.update(card for seat in script.seats for card in seat.cards)
        apart = {card for i in script.irregularities for card in i.declared.cards} - named
        spare = [card for card in DECK if card not in named and card not in apart]
        hands = {seat.seat: list(seat.cards) for seat in script.seats}
        piles = {
            Target.DEALER: list(script.dealer),
            Target.BOARD: list(script.board),
            Target.BOX: list(script.box),
        }
        order: list[Card] = []
        for to, seat, count in self._whole_plan():
            pile = hands[seat] if to == Target.SEATS else piles.get(to, [])
            for _ in range(count):
                card = pile.pop(0) if pile else spare.pop(0)
                if card not in named and to != Target.BURN:
                    self.guessed.add(card)
                order.append(card)
        return (*order, *spare, *(card for card in DECK if card in apart))

    def _whole_plan(self) -> Iterator[tuple[Target, int, int]]:
        yield from deal_plan(self.round, self.script.rules)
        method = self.script.rules.method
        scripts: tuple[tuple[Packet, ...], ...] = (method.flop, method.river)
        for packets in scripts:
            for packet in packets:
                yield packet.to, 0, packet.cards

    # -- cards and decisions ----------------------------------------------------------------------

    def declare(self, *points: str) -> None:
        """Declare what is due at these moments, unless the round is already void."""
        while self.pending and self.pending[0].when in points:
            self._declare_next()

    def _declare_next(self) -> None:
        due = self.pending.pop(0)
        self.obey(due.declared, due.key)

    def deal(self) -> None:
        """Deal, with a stop in the middle for each thing that happens there."""
        while self._deals and self.pending and self.pending[0].when == "during-deal":
            plan, dealt = len(deal_plan(self.round, self.script.rules)), len(self.round.parcels)
            stop = self.pending[0].after_packets
            stop = max(dealt, plan // 2) if stop is None else stop
            if not dealt <= stop < plan:
                key = f"{self.pending[0].key}.after_packets"
                text = f"{stop} is outside {dealt} to {plan - 1} packets of this deal"
                raise ScriptError(key, text)
            if stop > dealt:
                self.obey(ask.Deal(stop - dealt), self.pending[0].key)
            self._declare_next()
        if self._deals:
            self.obey(ask.Deal(), "cards")

    @property
    def _deals(self) -> bool:
        return self.round.phase in (Phase.LOCKED, Phase.DEALING)

    def decide_street(self, street: Street) -> None:
        """Turn the cards of a street and take its decisions in turn."""
        step = due_step(self.round)
        if step in (Step.FLOP, Step.RIVER) and street.value == step.value:
            self.obey(ask.Proceed(step), "cards.board")
        if self.round.phase == Phase.SETTLING or self.round.street != street:
            return
        early, late = _POINT_OF_STREET[street]
        self.declare(early)
        while (spot := turn(self.round, self.script.rules)) is not None:
            if not self.acts[spot.seat] and self.pending and self.pending[0].when == late:
                break
            self._act(spot.seat)
        self.declare(late)
        while (spot := turn(self.round, self.script.rules)) is not None:
            self._act(spot.seat)

    def _act(self, seat: int) -> None:
        script = next(s for s in self.script.seats if s.seat == seat)
        if not self.acts[seat]:
            when = {"deal": "before the flop", "flop": "on the flop", "river": "on the river"}
            text = f"seat {seat} has no act {when[self.round.street]}; the round cannot go on"
            raise ScriptError(f"{script.key}.acts", text, "act-missing")
        act, key = self.acts[seat].pop(0)
        self.obey(self._command(script, act, key), key)

    def _command(self, seat: SeatScript, act: str, key: str) -> ask.Command:
        found = _ACT.fullmatch(act.strip())
        if found is None:
            raise ScriptError(key, f'{act[:40]!r} is no act; write "check", "play 4x" or "fold"')
        if found[1]:
            return ask.Play(seat.seat, int(found[1]), tip=seat.tip_play)
        return ask.Check(seat.seat) if found[2].lower() == "check" else ask.Fold(seat.seat)

    # -- the end ----------------------------------------------------------------------------------

    def finish(self) -> None:
        """Reveal, validate jackpots, settle; then see that nothing in the file was left over."""
        if due_step(self.round) == Step.REVEAL:
            self.obey(ask.Proceed(Step.REVEAL), "cards.dealer")
        self.declare("before-settlement")
        self._cards_were_given()
        for seat in jackpots(self.round, self.script.rules):
            self.obey(ask.Validate(seat, VALIDATOR), "seats")
        self.obey(ask.Proceed(Step.SETTLE), "meters")
        self._nothing_left()

    def _cards_were_given(self) -> None:
        """A card that the file does not name may lie anywhere but in a hand that counts."""
        r = self.round
        if r.void is not None and not r.void.settles:
            return
        places = [("cards.board", r.board)]
        if r.void is None:
            places.append(("cards.dealer", r.dealer))
        if any(spot.on(Wager.SIX_CARD) for spot in r.spots):
            places.append(("cards.six_card", r.box))
        live = [spot for spot in r.spots if spot.dead is None and spot.forfeited is None]
        keys = {seat.seat: f"{seat.key}.cards" for seat in self.script.seats}
        places += [(keys[spot.seat], spot.cards) for spot in live]
        for key, cards in places:
            if any(card in self.guessed for card in cards):
                raise ScriptError(key, "the cards are needed to settle this round", "cards-missing")

    def _nothing_left(self) -> None:
        if self.round.void is None:
            for acts in self.acts.values():
                if acts:
                    text = "comes too late: the seat has already played or folded"
                    raise ScriptError(acts[0][1], text, "act-left-over")
        if self.pending:
            text = f"{self.pending[0].when} never came: the round was over before"
            raise ScriptError(self.pending[0].key, text, "irregularity-too-late")
        if self.round.phase != Phase.SETTLED:
            raise ScriptError("", f"the round ended {self.round.phase}, not settled")
