"""The public names of the rules, held so that none is dropped by accident."""

from __future__ import annotations

import pitboss.rules

# What other packages, users and notebooks build on.
PROMISED = """
    Chips Cite Clause Code Difference Inscription MeterPlan Odds OptionError OptionProblem Paytable
    Problem Reading RuleSet RuleSetError Rules SET_NAMES Severity Span Submission
    UnknownClauseError UnknownReadingError UnknownRuleSetError Wager all_clauses all_readings
    all_rule_sets check citations clause diff dollars find_clauses in_force inscriptions money
    option_kinds plain read_rule_set read_submission reading rule_set try_in_force
"""


def test_every_public_name_leads_somewhere() -> None:
    for name in pitboss.rules.__all__:
        assert getattr(pitboss.rules, name) is not None


def test_the_names_that_are_promised_are_public() -> None:
    assert set(PROMISED.split()) - set(pitboss.rules.__all__) == set()
