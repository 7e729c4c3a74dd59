"""True odds, payout odds and house advantage of one wager, line by line, from whole counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitboss.cards import CATEGORY_SLUGS, Category
from pitboss.odds.counting.kernels import FOLD
from pitboss.odds.outcome import Outcomes
from pitboss.odds.sidebets.progressive import Progressive
from pitboss.odds.sidebets.side_bet import LineOdds, SideBet
from pitboss.reports.par.figure import Cell, Kind, ParFigure, amount, count, fraction, percent
from pitboss.reports.par.progressive import EnvyFigures, ProgressiveFigures
from pitboss.reports.par.view import Grid, ParSection
from pitboss.rules import MeterShare, Rules, Wager
from pitboss.rules.layout import pay_words
from pitboss.rules.words import hand_words, wager_words

FEW: Final = 2  # players: one has one other
LIVE: Final = "wager"  # the grid whose figures XLSX works out by formulas
COLUMNS: Final = (
    *("line", "payout odds", "combinations", "staked", "net", "probability", "1 in"),
    *("expectation", "exactly"),
)


@dataclass(frozen=True, slots=True)
class WagerLine:
    """One way in which a wager ends: `staked` and `net` are in units of the wager.

    For Play the unit is the Ante. `net` is None where it hangs on a meter nobody has filed.
    """

    line: str
    pays: str
    combinations: int
    staked: Fraction
    net: Fraction | None
    probability: Fraction
    expectation: Fraction | None


@dataclass(frozen=True, slots=True)
class WagerOdds:
    """A wager; `true_odds` is the probability that it is paid more than its stake.

    `average_stake` is 1 but for Play, `ev` is in the unit, `house_advantage` and `returned` are of
    what is staked on it on average; None where a meter is not known.
    """

    wager: Wager
    paytable: str
    unit: str
    combinations: int
    lines: tuple[WagerLine, ...]
    wins: Fraction
    pushes: Fraction
    loses: Fraction
    average_stake: Fraction
    ev: Fraction | None
    house_advantage: Fraction | None
    returned: Fraction | None
    variance: Fraction | None
    standard_deviation: float | None

    @property
    def name(self) -> str:
        return wager_words(self.wager)


def base_wagers(outcomes: Outcomes, rules: Rules) -> tuple[WagerOdds, ...]:
    """Take Ante, Blind and Play apart: every deal by what the wager brings."""
    found: dict[Wager, dict[tuple[str, str, Fraction, Fraction], int]] = {
        Wager.ANTE: {},
        Wager.BLIND: {},
        Wager.PLAY: {},
    }
    for at, deals in outcomes.counts.items():
        choice, parts = at[0], outcomes.split(*at)
        folded, multiple = choice == FOLD, Fraction(outcomes.multiple(choice))
        one = Fraction(1)
        keys = {
            Wager.ANTE: (*_ended(parts.ante, folded=folded), one, parts.ante),
            Wager.BLIND: (
                *_blind_ended(parts.blind, at[2], rules, folded=folded),
                one,
                parts.blind,
            ),
            Wager.PLAY: (*_play_ended(parts.play, multiple, folded=folded), multiple, parts.play),
        }
        for wager, key in keys.items():
            found[wager][key] = found[wager].get(key, 0) + deals
    tables = {wager: rules.tables[wager].name if wager in rules.tables else "" for wager in found}
    return tuple(
        _wager(
            wager,
            tables[wager],
            "Ante",
            outcomes.deals,
            [(*key, deals) for key, deals in sorted(rows.items(), key=_order)],
        )
        for wager, rows in found.items()
    )


def _order(row: tuple[tuple[str, str, Fraction, Fraction], int]) -> tuple[Fraction, Fraction, str]:
    (line, _, staked, net), _ = row
    return -net, -staked, line


def _ended(net: Fraction, *, folded: bool) -> tuple[str, str]:
    if folded:
        return "folds", "loses"
    return ("wins", "1 to 1") if net > 0 else ("pushes", "push") if not net else ("loses", "loses")


def _blind_ended(net: Fraction, category: int, rules: Rules, *, folded: bool) -> tuple[str, str]:
    line = rules.tables[Wager.BLIND].by_hand.get(CATEGORY_SLUGS[Category(category)])
    if folded or net <= 0 or line is None:
        return _ended(net, folded=folded)
    return f"wins, {hand_words(line.hand)}", pay_words(line.pays)


def _play_ended(net: Fraction, multiple: Fraction, *, folded: bool) -> tuple[str, str]:
    words, pays = _ended(net, folded=folded)
    return (words, "no wager") if folded else (f"{multiple}x {words}", pays)


def side_wager(bet: SideBet, wager: Wager, *, known: bool = True) -> WagerOdds:
    """Write a wager that plays for its paytable alone; `known`: its meters are."""
    rows = [(_hand(x), _pays(x), Fraction(1), _net(x, known=known), x.hits) for x in bet.lines]
    return _wager(wager, bet.table.name, "stake", bet.hands, rows)


def progressive_wager(bet: Progressive) -> WagerOdds:
    """Write the Progressive at its reset amounts, Envy left out; without them nets are unknown."""
    known = bet.present is not None
    return side_wager(bet.present or bet.without_meters, Wager.PROGRESSIVE, known=known)


def _hand(line: LineOdds) -> str:
    return hand_words(line.hand) if line.pays else "no line"


def _pays(line: LineOdds) -> str:
    return pay_words(line.pays.pays) if line.pays else "loses"


def _net(line: LineOdds, *, known: bool) -> Fraction | None:
    meter = line.pays is not None and isinstance(line.pays.pays, MeterShare)
    return None if meter and not known else line.net


WagerRow = tuple[str, str, Fraction, Fraction | None, int]


def _wager(wager: Wager, table: str, unit: str, total: int, rows: Iterable[WagerRow]) -> WagerOdds:
    lines = tuple(
        WagerLine(
            line, pays, hits, staked, net, Fraction(hits, total),
            None if net is None else net * Fraction(hits, total),
        )
        for line, pays, staked, net, hits in rows
    )  # fmt: skip
    nets = [(x.net, x.probability) for x in lines if x.net is not None]
    whole = len(nets) == len(lines)
    stake = sum((x.staked * x.probability for x in lines), Fraction(0))
    ev = sum((net * p for net, p in nets), Fraction(0)) if whole else None
    squares = sum((net**2 * p for net, p in nets), Fraction(0))
    return WagerOdds(
        wager=wager,
        paytable=table,
        unit=unit,
        combinations=total,
        lines=lines,
        wins=_part(lines, lambda net: net is None or net > 0),
        pushes=sum((x.probability for x in lines if x.net == 0 and x.staked), Fraction(0)),
        loses=_part(lines, lambda net: net is not None and net < 0),
        average_stake=stake,
        ev=ev,
        house_advantage=None if ev is None else -ev / stake,
        returned=None if ev is None else 1 + ev / stake,
        variance=None if ev is None else squares - ev**2,
        standard_deviation=None if ev is None else math.sqrt(squares - ev**2),
    )


def _part(lines: tuple[WagerLine, ...], meets: Callable[[Fraction | None], bool]) -> Fraction:
    return sum((x.probability for x in lines if meets(x.net)), Fraction(0))


# -- on the page ----------------------------------------------------------------------------------


SUMMARY: Final = (
    *("wager", "is paid", "true odds against", "pushes", "loses", "average stake"),
    *("house advantage", "exactly", "return", "deviation"),
)


def wagers_section(wagers: tuple[WagerOdds, ...], envy: ProgressiveFigures | None) -> ParSection:
    """Lay out the wagers side by side, then each one line by line."""
    summary = (*(_summary(one) for one in wagers), *_envy_summary(envy))
    words = (
        "True odds are the odds against being paid more than the stake; payout odds stand line by "
        "line in the tables below. The house advantage is of what is staked on that wager on "
        "average; the return is what comes back of it, the stake included. Play is staked in Antes "
        "and only where the player raises. The deviation is that of one round, in Antes or stakes.",
        *_envy_words(envy),
    )
    return ParSection(
        "wagers",
        "True odds, payout odds and house advantage of every wager",
        words,
        (
            Grid("All wagers", SUMMARY, summary),
            *(wager_grid(one) for one in wagers),
        ),
    )


def _summary(one: WagerOdds) -> tuple[Cell, ...]:
    return (
        one.name,
        percent(one.wins),
        ParFigure(one.wins, Kind.AGAINST),
        percent(one.pushes),
        percent(one.loses),
        amount(one.average_stake),
        percent(one.house_advantage),
        fraction(one.house_advantage),
        percent(one.returned),
        amount(one.standard_deviation),
    )


def _envy_words(found: ProgressiveFigures | None) -> Iterator[str]:
    if found is not None and found.envy_lines:
        yield (
            "Envy has no stake of its own: what it returns is of the Progressive's stake, for the "
            "hand of one other player, and for as many as a full table has. Its payout odds and "
            "true odds line by line are in the section of the Progressive."
        )


def _envy_summary(found: ProgressiveFigures | None) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows of Envy: for one other player, and for all of a full table together."""
    if found is None or not found.envy_lines:
        return
    odds = (percent(found.envy_hit), ParFigure(found.envy_hit, Kind.AGAINST))
    yield _envy_row("Envy, one other player", odds, found.envy[1])
    if found.players > FEW:
        several = f"Envy, {found.players - 1} other players"
        yield _envy_row(several, ("as each", "as each"), found.envy[found.players - 1])


def _envy_row(name: str, odds: tuple[Cell, Cell], one: EnvyFigures) -> tuple[Cell, ...]:
    return (
        name, *odds, "none", "none", "no stake", percent(one.house_advantage),
        fraction(one.house_advantage), percent(one.returned), "none",
    )  # fmt: skip


def wager_grid(one: WagerOdds) -> Grid:
    """Lay out one wager, its lines and their sums."""
    rows: list[tuple[Cell, ...]] = [
        (
            x.line, x.pays, count(x.combinations), fraction(x.staked), fraction(x.net),
            percent(x.probability), ParFigure(x.probability, Kind.ONE_IN), amount(x.expectation),
            fraction(x.expectation),
        )
        for x in one.lines
    ]  # fmt: skip
    rows.append(
        ("all", "", count(one.combinations), fraction(one.average_stake), "",
         percent(Fraction(1)), "", amount(one.ev), fraction(one.ev))
    )  # fmt: skip
    table = f", table {one.paytable}" if one.paytable else ""
    return Grid(f"{one.name}{table}, in {one.unit}s", COLUMNS, tuple(rows), live=LIVE)
