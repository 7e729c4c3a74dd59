"""`pitboss rules check`: everything that is wrong with submissions, all at once."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from pitboss.cli.errors import Failure
from pitboss.cli.files import read_files
from pitboss.cli.options import AsJson, Files
from pitboss.cli.output import page, print_json, sources, table
from pitboss.rules import Problem, Submission, read_submission


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss rules check`."""

    files: Files
    as_json: AsJson = False


def run(options: Options) -> int:
    """Print the problems; 1 if a submission has errors, a `Failure` if one cannot be read."""
    found = [read_submission(text, name) for name, text in read_files(options.files)]
    for submission in found:
        if not submission.readable:
            raise Failure(_unreadable(submission))
    if options.as_json:
        print_json({"submissions": [_document(submission) for submission in found]})
    else:
        for submission in found:
            _print(submission)
    return int(any(problem.is_error for one in found for problem in one.problems))


def _unreadable(submission: Submission) -> str:
    problem = submission.problems[0]
    where = f" {problem.place}" if problem.key else ""
    return f"{submission.name}:{where} {problem.what}; {problem.right}"


def _print(submission: Submission) -> None:
    screen = page()
    rules = submission.rules.set.name if submission.rules else ""
    errors = sum(problem.is_error for problem in submission.problems)
    notes = len(submission.problems) - errors
    said = f"{errors} error{'s' * (errors != 1)}, {notes} note{'s' * (notes != 1)}"
    head = f"{submission.name} ({rules}): {submission.status}, {said}"
    screen.print(Text(head, style="bold"))
    if submission.problems:
        columns = ("", "line", "key and code", "what is wrong, and what would be right", "sources")
        shown = table("", columns, map(_row, submission.problems))
        shown.leading = 1
        screen.print(shown)


def _row(problem: Problem) -> list[str]:
    return [
        problem.severity,
        str(problem.line or ""),
        f"{problem.key}\n{problem.code}",
        f"{problem.what}\n→ {problem.right}",
        sources(problem.cite),
    ]


def _document(submission: Submission) -> dict[str, object]:
    rules = submission.rules
    return {
        "file": submission.name,
        "rules": rules.set.name if rules else None,
        "edition": rules.set.edition if rules else None,
        "operator": submission.operator,
        "status": submission.status,
        "problems": [
            {
                "code": problem.code,
                "severity": problem.severity,
                "key": problem.key,
                "line": problem.line,
                "what": problem.what,
                "right": problem.right,
                "clauses": list(problem.clauses),
                "readings": list(problem.readings),
            }
            for problem in submission.problems
        ],
    }
