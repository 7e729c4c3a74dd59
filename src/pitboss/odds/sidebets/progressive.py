"""Exact figures of a Progressive: the fixed part, each meter, Envy, break-even and the long run.

How the long run is worked out is told in docs/analyse/side-bets.md. In short, what is paid from a
meter is what went onto it: a part of every wager, and the reset amount after each award of all of
it. So the meter's part of the return is `rate + P(100 % award) × reset / stake`, whatever happens
between the resets, and the mean amount on the meter follows from the same balance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitboss.cards import CATEGORY_SLUGS, Category
from pitboss.odds.sidebets.envy import EnvyOdds, envy_odds
from pitboss.odds.sidebets.hand_counts import HandClass, category_counts, dealt_cards
from pitboss.odds.sidebets.side_bet import (
    LineOdds,
    SideBet,
    hand_counts_of,
    shown_hand,
    side_bet,
    smallest_stake,
    taken_stake,
)
from pitboss.round.settlement.meters import SettlementMeters
from pitboss.round.showdown import lines_met
from pitboss.rules import (
    COMMUNITY,
    FIRST_FIVE,
    NOTHING,
    Chips,
    FixedSum,
    Line,
    MeterShare,
    Odds,
    Paytable,
    Rules,
    Wager,
)

ROYALS: Final = (FIRST_FIVE, COMMUNITY, CATEGORY_SLUGS[Category.ROYAL_FLUSH])
_WHOLE: Final = 100  # percent of a meter


@dataclass(frozen=True, slots=True)
class MeterOdds:
    """What one meter is worth; amounts in cents.

    `reset` is None where none is filed, `amount` where the present one is not known either.
    `per_dollar`: dollars won on average, each round, for each dollar on the meter.
    `break_even`: the amount at which the wager is fair, by the number of other players, the other
    meters staying as they are; 0 where the wager is fair without this meter.
    `mean`: what is on the meter on average when a wager is settled, in the long run.
    """

    name: str
    reset: Chips | None
    reserve: Chips
    rate: Fraction
    amount: Fraction | None
    per_dollar: Fraction
    break_even: tuple[Fraction | None, ...]
    mean: Fraction | None

    @property
    def seed(self) -> Chips | None:
        """The reset amount without the reserve."""
        return None if self.reset is None else Chips(self.reset - self.reserve)


@dataclass(frozen=True, slots=True)
class LongRun:
    """The return over many hits, by its source; parts of what is staked."""

    fixed: Fraction
    contributed: Fraction
    seeds: Fraction
    reserves: Fraction
    envy: Fraction

    @property
    def by_house(self) -> Fraction:
        """What the house pays: fixed lines, seeds, reserves and Envy."""
        return self.fixed + self.seeds + self.reserves + self.envy

    @property
    def returned(self) -> Fraction:
        """All that comes back; beside the house's part what the players put on the meters."""
        return self.by_house + self.contributed

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps on average of each unit staked."""
        return 1 - self.returned


@dataclass(frozen=True, slots=True)
class Progressive:
    """A Progressive paytable with its exact figures, in units of the stake unless said otherwise.

    `present` is for the meters as given, else as reset; None where neither is known. It leaves
    Envy out; `returned` and `house_edge` add it for a table of `players`.

    >>> from pitboss.rules import in_force, rule_set
    >>> rules = in_force(rule_set("south-dakota"), {"progressive": "UTHP-02"})
    >>> bet = progressive(rules, meters={"main": Fraction(2_000_000)})
    >>> bet.house_edge, bet.meters[0].break_even[0] / 100  # in dollars
    (Fraction(-221269, 3053778), Fraction(1658731, 94))
    """

    rules: Rules
    table: Paytable
    stake: Chips
    players: int
    fixed: Fraction
    without_meters: SideBet
    present: SideBet | None
    meters: tuple[MeterOdds, ...]
    envy: tuple[EnvyOdds, ...]
    long_run: LongRun | None
    notes: tuple[str, ...]

    @property
    def royals(self) -> Mapping[str, Fraction]:
        """How likely a royal is of the first five cards, of the board alone, and any other."""
        dealt = dealt_cards()
        return {hand: Fraction(dealt.hits(hand), dealt.total) for hand in ROYALS}

    @property
    def returned(self) -> Fraction | None:
        """All that comes back now, Envy included."""
        envy = self.envy[self.players - 1].returned
        return None if self.present is None or envy is None else self.present.returned + envy

    @property
    def house_edge(self) -> Fraction | None:
        """What the house keeps now, Envy counted; below 0 where the player is ahead."""
        return None if self.returned is None else 1 - self.returned


def progressive(
    rules: Rules,
    *,
    stake: Chips | None = None,
    meters: Mapping[str, Fraction] | None = None,
    players: int = 1,
) -> Progressive:
    """Work out the table's Progressive for meters in cents; all `players` bet it.

    Raises `StakeError` for a stake that the table does not take.
    """
    wager = Wager.PROGRESSIVE
    stake = smallest_stake(rules, wager) if stake is None else taken_stake(rules, wager, stake)
    resets = {n: Fraction(p.reset) for n, p in rules.meters.items() if p.reset is not None}
    now = resets | dict(meters or {})
    empty = dict.fromkeys(rules.meters, Fraction(0))
    bare = side_bet(rules, wager, stake=stake, meters=empty)
    known = len(now) == len(rules.meters)
    at_reset = len(resets) == len(rules.meters)
    table = _Table(rules, stake, now, players)
    envy = envy_odds(rules, stake)
    present = side_bet(rules, wager, stake=stake, meters=now) if known else None
    in_reset = side_bet(rules, wager, stake=stake, meters=resets) if at_reset else None
    long_run, why_not = table.long_run(in_reset, envy[players - 1].returned)
    return Progressive(
        rules=rules,
        table=rules.tables[wager],
        stake=stake,
        players=players,
        fixed=bare.returned,
        without_meters=bare,
        present=present,
        meters=tuple(table.meter(name, present or bare, in_reset, envy) for name in rules.meters),
        envy=envy,
        long_run=long_run,
        notes=(*why_not, *table.notes(bare)),
    )


@dataclass(frozen=True, slots=True)
class _Table:
    """A Progressive's rules with a stake, the meters as far as they are known, and its players."""

    rules: Rules
    stake: Chips
    now: Mapping[str, Fraction]
    players: int

    def meter(
        self, name: str, at: SideBet, in_reset: SideBet | None, envy: tuple[EnvyOdds, ...]
    ) -> MeterOdds:
        plan = self.rules.meters[name]
        return MeterOdds(
            name=name,
            reset=plan.reset,
            reserve=self.rules.amount("meter.reserve") or NOTHING,
            rate=plan.rate,
            amount=self.now.get(name),
            per_dollar=_drained(at, name),
            break_even=tuple(self._break_even(name, one.returned) for one in envy),
            mean=self._mean(name, in_reset),
        )

    def _mean(self, name: str, in_reset: SideBet | None) -> Fraction | None:
        """Balance a meter: what a wager brings, by rate and reset, is what its awards take."""
        plan = self.rules.meters[name]
        if in_reset is None or plan.reset is None or self._varying(name):
            return None
        brought = plan.rate * self.stake + _emptied(in_reset, name) * plan.reset
        return brought / _drained(in_reset, name)

    # -- break-even -------------------------------------------------------------------------------

    def _break_even(self, name: str, envy: Fraction | None) -> Fraction | None:
        """Find where the return reaches 1: it grows with the meter along straight pieces."""
        others = {other: amount for other, amount in self.now.items() if other != name}
        if envy is None or len(others) < len(self.rules.meters) - 1:
            return None

        def missing(amount: Fraction) -> Fraction:
            meters = {**others, name: amount}
            bet = side_bet(self.rules, Wager.PROGRESSIVE, stake=self.stake, meters=meters)
            return 1 - envy - bet.returned

        bends = sorted({Fraction(0), *self._bends(name, others)})
        for start, end in zip(bends, [*bends[1:], bends[-1] + _WHOLE], strict=True):
            lacks, lacks_then = missing(start), missing(end)
            if lacks <= 0:
                return start
            if lacks_then < lacks and (lacks_then <= 0 or end not in bends):
                return start + (end - start) * lacks / (lacks - lacks_then)
        return None

    def _bends(self, name: str, others: Mapping[str, Fraction]) -> Iterator[Fraction]:
        """Yield the amounts at which a hand changes over to a line of this meter."""
        meters = SettlementMeters.at(others, self.rules)
        for _, lines in self._contested():
            for own in (line.pays for line in lines if isinstance(line.pays, MeterShare)):
                for line in lines:
                    if own.meter == name and getattr(line.pays, "meter", "") != name:
                        yield self._worth(line, meters) * _WHOLE / own.percent

    def _contested(self) -> Iterator[tuple[HandClass, list[Line]]]:
        """Go over the hands that meet several lines, where the better of them pays."""
        if self.rules.choice("uthp01.community_precedence") == "specific":
            return
        table = self.rules.tables[Wager.PROGRESSIVE]
        for known in hand_counts_of(table).classes:
            lines = list(lines_met(table, shown_hand(known, Wager.PROGRESSIVE)))
            if len(lines) > 1 and any(isinstance(line.pays, MeterShare) for line in lines):
                yield known, lines

    def _worth(self, line: Line, meters: SettlementMeters) -> Fraction:
        """Tell by what lines are compared: the award itself, a returned stake not counted."""
        match line.pays:
            case MeterShare() as share:
                return meters.worth(share)
            case FixedSum(chips):
                return Fraction(chips)
            case Odds() as odds:
                return Fraction(odds.pay(self.stake))

    # -- the long run -----------------------------------------------------------------------------

    def long_run(
        self, in_reset: SideBet | None, envy: Fraction | None
    ) -> tuple[LongRun | None, tuple[str, ...]]:
        """Work out the long run, or say why it cannot be."""
        if in_reset is None:
            return None, ("no seed is filed, so there is no long run; set meter.seed",)
        if envy is None:
            return None, ("Envy is capped for several holders at once, so it is not a plain sum",)
        if any(self._varying(name) for name in self.rules.meters):
            return None, ("which line pays a royal changes with the meter: no long run",)
        parts = [self._resets(in_reset, name) for name in self.rules.meters]
        if None in parts:
            return None, ("winners of one meter share it and their hands may come together",)
        reserve = self.rules.amount("meter.reserve") or NOTHING
        seeds = reserves = Fraction(0)
        for plan, resets in zip(self.rules.meters.values(), parts, strict=True):
            if resets is not None and plan.reset is not None:
                seeds += resets * (plan.reset - reserve) / self.stake
                reserves += resets * reserve / self.stake
        fixed = sum((x.returns for x in in_reset.lines if _share(x) is None), Fraction(0))
        rates = sum((plan.rate for plan in self.rules.meters.values()), Fraction(0))
        return LongRun(fixed, rates, seeds, reserves, envy), ()

    def _resets(self, bet: SideBet, name: str) -> Fraction | None:
        """Return the resets of a meter for each wager; several who split it cause only one."""
        emptied = _emptied(bet, name)
        splits = self.rules.choice("progressive.simultaneous") == "split"
        if not splits or self.players == 1:
            return emptied
        whole = [x.hand for x in bet.lines if _takes_all(x, name)]
        if any(hand not in ROYALS for hand in whole):
            return None
        if self.rules.by_flop:  # the two cards that make a flop a royal are in one seat
            return emptied
        # Two seats can have a royal together only when it lies on the board.
        if CATEGORY_SLUGS[Category.ROYAL_FLUSH] in whole and COMMUNITY not in bet.table.by_hand:
            together = Fraction(dealt_cards().hits(COMMUNITY), dealt_cards().total)
            emptied -= together * (1 - Fraction(1, self.players))
        return emptied

    def _varying(self, name: str) -> bool:
        """Return whether hands change over to a meter's line at amounts that the meter can have."""
        shares = [
            line.pays
            for line in self.rules.tables[Wager.PROGRESSIVE].lines
            if isinstance(line.pays, MeterShare) and line.pays.meter == name
        ]
        if any(len(_meters_of(lines)) > 1 for _, lines in self._contested()):
            return True
        reset = self.rules.meters[name].reset or NOTHING
        least = reset if all(share.percent == _WHOLE for share in shares) else NOTHING
        others = {other: amount for other, amount in self.now.items() if other != name}
        return any(bend >= least and bend > 0 for bend in self._bends(name, others))

    def notes(self, bare: SideBet) -> Iterator[str]:
        """Return what the figures rest on, where it is not plain."""
        if bare.returned >= 1 and not self.rules.by_flop:
            yield (
                f"the fixed lines alone return {float(bare.returned):.4f} times the stake, since"
                " the hand is the best five of all seven cards, as it is settled; by the first"
                f" five cards alone they would return {float(_by_five_cards(bare)):.4f}"
            )
        if self.players > 1 and self.rules.meters:
            yield "a meter counts as it stands at this player's turn, nobody paid from it before"
        if not any(plan.rate for plan in self.rules.meters.values()):
            yield "no contribution is filed, so nothing is added between resets; set meter.rate"


def _by_five_cards(bet: SideBet) -> Fraction:
    """Return what the lines would return if only the two cards and the flop were read."""
    handed = {line.hand: line.handed for line in bet.lines}
    counts = category_counts(5)
    won = (handed.get(CATEGORY_SLUGS[kind], Fraction(0)) * n for kind, n in counts.items())
    return sum(won, Fraction(0)) / sum(counts.values())


def _meters_of(lines: Iterable[Line]) -> set[str]:
    return {line.pays.meter for line in lines if isinstance(line.pays, MeterShare)}


def _share(line: LineOdds) -> MeterShare | None:
    pays = line.pays.pays if line.pays else None
    return pays if isinstance(pays, MeterShare) else None


def _takes_all(line: LineOdds, name: str) -> bool:
    share = _share(line)
    return share is not None and share.meter == name and share.percent == _WHOLE


def _emptied(bet: SideBet, name: str) -> Fraction:
    """Return how likely a wager takes all of a meter."""
    return sum((x.probability for x in bet.lines if _takes_all(x, name)), Fraction(0))


def meter_hits(bet: SideBet, name: str) -> tuple[Fraction, Fraction]:
    """Return how likely a wager takes some of a meter, and how likely all of it."""
    some = (x.probability for x in bet.lines if (s := _share(x)) is not None and s.meter == name)
    return sum(some, Fraction(0)), _emptied(bet, name)


def _drained(bet: SideBet, name: str) -> Fraction:
    """Return the part of a meter that a wager takes on average."""
    parts = (
        line.probability * share.percent / _WHOLE
        for line in bet.lines
        if (share := _share(line)) is not None and share.meter == name
    )
    return sum(parts, Fraction(0))
