"""Paytables as filed, for every document that prints them."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.reports.binder.document import BinderGrid, sources_of
from pitboss.rules import MeterShare, Odds, Paytable, Rules, Wager, money
from pitboss.rules.layout import envy_sums, pay_words
from pitboss.rules.paytable import HOLE_AND_FLOP
from pitboss.rules.words import hand_words, wager_words


def paytable_grids(rules: Rules, *, cited: bool = True) -> Iterator[BinderGrid]:
    """Yield each filed paytable, then its Envy; `cited` adds the clauses of every line."""
    for wager in rules.tables:
        yield from grids_of(rules, wager, cited=cited)


def grids_of(rules: Rules, wager: Wager, *, cited: bool = True) -> Iterator[BinderGrid]:
    """Yield the filed paytable of one wager, then its Envy."""
    table = rules.tables[wager]
    yield _lines(rules, wager, table, cited=cited)
    yield from _envy(rules, table, cited=cited)


def caption_of(wager: Wager, table: Paytable) -> str:
    """Name a paytable and the cards that decide it."""
    by = ", by the two cards and the flop" if table.cards == HOLE_AND_FLOP else ""
    return f"{wager_words(wager)} paytable {table.name}{by}"


def _lines(rules: Rules, wager: Wager, table: Paytable, *, cited: bool) -> BinderGrid:
    rows = [
        (_capital(hand_words(line.hand)), paid_words(rules, table, n), sources_of(line.cite))
        for n, line in enumerate(table.lines)
    ]
    below = "push" if wager == Wager.BLIND else "loses"
    rows.append(("Anything less", below, sources_of(table.below)))
    return _grid(caption_of(wager, table), ("Hand", "Pays"), rows, cited=cited)


def paid_words(rules: Rules, table: Paytable, line: int) -> str:
    """Return what a line pays as printed; "for 1" wherever the stake is kept."""
    pays = table.lines[line].pays
    if isinstance(pays, Odds) and rules.keeps_stake(Wager(table.wager), pays):
        return pay_words(Odds(pays.num, pays.den, stake_kept=True))
    return pay_words(pays)


def _envy(rules: Rules, table: Paytable, *, cited: bool) -> Iterator[BinderGrid]:
    if table.wager != Wager.PROGRESSIVE or not table.envy:
        return
    sources = sources_of(*(scale.cite for scale in table.envy))
    for wager in rules.progressive_wagers:
        sums = envy_sums(table, wager).items()
        rows = [(_capital(hand_words(hand)), money(chips), sources) for hand, chips in sums]
        caption = f"Envy with a {money(wager)} Progressive wager"
        yield _grid(caption, ("Another player's hand", "Pays"), rows, cited=cited)


def _grid(
    caption: str,
    columns: tuple[str, ...],
    rows: list[tuple[str, str, tuple[str, ...]]],
    *,
    cited: bool,
) -> BinderGrid:
    if not cited:
        return BinderGrid(caption, columns, tuple(row[:2] for row in rows), right=(1,))
    shown = tuple((hand, pays, ", ".join(sources)) for hand, pays, sources in rows)
    return BinderGrid(caption, (*columns, "Sources"), shown, right=(1,), sources=2)


def meter_rows(rules: Rules) -> Iterator[tuple[str, ...]]:
    """Yield each meter: name, reset amount, part of each wager, and its sources."""
    for plan in rules.meters.values():
        reset = "not known: no seed is filed" if plan.reset is None else money(plan.reset)
        rate = f"{float(plan.rate * 100):g} %"
        yield _capital(plan.name), reset, rate, ", ".join(sources_of(plan.cite))


def has_meter(table: Paytable) -> bool:
    """Return whether a line of the table pays from a meter."""
    return any(isinstance(line.pays, MeterShare) for line in table.lines)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
