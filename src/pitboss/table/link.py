"""A link: meters that several tables feed and pay from, as a decider of its own.

Tables never write here when they feed: each keeps its own exact sum. A meter is what the link has
on its own account plus those sums; only an award, a void or a correction ever lowers it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from pitboss.round import Refusal
from pitboss.round.refusal import refuse
from pitboss.rules import MeterPlan
from pitboss.table.people import Person, two_people_fault
from pitboss.table.refusal import TableReason

HITS_KEPT: Final = 25  # the history that a supervisor may ask for at once; the journal has all


@dataclass(frozen=True, slots=True)
class Fed:
    """What one table has fed, up to and with an event of its stream."""

    table: str
    number: int
    meters: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class LinkSetUp:
    """A link begins with its plan; a seed comes from the house, an award resets to `resets`."""

    link: str
    seeds: Mapping[str, Fraction]
    resets: Mapping[str, Fraction]
    rates: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class LinkPaid:
    """A round was paid from the link: the meters before and after, and what they stood on."""

    table: str
    round: int
    before: Mapping[str, Fraction]
    after: Mapping[str, Fraction]
    fed: tuple[Fed, ...]


@dataclass(frozen=True, slots=True)
class LinkCorrected:
    meter: str
    change: Fraction
    reason: str
    by: str
    second: str


LinkEvent = LinkSetUp | LinkPaid | LinkCorrected


@dataclass(frozen=True, slots=True)
class Link:
    """A link without what the tables have fed; `own` may fall below nothing, a meter never."""

    name: str = ""
    own: Mapping[str, Fraction] = field(default_factory=dict)
    resets: Mapping[str, Fraction] = field(default_factory=dict)
    rates: Mapping[str, Fraction] = field(default_factory=dict)
    hits: tuple[tuple[str, int], ...] = ()


def evolve_link(link: Link, event: LinkEvent) -> Link:
    """Return the link after `event`."""
    match event:
        case LinkSetUp(name, seeds, resets, rates):
            return Link(name, seeds, resets, rates)
        case LinkPaid(table, round_, before, after):
            own = {m: amount + after[m] - before[m] for m, amount in link.own.items()}
            hits = (*link.hits, (table, round_))[-HITS_KEPT:]
            return replace(link, own=own, hits=hits)
        case LinkCorrected(meter, change):
            return replace(link, own={**link.own, meter: link.own[meter] + change})


def meters_of(link: Link, fed: Iterable[Fed]) -> dict[str, Fraction]:
    """Return what stands on the meters, given what every table has fed."""
    amounts = dict(link.own)
    for table in fed:
        for meter, amount in table.meters.items():
            if meter in amounts:
                amounts[meter] += amount
    return amounts


def set_up_link(
    link: Link, name: str, plans: Mapping[str, MeterPlan], seeds: Mapping[str, Fraction]
) -> tuple[LinkEvent, ...] | Refusal:
    """Begin a link, or see that one with the same plan is there: all its tables share one plan."""
    resets = {m: Fraction(plan.reset or 0) for m, plan in plans.items()}
    rates = {m: plan.rate for m, plan in plans.items()}
    if not link.name:
        return (LinkSetUp(name, dict(seeds), resets, rates),)
    if dict(link.resets) == resets and dict(link.rates) == rates:
        return ()
    text = f"link {name} has other seeds or rates; a table that joins needs the same ones"
    return refuse(TableReason.METERS, text, link=name)


def correct_link(
    link: Link,
    fed: Iterable[Fed],
    meter: str,
    change: Fraction,
    reason: str,
    by: Person,
    second: str,
) -> tuple[LinkEvent, ...] | Refusal:
    """Correct a linked meter, with a reason and two people; it never falls below nothing."""
    if meter not in link.own:
        text = f"there is no {meter[:40]} meter; there is {', '.join(link.own) or 'none'}"
        return refuse(TableReason.METERS, text)
    if meters_of(link, fed)[meter] + change < 0:
        return refuse(TableReason.METERS, f"the {meter} meter would fall below zero")
    if fault := two_people_fault(reason, by, second):
        return fault
    return (LinkCorrected(meter, change, reason.strip(), by.name, second.strip()),)
