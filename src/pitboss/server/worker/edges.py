"""Exact house edges: worked out once, by the odds service, and cached; never waited for.

Odds are imported inside functions, because that loads compiled code.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from fractions import Fraction
from threading import Lock
from typing import Final

from pitboss.odds.counting.executor import Progress
from pitboss.rules import Chips, Wager
from pitboss.rules.words import WAGERS
from pitboss.server.wire.table import Edge
from pitboss.server.worker.process import Question
from pitboss.server.worker.service import OddsService, Priority
from pitboss.table import RulesChoice, rules_of

FIGURES_KEPT: Final = 4_000  # different stakes, meters and rules; then the oldest is forgotten
WAITING_MAX: Final = 200  # jobs that wait; beyond that none is submitted

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Figure:
    """The edge of one wager: exact, and of what."""

    edge: Fraction
    basis: str

    @property
    def percent(self) -> str:
        """Return the edge in percent, as people read it: "2.185"."""
        return percent(self.edge)


@dataclass(frozen=True, slots=True)
class SeatBets:
    """What a seat has on the felt, in cents, and what the Progressive stands at."""

    ante: int = 0
    trips: int = 0
    six_card: int = 0
    progressive: int = 0
    meters: tuple[tuple[str, int], ...] = ()
    players: int = 1


class Edges:
    """Cache of edges by rules and stakes. What is not known yet is None.

    The first caller's `tell` is called when it is, in another thread. Without an odds service
    nothing is ever known.
    """

    def __init__(self, tell: Callable[[], None], odds: OddsService | None) -> None:
        self._tell = tell
        self._odds = odds
        self._known: dict[Hashable, object] = {}
        self._asked: set[Hashable] = set()
        self._lock = Lock()

    def of_tables(self, choice: RulesChoice) -> Mapping[Wager, Figure]:
        """Return the edge of each paytable of a table; empty until it is known."""
        found = self._get(PaytableEdges(choice), self._tell)
        return found if isinstance(found, dict) else {}

    def of_seat(self, choice: RulesChoice, bets: SeatBets, tell: Callable[[], None]) -> Edge | None:
        """Return the edge of a seat's bets; None until it is known, then `tell` is called."""
        if not (bets.ante or bets.trips or bets.six_card or bets.progressive):
            return None
        found = self._get(SeatEdge(choice, bets), tell)
        return found if isinstance(found, Edge) else None

    def _get(self, question: Question[object], tell: Callable[[], None]) -> object:
        if self._odds is None:
            return None
        with self._lock:
            if question in self._known:
                return self._known[question]
            if question in self._asked or len(self._asked) >= WAITING_MAX:
                return None
            self._asked.add(question)
        future = self._odds.submit(question, Priority.LAB)
        future.add_done_callback(lambda done: self._done(question, done, tell))
        return None

    def _done(self, key: Hashable, done: Future[object], tell: Callable[[], None]) -> None:
        if done.cancelled():  # the server is stopping
            return
        error = done.exception()
        if error is not None:  # the table plays on without it
            _LOG.warning("no edge for %s: %s", key, error)
        with self._lock:
            self._asked.discard(key)
            self._known[key] = done.result() if error is None else None
            while len(self._known) > FIGURES_KEPT:
                self._known.pop(next(iter(self._known)))
        tell()


@dataclass(frozen=True, slots=True)
class PaytableEdges:
    """The question of the edge of each paytable of a table."""

    choice: RulesChoice

    def answer(self, _: Progress, /) -> dict[Wager, Figure]:
        """Work them out in a worker process."""
        return figures(self.choice)


@dataclass(frozen=True, slots=True)
class SeatEdge:
    """The question of the edge of a seat's bets."""

    choice: RulesChoice
    bets: SeatBets

    def answer(self, _: Progress, /) -> Edge | None:
        """Work it out in a worker process."""
        return seat_edge(self.choice, self.bets)


def percent(edge: Fraction) -> str:
    """Write a part of one as percent with three decimals, rounded half to even.

    >>> percent(Fraction(50643648973, 2317817502000))
    '2.185'
    """
    thousandths = round(edge * 100_000)
    sign = "−" if thousandths < 0 else ""
    return f"{sign}{abs(thousandths) // 1000}.{abs(thousandths) % 1000:03d}"


def figures(choice: RulesChoice) -> dict[Wager, Figure]:
    """Work out the edge of each paytable that stays the same from round to round."""
    from pitboss.odds import side_bet  # compiled code: loaded where it is needed

    rules = rules_of(choice)
    base = _loss(choice, SeatBets(ante=1))
    found: dict[Wager, Figure] = {}
    if base is not None:
        found[Wager.BLIND] = Figure(base, "of the Ante, perfect play")
        both = _loss(choice, SeatBets(ante=1, trips=1))
        if both is not None and Wager.TRIPS in rules.tables:
            found[Wager.TRIPS] = Figure(both - base, "of the Trips wager")
    if Wager.SIX_CARD in rules.tables:
        bet = side_bet(rules, Wager.SIX_CARD)
        found[Wager.SIX_CARD] = Figure(bet.house_edge, "of the Six Card wager")
    if Wager.PROGRESSIVE in rules.tables:
        resets = {name: plan.reset for name, plan in rules.meters.items()}
        if all(resets.values()):
            meters = tuple((name, int(reset or 0)) for name, reset in resets.items())
            edge = _progressive(choice, SeatBets(progressive=1, meters=meters))
            if edge is not None:
                found[Wager.PROGRESSIVE] = Figure(edge, "of the wager, meter as reset")
    return found


def seat_edge(choice: RulesChoice, bets: SeatBets) -> Edge | None:
    """Work out the expected loss of a seat's bets, over the Ante and the side wagers."""
    loss = _loss(choice, bets)
    staked = bets.ante + bets.trips + bets.six_card
    parts = [
        WAGERS[wager]
        for wager, chips in (
            (Wager.ANTE, bets.ante),
            (Wager.TRIPS, bets.trips),
            (Wager.SIX_CARD, bets.six_card),
        )
        if chips
    ]
    if loss is None:
        return None
    if bets.progressive:
        edge = _progressive(choice, bets)
        if edge is not None:  # without a known meter it is left out
            loss += edge * bets.progressive
            staked += bets.progressive
            parts.append(WAGERS[Wager.PROGRESSIVE])
    if not staked:
        return None
    whole = loss / staked
    return Edge(
        percent=percent(whole),
        fraction=f"{whole.numerator}/{whole.denominator}",
        loss_cents=_cents(loss),
        of=f"of {_joined(parts)}, perfect play",
    )


def _loss(choice: RulesChoice, bets: SeatBets) -> Fraction | None:
    """Return the expected win of the house in cents; None where it is not known."""
    from pitboss.history.figures.action import SeatStakes
    from pitboss.history.figures.theoretical_win import OPTIMAL, theoretical_win  # compiled code

    value = theoretical_win(choice, OPTIMAL, SeatStakes(bets.ante, bets.trips, bets.six_card))
    return None if value is None else value[0]


def _progressive(choice: RulesChoice, bets: SeatBets) -> Fraction | None:
    from pitboss.odds import progressive  # compiled code
    from pitboss.odds.sidebets.side_bet import StakeError

    rules = rules_of(choice)
    meters = {name: Fraction(cents) for name, cents in bets.meters}
    stake = None if bets.progressive == 1 else Chips(bets.progressive)
    try:
        found = progressive(rules, stake=stake, meters=meters, players=bets.players)
    except StakeError:
        return None
    return found.house_edge


def _cents(loss: Fraction) -> str:
    hundredths = round(loss * 100)
    sign = "−" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


def _joined(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
