"""Irregularities: which case one is, whether it can happen now, what its remedy does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from pitboss.cards import Card
from pitboss.round import event as past
from pitboss.round.command import Declare
from pitboss.round.dealing import everyone_has_two, needs_more_cards
from pitboss.round.legal import uses_shoe, uses_shuffler
from pitboss.round.refusal import Reason, Refusal, refuse
from pitboss.round.state import Incident, Phase, Round, Void
from pitboss.rules import Remedy, Rules, Wager

Case = str | Refusal
RIGHT_COUNT: Final = {"seat": 2, "dealer": 2, "board": 5, "box": 4}
DECK: Final = 52
FACE_UP_MAX: Final = 2  # two are several: the rules know no case beyond, and more show the deck

_IN_HAND: Final = frozenset({Phase.DEALING, Phase.DECIDING, Phase.TURNING, Phase.REVEALING})
_FROM_LOCK: Final = _IN_HAND | {Phase.LOCKED}
_UNTIL_PAID: Final = _FROM_LOCK | {Phase.SETTLING}


def declare(round_: Round, command: Declare, rules: Rules) -> tuple[past.Event, ...] | Refusal:
    """Return what happens when an irregularity is declared, or why it cannot be declared now."""
    kinds = rules.set.irregularities
    if command.kind not in kinds or command.kind not in _CASES:
        text = f"{rules.set.title} has no rule for {command.kind[:40]!r}; it has {', '.join(kinds)}"
        return refuse(Reason.NO_SUCH_IRREGULARITY, text, kinds=tuple(kinds))
    if fault := _absent(command.kind, rules):
        return fault
    phases, case_of = _CASES[command.kind]
    all_void = round_.void is not None and not round_.void.settles
    if round_.phase not in phases or all_void:
        what = command.kind.replace("-", " ")
        text = f"{what} cannot be declared at this point of the round ({_doing(round_)})"
        return refuse(Reason.IRREGULARITY_TOO_LATE, text, phase=round_.phase)
    case = case_of(round_, command, rules)
    if isinstance(case, Refusal):
        return case
    remedy = remedy_in_force(command.kind, case, rules)
    return _events(round_, command, case, remedy)


def _absent(kind: str, rules: Rules) -> Refusal | None:
    """A device fails only where it is used: an absent one voids no round."""
    uses = _USES.get(kind)
    if uses is None or uses(rules):
        return None
    what = {"shuffler-jam": "no shuffler", "shoe-jam": "no shoe"}.get(kind, "no device")
    how = f"cards are dealt by {rules.method.name} after a {rules.choice('shuffle')} shuffle"
    return refuse(Reason.DEVICE_ABSENT, f"this table uses {what}: {how}")


def _doing(round_: Round) -> str:
    return "void" if round_.void is not None and not round_.void.settles else str(round_.phase)


def _no_such(seat: int | None, what: str) -> str:
    return "say which seat" if seat is None else f"seat {seat} has no {what} this round"


def _facts(text: str, **facts: object) -> Refusal:
    return Refusal(Reason.IRREGULARITY_FACTS, text, facts)


# -- which case it is ----------------------------------------------------------------------------


def _face_up(round_: Round, command: Declare, rules: Rules) -> Case:
    if round_.phase != Phase.LOCKED and not needs_more_cards(round_, rules):
        return refuse(Reason.IRREGULARITY_TOO_LATE, "no more cards are dealt this round")
    if not round_.stub:
        return refuse(Reason.NO_DECK, "there is no deck yet that could have a card face up")
    cards = _found_face_up(round_, command)
    if isinstance(cards, Refusal):
        return cards
    late = "_late" if everyone_has_two(round_) else ""
    found = len(cards) + len(round_.set_aside)
    return f"one{late}" if found == 1 else f"several{late}"


def _found_face_up(round_: Round, command: Declare) -> tuple[Card, ...] | Refusal:
    """Give the cards that lay face up: those named, or as many as were said from the top.

    A file that describes a round names them. Whoever may not know where the cards lie says how
    many, and so is answered the same wherever they lie. The refusal names no card either.
    """
    if command.cards:
        if set(command.cards) <= set(round_.stub):
            return command.cards
        return _facts("a card that lay face up in the deck cannot have been dealt")
    if command.count is None or not 1 <= command.count <= FACE_UP_MAX:
        return _facts(f"say which cards, or how many (1 to {FACE_UP_MAX}), lay face up")
    return round_.stub[: command.count]


def _unexposed(_round: Round, _command: Declare, _rules: Rules) -> Case:
    return "unexposed"


def _any(_round: Round, _command: Declare, _rules: Rules) -> Case:
    return "any"


def _wrong_count(round_: Round, command: Declare, rules: Rules) -> Case:
    cases = rules.set.irregularities["wrong-card-count"]
    if command.where not in cases:
        return _facts(
            f"say where the count is wrong: one of {', '.join(cases)}", where=command.where
        )
    if command.count == RIGHT_COUNT[command.where]:
        return _facts(f"{command.count} cards is the right number for the {command.where}")
    if command.where == "seat" and (command.seat is None or round_.spot(command.seat) is None):
        return _facts(_no_such(command.seat, "hand"))
    if command.where == "box" and Wager.SIX_CARD not in rules.tables:
        return _facts("there is no box at this table: Six Card is not offered")
    return command.where


def _dealer_exposed(round_: Round, _command: Declare, _rules: Rules) -> Case:
    if not round_.dealer:
        return _facts("the dealer has no card yet")
    return "any"


def _jam(_round: Round, command: Declare, _rules: Rules) -> Case:
    if command.holds not in ("in_play", "idle"):
        return _facts(
            "say which deck the device holds: the one in play (in_play) or the idle one (idle)"
        )
    return command.holds


def _stub_count(round_: Round, command: Declare, rules: Rules) -> Case:
    if command.count is None or not 0 <= command.count <= DECK:
        return _facts("say how many cards were counted in the stub, 0 to 52")
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
        return _facts("say how many cards the device counted; 52 is the right number")
    return "wrong"


def _left(round_: Round, command: Declare, rules: Rules) -> Case:
    if command.seat is None or round_.spot(command.seat) is None:
        return _facts(_no_such(command.seat, "bet"))
    if command.ruling not in ("abandoned", "settled"):
        return _facts("the supervisor must rule the bets abandoned or settled")
    if command.ruling == "abandoned" and rules.choice("abandon.policy") != "supervisor":
        return _facts("at this table the bets of a player who leaves are settled")
    return command.ruling


def _device(_round: Round, command: Declare, _rules: Rules) -> Case:
    if command.how not in ("covered", "signed"):
        return _facts("say how the device is marked: covered or signed")
    return command.how


_USES: Final[dict[str, Callable[[Rules], bool]]] = {
    "shuffler-jam": uses_shuffler,
    "shoe-jam": uses_shoe,
    "device-out-of-order": lambda rules: uses_shuffler(rules) or uses_shoe(rules),
}
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


def can_happen(kind: str, case: str, rules: Rules) -> bool:
    """Return whether a case can arise at a table: its device, method of dealing or box is there."""
    if kind not in _CASES or _absent(kind, rules) is not None:
        return False
    if kind == "stub-count":
        return case.partition(".")[0] == rules.method.name
    if kind == "deck-count":
        return uses_shuffler(rules)
    return case != "box" or Wager.SIX_CARD in rules.tables


# -- what its remedy does ------------------------------------------------------------------------


def remedy_in_force(kind: str, case: str, rules: Rules) -> Remedy:
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
        cards = _found_face_up(round_, command)
        events.append(past.CardsSetAside(() if isinstance(cards, Refusal) else cards))
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
