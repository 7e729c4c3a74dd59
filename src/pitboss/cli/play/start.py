"""Starts `pitboss play`: reads its options, prepares the bots, and runs the screen."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from pitboss.cli.errors import OK, Failure
from pitboss.cli.output import counted, pick
from pitboss.cli.parse import amount, whole
from pitboss.cli.play.coach import COACH_MODES, CoachMode
from pitboss.cli.play.table import SEAT, SoloTable
from pitboss.cli.play.words import session_words, signed
from pitboss.odds.game import STANDARD
from pitboss.pit import Bot, Style
from pitboss.pit.bot_tables import NAMES
from pitboss.pit.bots.playing import STRATEGY
from pitboss.pit.table_options import people_options
from pitboss.round import Round
from pitboss.round.bets import place_fault
from pitboss.rules import Chips, Wager, in_force, money
from pitboss.server.worker.questions import Rehearsal
from pitboss.server.worker.service import OddsService, usual_bounds
from pitboss.table import choice_of, rules_of
from pitboss.table.banking import bankers_needed

if TYPE_CHECKING:
    from pitboss.cli.play import Options
    from pitboss.cli.play.screen import PlayApp

CHIPS_MAX: Final = Chips(100_000_000)  # a million dollars
INSTALL: Final = "pitboss play needs Textual: pip install 'pitboss[tui]'"
NO_TERMINAL: Final = (
    "pitboss play needs a terminal; in a script use pitboss drill player --answers or pitboss pit"
)


def run(options: Options) -> int:
    """Open the table on the whole screen; print how it went afterwards."""
    mode = _coach_mode(options.coach)
    table = read_table(options)
    chips, ante = _chips(options.chips), _ante(options.ante, table)
    if find_spec("textual") is None:
        raise Failure(INSTALL)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Failure(NO_TERMINAL)
    _teach(table)
    from pitboss.cli.play.screen import PlayApp  # loads Textual

    odds = OddsService(usual_bounds(Rehearsal()))
    try:
        screen = PlayApp(table, odds, chips=chips, ante=ante, coach=mode)
        screen.run()
    finally:
        odds.close()
    if screen.error:
        raise Failure(screen.error)
    print_end(screen)
    return screen.return_code or OK


def read_table(options: Options) -> SoloTable:
    """Read which table is asked for; raises `Failure`."""
    chosen = pick(STANDARD if options.rules is None else options.rules)
    given = people_options(chosen, {})
    choice = choice_of(in_force(chosen, given), given)
    rules = rules_of(choice)
    if options.bots not in tuple(Style):
        raise Failure(f"--bots {options.bots[:40]!r}: there are {', '.join(Style)}")
    least = bankers_needed(rules)
    count = whole("--seats", options.seats, least, rules.seats - 1, default=least)
    return SoloTable(choice, [Bot(name, Style(options.bots)) for name in NAMES[:count]])


def print_end(screen: PlayApp) -> None:
    """Print what the player leaves with, and luck and skill of the hands that were priced."""
    table, session = screen.table, screen.session
    left = screen.chips_left
    net = signed(left - table.bought)
    played = counted(table.hands, "hand")
    sys.stdout.write(f"You leave with {money(left)} after {played}: {net}.\n")
    if session.hands:
        text = session_words(session.hands, session.decisions, session.luck, session.cost)
        sys.stdout.write(f"{text}\n")


def _coach_mode(text: str) -> CoachMode:
    for mode in COACH_MODES:
        if mode == text.strip().casefold():
            return mode
    raise Failure(f"--coach {text[:40]!r}: write {', '.join(COACH_MODES[:-1])} or before")


def _chips(text: str) -> Chips:
    found = amount("--chips", text)
    if not 0 < found <= CHIPS_MAX:
        raise Failure(f"--chips {text[:40]!r}: wants an amount from $0.01 to {money(CHIPS_MAX)}")
    return found


def _ante(text: str, table: SoloTable) -> Chips:
    found = amount("--ante", text)
    fault = place_fault(Round(), SEAT, {Wager.ANTE: found, Wager.BLIND: found}, {}, table.rules)
    if fault is not None:
        raise Failure(f"--ante {text[:40]!r}: {fault.text}")
    return found


def _teach(table: SoloTable) -> None:
    """Work out the bots' plans before the screen opens: compiling would freeze it."""
    styles = {bot.style for bot in table.bots}
    if styles & STRATEGY.keys():
        sys.stderr.write("The bots learn the game; the first time takes up to a minute.\n")
        sys.stderr.flush()
    for bot in table.bots:
        bot.prepare(table.rules)
