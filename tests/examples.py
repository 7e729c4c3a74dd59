"""How many random examples a test tries: every third on each commit, all in `make test-full`."""

from __future__ import annotations

from typing import Final

from hypothesis import settings

SAME: Final = "same"  # profile of `make test`: the same examples on every commit
NEW: Final = "new"  # profile of `make test-full`: new ones each time
USUAL: Final = 100  # what Hypothesis tries where a test says nothing
SHARE: Final = 3  # `make test` tries every third


def examples(number: int) -> int:
    """Return the number of examples under the profile that is loaded."""
    return number if settings.get_current_profile_name() == NEW else number // SHARE
