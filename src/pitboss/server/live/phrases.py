"""What a dealer would say about a wager or an irregularity: short, with its reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.cards import CATEGORY_SLUGS
from pitboss.round.movement import Movement, Why
from pitboss.round.state import Incident
from pitboss.rules import Outcome, Rules, Wager
from pitboss.rules.layout import hand_words

WAGERS: Final[Mapping[Wager, str]] = {
    Wager.ANTE: "Ante",
    Wager.BLIND: "Blind",
    Wager.PLAY: "Play",
    Wager.TRIPS: "Trips",
    Wager.SIX_CARD: "Six Card",
    Wager.PROGRESSIVE: "Progressive",
    Wager.ENVY: "Envy",
    Wager.LIMIT: "Payout limit",
}
_VERBS: Final[Mapping[Outcome, str]] = {
    Outcome.WIN: "wins",
    Outcome.LOSE: "loses",
    Outcome.PUSH: "pushes",
    Outcome.RETURNED: "goes back",
    Outcome.VOID: "is void",
    Outcome.ADJUSTED: "is cut to the limit",
}
_REASONS: Final[Mapping[Why, str]] = {
    Why.FOLDED: "folded",
    Why.ENVY: "for another player's hand",
    Why.DEAD_HAND: "dead hand",
    Why.ABANDONED: "abandoned",
    Why.VOID: "void round",
    Why.UNCOVERED: "not covered by the bank",
    Why.WIN_CAP: "the bank may not win more",
    Why.LIMIT: "most that a round pays",
}
_REMEDIES: Final[Mapping[str, str]] = {
    "continue": "The round goes on",
    "void": "The round is void; wagers go back",
    "void-seat": "This hand is dead; its wagers go back",
    "forfeit": "This hand is dead; its wagers are lost",
    "void-wager": "This wager is void at every seat",
    "new-deck": "Another deck is brought",
}


def dealer_word(rules: Rules) -> str:
    """Say who plays against the seats here."""
    return "dealer" if rules.house_banks else "player-dealer"


def odds_words(odds: str) -> str:
    """Say odds as they are printed: "3:2" is "3 to 2"."""
    return odds.replace(":", " to ")


def move_words(move: Movement, rules: Rules) -> str:
    """Say what becomes of a wager and why: "Blind pushes: winning hand below a straight"."""
    whose = f"{WAGERS[move.wager]} tip" if move.tip else WAGERS[move.wager]
    said = f"{whose} {_VERBS[move.outcome]}"
    if move.outcome == Outcome.WIN and move.odds:
        said += f" {odds_words(move.odds)}"
    reason = _reason(move, rules)
    return f"{said}: {reason}" if reason else said


def _reason(move: Movement, rules: Rules) -> str:
    dealer = dealer_word(rules)
    match move.why:
        case Why.BEATS:
            return f"beats the {dealer}"
        case Why.BEATEN:
            return f"beaten by the {dealer}"
        case Why.TIE:
            return f"ties the {dealer}"
        case Why.NOT_QUALIFIED:
            least = hand_words(CATEGORY_SLUGS[rules.qualifies])
            return f"the {dealer} has less than a {least}"
        case Why.BELOW_FLOOR:
            return _below(move, rules)
        case Why.LINE:
            return _line(move, rules)
        case _:
            return _REASONS[move.why]


def _line(move: Movement, rules: Rules) -> str:
    """Name the hand of the line that pays, where its odds tell which one it is."""
    table = rules.tables.get(move.wager)
    hands = [line.hand for line in table.lines if str(line.pays) == move.odds] if table else []
    return hand_words(hands[0]) if len(hands) == 1 else ""


def _below(move: Movement, rules: Rules) -> str:
    table = rules.tables.get(move.wager)
    if table is None:
        return "below the paytable"
    least = hand_words(table.lines[-1].hand)
    least = least if least.startswith("three") or least.startswith("two") else f"a {least}"
    return f"winning hand below {least}" if move.wager == Wager.BLIND else f"less than {least}"


def incident_title(incident: Incident) -> str:
    """Name an irregularity for people."""
    return incident.kind.replace("-", " ").capitalize()


def remedy_words(incident: Incident) -> str:
    """Say what was done about an irregularity."""
    known = _REMEDIES.get(incident.action)
    done = known or incident.action.replace("-", " ").replace("_", " ").capitalize()
    return f"{done}; the deck is removed" if incident.deck == "removed" else done
