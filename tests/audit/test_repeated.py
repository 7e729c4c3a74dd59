"""Command ids that stand twice are found the same way in short journals and in long ones."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.audit import walk

HASHES = st.integers(-(2**63), 2**63 - 1)


@given(st.lists(HASHES | st.integers(0, 5), max_size=40))
def test_few_are_counted_as_many_are(ids: list[int]) -> None:
    expected = {one for one in ids if ids.count(one) > 1}

    assert walk._repeated(array("q", ids)) == expected
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walk, "FEW", -1)
        assert walk._repeated(array("q", ids)) == expected
