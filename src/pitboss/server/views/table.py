"""Shows a table to one viewer: the felt as that person may see it, and nothing behind it.

Cards come from `pitboss.table.view` alone. Of the round itself only what everybody sees is asked:
how many cards lie somewhere, who has acted, what was bet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import msgspec.structs

from pitboss.cards import Card, best_five, card_text, hand_name, strength
from pitboss.round import Round
from pitboss.round.command import Play
from pitboss.round.legal import LegalAction, decision_fault
from pitboss.round.movement import Movement
from pitboss.round.settlement.progressive import jackpots
from pitboss.round.showdown import qualifies
from pitboss.round.state import Phase
from pitboss.round.view import RoundView, SpotView, Viewer, ViewerRole
from pitboss.rules import Rules, Street, Wager
from pitboss.server.views.phrases import incident_title, move_words, odds_words, remedy_words
from pitboss.server.views.result import bank_gain, banked, own_net, parts
from pitboss.server.wire import table as wire
from pitboss.server.wire.words import HandPhase, SeatState
from pitboss.table import Table
from pitboss.table.view import SeatView, TableView

PUBLIC = Viewer(ViewerRole.PUBLIC)
FIVE = 5
ON_FELT = tuple(Wager)
NAMED_KEPT = 4_096  # hands whose name and best five are remembered: each is asked for many times
_ON_STREET: Mapping[Street, HandPhase] = {
    Street.DEAL: "deal",
    Street.FLOP: "flop",
    Street.RIVER: "river",
}
_BEFORE_CARDS = (Phase.NEW, Phase.BETTING, Phase.LOCKED, Phase.DEALING)


@dataclass(frozen=True, slots=True)
class RevealedShuffle:
    """The secret and the cuts of a round's shuffle, which are public once it is over."""

    secret: bytes = b""
    seeds: Mapping[int, bytes] = field(default_factory=dict)


@dataclass(slots=True)
class Alike:
    """Cache of what all viewers of one state are shown alike.

    A seat differs from one viewer to another only by whether its cards are seen.
    """

    seats: dict[tuple[int, tuple[Card, ...], str], wire.Seat] = field(default_factory=dict)
    moves: tuple[wire.Move, ...] | None = None
    dealer: wire.Dealer | None = None


def viewer_of(table: Table, name: str) -> Viewer:
    """Return as whom a person looks at a table: from their seat, or as anybody."""
    seat = table.seat_of(name) if name else None
    return Viewer(ViewerRole.SEAT, seat.number) if seat is not None else PUBLIC


def hand(
    table: Table,
    seen: TableView,
    rules: Rules,
    *,
    told: RevealedShuffle | None = None,
    floor_waits: bool = False,
    hidden: frozenset[int] = frozenset(),
    alike: Alike | None = None,
) -> wire.Hand:
    """Show the round on the felt, as `view` shows the table to one viewer.

    `hidden` seats have another player by now, who is not shown with the last one's wagers.
    `floor_waits`: a person of the floor has to validate a jackpot before it is paid.
    `alike`: a cache for one state with the same `hidden`, shown to several viewers.
    """
    alike = alike if alike is not None else Alike()
    round_ = table.round
    shown = seen.round
    if round_ is None or shown is None:
        return _empty(seen, rules)
    if alike.moves is None:
        alike.moves = tuple(move(m, rules) for m in shown.movements)
    spots = {spot.seat: spot for spot in shown.spots if spot.seat not in hidden}
    people = {seat.seat: seat for seat in seen.seats}
    felt = _Felt(round_, shown, seen, rules, alike)
    if alike.dealer is None:
        alike.dealer = felt.dealer()
    return wire.Hand(
        round=table.rounds,
        phase=phase_of(round_, rules, floor_waits=floor_waits),
        street=shown.street,
        seats=tuple(
            felt.seen_seat(number, people.get(number), spots.get(number))
            for number in range(1, rules.seats + 1)
        ),
        board=_dealt(shown.board, len(round_.board)),
        dealer=alike.dealer,
        box=_dealt(shown.box, len(round_.box)),
        set_aside=_cards(shown.set_aside),
        turn=shown.turn,
        moves=alike.moves,
        incidents=tuple(
            wire.Incident(
                kind=one.kind,
                title=incident_title(one),
                remedy=remedy_words(one, round_),
                seat=one.seat,
                clauses=one.cite.clauses,
            )
            for one in shown.incidents
        ),
        fees=_fees(shown),
        shuffle=_shuffle(table, told),
        bank=banked(round_),
    )


def choices(table: Table, seen: TableView, rules: Rules) -> tuple[wire.Choice, ...]:
    """List what the viewer's own seat may do now; empty where it is not its turn."""
    asked = seen.round.choices if seen.round is not None else ()
    return tuple(wire.Choice(c.word, c.times, c.chips, _tip(c, table, rules)) for c in asked)


def _tip(choice: LegalAction, table: Table, rules: Rules) -> int:
    """Return the tip that may ride on a Play, in cents; it needs a tip on the Ante."""
    round_ = table.round
    spot = round_.spot(choice.seat) if round_ is not None else None
    if round_ is None or spot is None or choice.word != "play":
        return 0
    tip = choice.times * spot.tips.get(Wager.ANTE, 0)
    covered = table.seats[choice.seat].chips >= choice.chips + tip
    played = Play(choice.seat, choice.times, tip=True)
    return tip if tip and covered and decision_fault(round_, played, rules) is None else 0


def meters(table: Table) -> tuple[wire.Meter, ...]:
    """Show the meters; they are locked from the close of betting until the round is settled."""
    round_ = table.round
    locked = round_ is not None and round_.phase not in (Phase.BETTING, Phase.SETTLED)
    return tuple(
        wire.Meter(name, None if amount is None else int(amount), locked)
        for name, amount in table.progressive.meters.items()
    )


def _empty(seen: TableView, rules: Rules) -> wire.Hand:
    people = {seat.seat: seat for seat in seen.seats}
    return wire.Hand(
        round=seen.rounds,
        phase="bets",
        street=Street.DEAL,
        seats=tuple(_seated(n, people.get(n)) for n in range(1, rules.seats + 1)),
        board=(),
        dealer=wire.Dealer(0, (), "", (), None),
        box=(),
        set_aside=(),
        turn=None,
        moves=(),
        incidents=(),
        fees={},
        shuffle=wire.Shuffle(seen.rounds, "", "", {}),
    )


def _seated(number: int, who: SeatView | None, state: SeatState = "waiting") -> wire.Seat:
    return wire.Seat(
        seat=number,
        player=who.player if who else "",
        bot=who.bot if who else False,
        chips=who.chips if who else 0,
        state=state if who else "empty",
        leaving=who.leaving if who else False,
        away=who.absent if who else False,
        seeded=False,
        spots=(),
        times=0,
        held=0,
        cards=(),
        hand="",
        five=(),
        net=None,
    )


@dataclass(frozen=True, slots=True)
class _Felt:
    """A round and one viewer's view of it, while it is being shown."""

    round: Round
    shown: RoundView
    table: TableView
    rules: Rules
    alike: Alike

    def seen_seat(self, number: int, who: SeatView | None, spot: SpotView | None) -> wire.Seat:
        key = (number, spot.cards, spot.hand) if spot is not None else (number, (), "")
        found = self.alike.seats.get(key)
        if found is None:
            found = self.alike.seats[key] = self.seat(number, who, spot)
        return found

    def seat(self, number: int, who: SeatView | None, spot: SpotView | None) -> wire.Seat:
        seeded = number in self.table.seeded
        bank = self.shown.bank
        if bank is not None and bank[0] == number:
            mine = _seated(number, who, "banking")
            found = self._parts(number)
            return msgspec.structs.replace(
                mine,
                seeded=seeded,
                net=self._net(number),
                fee=self.round.fee_paid(number),
                parts=found or (),
            )
        if spot is None:
            return msgspec.structs.replace(_seated(number, who), seeded=seeded)
        hand, five = _named(spot.cards, self.shown.board)
        state: SeatState = "empty"
        if who is not None:
            state = self.round.seat_state(number, self.shown.turn)
        found = self._parts(number)
        return wire.Seat(
            seat=number,
            player=who.player if who else "",
            bot=who.bot if who else False,
            chips=who.chips if who else 0,
            state=state,
            leaving=who.leaving if who else False,
            away=who.absent if who else False,
            seeded=seeded,
            spots=tuple(self._spots(spot)),
            times=spot.times,
            held=spot.held,
            cards=_cards(spot.cards),
            hand=spot.hand or hand,
            five=five,
            net=self._net(number),
            fee=self.round.fee_paid(number),
            parts=found or (),
        )

    def _spots(self, spot: SpotView) -> Iterable[wire.Spot]:
        moved = self._of(spot.seat) if self.shown.movements else []
        for wager in ON_FELT:
            chips, tip = spot.wagers.get(wager, 0), spot.tips.get(wager, 0)
            if not chips and not tip:
                continue
            mine = [m for m in moved if m.wager == wager]
            if not mine:
                yield wire.Spot(wager=wager, chips=chips, tip=tip)
                continue
            yield wire.Spot(
                wager=wager,
                chips=chips,
                tip=tip,
                outcome=mine[-1].outcome,
                paid=sum(m.paid for m in mine),
                net=sum(m.net for m in mine),
            )

    def _of(self, seat: int) -> list[Movement]:
        return [m for m in self.shown.movements if m.seat == seat and not m.tip]

    def _parts(self, seat: int) -> tuple[wire.Part, ...] | None:
        """Return what changed a seat's chips in the round, part by part; None until it is settled.

        The same sum as in the session bar, in the history and in what auditors export.
        """
        settlement = self.round.settlement
        if self.shown.phase != Phase.SETTLED or settlement is None:
            return None
        return tuple(parts(self.round, settlement, seat))

    def _net(self, seat: int) -> int | None:
        return self.round.net(seat) if self.shown.phase == Phase.SETTLED else None

    def dealer(self) -> wire.Dealer:
        shown = self.shown
        hand, five = _named(shown.dealer, shown.board)
        known = bool(shown.dealer) and len(shown.dealer) + len(shown.board) >= FIVE
        plays = qualifies(strength(shown.dealer + shown.board), self.rules) if known else None
        return wire.Dealer(
            held=shown.dealer_held,
            cards=_cards(shown.dealer),
            hand=shown.dealer_hand or hand,
            five=five,
            qualifies=None if shown.void else plays,
        )


def phase_of(round_: Round | None, rules: Rules, *, floor_waits: bool = False) -> HandPhase:
    """Return the phase of a round in the words of the wire; without a round, bets are next."""
    if round_ is None:
        return "bets"
    if round_.void is not None:
        return "void"
    match round_.phase:
        case Phase.NEW | Phase.BETTING:
            return "bets"
        case Phase.LOCKED:
            return "locked"
        case Phase.DEALING:
            return "deal"
        case Phase.DECIDING | Phase.TURNING:
            return _ON_STREET[round_.street]
        case Phase.SETTLING if floor_waits and _jackpot_waits(round_, rules):
            return "jackpot"
        case Phase.REVEALING | Phase.SETTLING:
            return "showdown"
        case _:
            return "settled"


def _jackpot_waits(round_: Round, rules: Rules) -> bool:
    blocks = rules.fact("progressive.validation") == "blocks"
    return blocks and any(seat not in round_.validated for seat in jackpots(round_, rules))


@lru_cache(maxsize=NAMED_KEPT)
def _named(cards: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[str, tuple[str, ...]]:
    """Name the best five of the cards that the viewer sees, where there are five of them."""
    seen = cards + board
    if not cards or len(seen) < FIVE:
        return "", ()
    return hand_name(strength(seen)), _cards(best_five(seen))


def _cards(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(map(card_text, cards))


def _dealt(shown: tuple[Card, ...], dealt: int) -> tuple[str | None, ...]:
    """List the face-up cards, then None for each one face down."""
    return (*_cards(shown), *(None for _ in range(dealt - len(shown))))


def move(made: Movement, rules: Rules) -> wire.Move:
    """Show one wager's settlement, in numbers and in words."""
    return wire.Move(
        seat=made.seat,
        wager=made.wager,
        outcome=made.outcome,
        staked=made.staked,
        paid=made.paid,
        taken=made.taken,
        net=own_net(made),
        odds=odds_words(made.odds),
        text=move_words(made, rules),
        clauses=made.cite.clauses,
        readings=made.cite.readings,
        tip=made.tip,
        bank=bank_gain(made),
    )


def _fees(shown: RoundView) -> dict[str, int]:
    """Return fees by seat; that of the player-dealer stands under "bank"."""
    found: dict[str, int] = {}
    for fee in shown.fees:
        key = "bank" if fee.bank else str(fee.seat)
        found[key] = found.get(key, 0) + fee.chips
    return found


def _shuffle(table: Table, told: RevealedShuffle | None) -> wire.Shuffle:
    """Show the seal, and the cuts once bets are closed; the secret only when it is revealed."""
    shuffle, round_ = table.shuffle.sealed, table.round
    sealed = shuffle.commitment.hex() if shuffle else ""
    secret, cuts = (told.secret, told.seeds) if told is not None else (b"", {})
    if told is None and shuffle and round_ and round_.phase not in (Phase.NEW, Phase.BETTING):
        cuts = shuffle.seeds  # fixed: before the deck is shuffled, everybody can see what goes in
    seeds = {str(seat): seed.hex() for seat, seed in sorted(cuts.items())}
    return wire.Shuffle(table.rounds, sealed, secret.hex(), seeds)
