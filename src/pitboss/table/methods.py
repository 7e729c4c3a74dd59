"""Another way of dealing after a device has failed, and back to the filed one when it works."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from pitboss.round import Decision, Refusal
from pitboss.round.legal import BY_HAND, uses_shoe, uses_shuffler
from pitboss.round.refusal import refuse
from pitboss.rules import Rules, Target
from pitboss.table.decks import DecksEvent
from pitboss.table.opening import ChangeRules, OpeningEvent, change_rules
from pitboss.table.people import Person
from pitboss.table.refusal import TableReason
from pitboss.table.rules_choice import RulesChoice, options_of, rules_of, with_options
from pitboss.table.state import Device, Table

MARKS: Final = ("covered", "signed")
# The options that say how cards are dealt. The long name is read before the short one.
_DEALING: Final = ("dealing", "dealing.method", "shuffle", "decks", "six_card")


# -- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChangeDealing:
    """The floor orders another method of dealing; `mark`: how the broken device is marked."""

    method: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class RepairDevice:
    """The device that was out of order works again."""


DealingCommand = ChangeDealing | RepairDevice


# -- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealingChanged:
    """Cards are dealt another way: without the `broken` device, or as filed where all work."""

    method: str
    shuffle: str
    mark: str
    broken: str
    by: str


@dataclass(frozen=True, slots=True)
class DeviceRepaired:
    by: str


DealingEvent = DealingChanged | DeviceRepaired


# -- decisions ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Way:
    """A way of dealing: the method, and how the cards are shuffled for it."""

    method: str
    shuffle: str


def broken_device(table: Table) -> str:
    """Name the device that is out of order, "shuffler" or "shoe"; "" where all work.

    A device that is only said to be out of order is the one that shuffles.
    """
    return table.device.broken or ("shuffler" if table.device.down else "")


def waits_for_device(table: Table, rules: Rules) -> bool:
    """Return whether the cards would come from the device that is out of order."""
    broken = broken_device(table)
    return (broken == "shuffler" and uses_shuffler(rules)) or (
        broken == "shoe" and uses_shoe(rules)
    )


def other_ways(table: Table, rules: Rules) -> Iterator[Way]:
    """List the ways of dealing that the floor may order now: none that needs a broken device.

    While all devices work there is only the way back to what was filed.
    """
    broken = broken_device(table)
    filed = way_of(rules_of(table.device.filed)) if table.device.filed is not None else None
    now = way_of(rules)
    if not broken:
        if filed is not None and filed != now:
            yield filed
        return
    for method in rules.set.methods:
        way = _way(method, broken, (filed or now).shuffle, rules)
        if way is not None and way != now:
            yield way


def way_of(rules: Rules) -> Way:
    """Return how cards are dealt under some rules."""
    return Way(rules.method.name, rules.choice("shuffle"))


def _way(method: str, broken: str, usual: str, rules: Rules) -> Way | None:
    """Return the way to deal by a method without a device; None where it cannot be done."""
    if broken == "shoe" and method in (rules.fact("dealing.shoes") or ()):
        return None
    needs = rules.set.methods[method].needs_shuffler
    for shuffle in (usual, "device", "manual"):
        by_hand = shuffle in BY_HAND
        possible = by_hand and not needs if broken == "shuffler" else not (by_hand and needs)
        if possible and shuffle in rules.fact("cards.shuffles"):
            return Way(method, shuffle)
    return None


def change_dealing(
    table: Table, command: ChangeDealing, by: Person, rules: Rules
) -> Decision[DealingEvent | OpeningEvent | DecksEvent]:
    """Deal by another method from the next round on, where the rules permit it."""
    if table.round is not None:
        text = "change the way of dealing between rounds"
        return refuse(TableReason.ROUND_GOING_ON, text)
    ways = {way.method: way for way in other_ways(table, rules)}
    way = ways.get(command.method)
    if way is None:
        there = f"there is {', '.join(ways)}" if ways else "none is permitted now"
        text = f"you cannot change to dealing by {command.method[:20]!r} here; {there}"
        return refuse(TableReason.DEVICE_DOWN, text, ways=tuple(ways))
    broken = broken_device(table)
    if wants_mark(table, rules) and command.mark not in MARKS:
        text = "first cover the device, or put an out-of-order sign on it"
        cite = rules.set.irregularities["device-out-of-order"]["covered"].cite
        return refuse(TableReason.DEVICE_DOWN, text, cite, marks=MARKS)
    choice = _dealt(table, way, rules)
    changed = change_rules(table, ChangeRules(choice), by, rules)
    if isinstance(changed, Refusal):
        return changed
    mark = command.mark if command.mark in MARKS and broken else ""
    return DealingChanged(way.method, way.shuffle, mark, broken, by.name), *changed


def wants_mark(table: Table, rules: Rules) -> bool:
    """Return whether a broken device is to be covered or signed before another way is used."""
    marked = "device-out-of-order" in rules.set.irregularities
    return marked and bool(table.device.broken) and not table.device.down


def _dealt(table: Table, way: Way, rules: Rules) -> RulesChoice:
    """Name the table's rules with another way of dealing; what only the old one could do goes."""
    own = table.identity.rules or RulesChoice(rules.set.name, rules.set.edition)
    options = options_of(own)
    filed = {} if table.device.filed is None else options_of(table.device.filed)
    for key in _DEALING:
        options.pop(key, None)
    if table.device.filed is not None and way == way_of(rules_of(table.device.filed)):
        options |= {key: filed[key] for key in _DEALING if key in filed}
    else:
        options |= {"dealing": way.method, "shuffle": way.shuffle}
        before = filed or options_of(own)
        boxed = any(packet.to == Target.BOX for packet in rules.set.methods[way.method].deal)
        if "six_card" in before and boxed:
            options["six_card"] = before["six_card"]
    return with_options(own, options)


def repair(table: Table, by: Person) -> Decision[DealingEvent]:
    """Take note that the device works again."""
    if not (table.device.down or table.device.broken):
        return refuse(TableReason.DEVICE_DOWN, "the device is not out of order")
    return (DeviceRepaired(by.name),)


# -- the table after an event ---------------------------------------------------------------------


def dealing_changed(t: Table, e: DealingChanged) -> Table:
    filed = t.device.filed or t.identity.rules if e.broken else None
    return replace(t, device=Device(e.mark or t.device.down, e.broken, filed))


def device_repaired(t: Table, _: DeviceRepaired) -> Table:
    return replace(t, device=replace(t.device, down="", broken=""))
