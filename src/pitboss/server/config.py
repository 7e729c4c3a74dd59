"""Settings of a server process, read once at start."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pitboss.pit.bot_tables import AT_ONCE
from pitboss.server.http.rates import Rates
from pitboss.server.store.passwords import Cost
from pitboss.table.timetable import Pace

STATIC: Final = Path(__file__).parent / "static"  # the built browser client
REQUEST_S_MAX: Final = 15.0  # for a whole request to arrive, from the connection on
LEAVING_S_MAX: Final = 10.0  # at shutdown, for sockets to close and requests to end

# Speeds of the automatic dealer, by the words of --pace.
PACES: Final = {
    "normal": Pace(),
    "fast": Pace(betting=8_000, bank=5_000, step=300, result=1_500, between=300),
    "at-once": AT_ONCE,
}
FLOORS: Final = ("automatic", "person")


@dataclass(frozen=True, slots=True)
class Config:
    """Settings of one server process.

    `pace` is a word of `PACES`; `floor` one of `FLOORS`: whether the automatic floor signs and
    validates, or a person has to; `bots`: whether the standing tables have them; `proxies`: the
    addresses of trusted reverse proxies, as uvicorn reads them.
    """

    db: str = ""
    host: str = "127.0.0.1"
    port: int = 8000
    static: Path | None = STATIC
    bots: bool = True
    standing: bool = True
    pace: str = "normal"
    floor: str = "automatic"
    thinking_ms: int | None = None
    proxies: str = ""
    tables_max: int = 200  # private and solo tables of all people together
    worker: bool = True  # the odds service works out edges, and plans of bots
    passwords: Cost = field(default_factory=Cost)
    rates: Rates = field(default_factory=Rates)
    leaving_s: float = LEAVING_S_MAX
    request_s: float = REQUEST_S_MAX
