"""The PAR sheet of a submission: the whole document, worked out once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from pitboss.odds.dealer_errors import DealerError, not_counted
from pitboss.odds.game import Game, game_of
from pitboss.odds.sidebets.progressive import Progressive, progressive
from pitboss.odds.sidebets.side_bet import side_bet
from pitboss.odds.solution import Solution, solved
from pitboss.reports.par.bands import ActualWin, actual_win, bands_section
from pitboss.reports.par.base_game import BaseGame, base_game, base_game_section
from pitboss.reports.par.dealer_errors import error_prices, errors_section
from pitboss.reports.par.encode import encoded
from pitboss.reports.par.exposure import ExposedCards, exposed_cards, exposure_section
from pitboss.reports.par.fees import FeeFigures, fee_figures, fees_section
from pitboss.reports.par.identity import ParIdentity, identity_of, identity_section
from pitboss.reports.par.limits import LimitEffect, limit_effects, limit_notes, limits_section
from pitboss.reports.par.notes import Notes, notes_of, notes_section
from pitboss.reports.par.paytables import PaytableInForce, paytables, paytables_section
from pitboss.reports.par.progressive import (
    ProgressiveFigures,
    progressive_figures,
    progressive_section,
)
from pitboss.reports.par.strategies import (
    ASSUMED,
    CommonStrategy,
    common_strategies,
    strategies_section,
)
from pitboss.reports.par.view import ParSection
from pitboss.reports.par.wager_odds import (
    WagerOdds,
    base_wagers,
    progressive_wager,
    side_wager,
    wagers_section,
)
from pitboss.rules import Rules, Submission, Wager, read_submission
from pitboss.rules.submission import AS_PLAYED
from pitboss.rules.user_toml import Document

FORMAT: Final = "pitboss-par/1"
FILED: Final = ("accepted", "unsigned", AS_PLAYED)


class NotFiled(ValueError):
    """A submission of which no sheet is made; `submission` has its problems."""

    def __init__(self, submission: Submission) -> None:
        super().__init__(f"the submission is {submission.status}")
        self.submission = submission


@dataclass(frozen=True, slots=True)
class ParSheet:
    """The document; its JSON form is the sheet itself, every other format a rendering of it."""

    format: str
    identity: ParIdentity
    paytables: tuple[PaytableInForce, ...]
    wagers: tuple[WagerOdds, ...]
    base_game: BaseGame
    bands: ActualWin
    strategies: tuple[CommonStrategy, ...]
    limits: tuple[LimitEffect, ...]
    limit_notes: tuple[str, ...]
    fees: tuple[FeeFigures, ...]
    progressive: ProgressiveFigures | None
    exposure: ExposedCards
    dealer_errors: tuple[DealerError, ...]
    errors_not_counted: tuple[str, ...]
    notes: Notes


def par_sheet(text: str, name: str = "", *, again: bool = False) -> ParSheet:
    """Work out the sheet of a submission's text; raises `NotFiled`, `GameError`.

    `again`: count also those figures that are kept for the usual game and quick enough.
    """
    submission = read_submission(text, name)
    if submission.rules is None or submission.status not in FILED:
        raise NotFiled(submission)
    rules = submission.rules
    game = game_of(rules)
    with ThreadPoolExecutor(max_workers=1) as beside:  # kernels count while Python lists hands
        counting = beside.submit(_counted, game)
        meters = _meters(rules)
        side = [w for w in (Wager.TRIPS, Wager.SIX_CARD) if w in rules.tables]
        by_paytable = tuple(side_wager(side_bet(rules, wager), wager) for wager in side)
        solution = counting.result()
    outcomes = solution.outcomes
    last = () if meters is None else (progressive_wager(meters),)
    wagers = (*base_wagers(outcomes, rules), *by_paytable, *last)
    figures = None if meters is None else progressive_figures(meters)
    left_out, limits, fees = limit_notes(rules), limit_effects(outcomes, rules), fee_figures(rules)
    return ParSheet(
        format=FORMAT,
        identity=identity_of(submission, rules, game, text),
        paytables=paytables(rules),
        wagers=wagers,
        base_game=base_game(outcomes, ASSUMED),
        bands=actual_win(solution, rules, wagers),
        strategies=common_strategies(solution, again=again),
        limits=limits,
        limit_notes=left_out,
        fees=fees,
        progressive=figures,
        exposure=exposed_cards(game),
        dealer_errors=error_prices(outcomes, rules, limits, fees),
        errors_not_counted=not_counted(rules),
        notes=notes_of(rules, figures, left_out),
    )


def _counted(game: Game) -> Solution:
    """Solve a game and count its deals."""
    solution = solved(game)
    _ = solution.outcomes
    return solution


def _meters(rules: Rules) -> Progressive | None:
    players = rules.seats - (not rules.house_banks)
    offered = Wager.PROGRESSIVE in rules.tables
    return progressive(rules, players=players) if offered else None


def par_document(sheet: ParSheet) -> Document:
    """Write the sheet as JSON values."""
    found: Document = encoded(sheet)
    return found


def par_title(sheet: ParSheet) -> str:
    """Return the title of the sheet."""
    unnamed = AS_PLAYED if sheet.identity.status == AS_PLAYED else "operator not named"
    who = sheet.identity.operator or unnamed
    return f"PAR sheet: Ultimate Texas Hold'em, {who}, {sheet.identity.title}"


def sections(sheet: ParSheet) -> tuple[ParSection, ...]:
    """Lay the whole sheet out, in the order of every rendering."""
    return (
        identity_section(sheet.identity),
        paytables_section(sheet.paytables),
        wagers_section(sheet.wagers, sheet.progressive),
        base_game_section(sheet.base_game),
        bands_section(sheet.bands),
        strategies_section(sheet.strategies),
        limits_section(sheet.limits, sheet.limit_notes),
        fees_section(sheet.fees),
        progressive_section(sheet.progressive),
        exposure_section(sheet.exposure),
        errors_section(sheet.dealer_errors, sheet.errors_not_counted),
        notes_section(sheet.notes),
    )
