"""Setting a table up, its rules, opening, pausing and closing it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.round import Broken, Decision, Refusal
from pitboss.round.engine import ENGINE
from pitboss.round.legal import decks_in_use, shuffle_fault
from pitboss.round.refusal import refuse
from pitboss.rules import NOTHING, Chips, Cite, OptionError, Rules, faults, rule_set, spoken
from pitboss.table.deck import ChecklistStep, DeckPlace
from pitboss.table.decks import (
    BEFORE_PLAYERS,
    DecksEvent,
    DeckTakenAway,
    decks_fault,
    step_missing,
    steps_left,
)
from pitboss.table.people import NAME_MAX, TEXT_MAX, HouseReason, Person, is_name, is_reason
from pitboss.table.refusal import TableReason
from pitboss.table.rules_choice import RulesChoice, options_of, rules_of
from pitboss.table.state import Standing, Table, TableIdentity

# -- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SetUp:
    """Bring a table into being under its rules; `provable`: the cards come from the shuffle."""

    table: str
    house: RulesChoice
    provable: bool = True


@dataclass(frozen=True, slots=True)
class ChangeRules:
    """Put other options, limits or another edition in force, between rounds."""

    house: RulesChoice


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Open the table to players."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Close the table; a round being played is played to its end."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class PauseTable:
    """Stop new rounds; the one being played goes on."""

    reason: str


@dataclass(frozen=True, slots=True)
class ResumeTable:
    """Deal again."""


@dataclass(frozen=True, slots=True)
class Idle:
    """Spread the cards on a table without players, face up where a player asks for it."""

    face_up: bool = False


OpeningCommand = SetUp | ChangeRules | OpenTable | CloseTable | PauseTable | ResumeTable | Idle


# -- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableSetUp:
    """The first event of a table names its engine, its rules, their edition and all options."""

    table: str
    engine: int
    house: RulesChoice
    provable: bool
    link: str
    meters: Mapping[str, Fraction]
    reserves: Mapping[str, Chips]


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """Other rules are in force; `meters` has the meters that are new, `reserves` all of them."""

    house: RulesChoice
    meters: Mapping[str, Fraction]
    reserves: Mapping[str, Chips]
    by: str


@dataclass(frozen=True, slots=True)
class TableOpened:
    by: str


@dataclass(frozen=True, slots=True)
class ClosingAsked:
    """The table closes when the round being played is over."""

    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class TableClosed:
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class TablePaused:
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class TableResumed:
    by: str


@dataclass(frozen=True, slots=True)
class TableIdled:
    face_up: bool
    cite: Cite


OpeningEvent = (
    TableSetUp
    | RulesChanged
    | TableOpened
    | ClosingAsked
    | TableClosed
    | TablePaused
    | TableResumed
    | TableIdled
)


# -- decisions ------------------------------------------------------------------------------------


def set_up(table: Table, command: SetUp) -> Decision[OpeningEvent]:
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
        TableSetUp(
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
    """Return why no table may be opened by these options; a table that is there is a fact.

    It is asked when a table is set up, opened or changed, and never when a journal is read.
    """
    chosen = rule_set(choice.rules, choice.edition)
    found = faults(chosen, options_of(choice))
    if not found:
        return None
    first = found[0]
    return refuse(
        TableReason.RULES_FIXED, spoken(first), first.cite, key=first.key, code=str(first.code)
    )


def seeds(rules: Rules) -> dict[str, Fraction] | Refusal:
    """Return the amounts that the meters start from: the seed alone, without the reserve."""
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


def change_rules(
    table: Table, command: ChangeRules, by: Person, old: Rules
) -> Decision[OpeningEvent | DecksEvent]:
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
    changed = RulesChanged(
        command.house, fresh, {} if table.progressive.link else _reserves(new), by.name
    )
    # Where the new method uses fewer decks, the others leave the table with the old one.
    cite = new.set.cite("cards.decks")
    surplus = table.decks.at_table[decks_in_use(new) :]
    return changed, *(DeckTakenAway(deck.colour, "rules", cite) for deck in surplus)


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


def open_table(table: Table, by: Person, rules: Rules) -> Decision[OpeningEvent]:
    """Open the table once its decks are there and the first part of the checklist is done."""
    if table.status.standing not in (Standing.NEW, Standing.CLOSED):
        return refuse(TableReason.ALREADY_SET_UP, f"the table is {table.status.standing}")
    if fault := decks_fault(table, rules):
        return fault
    for deck in table.decks.at_table:
        left = [step for step in steps_left(deck, rules) if step in BEFORE_PLAYERS]
        if left:
            return step_missing(deck, left[0], rules)
    return (TableOpened(by.name),)


def close_table(table: Table, command: CloseTable, by: Person) -> Decision[OpeningEvent]:
    """Close now, or at the end of the round being played."""
    if table.status.standing in (Standing.NEW, Standing.CLOSED) or table.status.closing:
        return refuse(TableReason.TABLE_CLOSED, "the table is already closed or closing")
    reason = command.reason.strip()[:TEXT_MAX] or HouseReason.END_OF_PLAY
    if not is_reason(reason):
        return refuse(TableReason.REASON_MISSING, "say on one line why the table is closed")
    if table.round is not None:
        return (ClosingAsked(by.name, reason),)
    return (TableClosed(by.name, reason),)


def pause_table(table: Table, command: PauseTable, by: Person) -> Decision[OpeningEvent]:
    """Stop new rounds; a reason is always given."""
    if table.status.standing != Standing.OPEN:
        return refuse(TableReason.TABLE_NOT_OPEN, f"the table is {table.status.standing}, not open")
    if not is_reason(command.reason):
        return refuse(TableReason.REASON_MISSING, "say why the table is stopped, on one line")
    return (TablePaused(by.name, command.reason.strip()[:TEXT_MAX]),)


def resume_table(table: Table, by: Person) -> Decision[OpeningEvent]:
    """Deal again after a pause."""
    if table.status.standing != Standing.PAUSED:
        return refuse(
            TableReason.TABLE_NOT_OPEN, f"the table is {table.status.standing}, not paused"
        )
    return (TableResumed(by.name),)


def idle(table: Table, command: Idle, rules: Rules) -> Decision[OpeningEvent]:
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
    return (TableIdled(command.face_up, cite),)


# -- the table after an event ---------------------------------------------------------------------


def table_set_up(t: Table, e: TableSetUp) -> Table:
    progressive = replace(t.progressive, link=e.link, meters=e.meters, reserves=e.reserves)
    return replace(
        t,
        identity=TableIdentity(e.table, e.engine, e.house, e.provable),
        progressive=progressive,
        status=replace(t.status, standing=Standing.CLOSED),
    )


def rules_changed(t: Table, e: RulesChanged) -> Table:
    before = t.progressive
    meters = before.meters if before.link else {**before.meters, **e.meters}
    progressive = replace(before, meters=meters, reserves=e.reserves)
    return replace(t, identity=replace(t.identity, rules=e.house), progressive=progressive)


def table_opened(t: Table, _: TableOpened) -> Table:
    return _stands(t, Standing.OPEN)


def closing_asked(t: Table, e: ClosingAsked) -> Table:
    return replace(t, status=replace(t.status, closing=e.reason, closing_by=e.by))


def table_closed(t: Table, _: TableClosed) -> Table:
    # The decks leave with the game: the next opening begins with the checklist of fresh ones.
    status = replace(t.status, standing=Standing.CLOSED, closing="", closing_by="")
    return replace(t, status=status, decks=replace(t.decks, at_table=()))


def table_paused(t: Table, _: TablePaused) -> Table:
    return _stands(t, Standing.PAUSED)


def table_resumed(t: Table, _: TableResumed) -> Table:
    return _stands(t, Standing.OPEN)


def table_idled(t: Table, _: TableIdled) -> Table:
    # Inspected cards stay inspected; what was done for the last players is to be done again.
    again = {ChecklistStep.TURN_DOWN, ChecklistStep.WASH, ChecklistStep.STACK}
    decks = tuple(
        replace(
            deck,
            place=DeckPlace.DEVICE if n else DeckPlace.SPREAD,
            ready=tuple((step, by) for step, by in deck.ready if step not in again),
            preinspected=False,
        )
        for n, deck in enumerate(t.decks.at_table)
    )
    return _stands(replace(t, decks=replace(t.decks, at_table=decks)), Standing.IDLE)


def _stands(t: Table, standing: Standing) -> Table:
    return replace(t, status=replace(t.status, standing=standing))
