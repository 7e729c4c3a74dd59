"""Rules as data: five places' rule sets, their clauses, paytables and the operator's choices."""

from pitboss.rules.catalog import SET_NAMES, UnknownRuleSetError, all_rule_sets, rule_set
from pitboss.rules.citations import citations, cited_keys
from pitboss.rules.cite import NO_CITE, Cite
from pitboss.rules.clause import Clause, UnknownClauseError, all_clauses, clause, find_clauses
from pitboss.rules.compare import Difference, diff
from pitboss.rules.in_force import MeterPlan, Rules, in_force, try_in_force
from pitboss.rules.layout import Inscription, inscriptions
from pitboss.rules.load import RuleSetError, read_rule_set
from pitboss.rules.money import NOTHING, Chips, MoneyError, dollars, money, plain
from pitboss.rules.options import OptionError, OptionProblem, Span, option_kinds
from pitboss.rules.paytable import (
    COMMUNITY,
    FIRST_FIVE,
    SUPER_ROYAL,
    SUPER_ROYAL_DIAMONDS,
    EnvyScale,
    FixedSum,
    Line,
    MeterShare,
    Odds,
    Pay,
    Paytable,
)
from pitboss.rules.reading import Reading, UnknownReadingError, all_readings, reading
from pitboss.rules.ruleset import (
    AGAINST_DEALER,
    BY_PAYTABLE,
    OPENING,
    Consequence,
    Outcome,
    Packet,
    Remedy,
    RuleSet,
    Street,
    Target,
    Wager,
)
from pitboss.rules.submission import Code, Problem, Severity, Submission, check, read_submission

__all__ = [
    "AGAINST_DEALER",
    "BY_PAYTABLE",
    "COMMUNITY",
    "FIRST_FIVE",
    "NOTHING",
    "NO_CITE",
    "OPENING",
    "SET_NAMES",
    "SUPER_ROYAL",
    "SUPER_ROYAL_DIAMONDS",
    "Chips",
    "Cite",
    "Clause",
    "Code",
    "Consequence",
    "Difference",
    "EnvyScale",
    "FixedSum",
    "Inscription",
    "Line",
    "MeterPlan",
    "MeterShare",
    "MoneyError",
    "Odds",
    "OptionError",
    "OptionProblem",
    "Outcome",
    "Packet",
    "Pay",
    "Paytable",
    "Problem",
    "Reading",
    "Remedy",
    "RuleSet",
    "RuleSetError",
    "Rules",
    "Severity",
    "Span",
    "Street",
    "Submission",
    "Target",
    "UnknownClauseError",
    "UnknownReadingError",
    "UnknownRuleSetError",
    "Wager",
    "all_clauses",
    "all_readings",
    "all_rule_sets",
    "check",
    "citations",
    "cited_keys",
    "clause",
    "diff",
    "dollars",
    "find_clauses",
    "in_force",
    "inscriptions",
    "money",
    "option_kinds",
    "plain",
    "read_rule_set",
    "read_submission",
    "reading",
    "rule_set",
    "try_in_force",
]
