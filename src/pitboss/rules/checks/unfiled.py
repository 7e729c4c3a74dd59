"""What keeps a game of the lab from being filed: every change that its place does not offer."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import CATEGORY_SLUGS
from pitboss.rules.changes import RuleChanges
from pitboss.rules.checks.problem import Code, Problem
from pitboss.rules.cite import Cite
from pitboss.rules.in_force import Rules
from pitboss.rules.paytable import Odds
from pitboss.rules.ruleset import RuleSet, Wager
from pitboss.rules.words import hand_words


def unfiled_changes(own: Rules, changes: RuleChanges) -> Iterator[Problem]:
    """Yield a problem for each change, with the clauses that say otherwise; `own` is unchanged."""
    yield from _pays(own, changes)
    yield from _raises(own.set, changes)
    yield from _endings(own.set, changes)


def _pays(own: Rules, changes: RuleChanges) -> Iterator[Problem]:
    for wager, lines in changes.pays:
        table, names = own.tables[wager], own.set.tables_of(wager)
        was = {line.hand: line.pays for line in table.lines}
        now = dict(lines)
        named = " or ".join(names)
        right = f"{own.set.title} files {wager.title()} {named} only"
        for hand in dict.fromkeys((*was, *now)):
            if was.get(hand) != now.get(hand):
                what = f"{hand_words(hand).lower()} {_paid(now.get(hand))} is not in it"
                yield Problem(
                    Code.UNKNOWN_PAYTABLE, f"options.{wager.value}", what, right, cite=table.cite
                )


def _paid(odds: Odds | None) -> str:
    return "without a line" if odds is None else f"at {odds.num} to {odds.den}"


def _raises(place: RuleSet, changes: RuleChanges) -> Iterator[Problem]:
    for street, times in changes.raises:
        rule = place.streets[street]
        if times != rule.play:
            what = f"Play of {_multiples(times)} is not filed"
            right = f"{place.title} has {_multiples(rule.play)}"
            yield _closed(f"streets.{street.value}", what, right, rule.play_cite)


def _multiples(times: tuple[int, ...]) -> str:
    return " or ".join(f"{one}×" for one in times) or "no multiple"


def _endings(place: RuleSet, changes: RuleChanges) -> Iterator[Problem]:
    right = f"{place.title} leaves no choice here"
    if changes.qualifies is not None:
        hand = hand_words(CATEGORY_SLUGS[changes.qualifies]).lower()
        what = f"a dealer who qualifies with {hand} is not filed"
        yield _closed("cards.qualifies", what, right, place.cite("cards.qualifies"))
    ante, blind = Wager.ANTE, place.consequences[Wager.BLIND, "win"]
    for key, word, rule in (
        ("ties", changes.ties, place.consequences[ante, "tie"]),
        ("unqualified", changes.unqualified, place.consequences[ante, "unqualified-win"]),
        ("below", changes.below, blind.below or blind),
    ):
        if word is not None:
            yield _closed(f"settlement.{key}", f"{key}: {word} is not filed", right, rule.cite)


def _closed(key: str, what: str, right: str, cite: Cite) -> Problem:
    return Problem(Code.OPTION_NOT_OPEN, key, what, right, cite=cite)
