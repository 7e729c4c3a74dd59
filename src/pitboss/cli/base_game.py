"""Reads the base game that several verbs ask for: rules, paytables, multiples, strategy."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from pitboss.cards import CATEGORY_SLUGS, Category
from pitboss.cli.errors import Failure, one_line
from pitboss.cli.files import names_a_file, read_file
from pitboss.cli.output import pick
from pitboss.cli.paytable import read_table
from pitboss.odds.game import STANDARD, Game, GameError, game_of
from pitboss.odds.strategies.file import STRATEGIES, read_strategy, strategy_named
from pitboss.odds.strategies.strategy import Strategy, StrategyError, check_game
from pitboss.rules import OptionError, Paytable, Rules, RuleSet, Wager, in_force
from pitboss.rules.suggest import did_you_mean

MULTIPLES_MAX: Final = 10  # of one street; no rule set has more than two
NO_MULTIPLES: Final = "none"  # a street without a raise


def base_game(
    rules: str | None = None,
    blind: str | None = None,
    *,
    deal: str | None = None,
    flop: str | None = None,
    river: str | None = None,
    qualifies: str | None = None,
) -> tuple[Rules, Game]:
    """Read the rules in force and the game; raises `Failure` for what cannot be."""
    place = pick(STANDARD if rules is None else rules)
    own = None if blind is None or _named(place, blind) else _from_file(place, blind, Wager.BLIND)
    options = {"blind": _named(place, blind)} if blind is not None and own is None else {}
    try:
        chosen = in_force(
            place, {key: value for key, value in options.items() if _is_choice(place)}
        )
        game = game_of(
            chosen,
            blind=own,
            deal=_multiples("--multiples", deal),
            flop=_multiples("--flop-multiples", flop),
            river=_multiples("--river-multiples", river),
            qualifies=_category(qualifies),
        )
    except (OptionError, GameError) as error:
        raise Failure(str(error)) from None
    if own is not None:
        chosen = replace(chosen, tables={**chosen.tables, Wager.BLIND: own})
    return chosen, game


def trips_table(place: RuleSet, name: str) -> Paytable:
    """Find a Trips table of the place by its name in any case, or read it from a file."""
    for known in place.tables_of(Wager.TRIPS):
        if known.casefold() == name.casefold():
            return place.paytables[Wager.TRIPS, known]
    return _from_file(place, name, Wager.TRIPS)


def strategy_asked(name: str, game: Game) -> Strategy:
    """Find a strategy by its name, or read it from a file; raises `Failure`."""
    known = name.casefold() in STRATEGIES
    if not known and not names_a_file(name):
        hint = did_you_mean(name, STRATEGIES) or f"there are {', '.join(STRATEGIES)}"
        raise Failure(f"--strategy {name[:60]!r}: is no strategy and no file; {hint}")
    where = f"--strategy {name.casefold()}" if known else name
    try:
        strategy = strategy_named(name.casefold()) if known else _strategy_file(name)
        check_game(strategy, game)
    except StrategyError as error:
        raise Failure(f"{where}: {error}") from None
    return strategy


def _strategy_file(name: str) -> Strategy:
    where, text = read_file(name)
    return read_strategy(text, f"file {one_line(Path(where).stem)[:40]}")


def _named(place: RuleSet, blind: str | None) -> str | None:
    """Find a Blind paytable of the place by its name, in upper or lower case."""
    tables = place.tables_of(Wager.BLIND)
    return next((name for name in tables if blind and name.casefold() == blind.casefold()), None)


def _is_choice(place: RuleSet) -> bool:
    """Return whether the operator may choose the Blind paytable; else the place has only one."""
    return Wager.BLIND in place.options


def _from_file(place: RuleSet, name: str, wager: Wager) -> Paytable:
    if not names_a_file(name):
        there = ", ".join(place.tables_of(wager))
        what = f"--{wager} {name[:60]!r}: is no {wager.capitalize()} paytable and no file"
        raise Failure(f"{what}; {place.name} has {there}")
    return read_table(name, wager)


def _multiples(flag: str, text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    if text.strip().casefold() == NO_MULTIPLES:
        return ()
    words = [word.strip() for word in text.split(",")]
    sound = all(word.isascii() and word.isdigit() and len(word) <= 4 for word in words)
    if not sound or len(words) > MULTIPLES_MAX or len(set(words)) < len(words):
        raise Failure(f"{flag} {text[:40]!r}: wants whole numbers or none; write {flag} 3,4")
    return tuple(int(word) for word in words)


def _category(text: str | None) -> Category | None:
    if text is None:
        return None
    slugs = {slug: category for category, slug in CATEGORY_SLUGS.items()}
    slugs["none"] = Category.HIGH_CARD  # any hand will do
    found = slugs.get(text.strip().casefold().replace("_", "-").replace(" ", "-"))
    if found is None:
        raise Failure(f"--qualifies {text[:40]!r}: is no hand; there are {', '.join(slugs)}")
    return found
