"""Makes the binder of one submission and writes it, or tells why there is none."""

from __future__ import annotations

import sys
from pathlib import Path

from pitboss.cli.errors import BAD_INPUT, Failure, one_line
from pitboss.cli.file import Options
from pitboss.cli.files import read_file
from pitboss.cli.output import print_json
from pitboss.odds import GameError
from pitboss.reports.binder.binder import binder_files
from pitboss.reports.binder.manifest import MANIFEST, SIGNATURE, manifest_bytes
from pitboss.reports.binder.par_part import par_part
from pitboss.reports.binder.signature import SignatureError, sign
from pitboss.reports.binder.subject import NotAccepted, subject_of
from pitboss.reports.binder.write import CannotWrite, check_place, write_binder
from pitboss.reports.extra import ExtraMissing
from pitboss.rules import Problem, Submission, read_submission
from pitboss.rules.submission import AS_PLAYED


def run(options: Options) -> int:
    """Write the binder; a rejected submission has its problems listed, and nothing is written."""
    folder = Path(options.folder)
    try:
        check_place(folder, force=options.force)
        name, text = read_file(options.submission)
        submission = read_submission(text, name)
        files = _files(submission, text, options.sign)
        if files is None:
            return BAD_INPUT
        write_binder(folder, files, force=options.force)
    except (CannotWrite, ExtraMissing, GameError, SignatureError) as error:
        raise Failure(str(error)) from None
    _say(folder, files, as_json=options.as_json)
    return 0


def _files(submission: Submission, text: str, key: str | None) -> dict[str, bytes] | None:
    """Make all files, the manifest last; None where the submission is not accepted."""
    try:
        subject = subject_of(submission, text)
    except NotAccepted:
        if not submission.readable:
            raise Failure(_problem(submission, submission.problems[0])) from None
        _list_problems(submission)
        return None
    if key is not None:
        sign(b"", Path(key))  # a key that cannot sign is told before the work begins
    files = binder_files(subject, par_part(subject))
    manifest = manifest_bytes(subject, files)
    files[MANIFEST] = manifest
    if key is not None:
        files[SIGNATURE] = sign(manifest, Path(key))
    return files


def _list_problems(submission: Submission) -> None:
    """Write every error on a line of its own: where it stands, what is wrong, what is right."""
    errors = [problem for problem in submission.problems if problem.is_error]
    for problem in errors:
        sys.stderr.write(f"{one_line(_problem(submission, problem))}\n")
    count = f"{len(errors)} error{'s' * (len(errors) != 1)}"
    if submission.status == AS_PLAYED:
        count = "nothing of it was filed: take as_played out, and file what the rules ask for"
    sys.stderr.write(f"pitboss: {submission.name}: {submission.status}, {count}; no binder made\n")


def _problem(submission: Submission, problem: Problem) -> str:
    cited = ", ".join((*problem.clauses, *problem.readings))
    line = f"line {problem.line}, " if problem.line else ""
    key = f"{problem.key}: " if problem.key else ""
    said = f"{submission.name}: {line}{key}{problem.what}; {problem.right}"
    return f"{said} ({cited})" if cited else said


def _say(folder: Path, files: dict[str, bytes], *, as_json: bool) -> None:
    if as_json:
        print_json({"folder": str(folder), "files": sorted(files)})
        return
    for path in sorted(files):
        print(folder / path)  # noqa: T201 (the result)
