"""How much a test tries: a part on every commit with `make test`, all of it in `make test-full`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import pytest
from hypothesis import settings

SAME: Final = "same"  # profile of `make test`: the same examples on every commit
NEW: Final = "new"  # profile of `make test-full`: new ones each time
USUAL: Final = 100  # what Hypothesis tries where a test says nothing
SHARE: Final = 3  # `make test` tries every third


def examples(number: int) -> int:
    """Return the number of examples under the profile that is loaded."""
    return number if settings.get_current_profile_name() == NEW else number // SHARE


def first(number: int, values: Iterable[object]) -> list[Any]:
    """Return parameters of a test: the first ones always, the others marked `full`.

    Any: pytest does not publish the type of a parameter set.
    """
    return [value if place < number else _full(value) for place, value in enumerate(values)]


def _full(value: object) -> Any:
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=pytest.mark.full)
