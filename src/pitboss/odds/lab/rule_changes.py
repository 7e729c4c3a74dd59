"""Changes to what endings do to Ante, Blind and Play; `pitboss.rules` has them."""

from pitboss.rules.changed_endings import BelowFloor, Ties, UnqualifiedAnte, changed

__all__ = ["BelowFloor", "Ties", "UnqualifiedAnte", "changed"]
