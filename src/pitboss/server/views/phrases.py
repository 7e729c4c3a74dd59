"""What a dealer would say about a wager or an irregularity: short, with its reason."""

from __future__ import annotations

from pitboss.cards import CATEGORY_SLUGS
from pitboss.round.movement import Movement, MovementReason
from pitboss.round.state import Incident, Round
from pitboss.rules import Outcome, Rules, Wager, money
from pitboss.rules.log_words import LOG_PARTS, VOID_WAGERS
from pitboss.rules.words import (
    BELOW,
    FELT_REMEDIES,
    IN_PART,
    OUTCOMES,
    SPANS,
    TIPS,
    WAGERS,
    WHY,
    a_hand,
    and_list,
    hand_words,
    kind_title,
)
from pitboss.server.views.result import ran_out, won_full


def dealer_word(rules: Rules) -> str:
    """Return the word for the hand that the seats play against."""
    return LOG_PARTS["house-banks" if rules.house_banks else "player-banks"]


def odds_words(odds: str) -> str:
    """Write odds as they are printed: "3:2" is "3 to 2"."""
    return odds.replace(":", " to ")


def move_words(move: Movement, rules: Rules) -> str:
    """Describe what becomes of a wager and why: "Blind pushes: winning hand below a straight"."""
    if move.tip:
        return tip_words(move)
    said = f"{WAGERS[move.wager]} {OUTCOMES[move.outcome][0]}"
    if move.outcome == Outcome.WIN and move.odds:
        said += f" {odds_words(move.odds)}"
    reason = ", ".join(filter(None, (_reason(move, rules), _in_part(move))))
    return f"{said}: {reason}" if reason else said


def tip_words(move: Movement) -> str:
    """Describe what becomes of a tip: the dealer gets it with all that it won."""
    given = move.taken + move.paid
    if move.outcome == Outcome.LOSE:
        kind = "lost"
    elif not given:
        kind = "returned"
    else:
        kind = "won" if move.outcome == Outcome.WIN else "given"
    return TIPS[kind].format(wager=WAGERS[move.wager], chips=short_money(given))


def _in_part(move: Movement) -> str:
    """Describe a wager that the player-dealer's stake covered only in part."""
    if move.paid and ran_out(move):
        return IN_PART["paid"].format(paid=short_money(move.paid), due=short_money(move.due))
    if move.taken and won_full(move):
        return IN_PART["collected"]
    return ""


def short_money(cents: int) -> str:
    """Write a sum without cents where there are none.

    >>> short_money(1000), short_money(1250)
    ('$10', '$12.50')
    """
    return money(cents).removesuffix(".00")


def _reason(move: Movement, rules: Rules) -> str:
    if move.why == MovementReason.BELOW_FLOOR:
        return _below(move, rules)
    if move.why == MovementReason.LINE:
        return _line(move, rules)
    least = a_hand(CATEGORY_SLUGS[rules.qualifies])
    return WHY[move.why].format(dealer=dealer_word(rules), least=least)


def _line(move: Movement, rules: Rules) -> str:
    """Name the hand of the line that pays, where its odds tell which one it is."""
    table = rules.tables.get(move.wager)
    hands = [line.hand for line in table.lines if str(line.pays) == move.odds] if table else []
    return hand_words(hands[0]) if len(hands) == 1 else ""


def _below(move: Movement, rules: Rules) -> str:
    table = rules.tables.get(move.wager)
    if table is None:
        return BELOW["no-table"]
    kind = "blind" if move.wager == Wager.BLIND else "side"
    return BELOW[kind].format(least=a_hand(table.lines[-1].hand))


def ante_words(rules: Rules) -> str:
    """Write the limits of the Ante: "$5 to $100", "$5 and more"."""
    span = rules.limits[Wager.ANTE]
    least = money(span.least or rules.increment).removesuffix(".00")
    if span.most is None:
        return SPANS["open"].format(least=least)
    return SPANS["closed"].format(least=least, most=money(span.most).removesuffix(".00"))


def incident_title(incident: Incident) -> str:
    """Name an irregularity for people."""
    return kind_title(incident.kind)


def remedy_words(incident: Incident, round_: Round | None = None) -> str:
    """Describe the remedy of an irregularity; of a void round, what becomes of each wager."""
    known = FELT_REMEDIES.get(incident.action)
    done = known or incident.action.replace("-", " ").replace("_", " ").capitalize()
    if incident.action == "void" and round_ is not None and round_.void is not None:
        done = f"{done}. {void_words(round_)}"
    removed = f"{done.rstrip('.')}. {FELT_REMEDIES['deck-removed']}"
    return removed if incident.deck == "removed" else done


def void_words(round_: Round) -> str:
    """Describe which wagers of a void round go back, and which are still played."""
    settles = round_.void.settles if round_.void is not None else ()
    down = [w for w in WAGERS if any(spot.on(w) for spot in round_.spots)]
    back = [WAGERS[w] for w in down if w not in settles]
    live = [WAGERS[w] for w in down if w in settles]
    said = [
        VOID_WAGERS[f"one-{kind}" if len(wagers) == 1 else kind].format(wagers=and_list(wagers))
        for kind, wagers in (("back", back), ("live", live))
        if wagers
    ]
    return " ".join(said)
