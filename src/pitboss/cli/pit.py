"""`pitboss pit`: runs tables of bots by themselves and writes their journal."""

from __future__ import annotations

import asyncio
import shlex
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from pitboss.cli.address import shown
from pitboss.cli.ending import WISHES, is_asked_to_end
from pitboss.cli.failure import Failure
from pitboss.cli.output import counted, page, pick, print_json, table
from pitboss.cli.progress import progress_bar
from pitboss.cli.values import whole
from pitboss.journal import Journal, JournalError, open_journal
from pitboss.journal.opening import MEMORY
from pitboss.ledger.accounts import DROP, HOUSE
from pitboss.pit import Pit, Style
from pitboss.pit.exhibition import AT_ONCE, ExhibitionError, open_tables, play_rounds
from pitboss.rules import SET_NAMES, RuleSet, money

TABLES_MAX: Final = 1_000
ROUNDS_MAX: Final = 10_000_000
SEATS_MAX: Final = 7


@dataclass(frozen=True, slots=True)
class _Wanted:
    sets: tuple[RuleSet, ...]
    tables: int
    rounds: int
    seats: int
    style: Style


def run(
    where: str,
    *,
    rules: Sequence[str] = (),
    tables: str | None = None,
    rounds: str | None = None,
    seats: str | None = None,
    bots: str = "random",
    as_json: bool = False,
) -> int:
    """Read what is asked, run the tables, say what came of them; 1 where a table stopped."""
    if where.strip() in MEMORY:  # it ends with the process
        raise Failure("name a file for the journal, or postgresql://…: it is what is left to prove")
    wanted = _wanted(rules, tables, rounds, seats, bots)
    begun = time.monotonic()
    try:
        with open_journal(where) as journal, progress_bar("rounds") as tell:
            found = asyncio.run(_played(journal, wanted, tell))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
    except (JournalError, ExhibitionError) as error:
        raise Failure(str(error)) from None
    seconds = time.monotonic() - begun
    if as_json:
        print_json({"journal": shown(where), "tables": found, "seconds": round(seconds, 3)})
    else:
        _show(where, found, seconds)
    return 1 if any(each["stopped"] for each in found) else 0


def _wanted(
    rules: Sequence[str], tables: str | None, rounds: str | None, seats: str | None, bots: str
) -> _Wanted:
    if bots not in tuple(Style):
        raise Failure(f"--bots {bots[:40]!r}: there are {', '.join(Style)}")
    sets = tuple(pick(name) for name in rules or SET_NAMES)
    return _Wanted(
        sets,
        whole("--tables", tables, 1, TABLES_MAX) if tables is not None else len(sets),
        whole("--rounds", rounds, 1, ROUNDS_MAX) if rounds is not None else 100,
        whole("--seats", seats, 1, SEATS_MAX) if seats is not None else 4,
        Style(bots),
    )


async def _played(
    journal: Journal, wanted: _Wanted, tell: Callable[[int, int], None]
) -> list[dict[str, Any]]:  # Any: a document for people and machines
    _end_when_asked()
    async with Pit(journal, pace=AT_ONCE, thinking=0) as pit:
        before = {name: runner.table.rounds for name, runner in pit.tables.items()}
        names = await open_tables(pit, wanted.sets, wanted.tables, wanted.seats, wanted.style)
        await play_rounds(pit, names, wanted.rounds, tell)
        return [_entry(pit, name, before.get(name, 0)) for name in names]


def _end_when_asked() -> None:
    """Let a signal end the run between two steps of the loop.

    An exception out of nowhere could land where it is swallowed: in a destructor, in a decoder.
    """
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    if task is None:
        return
    for wish in WISHES:
        with suppress(NotImplementedError):  # not every system's loop can
            loop.add_signal_handler(wish, task.cancel)
    if is_asked_to_end():  # while the journal was opened, and nobody heard
        task.cancel()


def _entry(pit: Pit, name: str, before: int) -> dict[str, Any]:  # Any: as above
    live = pit.tables[name].keeper.live
    meters = {meter: money(int(amount or 0)) for meter, amount in live.table.meters.items()}
    return {
        "table": name,
        "rules": live.table.house.rules if live.table.house else "",
        "rounds": live.table.rounds - before,
        "events": live.number,
        "house": money(int(live.books.of(HOUSE))),
        "drop": money(int(live.books.of(DROP))),
        "meters": meters,
        "stopped": pit.stopped().get(name, ""),
    }


def _show(where: str, found: list[dict[str, Any]], seconds: float) -> None:  # Any: as above
    columns = ("table", "rounds", "events", "house, meters seeded", "fees", "meters", "")
    rows = [
        (
            each["table"],
            f"{each['rounds']:,}",
            f"{each['events']:,}",
            each["house"],
            each["drop"],
            " ".join(f"{meter} {amount}" for meter, amount in each["meters"].items()),
            each["stopped"],
        )
        for each in found
    ]
    rounds = sum(each["rounds"] for each in found)
    console = page()
    console.print(table("tables of bots", columns, rows))
    console.print(f"  {counted(rounds, 'round')} in {seconds:.1f} s; prove them with:")
    console.print(f"  pitboss audit verify {shlex.quote(shown(where))}", soft_wrap=True)
