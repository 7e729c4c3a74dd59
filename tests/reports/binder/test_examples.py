"""Worked examples and the payout schedule: all of it the engine's, every line at least once."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from pitboss.reports.binder.document import Prose
from pitboss.reports.binder.example_rounds import RoundMaker
from pitboss.reports.binder.examples import example_groups
from pitboss.reports.binder.schedule import schedule_document, stakes
from pitboss.reports.expect import differences
from pitboss.reports.settlement import round_document
from pitboss.round.movement import Movement
from pitboss.round.play import play
from pitboss.round.roundfile import read_round
from pitboss.rules import MeterShare, Odds, Outcome, Rules, Wager, money
from pitboss.rules.paytable import FixedSum
from pitboss.rules.words import hand_words
from tests.reports.binder.binders import PLACES, SAMPLES, filed, files, subject

ENDINGS = {
    Wager.ANTE: {Outcome.WIN, Outcome.LOSE, Outcome.PUSH},
    Wager.BLIND: {Outcome.WIN, Outcome.LOSE, Outcome.PUSH},
    Wager.PLAY: {Outcome.WIN, Outcome.LOSE, Outcome.PUSH},
    Wager.TRIPS: {Outcome.WIN, Outcome.LOSE},
    Wager.SIX_CARD: {Outcome.WIN, Outcome.LOSE},
    Wager.PROGRESSIVE: {Outcome.WIN, Outcome.LOSE},
}


def movements(maker: RoundMaker) -> list[Movement]:
    rounds = [one for group in example_groups(maker) for one in group.rounds]
    settled = [one.played.round.settlement for one in rounds]
    return [move for one in settled if one is not None for move in one.movements]


def maker_of(place: str) -> RoundMaker:
    return RoundMaker(subject(place).rules, subject(place).filing.given)


@pytest.mark.parametrize("place", PLACES)
def test_every_wager_has_an_example_of_every_outcome(place: str) -> None:
    rules = subject(place).rules

    found = {(move.wager, move.outcome) for move in movements(maker_of(place))}

    wagers = (*rules.offered(), Wager.PLAY)
    assert {(w, outcome) for w in wagers for outcome in ENDINGS[w]} <= found


@pytest.mark.parametrize("place", PLACES)
def test_every_line_of_every_paytable_is_paid_in_an_example(place: str) -> None:
    rules = subject(place).rules
    moves = movements(maker_of(place))

    for wager, table in rules.tables.items():
        paid = {move.odds for move in moves if move.wager == wager and move.outcome == Outcome.WIN}
        assert {str(line.pays) for line in table.lines} <= paid


@pytest.mark.parametrize("place", PLACES)
def test_the_round_files_settle_again_as_they_say(place: str) -> None:
    rounds = {p: data.decode() for p, data in files(place).items() if p.startswith("examples/")}

    for path, text in rounds.items():
        played = play(read_round(text, path))
        assert differences(round_document(played), played.script.expect) == []
        assert len(played.script.expect) == len(played.script.seats)


def test_a_paytable_of_seven_cards_has_its_royal_flushes_apart() -> None:
    text = (SAMPLES / "south-dakota.toml").read_text("utf-8").replace("PMG-01", "UTHP-01")
    made = filed(text)
    maker = RoundMaker(made.rules, made.filing.given)

    paid = {m.odds for m in movements(maker) if m.wager == Wager.PROGRESSIVE}

    table = made.rules.tables[Wager.PROGRESSIVE]
    assert {str(line.pays) for line in table.lines} <= paid


# -- the schedule ---------------------------------------------------------------------------------


@pytest.mark.parametrize("place", PLACES)
def test_the_schedule_pays_each_line_as_its_odds_say(place: str) -> None:
    """The schedule is what the engine paid; here it is worked out a second time, plainly."""
    made, maker = subject(place), maker_of(place)
    document = schedule_document(8, made, maker)
    cells = {
        (section.id, row[0], column): cell.removesuffix(" †")
        for section in document.sections
        for block in section.blocks
        for row in getattr(block, "rows", ())
        for column, cell in zip(getattr(block, "columns", ()), row, strict=True)
    }

    for wager, table in made.rules.tables.items():
        for line in table.lines:
            name = hand_words(line.hand)
            for stake in stakes(maker, wager):
                key = (wager.replace("_", "-"), name[:1].upper() + name[1:], money(stake))
                assert cells[key] == money(plainly_paid(made.rules, line.pays, stake))


def plainly_paid(rules: Rules, pays: object, stake: int) -> int:
    match pays:
        case Odds(num, den):
            return stake * num // den
        case FixedSum(chips):
            return chips
        case MeterShare(percent, meter):
            return (rules.meters[meter].reset or 0) * percent // 100
    raise AssertionError(pays)


def test_a_limit_marks_what_it_cuts() -> None:
    page = files("maryland")["08-payout-schedule.html"].decode()

    cut = re.findall(r"([$\d,.]+) †</td>", page)

    assert cut == ["$50,000.00", "$125,000.00", "$250,000.00"]
    assert "$50,000.00 at most" in page


def test_a_meter_without_a_seed_is_not_known_and_not_paid_from() -> None:
    made = subject("south-dakota")
    unfiled = {name: replace(plan, reset=None) for name, plan in made.rules.meters.items()}
    unknown = replace(made, rules=replace(made.rules, meters=unfiled))
    maker = RoundMaker(unknown.rules, unknown.filing.given)

    document = schedule_document(8, unknown, maker)
    bets = {move.wager for move in movements(maker)}

    progressive = next(one for one in document.sections if one.id == "progressive")
    assert progressive.blocks == (
        Prose("Lines that pay from a meter are not known: no seed is filed."),
    )
    assert Wager.PROGRESSIVE not in bets
