"""`pitboss pit`: runs tables of bots by themselves and writes their journal."""

from __future__ import annotations

import asyncio
import shlex
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pitboss.cli.database import shown
from pitboss.cli.errors import Failure
from pitboss.cli.files import read_files
from pitboss.cli.options import AsJson, JournalName, Many, Option
from pitboss.cli.output import counted, page, pick, print_json, table
from pitboss.cli.parse import whole
from pitboss.cli.progress import progress_bar
from pitboss.cli.signals import heeded_signals, is_interrupted, note_interrupt
from pitboss.journal import Journal, JournalError, open_journal
from pitboss.journal.opening import MEMORY
from pitboss.ledger.accounts import DROP, HOUSE
from pitboss.pit import Pit, Style
from pitboss.pit.bot_tables import AT_ONCE, ExhibitionError, open_tables, play_rounds
from pitboss.rules import SET_NAMES, RuleSet, money, read_submission
from pitboss.rules.options import flatten
from pitboss.rules.user_toml import read_toml

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
    filed: dict[str, Any] | None = None  # Any: options as an operator wrote them


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss pit`."""

    journal: JournalName
    rules: Annotated[Many, Option("Rule set; default: all.", "NAME")] = ()
    tables: Annotated[
        str | None, Option("Number of tables; default: one for each rule set.", "N")
    ] = None
    rounds: Annotated[str | None, Option("Rounds at each table; default 100.", "N")] = None
    seats: Annotated[str | None, Option("Bots at each table; default 4.", "N")] = None
    bots: Annotated[str, Option("How bots play: optimal, simple, timid or random.", "STYLE")] = (
        "random"
    )
    submission: Annotated[
        str | None, Option("Play by the options of a submission that is accepted.", "FILE")
    ] = None
    as_json: AsJson = False


def run(options: Options) -> int:
    """Read what is asked, run the tables, say what came of them; 1 where a table stopped."""
    where = options.journal
    if where.strip() in MEMORY:  # it ends with the process
        raise Failure("name a file for the journal, or postgresql://…: it is what is left to prove")
    wanted = _wanted(options)
    begun = time.monotonic()
    try:
        with open_journal(where) as journal, progress_bar("rounds") as tell:
            found = asyncio.run(_played(journal, wanted, tell))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
    except (JournalError, ExhibitionError) as error:
        raise Failure(str(error)) from None
    seconds = time.monotonic() - begun
    if options.as_json:
        print_json({"journal": shown(where), "tables": found, "seconds": round(seconds, 3)})
    else:
        _show(where, found, seconds)
    return 1 if any(each["stopped"] for each in found) else 0


def _filed(name: str) -> tuple[RuleSet, dict[str, Any]]:  # Any: TOML
    """Read the options of a submission that the check accepts."""
    for file, text in read_files([name]):
        found = read_submission(text, file)
        wrong = next((problem for problem in found.problems if problem.is_error), None)
        if found.rules is None or wrong is not None:
            said = f" {wrong.place} {wrong.what}; {wrong.right}" if wrong else ""
            raise Failure(f"{file}: is not accepted:{said}")
        return found.rules.set, dict(flatten(read_toml(text).get("options", {})))
    raise Failure(f"{name}: no submission")


def _wanted(options: Options) -> _Wanted:
    if options.bots not in tuple(Style):
        raise Failure(f"--bots {options.bots[:40]!r}: there are {', '.join(Style)}")
    sets = tuple(pick(name) for name in options.rules or SET_NAMES)
    filed = None
    if options.submission is not None:
        chosen, filed = _filed(options.submission)
        sets = (chosen,)
    return _Wanted(
        sets,
        whole("--tables", options.tables, 1, TABLES_MAX, default=len(sets)),
        whole("--rounds", options.rounds, 1, ROUNDS_MAX, default=100),
        whole("--seats", options.seats, 1, SEATS_MAX, default=4),
        Style(options.bots),
        filed,
    )


async def _played(
    journal: Journal, wanted: _Wanted, tell: Callable[[int, int], None]
) -> list[dict[str, Any]]:  # Any: a document for people and machines
    _end_when_asked()
    async with Pit(journal, pace=AT_ONCE, thinking=0) as pit:
        before = {name: table_task.table.rounds for name, table_task in pit.tables.items()}
        names = await open_tables(
            pit, wanted.sets, wanted.tables, wanted.seats, wanted.style, wanted.filed
        )

        def told(done: int, of: int) -> None:
            if is_interrupted():
                raise asyncio.CancelledError
            tell(done, of)

        await play_rounds(pit, names, wanted.rounds, told)
        return [_entry(pit, name, before.get(name, 0)) for name in names]


def _end_when_asked() -> None:
    """Let a signal end the run between two steps of the loop.

    An exception out of nowhere could land where it is swallowed: in a destructor, in a decoder.
    """
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    if task is None:
        return
    for wish in heeded_signals():
        with suppress(NotImplementedError):  # not every system's loop can
            loop.add_signal_handler(wish, _interrupt, task)
    if is_interrupted():  # while the journal was opened, and the exception was swallowed
        task.cancel()


def _interrupt(task: asyncio.Task[object]) -> None:
    """Cancel the run, and set the flag: a cancellation can be swallowed, a flag is looked at."""
    note_interrupt()
    task.cancel()


def _entry(pit: Pit, name: str, before: int) -> dict[str, Any]:  # Any: as above
    live = pit.tables[name].handler.replica
    meters = {
        meter: money(int(amount or 0)) for meter, amount in live.table.progressive.meters.items()
    }
    return {
        "table": name,
        "rules": live.table.identity.rules.rules if live.table.identity.rules else "",
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
