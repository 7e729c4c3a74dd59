"""A layout of the school: a round that the engine has played and settled, ready to be asked about.

The key of every exercise is the settlement of its layout: the engine's movements in their order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pitboss.cards import Card
from pitboss.coach.school.deals import LaidDeal
from pitboss.coach.school.picks import Picks
from pitboss.coach.school.stakes import SchoolLevel, stake_unit
from pitboss.round.bets import least_bank_stake
from pitboss.round.movement import Movement, Settlement
from pitboss.round.play import PlayedScript, play
from pitboss.round.refusal import Broken
from pitboss.round.script import IrregularityScript, Script, SeatScript
from pitboss.round.state import Round, TableFacts
from pitboss.rules import Chips, Rules, Wager

BANK_TIMES: Final = 1_200  # the largest wager of a layout; covers every line
BANK_STEP: Final = 10_000  # cents
METER_STEP: Final = 12_347  # cents; a meter seldom shows a round sum
METER_LEAST: Final = 1_000_000  # cents; where no reset amount is filed


@dataclass(frozen=True, slots=True)
class SchoolScene:
    """What a layout is drawn to show: a family, and of it a wager, a hand or case, a moment."""

    family: str
    wager: Wager | None = None
    what: str = ""
    moment: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.family, self.wager, self.what, self.moment)))


@dataclass(frozen=True, slots=True)
class SchoolSeat:
    """One seat of a layout before the cards: its wagers, tips and acts."""

    wagers: Mapping[Wager, Chips]
    acts: tuple[str, ...]
    tips: Mapping[Wager, Chips] = field(default_factory=dict)
    tip_play: bool = False


@dataclass(frozen=True, slots=True)
class SchoolLayout:
    """A settled round, the scene it was drawn for, and the seat that the scene is about."""

    scene: SchoolScene
    level: SchoolLevel
    seat: int
    played: PlayedScript

    @property
    def rules(self) -> Rules:
        return self.played.script.rules

    @property
    def round(self) -> Round:
        return self.played.round

    @property
    def settlement(self) -> Settlement:
        """Return the engine's settlement, the key of every question."""
        found = self.played.round.settlement
        if found is None:
            raise Broken("a layout is a settled round")
        return found

    def moves(self, seat: int, wager: Wager | None = None) -> tuple[Movement, ...]:
        """Pick the movements of a seat's own wagers, or of one of them."""
        return tuple(m for m in self.settlement.of(seat) if wager in (None, m.wager))


def bank_seat(rules: Rules, picks: Picks) -> int | None:
    """Draw the seat of the player-dealer; None where the house banks."""
    return None if rules.house_banks else 1 + picks.below(rules.seats)


def seat_numbers(rules: Rules, bank: int | None, count: int, picks: Picks) -> list[int]:
    """Draw which seats play, in no order: the first is the one that the scene is about."""
    return picks.some([n for n in range(1, rules.seats + 1) if n != bank], count)


def script_of(
    rules: Rules,
    numbers: Sequence[int],
    seats: Sequence[SchoolSeat],
    deal: LaidDeal,
    *,
    bank: tuple[int, Chips] | None,
    meters: Mapping[str, Chips],
) -> Script:
    """Describe the round as a file would."""
    parts = zip(numbers, seats, deal.hands, strict=True)
    placed = sorted((_seat(n, seat, cards) for n, seat, cards in parts), key=lambda s: s.seat)
    boxed = any(seat.wagers.get(Wager.SIX_CARD) for seat in seats)
    return Script(
        name="school",
        title="",
        rules=rules,
        given={},
        dealer=deal.dealer,
        board=deal.board,
        box=deal.box if boxed else (),
        seats=tuple(placed),
        meters=meters if any(s.wagers.get(Wager.PROGRESSIVE) for s in seats) else {},
        bank=bank,
        facts=TableFacts(),
        progressive_chips=None,
        irregularities=(),
        expect={},
    )


def _seat(number: int, seat: SchoolSeat, cards: tuple[Card, ...]) -> SeatScript:
    key = f"seat {number}"
    return SeatScript(key, number, seat.wagers, cards, seat.tips, seat.tip_play, seat.acts)


def draw_meters(rules: Rules, picks: Picks) -> dict[str, Chips]:
    """Draw what each meter shows: its reset amount and what has been added since."""
    return {
        name: Chips((plan.reset or METER_LEAST) + METER_STEP * (1 + picks.below(50)))
        for name, plan in rules.meters.items()
    }


def full_bank(rules: Rules, seats: Sequence[SchoolSeat]) -> Chips:
    """Return a player-dealer's stake that covers whatever is won."""
    largest = max(max(seat.wagers.values()) for seat in seats)
    return Chips(max(BANK_TIMES * largest * len(seats), least_bank_stake(rules)))


def short_bank(rules: Rules, moved: int, picks: Picks) -> Chips:
    """Draw a player-dealer's stake below what would be moved."""
    unit = stake_unit(rules, Wager.ANTE)
    least = -(-least_bank_stake(rules) // unit) * unit
    return Chips(least + unit * picks.below(max(1, (moved - least) // unit)))


def played_layout(
    scene: SchoolScene, level: SchoolLevel, seat: int, script: Script
) -> SchoolLayout:
    """Let the engine play and settle a described round; raises `ScriptError`."""
    return SchoolLayout(scene, level, seat, play(script))


def with_irregularity(script: Script, one: IrregularityScript) -> Script:
    """Add an irregularity to a described round."""
    return replace(script, irregularities=(one,))


def well_banked(layout: SchoolLayout) -> SchoolLayout:
    """Bring a bank that covers everything down to a stake that people put up."""
    script, settled = layout.played.script, layout.settlement
    if script.bank is None:
        return layout
    moved = settled.bank_paid + settled.bank_collected
    again = replace(script, bank=(script.bank[0], _ample_bank(layout.rules, moved)))
    return played_layout(layout.scene, layout.level, layout.seat, again)


def _ample_bank(rules: Rules, moved: int) -> Chips:
    """Return a stake above all that is moved, in whole hundreds of dollars."""
    return Chips((max(moved, least_bank_stake(rules)) // BANK_STEP + 1) * BANK_STEP)
