"""The decks at a table: brought, inspected, counted, changed; dealers who tap in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from pitboss.cards import DECK
from pitboss.round import Decision, Refusal
from pitboss.round.legal import decks_in_use
from pitboss.round.refusal import refuse
from pitboss.rules import Cite, Rules
from pitboss.table.deck import ChecklistStep, Deck, DeckPlace
from pitboss.table.people import NAME_MAX, Person, is_name
from pitboss.table.refusal import TableReason
from pitboss.table.state import Table, TableDecks

# What is done before players come; the rest waits until the first of them could look.
BEFORE_PLAYERS: Final = (ChecklistStep.INSPECT, ChecklistStep.VERIFY, ChecklistStep.SPREAD)


# -- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BringDecks:
    """Bring the decks to the table."""

    decks: tuple[Deck, ...]


@dataclass(frozen=True, slots=True)
class DoStep:
    """Do one step of the opening checklist with one deck."""

    colour: str
    step: ChecklistStep


@dataclass(frozen=True, slots=True)
class CountDeck:
    """Count a deck between rounds."""

    colour: str
    count: int


@dataclass(frozen=True, slots=True)
class ChangeDeck:
    """Take a deck away and bring another in its place."""

    colour: str
    deck: Deck


@dataclass(frozen=True, slots=True)
class TapIn:
    """A new dealer takes the table over."""

    name: str


DecksCommand = BringDecks | DoStep | CountDeck | ChangeDeck | TapIn


# -- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DecksBrought:
    decks: tuple[Deck, ...]


@dataclass(frozen=True, slots=True)
class StepDone:
    colour: str
    step: ChecklistStep
    by: str


@dataclass(frozen=True, slots=True)
class DeckCounted:
    colour: str
    count: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class DeckTakenAway:
    """A deck leaves the table: worn, wrong in number, or by order."""

    colour: str
    reason: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class DealerTappedIn:
    name: str


DecksEvent = DecksBrought | StepDone | DeckCounted | DeckTakenAway | DealerTappedIn


# -- decisions ------------------------------------------------------------------------------------


def bring_decks(table: Table, command: BringDecks, rules: Rules) -> Decision[DecksEvent]:
    """Bring as many decks as the rules want, alike in design and apart in colour."""
    if table.round is not None and table.deck_of(table.decks.in_round) is not None:
        return refuse(TableReason.ROUND_GOING_ON, "bring decks between rounds")
    colours = [deck.colour for deck in (*table.decks.at_table, *command.decks)]
    want = decks_in_use(rules)
    if len(colours) != want or not command.decks:
        text = f"{len(colours)} decks at the table; the rules need {want}"
        return refuse(TableReason.DECKS, text, rules.set.cite("cards.decks"), want=want)
    if len(set(colours)) != len(colours):
        text = f"two {colours[0][:NAME_MAX]} decks; their backs must have different colours"
        return refuse(TableReason.DECKS, text, rules.set.cite("cards.alternate_decks"))
    for deck in command.decks:
        beside = [
            other
            for other in (*table.decks.at_table, *command.decks)
            if other.colour != deck.colour
        ]
        if fault := deck_fault(deck, beside, rules):
            return fault
    return (DecksBrought(command.decks),)


def deck_fault(deck: Deck, beside: Iterable[Deck], rules: Rules) -> Refusal | None:
    """Return why a deck may not come to the table, beside the other deck that is used there."""
    if not is_name(deck.colour) or not is_name(deck.design):
        return refuse(TableReason.DECKS, "give the deck a colour and a design")
    fresh = Deck(deck.colour, deck.design, deck.cover_cards, preinspected=deck.preinspected)
    if deck != fresh:
        return refuse(TableReason.DECKS, "bring a deck that has not been used")
    designs = {other.design for other in beside}
    if rules.fact("cards.alike") and designs and deck.design not in designs:
        text = f"designs {deck.design} and {min(designs)} differ; both decks need the same one"
        return refuse(TableReason.DECKS, text, rules.set.cite("cards.alike"))
    want = rules.fact("cards.cover_cards")
    if want is not None and deck.cover_cards != want:
        text = f"{deck.cover_cards} cover cards; a deck needs {want}"
        return refuse(TableReason.DECKS, text, rules.set.cite("cards.cover_cards"), want=want)
    return None


def checklist(deck: Deck, rules: Rules) -> tuple[ChecklistStep, ...]:
    """List the steps of the opening checklist that this deck needs, in order."""
    if deck.preinspected and rules.fact("cards.preinspected"):
        return ()
    return tuple(ChecklistStep(word) for word in rules.fact("cards.opening") or ())


def steps_left(deck: Deck, rules: Rules) -> tuple[ChecklistStep, ...]:
    """List the steps that are still to be done with a deck."""
    done = {step for step, _ in deck.ready}
    if done.issuperset(rules.fact("cards.opening") or ()):  # as before nearly every round
        return ()
    return tuple(step for step in checklist(deck, rules) if step not in done)


def do_step(table: Table, command: DoStep, by: Person, rules: Rules) -> Decision[DecksEvent]:
    """Do the next step of a deck's checklist."""
    deck = table.deck_of(command.colour)
    if deck is None:
        return refuse(TableReason.WRONG_DECK, f"there is no {command.colour[:NAME_MAX]} deck here")
    left = steps_left(deck, rules)
    cite = rules.set.cite("cards.opening")
    if not left or command.step != left[0]:
        due = f"{left[0]} is next" if left else "nothing is left to do"
        text = f"{command.step} is not due with the {deck.colour} deck; {due}"
        return refuse(TableReason.CHECKLIST, text, cite, due=left[0] if left else "")
    if (
        command.step == ChecklistStep.VERIFY
        and (deck.done(ChecklistStep.INSPECT) or "").strip() == by.name.strip()
    ):
        text = f"{by.name} inspected the {deck.colour} deck; a second person must verify it"
        return refuse(TableReason.SECOND_PERSON, text, cite)
    if command.step not in BEFORE_PLAYERS and not table.seats:
        text = "leave the cards face up until the first player can look at them"
        return refuse(TableReason.NOBODY_SEATED, text, cite)
    return (StepDone(deck.colour, command.step, by.name),)


def count_deck(table: Table, command: CountDeck, rules: Rules) -> Decision[DecksEvent]:
    """Count a deck between rounds; a wrong number takes it off the table."""
    if table.round is not None:
        text = "count the deck between rounds; during a round, declare a count of the stub"
        return refuse(TableReason.ROUND_GOING_ON, text)
    deck = table.deck_of(command.colour)
    if deck is None:
        return refuse(TableReason.WRONG_DECK, f"there is no {command.colour[:NAME_MAX]} deck here")
    if not 0 <= command.count <= 2 * len(DECK):
        return refuse(TableReason.DECKS, f"one deck cannot have {command.count} cards")
    cite = rules.set.cite("cards.count_at_tap_in") + rules.set.cite("cards.stub_count_rounds")
    counted = DeckCounted(deck.colour, command.count, cite)
    if command.count == len(DECK):
        return (counted,)
    away = DeckTakenAway(deck.colour, "count", rules.set.cite("cards.deck"))
    return counted, away


def change_deck(table: Table, command: ChangeDeck, rules: Rules) -> Decision[DecksEvent]:
    """Take a deck away and bring another in its place."""
    if table.round is not None:
        return refuse(TableReason.ROUND_GOING_ON, "change decks between rounds")
    if table.deck_of(command.colour) is None:
        return refuse(TableReason.WRONG_DECK, f"there is no {command.colour[:NAME_MAX]} deck here")
    others = [deck for deck in table.decks.at_table if deck.colour != command.colour]
    if command.deck.colour in {deck.colour for deck in others}:
        text = f"there is a {command.deck.colour} deck here already"
        return refuse(TableReason.DECKS, text, rules.set.cite("cards.alternate_decks"))
    if fault := deck_fault(command.deck, others, rules):
        return fault
    cite = rules.set.cite("cards.deck_change_hours")
    return (
        DeckTakenAway(command.colour, "change", cite),
        DecksBrought((command.deck,)),
    )


def decks_fault(table: Table, rules: Rules) -> Refusal | None:
    """Refuse where a deck is missing."""
    want = decks_in_use(rules)
    if len(table.decks.at_table) == want:
        return None
    text = f"{len(table.decks.at_table)} decks at the table; the rules need {want}"
    return refuse(TableReason.DECKS, text, rules.set.cite("cards.decks"), want=want)


def checklist_fault(table: Table, rules: Rules) -> Refusal | None:
    """Return which step of which deck is still to be done before a round."""
    for deck in table.decks.at_table:
        if left := steps_left(deck, rules):
            return step_missing(deck, left[0], rules)
    return None


def step_missing(deck: Deck, step: ChecklistStep, rules: Rules) -> Refusal:
    text = f"{step} is still to be done with the {deck.colour} deck"
    cite = rules.set.cite("cards.opening")
    return refuse(TableReason.CHECKLIST, text, cite, colour=deck.colour, step=step)


def tap_in(table: Table, name: str) -> Decision[DecksEvent]:
    """Let another dealer take the table over, between rounds."""
    if not is_name(name):
        return refuse(TableReason.NAME, "give the name of the new dealer")
    if table.round is not None:
        return refuse(TableReason.ROUND_GOING_ON, "change dealers between rounds")
    return (DealerTappedIn(name.strip()),)


# -- the table after an event ---------------------------------------------------------------------


def decks_brought(t: Table, e: DecksBrought) -> Table:
    # With two decks the one that is not used next waits in the device.
    decks = (*t.decks.at_table, *e.decks)
    placed = tuple(
        replace(deck, place=DeckPlace.DEVICE) if n else deck for n, deck in enumerate(decks)
    )
    # A deck that replaces one taken out of the round is the deck of the round.
    lost = t.round is not None and t.deck_of(t.decks.in_round) is None
    in_round = e.decks[0].colour if lost else t.decks.in_round
    return replace(t, decks=replace(t.decks, at_table=placed, in_round=in_round))


def step_done(t: Table, e: StepDone) -> Table:
    decks = tuple(
        replace(deck, ready=(*deck.ready, (e.step, e.by))) if deck.colour == e.colour else deck
        for deck in t.decks.at_table
    )
    return replace(t, decks=replace(t.decks, at_table=decks))


def deck_counted(t: Table, _: DeckCounted) -> Table:
    return replace(t, decks=replace(t.decks, rounds_since_count=0, dealer_changed=False))


def deck_taken_away(t: Table, e: DeckTakenAway) -> Table:
    left = tuple(deck for deck in t.decks.at_table if deck.colour != e.colour)
    return replace(t, decks=replace(t.decks, at_table=left))


def dealer_tapped_in(t: Table, e: DealerTappedIn) -> Table:
    # A change stays one until the deck is counted, whoever taps in after it.
    before = t.decks
    changed = before.dealer_changed or (bool(before.dealer) and before.dealer != e.name)
    return replace(t, decks=replace(before, dealer=e.name, dealer_changed=changed))


def in_play(decks: TableDecks, at: int) -> TableDecks:
    """Take the deck of the round into play; a second one waits in the device."""
    placed = [
        _put(deck, DeckPlace.IN_PLAY, at)
        if deck.colour == decks.in_round
        else replace(deck, place=DeckPlace.DEVICE)
        for deck in decks.at_table
    ]
    return replace(decks, at_table=tuple(placed))


def moved(decks: TableDecks, to: DeckPlace, at: int) -> TableDecks:
    """Move the deck of the round; its hours count from its first use."""
    moved = [
        _put(deck, to, at) if deck.colour == decks.in_round else deck for deck in decks.at_table
    ]
    return replace(decks, at_table=tuple(moved))


def _put(deck: Deck, to: DeckPlace, at: int) -> Deck:
    return replace(deck, place=to, since=at if deck.since is None else deck.since)
