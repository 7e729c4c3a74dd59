"""The command line: one verb a file, imported when it is called."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from pitboss.cli.errors import BAD_INPUT, BUG, INTERRUPTED, OK, Failure, one_line
from pitboss.cli.signals import clear_interrupt, handle_signals
from pitboss.cli.verbs import run_verb


def main() -> None:
    """Start the program; SIGTERM ends it as tidily as Ctrl-C."""
    handle_signals()
    code = run()
    clear_interrupt()
    sys.exit(code)


def run(args: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; errors are one line on stderr."""
    if sys.stderr is None:  # it was closed before we began
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115  # to the end of the program
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if sys.stdout is None:  # it was closed before we began
        return _complain("there is nowhere to print: standard output is closed", BAD_INPUT)
    try:
        code = run_verb(list(sys.argv[1:] if args is None else args) or ["--help"])
        sys.stdout.flush()
    except Failure as failure:
        return _complain(str(failure), BAD_INPUT)
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED)
    except (BrokenPipeError, SystemExit):  # Rich turns a broken pipe into SystemExit
        return _drop_output(OK)
    except OSError as error:
        if error.filename is not None or os.environ.get("PITBOSS_DEBUG"):
            return _internal_error(error)
        _complain(f"the output cannot be written: {error.strerror or error}", BAD_INPUT)
        return _drop_output(BAD_INPUT)
    except Exception as error:
        return _internal_error(error)
    return code


def _internal_error(error: Exception) -> int:
    if os.environ.get("PITBOSS_DEBUG"):
        raise error
    what = f"{type(error).__name__}: {error}"
    return _complain(f"internal error: {what}; PITBOSS_DEBUG=1 shows where", BUG)


def _complain(text: str, code: int) -> int:
    """Print one line on stderr and return the exit code."""
    with suppress(OSError):  # the code still tells
        sys.stderr.write(f"pitboss: {one_line(text)}\n")
    return code


def _drop_output(code: int) -> int:
    """Discard what is still buffered: nobody reads it (`… | head`), or the disk is full."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code
