"""The public names of the rules, held so that none is dropped by accident."""

from __future__ import annotations

import pitboss.rules

# What other packages, users and notebooks build on; a name is taken out only in a new major version.
PROMISED = """
    Clause Code Difference Inscription Problem Reading RuleSet RuleSetError Rules Severity Submission
    UnknownClauseError UnknownReadingError UnknownRuleSetError all_clauses all_readings all_rule_sets
    check citations clause diff find_clauses in_force inscriptions option_kinds read_rule_set
    read_submission reading rule_set try_in_force MeterPlan OptionError OptionProblem Span Wager
    Chips Cite Odds Paytable dollars money plain SET_NAMES
"""


def test_every_public_name_leads_somewhere() -> None:
    for name in pitboss.rules.__all__:
        assert getattr(pitboss.rules, name) is not None


def test_the_names_that_are_promised_are_public() -> None:
    assert set(PROMISED.split()) - set(pitboss.rules.__all__) == set()
