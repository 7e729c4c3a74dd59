"""Tests that every command has its decider and every event its change, found by its class."""

from __future__ import annotations

from typing import get_args

from pitboss.round import command as round_ask
from pitboss.round import decide as decide_round
from pitboss.round import event as round_past
from pitboss.round import evolve as evolve_round
from pitboss.table import command as ask
from pitboss.table import decide as decide_table
from pitboss.table import event as past
from pitboss.table import evolve as evolve_table


def test_every_command_has_its_decider() -> None:
    of_round = decide_round.__globals__["_DECIDERS"]
    of_table = decide_table.__globals__["_DECIDERS"]

    assert set(of_round) == set(get_args(round_ask.Command))
    assert set(of_table) == set(get_args(ask.TableCommand))


def test_every_event_has_its_change() -> None:
    of_round = evolve_round.__globals__["_AFTER"]
    of_table = evolve_table.__globals__["_AFTER"]
    beside = evolve_table.__globals__["_AFTER_ROUND"]

    assert set(of_round) == set(get_args(round_past.Event))
    assert set(of_table) == set(get_args(past.TableEvent))
    assert set(beside) <= set(of_round)


def test_what_a_table_may_have_against_a_command_is_of_the_round() -> None:
    faults = decide_table.__globals__["rounds"]._FAULTS

    assert set(faults) <= set(get_args(round_ask.Command))
