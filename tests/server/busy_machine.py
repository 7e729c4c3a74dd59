"""Odds for tests on a busy machine: beside them a nice process would get no time for minutes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pitboss.server.worker.process import Question
from pitboss.server.worker.service import Bounds, Priority, usual_bounds


def bounds_without_nice(first: Question[object] | None = None) -> Mapping[Priority, Bounds]:
    """Return the usual bounds, with every process at the usual nice level."""
    return {priority: replace(one, nice=0) for priority, one in usual_bounds(first).items()}
