"""Irregularities: which case one is, whether it can happen now, what its remedy does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from pitboss.cards import cards_text
from pitboss.round import event as past
from pitboss.round.command import Declare
from pitboss.round.dealing import everyone_has_two, needs_more_cards
from pitboss.round.refusal import Reason, Refusal, refuse
from pitboss.round.state import Incident, Phase, Round, Void
from pitboss.rules import Remedy, Rules, Wager

Case = str | Refusal
RIGHT_COUNT: Final = {"seat": 2, "dealer": 2, "board": 5, "box": 4}
DECK: Final = 52

_IN_HAND: Final = frozenset({Phase.DEALING, Phase.DECIDING, Phase.TURNING, Phase.REVEALING})
_FROM_LOCK: Final = _IN_HAND | {Phase.LOCKED}
_UNTIL_PAID: Final = _FROM_LOCK | {Phase.SETTLING}


def declare(round_: Round, command: Declare, rules: Rules) -> tuple[past.Event, ...] | Refusal:
    """Tell what happens when an irregularity is declared, or why it cannot be declared now."""
    kinds = rules.set.irregularities
    if command.kind not in kinds or command.kind not in _CASES:
        text = f"{command.kind[:40]!r} is no irregularity of {rules.set.title}; {', '.join(kinds)}"
        return refuse(Reason.NO_SUCH_IRREGULARITY, text, kinds=tuple(kinds))
    phases, case_of = _CASES[command.kind]
    all_void = round_.void is not None and not round_.void.settles
    if round_.phase not in phases or all_void:
        text = f"{command.kind} cannot be declared while the round is {_doing(round_)}"
        return refuse(Reason.IRREGULARITY_TOO_LATE, text, phase=round_.phase)
    case = case_of(round_, command, rules)
    if isinstance(case, Refusal):
        return case
    remedy = _remedy(command.kind, case, rules)
    return _events(round_, command, case, remedy)


def _doing(round_: Round) -> str:
    return "void" if round_.void is not None and not round_.void.settles else str(round_.phase)


def _facts(text: str, **facts: object) -> Refusal:
    return Refusal(Reason.IRREGULARITY_FACTS, text, facts)


# -- which case it is ----------------------------------------------------------------------------


def _face_up(round_: Round, command: Declare, rules: Rules) -> Case:
    if round_.phase != Phase.LOCKED and not needs_more_cards(round_, rules):
        return refuse(Reason.IRREGULARITY_TOO_LATE, "no more cards are dealt this round")
    if not command.cards:
        return _facts("name the cards that were found face up")
    strange = tuple(card for card in command.cards if card not in round_.stub)
    if strange:
        return _facts(f"{cards_text(strange)} is not among the undealt cards", cards=strange)
    late = "_late" if everyone_has_two(round_) else ""
    found = len(command.cards) + len(round_.set_aside)
    return f"one{late}" if found == 1 else f"several{late}"


def _unexposed(_round: Round, _command: Declare, _rules: Rules) -> Case:
    return "unexposed"


def _any(_round: Round, _command: Declare, _rules: Rules) -> Case:
    return "any"


def _wrong_count(round_: Round, command: Declare, rules: Rules) -> Case:
    cases = rules.set.irregularities["wrong-card-count"]
    if command.where not in cases:
        return _facts(f"where the count is wrong: one of {', '.join(cases)}", where=command.where)
    if command.count == RIGHT_COUNT[command.where]:
        return _facts(f"{command.count} cards are the right number for {command.where}")
    if command.where == "seat" and (command.seat is None or round_.spot(command.seat) is None):
        return _facts(f"seat {command.seat} has no hand this round")
    if command.where == "box" and Wager.SIX_CARD not in rules.tables:
        return _facts("there is no box at this table: Six Card is not offered")
    return command.where


def _dealer_exposed(round_: Round, _command: Declare, _rules: Rules) -> Case:
    if not round_.dealer:
        return _facts("the dealer has no card yet")
    return "any"


def _jam(_round: Round, command: Declare, _rules: Rules) -> Case:
    if command.holds not in ("in_play", "idle"):
        return _facts("the device holds the deck in play (in_play) or the idle deck (idle)")
    return command.holds


def _stub_count(round_: Round, command: Declare, rules: Rules) -> Case:
    if command.count is None or not 0 <= command.count <= DECK:
        return _facts("say how many cards the stub was counted to hold, 0 to 52")
    out = DECK - len(round_.stub)
    total = command.count + out
    case = "right"
    if command.misdealt:
        case = "misdealt" if total == DECK else "misdealt_short"
    elif total != DECK:
        case = "not_misdealt"
    return f"{rules.method.name}.{case}"


def _deck_count(round_: Round, command: Declare, _rules: Rules) -> Case:
    if not round_.stub:
        return refuse(Reason.NO_DECK, "there is no deck to count yet")
    if command.count is None or command.count == DECK:
        return _facts("say how many cards the device counted; 52 is no irregularity")
    return "wrong"


def _left(round_: Round, command: Declare, rules: Rules) -> Case:
    if command.seat is None or round_.spot(command.seat) is None:
        return _facts(f"seat {command.seat} has no wager this round")
    if command.ruling not in ("abandoned", "settled"):
        return _facts("the supervisor rules the wagers abandoned or settled")
    if command.ruling == "abandoned" and rules.choice("abandon.policy") != "supervisor":
        return _facts("this table settles the wagers of a player who leaves (abandon.policy)")
    return command.ruling


def _device(_round: Round, command: Declare, _rules: Rules) -> Case:
    if command.how not in ("covered", "signed"):
        return _facts("the device is covered, or signed out of order")
    return command.how


_Decide = Callable[[Round, Declare, Rules], Case]
_CASES: Final[dict[str, tuple[frozenset[Phase], _Decide]]] = {
    "face-up-card": (_FROM_LOCK - {Phase.REVEALING}, _face_up),
    "card-drawn-in-error": (_FROM_LOCK - {Phase.REVEALING}, _unexposed),
    "card-exposed": (_IN_HAND, _any),
    "wrong-card-count": (_IN_HAND | {Phase.SETTLING}, _wrong_count),
    "dealer-card-exposed": (_IN_HAND, _dealer_exposed),
    "shuffler-jam": (_FROM_LOCK, _jam),
    "shoe-jam": (_FROM_LOCK, _any),
    "stub-count": (_IN_HAND | {Phase.SETTLING}, _stub_count),
    "deck-count": (frozenset({Phase.LOCKED}), _deck_count),
    "player-left": (_UNTIL_PAID, _left),
    "device-out-of-order": (_UNTIL_PAID | {Phase.BETTING}, _device),
}
IRREGULARITY_KINDS: Final = tuple(_CASES)


# -- what its remedy does ------------------------------------------------------------------------


def _remedy(kind: str, case: str, rules: Rules) -> Remedy:
    """Find the remedy of the set, changed by the options that speak of this case."""
    cases = rules.set.irregularities[kind]
    remedy = cases[case]
    choice = rules.choice
    if (
        kind == "face-up-card"
        and case == "one_late"
        and choice("irreg.single_faceup_late") != "continue"
    ):
        remedy = cases["several_late"]
    elif kind == "dealer-card-exposed" and choice("irreg.dealer_exposed.side_wagers") == "return":
        remedy = replace(remedy, settles=tuple(w for w in remedy.settles if w == Wager.TRIPS))
    elif case == "box" and choice("irreg.box_count") == "void_six_only":
        remedy = replace(remedy, action="void-wager")
    elif kind == "shuffler-jam" and case == "idle" and choice("irreg.jam_idle_deck") == "void":
        remedy = cases["in_play"]
    elif kind == "wrong-card-count" and case == "seat":
        remedy = _misdealt_seat(remedy, rules)
    elif kind in ("card-exposed", "dealer-card-exposed") and choice("exposed.card") == "void":
        remedy = replace(remedy, action="void")
    harmless = remedy.action == "continue"
    if choice("irregularity.policy") == "void" and not remedy.cite.clauses and not harmless:
        remedy = replace(remedy, action="void", settles=())
    return remedy


def _misdealt_seat(remedy: Remedy, rules: Rules) -> Remedy:
    if remedy.action == "void" and rules.choice("misdeal.policy") == "dead_hand":
        return replace(remedy, action="void-seat")
    if remedy.action == "void-seat" and rules.choice("dead_hand.policy") == "lose":
        return replace(remedy, action="forfeit")
    return remedy


def _events(round_: Round, command: Declare, case: str, remedy: Remedy) -> tuple[past.Event, ...]:
    action = remedy.action
    decided = round_.void is not None or not any(spot.asked for spot in round_.spots)
    if command.kind == "dealer-card-exposed" and decided:
        action = "continue"  # nobody is left to decide: the card tells nobody anything
    incident = Incident(command.kind, case, action, remedy.deck, remedy.cite, command.seat)
    events: list[past.Event] = [past.IrregularityDeclared(incident)]
    if command.kind == "face-up-card" and action != "continue":
        events.append(past.CardsSetAside(command.cards))
    if action == "void":
        settles = tuple(w for w in remedy.settles if any(s.on(w) for s in round_.spots))
        events.append(past.RoundVoided(Void(remedy.cite, settles, remedy.settle_cite)))
    elif action in ("void-seat", "forfeit") and command.seat is not None:
        events.append(past.HandKilled(command.seat, remedy.cite, forfeited=action == "forfeit"))
    elif action == "void-wager":
        events.append(past.WagerVoided(Wager.SIX_CARD, remedy.cite))
    elif action == "new-deck":
        events.append(past.DeckRemoved())
    return tuple(events)
