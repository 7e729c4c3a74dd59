"""`pitboss audit anchor`: the heads of a journal on a small page, to be kept elsewhere."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Annotated

from rich.text import Text

from pitboss.audit.anchor import BYTES_MAX, Anchor, NoAnchor, anchor_text, make_anchor, read_anchor
from pitboss.cli.audit.reading import reading
from pitboss.cli.errors import Failure
from pitboss.cli.files import STDIN, check_new, new_file
from pitboss.cli.options import JournalName, Option
from pitboss.cli.output import counted, page
from pitboss.pit.clock import SystemClock


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss audit anchor`."""

    journal: JournalName
    out: Annotated[str | None, Option("New file; default: standard output.", "FILE")] = None


def run(options: Options) -> int:
    """Write the anchor to a new file, or to standard output."""
    out = options.out
    path = None if out is None or out == STDIN else check_new("--out", out)
    with reading(options.journal) as journal:
        anchor = make_anchor(journal, SystemClock().now())
    text = anchor_text(anchor)
    if path is None:
        sys.stdout.write(text)
        return 0
    with new_file("--out", path) as stream:
        stream.write(text.encode())
    events = sum(head.number for head in anchor.heads.values())
    what = f"{counted(len(anchor.heads), 'stream')}, {counted(events, 'event')} in {out}"
    page().print(Text(f"{what}: keep it where the journal's keepers cannot write"))
    return 0


def anchor_from(name: str) -> Anchor:
    """Read an anchor from a file; raises `Failure`."""
    try:
        with open(name, "rb") as stream:
            data = stream.read(BYTES_MAX + 1)
    except FileNotFoundError:
        raise Failure(f"--anchor {name[:200]}: there is no such file") from None
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or str(error)
        raise Failure(f"--anchor {name[:200]!r}: cannot be read: {what}") from None
    if len(data) > BYTES_MAX:
        raise Failure(f"--anchor {name[:200]}: is larger than {BYTES_MAX:,} bytes: no anchor")
    try:
        return read_anchor(data)
    except NoAnchor as error:
        raise Failure(f"--anchor {name[:200]}: {error}; name what `audit anchor` wrote") from None
