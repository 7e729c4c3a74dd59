"""Questions of reports: a PAR sheet as a page and as a file, a floor report as a file.

Sheets are worked out once for each text of choices and kept for its formats. What they need is
imported inside functions: it loads compiled code, which the server's own process does without.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import msgspec

from pitboss.odds.counting.executor import Progress
from pitboss.server.wire.par import ParShown
from pitboss.server.worker.questions import QuestionError

if TYPE_CHECKING:
    from pitboss.reports.floor.report import ReportFormat
    from pitboss.reports.par.render import Format
    from pitboss.reports.par.sheet import ParSheet

SHEETS_KEPT: Final = 8  # in the process: a person looks at a sheet, then takes it home


@dataclass(frozen=True, slots=True)
class ParPageQuestion:
    """The sheet of a submission, to be read on a page."""

    text: str

    def answer(self, _: Progress, /) -> ParShown:
        """Work the sheet out; raises `QuestionError` where there can be none."""
        from pitboss.reports.par.page import page_of

        return msgspec.convert(asdict(page_of(_sheet(self.text))), ParShown)


@dataclass(frozen=True, slots=True)
class ParFileQuestion:
    """The sheet of a submission as a file; what the format needs is installed."""

    text: str
    kind: Format

    def answer(self, _: Progress, /) -> bytes:
        """Work the sheet out and write it; raises `QuestionError` where there can be none."""
        from pitboss.reports.par.render import rendered

        return rendered(_sheet(self.text), self.kind)


@dataclass(frozen=True, slots=True)
class FloorFileQuestion:
    """Figures of the floor as a file: the document as JSON, and the names of its tables."""

    figures: str
    titles: tuple[tuple[str, str], ...]
    kind: ReportFormat

    def answer(self, _: Progress, /) -> bytes:
        """Write the report; raises `QuestionError` where it has too many rows."""
        from pitboss.reports.floor.render import rendered_report
        from pitboss.reports.floor.report import TooManyRows

        try:
            return rendered_report(json.loads(self.figures), dict(self.titles), self.kind)
        except TooManyRows as error:
            raise QuestionError(str(error)) from None


@lru_cache(maxsize=SHEETS_KEPT)
def _sheet(text: str) -> ParSheet:
    from pitboss.odds.game import GameError
    from pitboss.reports.par.sheet import NotFiled, par_sheet

    try:
        return par_sheet(text)
    except (NotFiled, GameError) as error:
        raise QuestionError(f"there is no sheet of these choices: {error}") from None
