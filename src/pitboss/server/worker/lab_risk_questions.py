"""Questions behind the lab's plots: seats at one board, a session, strategies, exposure, meters."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import lcm
from typing import Final

from pitboss.odds import Game
from pitboss.odds.counting.executor import Progress
from pitboss.odds.lab.variant import Variant
from pitboss.rules import OptionError, in_force, named_rule_set
from pitboss.rules.user_toml import Document
from pitboss.server.wire.lab_risk import (
    LabExposure,
    LabFanPoint,
    LabSeen,
    LabSession,
    LabShared,
    LabStrategy,
)
from pitboss.server.worker.coach_questions import exact
from pitboss.server.worker.questions import QuestionError

BATCHES: Final = 30  # rounds at one board: half a second, and an error of about six percent
BATCH_ROUNDS: Final = 10_000
SEED: Final = 1
PERFECT: Final = "optimal"


@dataclass(frozen=True, slots=True)
class SeatsTogether:
    """What two seats at one board have in common: a sampled covariance, in Antes squared."""

    covariance: float
    standard_error: float
    rounds: int


@dataclass(frozen=True, slots=True)
class SeatsQuestion:
    """How two seats of a variant win and lose together, under perfect play."""

    variant: Variant

    def answer(self, _: Progress, /) -> SeatsTogether:
        """Sample whole rounds; for the usual game a larger sample is kept."""
        from pitboss.odds import solved
        from pitboss.odds.simulation.shared_board import SharedBoard, shared_board
        from pitboss.reports.par.kept import is_usual, kept_figures

        game = self.variant.game().numbers()
        if is_usual(game):
            found = SharedBoard(**kept_figures()["shared_board"])
        else:
            solution = solved(game)
            found = shared_board(
                self.variant.in_force(), solution.policy, solution.outcomes,
                batches=BATCHES, rounds=BATCH_ROUNDS, seed=SEED,
            )  # fmt: skip
        return SeatsTogether(found.covariance, found.standard_error, found.rounds)


@dataclass(frozen=True, slots=True)
class SessionQuestion:
    """A session of one seat; `nets` are deals by net of a round in Antes, the rest is in cents."""

    nets: tuple[tuple[Fraction, int], ...]
    ante: int
    bankroll: int
    need: int
    rounds: int

    def answer(self, _: Progress, /) -> LabSession:
        """Follow the bankroll round by round; raises `QuestionError` where it cannot be."""
        from pitboss.odds.simulation.session_view import QUANTILES, session_of
        from pitboss.odds.simulation.sessions import SessionError

        # Odds such as 3 to 2 pay parts of a cent: a lattice as fine as they are, nothing rounded.
        fine = lcm(*((net * self.ante).denominator for net, _ in self.nets))
        nets: dict[int, int] = {}
        for net, deals in self.nets:
            at = int(net * self.ante * fine)
            nets[at] = nets.get(at, 0) + deals
        try:
            found = session_of(
                nets,
                rounds=self.rounds,
                bankroll=self.bankroll * fine,
                need=self.need * fine,
            )
        except SessionError as error:
            raise QuestionError(str(error)) from None
        return LabSession(
            ante=self.ante,
            bankroll=self.bankroll,
            rounds=self.rounds,
            need=self.need,
            parts=QUANTILES,
            fan=tuple(
                LabFanPoint(
                    point.round,
                    tuple(point.quantiles[part] / fine for part in QUANTILES),
                    point.ruined,
                )
                for point in found.fan
            ),
            mean=found.spread.mean / fine,
            ahead=found.ahead,
            ruined=found.ruined or 0.0,
            precision=found.precision or 0.0,
        )


@dataclass(frozen=True, slots=True)
class StrategyCostsQuestion:
    """What some strategies cost in a game. Make it with a game without names."""

    game: Game
    names: tuple[str, ...]

    def answer(self, tell: Progress, /) -> tuple[LabStrategy, ...]:
        """Play each through all deals."""
        from pitboss.odds import solved

        best, found = solved(self.game).ev, []
        for done, name in enumerate(self.names):
            tell(done, len(self.names))
            found.append(self._played(name, best))
        return tuple(found)

    def _played(self, name: str, best: Fraction) -> LabStrategy:
        from pitboss.odds import solved
        from pitboss.odds.counting.tally import tally
        from pitboss.odds.outcome import outcomes_of
        from pitboss.odds.strategies.file import strategy_named
        from pitboss.odds.strategies.strategy import StrategyError, policy_of

        strategy, value = strategy_named(name), best
        if name != PERFECT:
            try:
                policy = policy_of(strategy, solved(self.game))
            except StrategyError as error:
                return LabStrategy(
                    name=name, title=strategy.title, cost=None, house_edge=None, why=str(error)
                )
            value = outcomes_of(self.game, tally(policy, self.game.qualifying())).ev
        return LabStrategy(
            name=name, title=strategy.title, cost=exact(best - value), house_edge=exact(-value)
        )


@dataclass(frozen=True, slots=True)
class ExposureQuestion:
    """What seen and shared cards are worth: kept for the usual game. Make it without names."""

    game: Game

    def answer(self, _: Progress, /) -> LabExposure:
        """Take the kept figures, and say whether they hold for this game."""
        from pitboss.odds import standard_game
        from pitboss.reports.par.exposure import exposed_cards
        from pitboss.reports.par.kept import is_usual

        found = exposed_cards(standard_game())
        return LabExposure(
            holds=is_usual(self.game),
            seen=tuple(
                LabSeen(one.see, exact(one.ev), one.command)
                for one in found.seen
                if one.ev is not None
            ),
            shared=tuple(
                LabShared(one.seats, one.mean, one.standard_error, one.command)
                for one in found.shared
                if one.mean is not None and one.standard_error is not None
            ),
        )


@dataclass(frozen=True, slots=True)
class MeterFacts:
    """A meter for each wager of a Progressive, amounts in cents; None where nothing is filed."""

    name: str
    reset: int | None
    rate: Fraction | None
    hit: Fraction
    emptied: Fraction
    mean: Fraction | None
    break_even: Fraction | None


@dataclass(frozen=True, slots=True)
class MetersFound:
    """The meters of a Progressive, and the stake that each seat bets, in cents."""

    paytable: str
    stake: int
    meters: tuple[MeterFacts, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MetersQuestion:
    """A place's Progressive with seeds in dollars and rates in percent, where they are filed."""

    rules: str
    table: str
    seeds: tuple[tuple[str, int], ...]
    rates: tuple[tuple[str, Decimal], ...]
    players: int

    def answer(self, _: Progress, /) -> MetersFound:
        """Count every hand that takes from a meter; raises `QuestionError`."""
        from pitboss.odds import progressive
        from pitboss.odds.sidebets.progressive import MeterOdds, meter_hits

        try:
            rules = in_force(named_rule_set(self.rules), self._options())
        except OptionError as error:
            raise QuestionError(str(error)) from None
        found = progressive(rules, players=self.players)

        def facts(meter: MeterOdds) -> MeterFacts:
            hit, emptied = meter_hits(found.without_meters, meter.name)
            return MeterFacts(
                meter.name, meter.reset, meter.rate or None, hit, emptied,
                meter.mean if meter.rate else None, meter.break_even[0],
            )  # fmt: skip

        meters = tuple(facts(meter) for meter in found.meters)
        return MetersFound(found.table.name, found.stake, meters, found.notes)

    def _options(self) -> Document:
        options: Document = {"progressive": self.table}
        if self.seeds:
            options["meter.seed"] = dict(self.seeds)
        if self.rates:
            options["meter.rate"] = dict(self.rates)
        return options
