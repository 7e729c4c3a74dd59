"""The figures of the floor console as files to download: PDF and XLSX."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec
from litestar import Response, get
from litestar.params import FromQuery
from litestar.types import ControllerRouterHandler

from pitboss.reports.floor.report import REPORT_FORMATS, TooManyRows, check_rows
from pitboss.server.api.figures_query import figures_request
from pitboss.server.api.odds import ask_odds
from pitboss.server.api.queries import (
    NameText,
    SomeTable,
    TheHuman,
    TheServices,
    TimeText,
    Word,
    attached,
)
from pitboss.server.api.report_files import MEDIA, check_extra
from pitboss.server.auth.permissions import may
from pitboss.server.floor.figures import floor_figures
from pitboss.server.http.problems import Turned
from pitboss.server.worker.par_questions import FloorFileQuestion
from pitboss.server.worker.service import Priority

REPORT_S_MAX: Final = 30.0  # to write a report: a second, behind a solve that is running


@get("/api/floor/report/{kind:str}", guards=[may("floor.see")], tags=["floor"])
async def floor_report_file(
    services: TheServices,
    human: TheHuman,
    kind: NameText,
    table: SomeTable = None,
    by: Word = "table",
    begin: TimeText = "",
    end: TimeText = "",
    bots: Word = "exclude",
    theory: FromQuery[bool] = False,  # noqa: FBT002
) -> Response[bytes]:
    """Return the figures that `/api/floor/figures` counts as a report: `pdf` or `xlsx`.

    The same journal up to the same event gives the same bytes.
    """
    asked = figures_request(by, begin, end, bots)
    wanted = next((one for one in REPORT_FORMATS if one == kind), None)
    if wanted is None:
        raise Turned(404, "no-such-format", f"a report is one of {', '.join(REPORT_FORMATS)}")
    check_extra(wanted)
    async with services.floor.counting:
        odds = services.odds if services.config.worker else None
        found = await asyncio.to_thread(
            floor_figures, services.journal, table, asked, theory=theory, odds=odds
        )
    try:
        check_rows(found, wanted)
    except TooManyRows as error:
        raise Turned(422, "too-much", str(error)) from None
    rows = services.live.directory.rows
    named = (one["table"] for one in (*found["tables"], *found["left_out"]))
    titles = tuple((name, rows[name].title) for name in named if name in rows)
    figures = msgspec.json.encode(found).decode()
    question = FloorFileQuestion(figures, titles, wanted)
    data = await ask_odds(services, question, Priority.LAB, human.id, REPORT_S_MAX)
    name = f"pitboss-figures-by-{asked.by}.{wanted}"
    return Response(data, media_type=MEDIA[wanted], headers=attached(name))


ROUTES: Final[list[ControllerRouterHandler]] = [floor_report_file]
