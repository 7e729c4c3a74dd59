"""What now? An irregularity is found; the answer is the remedy that the engine applies."""

from __future__ import annotations

from typing import Final

from pitboss.coach.school.asking import yes_no_item
from pitboss.coach.school.exercise import SchoolItem
from pitboss.coach.school.irregular_scenes import draw_irregular
from pitboss.coach.school.kinds.kind import SchoolKind, SchoolQuestion, always
from pitboss.coach.school.layout import SchoolLayout
from pitboss.coach.school.picks import Picks
from pitboss.coach.school.stakes import SchoolLevel
from pitboss.round.state import Incident
from pitboss.rules import BY_PAYTABLE, Rules
from pitboss.rules.book.elsewhere import remedies_elsewhere
from pitboss.rules.words import REMEDIES, and_list, case_words, wager_words

MOMENTS: Final = {
    "before-deal": "before the first card",
    "during-deal": "during the deal",
    "before-decisions": "before the first decision",
    "before-flop": "before the flop",
    "after-flop": "after the flop",
    "before-river": "before the last community cards",
    "after-river": "after the last community cards",
    "before-reveal": "before the dealer's cards are turned",
    "before-settlement": "before the wagers are settled",
}
ACTIONS: Final = tuple(
    (action, f"{said[0].upper()}{said[1:]}") for action, said in REMEDIES.items()
)


def what_now_items(layout: SchoolLayout) -> tuple[SchoolItem, ...]:
    """Ask for the remedy, for wagers that are settled in spite of it, and for the deck."""
    incident = layout.round.incidents[0]
    removed = incident.deck == "removed"
    items = [_remedy_item(layout, incident)]
    side = tuple(w for w in BY_PAYTABLE if any(spot.on(w) for spot in layout.round.spots))
    if incident.action == "void" and side:
        items.append(_settled_item(layout, incident))
    items.append(
        yes_no_item(
            "deck",
            "Does the deck leave the table?",
            incident.cite,
            "The deck is taken away." if removed else "The deck stays in use.",
            yes=removed,
        )
    )
    return tuple(items)


def _remedy_item(layout: SchoolLayout, incident: Incident) -> SchoolItem:
    return SchoolItem(
        id="remedy",
        asks="What do you do?",
        form="choice",
        key=(incident.action,),
        right=dict(ACTIONS)[incident.action],
        choices=ACTIONS,
        why=elsewhere_words(layout.rules, incident),
        cite=incident.cite,
    )


def _settled_item(layout: SchoolLayout, incident: Incident) -> SchoolItem:
    void = layout.round.void
    settles = void.settles if void is not None else ()
    cite = incident.cite + void.settle_cite if void is not None else incident.cite
    choices = tuple(
        (wager.value, wager_words(wager)) for wager in BY_PAYTABLE if wager in layout.rules.tables
    )
    return SchoolItem(
        id="settled",
        asks="Which wagers are settled by their paytables all the same? Write none if none is.",
        form="set",
        key=(" ".join(value for value, _ in choices if value in settles),),
        right=and_list([wager_words(wager) for wager in settles]) or "none",
        choices=choices,
        cite=cite,
    )


def elsewhere_words(rules: Rules, incident: Incident) -> str:
    """Say what the other places do about the same thing."""
    found = remedies_elsewhere(incident.kind, incident.case, rules.set)
    return " ".join(
        f"{other.place}: {other.text or 'its rules do not speak of this.'}" for other in found
    )


def _draw(rules: Rules, picks: Picks, level: SchoolLevel) -> SchoolQuestion:
    layout = draw_irregular(rules, picks, level)
    incident = layout.round.incidents[0]
    seat = f", at seat {incident.seat}" if incident.seat else ""
    lead = (
        f"{case_words(incident.kind, incident.case)}. It is {MOMENTS[layout.scene.moment]}{seat}."
    )
    return SchoolQuestion(lead, what_now_items(layout), layout)


WHAT_NOW: Final = SchoolKind(
    "what-now",
    "What now?",
    "Something has gone wrong. Say what is done, under these rules.",
    always,
    _draw,
    what_now_items,
)
