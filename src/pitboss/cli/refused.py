"""A submission of which nothing is made: all its problems, and what was not written."""

from __future__ import annotations

import sys

from pitboss.cli.errors import BAD_INPUT, Failure, one_line
from pitboss.rules import Problem, Submission
from pitboss.rules.submission import AS_PLAYED


def tell_refused(submission: Submission, nothing: str) -> int:
    """List every error and return the exit code; a `Failure` where the file cannot be read."""
    if not submission.readable:
        raise Failure(problem_words(submission, submission.problems[0]))
    errors = [problem for problem in submission.problems if problem.is_error]
    for problem in errors:
        sys.stderr.write(f"{one_line(problem_words(submission, problem))}\n")
    count = f"{len(errors)} error{'s' * (len(errors) != 1)}"
    if submission.status == AS_PLAYED:
        count = "nothing of it was filed: take as_played out, and file what the rules ask for"
    said = f"{submission.name}: {submission.status}, {count}; {nothing}"
    sys.stderr.write(f"pitboss: {one_line(said)}\n")
    return BAD_INPUT


def problem_words(submission: Submission, problem: Problem) -> str:
    """Say where a problem stands, what is wrong, what would be right, and which clause says so."""
    cited = ", ".join((*problem.clauses, *problem.readings))
    line = f"line {problem.line}, " if problem.line else ""
    key = f"{problem.key}: " if problem.key else ""
    said = f"{submission.name}: {line}{key}{problem.what}; {problem.right}"
    return f"{said} ({cited})" if cited else said
