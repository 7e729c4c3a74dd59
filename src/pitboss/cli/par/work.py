"""Makes the sheet of a submission and writes it: all of it or nothing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.errors import OK, Failure, one_line
from pitboss.cli.files import check_target, read_file, write_whole
from pitboss.cli.refused import tell_refused
from pitboss.odds.game import GameError
from pitboss.reports.extra import ExtraMissing
from pitboss.reports.par.render import Format, check_format, rendered
from pitboss.reports.par.sheet import NotFiled, par_sheet
from pitboss.reports.par.verify import NoParFile, format_of

if TYPE_CHECKING:
    from pitboss.cli.par import Options


def run(options: Options) -> int:
    """Check the target before the work begins, then write the sheet."""
    kind, path = target(options.out, force=options.force)
    name, text = read_file(options.submission)
    try:
        data = rendered(par_sheet(text, name), kind)
    except NotFiled as refused:
        return tell_refused(refused.submission, "no sheet was written")
    except GameError as error:
        raise Failure(f"{name}: {error}") from None
    write_whole(path, data)
    sys.stderr.write(f"pitboss: the sheet is in {one_line(str(path))}\n")
    return OK


def target(name: str, *, force: bool) -> tuple[Format, Path]:
    """Return the format and the path of a new file; raises `Failure`."""
    try:
        kind = format_of(name)
        check_format(kind)
    except (NoParFile, ExtraMissing) as error:
        raise Failure(f"-o {error}") from None
    return kind, check_target(name, force=force)
