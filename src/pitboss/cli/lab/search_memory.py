"""The state file of a search: what is solved so far, for the same command after Ctrl-C."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TextIO

from pitboss.cli.errors import Failure
from pitboss.cli.files import STDIN
from pitboss.cli.lab.search import Options
from pitboss.cli.output import counted
from pitboss.odds.lab.search import SearchMemory
from pitboss.odds.lab.search_plan import SearchError, SearchPlan
from pitboss.odds.lab.search_state import head_line, policy_line, read_state, value_line

STATE_ENDING: Final = ".state"  # behind the name of the search file, unless --state names another
NEW_ENDING: Final = ".new"  # of a state file until it is whole
STATE_BYTES_MAX: Final = 512_000_000  # some 8 kB a policy and 60 bytes a table; no search has more


def state_path(options: Options) -> Path | None:
    """Return where the state is kept; None for a search from stdin without --state."""
    if options.state is not None:
        return Path(options.state)
    return None if options.file == STDIN else Path(options.file + STATE_ENDING)


@contextmanager
def kept(path: Path | None, plan: SearchPlan) -> Iterator[SearchMemory]:
    """Read what an earlier run solved, and keep what this one solves until it is done."""
    if path is None:
        yield SearchMemory()
        return
    memory = _remembered(path, plan)
    with _opened(path, plan, memory) as stream:
        memory.on_value = lambda point, value: _write(stream, value_line(point, value))
        memory.on_policy = lambda point, counts: _write(stream, policy_line(point, counts))
        try:
            yield memory
        except KeyboardInterrupt:
            solved = counted(len(memory.values), "solved table")
            sys.stderr.write(
                f"pitboss: {solved} kept in {path}; the same command goes on from there\n"
            )
            raise
        except Failure:
            path.unlink(missing_ok=True)
            raise
    path.unlink(missing_ok=True)


def _remembered(path: Path, plan: SearchPlan) -> SearchMemory:
    try:
        if not path.exists():
            return SearchMemory()
        if path.stat().st_size > STATE_BYTES_MAX:
            raise SearchError("is no state of a search; name a new file, or delete it")
        return read_state(path.read_text("utf-8"), plan)
    except (OSError, SearchError, UnicodeError) as error:
        raise Failure(f"--state {path}: {_reason(error)}") from None


def _opened(path: Path, plan: SearchPlan, memory: SearchMemory) -> TextIO:
    """Write all that is known to a new file, put it in place of the old one, and go on in it."""
    new = path.with_name(path.name + NEW_ENDING)
    try:
        with new.open("w", encoding="utf-8") as stream:
            stream.write(head_line(plan))
            stream.writelines(value_line(*solved) for solved in memory.values.items())
            stream.writelines(policy_line(*counted) for counted in memory.policies.items())
        new.replace(path)
        return path.open("a", encoding="utf-8")
    except OSError as error:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise _unwritable(path, error) from None


def _write(stream: TextIO, line: str) -> None:
    try:
        stream.write(line)
        stream.flush()
    except OSError as error:
        raise _unwritable(stream.name, error) from None


def _unwritable(path: object, error: OSError) -> Failure:
    what = f"--state {path}: cannot be written: {error.strerror}"
    return Failure(f"{what}; name another file with --state")


def _reason(error: Exception) -> str:
    if isinstance(error, SearchError):
        return str(error)
    if isinstance(error, OSError):
        return f"cannot be read: {error.strerror}"
    return "is no state of a search; name a new file, or delete it"
