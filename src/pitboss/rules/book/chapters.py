"""The chapters of a place's rules: what its data says, sentence by sentence, in order of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from pitboss.rules import Cite, Outcome, RuleSet, Street, Target, Wager, all_clauses, money
from pitboss.rules.book.facts import METHODS, fact_sentence, wager_list
from pitboss.rules.layout import pay_words
from pitboss.rules.ruleset import Consequence, DealingMethod, FeeSchedule, Packet
from pitboss.rules.words import and_list, remedy_sentence, wager_words

OF_HAND: Final = ("cards.qualifies", "dealing.reveal", "settlement.unqualified_first")
STREETS: Final = {
    Street.DEAL: "With two cards",
    Street.FLOP: "After the flop",
    Street.RIVER: "With all five community cards",
}
TARGETS: Final = {
    Target.SEATS: "to each seat",
    Target.DEALER: "to the dealer",
    Target.BOARD: "to the board",
    Target.BOX: "to the box",
    Target.BURN: "burned",
}
PACKET_CASES: Final = {
    "dealer-first": "where the dealer's packet comes before the seats'",
    "dealer-retained": "where the dealer's packet comes last",
    "two-at-once": "two cards at once",
    "one-by-one": "one card at a time",
}
SITUATIONS: Final = {
    "win": "If you beat the dealer",
    "lose": "If the dealer beats you",
    "tie": "If you tie with the dealer",
    "fold": "If you fold",
    "unqualified-win": "If you beat a dealer who does not qualify",
    "unqualified-lose": "If a dealer who does not qualify beats you",
    "unqualified-tie": "If you tie with a dealer who does not qualify",
    "stay": "If you stay in",
}
WITH_ARTICLE: Final = (Wager.ANTE, Wager.BLIND, Wager.PROGRESSIVE)  # "the Ante", but "Trips"
OUTCOMES: Final = {
    Outcome.WIN: "wins",
    Outcome.LOSE: "loses",
    Outcome.PUSH: "pushes",
    Outcome.RETURNED: "is returned",
    Outcome.VOID: "is void",
}
STUBS: Final = {
    "after-deal": "after the deal",
    "after-river": "after the last community card",
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """One rule in our own words, with its clauses and readings."""

    text: str
    clauses: tuple[str, ...]
    readings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """Some rules under one heading."""

    title: str
    sentences: tuple[Sentence, ...]


def chapters(rules: RuleSet) -> tuple[Chapter, ...]:
    """List the chapters of a place; one without a sentence is left out."""
    found = (
        _chapter("The table", facts(rules, "table")),
        _chapter("The bank", facts(rules, "bank")),
        _chapter("Cards and shuffle", facts(rules, "cards")),
        _chapter("Wagers", (*_wagers(rules), *facts(rules, "betting"))),
        _chapter("Tips", facts(rules, "tips")),
        _chapter("The deal", (*facts(rules, "dealing"), *dealing(rules, rules.methods.values()))),
        _chapter("Decisions", (*facts(rules, "asking"), *streets(rules))),
        _chapter("What each wager does", _outcomes(rules)),
        _chapter("Order of settlement", facts(rules, "settlement")),
        _chapter("Progressive", facts(rules, "progressive")),
        _chapter("Limits and notices", (*facts(rules, "limits"), *facts(rules, "notices"))),
        _chapter("Fees", _fees(rules)),
        _chapter("Irregularities", _trouble(rules)),
        _chapter("Physical table procedures", instructions(rules)),
        _chapter("What an operator files", _filed(rules)),
    )
    return tuple(chapter for chapter in found if chapter.sentences)


def _chapter(title: str, sentences: Iterable[Sentence]) -> Chapter:
    return Chapter(title, tuple(sentences))


def sentence(text: str, *cites: Cite) -> Sentence:
    """Make a sentence with the sources of all its parts, each named once."""
    clauses = dict.fromkeys(one for cite in cites for one in cite.clauses)
    readings = dict.fromkeys(one for cite in cites for one in cite.readings)
    return Sentence(text, tuple(clauses), tuple(readings))


def facts(rules: RuleSet, group: str) -> Iterator[Sentence]:
    """Yield the sentence of each single value of a group: "table", "cards", "betting"."""
    for key, value in rules.facts.items():
        if key.partition(".")[0] == group:
            said = fact_sentence(key, value)
            yield sentence(whose(said, rules) if key in OF_HAND else said, rules.cite(key))


def whose(text: str, rules: RuleSet) -> str:
    """Name the hand that the seats play against: where a player banks it is no dealer's."""
    if rules.facts["table.bank"] == "house":
        return text
    for word in ("the", "The", "a"):
        text = text.replace(f"{word} dealer", f"{word} player-dealer")
    return text


def _wagers(rules: RuleSet) -> Iterator[Sentence]:
    for wager, rule in rules.wagers.items():
        name = wager_words(wager)
        filed = ", if the operator has filed it" if rule.if_filed else ""
        if wager == Wager.PLAY:
            said = f"You bet Play after you have seen cards, on top of {wager_list(rule.needs)}."
        elif rule.needs:
            said = f"You bet {name} together with {wager_list(rule.needs)}{filed}."
        else:
            said = f"{name} needs no other bet{filed}."
        alone = " It may be your only bet." if rule.alone else ""
        yield sentence(said + alone, rule.cite)


def dealing(rules: RuleSet, methods: Iterable[DealingMethod]) -> Iterator[Sentence]:
    """Yield how cards are dealt by each of these methods, street by street."""
    for method in methods:
        device = " This needs a shuffling device." if method.needs_shuffler else ""
        stub = STUBS.get(method.stub, method.stub)
        text = f"From {METHODS[method.name]}: the undealt cards go to the rack {stub}.{device}"
        yield sentence(text, method.cite, method.needs_cite)
        for street in Street:
            yield from _scripts(rules, method, street)


def _scripts(rules: RuleSet, method: DealingMethod, street: Street) -> Iterator[Sentence]:
    """Describe the packets of a street in order, once for each way of dealing it."""
    when = {Street.DEAL: "the deal", Street.FLOP: "the flop", Street.RIVER: "the last two cards"}
    where = f"From {METHODS[method.name]}, {when[street]}"
    ways = list(ways_of(getattr(method, street)))
    if not ways:
        yield sentence(f"{where}: the cards on the board are turned over.", method.cite)
    for way, packets in ways:
        said = whose(packets_words(packets), rules)
        yield sentence(f"{where}{way}: {said}.", *(packet.cite for packet in packets))


def ways_of(packets: tuple[Packet, ...]) -> Iterator[tuple[str, list[Packet]]]:
    """Yield each way of dealing a street: its name in words, and all its packets in order."""
    cases = list(dict.fromkeys(packet.when for packet in packets if packet.when))
    for case in cases or [""] * bool(packets):
        said = f" ({PACKET_CASES[case]})" if case else ""
        yield said, [packet for packet in packets if packet.when in ("", case)]


def packets_words(packets: Iterable[Packet]) -> str:
    """Describe packets in words; equal ones in a row are counted."""
    said = []
    for words, run in groupby(map(packet_words, packets)):
        times = len(list(run))
        said.append(words if times == 1 else f"{times} times {words}")
    return and_list(said, "then")


def packet_words(packet: Packet) -> str:
    """Describe one packet: how many cards go where."""
    cards = "one card" if packet.cards == 1 else f"{packet.cards} cards"
    return f"{cards} {TARGETS[packet.to]}"


def streets(rules: RuleSet) -> Iterator[Sentence]:
    """Yield what a player may do on each street."""
    for street, rule in rules.streets.items():
        choices = [f"bet {_times(rule.play)} the Ante"]
        choices += ["check"] if rule.check else []
        choices += ["fold"] if rule.fold else []
        text = f"{STREETS[street]} you may {and_list(choices, 'or')}."
        yield sentence(text, rule.play_cite, rule.check_cite, rule.fold_cite)


def _times(play: tuple[int, ...]) -> str:
    once: dict[tuple[int, ...], str] = {(1,): "as much as", (2,): "twice"}
    return once.get(play) or f"{and_list([str(n) for n in play], 'or')} times"


def _outcomes(rules: RuleSet) -> Iterator[Sentence]:
    for wager, situation in rules.consequences:
        yield outcome_sentence(rules, wager, situation)


def outcome_sentence(rules: RuleSet, wager: Wager, situation: str) -> Sentence:
    """Say what a situation does to a wager."""
    found = rules.consequences[wager, situation]
    below = found.below.cite if found.below is not None else Cite()
    return sentence(whose(_outcome(wager, situation, found), rules), found.cite, below)


def _outcome(wager: Wager, situation: str, found: Consequence) -> str:
    name = wager_words(wager)
    if wager == Wager.ENVY:
        if situation == "each":
            return "Envy pays every player with a Progressive bet for another player's hand."
        return "If several hands earn Envy, each of them pays it."
    the = "the " if wager in WITH_ARTICLE else ""
    said = f"{SITUATIONS[situation]}, {the}{name}"
    if found.below is not None:
        return f"{said} pays by its paytable; below its lowest line it {verb(found.below)}."
    return f"{said} {verb(found)}."


def verb(found: Consequence) -> str:
    """Describe what becomes of a wager."""
    odds = f" {pay_words(found.odds)}" if found.odds else ""
    return f"{OUTCOMES[found.outcome]}{odds}"


def _fees(rules: RuleSet) -> Iterator[Sentence]:
    for schedule in rules.fees.values():
        yield sentence(fee_words(schedule), schedule.cite)


def fee_words(schedule: FeeSchedule) -> str:
    """Describe a fee option, tier by tier."""
    tiers, least = [], 0
    for tier in schedule.tiers:
        upto = f"up to ${tier.up_to:,}" if tier.up_to is not None else f"above ${least:,}"
        circle = f" and each player {money(tier.circle)}" if tier.circle else ""
        tiers.append(f"{upto} of action the player-dealer pays {money(tier.bank)}{circle}")
        least = tier.up_to or least
    return f"Fee option {schedule.name}: {'; '.join(tiers)}."


def _trouble(rules: RuleSet) -> Iterator[Sentence]:
    for kind, cases in rules.irregularities.items():
        for case, remedy in cases.items():
            text = whose(remedy_sentence(kind, case, remedy), rules)
            yield sentence(text, remedy.cite, remedy.settle_cite)


def instructions(rules: RuleSet) -> Iterator[Sentence]:
    """Yield the rules that only people can follow: where cards stay, how a deck is held."""
    for clause in all_clauses(rules.name):
        if "I" in clause.kinds:
            text = clause.text.lstrip("…")  # some begin in the middle of a sentence
            yield sentence(text[:1].upper() + text[1:], Cite((clause.id,)))


def _filed(rules: RuleSet) -> Iterator[Sentence]:
    for asked in rules.requirements:
        when = f" (with {asked.when.replace('_', ' ')})" if asked.when else ""
        yield sentence(f"{asked.wants[0].upper()}{asked.wants[1:]}{when}.", asked.cite)
