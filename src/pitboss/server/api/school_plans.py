"""Plans of lessons, examinations and assignments, checked against the rules they are for."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from pitboss.coach.school.catalog import UnknownKindError, kind_named, kinds_of
from pitboss.coach.school.examination import (
    ExaminationPlan,
    ExaminationPlanError,
    check_plan,
    planned_kinds,
    usual_plan,
)
from pitboss.coach.school.picks import Picks
from pitboss.rules import Problem, Rules, UnknownRuleSetError
from pitboss.rules.catalog import named_rule_set
from pitboss.rules.submission import read_submission
from pitboss.server.http.problems import Turned
from pitboss.server.store.school_rows import SchoolPlan, text_hash
from pitboss.server.tables.default_rules import standing_house
from pitboss.server.wire.school import CheckedSubmission, SubmissionProblem
from pitboss.server.wire.words import SchoolLevel
from pitboss.table import RulesChoice, rules_of

JOINERS: Final = "\u200c\u200d"  # which some scripts need
PROBLEMS_MAX: Final = 200  # of one submission that are listed
STANDS: Final = ("accepted", "unsigned", "as played")  # submissions that may be practised by


@dataclass(frozen=True, slots=True)
class SchoolSubject:
    """The rules that something is practised by: a rule book, or a house's own submission."""

    rules: Rules
    game: RulesChoice
    submission: str | None = None
    operator: str = ""

    def plan(self, weights: Mapping[str, int], level: SchoolLevel, count: int) -> SchoolPlan:
        """Make a plan of practice."""
        return SchoolPlan(
            game=self.game,
            weights=dict(weights),
            level=level,
            count=count,
            operator=self.operator,
            sha256="" if self.submission is None else text_hash(self.submission),
        )


def read_subject(rules: str, submission: str) -> SchoolSubject:
    """Read a rule book's name, or a submission in its place; raises `Turned`."""
    if submission.strip():
        return _submitted(submission)
    try:
        name = named_rule_set(rules.casefold()).name
    except UnknownRuleSetError as error:
        raise Turned(400, "no-such-rules", f"rules: {error}") from None
    game = standing_house(name)
    return SchoolSubject(rules_of(game), game)


def _submitted(text: str) -> SchoolSubject:
    """Check a submission as `pitboss rules check` does; raises `Turned` for a rejected one."""
    found = read_submission(text)
    if found.rules is None or found.status not in STANDS:
        raise _rejected([one for one in found.problems if one.is_error])
    place = found.rules.set
    game = RulesChoice(place.name, place.edition)
    return SchoolSubject(found.rules, game, text, found.operator)


def checked_submission(text: str) -> CheckedSubmission:
    """Say all there is to say about a submission; nothing is kept of it."""
    found = read_submission(text)
    usable, rules = found.status in STANDS, found.rules
    return CheckedSubmission(
        status=found.status,
        usable=usable,
        operator=found.operator,
        rules="" if rules is None else rules.set.name,
        title="" if rules is None else rules.set.title,
        edition=None if rules is None else rules.set.edition,
        sha256=text_hash(text),
        kinds=_offered(rules) if usable and rules is not None else (),
        problems=tuple(map(_problem, found.problems[:PROBLEMS_MAX])),
    )


def _problem(one: Problem) -> SubmissionProblem:
    return SubmissionProblem(
        line=one.line,
        key=one.key,
        what=one.what,
        right=one.right,
        error=one.is_error,
        clauses=one.clauses,
    )


def _rejected(errors: list[Problem]) -> Turned:
    """Say the first thing that is wrong with a submission, where, and how many more there are."""
    first = errors[0]
    line = f"line {first.line}" if first.line else ""
    place = ", ".join(filter(None, (line, first.key)))
    more = f" (and {len(errors) - 1} more: pitboss rules check lists them)" if errors[1:] else ""
    said = f"submission{f', {place}' if place else ''}: {first.what}; {first.right}{more}"
    return Turned(422, "submission", said, clauses=first.clauses)


def clean_name(text: str) -> str:
    """Return a name for people on one line, without characters that change how others are read.

    >>> clean_name("  Ann   Smith ")
    'Ann Smith'
    """
    shown = (one for one in text if unicodedata.category(one)[0] != "C" or one in JOINERS)
    return " ".join("".join(shown).split())


def practice_weights(rules: Rules, kinds: tuple[str, ...]) -> dict[str, int]:
    """Give the kinds of a lesson their weights: all alike; raises `Turned` for an unknown one."""
    for name in kinds:
        try:
            kind_named(name, rules)
        except UnknownKindError as error:
            raise Turned(400, "no-such-kind", f"kinds: {error}") from None
    return dict.fromkeys(kinds or _offered(rules), 1)


def exam_plan(
    subject: SchoolSubject,
    weights: Mapping[str, int],
    level: SchoolLevel,
    count: int,
    minutes: int,
    pass_percent: int,
) -> SchoolPlan:
    """Make the plan of an examination; without weights the usual one. Raises `Turned`."""
    chosen = dict(weights) or dict(usual_plan(subject.rules).weights)
    asked = ExaminationPlan(chosen, count, level, pass_percent, minutes)
    try:
        check_plan(asked, subject.rules)
    except ExaminationPlanError as error:
        raise Turned(400, "not-valid", str(error)) from None
    made = subject.plan(chosen, level, count)
    return replace(made, exam=True, minutes=minutes, pass_percent=pass_percent)


def drawn_items(plan: SchoolPlan, seed: int) -> tuple[str, ...]:
    """Draw the kind of every exercise: by weights for an examination, in turn for practice."""
    if plan.exam:
        asked = ExaminationPlan(
            plan.weights, plan.count, plan.level, plan.pass_percent, plan.minutes
        )
        return tuple(planned_kinds(asked, seed))
    return _in_turn(plan.weights, plan.count, seed)


def _in_turn(weights: Mapping[str, int], count: int, seed: int) -> tuple[str, ...]:
    """Draw kinds so that each comes as often as it weighs before any comes more often."""
    bag = [name for name, weight in sorted(weights.items()) for _ in range(weight)]
    picks, found = Picks(seed, "lesson"), list[str]()
    while len(found) < count:
        found += picks.shuffled(bag)
    return tuple(found[:count])


def _offered(rules: Rules) -> tuple[str, ...]:
    return tuple(kind.name for kind in kinds_of(rules))
