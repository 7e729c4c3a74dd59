"""Has LibreOffice work out workbooks again, all in one start, from files without any result."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

WAIT_S_MAX: Final = 900  # only ends a start that hangs
_RESULT: Final = re.compile(rb"(<f>[^<]*</f>)<v>[^<]*</v>")


def without_results(data: bytes) -> bytes:
    """Take the kept result of every formula out of a workbook, so that it must be worked out."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            new.writestr(name, _RESULT.sub(rb"\1", old.read(name)))
    return made.getvalue()


def recalculated(books: Mapping[str, bytes], folder: Path) -> dict[str, bytes]:
    """Open each workbook in LibreOffice and save it again; the results are LibreOffice's own."""
    office = shutil.which("soffice")
    if office is None:
        raise LookupError("soffice is not there: run python -m tools.office")
    for name, data in books.items():
        (folder / f"{name}.xlsx").write_bytes(without_results(data))
    out = folder / "out"
    profile = f"-env:UserInstallation=file://{folder}/profile"
    files = [str(folder / f"{name}.xlsx") for name in books]
    subprocess.run(
        [office, profile, "--headless", "--convert-to", "xlsx", "--outdir", str(out), *files],
        check=True, capture_output=True, timeout=WAIT_S_MAX,
    )  # fmt: skip
    return {name: (out / f"{name}.xlsx").read_bytes() for name in books}
