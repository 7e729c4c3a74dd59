"""`pitboss file verify`: whether a binder's files are those that its manifest lists."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pitboss.cli.errors import FOUND, OK, Failure
from pitboss.cli.options import Argument, AsJson, Option
from pitboss.cli.output import print_json
from pitboss.reports.binder.manifest import BinderCheck, NoBinder, check_binder


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss file verify`."""

    folder: Annotated[str, Argument("FOLDER", "Folder of a binder.")]
    key: Annotated[
        str | None, Option("Check the signature by this Ed25519 public key.", "PUBLIC")
    ] = None
    as_json: AsJson = False


def run(options: Options) -> int:
    """Check every file; 1 where one differs, a `Failure` where there is no binder."""
    folder = Path(options.folder)
    try:
        check = check_binder(folder, Path(options.key) if options.key else None)
    except (NoBinder, OSError, ValueError) as error:
        raise Failure(str(error)) from None
    if options.as_json:
        print_json(_document(check))
    else:
        print(_words(check, folder, checked=options.key is not None))  # noqa: T201 (the result)
    return OK if check.fine else FOUND


def _document(check: BinderCheck) -> dict[str, object]:
    first = None if check.fine else {"path": check.first, "what": check.what}
    return {"fine": check.fine, "files": check.files, "signed": check.signed, "first": first}


def _words(check: BinderCheck, folder: Path, *, checked: bool) -> str:
    if not check.fine:
        return f"{folder / check.first}: {check.what}"
    said = "signature fits" if checked else "signature not checked" if check.signed else "unsigned"
    return f"{folder}: {check.files} files as in the manifest, {said}"
