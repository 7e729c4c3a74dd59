"""What the index keeps of a finished round: its row, the hands of people, notices to the floor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from pitboss.cards import cards_text, hand_name
from pitboss.history.index.model import HandRow, NoticeRow, RoundRow
from pitboss.history.index.totals import house_won
from pitboss.history.moments import PlayedRound
from pitboss.history.narration import told_words
from pitboss.history.replay import outcome_of
from pitboss.history.results import SeatResult, seat_results
from pitboss.round import event as round_past
from pitboss.round.movement import Notice
from pitboss.rules import Wager
from pitboss.rules.words import notice_words
from pitboss.table import Event, rules_of
from pitboss.table import event as past
from pitboss.table.people import AUTOMATIC_FLOOR

# What a supervisor is to be told of a settlement. An irregularity was declared by staff itself.
TOLD: Final = ("supervisor-payout", "jackpot-validation", "supervisor-progressive", "meter-unfiled")


def hand_rows(played: PlayedRound) -> Iterator[HandRow]:
    """Yield the hands of the people in a round; bots have no history."""
    last = played.last
    settlement = last.settlement
    dealer = settlement.dealer if settlement else None
    for result in seat_results(played):
        if result.chips.bot:
            continue
        seat = result.chips.seat
        banks = result.bank_stake is not None
        dealer_cards = cards_text(last.dealer) if last.revealed else ""
        dealer_hand = hand_name(dealer) if dealer is not None and last.revealed else ""
        # Who banks holds the dealer's hand, and has no other.
        cards = dealer_cards if banks else cards_text(result.cards)
        hand = dealer_hand if banks else result.hand
        rules = rules_of(played.choice).set.title
        acts = ", ".join(acts_of(played, seat))
        outcome = outcome_word(result, void=last.void is not None)
        said = (played.table, rules, cards, hand, dealer_cards, dealer_hand, acts, outcome)
        yield HandRow(
            table_name=played.table,
            round=played.number,
            seat=seat,
            person=result.chips.player,
            rules=played.choice.rules,
            at=played.moments[-1].at,
            cards=cards,
            board=cards_text(last.board[: last.turned]),
            dealer=dealer_cards,
            hand=hand,
            dealer_hand=dealer_hand,
            acts=acts,
            staked=staked(result),
            net=result.net,
            outcome=outcome,
            words=" ".join(said).casefold(),
        )


def outcome_word(result: SeatResult, *, void: bool) -> str:
    """Return what a round brought to a seat."""
    if result.net:
        return "win" if result.net > 0 else "lose"
    return "void" if void else "push"


def staked(result: SeatResult) -> int:
    """Add up what a seat had at stake: its wagers, or the bank."""
    own = sum(m.staked for line in result.movements.values() for m in line)
    return own + (result.bank_stake or 0)


def acts_of(played: PlayedRound, seat: int) -> Iterator[str]:
    """Return what a seat did, street by street."""
    for moment in played.moments:
        match moment.event:
            case round_past.Checked(who) if who == seat:
                yield "check"
            case round_past.PlayPlaced(who, times) if who == seat:
                yield f"play {times}x"
            case round_past.Folded(who) if who == seat:
                yield "fold"
            case round_past.BankTaken(who, _) if who == seat and _banked(played, seat):
                yield "bank"
            case _:
                pass


def _banked(played: PlayedRound, seat: int) -> bool:
    """Return whether a seat kept the bank that it took."""
    returned = (moment.event for moment in played.moments)
    return not any(isinstance(e, round_past.BankReturned) and e.seat == seat for e in returned)


def round_row(played: PlayedRound) -> RoundRow:
    """Return the row of a finished round."""
    results = tuple(seat_results(played))
    settlement = played.last.settlement
    dealer = settlement.dealer if settlement else None
    return RoundRow(
        table_name=played.table,
        round=played.number,
        rules=played.choice.rules,
        begun=played.moments[0].at,
        ended=played.moments[-1].at,
        outcome=outcome_of(played),
        seats=len(results),
        players=lines(result.chips.player for result in results),
        house_cents=house_won(settlement),
        best_cents=max((result.net for result in results), default=0),
        incidents=lines(dict.fromkeys(one.kind for one in played.last.incidents)),
        dealer_hand="" if dealer is None else hand_name(dealer),
        first_event=played.moments[0].number,
        last_event=played.moments[-1].number,
    )


def lines(names: Iterable[str]) -> str:
    """Put names in one text so that each can be found whole; a name is on one line."""
    found = "\n".join(names)
    return f"\n{found}\n" if found else ""


def notice_rows(played: PlayedRound) -> Iterator[NoticeRow]:
    """Yield what the floor is to be told of a round."""
    yield from _told(played)
    settlement = played.last.settlement
    for n, notice in enumerate(settlement.notices if settlement else ()):
        if notice.kind in TOLD and not _is_known(notice, played):
            yield NoticeRow(
                id=f"{played.table}/{played.number}/{n}",
                table_name=played.table,
                round=played.number,
                at=played.moments[-1].at,
                kind=notice.kind,
                text=notice_words(notice),
                seat=notice.seat,
                cents=None if notice.chips is None else int(notice.chips),
                clauses=" ".join(notice.cite.clauses),
            )


def _is_known(notice: Notice, played: PlayedRound) -> bool:
    """Return whether somebody of the floor has validated this very win, and so has seen it."""
    if not any(_by_person(moment.event, notice.seat) for moment in played.moments):
        return False
    if notice.kind != "supervisor-payout":
        return notice.kind == "jackpot-validation"
    settlement = played.last.settlement
    threshold = rules_of(played.choice).amount("notify.threshold")
    if settlement is None or notice.seat is None or threshold is None:
        return False
    won = settlement.of(notice.seat)
    return sum(m.paid for m in won if m.wager != Wager.PROGRESSIVE) < threshold


def _by_person(event: Event, seat: int | None) -> bool:
    if not isinstance(event, round_past.JackpotValidated):
        return False
    return event.seat == seat and event.by != AUTOMATIC_FLOOR.name


def _told(played: PlayedRound) -> Iterator[NoticeRow]:
    """Yield what was refused in the round and the supervisor is told of."""
    for moment in played.moments:
        if isinstance(moment.event, past.SupervisorTold):
            seat, reason = moment.event.seat, moment.event.reason
            said = told_words(seat, reason, moment.event.facts)
            yield NoticeRow(
                id=f"{played.table}/{played.number}/{reason}-{seat}",
                table_name=played.table,
                round=played.number,
                at=moment.at,
                kind=reason,
                text=f"{said[0].upper()}{said[1:]}.",
                seat=seat or None,
                cents=None,
                clauses=" ".join(moment.event.cite.clauses),
            )
