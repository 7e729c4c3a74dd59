"""One row of a spreadsheet for each seat of each finished round."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from typing import Final

from pitboss.cards import cards_text, hand_name
from pitboss.history.export.folder import OutFile
from pitboss.history.moments import PlayedRound
from pitboss.history.periods import utc_text
from pitboss.history.results import SeatResult
from pitboss.rules import Wager, plain

STAKED: Final = (
    Wager.ANTE,
    Wager.BLIND,
    Wager.PLAY,
    Wager.TRIPS,
    Wager.SIX_CARD,
    Wager.PROGRESSIVE,
)
_ROUND: Final = ("begun", "ended", "table", "round", "rules", "edition", "void", "seat")
_PLAYER: Final = ("player", "bot", "cards", "hand", "six_card_hand", "play_multiple", "folded")
_DEALER: Final = ("timed_out", "dealer_cards", "dealer_hand", "qualifies", "bank_stake", "bank_net")
_WAGERS: Final = tuple(f"{w}_{what}" for w in STAKED for what in ("staked", "outcome", "net"))
_SUMS: Final = ("envy_net", "limit_net", "fee", "tips", "net")
_CHIPS: Final = ("balance_before", "bought", "cashed", "balance_after")
COLUMNS: Final = (*_ROUND, *_PLAYER, *_DEALER, *_WAGERS, *_SUMS, *_CHIPS)
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


class SeatRows:
    """Writes rows into a file, the head first."""

    def __init__(self, out: OutFile) -> None:
        self._out = out
        self._csv = csv.writer(self)
        self._csv.writerow(COLUMNS)
        self.rows = 0

    def write(self, text: str) -> None:
        """Take the text of a row from the writer of rows."""
        self._out.write(text.encode("utf-8", "backslashreplace"))

    def add(self, played: PlayedRound, results: Iterable[SeatResult]) -> None:
        """Write the seats of a round."""
        for result in results:
            self._csv.writerow(seat_row(played, result))
            self.rows += 1


def seat_row(played: PlayedRound, result: SeatResult) -> list[str]:
    """Return the cells of a seat in the order of `COLUMNS`; money in dollars, None blank."""
    last, settlement, purse = played.last, played.last.settlement, result.chips
    dealer = settlement.dealer if settlement else None
    qualifies = settlement.qualifies if settlement else None
    return [
        utc_text(played.moments[0].at),
        utc_text(played.moments[-1].at),
        safe_cell(played.table),
        str(played.number),
        played.choice.rules,
        str(played.choice.edition),
        _yes(last.void is not None),
        str(purse.seat),
        safe_cell(purse.player),
        _yes(purse.bot),
        cards_text(result.cards),
        result.hand,
        result.six_card_hand,
        str(result.times or ""),
        _yes(result.folded),
        str(result.timed_out),
        cards_text(last.dealer),
        "" if dealer is None else hand_name(dealer),
        "" if qualifies is None else _yes(qualifies),
        "" if result.bank_stake is None else plain(result.bank_stake),
        "" if result.bank_stake is None else plain(result.bank_net),
        *_wager_cells(result),
        *(_net(result, wager) for wager in (Wager.ENVY, Wager.LIMIT)),
        plain(result.fee),
        plain(result.tips),
        plain(result.net),
        plain(purse.before),
        plain(purse.bought),
        plain(purse.cashed),
        plain(purse.after),
    ]


def _wager_cells(result: SeatResult) -> Iterator[str]:
    for wager in STAKED:
        line = result.movements.get(wager, ())
        yield plain(sum(m.staked for m in line)) if line else ""
        yield " ".join(m.outcome for m in line)
        yield _net(result, wager)


def _net(result: SeatResult, wager: Wager) -> str:
    line = result.movements.get(wager, ())
    return plain(sum(m.net for m in line)) if line else ""


def _yes(fact: bool) -> str:  # noqa: FBT001  # a cell has no other name for it
    return "yes" if fact else "no"


def safe_cell(name: str) -> str:
    """Return a name that a spreadsheet will not take for a formula."""
    return f"'{name}" if name.startswith(_FORMULA) else name
