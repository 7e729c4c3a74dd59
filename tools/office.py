"""Finds LibreOffice and pdftotext for tests of reports, or installs both: `python -m tools.office`.

Workbooks are worked out again by a program that is not ours, and PDFs are read by one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from tools.chromium import APT

PROGRAMS = {"soffice": "libreoffice-calc-nogui", "pdftotext": "poppler-utils"}


def missing() -> list[str]:
    """List the packages whose program is not on the PATH."""
    return [package for program, package in PROGRAMS.items() if shutil.which(program) is None]


def install(packages: list[str]) -> None:
    """Install packages from the distribution, where that is allowed."""
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(("apt-get", "update", "--quiet"), check=False, env=quiet)
        subprocess.run((*APT, *packages), check=False, env=quiet)


def main() -> int:
    """Print where the programs are; 2 where one is missing and cannot be had."""
    if missing():
        install(missing())
    if missing():
        print(
            "the tests of reports need LibreOffice (soffice) and poppler (pdftotext) on the PATH;"
            f" install {' and '.join(missing())}, then run make test-full again",
            file=sys.stderr,
        )
        return 2
    print(*(shutil.which(program) for program in PROGRAMS), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
