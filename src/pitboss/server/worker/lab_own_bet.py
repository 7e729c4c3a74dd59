"""The question of the lab that takes longest: a side bet of one's own, counted over all deals."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from pitboss.odds.counting.executor import Progress
from pitboss.server.wire.lab_own import LabOwnBet
from pitboss.server.worker.questions import QuestionError


@dataclass(frozen=True, slots=True)
class OwnBetQuestion:
    """A side bet of one's own, as the text of its file."""

    toml: str

    def answer(self, tell: Progress, /) -> LabOwnBet:
        """Count every deal; raises `QuestionError` for a bet that cannot be read."""
        from pitboss.odds.lab.own_side_bet import own_side_bet
        from pitboss.odds.lab.side_bet_file import SideBetError, read_side_bet
        from pitboss.reports.lab_side_bet import side_bet_document

        try:
            plan = read_side_bet(self.toml)
        except SideBetError as error:
            raise QuestionError(str(error)) from None
        return msgspec.convert(side_bet_document(own_side_bet(plan, progress=tell)), LabOwnBet)


@dataclass(frozen=True, slots=True)
class ReadOwnBetQuestion:
    """Whether a side bet of one's own can be read: answered at once, before it waits its turn."""

    toml: str

    def answer(self, _: Progress, /) -> str:
        """Return its name; raises `QuestionError` with one line."""
        from pitboss.odds.lab.side_bet_file import SideBetError, read_side_bet

        try:
            return read_side_bet(self.toml).name
        except SideBetError as error:
            raise QuestionError(str(error)) from None
