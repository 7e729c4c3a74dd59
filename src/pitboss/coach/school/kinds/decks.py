"""Opening the table, changing decks, counting them: what the engine asks before a round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.coach.school.asking import yes_no_item
from pitboss.coach.school.exercise import SchoolItem
from pitboss.coach.school.kinds.kind import SchoolKind, SchoolQuestion, always
from pitboss.coach.school.picks import Picks
from pitboss.coach.school.stakes import SchoolLevel
from pitboss.round.legal import decks_in_use, is_cut, open_fault
from pitboss.round.refusal import Reason
from pitboss.round.state import NEW_ROUND, TableFacts
from pitboss.rules import Cite, Rules
from pitboss.rules.book.facts import STEPS

ASKED: Final = 3  # of what there is to ask
LONG: Final = 10_000  # rounds or hours, more than any rule allows


def deck_items(rules: Rules) -> tuple[SchoolItem, ...]:
    """List all that can be asked about decks under these rules."""
    return tuple(_items(rules))


def _items(rules: Rules) -> Iterator[SchoolItem]:
    if steps := rules.fact("cards.opening"):
        yield _opening(rules, tuple(steps))
    yield _number(
        "decks", "How many decks are in use at this table?", decks_in_use(rules),
        rules.set.cite("cards.decks"),
    )  # fmt: skip
    yield from _counts(rules)
    yield from _hours(rules)
    yield from _cuts(rules)


def _opening(rules: Rules, steps: tuple[str, ...]) -> SchoolItem:
    said = ", ".join(STEPS[step] for step in steps)
    return SchoolItem(
        id="opening",
        asks="A new deck comes to the table. In which order is it made ready?",
        form="sequence",
        key=(" ".join(steps),),
        right=said,
        choices=tuple((step, STEPS[step]) for step in sorted(steps)),
        why=f"It is {said}.",
        cite=rules.set.cite("cards.opening"),
    )


def _counts(rules: Rules) -> Iterator[SchoolItem]:
    overdue = open_fault(NEW_ROUND, TableFacts(rounds_since_count=LONG), rules)
    if overdue is not None and overdue.reason == Reason.COUNT_OVERDUE:
        asks = "After how many rounds without a count is the stub counted?"
        yield _number("count.rounds", asks, int(str(overdue.facts["most"])), overdue.cite)
    tapped = open_fault(NEW_ROUND, TableFacts(dealer_changed=True), rules)
    yield yes_no_item(
        "count.tap-in",
        "You tap in as a new dealer. Must the deck be counted before the next hand?",
        rules.set.cite("cards.count_at_tap_in"),
        tapped.text if tapped is not None else "These rules ask for no count at a tap-in.",
        yes=tapped is not None and tapped.reason == Reason.COUNT_OVERDUE,
    )


def _hours(rules: Rules) -> Iterator[SchoolItem]:
    overdue = open_fault(NEW_ROUND, TableFacts(deck_hours=LONG), rules)
    if overdue is not None and overdue.reason == Reason.DECK_OVERDUE:
        asks = "After how many hours is the deck changed at the latest?"
        yield _number("change.hours", asks, int(str(overdue.facts["most"])), overdue.cite)
    if decks_in_use(rules) > 1:
        same = open_fault(NEW_ROUND, TableFacts(deck="red", last_deck="red"), rules)
        yield yes_no_item(
            "alternate",
            "May you deal two rounds in a row from the red deck?",
            rules.set.cite("cards.alternate_decks"),
            "" if same is None else same.text,
            yes=same is None,
        )


def _cuts(rules: Rules) -> Iterator[SchoolItem]:
    shuffled = rules.choice("shuffle")
    cite = rules.set.cite("cards.cut_after")
    cut = is_cut(shuffled, rules)
    why = f"After a {shuffled} shuffle there is {'a' if cut else 'no'} cut."
    yield yes_no_item("cut", f"Is the deck cut after a {shuffled} shuffle?", cite, why, yes=cut)
    if cut:
        asks = "How many cards must be above the cover card at least?"
        least = rules.set.options["cut.min"].cite
        yield _number("cut.least", asks, rules.whole("cut.min"), least)
    if (covers := rules.fact("cards.cover_cards")) is not None:
        asks = "How many cover cards does a deck have?"
        yield _number("covers", asks, covers, rules.set.cite("cards.cover_cards"))


def _number(item_id: str, asks: str, number: int, cite: Cite) -> SchoolItem:
    return SchoolItem(item_id, asks, "number", (str(number),), str(number), cite=cite)


def _draw(rules: Rules, picks: Picks, _level: SchoolLevel) -> SchoolQuestion:
    lead = "Before a round: the decks of this table."
    return SchoolQuestion(lead, tuple(picks.some(deck_items(rules), ASKED)))


DECKS: Final = SchoolKind(
    "decks",
    "Opening, deck change, counts",
    "Say what these rules ask of the decks.",
    always,
    _draw,
)
