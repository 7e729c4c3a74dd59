"""A replay as one plain document: what `--json` prints and the tables are drawn from."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.cards import cards_text
from pitboss.history.moments import PlayedRound
from pitboss.history.periods import utc_text
from pitboss.history.replay import Replay, ReplayStep
from pitboss.history.results import ChipsInRound
from pitboss.history.shuffle_proof import ShuffleProof
from pitboss.history.viewer import SeenCards
from pitboss.journal.codec import decode_order
from pitboss.ledger import Transfer
from pitboss.round import event as round_past
from pitboss.round.command import Declare
from pitboss.rules import plain
from pitboss.rules.user_toml import Document


def replay_document(replay: Replay) -> Document:
    """Write a replay down; money is text with two decimals, a meter's cents may be a fraction."""
    played = replay.played
    document: Document = {
        "replay": True,
        "table": played.table,
        "round": played.number,
        "as": replay.viewpoint.word,
        "begun": utc_text(played.moments[0].at),
        "ended": utc_text(played.moments[-1].at) if played.ended else None,
        "outcome": replay.outcome,
        "rules": played.choice.rules,
        "edition": played.choice.edition,
        "deck": played.begun.deck,
        "commitment": played.begun.commitment.hex(),
        "seats": [_chips(held) for held in replay.chips_in_round],
        "steps": [_step(step, full=replay.viewpoint.full) for step in replay.steps],
        "incidents": [
            {"kind": i.kind, "case": i.case, "action": i.action, "seat": i.seat,
             "clauses": list(i.cite.clauses), "readings": list(i.cite.readings)}
            for i in replay.round.incidents
        ],
    }  # fmt: skip
    if replay.viewpoint.full:
        for incident, declared in zip(document["incidents"], _declared(played), strict=True):
            incident.update(declared)
        document["options"] = played.choice.options
        document["proof"] = _proof(replay.proof) if replay.proof else None
        document["cards"] = _cards(replay)
    return document


def _declared(played: PlayedRound) -> Iterator[Document]:
    """Yield each irregularity: who declared it, who agreed, and the note for the journal."""
    cause = b""
    for moment in played.moments:
        cause = moment.entry.cause or cause
        if isinstance(moment.event, round_past.IrregularityDeclared):
            order = decode_order(cause)
            said = order.command
            note, second = (said.note, said.second) if isinstance(said, Declare) else ("", "")
            yield {"by": order.by.name, "second": second, "note": note}


def _chips(held: ChipsInRound) -> Document:
    return {
        "seat": held.seat,
        "player": held.player,
        "bot": held.bot,
        "before": plain(held.before),
        "bought": plain(held.bought),
        "cashed": plain(held.cashed),
        "after": plain(held.after),
    }


def _step(step: ReplayStep, *, full: bool) -> Document:
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


def _seen(cards: SeenCards) -> Document:
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


def _proof(proof: ShuffleProof) -> Document:
    return {
        "commitment": proof.commitment.hex(),
        "secret": proof.secret.hex(),
        "seeds": {str(seat): seed.hex() for seat, seed in sorted(proof.seeds.items())},
        "secret_fits_commitment": proof.fits,
        "decks": [
            {"cards": cards_text(deck.cards), "given_by_the_secret": deck.fits}
            for deck in proof.decks
        ],
    }


def _cards(replay: Replay) -> Document:
    """Return the layout as it was at the end, the undealt cards with it."""
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
