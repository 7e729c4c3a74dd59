"""The order that is kept for who asks again is the order that would be drawn anew."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards.shuffle import deck_order
from pitboss.table.deck import shuffled

secrets = st.binary(min_size=32, max_size=32)
seeds = st.dictionaries(st.integers(1, 255), st.binary(min_size=1, max_size=8), max_size=3)


@given(secrets, st.integers(0, 9), seeds, seeds)
def test_a_shuffle_that_is_asked_for_again_is_the_one_that_is_drawn(
    secret: bytes, number: int, some: dict[int, bytes], others: dict[int, bytes]
) -> None:
    for given_seeds in (some, some, others, some):
        order = shuffled(secret, "T1", number, given_seeds)

        assert order == deck_order(secret, "T1", number, given_seeds)
        assert shuffled(secret, "T2", number, given_seeds) != order
        assert shuffled(secret, "T1", number + 1, given_seeds) != order
