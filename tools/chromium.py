"""Finds a Chromium for browser tests and pictures, or installs one: `python -m tools.chromium`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

SHELL = "chromium-headless-shell"  # the same engine without windows: two thirds of the CPU
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
APT = ("apt-get", "install", "--yes", "--quiet", "--no-install-recommends")


def find() -> str | None:
    """Return the path of an installed Chromium: in CHROMIUM, on the PATH, or Playwright's."""
    return next(iter(_found()), None)


def _found() -> Iterator[str]:
    if named := os.environ.get("CHROMIUM"):
        yield named
    for name in NAMES:
        if path := shutil.which(name):
            yield path
    if MAC.exists():
        yield str(MAC)
    if (own := _of_playwright()) is not None:
        yield own


def _of_playwright() -> str | None:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install() -> None:
    """Install one: from the distribution where that is allowed, else Playwright's own."""
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(("apt-get", "update", "--quiet"), check=False, env=quiet)
        for package in (SHELL, "chromium"):
            if subprocess.run((*APT, package), check=False, env=quiet).returncode == 0:
                return
    if find() is None:
        subprocess.run((sys.executable, "-m", "playwright", "install", "chromium"), check=False)


def main() -> int:
    """Print the path; 2 where there is none and none can be had."""
    if shutil.which(SHELL) is None and "CHROMIUM" not in os.environ:
        install()
    path = find()
    if path is None:
        hint = "install Chromium or Chrome, or name one: CHROMIUM=/path/to/chrome make test"
        print(
            f"the browser tests need a Chromium, and none could be had here; {hint}",
            file=sys.stderr,
        )
        return 2
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
