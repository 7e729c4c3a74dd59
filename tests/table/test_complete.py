"""Nothing is left out: every command is decided, every event evolves, every reason is given."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import get_args

import pytest

from pitboss.round import Broken, Reason, Round
from pitboss.round import command as round_ask
from pitboss.round import event as round_past
from pitboss.round import evolve as evolve_round
from pitboss.table import Table, TableReason, decide
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.people import Person, Role
from tests.table.nights import Night
from tests.table.test_permissions import WHO, named

HERE = Path(__file__).parent
# Events that say something and change nothing at the table itself; all others leave a trace in it.
SAID_ONLY = {past.RoundCalledOff, past.SecretRevealed, past.Announced}


@pytest.mark.parametrize("command", [command for command, _ in WHO], ids=named)
@pytest.mark.parametrize("place", ["maryland", "california"])
def test_every_command_is_decided_by_whoever_gives_it_at_any_moment(
    place: str, command: ask.Command
) -> None:
    nights = [Table(), Night(place).table, Night(place).open().table]
    for table in nights:
        for by in (*(Person("Ann", role) for role in Role), Person("Zoe", Role.PLAYER)):
            decision = decide(table, ask.Order(command, by, 0))
            assert decision is not None


def test_no_event_of_a_round_is_taken_for_one_of_the_table() -> None:
    assert set(get_args(past.TableEvent)) & set(get_args(round_past.Event)) == set()
    with pytest.raises(AssertionError):
        evolve_round(Round(), past.Announced("Ada", "no event of a round"))  # type: ignore[arg-type]  # on purpose


def test_a_reason_of_a_table_is_no_reason_of_a_round() -> None:
    assert {reason.value for reason in TableReason} & {reason.value for reason in Reason} == set()


def test_every_reason_is_given_in_some_test() -> None:
    """Reasons are named in assertions of this folder, beside the command that gets them."""
    asserted: set[str] = set()
    for path in HERE.glob("test_*.py"):
        if path.name == Path(__file__).name:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Assert | ast.Return):
                asserted |= {
                    part.attr
                    for part in ast.walk(node)
                    if isinstance(part, ast.Attribute)
                    and isinstance(part.value, ast.Name)
                    and part.value.id == "TableReason"
                }

    assert [reason.name for reason in TableReason if reason.name not in asserted] == []


def test_every_reason_stands_somewhere_in_the_code_of_the_table() -> None:
    source = Path(decide.__code__.co_filename).parent
    text = "".join(
        path.read_text("utf-8") for path in source.glob("*.py") if path.name != "refusal.py"
    )

    unused = [reason.name for reason in TableReason if f"TableReason.{reason.name}" not in text]

    assert unused == []


def test_commands_of_a_round_are_all_let_through_or_judged() -> None:
    """A round's command that the table does not know would break, not be let through."""
    night = Night("maryland").open()
    for kind in get_args(round_ask.Command):
        sample = next(command for command, _ in WHO if type(command) is kind)
        for role in Role:
            try:
                decide(night.table, ask.Order(sample, Person("Ann", role), night.at))
            except Broken as broken:  # pragma: no cover
                pytest.fail(str(broken))
