"""Reads a PAR file, recomputes it and tells the first difference."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.errors import FOUND, OK, Failure, one_line
from pitboss.cli.output import print_json
from pitboss.reports.extra import ExtraMissing
from pitboss.reports.par.compare import ParDifference
from pitboss.reports.par.render import check_format
from pitboss.reports.par.verify import BYTES_MAX, NoParFile, first_difference, format_of

if TYPE_CHECKING:
    from pitboss.cli.par.verify import Options


def run(options: Options) -> int:
    """Recompute the file and print whether it holds."""
    try:
        kind = format_of(options.file)
        check_format(kind)
        found = first_difference(read_bytes(options.file), kind)
    except ExtraMissing as error:
        raise Failure(str(error)) from None
    except NoParFile as error:
        prefix = "" if str(error).startswith(options.file) else f"{options.file[:200]}: "
        raise Failure(f"{prefix}{error}") from None
    if options.as_json:
        print_json({"file": options.file, "fine": found is None, "first": _document(found)})
    else:
        said = "every figure is as recomputed" if found is None else str(found)
        sys.stdout.write(f"{one_line(options.file)}: {one_line(said)}\n")
    return OK if found is None else FOUND


def _document(found: ParDifference | None) -> dict[str, str] | None:
    if found is None:
        return None
    return {"where": found.where, "found": found.found, "right": found.right}


def read_bytes(name: str) -> bytes:
    """Read a file that is no larger than a sheet can be; raises `Failure`."""
    try:
        with Path(name).open("rb") as stream:
            data = stream.read(BYTES_MAX + 1)
    except FileNotFoundError:
        raise Failure(f"{name[:200]}: there is no such file") from None
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or str(error)
        raise Failure(f"{name[:200]}: cannot be read: {what}") from None
    if len(data) > BYTES_MAX:
        raise Failure(f"{name[:200]}: is larger than {BYTES_MAX:,} bytes; name a PAR sheet")
    return data
