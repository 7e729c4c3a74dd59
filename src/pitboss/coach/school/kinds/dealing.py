"""The order of dealing and burning, for every way of dealing that the place knows."""

from __future__ import annotations

from typing import Final

from pitboss.coach.school.exercise import SchoolItem
from pitboss.coach.school.kinds.kind import SchoolKind, SchoolQuestion, always
from pitboss.coach.school.picks import Picks
from pitboss.coach.school.stakes import SchoolLevel
from pitboss.rules import Packet, Rules, Target
from pitboss.rules.book.chapters import STUBS
from pitboss.rules.in_force import dealing_method
from pitboss.rules.ruleset import DealingMethod
from pitboss.rules.words import DEALT_FROM

_WHERE: Final = {
    Target.SEATS: "to each seat",
    Target.DEALER: "to the dealer",
    Target.BOARD: "to the board",
    Target.BOX: "to the box",
}
_STREETS: Final = (
    ("deal", "In which order is the deal made?"),
    ("flop", "In which order does the flop come?"),
    ("river", "In which order do turn and river come?"),
)


def dealing_items(method: DealingMethod) -> tuple[SchoolItem, ...]:
    """Ask for the packets of each street in their order, and when the stub is put away."""
    known = {_value(p): _words(p) for p in (*method.deal, *method.flop, *method.river)}
    choices = tuple(sorted(known.items()))
    items = [
        _order(street, words, packets, choices)
        for street, words in _STREETS
        if (packets := _packets(method, street))
    ]
    return (*items, _stub(method))


def _packets(method: DealingMethod, street: str) -> tuple[Packet, ...]:
    return {"deal": method.deal, "flop": method.flop, "river": method.river}[street]


def _order(
    street: str, words: str, packets: tuple[Packet, ...], choices: tuple[tuple[str, str], ...]
) -> SchoolItem:
    cite = packets[0].cite
    for packet in packets[1:]:
        cite += packet.cite
    said = ", then ".join(_words(packet) for packet in packets)
    return SchoolItem(
        id=f"order.{street}",
        asks=f"{words} A letter may come more than once.",
        form="sequence",
        key=(" ".join(_value(packet) for packet in packets),),
        right=said,
        choices=choices,
        why=f"It is: {said}.",
        cite=cite,
    )


def _stub(method: DealingMethod) -> SchoolItem:
    return SchoolItem(
        id="stub",
        asks="When does the stub go to the rack?",
        form="choice",
        key=(method.stub,),
        right=STUBS[method.stub],
        choices=tuple(STUBS.items()),
        cite=method.cite,
    )


def _value(packet: Packet) -> str:
    return f"{packet.to}-{packet.cards}"


def _words(packet: Packet) -> str:
    cards = f"{packet.cards} card{'s' if packet.cards > 1 else ''}"
    return f"burn {cards}" if packet.to == Target.BURN else f"{cards} {_WHERE[packet.to]}"


def _draw(rules: Rules, picks: Picks, _level: SchoolLevel) -> SchoolQuestion:
    name = picks.one(tuple(rules.set.methods))
    method = dealing_method(rules.set, rules.options, name)
    lead = f"The cards are dealt {DEALT_FROM[name]}. Say in which order they are dealt and burned."
    return SchoolQuestion(lead, dealing_items(method))


DEALING: Final = SchoolKind(
    "dealing",
    "Dealing and burning",
    "Say in which order the cards are dealt and burned.",
    always,
    _draw,
)
