"""Shared settings: one Hypothesis profile for all, without deadlines on noisy machines."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "pitboss",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("pitboss")
