"""Remedies before they are done: the very decision, told without any card that lies face down."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.cards import DECK
from pitboss.round import Refusal
from pitboss.round import command as round_ask
from pitboss.round import event as round_past
from pitboss.round.state import Phase
from pitboss.rules import SET_NAMES
from pitboss.rules.words import WAGERS
from pitboss.server.floor.kinds import declare_command, kinds_now
from pitboss.server.floor.remedy import elsewhere, preview
from pitboss.server.views import table as show
from pitboss.server.wire.floor import Declaration, IrregularityKind
from pitboss.table import Order, Table, decide, evolve, rules_of
from pitboss.table.timetable import due
from pitboss.table.view import view
from tests.audit.tables import QUICK, Played, regulars
from tests.table.seasons import FLOOR

AT = 1_900_000_000_000


def moments_of(played: Played) -> list[Table]:
    """The table after every order of its life, while a round is played."""
    table, found = Table(), []
    for order, events in played.log:
        for event in events:
            table = evolve(table, event, order.at)
        if table.round is not None:
            found.append(table)
    return found


def declarations(kind: IrregularityKind, table: Table) -> list[Declaration]:
    """Everything sensible that can be said of a kind."""
    round_ = table.round
    assert round_ is not None
    seats = [spot.seat for spot in round_.spots]
    options = {field.name: field.options for field in kind.fields}
    match kind.kind:
        case "face-up-card":
            return [Declaration(kind.kind, count=int(n)) for n in (*options["count"], "7")]
        case "wrong-card-count":
            seat = seats[0] if seats else 1
            return [
                Declaration(kind.kind, where=where, seat=seat, count=7)
                for where in options["where"]
            ]
        case "shuffler-jam":
            return [Declaration(kind.kind, holds=one) for one in options["holds"]]
        case "stub-count":
            out = len(DECK) - len(round_.stub)
            right = len(DECK) - out
            counts = [(right, False), (right, True), (right - 1, True), (right - 1, False)]
            return [Declaration(kind.kind, count=n, misdealt=wrong) for n, wrong in counts]
        case "deck-count":
            return [Declaration(kind.kind, count=51)]
        case "player-left":
            return [Declaration(kind.kind, seat=s, ruling=r) for s in seats[:1]
                    for r in options["ruling"]]  # fmt: skip
        case "device-out-of-order":
            return [Declaration(kind.kind, how=how) for how in options["how"]]
        case _:
            return [Declaration(kind.kind)]


@pytest.mark.parametrize("rules", SET_NAMES)
def test_a_preview_is_the_decision_that_is_then_made(rules: str) -> None:
    tried = 0
    for table in moments_of(regulars(41, rounds=2, rules=rules, seats=3)):
        for kind in kinds_now(table):
            for what in declarations(kind, table):
                command = declare_command(what)
                shown = preview(table, 7, command, FLOOR, AT)
                decided = decide(table, Order(command, FLOOR, AT))
                assert shown.ok == (not isinstance(decided, Refusal))
                tried += shown.ok
                if not isinstance(decided, Refusal):
                    check_chips(table, decided, shown.moves)
    assert tried > 20


def check_chips(table: Table, decided: tuple[object, ...], moves: tuple[object, ...]) -> None:
    """Where the round is void, go on to its settlement and compare what it moves."""
    if not any(isinstance(event, round_past.RoundVoided) for event in decided):
        return
    after = table
    for event in decided:
        after = evolve(after, event, AT)  # type: ignore[arg-type]  # events of the decision
    void = after.round.void if after.round else None
    assert void is not None
    while after.round is not None and after.round.phase != Phase.SETTLED:
        step = due(after, QUICK, AT)
        assert step is not None
        events = decide(after, Order(step.command, step.by, AT))
        assert not isinstance(events, Refusal)
        for event in events:
            after = evolve(after, event, AT)
    assert after.round is not None
    assert after.round.settlement is not None
    found = [
        (m.seat, str(m.wager), m.taken)
        for m in after.round.settlement.movements
        if m.wager not in void.settles
    ]
    assert [(m.seat, m.wager, m.taken) for m in moves] == found  # type: ignore[attr-defined]


@pytest.mark.parametrize("rules", SET_NAMES)
def test_a_preview_tells_nothing_of_cards_that_lie_face_down(rules: str) -> None:
    """Deal other cards in the dark, and nothing of the preview changes."""
    for table in moments_of(regulars(42, rounds=2, rules=rules, seats=2)):
        round_ = table.round
        assert round_ is not None
        if round_.phase not in (Phase.DECIDING, Phase.TURNING) or round_.turned:
            continue
        swap = dict(zip(DECK, reversed(DECK), strict=True))
        dark = replace(
            round_,
            spots=tuple(
                replace(spot, cards=tuple(swap[c] for c in spot.cards)) for spot in round_.spots
            ),
            dealer=tuple(swap[card] for card in round_.dealer),
            board=tuple(swap[card] for card in round_.board),
            box=tuple(swap[card] for card in round_.box),
            stub=tuple(swap[card] for card in round_.stub),
        )
        for kind in kinds_now(table):
            for what in declarations(kind, table):
                command = declare_command(what)
                seen = preview(table, 1, command, FLOOR, AT)
                assert seen == preview(replace(table, round=dark), 1, command, FLOOR, AT)


def test_a_preview_changes_nothing_and_says_what_stays_live() -> None:
    table = next(
        t
        for t in moments_of(regulars(43, rounds=3, seats=3))
        if t.round is not None and t.round.phase == Phase.DECIDING
    )
    before = replace(table)

    shown = preview(table, 5, round_ask.Declare("dealer-card-exposed"), FLOOR, AT)

    assert table == before
    assert shown.ok
    assert shown.number == 5
    assert [one.rules_title for one in shown.elsewhere] == [
        "South Dakota", "California", "Catfish Bend, Iowa", "Royal Caribbean",
    ]  # fmt: skip
    assert "void" in shown.lines[0].text
    assert "MD-13.F" in shown.lines[0].clauses
    for seat in shown.seats:
        kept = {wager for wager in seat.wagers if wager in ("trips", "six_card", "progressive")}
        assert set(seat.live) == kept
        assert seat.returned == sum(c for w, c in seat.wagers.items() if w not in kept)


def test_the_floor_reads_beforehand_what_the_players_will_read() -> None:
    """Each wager by its name: what goes back, and what is still played."""
    seen = set()
    for rules in SET_NAMES:
        for table in moments_of(regulars(46, rounds=2, rules=rules, seats=3)):
            for kind in kinds_now(table):
                for what in declarations(kind, table):
                    command = declare_command(what)
                    shown = preview(table, 1, command, FLOOR, AT)
                    decided = decide(table, Order(command, FLOOR, AT))
                    if isinstance(decided, Refusal):
                        continue
                    after = table
                    for event in decided:
                        after = evolve(after, event, AT)
                    assert after.identity.rules is not None
                    eyes = view(after, show.PUBLIC)
                    said = show.hand(after, eyes, rules_of(after.identity.rules)).incidents[-1]
                    assert said.title in shown.told
                    assert said.remedy.rstrip(".") in shown.told
                    check_told(after, said.remedy)
                    seen.add(said.remedy)
    assert "The round is void. Ante and Blind are returned. Trips is still played." in seen


def check_told(after: Table, said: str) -> None:
    round_ = after.round
    assert round_ is not None
    if round_.void is None or "void" not in said:
        return
    back, _, live = said.partition(" returned.")
    for wager, name in WAGERS.items():
        down = any(spot.on(wager) for spot in round_.spots)
        kept = wager in round_.void.settles
        assert (name in back) == (down and not kept), said
        assert (name in live) == (down and kept), said


def test_a_stopped_table_is_shown_the_same_remedy() -> None:
    table = next(
        t
        for t in moments_of(regulars(43, rounds=3, seats=3))
        if t.round is not None and t.round.phase == Phase.DECIDING
    )
    command = round_ask.Declare("dealer-card-exposed")
    held = replace(table, status=replace(table.status, held=table.rounds))

    assert preview(table, 5, command, FLOOR, AT).moves
    assert preview(held, 5, command, FLOOR, AT) == preview(table, 5, command, FLOOR, AT)


def test_a_refused_declaration_says_why() -> None:
    table = moments_of(regulars(44, rounds=1, seats=1))[0]

    shown = preview(table, 3, round_ask.Declare("shuffler-jam"), FLOOR, AT)

    assert not shown.ok
    assert shown.refused is not None
    assert shown.refused.reason == "irregularity-too-late"


def test_other_places_are_asked_about_the_same_case() -> None:
    table = regulars(45, rounds=1, seats=1).table
    assert table.identity.rules is not None

    found = {
        one.rules_title: one
        for one in elsewhere("face-up-card", "several_late", rules_of(table.identity.rules).set)
    }

    assert found["South Dakota"].text == "The round goes on."
    assert "SD-5.s2" in found["South Dakota"].clauses
