"""A played round as one plain document: what `--json` prints and tables are drawn from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pitboss.cards import cards_text, hand_name
from pitboss.round.movement import HOUSE, TIP_BOX, Fee, Movement, Settlement
from pitboss.round.play import PlayedScript
from pitboss.round.refusal import Broken
from pitboss.round.settlement.order import seat_order
from pitboss.round.state import Round
from pitboss.rules import Chips, Problem, Rules, Wager, plain
from pitboss.rules.user_toml import Document
from pitboss.rules.words import note_words, notice_words, six_card_words


def round_document(played: PlayedScript, differences: Sequence[str] = ()) -> Document:
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
        "outcome": round_.label,
        "dealer": _dealer(round_, settlement),
        "board": cards_text(round_.board) if played.script.board else "",
        "seats": [_seat(spot.seat, played, settlement) for spot in seat_order(round_, rules)],
        "bank": _bank(round_, settlement, rules),
        "meters": {n: None if a is None else plain(int(a)) for n, a in settlement.meters.items()},
        "notices": [
            {
                "kind": n.kind,
                "seat": n.seat,
                "text": notice_words(n),
                "clauses": list(n.cite.clauses),
                "readings": list(n.cite.readings),
            }
            for n in settlement.notices
        ],
        "order": [_step(m) for m in settlement.movements],
        "dealing": _dealing(round_),
        "rack": [label for label, _ in settlement.rack],
    }
    if played.script.what_if is not None:
        document["what_if"] = [_against(problem) for problem in played.script.what_if]
    if round_.fees:
        document["fees"] = _fees(round_, settlement)
    if any(m.tip for m in settlement.movements):
        document["tip_box"] = plain(_tip_box(settlement.movements))
    if played.script.expect:
        document["differences"] = list(differences)
    return document


def _against(problem: Problem) -> Document:
    """Return why no table could play by an option of this round."""
    return {
        "key": problem.key,
        "code": problem.code,
        "text": f"{problem.what}; {problem.right}",
        "clauses": list(problem.clauses),
        "readings": list(problem.readings),
    }


def _dealer(round_: Round, settlement: Settlement) -> Document:
    shown = settlement.dealer is not None
    return {
        "cards": cards_text(round_.dealer) if shown else "",
        "hand": hand_name(settlement.dealer) if settlement.dealer is not None else None,
        "qualifies": settlement.qualifies,
    }


def _seat(seat: int, played: PlayedScript, settlement: Settlement) -> Document:
    spot = played.round.spot(seat)
    if spot is None:
        raise Broken(f"seat {seat} was settled without a bet")
    strength = settlement.hands.get(seat)
    guessed = not next(s.cards for s in played.script.seats if s.seat == seat)
    document: Document = {
        "seat": seat,
        "cards": "" if guessed else cards_text(spot.cards),
        "hand": None if strength is None or guessed else hand_name(strength),
        "wagers": {
            m.wager.value: _wager(m, played.script.rules, note)
            for m, note in _together(settlement.of(seat))
        },
        "net": plain(settlement.net(seat)),
    }
    if seat in settlement.six_hands:
        document["six_card_hand"] = six_card_words(settlement.six_hands[seat])
    tips = settlement.tips_of(seat)
    if tips:
        given = sum(m.staked for m in tips) - sum(m.staked for m in tips if not m.taken)
        document["tips"] = {
            m.wager.value: _wager(m, played.script.rules, note_words(m)) for m in tips
        }
        document["tips_given"] = plain(given)
        document["tip_box"] = plain(_tip_box(tips))
    fees = [fee for fee in played.round.fees if fee.seat == seat and not fee.bank]
    if fees:
        document["fee"] = plain(_kept(fees, settlement))
    return document


def _together(movements: Iterable[Movement]) -> Iterator[tuple[Movement, str]]:
    """Add up movements on one wager: Envy may come from several hands, each in its turn."""
    found: dict[Wager, Movement] = {}
    notes: dict[Wager, list[str]] = {}
    for movement in movements:
        first = found.get(movement.wager)
        found[movement.wager] = movement if first is None else _joined(first, movement)
        notes.setdefault(movement.wager, []).append(note_words(movement))
    for wager, movement in found.items():
        yield movement, " + ".join(filter(None, notes[wager]))


def _joined(first: Movement, second: Movement) -> Movement:
    return replace(
        first,
        paid=Chips(first.paid + second.paid),
        taken=Chips(first.taken + second.taken),
        due=first.due + second.due,
        cite=first.cite + second.cite,
    )


def _wager(movement: Movement, rules: Rules, note: str) -> Document:
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
    if note:
        document["note"] = note
    if movement.due != movement.net and movement.wager != Wager.LIMIT and not movement.tip:
        document["due"] = plain(movement.due)
    return document


def _standing_odds(wager: Wager, rules: Rules) -> str | None:
    """Ante and Play have one price whatever happens; others have odds only when a line pays."""
    rule = rules.set.consequences.get((wager, "win"))
    return str(rule.odds) if rule is not None and rule.odds is not None else None


def _bank(round_: Round, settlement: Settlement, rules: Rules) -> Document:
    """Return the banker's result; meters and tips are not the banker's own money."""
    if round_.bank is None:
        return {"kind": HOUSE, "net": plain(_house_net(settlement.movements))}
    fees = [fee for fee in round_.fees if fee.bank]
    return {
        "kind": str(rules.fact("table.bank")),
        "seat": round_.bank.seat,
        "stake": plain(round_.bank.stake),
        "paid": plain(settlement.bank_paid),
        "collected": plain(settlement.bank_collected),
        "net": plain(settlement.bank_net),
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
    """Return the packets as they were dealt: to a seat's number, or where else they went."""
    return [
        f"{parcel.seat or parcel.to.value}"
        + (f" x{len(parcel.cards)}" if len(parcel.cards) > 1 else "")
        for parcel in round_.parcels
    ]
