"""Setting a table up, opening and closing it, and the decks that it needs for that."""

from __future__ import annotations

import json
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Final

from pitboss.cards import DECK
from pitboss.round import Broken, Refusal
from pitboss.round.engine import ENGINE
from pitboss.round.legal import decks_in_use, shuffle_fault
from pitboss.round.refusal import refuse
from pitboss.rules import NOTHING, Chips, OptionError, Rules, faults, rule_set, spoken
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.deck import ChecklistStep, Deck
from pitboss.table.people import HouseReason, Person
from pitboss.table.permissions import NAME_MAX, TEXT_MAX, is_name, is_reason
from pitboss.table.refusal import TableReason
from pitboss.table.rules_choice import RulesChoice, rules_of
from pitboss.table.state import Standing, Table

Decision = tuple[past.Event, ...] | Refusal
# What is done before players come; the rest waits until the first of them could look.
BEFORE_PLAYERS: Final = (ChecklistStep.INSPECT, ChecklistStep.VERIFY, ChecklistStep.SPREAD)


# -- rules ---------------------------------------------------------------------------------------


def set_up(table: Table, command: ask.SetUp) -> Decision:
    """Bring a table into being."""
    if table.identity.rules is not None:
        return refuse(TableReason.ALREADY_SET_UP, f"table {table.identity.name} is set up already")
    if not is_name(command.table):
        return refuse(TableReason.NAME, f"give the table a name of 1 to {NAME_MAX} characters")
    rules = readable(command.house)
    if isinstance(rules, Refusal):
        return rules
    link = rules.choice("meter.link_group") if rules.meters else ""
    meters = seeds(rules)
    if isinstance(meters, Refusal):
        return meters
    reserves = _reserves(rules)
    return (
        past.TableSetUp(
            command.table,
            ENGINE,
            command.house,
            command.provable,
            link,
            {} if link else meters,
            {} if link else reserves,
        ),
    )


def readable(choice: RulesChoice) -> Rules | Refusal:
    """Work out the rules of a house, or say why they cannot be played by."""
    try:
        rules = rules_of(choice)
    except (OptionError, Broken, LookupError, ValueError, TypeError, RecursionError) as error:
        return refuse(TableReason.RULES_FIXED, f"these rules cannot be used: {error}")
    return shuffle_fault(rules.choice("shuffle"), rules) or rules


def configuration_fault(choice: RulesChoice) -> Refusal | None:
    """Say why no table may be opened by these options; a table that is there is a fact.

    It is asked when a table is set up, opened or changed, and never when a journal is read.
    """
    chosen = rule_set(choice.rules, choice.edition)
    found = faults(chosen, json.loads(choice.options, parse_float=Decimal))
    if not found:
        return None
    first = found[0]
    return refuse(
        TableReason.RULES_FIXED, spoken(first), first.cite, key=first.key, code=str(first.code)
    )


def seeds(rules: Rules) -> dict[str, Fraction] | Refusal:
    """Give the amounts that the meters start from: the seed alone, without the reserve."""
    found: dict[str, Fraction] = {}
    reserves = _reserves(rules)
    for name, plan in rules.meters.items():
        if plan.reset is None:
            text = f"no seed is filed for the {name} meter; give meter.seed"
            return refuse(TableReason.METERS, text, plan.cite, meter=name)
        found[name] = Fraction(plan.reset - reserves.get(name, 0))
    return found


def _reserves(rules: Rules) -> dict[str, Chips]:
    reserve = rules.amount("meter.reserve") or NOTHING
    return dict.fromkeys(rules.meters, reserve) if reserve else {}


def change_rules(table: Table, command: ask.ChangeRules, by: Person, old: Rules) -> Decision:
    """Put other options in force between rounds; meters keep what is on them."""
    if table.round is not None:
        text = "change the rules between rounds, not while bets are on the table"
        return refuse(TableReason.ROUND_GOING_ON, text)
    if command.house.rules != old.set.name:
        text = f"this table plays by the rules of {old.set.title}; other rules need another table"
        return refuse(TableReason.RULES_FIXED, text)
    new = readable(command.house)
    if isinstance(new, Refusal):
        return new
    start = seeds(new)
    if isinstance(start, Refusal):
        return start
    if fault := _change_fault(table, old, new):
        return fault
    fresh = {name: amount for name, amount in start.items() if name not in table.progressive.meters}
    changed = past.RulesChanged(
        command.house, fresh, {} if table.progressive.link else _reserves(new), by.name
    )
    # Where the new method uses fewer decks, the others leave the table with the old one.
    cite = new.set.cite("cards.decks")
    surplus = table.decks.at_table[decks_in_use(new) :]
    return changed, *(past.DeckTakenAway(deck.colour, "rules", cite) for deck in surplus)


def _change_fault(table: Table, old: Rules, new: Rules) -> Refusal | None:
    dropped = [name for name in table.progressive.meters if name not in new.meters]
    if dropped:
        text = f"the {dropped[0]} meter holds money and cannot be dropped"
        return refuse(TableReason.METERS, text, meter=dropped[0])
    link = new.choice("meter.link_group") if new.meters else ""
    if (table.progressive.link or link) and (
        link != table.progressive.link or dict(new.meters) != dict(old.meters)
    ):
        text = "the meters of a link cannot be changed at a table"
        return refuse(TableReason.METERS, text, link=table.progressive.link)
    above = [number for number in table.seats if number > new.seats]
    if above:
        text = f"seat {above[0]} is taken; the new rules have {new.seats} seats"
        return refuse(TableReason.SEAT_TAKEN, text)
    return None


# -- decks ---------------------------------------------------------------------------------------


def bring_decks(table: Table, command: ask.BringDecks, rules: Rules) -> Decision:
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
    return (past.DecksBrought(command.decks),)


def deck_fault(deck: Deck, beside: Iterable[Deck], rules: Rules) -> Refusal | None:
    """Say why a deck may not come to the table, beside the other deck that is used there."""
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


def do_step(table: Table, command: ask.DoStep, by: Person, rules: Rules) -> Decision:
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
    return (past.StepDone(deck.colour, command.step, by.name),)


def count_deck(table: Table, command: ask.CountDeck, rules: Rules) -> Decision:
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
    counted = past.DeckCounted(deck.colour, command.count, cite)
    if command.count == len(DECK):
        return (counted,)
    away = past.DeckTakenAway(deck.colour, "count", rules.set.cite("cards.deck"))
    return counted, away


def change_deck(table: Table, command: ask.ChangeDeck, rules: Rules) -> Decision:
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
        past.DeckTakenAway(command.colour, "change", cite),
        past.DecksBrought((command.deck,)),
    )


# -- open and closed -----------------------------------------------------------------------------


def open_table(table: Table, by: Person, rules: Rules) -> Decision:
    """Open the table once its decks are there and the first part of the checklist is done."""
    if table.status.standing not in (Standing.NEW, Standing.CLOSED):
        return refuse(TableReason.ALREADY_SET_UP, f"the table is {table.status.standing}")
    if fault := decks_fault(table, rules):
        return fault
    for deck in table.decks.at_table:
        left = [step for step in steps_left(deck, rules) if step in BEFORE_PLAYERS]
        if left:
            return _step_missing(deck, left[0], rules)
    return (past.TableOpened(by.name),)


def decks_fault(table: Table, rules: Rules) -> Refusal | None:
    """Say that a deck is missing, where one is."""
    want = decks_in_use(rules)
    if len(table.decks.at_table) == want:
        return None
    text = f"{len(table.decks.at_table)} decks at the table; the rules need {want}"
    return refuse(TableReason.DECKS, text, rules.set.cite("cards.decks"), want=want)


def checklist_fault(table: Table, rules: Rules) -> Refusal | None:
    """Say which step of which deck is still to be done before a round."""
    for deck in table.decks.at_table:
        if left := steps_left(deck, rules):
            return _step_missing(deck, left[0], rules)
    return None


def _step_missing(deck: Deck, step: ChecklistStep, rules: Rules) -> Refusal:
    text = f"{step} is still to be done with the {deck.colour} deck"
    cite = rules.set.cite("cards.opening")
    return refuse(TableReason.CHECKLIST, text, cite, colour=deck.colour, step=step)


def close_table(table: Table, command: ask.CloseTable, by: Person) -> Decision:
    """Close now, or at the end of the round being played."""
    if table.status.standing in (Standing.NEW, Standing.CLOSED) or table.status.closing:
        return refuse(TableReason.TABLE_CLOSED, "the table is already closed or closing")
    reason = command.reason.strip()[:TEXT_MAX] or HouseReason.END_OF_PLAY
    if not is_reason(reason):
        return refuse(TableReason.REASON_MISSING, "say on one line why the table is closed")
    if table.round is not None:
        return (past.ClosingAsked(by.name, reason),)
    return (past.TableClosed(by.name, reason),)


def pause_table(table: Table, command: ask.PauseTable, by: Person) -> Decision:
    """Stop new rounds; a reason is always given."""
    if table.status.standing != Standing.OPEN:
        return refuse(TableReason.TABLE_NOT_OPEN, f"the table is {table.status.standing}, not open")
    if not is_reason(command.reason):
        return refuse(TableReason.REASON_MISSING, "say why the table is stopped, on one line")
    return (past.TablePaused(by.name, command.reason.strip()[:TEXT_MAX]),)


def resume_table(table: Table, by: Person) -> Decision:
    """Deal again after a pause."""
    if table.status.standing != Standing.PAUSED:
        return refuse(
            TableReason.TABLE_NOT_OPEN, f"the table is {table.status.standing}, not paused"
        )
    return (past.TableResumed(by.name),)


def idle(table: Table, command: ask.Idle, rules: Rules) -> Decision:
    """Spread the cards of a table where nobody sits."""
    if table.status.standing != Standing.OPEN or table.round is not None or table.seats:
        return refuse(
            TableReason.ROUND_GOING_ON,
            "the table is not idle: it is not open, or somebody sits there",
        )
    cite = rules.set.cite("cards.idle")
    if rules.fact("cards.idle") is None:
        return refuse(
            TableReason.NOT_ALLOWED, "the rules here do not spread the cards of an idle table"
        )
    return (past.TableIdled(command.face_up, cite),)
