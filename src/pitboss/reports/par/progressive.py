"""The Progressive: meters, contributions, break-even, the long run, Envy by seats, liability."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pitboss.odds.sidebets.envy import EnvyOdds
from pitboss.odds.sidebets.hand_counts import five_cards, seven_cards
from pitboss.odds.sidebets.progressive import MeterOdds, Progressive
from pitboss.reports.par.figure import (
    Cell,
    Kind,
    ParFigure,
    amount,
    count,
    dollars,
    fraction,
    percent,
)
from pitboss.reports.par.view import Grid, ParSection
from pitboss.rules.layout import envy_sums
from pitboss.rules.words import hand_words


@dataclass(frozen=True, slots=True)
class MeterFigures:
    """One meter; amounts in dollars, None where the submission does not say.

    `break_even` and `break_even_full` are for a player alone and for a full table.
    `hit` is how likely a wager takes some of it, and `value_per_dollar` what each dollar is worth.
    """

    name: str
    seed: Fraction | None
    reserve: Fraction
    reset: Fraction | None
    rate: Fraction
    value_per_dollar: Fraction
    break_even: Fraction | None
    break_even_full: Fraction | None
    long_run_mean: Fraction | None


@dataclass(frozen=True, slots=True)
class EnvyLine:
    """What one other player's hand brings a bettor, in dollars, and how often one has it."""

    hand: str
    dollars: Fraction
    combinations: int
    hands: int
    probability: Fraction


@dataclass(frozen=True, slots=True)
class EnvyFigures:
    """What Envy brings a bettor by the number of other players, in dollars and of the stake.

    It has no stake of its own, so its house advantage is what it returns, taken away.
    """

    others: int
    dollars: Fraction | None
    returned: Fraction | None
    house_advantage: Fraction | None


@dataclass(frozen=True, slots=True)
class LongRunFigures:
    """Where the return of the long run comes from, as parts of the stake, at a full table."""

    fixed: Fraction
    seeds: Fraction
    reserves: Fraction
    envy: Fraction
    contributed: Fraction
    returned: Fraction
    house_edge: Fraction


@dataclass(frozen=True, slots=True)
class ProgressiveFigures:
    """The Progressive in figures; `liability` is what the house puts on all meters at a reset.

    `at_reset` is the house edge at the reset amounts, Envy of a full table counted. `envy_hit` is
    how likely one other player's hand brings Envy.
    """

    paytable: str
    stake: Fraction
    players: int
    cards: str
    fixed_return: Fraction
    at_reset: Fraction | None
    long_run: LongRunFigures | None
    meters: tuple[MeterFigures, ...]
    envy_lines: tuple[EnvyLine, ...]
    envy_hit: Fraction
    envy: tuple[EnvyFigures, ...]
    liability: Fraction | None
    notes: tuple[str, ...]


def progressive_figures(bet: Progressive) -> ProgressiveFigures:
    """Take the figures out of a worked-out Progressive; cents become dollars."""
    resets = [meter.reset for meter in bet.meters]
    known = None not in resets
    run, lines = bet.long_run, tuple(_envy_lines(bet))
    return ProgressiveFigures(
        paytable=bet.table.name,
        stake=Fraction(bet.stake, 100),
        players=bet.players,
        cards=bet.table.cards,
        fixed_return=bet.fixed,
        at_reset=bet.house_edge,
        long_run=None
        if run is None
        else LongRunFigures(
            run.fixed, run.seeds, run.reserves, run.envy, run.contributed, run.returned,
            run.house_edge,
        ),
        meters=tuple(_meter(meter, bet.players) for meter in bet.meters),
        envy_lines=lines,
        envy_hit=sum((one.probability for one in lines), Fraction(0)),
        envy=tuple(map(_envy_figures, bet.envy)),
        liability=Fraction(sum(reset or 0 for reset in resets), 100) if known else None,
        notes=bet.notes,
    )  # fmt: skip


def _meter(meter: MeterOdds, players: int) -> MeterFigures:
    return MeterFigures(
        name=meter.name,
        seed=_dollars(meter.seed),
        reserve=Fraction(meter.reserve, 100),
        reset=_dollars(meter.reset),
        rate=meter.rate,
        value_per_dollar=meter.per_dollar,
        break_even=_dollars(meter.break_even[0]),
        break_even_full=_dollars(meter.break_even[players - 1]),
        long_run_mean=_dollars(meter.mean),
    )


def _envy_figures(one: EnvyOdds) -> EnvyFigures:
    advantage = None if one.returned is None else -one.returned
    return EnvyFigures(one.others, _dollars(one.value), one.returned, advantage)


def _envy_lines(bet: Progressive) -> Iterator[EnvyLine]:
    tally = five_cards() if bet.rules.by_flop else seven_cards()
    hits = {known.hand: known.hits for known in tally.classes}
    for hand, chips in envy_sums(bet.table, bet.stake).items():
        yield EnvyLine(
            hand, Fraction(chips, 100), hits[hand], tally.total, Fraction(hits[hand], tally.total)
        )


def _dollars(cents: Fraction | int | None) -> Fraction | None:
    return None if cents is None else Fraction(cents) / 100


def _money(of: Fraction | None) -> ParFigure:
    return dollars(None if of is None else of * 100)


def progressive_section(found: ProgressiveFigures | None) -> ParSection:
    """Lay out the Progressive, or say that none is offered."""
    title = "Progressive, Envy and liability"
    if found is None:
        return ParSection("progressive", title, ("No Progressive is offered.",), ())
    words = (
        f"Table {found.paytable}, a wager of {_text(found.stake)}, {found.players} players who all "
        "bet it. What is not filed is “not known”; it is never taken for nothing.",
        *(f"{note[:1].upper()}{note[1:]}." for note in found.notes),
    )
    grids = (_figures(found), *_meters(found), *_envy(found))
    return ParSection("progressive", title, words, grids)


def _text(stake: Fraction) -> str:
    return f"${float(stake):,.2f}"


def _figures(found: ProgressiveFigures) -> Grid:
    run = found.long_run
    edge = None if run is None else run.house_edge
    rows: list[tuple[Cell, ...]] = [
        ("return of the fixed lines", percent(found.fixed_return), fraction(found.fixed_return)),
        ("house edge at the reset amounts", percent(found.at_reset), fraction(found.at_reset)),
        (
            "house edge in the long run",
            percent(edge),
            fraction(edge),
        ),
    ]
    parts = () if run is None else (
        ("fixed lines", run.fixed), ("seeds", run.seeds), ("reserves", run.reserves),
        ("Envy", run.envy), ("players' contributions", run.contributed), ("in all", run.returned),
    )  # fmt: skip
    rows += [(f"long-run return: {name}", percent(part), fraction(part)) for name, part in parts]
    rows.append(("liability of the house at a reset of all meters", _money(found.liability), ""))
    return Grid("Figures, of the stake", ("figure", "value", "exactly"), tuple(rows))


def _meters(found: ProgressiveFigures) -> tuple[Grid, ...]:
    columns = (
        *("meter", "seed", "reserve", "reset to", "rate", "value of each dollar"),
        *("break-even, alone", "break-even, full table", "long-run mean"),
    )
    exact = ("meter", "value of each dollar", "break-even, alone", "break-even, full table")
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            x.name, _money(x.seed), _money(x.reserve), _money(x.reset), percent(x.rate),
            amount(x.value_per_dollar), _money(x.break_even), _money(x.break_even_full),
            _money(x.long_run_mean),
        )
        for x in found.meters
    )  # fmt: skip
    exactly: tuple[tuple[Cell, ...], ...] = tuple(
        (
            x.name, fraction(x.value_per_dollar), fraction(x.break_even),
            fraction(x.break_even_full),
        )
        for x in found.meters
    )  # fmt: skip
    if not rows:
        return ()
    return Grid("Meters", columns, rows), Grid("Meters, exactly (in dollars)", exact, exactly)


def _envy(found: ProgressiveFigures) -> Iterator[Grid]:
    if not found.envy_lines:
        return
    yield envy_grid(found)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            str(x.others),
            ParFigure(x.dollars, Kind.AMOUNT),
            percent(x.returned),
            fraction(x.returned),
        )
        for x in found.envy
    )
    columns = ("other players", "dollars a round", "of the stake", "exactly")
    yield Grid("Envy by the number of other players", columns, rows)


def envy_grid(found: ProgressiveFigures) -> Grid:
    """Lay out true odds and sums of Envy, which has no stake of its own."""
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            hand_words(x.hand), _money(x.dollars), count(x.combinations), count(x.hands),
            percent(x.probability), ParFigure(x.probability, Kind.ONE_IN),
            ParFigure(x.probability, Kind.AGAINST), fraction(x.probability),
        )
        for x in found.envy_lines
    )  # fmt: skip
    columns = (
        *("another player's hand", "pays", "combinations", "of", "probability", "1 in"),
        *("true odds against", "exactly"),
    )
    return Grid("Envy: odds of one other player's hand", columns, rows)
