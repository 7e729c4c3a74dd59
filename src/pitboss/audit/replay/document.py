"""A replay as one plain document: what `--json` prints and the tables are drawn from."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pitboss.audit.replay.eyes import Cards
from pitboss.audit.replay.replay import Proof, Purse, Replay, Step
from pitboss.audit.times import utc_text
from pitboss.cards import cards_text
from pitboss.ledger import Transfer
from pitboss.rules import plain

Document = dict[str, Any]  # Any: JSON values


def replay_document(replay: Replay) -> Document:
    """Write a replay down; money is text with two decimals, a meter's cents may be a fraction."""
    played = replay.played
    document: Document = {
        "replay": True,
        "table": played.table,
        "round": played.number,
        "as": replay.eyes.word,
        "begun": utc_text(played.moments[0].at),
        "ended": utc_text(played.moments[-1].at) if played.ended else None,
        "outcome": replay.outcome,
        "rules": played.house.rules,
        "edition": played.house.edition,
        "deck": played.begun.deck,
        "commitment": played.begun.commitment.hex(),
        "seats": [_purse(purse) for purse in replay.purses],
        "steps": [_step(step, full=replay.eyes.full) for step in replay.steps],
        "incidents": [
            {"kind": i.kind, "case": i.case, "action": i.action, "seat": i.seat,
             "clauses": list(i.cite.clauses), "readings": list(i.cite.readings)}
            for i in replay.round.incidents
        ],
    }  # fmt: skip
    if replay.eyes.full:
        document["options"] = played.house.options
        document["proof"] = _proof(replay.proof) if replay.proof else None
        document["cards"] = _cards(replay)
    return document


def _purse(purse: Purse) -> Document:
    return {
        "seat": purse.seat,
        "player": purse.player,
        "bot": purse.bot,
        "before": plain(purse.before),
        "bought": plain(purse.bought),
        "cashed": plain(purse.cashed),
        "after": plain(purse.after),
    }


def _step(step: Step, *, full: bool) -> Document:
    document: Document = {
        "event": step.number,
        "at": utc_text(step.at),
        "name": step.name,
        "text": step.text,
        "clauses": list(step.cite.clauses),
        "readings": list(step.cite.readings),
    }
    if step.cards is not None:
        document["cards"] = _seen(step.cards)
    if full:
        document["transfers"] = [_transfer(moved) for moved in step.moved]
    return document


def _seen(cards: Cards) -> Document:
    return {
        "seats": {str(seat): cards_text(shown) for seat, shown in cards.seats.items()},
        "held": {str(seat): count for seat, count in cards.held.items()},
        "board": cards_text(cards.board),
        "dealer": cards_text(cards.dealer),
        "dealer_held": cards.dealer_held,
        "box": cards_text(cards.box),
        "set_aside": cards_text(cards.set_aside),
        "burned": cards_text(cards.burned),
    }


def _transfer(moved: Transfer) -> Document:
    cents = Fraction(moved.chips)
    whole = plain(int(cents)) if cents.denominator == 1 else None
    return {
        "from": moved.source,
        "to": moved.target,
        "amount": whole,
        "cents": str(cents),
        "why": moved.why,
    }


def _proof(proof: Proof) -> Document:
    return {
        "commitment": proof.commitment.hex(),
        "secret": proof.secret.hex(),
        "seeds": {str(seat): seed.hex() for seat, seed in sorted(proof.seeds.items())},
        "secret_fits_commitment": proof.fits,
        "decks": [
            {"cards": cards_text(cards), "given_by_the_secret": given}
            for cards, given in proof.decks
        ],
    }


def _cards(replay: Replay) -> Document:
    """The layout as it was at the end, the undealt cards with it."""
    last = replay.played.last
    return {
        "board": cards_text(last.board),
        "turned": last.turned,
        "dealer": cards_text(last.dealer),
        "seats": {str(spot.seat): cards_text(spot.cards) for spot in last.spots},
        "box": cards_text(last.box),
        "burned": cards_text(last.burned),
        "set_aside": cards_text(last.set_aside),
        "stub": cards_text(last.stub),
    }
