"""The chapters of a place's rules: what its data says, sentence by sentence, in order of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from pitboss.rules import Cite, Outcome, RuleSet, Street, Target, Wager, all_clauses, money
from pitboss.rules.layout import pay_words, wager_words
from pitboss.rules.ruleset import Consequence, DealingMethod, FeeSchedule, Packet
from pitboss.server.rulebook.facts import METHODS, and_list, fact_sentence, wager_list
from pitboss.server.rulebook.trouble import remedy_sentence
from pitboss.server.wire.rules import Chapter, Sentence

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
    "two-at-once": "two at once",
    "one-by-one": "one by one",
}
SITUATIONS: Final = {
    "win": "beats the dealer",
    "lose": "is beaten",
    "tie": "ties",
    "fold": "folds",
    "unqualified-win": "beats a dealer who does not qualify",
    "unqualified-lose": "is beaten by a dealer who does not qualify",
    "unqualified-tie": "ties with a dealer who does not qualify",
    "stay": "stays in",
}
OUTCOMES: Final = {
    Outcome.WIN: "wins",
    Outcome.LOSE: "loses",
    Outcome.PUSH: "pushes",
    Outcome.RETURNED: "goes back",
    Outcome.VOID: "is void",
}
STUBS: Final = {
    "after-deal": "after the deal",
    "after-river": "after the last community card",
}


def chapters(rules: RuleSet) -> tuple[Chapter, ...]:
    """All chapters of a place; one without a sentence is left out."""
    found = (
        _chapter("The table", _facts(rules, "table")),
        _chapter("The bank", _facts(rules, "bank")),
        _chapter("Cards and shuffle", _facts(rules, "cards")),
        _chapter("Wagers", (*_wagers(rules), *_facts(rules, "betting"))),
        _chapter("Tips", _facts(rules, "tips")),
        _chapter("The deal", (*_facts(rules, "dealing"), *_dealing(rules))),
        _chapter("Decisions", (*_facts(rules, "asking"), *_streets(rules))),
        _chapter("What each wager does", _outcomes(rules)),
        _chapter("Order of settlement", _facts(rules, "settlement")),
        _chapter("Progressive", _facts(rules, "progressive")),
        _chapter("Limits and notices", (*_facts(rules, "limits"), *_facts(rules, "notices"))),
        _chapter("Fees", _fees(rules)),
        _chapter("Irregularities", _trouble(rules)),
        _chapter("For people at a table of wood", instructions(rules)),
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


def _facts(rules: RuleSet, group: str) -> Iterator[Sentence]:
    for key, value in rules.facts.items():
        if key.partition(".")[0] == group:
            said = fact_sentence(key, value)
            yield sentence(_whose(said, rules) if key in OF_HAND else said, rules.cite(key))


def _whose(text: str, rules: RuleSet) -> str:
    """Name the hand that the seats play against: where a player banks it is no dealer's."""
    if rules.facts["table.bank"] == "house":
        return text
    for word in ("the", "The", "a"):
        text = text.replace(f"{word} dealer", f"{word} player-dealer")
    return text


def _wagers(rules: RuleSet) -> Iterator[Sentence]:
    for wager, rule in rules.wagers.items():
        name = wager_words(wager)
        filed = " where the operator has filed it" if rule.if_filed else ""
        if wager == Wager.PLAY:
            said = f"Play is bet after the cards, behind {wager_list(rule.needs)}."
        elif rule.needs:
            said = f"{name} is bet together with {wager_list(rule.needs)}{filed}."
        else:
            said = f"{name} needs no other wager beside it{filed}."
        alone = " It may be a player's only wager." if rule.alone else ""
        yield sentence(said + alone, rule.cite)


def _dealing(rules: RuleSet) -> Iterator[Sentence]:
    for method in rules.methods.values():
        device = " A shuffling device is needed." if method.needs_shuffler else ""
        stub = STUBS.get(method.stub, method.stub)
        text = f"From {METHODS[method.name]}: what is left goes to the rack {stub}.{device}"
        yield sentence(text, method.cite, method.needs_cite)
        for street in Street:
            yield _script(rules, method, street)


def _script(rules: RuleSet, method: DealingMethod, street: Street) -> Sentence:
    packets: tuple[Packet, ...] = getattr(method, street)
    when = {Street.DEAL: "the deal", Street.FLOP: "the flop", Street.RIVER: "the last two cards"}
    where = f"From {METHODS[method.name]}, {when[street]}"
    if not packets:
        return sentence(f"{where}: the cards lie on the board already and are turned.", method.cite)
    said = _whose(and_list([packet_words(packet) for packet in packets], "then"), rules)
    return sentence(f"{where}: {said}.", *(packet.cite for packet in packets))


def packet_words(packet: Packet) -> str:
    """Say how many cards go where at once."""
    cards = "one card" if packet.cards == 1 else f"{packet.cards} cards"
    case = f" ({PACKET_CASES[packet.when]})" if packet.when else ""
    return f"{cards} {TARGETS[packet.to]}{case}"


def _streets(rules: RuleSet) -> Iterator[Sentence]:
    for street, rule in rules.streets.items():
        choices = [f"bet {_times(rule.play)} the Ante"]
        choices += ["check"] if rule.check else []
        choices += ["fold"] if rule.fold else []
        text = f"{STREETS[street]} a player may {and_list(choices, 'or')}."
        yield sentence(text, rule.play_cite, rule.check_cite, rule.fold_cite)


def _times(play: tuple[int, ...]) -> str:
    once: dict[tuple[int, ...], str] = {(1,): "as much as", (2,): "twice"}
    return once.get(play) or f"{and_list([str(n) for n in play], 'or')} times"


def _outcomes(rules: RuleSet) -> Iterator[Sentence]:
    for (wager, situation), found in rules.consequences.items():
        below = found.below.cite if found.below is not None else Cite()
        text = _whose(_outcome(wager, situation, found), rules)
        yield sentence(text, found.cite, below)


def _outcome(wager: Wager, situation: str, found: Consequence) -> str:
    name = wager_words(wager)
    if wager == Wager.ENVY:
        if situation == "each":
            return "Envy pays each player with a Progressive wager for another player's hand."
        return "Where several hands give Envy, it is paid for each of them."
    said = f"{name} of a player who {SITUATIONS[situation]}"
    if found.below is not None:
        return f"{said} is paid by its paytable; below its lowest line it {verb(found.below)}."
    return f"{said} {verb(found)}."


def verb(found: Consequence) -> str:
    """Say what becomes of a wager."""
    odds = f" {pay_words(found.odds)}" if found.odds else ""
    return f"{OUTCOMES[found.outcome]}{odds}"


def _fees(rules: RuleSet) -> Iterator[Sentence]:
    for schedule in rules.fees.values():
        yield sentence(_schedule(schedule), schedule.cite)


def _schedule(schedule: FeeSchedule) -> str:
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
            text = _whose(remedy_sentence(kind, case, remedy), rules)
            yield sentence(text, remedy.cite, remedy.settle_cite)


def instructions(rules: RuleSet) -> Iterator[Sentence]:
    """What only people can do and no software sees done: where cards stay, how a deck is held."""
    for clause in all_clauses(rules.name):
        if "I" in clause.kinds:
            text = clause.text.lstrip("…")  # some begin in the middle of a sentence
            yield sentence(text[:1].upper() + text[1:], Cite((clause.id,)))


def _filed(rules: RuleSet) -> Iterator[Sentence]:
    for asked in rules.requirements:
        when = f" (with {asked.when.replace('_', ' ')})" if asked.when else ""
        yield sentence(f"{asked.wants[0].upper()}{asked.wants[1:]}{when}.", asked.cite)
