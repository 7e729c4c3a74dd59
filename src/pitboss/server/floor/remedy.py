"""Preview of a declaration: the table's own decision on a copy, described in words.

It depends on no card that lies face down. Wagers that would still be settled by their paytables are
named without amounts: the floor does not know either who wins them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pitboss.round import Refusal, Round
from pitboss.round import command as round_ask
from pitboss.round import event as round_past
from pitboss.round.movement import Movement, MovementReason, Settlement, given_back, lost
from pitboss.round.state import Incident, Phase, Spot, Void
from pitboss.round.state import Step as RoundStep
from pitboss.rules import Cite, Outcome, Rules, RuleSet, Wager, money
from pitboss.rules.book.elsewhere import remedies_elsewhere
from pitboss.rules.book.facts import wager_list
from pitboss.rules.words import REMEDIES, case_words, wager_words
from pitboss.server.views.phrases import incident_title
from pitboss.server.views.phrases import remedy_words as incident_remedy
from pitboss.server.views.table import move as wire_move
from pitboss.server.wire.ask import Refused
from pitboss.server.wire.floor import Elsewhere, Remedy, RemedyLine, RemedySeat
from pitboss.table import Event, Order, Person, Table, decide, evolve, rules_of
from pitboss.table import event as past
from pitboss.table.people import AUTOMATIC_DEALER
from pitboss.table.permissions import needs_second_person


def preview(table: Table, number: int, command: round_ask.Declare, by: Person, at: int) -> Remedy:
    """Describe what a declaration would lead to, at the table after event `number`."""
    decision = decide(table, Order(command, by, max(at, table.clock.at)))
    if isinstance(decision, Refusal):
        cite = decision.cite
        refused = Refused(str(decision.reason), decision.text, cite.clauses, cite.readings)
        return Remedy(
            ok=False, refused=refused, lines=(), seats=(), moves=(), elsewhere=(), number=number
        )
    if table.identity.rules is None or table.round is None:
        raise LookupError("a declaration was accepted without a round")
    rules = rules_of(table.identity.rules)
    after = _folded(table, decision, at)
    round_ = after.round or table.round
    moves = tuple(_moves(after, round_, rules, at))
    incident = next(e.incident for e in decision if isinstance(e, round_past.IrregularityDeclared))
    return Remedy(
        ok=True,
        refused=None,
        lines=tuple(_lines(decision, incident, after, round_, at)),
        seats=tuple(_seat(spot, table, round_, moves) for spot in round_.spots),
        moves=tuple(wire_move(movement, rules) for movement in moves),
        elsewhere=tuple(elsewhere(incident.kind, incident.case, rules.set)),
        number=number,
        told=_told(incident, round_),
        two_people=needs_second_person(table, decision),
    )


def _told(incident: Incident, round_: Round) -> str:
    at = f", seat {incident.seat}" if incident.seat else ""
    said = incident_remedy(incident, round_)
    return f"{incident_title(incident)}{at}. {said.rstrip('.')}."


def _folded(table: Table, events: Sequence[Event], at: int) -> Table:
    for event in events:
        table = evolve(table, event, max(at, table.clock.at))
    return table


# -- chips ----------------------------------------------------------------------------------------


def _moves(after: Table, round_: Round, rules: Rules, at: int) -> Iterator[Movement]:
    """Yield the movements that are certain: all of a void round, those of a dead hand."""
    if round_.void is not None:
        void = round_.void
        for movement in _all_back(after, round_, at).movements:
            dead = (round_.spot(movement.seat) or Spot(0, {})).dead is not None
            if movement.tip or movement.wager not in void.settles or dead:
                yield movement
        return
    for spot in round_.spots:
        for wager, stake in spot.wagers.items():
            if not stake:
                continue
            if spot.dead is not None:
                back = given_back(
                    spot.seat, wager, stake, Outcome.VOID, MovementReason.DEAD_HAND, spot.dead
                )
                yield back
            elif spot.forfeited is not None:
                yield lost(spot.seat, wager, stake, MovementReason.ABANDONED, spot.forfeited)
            elif wager in round_.void_wagers:
                cite = round_.void_wagers[wager]
                yield given_back(spot.seat, wager, stake, Outcome.VOID, MovementReason.VOID, cite)


def _all_back(after: Table, round_: Round, at: int) -> Settlement:
    """Settle a copy in which everything is void: that asks for no card, and shows none."""
    void = replace(round_.void, settles=()) if round_.void is not None else None
    bare = replace(round_, phase=Phase.SETTLING, void=void)
    order = Order(round_ask.Proceed(RoundStep.SETTLE), AUTOMATIC_DEALER, max(at, after.clock.at))
    going = replace(after, round=bare, status=replace(after.status, held=0))  # stopped or not
    settled = decide(going, order)
    for event in settled if isinstance(settled, tuple) else ():
        if isinstance(event, round_past.RoundSettled):
            return event.settlement
    return Settlement((), void=True)


def _seat(spot: Spot, table: Table, round_: Round, moves: Sequence[Movement]) -> RemedySeat:
    mine = [m for m in moves if m.seat == spot.seat and not m.tip]
    done = {m.wager for m in mine}
    there = table.seats.get(spot.seat)
    return RemedySeat(
        seat=spot.seat,
        player=there.player if there is not None else "",
        wagers={wager: int(chips) for wager, chips in spot.wagers.items() if chips},
        live=tuple(w for w, chips in spot.wagers.items() if chips and w not in done),
        returned=sum(m.staked - m.taken for m in mine),
    )


# -- words ----------------------------------------------------------------------------------------


def _lines(
    decision: Sequence[Event], incident: Incident, after: Table, round_: Round, at: int
) -> Iterator[RemedyLine]:
    said = REMEDIES.get(incident.action, incident.action)
    yield _line(f"{case_words(incident.kind, incident.case)}: {said}.", incident.cite)
    for event in decision:
        match event:
            case round_past.CardsSetAside(cards):
                many = "The card is" if len(cards) == 1 else "The cards are"
                yield _line(f"{many} shown to everybody and set aside.", incident.cite)
            case round_past.RoundVoided(void):
                yield _line("Every bet is returned, unless it is named here.", void.cite)
                if void.settles:
                    kept = wager_list(void.settles)
                    yield _line(f"{kept} are still settled by their paytables.", void.settle_cite)
                yield from _undone(after, round_, void, at)
            case round_past.HandKilled(seat, cite, forfeited):
                word = "lost" if forfeited else "returned"
                yield _line(f"The bets of seat {seat} are {word}.", cite)
            case round_past.WagerVoided(wager, cite):
                yield _line(f"Every {wager_words(wager)} bet is returned.", cite)
            case round_past.DeckRemoved() | past.DeckTakenAway():
                yield _line(f"The {after.decks.in_round} deck leaves the table.", incident.cite)
            case _:
                pass


def _undone(after: Table, round_: Round, void: Void, at: int) -> Iterator[RemedyLine]:
    """Describe what becomes of fees, and of what was added to the meters."""
    settled = _all_back(after, round_, at)
    if round_.fees:
        fees = money(sum(fee.chips for fee in round_.fees))
        back = settled.fees_returned and not void.settles
        yield _line(
            f"Fees of {fees} {'are returned' if back else 'stay with the house'}.", void.cite
        )
    if any(settled.unfed.values()) and Wager.PROGRESSIVE not in void.settles:
        yield _line("What Progressive bets added to the meters is taken off again.", void.cite)


def _line(text: str, cite: Cite) -> RemedyLine:
    return RemedyLine(text, (*cite.clauses, *cite.readings))


def elsewhere(kind: str, case: str, here: RuleSet) -> Iterator[Elsewhere]:
    """Yield what the other places do about the same thing."""
    for other in remedies_elsewhere(kind, case, here):
        yield Elsewhere(other.place, other.text, other.cite.clauses or other.cite.readings)
