"""A second opinion: reads a table's log event by event and knows when a rule was broken.

Nothing here asks the table. The judge keeps what it needs from the events alone, and compares
each deal with what the rule set says in words: age and count of decks, checklist, bank, order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pitboss.cards.shuffle import commitment, deck_order
from pitboss.round import event as round_past
from pitboss.rules import Rules, Wager
from pitboss.table import Event, Order, rules_of
from pitboss.table import event as past
from pitboss.table.shuffling import HOUSE_SEAT

HOUR_MS = 3_600_000
STEPS = ("inspect", "verify", "spread", "turn-down", "wash", "stack")
AGAIN_AFTER_IDLE = ("turn-down", "wash", "stack")


@dataclass(slots=True)
class DeckRecord:
    """What the judge knows of one deck."""

    preinspected: bool
    steps: dict[str, str] = field(default_factory=dict)
    first_used: int | None = None


@dataclass(slots=True)
class Judge:
    """Everything a supervisor would note down; `faults` says what was wrong, in words."""

    faults: list[str] = field(default_factory=list)
    rules: Rules | None = None
    name: str = ""
    open: bool = False
    seats: dict[int, str] = field(default_factory=dict)
    leaving: set[int] = field(default_factory=set)
    decks: dict[str, DeckRecord] = field(default_factory=dict)
    last_deck: str = ""
    deck: str = ""
    uncounted: int = 0
    counted_now: bool = False
    dealer: str = ""
    new_dealer: bool = False
    device_down: bool = False
    # The round.
    begun: past.RoundBegun | None = None
    seeds: dict[int, bytes] = field(default_factory=dict)
    loads: int = 0
    shuffle_wanted: bool = False
    recut_wanted: int = 0
    is_cut: bool = False
    banker: int = 0
    declined: set[int] = field(default_factory=set)
    banked: list[str] = field(default_factory=list)
    bank_seat: int = 0
    revealed: bool = False
    # Money, counted from movements alone.
    chips: dict[str, int] = field(default_factory=dict)
    meters: dict[str, Fraction] = field(default_factory=dict)

    def wrong(self, text: str) -> None:
        self.faults.append(f"round {self.begun.number if self.begun else 0}: {text}")

    def read(self, log: Iterable[tuple[Order, tuple[Event, ...]]]) -> Judge:
        """Read a whole log."""
        for order, events in log:
            for event in events:
                self.see(event, order.at)
        return self

    def see(self, event: Any, at: int) -> None:  # Any: one method an event, found by its name
        reader = getattr(self, f"_{type(event).__name__}", None)
        if reader is not None:
            reader(event, at)

    def fact(self, key: str) -> Any:  # Any: facts have the types of the TOML file
        assert self.rules is not None
        return self.rules.fact(key)

    # -- the table ---------------------------------------------------------------------------------

    def _TableSetUp(self, e: past.TableSetUp, _: int) -> None:  # noqa: N802  # named by the event
        self.name, self.rules, self.meters = e.table, rules_of(e.house), dict(e.meters)

    def _RulesChanged(self, e: past.RulesChanged, _: int) -> None:  # noqa: N802
        if self.begun is not None:
            self.wrong("rules changed while wagers were live")
        self.rules = rules_of(e.house)
        if not self.rules.choice("meter.link_group"):
            self.meters |= e.meters

    def _TableOpened(self, _: past.TableOpened, __: int) -> None:  # noqa: N802
        self.open = True

    _TableResumed = _TableOpened

    def _TableClosed(self, _: past.TableClosed, __: int) -> None:  # noqa: N802
        self.open = False
        self.decks = {}  # they leave with the game

    def _TablePaused(self, _: past.TablePaused, __: int) -> None:  # noqa: N802
        self.open = False

    def _PlayerSat(self, e: past.PlayerSat, _: int) -> None:  # noqa: N802
        if e.player in self.seats.values() or e.seat in self.seats:
            self.wrong(f"{e.player} has two places, or the place two players")
        self.seats[e.seat] = e.player
        self.chips.setdefault(e.player, 0)

    def _PurseNamed(self, e: past.PurseNamed, _: int) -> None:  # noqa: N802
        if e.seat not in self.seats:
            self.wrong(f"a purse pays for seat {e.seat}, where nobody sits")

    def _LeaveAsked(self, e: past.LeaveAsked, _: int) -> None:  # noqa: N802
        self.leaving.add(e.seat)

    _LeaveOrdered = _LeaveAsked

    def _LeaveCancelled(self, e: past.LeaveCancelled, _: int) -> None:  # noqa: N802
        self.leaving.discard(e.seat)

    def _PlayerLeft(self, e: past.PlayerLeft, _: int) -> None:  # noqa: N802
        if self.chips.pop(self.seats.pop(e.seat)) != e.chips:
            self.wrong(f"{e.player} took another amount along than the movements give")
        self.leaving.discard(e.seat)

    # -- decks -------------------------------------------------------------------------------------

    def _DecksBrought(self, e: past.DecksBrought, _: int) -> None:  # noqa: N802
        if self.begun is not None:
            if self.deck in self.decks:
                self.wrong("a deck was brought into a round that has one")
            self.deck = e.decks[0].colour
        for deck in e.decks:
            self.decks[deck.colour] = DeckRecord(deck.preinspected)

    def _DeckTakenAway(self, e: past.DeckTakenAway, _: int) -> None:  # noqa: N802
        del self.decks[e.colour]

    def _StepDone(self, e: past.StepDone, _: int) -> None:  # noqa: N802
        steps = self.decks[e.colour].steps
        if [*steps, e.step.value] != list(STEPS[: len(steps) + 1]):
            self.wrong(f"{e.step} out of order")
        if e.step == "verify" and steps.get("inspect") == e.by:
            self.wrong("one person inspected and verified")
        if e.step in AGAIN_AFTER_IDLE and not self.seats:
            self.wrong("the cards were turned down before a player was there")
        steps[e.step.value] = e.by

    def _TableIdled(self, _: past.TableIdled, __: int) -> None:  # noqa: N802
        if self.seats:
            self.wrong("cards spread in front of players")
        for deck in self.decks.values():
            deck.preinspected = False
            deck.steps = {s: by for s, by in deck.steps.items() if s not in AGAIN_AFTER_IDLE}

    def _DeckCounted(self, _: past.DeckCounted, __: int) -> None:  # noqa: N802
        self.uncounted, self.new_dealer = 0, False

    def _DealerTappedIn(self, e: past.DealerTappedIn, _: int) -> None:  # noqa: N802
        if self.dealer and self.dealer != e.name:
            self.new_dealer = True
        self.dealer = e.name

    def _DeviceRepaired(self, _: past.DeviceRepaired, __: int) -> None:  # noqa: N802
        self.device_down = False

    def _ShuffleOrdered(self, _: past.ShuffleOrdered, __: int) -> None:  # noqa: N802
        self.shuffle_wanted = True

    def _RecutOrdered(self, e: past.RecutOrdered, _: int) -> None:  # noqa: N802
        if self.begun is None:
            self.wrong("a recut without a round")
        self.recut_wanted = e.depth

    # -- a round -----------------------------------------------------------------------------------

    def _RoundBegun(self, e: past.RoundBegun, at: int) -> None:  # noqa: N802
        if self.begun is not None:
            self.wrong("two rounds at once")
        self.begun, self.deck, self.revealed = e, e.deck, False
        self.seeds, self.loads, self.banker, self.declined = {}, 0, 0, set()
        self.recut_wanted, self.is_cut = 0, False
        self.counted_now = False
        if not self.open or not self.seats:
            self.wrong("a round at a table that is closed or empty")
        if e.secret and commitment(e.secret, self.name, e.number) != e.commitment:
            self.wrong("a commitment to something else")
        self._judge_decks(at)

    def _judge_decks(self, at: int) -> None:
        assert self.rules is not None
        method = self.rules.method.name
        if len(self.decks) == 2 and self.deck == self.last_deck:
            self.wrong("the same of two decks twice in a row")
        used = self.decks[self.deck].first_used
        if self.fact("cards.deck_change_hours_by_hand") is not None and used is not None:
            most = 4 if method == "hand" else self.rules.whole("deck.change_hours")
            if at - used >= most * HOUR_MS:
                self.wrong(f"a deck older than {most} hours")
        by_hand = not self.rules.flag("device.counts_cards")
        if self.fact("cards.stub_count_rounds") and by_hand and self.uncounted >= 5:
            self.wrong("more than five rounds without a count")
        if self.fact("cards.count_at_tap_in") == method and self.new_dealer:
            self.wrong("a new dealer has not counted")
        if self.device_down and (
            self.rules.method.needs_shuffler
            or self.rules.choice("shuffle") in ("device", "continuous")
        ):
            self.wrong("dealt by a device that is out of order")
        self._judge_checklist()

    def _judge_checklist(self) -> None:
        if self.fact("cards.opening") is None:
            return
        for colour, deck in self.decks.items():
            if not deck.preinspected and tuple(deck.steps) != STEPS:
                self.wrong(f"the {colour} deck is not prepared")

    def _SeedAdded(self, e: past.SeedAdded, _: int) -> None:  # noqa: N802
        self.seeds[e.seat] = e.seed

    def _BankOffered(self, e: past.BankOffered, _: int) -> None:  # noqa: N802
        willing = [s for s in self.seats if s not in self.leaving | self.declined]
        may = [s for s in willing if self._may_bank(self.seats[s])]
        # People with the chips for it come first.
        may = [s for s in may if self.chips[self.seats[s]] >= self._least_stake()] or may
        if e.seat not in may:
            self.wrong(f"the bank was offered to seat {e.seat}, which may not have it")
            return
        if e.seat != self._next_in_turn(may):
            self.wrong(f"the bank was offered to seat {e.seat} out of turn")

    def _next_in_turn(self, may: list[int]) -> int:
        """Who banked last goes on if two hands are not over, else clockwise from that place."""
        places = {player: seat for seat, player in self.seats.items()}
        last = self.banked[-1] if self.banked else ""
        here = places.get(last, 0)
        if here in may:
            return here
        if not here and self.bank_seat not in self.seats:
            here = self.bank_seat
        return min(may, key=lambda seat: (seat <= here, seat))

    def _may_bank(self, player: str) -> bool:
        assert self.rules is not None
        if player not in self.banked:
            return True
        since = self.banked[::-1].index(player)
        upto = self.banked[: len(self.banked) - since]
        run = next((n for n, who in enumerate(reversed(upto)) if who != player), len(upto))
        return run < 2 or since >= self.rules.whole("pd.break_hands")

    def _least_stake(self) -> int:
        assert self.rules is not None
        ante = self.rules.limits[Wager.ANTE].least
        least = self.rules.amount("pd.min_wager") or ante or self.rules.increment
        fees = [tier.bank for tier in self.rules.fees.tiers] if self.rules.fees else [0]
        return int(least) + max(fees)

    def _BankReturned(self, e: round_past.BankReturned, _: int) -> None:  # noqa: N802
        if e.seat != self.banker:
            self.wrong(f"seat {e.seat} gave back a bank that it had not")
        self.banker = 0

    def _BankDeclined(self, e: past.BankDeclined, _: int) -> None:  # noqa: N802
        self.declined.add(e.seat)

    def _BankTaken(self, e: round_past.BankTaken, _: int) -> None:  # noqa: N802
        self.banker = e.seat

    def _BetsClosed(self, e: round_past.BetsClosed, at: int) -> None:  # noqa: N802
        assert self.rules is not None
        if not self.rules.house_banks:
            if not self.banker:
                self.wrong("a hand that nobody banks")
            else:
                self.banked.append(self.seats[self.banker])
                self.bank_seat = self.banker
        for fee in e.fees:
            self.chips[self.seats[fee.seat]] -= fee.chips
        self._fed(e.fed, 1)
        self._used(at)

    def _used(self, at: int) -> None:
        record = self.decks.get(self.deck)
        if record is None:
            self.wrong("cards of a deck that was taken away")
        elif record.first_used is None:
            record.first_used = at

    def _fed(self, parts: Any, sign: int) -> None:  # Any: amounts by meter
        for meter, part in parts.items():
            self.meters[meter] = self.meters.get(meter, Fraction(0)) + sign * part

    def _DeckLoaded(self, e: round_past.DeckLoaded, at: int) -> None:  # noqa: N802
        assert self.begun is not None
        self._judge_checklist()
        seeds = dict(self.seeds)
        if self.loads:
            seeds[HOUSE_SEAT] = bytes([self.loads + 1])
        if e.cards != deck_order(self.begun.secret, self.name, self.begun.number, seeds):
            self.wrong("cards that the secret and the seeds do not give")
        if self.revealed:
            self.wrong("the secret was out before the cards were in")
        self.loads += 1
        self.shuffle_wanted = self.is_cut = False
        self._used(at)

    def _PacketsDealt(self, _: round_past.PacketsDealt, __: int) -> None:  # noqa: N802
        if self.shuffle_wanted:
            self.wrong("dealt before the shuffle that the floor ordered")
        if self.recut_wanted:
            self.wrong("dealt before the recut that the floor ordered")

    def _DeckCut(self, _: round_past.DeckCut, __: int) -> None:  # noqa: N802
        if self.is_cut:
            self.recut_wanted = 0
        self.is_cut = True

    def _IrregularityDeclared(self, e: round_past.IrregularityDeclared, _: int) -> None:  # noqa: N802
        if e.incident.kind == "stub-count":
            self.counted_now = True
        if e.incident.kind == "device-out-of-order":
            self.device_down = True

    def _RoundSettled(self, e: round_past.RoundSettled, _: int) -> None:  # noqa: N802
        settlement = e.settlement
        for move in settlement.movements:
            won = 0 if move.tip else move.paid
            self.chips[self.seats[move.seat]] += won - move.taken
            if move.payer == "bank":
                self.chips[self.seats[self.banker]] -= move.paid
            if move.collector == "bank":
                self.chips[self.seats[self.banker]] += move.taken
            if str(move.payer).startswith("meter "):
                self._fed({str(move.payer).removeprefix("meter "): Fraction(move.paid)}, -1)
        for fee in settlement.fees_returned:
            self.chips[self.seats[fee.seat]] += fee.chips
        self._fed(settlement.unfed, -1)
        self._fed({reset.meter: Fraction(reset.chips) for reset in settlement.resets}, 1)

    def _SecretRevealed(self, e: past.SecretRevealed, _: int) -> None:  # noqa: N802
        if self.begun is None or e.secret != self.begun.secret or e.number != self.begun.number:
            self.wrong("another secret was revealed")
        self.revealed = True

    def _RoundCancelled(self, _: past.RoundCancelled, __: int) -> None:  # noqa: N802
        if not self.revealed:
            self.wrong("a secret was kept")
        self.begun = None

    def _RoundEnded(self, _: past.RoundEnded, __: int) -> None:  # noqa: N802
        if not self.revealed:
            self.wrong("a secret was kept")
        self.begun, self.last_deck = None, self.deck
        self.uncounted = 0 if self.counted_now else self.uncounted + 1

    # -- money -------------------------------------------------------------------------------------

    def _ChipsBought(self, e: past.ChipsBought, _: int) -> None:  # noqa: N802
        self.chips[self.seats[e.seat]] += e.chips

    def _ChipsCashed(self, e: past.ChipsCashed, _: int) -> None:  # noqa: N802
        self.chips[self.seats[e.seat]] -= e.chips

    def _MeterCorrected(self, e: past.MeterCorrected, _: int) -> None:  # noqa: N802
        if self.begun is not None or e.by == e.second or not e.reason:
            self.wrong("a correction in a round, without a reason or by one person")
        self._fed({e.meter: e.after - e.before}, 1)
