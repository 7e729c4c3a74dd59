"""Makes the binder of one submission and writes it, or tells why there is none."""

from __future__ import annotations

from pathlib import Path

from pitboss.cli.errors import BAD_INPUT, Failure
from pitboss.cli.file import Options
from pitboss.cli.files import read_file
from pitboss.cli.output import print_json
from pitboss.cli.refused import tell_refused
from pitboss.odds import GameError
from pitboss.reports.binder.binder import binder_files
from pitboss.reports.binder.manifest import MANIFEST, SIGNATURE, manifest_bytes
from pitboss.reports.binder.par_part import par_part
from pitboss.reports.binder.signature import SignatureError, sign
from pitboss.reports.binder.subject import NotAccepted, subject_of
from pitboss.reports.binder.write import CannotWrite, check_place, write_binder
from pitboss.reports.extra import ExtraMissing, need_for
from pitboss.rules import Submission, read_submission


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
        tell_refused(submission, "no binder made")
        return None
    for kind in ("pdf", "xlsx"):
        need_for(kind)  # what is missing is told before the work begins
    if key is not None:
        sign(b"", Path(key))  # a key that cannot sign is told before the work begins
    files = binder_files(subject, par_part(subject))
    manifest = manifest_bytes(subject, files)
    files[MANIFEST] = manifest
    if key is not None:
        files[SIGNATURE] = sign(manifest, Path(key))
    return files


def _say(folder: Path, files: dict[str, bytes], *, as_json: bool) -> None:
    if as_json:
        print_json({"folder": str(folder), "files": sorted(files)})
        return
    for path in sorted(files):
        print(folder / path)  # noqa: T201 (the result)
