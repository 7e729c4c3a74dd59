"""A played round as one plain document: what `--json` prints and tables are drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.cards import cards_text, hand_name
from pitboss.round.movement import BANK, HOUSE, TIP_BOX, Fee, Movement, Settlement, Why
from pitboss.round.play import Played
from pitboss.round.refusal import Broken
from pitboss.round.settle import seat_order
from pitboss.round.state import Round
from pitboss.rules import Outcome, Rules, Wager, plain

Document = dict[str, Any]  # Any: JSON values

# The last word about a wager, as a dealer would say it.
_OUTCOME_WORDS = {
    Outcome.WIN: "wins",
    Outcome.LOSE: "loses",
    Outcome.PUSH: "pushes",
    Outcome.RETURNED: "returned",
    Outcome.VOID: "void, returned",
    Outcome.ADJUSTED: "cut to the limit",
}
_WHY_WORDS = {
    Why.TIE: "a tie",
    Why.NOT_QUALIFIED: "the dealer does not qualify",
    Why.BELOW_FLOOR: "below the paytable",
    Why.FOLDED: "folded",
    Why.DEAD_HAND: "a dead hand",
    Why.ABANDONED: "abandoned",
    Why.UNCOVERED: "not covered",
    Why.WIN_CAP: "the bank may not win more",
}


def in_words(outcome: str, why: str) -> str:
    """Say an outcome and its reason in words: "pushes, the dealer does not qualify"."""
    reason = _WHY_WORDS.get(Why(why))
    return f"{_OUTCOME_WORDS[Outcome(outcome)]}{f', {reason}' if reason else ''}"


def round_document(played: Played, differences: Sequence[str] = ()) -> Document:
    """Describe a settled round; money is text with two decimals, `net` what a player gains."""
    round_, rules, settlement = played.round, played.script.rules, played.round.settlement
    if settlement is None:
        raise Broken("only a settled round can be described")
    document: Document = {
        "file": played.script.name,
        "title": played.script.title,
        "rules": rules.set.name,
        "edition": rules.set.edition,
        "paytables": {wager.value: table.name for wager, table in rules.tables.items()},
        "outcome": _outcome(round_),
        "dealer": _dealer(round_, settlement),
        "board": cards_text(round_.board) if played.script.board else "",
        "seats": [_seat(spot.seat, played, settlement) for spot in seat_order(round_, rules)],
        "bank": _bank(round_, settlement, rules),
        "meters": {n: None if a is None else plain(int(a)) for n, a in settlement.meters.items()},
        "notices": [
            {
                "kind": n.kind,
                "seat": n.seat,
                "text": n.text,
                "clauses": list(n.cite.clauses),
                "readings": list(n.cite.readings),
            }
            for n in settlement.notices
        ],
        "order": [_step(m) for m in settlement.movements],
        "dealing": _dealing(round_),
        "rack": [label for label, _ in settlement.rack],
    }
    if round_.fees:
        document["fees"] = _fees(round_, settlement)
    if any(m.tip for m in settlement.movements):
        document["tip_box"] = plain(_tip_box(settlement.movements))
    if played.script.expect:
        document["differences"] = list(differences)
    return document


def _outcome(round_: Round) -> str:
    if round_.void is None:
        return "settled"
    return "partly void" if round_.void.settles else "void"


def _dealer(round_: Round, settlement: Settlement) -> Document:
    shown = settlement.dealer is not None
    return {
        "cards": cards_text(round_.dealer) if shown else "",
        "hand": hand_name(settlement.dealer) if settlement.dealer is not None else None,
        "qualifies": settlement.qualifies,
    }


def _seat(seat: int, played: Played, settlement: Settlement) -> Document:
    spot = played.round.spot(seat)
    if spot is None:
        raise Broken(f"seat {seat} was settled without a bet")
    strength = settlement.hands.get(seat)
    guessed = not next(s.cards for s in played.script.seats if s.seat == seat)
    document: Document = {
        "seat": seat,
        "cards": "" if guessed else cards_text(spot.cards),
        "hand": None if strength is None or guessed else hand_name(strength),
        "wagers": {m.wager.value: _wager(m, played.script.rules) for m in settlement.of(seat)},
        "net": plain(settlement.net(seat)),
    }
    if seat in settlement.six_hands:
        document["six_card_hand"] = settlement.six_hands[seat]
    tips = settlement.tips_of(seat)
    if tips:
        given = sum(m.staked for m in tips) - sum(m.staked for m in tips if not m.taken)
        document["tips"] = {m.wager.value: _wager(m, played.script.rules) for m in tips}
        document["tips_given"] = plain(given)
        document["tip_box"] = plain(_tip_box(tips))
    fees = [fee for fee in played.round.fees if fee.seat == seat and not fee.bank]
    if fees:
        document["fee"] = plain(_kept(fees, settlement))
    return document


def _wager(movement: Movement, rules: Rules) -> Document:
    document: Document = {
        "staked": plain(movement.staked),
        "outcome": movement.outcome.value,
        "why": movement.why.value,
        "net": plain(movement.net),
        "odds": movement.odds or _standing_odds(movement.wager, rules),
        "handed": plain(movement.staked - movement.taken + movement.paid),
        "payer": movement.payer if movement.paid else None,
        "collector": movement.collector if movement.taken else None,
        "clauses": list(movement.cite.clauses),
        "readings": list(movement.cite.readings),
    }
    if movement.note:
        document["note"] = movement.note
    if movement.due != movement.net and movement.wager != Wager.LIMIT and not movement.tip:
        document["due"] = plain(movement.due)
    return document


def _standing_odds(wager: Wager, rules: Rules) -> str | None:
    """Ante and Play have one price whatever happens; others have odds only when a line pays."""
    rule = rules.set.consequences.get((wager, "win"))
    return str(rule.odds) if rule is not None and rule.odds is not None else None


def _bank(round_: Round, settlement: Settlement, rules: Rules) -> Document:
    """The banker's result; meters and tips are not the banker's own money."""
    if round_.bank is None:
        return {"kind": HOUSE, "net": plain(_house_net(settlement.movements))}
    paid = sum(m.paid for m in settlement.movements if m.payer == BANK)
    collected = sum(m.taken for m in settlement.movements if m.collector == BANK)
    fees = [fee for fee in round_.fees if fee.bank]
    return {
        "kind": str(rules.fact("table.bank")),
        "seat": round_.bank.seat,
        "stake": plain(round_.bank.stake),
        "paid": plain(paid),
        "collected": plain(collected),
        "net": plain(collected - paid),
        "fee": plain(_kept(fees, settlement)),
    }


def _house_net(movements: Sequence[Movement]) -> int:
    paid = sum(m.paid for m in movements if m.payer == HOUSE)
    return sum(m.taken for m in movements if m.collector == HOUSE) - paid


def _tip_box(movements: Sequence[Movement]) -> int:
    tips = [m for m in movements if m.tip]
    return sum(m.paid for m in tips) + sum(m.taken for m in tips if m.collector == TIP_BOX)


def _kept(fees: Sequence[Fee], settlement: Settlement) -> int:
    return sum(fee.chips for fee in fees if fee not in settlement.fees_returned)


def _fees(round_: Round, settlement: Settlement) -> Document:
    seats = {str(f.seat): plain(_kept([f], settlement)) for f in round_.fees if not f.bank}
    return {
        "bank": plain(_kept([f for f in round_.fees if f.bank], settlement)),
        "seats": seats,
        "total": plain(_kept(round_.fees, settlement)),
        "clauses": list(round_.fees[0].cite.clauses),
        "readings": list(round_.fees[0].cite.readings),
    }


def _step(movement: Movement) -> str:
    tip = "tip " if movement.tip else ""
    return f"{movement.seat} {tip}{movement.wager.value}"


def _dealing(round_: Round) -> list[str]:
    """The packets as they were dealt: to a seat's number, or where else they went."""
    return [
        f"{parcel.seat or parcel.to.value}"
        + (f" x{len(parcel.cards)}" if len(parcel.cards) > 1 else "")
        for parcel in round_.parcels
    ]
