"""Mistakes with Trips, Six Card Bonus, Progressive and Envy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Final

from pitboss.odds.mistakes.mistake import DealerError, DealerMistake, error_of, when
from pitboss.odds.sidebets.envy import envy_odds
from pitboss.odds.sidebets.hand_counts import five_cards, seven_cards
from pitboss.odds.sidebets.side_bet import (
    hand_counts_of,
    handed_over,
    line_paying,
    smallest_stake,
)
from pitboss.round.settlement.meters import SettlementMeters
from pitboss.rules import Line, MeterShare, Odds, Rules, Wager
from pitboss.rules.layout import envy_sums
from pitboss.rules.words import wager_words

TRIPS: Final = "Trips"


def trips_mistakes() -> Iterator[DealerMistake]:
    """Yield the mistakes with Trips that hang on what became of the hand."""
    unit = Wager.TRIPS
    yield DealerMistake(
        "trips-taken-on-fold", TRIPS, "takes a paid Trips hand with the cards of a fold", unit,
        lambda d: when(d.folded and d.trips > 0, -1 - d.trips),
    )  # fmt: skip
    yield DealerMistake(
        "trips-taken-when-beaten", TRIPS, "takes a paid Trips hand that the dealer beats", unit,
        lambda d: when(d.lost and d.trips > 0, -1 - d.trips),
    )  # fmt: skip
    yield DealerMistake(
        "trips-left-when-lost", TRIPS, "leaves a Trips wager that no line pays", unit,
        lambda d: when(not d.folded and d.trips < 0, -d.trips),
    )  # fmt: skip
    yield DealerMistake(
        "trips-stake-taken", TRIPS, "pays Trips but takes its stake", unit,
        lambda d: when(d.trips > 0, -1),
    )  # fmt: skip


def paytable_errors(rules: Rules) -> Iterator[DealerError]:
    """Price the mistakes with side wagers that hang on the player's own cards alone."""
    for wager in (Wager.TRIPS, Wager.SIX_CARD):
        if wager in rules.tables:
            yield from _wrong_tables(rules, wager)
    if Wager.SIX_CARD in rules.tables:
        yield _side(
            rules, Wager.SIX_CARD, "six-card-missed", "takes a paid Six Card Bonus hand",
            lambda line, handed: -handed if line else None,
        )  # fmt: skip
    if Wager.PROGRESSIVE in rules.tables:
        yield from _progressive(rules)


def _wrong_tables(rules: Rules, wager: Wager) -> Iterator[DealerError]:
    """Price for each other table of the set that a wager is paid by it."""
    name = wager_words(wager)
    for other in rules.set.tables_of(wager):
        if other == rules.tables[wager].name:
            continue
        table = rules.set.paytables[wager, other]
        wrong = replace(rules, tables={**rules.tables, wager: table})
        key = f"{wager.replace('_', '-')}-by-table-{other}"
        yield _compared(rules, wrong, wager, key, f"pays {name} by table {other}")


def _compared(rules: Rules, wrong: Rules, wager: Wager, key: str, words: str) -> DealerError:
    stake, tally = smallest_stake(rules, wager), hand_counts_of(rules.tables[wager])
    meters = SettlementMeters.at({}, rules)
    hits = []
    for known in tally.classes:
        paid = []
        for each in (rules, wrong):
            line = line_paying(known, each, wager, stake, meters)
            paid.append(_handed(line, each, wager))
        if paid[0] != paid[1]:
            hits.append((paid[1] - paid[0], known.hits))
    return error_of(key, wager_words(wager), words, wager, hits, tally.total)


def _handed(line: Line | None, rules: Rules, wager: Wager) -> Fraction:
    """Return what a line hands over for each unit staked, the stake included."""
    stake = smallest_stake(rules, wager)
    if line is None:
        return Fraction(0)
    return handed_over(line, rules, wager, stake, SettlementMeters.at({}, rules)) / stake


def _side(
    rules: Rules,
    wager: Wager,
    key: str,
    words: str,
    gain: Callable[[Line | None, Fraction], Fraction | None],
) -> DealerError:
    """Price a mistake by the line that pays; lines that pay from a meter are never asked."""
    stake, tally = smallest_stake(rules, wager), hand_counts_of(rules.tables[wager])
    meters = SettlementMeters.at({name: Fraction(0) for name in rules.meters}, rules)
    hits = []
    for known in tally.classes:
        line = line_paying(known, rules, wager, stake, meters)
        if line is None or isinstance(line.pays, MeterShare):
            continue
        found = gain(line, _handed(line, rules, wager))
        if found:
            hits.append((found, known.hits))
    return error_of(key, wager_words(wager), words, wager, hits, tally.total)


def _progressive(rules: Rules) -> Iterator[DealerError]:
    wager = Wager.PROGRESSIVE
    yield _side(
        rules, wager, "progressive-missed", "does not pay a Progressive line of fixed odds",
        lambda _, handed: -handed,
    )  # fmt: skip
    yield _side(
        rules, wager, "progressive-stake-returned",
        "returns the Progressive wager with a line of fixed odds that keeps it",
        lambda line, _: when(line is not None and _keeps(rules, line), 1),
    )  # fmt: skip
    yield from _envy(rules)


def _keeps(rules: Rules, line: Line) -> bool:
    return isinstance(line.pays, Odds) and rules.keeps_stake(Wager.PROGRESSIVE, line.pays)


def _envy(rules: Rules) -> Iterator[DealerError]:
    """Price a missed Envy for each other player; nothing where the table has none."""
    stake = smallest_stake(rules, Wager.PROGRESSIVE)
    value = envy_odds(rules, stake)[1].value
    if not value:
        return
    tally = five_cards() if rules.by_flop else seven_cards()
    hands = envy_sums(rules.tables[Wager.PROGRESSIVE], stake)
    hits = sum(known.hits for known in tally.classes if known.hand in hands)
    often, price = Fraction(hits, tally.total), -value / stake
    words = "misses Envy for the hand of one other player"
    yield DealerError(
        "envy-missed", "Envy", words, Wager.PROGRESSIVE, hits, often, price, price / often
    )
