"""The picture that a verb of the lab saves: where, checked before the work begins."""

from __future__ import annotations

from pathlib import Path

from pitboss.cli.errors import Failure
from pitboss.cli.files import picture_path
from pitboss.reports.plots import FORMATS, PlotError, check_tools


def plot_path(name: str | None) -> Path | None:
    """Return where the plot goes, None if none is wanted; raises `Failure`."""
    if name is None:
        return None
    path = picture_path("--plot", name, FORMATS, "is drawn as SVG or PNG")
    try:
        check_tools()
    except PlotError as error:
        raise Failure(f"--plot: {error}") from None
    return path


def plot_kind(path: Path) -> str:
    """Return the format that a plot's name asks for."""
    return path.suffix.lower().lstrip(".")
