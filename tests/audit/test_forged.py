"""Somebody who can write has changed a journal and made the whole chain anew: what finds it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.audit.anchor import make_anchor
from pitboss.audit.finding import Finding, FindingKind
from pitboss.audit.verify import verify
from pitboss.cards.shuffle import commitment
from pitboss.journal import Draft
from pitboss.journal.codec import encode_event
from pitboss.round import event as round_past
from pitboss.rules import Chips
from pitboss.table import Event, Person, Role
from pitboss.table import command as ask
from pitboss.table import event as past
from tests.audit.tables import regulars
from tests.audit.tamper import (
    Turns,
    event_at,
    first_number,
    forged,
    numbered,
    place_of,
    turns_of,
    with_event,
    with_order,
    with_turn,
)
from tests.audit.write import in_memory

STREAM = "table/T1"
METERS = {"progressive": "A", "meter.seed": {"main": 5_000}, "meter.rate": {"main": "12.5%"}}


@pytest.fixture(scope="module")
def turns() -> Turns:
    return turns_of(in_memory(regulars(7, rounds=6, seats=3, options=METERS)), STREAM)


def found_in(turns: Turns, stream: str = STREAM) -> Finding:
    (found,) = verify(forged({stream: turns})).findings
    return found


def check(
    turns: Turns, wanted: type[Event], changed: Event, kind: FindingKind, nth: int = 0
) -> str:
    """Put `changed` in the place of an event: it is named, by number, name and kind."""
    index, place, number = place_of(turns, wanted, nth)
    found = found_in(with_event(turns, index, place, changed))
    assert (found.number, found.kind) == (number, kind)
    assert found.event == encode_event(changed)[0]
    return found.text


def at(turns: Turns, wanted: type[Event], nth: int = 0) -> Event:
    index, place, _ = place_of(turns, wanted, nth)
    return event_at(turns, index, place)


def test_the_journal_as_it_was_is_clean(turns: Turns) -> None:
    assert verify(forged({STREAM: turns})).clean


def test_a_forged_payout_is_named_with_its_seat_and_wager(turns: Turns) -> None:
    event = at(turns, round_past.RoundSettled, 2)
    assert isinstance(event, round_past.RoundSettled)
    moves = list(event.settlement.movements)
    moves[0] = replace(moves[0], paid=Chips(moves[0].paid + 100))
    forged_one = round_past.RoundSettled(replace(event.settlement, movements=tuple(moves)))

    text = check(turns, round_past.RoundSettled, forged_one, FindingKind.SETTLEMENT, 2)

    assert text.startswith(f"seat {moves[0].seat}, {moves[0].wager}: net ")


def test_a_movement_left_out_is_named(turns: Turns) -> None:
    event = at(turns, round_past.RoundSettled, 1)
    assert isinstance(event, round_past.RoundSettled)
    fewer = replace(event.settlement, movements=event.settlement.movements[:-1])
    check(turns, round_past.RoundSettled, round_past.RoundSettled(fewer), FindingKind.SETTLEMENT, 1)


def test_a_forged_deck_is_named(turns: Turns) -> None:
    event = at(turns, round_past.DeckLoaded, 1)
    assert isinstance(event, round_past.DeckLoaded)
    cards = (event.cards[1], event.cards[0], *event.cards[2:])

    text = check(turns, round_past.DeckLoaded, replace(event, cards=cards), FindingKind.DECK, 1)

    assert text == "2 of the cards are not where secret and seeds put them"


@pytest.mark.parametrize("part", ["secret", "commitment"])
def test_a_forged_seal_is_named(turns: Turns, part: str) -> None:
    event = at(turns, past.RoundBegun, 1)
    assert isinstance(event, past.RoundBegun)
    other = (
        replace(event, secret=bytes(32))
        if part == "secret"
        else replace(event, commitment=bytes(32))
    )
    text = check(turns, past.RoundBegun, other, FindingKind.SECRET, 1)
    assert text == "the secret does not give the commitment that was published"


def test_a_forged_reveal_is_named(turns: Turns) -> None:
    changed = past.SecretRevealed(2, bytes(32))
    text = check(turns, past.SecretRevealed, changed, FindingKind.SECRET, 1)
    assert text == "the revealed secret is not the one that was sealed"


def test_another_secret_throughout_does_not_give_the_cards_that_were_dealt(turns: Turns) -> None:
    index, place, _ = place_of(turns, past.RoundBegun, 1)
    begun = event_at(turns, index, place)
    assert isinstance(begun, past.RoundBegun)
    secret = bytes(32)
    sealed = replace(begun, secret=secret, commitment=commitment(secret, "T1", begun.number))
    changed = with_event(turns, index, place, sealed)
    changed = with_order(
        changed, index, lambda order: replace(order, command=ask.OpenRound(secret))
    )
    deck = place_of(turns, round_past.DeckLoaded, 1)[2]

    found = found_in(changed)

    assert (found.number, found.kind) == (deck, FindingKind.DECK)


def test_a_secret_that_was_never_revealed_is_named(turns: Turns) -> None:
    index, place, number = place_of(turns, past.SecretRevealed)
    drafts = tuple(d for n, d in enumerate(turns[index].drafts) if n != place)

    found = found_in(with_turn(turns, index, replace(turns[index], drafts=drafts)))

    assert (found.number, found.kind) == (number, FindingKind.DECISION)
    assert found.text == "the rules give secret-revealed/1 here"


def test_a_forged_contribution_is_named(turns: Turns) -> None:
    event = at(turns, round_past.BetsClosed, 1)
    assert isinstance(event, round_past.BetsClosed)
    changed = replace(event, fed={"main": Fraction(99, 7)})
    check(turns, round_past.BetsClosed, changed, FindingKind.METERS, 1)


def test_a_forged_meter_in_a_settlement_is_named(turns: Turns) -> None:
    event = at(turns, round_past.RoundSettled)
    assert isinstance(event, round_past.RoundSettled)
    lower = replace(event.settlement, meters={"main": Fraction(1)})
    check(turns, round_past.RoundSettled, round_past.RoundSettled(lower), FindingKind.METERS)


def test_a_forged_buy_in_is_named(turns: Turns) -> None:
    changed = past.ChipsBought(1, Chips(9_999_00))
    text = check(turns, past.ChipsBought, changed, FindingKind.DECISION)
    assert text == "chips: 999900 is recorded, 2000000 is right"


def test_an_event_inserted_into_a_turn_is_named(turns: Turns) -> None:
    index, _, number = place_of(turns, past.ChipsBought)
    gift = Draft(*encode_event(past.ChipsBought(1, Chips(100_00))))
    changed = replace(turns[index], drafts=(*turns[index].drafts, gift))

    found = found_in(with_turn(turns, index, changed))

    assert (found.number, found.kind) == (number + 1, FindingKind.DECISION)


def test_a_turn_inserted_by_somebody_without_a_seat_is_named(turns: Turns) -> None:
    index, _, number = place_of(turns, past.ChipsBought)
    thief = with_order(
        [replace(turns[index], id="thief")],
        0,
        lambda order: replace(order, by=Person("nobody", Role.PLAYER)),
    )

    found = found_in([*turns[:index], *thief, *turns[index:]])

    assert (found.number, found.kind) == (number, FindingKind.DECISION)
    assert "refused" in found.text


def test_a_foreign_event_is_named(turns: Turns) -> None:
    index, place, number = place_of(turns, past.RoundEnded)
    drafts = list(turns[index].drafts)
    drafts[place] = Draft("jackpot-gifted/1", b'{"seat":1}')

    found = found_in(with_turn(turns, index, replace(turns[index], drafts=tuple(drafts))))

    assert (found.number, found.event) == (number, "jackpot-gifted/1")
    assert found.kind == FindingKind.SHAPE


def test_a_blank_in_an_event_or_an_order_is_named(turns: Turns) -> None:
    index, place, number = place_of(turns, past.PlayerSat)
    draft = turns[index].drafts[place]
    spaced = replace(draft, data=draft.data.replace(b":", b": ", 1))

    in_event = found_in(with_turn(turns, index, replace(turns[index], drafts=(spaced,))))
    cause = turns[index].cause.replace(b":", b": ", 1)
    in_order = found_in(with_turn(turns, index, replace(turns[index], cause=cause)))

    assert (in_event.number, in_event.kind) == (number, FindingKind.SHAPE)
    assert (in_order.number, in_order.kind) == (number, FindingKind.SHAPE)


def test_a_command_that_is_obeyed_twice_is_named_though_it_could_be_obeyed(turns: Turns) -> None:
    index, _, number = place_of(turns, past.ChipsBought)

    found = found_in([*turns[: index + 1], *turns[index:]])

    assert (found.number, found.kind) == (number + 1, FindingKind.COMMAND)


def test_a_repeated_command_is_named_before_what_goes_wrong_later(turns: Turns) -> None:
    index, _, number = place_of(turns, past.ChipsBought)
    later, place, _ = place_of(turns, past.SecretRevealed, 3)
    bad = with_event(turns, later, place, past.SecretRevealed(4, bytes(32)))

    found = found_in([*bad[: index + 1], *bad[index:]])

    assert (found.number, found.kind) == (number + 1, FindingKind.COMMAND)


@pytest.mark.parametrize(
    "missing", [round_past.BetsClosed, round_past.DeckLoaded, round_past.StreetTurned]
)
def test_a_turn_taken_out_is_named_at_its_place(turns: Turns, missing: type[Event]) -> None:
    index, _, number = place_of(turns, missing, 1)

    found = found_in([*turns[:index], *turns[index + 1 :]])

    assert (found.number, found.kind) == (number, FindingKind.DECISION)


def test_two_turns_in_another_order_are_named_at_the_first(turns: Turns) -> None:
    index, _, number = place_of(turns, round_past.BetsClosed, 1)
    one, other = turns[index], turns[index + 1]
    swapped = [replace(other, at=one.at), replace(one, at=other.at)]

    found = found_in([*turns[:index], *swapped, *turns[index + 2 :]])

    assert found.number == number


def test_time_that_goes_back_is_named(turns: Turns) -> None:
    index, _, number = place_of(turns, round_past.BetsClosed, 2)
    changed = with_order(turns, index, lambda order: replace(order, at=order.at - 10**9))

    found = found_in(changed)

    assert (found.number, found.kind) == (number, FindingKind.TIME)


def test_a_time_that_is_not_its_orders_is_named(turns: Turns) -> None:
    last = len(turns) - 1
    changed = with_turn(turns, last, replace(turns[last], at=turns[last].at + 1))

    found = found_in(changed)

    assert (found.number, found.kind) == (first_number(turns, last), FindingKind.TIME)


def test_an_order_by_another_person_is_named(turns: Turns) -> None:
    index, _, number = place_of(turns, round_past.BetsPlaced, 1)
    changed = with_order(
        turns, index, lambda order: replace(order, by=Person("dealer", Role.DEALER))
    )

    found = found_in(changed)

    assert (found.number, found.kind) == (number, FindingKind.DECISION)


def test_a_table_under_another_name_is_named_at_its_first_event(turns: Turns) -> None:
    found = found_in(turns, "table/T2")

    assert (found.stream, found.number, found.kind) == ("table/T2", 1, FindingKind.STREAM)


def test_rules_that_are_not_here_are_a_finding(turns: Turns) -> None:
    def newer(order: ask.Order) -> ask.Order:
        assert isinstance(order.command, ask.SetUp)
        house = replace(order.command.house, edition=99)
        return replace(order, command=replace(order.command, house=house))

    found = found_in(with_order(turns, 0, newer))

    assert (found.number, found.kind) == (1, FindingKind.DECISION)
    assert "edition" in found.text


# -- what only an anchor finds --------------------------------------------------------------------


def test_a_shortened_journal_with_mended_heads_is_found_by_the_anchor(turns: Turns) -> None:
    anchor = make_anchor(forged({STREAM: turns}), 0)
    shorter = forged({STREAM: turns[:-1]})

    assert verify(shorter).clean
    (found,) = verify(shorter, anchor=anchor).findings

    assert (found.number, found.kind) == (numbered(turns[:-1]) + 1, FindingKind.ANCHOR)


def test_a_history_rewritten_without_a_fault_is_found_by_the_anchor(turns: Turns) -> None:
    anchor = make_anchor(forged({STREAM: turns}), 0)
    index, place, _ = place_of(turns, past.ChipsBought)
    richer = with_event(turns, index, place, past.ChipsBought(1, Chips(20_001_00)))
    richer = with_order(
        richer, index, lambda order: replace(order, command=ask.BuyIn(1, Chips(20_001_00)))
    )
    rewritten = forged({STREAM: richer})

    assert verify(rewritten).clean
    (found,) = verify(rewritten, anchor=anchor).findings

    assert (found.number, found.kind) == (numbered(turns), FindingKind.ANCHOR)


def test_a_stream_that_is_gone_is_found_by_the_anchor(turns: Turns) -> None:
    anchor = make_anchor(forged({STREAM: turns, "table/T2": turns[:1]}), 0)

    (found,) = verify(forged({STREAM: turns}), anchor=anchor).findings

    assert (found.stream, found.kind) == ("table/T2", FindingKind.ANCHOR)


def test_a_journal_that_has_grown_still_holds_its_anchor(turns: Turns) -> None:
    anchor = make_anchor(forged({STREAM: turns[:-5]}), 0)

    assert verify(forged({STREAM: turns}), anchor=anchor).clean


def test_one_bad_stream_does_not_keep_the_others_from_being_proved(turns: Turns) -> None:
    other = turns_of(in_memory(regulars(8, rounds=2, name="T2")), "table/T2")
    bad = with_event(turns, *place_of(turns, past.ChipsBought)[:2], past.ChipsBought(1, Chips(1)))
    report = verify(forged({STREAM: bad, "table/T2": other}))

    assert [found.stream for found in report.findings] == [STREAM]
    assert report.proofs[1].entries == numbered(other)


def test_a_round_cannot_be_put_back_to_an_earlier_engine(turns: Turns) -> None:
    event = at(turns, round_past.RoundOpened, 2)
    assert isinstance(event, round_past.RoundOpened)

    text = check(turns, round_past.RoundOpened, replace(event, engine=1), FindingKind.DECISION, 2)

    assert text == "engine: 1 is recorded, 2 is right"


@pytest.mark.parametrize("engine", [0, 3])
def test_a_table_of_an_engine_that_never_was_is_named(turns: Turns, engine: int) -> None:
    event = at(turns, past.TableSetUp)
    assert isinstance(event, past.TableSetUp)

    check(turns, past.TableSetUp, replace(event, engine=engine), FindingKind.DECISION)
