"""Whether a choice of options may be played by: what `rules check` says of the options alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from pitboss.rules.checks import choices, devices, limits, meters, required, returns
from pitboss.rules.checks.filing import Filing
from pitboss.rules.checks.locate import Lines
from pitboss.rules.checks.problem import Problem
from pitboss.rules.in_force import Rules, try_in_force
from pitboss.rules.options import ALIASES, OptionProblem, flatten, option_kinds
from pitboss.rules.ruleset import RuleSet, Wager

FilingCheck = Callable[[Filing], Iterator[Problem]]

# What binds every table and every settled round: checks that need the options and nothing else.
OPTION_CHECKS: Final[tuple[FilingCheck, ...]] = (
    required.check_glossary,
    choices.check_belonging,
    choices.check_idle,
    choices.check_columns,
    choices.check_restored,
    meters.check_meters,
    meters.check_wagers,
    meters.check_envy,
    limits.check_payout_limit,
    limits.check_customer_limit,
    limits.check_increment,
    limits.check_posted,
    limits.check_spots,
    limits.check_aggregate,
    limits.check_fees,
    devices.check_shuffle,
    devices.check_devices,
    devices.check_decks,
    devices.check_six_card,
    devices.check_packet,
    devices.check_cut,
    devices.check_deck_change,
    devices.check_seats,
)


def all_problems(
    filing: Filing, wrong: list[OptionProblem], also: tuple[FilingCheck, ...] = ()
) -> list[Problem]:
    """Run the checks of the options and `also` others; then departures, then returns.

    A departure is told only of an option that nothing else is wrong with, and a return only of a
    wager whose paytable and meters are right.
    """
    found = [*choices.option_problems(filing, wrong)]
    for run in (*OPTION_CHECKS, *also):
        found += run(filing)
    told = {problem.key for problem in found if problem.is_error}
    found += (one for one in choices.check_departures(filing) if one.key not in told)
    wrong_wagers = {one.key.split(".")[1] for one in found if one.is_error and "." in one.key}
    for one in returns.check_returns(filing):
        wager = one.key.split(".")[1]
        if not wrong_wagers & {wager, *(("meter",) if wager == Wager.PROGRESSIVE else ())}:
            found.append(one)
    return found


def faults(rule_set: RuleSet, options: Mapping[str, Any]) -> tuple[Problem, ...]:  # Any: TOML
    """List why these options may not be played by; nothing where they may.

    Records, approvals and the layout are asked of a submission only.
    """
    rules, wrong = try_in_force(rule_set, options)
    return tuple(p for p in all_problems(_filing(rules, options), wrong) if p.is_error)


def _filing(rules: Rules, options: Mapping[str, Any]) -> Filing:  # Any: TOML
    flat = dict(flatten(options))
    given = {ALIASES.get(key, key): value for key, value in flat.items()}
    return Filing("", {"options": flat}, given, rules, Lines(""))


def spoken(problem: Problem) -> str:
    """Say a problem to people: what the option is in words, never its key.

    >>> from pitboss.rules import rule_set
    >>> spoken(faults(rule_set("california"), {"limits.spot": "1 to 500"})[0])
    'Minimum and maximum of each opening wager: goes beyond $5.00 to $50.00; stay within it'
    """
    kind = option_kinds().get(problem.key.removeprefix("options."))
    about = kind.about.partition(";")[0] if kind is not None else problem.key
    return f"{about[0].upper()}{about[1:]}: {problem.what}; {problem.right}"
