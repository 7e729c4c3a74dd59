"""Orders are read from exactly the bytes that they are written in, their time included."""

from __future__ import annotations

import pytest

from pitboss.journal.codec import CodecError, decode_order, encode_order
from pitboss.round.command import Check, PlaceBets
from pitboss.rules import Chips, Wager
from pitboss.table import Order, Person, Role

ANN = Person("Ann", Role.PLAYER)
BETS = PlaceBets(1, {Wager.ANTE: Chips(500), Wager.BLIND: Chips(500)})
AT = 1_800_000_000_000
KNOWN = encode_order(Order(Check(1), ANN, AT))
SAID = KNOWN.rpartition(b",")[0]


def test_the_same_order_at_another_time_is_that_order() -> None:
    for command in (Check(1), BETS):
        for at in (AT, AT + 250, 1):
            order = Order(command, ANN, at)

            assert decode_order(encode_order(order)) == order


OTHER_TIMES = (
    *(b"01}", b"1 }", b" 1}", b"1}}", b"1", b"}", b"-0}", b"1.0}", b"1e3}", b"+1}", b'"1"}'),
    *(b"1,}", b"1\n}", b"1}\n", b"1_0}", b"\xd9\xa1}", b'1,"at":2}', b"null}", b'1,"x":1}'),
    # As many bytes as the usual time has: what is known of the order is asked for these.
    *(b"0800000000000}", b" 800000000000}", b"180000000000 }", b"1800000000000]"),
    *(b"+800000000000}", b"1800_00000000}", b"18000000000.0}", b"1800000000e10}"),
    *(b"180000000000}}", b"\xd9\xa180000000000}", b"00000000000000", b'1,"at":180000}'),
    *(b"1800000000000 ", b"0000000000000}"),
)


@pytest.mark.parametrize("rest", OTHER_TIMES)
def test_a_time_in_other_bytes_is_no_order_of_ours(rest: bytes) -> None:
    decode_order(KNOWN)

    with pytest.raises(CodecError):
        decode_order(SAID + b',"at":' + rest)


@pytest.mark.parametrize("at", [0, -5, 10**12 - 1, 10**12, 10**13 - 1, 10**13, 10**17, 10**18])
def test_a_time_of_any_size_is_read_as_it_would_be_alone(at: int) -> None:
    order = Order(Check(1), ANN, at)
    data = SAID + b',"at":%d}' % at
    alone = decode_order(data)
    decode_order(KNOWN)

    assert decode_order(data) == alone == order


def test_what_comes_before_the_time_counts_to_the_last_byte() -> None:
    decode_order(KNOWN)

    for place in range(len(SAID)):
        damaged = KNOWN[:place] + bytes([KNOWN[place] ^ 1]) + KNOWN[place + 1 :]
        try:
            assert decode_order(damaged) != Order(Check(1), ANN, AT)
        except CodecError:
            continue
