"""The dealing procedure of one table: its method alone, packet by packet, in order."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.reports.binder.document import (
    BinderDocument,
    BinderSection,
    Points,
    Prose,
    sources_of,
    told,
)
from pitboss.reports.binder.filed_rules import as_filed
from pitboss.reports.binder.subject import Subject
from pitboss.rules import Clause, Rules, RuleSet, all_clauses
from pitboss.rules.book.chapters import Sentence, dealing, facts, instructions, streets
from pitboss.rules.book.facts import METHODS
from pitboss.rules.ruleset import DealingMethod, Target


def procedure_document(number: int, subject: Subject) -> BinderDocument:
    """Make the document of the dealing procedure."""
    rules, filed = subject.rules, as_filed(subject.rules)
    lead = (
        f"What the dealer does at a table of {rules.seats} seats where cards come from"
        f" {METHODS[rules.method.name]}, from the opening of a deck to the discard rack."
    )
    parts = (
        ("opening", "Cards, decks and the shuffle", facts(filed, "cards")),
        ("bets", "Before the first card", facts(filed, "betting")),
        ("decisions", "Decisions", (*facts(filed, "asking"), *streets(filed))),
        ("settling", "Settling, in this order", facts(filed, "settlement")),
        ("hands-on", "Handling the cards", tuple(_by_hand(rules))),
    )
    sections = [
        BinderSection(key, title, (Points(tuple(map(told, said))),))
        for key, title, said in ((key, title, tuple(said)) for key, title, said in parts)
        if said
    ]
    sections.insert(2, _deal(rules, filed))
    return BinderDocument("dealing-procedure", number, "Dealing procedure", lead, tuple(sections))


def _deal(rules: Rules, filed: RuleSet) -> BinderSection:
    """Say what holds for every card, each packet in order, and where the stub goes."""
    stub = next(dealing(filed, filed.methods.values()))
    said = [told(one) for one in facts(filed, "dealing") if "jam" not in one.text]
    return BinderSection("deal", "The deal", (Points((*said, told(stub))), _packets(rules)))


def _packets(rules: Rules) -> Points:
    """List every packet of a round with all seats taken, one by one."""
    method = rules.method
    streets_of = ((method.deal, "the deal"), (method.flop, "the flop"), (method.river, "the river"))
    items: list[Prose] = []
    for packets, when in streets_of:
        if not packets:
            items.append(Prose(f"At {when} the cards of the board that are due are turned over."))
        for packet in packets:
            cards = "one card" if packet.cards == 1 else f"{packet.cards} cards"
            items.append(
                Prose(f"{_capital(cards)} {_to(packet.to, rules)}.", sources_of(packet.cite))
            )
    return Points(tuple(items), steps=True)


def _to(target: Target, rules: Rules) -> str:
    last = "player-dealer included" if not rules.house_banks else "clockwise from the dealer's left"
    return {
        Target.SEATS: f"to each seat that bets, {last}",
        Target.DEALER: "to the dealer" if rules.house_banks else "to the player-dealer",
        Target.BOARD: "to the board, face down until they are due",
        Target.BOX: "to the four-card box",
        Target.BURN: "burned, face down",
    }[target]


def _by_hand(rules: Rules) -> Iterator[Sentence]:
    """Yield the instructions to people, without those of methods that are not in use."""
    ours = _chapters(rules.method)
    others = {chapter for one in rules.set.methods.values() for chapter in _chapters(one)} - ours
    known = {clause.id: clause for clause in all_clauses(rules.set.name)}
    for sentence in instructions(rules.set):
        if not any(_chapter(known[id_]) in others for id_ in sentence.clauses):
            yield sentence


def _chapters(method: DealingMethod) -> set[str]:
    """Name the chapters of the document by which a method deals its first cards."""
    return {_chapter_of(id_) for packet in method.deal for id_ in packet.cite.clauses}


def _chapter(clause: Clause) -> str:
    return _chapter_of(clause.id)


def _chapter_of(clause_id: str) -> str:
    return clause_id.partition(".")[0]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
