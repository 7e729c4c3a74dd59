"""`pitboss serve`: tables in the browser, until it is asked to stop."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from pitboss.cli.address import shown
from pitboss.cli.failure import Failure
from pitboss.cli.values import whole
from pitboss.journal import JournalError
from pitboss.journal.opening import MEMORY
from pitboss.server.config import FLOORS, PACES, STATIC, Config
from pitboss.server.logs import configure
from pitboss.server.pages import INDEX, NOT_BUILT
from pitboss.server.rates import UNBOUNDED, Rates
from pitboss.server.serve import CannotServe, serve

PORT_MAX: Final = 65_535
FILE: Final = "pitboss.db"


def run(
    *,
    db: str | None = None,
    host: str = "127.0.0.1",
    port: str = "8000",
    bots: bool = True,
    pace: str = "normal",
    floor: str = "automatic",
    proxies: str = "",
    limits: bool = True,
    edges: bool = True,
    testing: bool = False,
) -> int:
    """Read what is asked, then serve; the address is printed when players may come.

    `testing` is for tests in a browser: there are routes that lay the decks of tables. Without
    `edges` there is no process of the sums; bots that have a plan would work it out in this one.
    """
    if pace not in PACES:
        raise Failure(f"--pace {pace[:40]!r}: there are {', '.join(PACES)}")
    if floor not in FLOORS:
        raise Failure(f"--floor {floor[:40]!r}: there are {', '.join(FLOORS)}")
    number = whole("--port", port, 0, PORT_MAX)
    if not (STATIC / INDEX).is_file():
        raise Failure(NOT_BUILT)
    where = place(db)
    config = Config(
        db=where,
        host=host,
        port=number,
        bots=bots,
        pace=pace,
        floor=floor,
        proxies=proxies,
        rates=Rates() if limits else UNBOUNDED,
        sums=edges,
        testing=testing,
    )
    configure()
    try:
        serve(config, _say)
    except (CannotServe, JournalError) as error:
        raise Failure(str(error)) from None
    return 0


def place(db: str | None) -> str:
    """Where the journal is: as told, or a file in the user's own data folder, made for it."""
    if db is not None:
        if db.strip() in MEMORY:
            raise Failure("--db: name a file, or postgresql://…; what is played must be kept")
        return db if "://" in db else str(Path(db).expanduser())
    folder = data_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(
            f"cannot make {shown(str(folder))}: {error.strerror}; name a file with --db"
        ) from None
    return str(folder / FILE)


def data_folder() -> Path:
    """The folder for a user's own data: that of the XDG convention."""
    base = os.environ.get("XDG_DATA_HOME", "")
    root = Path(base) if base and Path(base).is_absolute() else Path.home() / ".local" / "share"
    return root / "pitboss"


def _say(address: str, token: str | None) -> None:
    sys.stdout.write(f"pitboss: {address}\n")
    if token is not None:
        sys.stdout.write(f"pitboss: to become administrator, once: {address}/admin/{token}\n")
    sys.stdout.flush()
