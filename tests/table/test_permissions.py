"""Who may ask what: every command by every role, as a table written down a second time."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, get_args

import pytest

from pitboss.cards import DECK
from pitboss.round import Refusal
from pitboss.round import command as round_ask
from pitboss.round.state import Step
from pitboss.rules import Chips
from pitboss.table import Order, Person, Role, RulesChoice, Table, TableReason, decide
from pitboss.table import command as ask
from pitboss.table.deck import ChecklistStep, Deck
from tests.round.felt import bets
from tests.table.nights import FLOOR, Night

P, D, F = Role.PLAYER, Role.DEALER, Role.FLOOR
HOUSE = RulesChoice("maryland", 1)
# One of each command, and who may ask it. Every line was written from the rules, not from the code.
WHO: list[tuple[ask.Command, str]] = [
    (ask.SetUp("two", HOUSE), "F"),
    (ask.ChangeRules(HOUSE), "F"),
    (ask.BringDecks((Deck("red"),)), "DF"),
    (ask.DoStep("red", ChecklistStep.INSPECT), "D"),
    (ask.DoStep("red", ChecklistStep.VERIFY), "F"),
    (ask.DoStep("red", ChecklistStep.SPREAD), "D"),
    (ask.DoStep("red", ChecklistStep.TURN_DOWN), "D"),
    (ask.DoStep("red", ChecklistStep.WASH), "D"),
    (ask.DoStep("red", ChecklistStep.STACK), "D"),
    (ask.OpenTable(), "F"),
    (ask.CloseTable(), "F"),
    (ask.PauseTable("why"), "F"),
    (ask.ResumeTable(), "F"),
    (ask.HoldTable(), "F"),
    (ask.ReleaseTable(), "DF"),
    (ask.Idle(), "D"),
    (ask.Sit(2, "Zoe"), "P"),
    (ask.NamePurse(1, "p-1"), "F"),
    (ask.Leave(1), "PF"),
    (ask.KeepSeat(1), "P"),
    (ask.BuyIn(1, Chips(100)), "P"),
    (ask.CashOut(1, Chips(100)), "P"),
    (ask.TapIn("Cy"), "D"),
    (ask.CountDeck("red", 52), "D"),
    (ask.ChangeDeck("red", Deck("red")), "DF"),
    (ask.OrderShuffle(), "F"),
    (ask.OrderRecut(20), "F"),
    (ask.RepairDevice(), "F"),
    (ask.ChangeDealing("hand"), "F"),
    (ask.OpenRound(), "D"),
    (ask.AddSeed(1, b"x"), "P"),
    (ask.ShuffleDeck(), "D"),
    (ask.DeclineBank(1), "PD"),
    (ask.ReturnBank(1), "P"),
    (ask.CancelRound(), "D"),
    (ask.CallOff("why", "Ben"), "F"),
    (ask.TimeOut(), "D"),
    (ask.KeyWinner(1), "D"),
    (ask.ReadySystem(), "D"),
    (ask.CorrectMeter("main", Fraction(1), "why", "Ben"), "F"),
    (ask.EndRound(), "D"),
    (ask.Announce("hello"), "DF"),
    (ask.TellSupervisor(1, "bets-closed"), "D"),
    (round_ask.Open(), ""),
    (round_ask.TakeBank(1, Chips(100)), "P"),
    (bets(1, ante=10), "P"),
    (round_ask.ClearBets(1), "P"),
    (round_ask.CloseBets(), "D"),
    (round_ask.LoadDeck(DECK), "D"),
    (round_ask.CutDeck(20), "D"),
    (round_ask.CutDeck(20, recut=True), "F"),
    (round_ask.Deal(), "D"),
    (round_ask.Check(1), "P"),
    (round_ask.Play(1, 4), "P"),
    (round_ask.Fold(1), "P"),
    (round_ask.Proceed(Step.FLOP), "D"),
    (round_ask.ReadMeters({}), "D"),
    (round_ask.Validate(1, "Ada"), "F"),
    (round_ask.Declare("shuffler-jam"), "DF"),
    (round_ask.Declare("player-left", seat=1, ruling="abandoned"), "F"),
]
EVERY = [(command, roles, role) for command, roles in WHO for role in Role]


def named(entry: Any) -> str:  # Any: a command, the letters of its roles, or a role
    return entry if isinstance(entry, str) else type(entry).__name__


def refused_by_role(table: Table, command: ask.Command, role: Role) -> bool:
    """Tell whether the gate itself turns a person of this role away."""
    by = Person("Ann" if role == P and not isinstance(command, ask.Sit) else "Zoe", role)
    decision = decide(table, Order(command, by, 0))
    about_gate = (TableReason.NOT_ALLOWED, TableReason.NOT_SEATED, TableReason.NOT_YOUR_SEAT)
    return isinstance(decision, Refusal) and decision.reason in about_gate


@pytest.mark.parametrize(("command", "roles", "role"), EVERY, ids=named)
def test_a_command_is_for_these_roles_and_no_other(
    command: ask.Command, roles: str, role: Role
) -> None:
    night = Night("catfish-bend")  # where an idle table is spread, so no rule but the gate refuses
    letter = role.value[0].upper()

    assert refused_by_role(night.table, command, role) == (letter not in roles)


def test_every_command_is_tried() -> None:
    every = {*get_args(ask.TableCommand), *get_args(round_ask.Command)}

    assert {type(command) for command, _ in WHO} == every


@pytest.mark.parametrize(("command", "roles"), WHO, ids=named)
def test_a_refusal_by_role_says_who_may(command: ask.Command, roles: str) -> None:
    night = Night("maryland")
    outsider = next((role for role in Role if role.value[0].upper() not in roles), None)
    if outsider is None or (outsider == P and "P" in roles):
        return

    refusal = night.refused(command, Person("Ann", outsider))

    assert refusal.reason == TableReason.NOT_ALLOWED
    words = {"P": "player", "D": "dealer", "F": "floor"}
    assert refusal.facts["roles"] == tuple(sorted(words[letter] for letter in roles))


@pytest.mark.parametrize(("command", "roles"), WHO, ids=named)
def test_a_stranger_changes_nothing(command: ask.Command, roles: str) -> None:
    night = Night("maryland")
    stranger = Person("Zoe", P)

    decision = decide(night.table, Order(command, stranger, night.at))

    if isinstance(command, ask.Sit):
        assert "P" in roles
        assert not isinstance(decision, Refusal)
    else:
        assert isinstance(decision, Refusal)
        assert decision.reason in (TableReason.NOT_ALLOWED, TableReason.NOT_SEATED)


def test_a_person_of_the_floor_is_no_player_by_the_way() -> None:
    night = Night("maryland")

    assert night.reason(ask.Sit(2, FLOOR.name), FLOOR) == TableReason.NOT_ALLOWED
    assert night.reason(bets(1, ante=10), FLOOR) == TableReason.NOT_ALLOWED
