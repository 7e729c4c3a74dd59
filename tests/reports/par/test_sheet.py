"""The sheet's document: its figures are those of solve, sidebet and exposure, and known ones."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import pytest

from pitboss.odds import (
    exposure,
    parse_sight,
    progressive,
    side_bet,
    solved,
    standard_game,
    strategy_named,
)
from pitboss.odds.game import game_of
from pitboss.odds.simulation.shared_board import shared_board
from pitboss.odds.strategies.cost import play_out
from pitboss.reports.ev import wagers_document
from pitboss.reports.exact import exact
from pitboss.reports.par.encode import encoded
from pitboss.reports.par.kept import kept_figures
from pitboss.reports.par.sheet import NotFiled, par_document, par_sheet, sections
from pitboss.reports.par.strategies import common_strategies
from pitboss.reports.sidebet import bet_document, progressive_document
from pitboss.reports.solve import solution_document
from pitboss.rules import Wager, in_force, read_submission, rule_set
from pitboss.rules.user_toml import Document
from tests.reports.par.sheets import PLACES, sample_sheet, sample_text


def test_base_game_is_that_of_solve() -> None:
    document = json.loads(json.dumps(par_document(sample_sheet("maryland"))))
    solution = solved(standard_game())
    solve = solution_document(play_out(strategy_named("optimal"), solution))
    base = document["base_game"]
    for key in ("ev", "house_edge", "element_of_risk", "average_wager", "frequencies"):
        assert base[key] == solve[key]
    assert base["variance"] == solve["standard_deviation"]["variance"]
    assert base["distribution"] == solve["distribution"]
    by_wager = {one["wager"]: one["ev"] for one in document["wagers"]}
    assert {name: by_wager[name] for name in ("ante", "blind", "play")} == wagers_document(
        solution.outcomes.wager_values
    )
    assert by_wager["ante"]["fraction"] == "-288168972869/1738363126500"
    assert by_wager["blind"]["fraction"] == "-1094109318251/3476726253000"
    assert by_wager["play"]["fraction"] == "1062987860353/2317817502000"


@pytest.mark.full
def test_a_sheet_of_blind_b_is_worked_out_for_its_own_game() -> None:
    text = sample_text("maryland").replace('blind = "A"', 'blind = "B"')

    sheet = par_sheet(text)

    assert sheet.base_game.ev == Fraction(-1644574548396, 27813810024000)
    assert not sheet.identity.standard_game
    assert not sheet.bands.kept
    assert all(one.ev is None for one in sheet.exposure.seen)  # not known, never the usual game's
    assert all(one.cost is not None and one.cost > 0 for one in sheet.strategies)
    straight = next(one for one in sheet.dealer_errors if one.key == "blind-by-table-A")
    assert straight.each == 1


def test_every_clause_of_a_sheet_is_there_for_every_sample() -> None:
    for place in PLACES:
        sheet = sample_sheet(place)
        assert sheet.identity.operator
        assert sheet.identity.software.checksum
        assert sheet.identity.choices
        assert sheet.identity.defaults
        offered = {one.wager for one in sheet.wagers}
        assert offered >= {Wager.ANTE, Wager.BLIND, Wager.PLAY, Wager.TRIPS}
        assert all(one.house_advantage is not None for one in sheet.wagers)
        rounds = [[x.rounds for x in one.bands] for one in sheet.bands.tables]
        assert all(row == [10**n for n in range(3, 8)] for row in rounds)
        assert {one.seats for one in sheet.bands.tables} >= {1, sheet.bands.tables[1].seats}
        assert len(sheet.strategies) == 4
        assert sheet.exposure.worked_out
        assert len(sheet.dealer_errors) >= 28
        assert sheet.errors_not_counted
        assert sheet.notes.readings
        assert sheet.notes.unknown
        assert sheet.notes.method
        keys = {section.key for section in sections(sheet)}
        assert len(keys) == len(sections(sheet)) == 12


def test_fees_of_a_player_dealer_game_are_of_the_least_ante() -> None:
    least, most = sample_sheet("california").fees
    assert (least.player, least.least_ante) == (Fraction(1), Fraction(5))
    assert least.of_ante == Fraction(1, 5)
    assert most.up_to is None
    assert sample_sheet("maryland").fees == ()
    missed = [x for x in sample_sheet("california").dealer_errors if x.key.startswith("fee-missed")]
    assert [one.price for one in missed] == [Fraction(1, 5)] * 2


@pytest.mark.parametrize("name", ["maryland", "south-dakota"])
def test_side_wagers_are_those_of_sidebet(name: str) -> None:
    document = par_document(sample_sheet(name))
    rules = read_submission(sample_text(name)).rules
    assert rules is not None
    wagers = {one["wager"]: one for one in document["wagers"]}
    for wager in (Wager.TRIPS, Wager.SIX_CARD):
        if wager in rules.tables:
            found = bet_document(side_bet(rules, wager))
            assert wagers[wager.value]["house_advantage"] == found["house_edge"]
            hits = [line["combinations"] for line in wagers[wager.value]["lines"]]
            assert hits == [line["hits"] for line in found["lines"]]
    meters = progressive_document(progressive(rules, players=rules.seats))
    figures = document["progressive"]
    assert figures["at_reset"] == meters["house_edge"]
    assert figures["long_run"]["house_edge"] == meters["long_run"]["house_edge"]
    assert [one["returned"] for one in figures["envy"]] == [one["return"] for one in meters["envy"]]


def test_dealer_errors_have_their_known_prices() -> None:
    prices = {one.key: one.price for one in sample_sheet("maryland").dealer_errors}
    assert prices["ante-paid-unqualified"] == Fraction(24070426151, 178293654000)
    assert prices["blind-even-below-table"] == Fraction(2630451776653, 6953452506000)
    flush = -Fraction(1, 2) * Fraction(2980133137, 115890875100)
    assert prices["blind-even-on-flush"] == flush


def test_payout_limit_cuts_the_royal_alone() -> None:
    least, most = sample_sheet("maryland").limits
    assert (least.deals, least.mean_cut) == (0, Fraction(0))
    blind = next(w for w in sample_sheet("maryland").wagers if w.wager == Wager.BLIND)
    royal = next(x for x in blind.lines if x.net == 500)
    assert most.deals == royal.combinations  # $250,000 and more at $500, against $50,000
    assert most.mean_cut / royal.probability > Fraction(200_000)


def test_a_seed_that_is_not_filed_is_not_known() -> None:
    text = re.sub(r"seed = .*", "", sample_text("south-dakota"))
    submission = read_submission(text)
    assert submission.rules is not None
    found = progressive_figures_of(text)
    assert found["meters"][0]["seed"] is None
    assert found["liability"] is None
    assert found["at_reset"] is None


def progressive_figures_of(text: str) -> Document:
    """Work out the Progressive alone: a submission without its seed may be rejected."""
    from pitboss.reports.par.progressive import progressive_figures

    rules = read_submission(text).rules
    assert rules is not None
    found: Document = encoded(progressive_figures(progressive(rules, players=6)))
    return found


def test_a_rejected_submission_has_no_sheet() -> None:
    with pytest.raises(NotFiled) as refused:
        par_sheet(sample_text("broken-maryland"))

    assert any(problem.is_error for problem in refused.value.submission.problems)


@pytest.mark.slow
def test_kept_strategy_costs_are_those_counted() -> None:
    solution = solved(standard_game())
    assert common_strategies(solution, again=True) == common_strategies(solution)


def test_quick_kept_exposures_are_those_counted() -> None:
    for row in kept_figures()["exposure"]:
        if row["see"] in ("flop1", "flop3"):
            found = exposure(standard_game(), parse_sight(row["see"]))
            assert exact(found.ev) == exact(Fraction(row["ev"]))


@pytest.mark.slow
def test_the_kept_covariance_agrees_with_another_sample() -> None:
    rules = in_force(rule_set("maryland"))
    solution = solved(game_of(rules))
    found = shared_board(
        rules, solution.policy, solution.outcomes, batches=8, rounds=20_000, seed=901
    )
    kept = kept_figures()["shared_board"]
    error = (found.standard_error**2 + kept["standard_error"] ** 2) ** 0.5
    assert abs(found.covariance - kept["covariance"]) < 5 * max(error, 0.3)
