"""The provable shuffle: held vectors, two other implementations, no bias, nothing else enters."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK, cards_text
from pitboss.cards.shuffle import (
    BLOCK_BYTES,
    ROUND_MAX,
    SEAT_MAX,
    SECRET_BYTES,
    SEED_BYTES_MAX,
    TABLE_BYTES_MAX,
    byte_stream,
    commitment,
    deck_order,
    drawn,
)
from tests.cards.second_shuffle import second_commitment, second_deck, second_stream

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "internals" / "shuffle.md"
Vector = dict[str, Any]  # Any: JSON values
VECTORS: list[Vector] = json.loads((HERE / "shuffle_vectors.json").read_text("utf-8"))["vectors"]

secrets = st.binary(min_size=SECRET_BYTES, max_size=SECRET_BYTES)
letters = st.characters(exclude_categories=["Cs"])
tables = st.text(letters, min_size=1, max_size=40).filter(
    lambda table: len(table.encode()) <= TABLE_BYTES_MAX
)
numbers = st.integers(0, ROUND_MAX)
seats = st.dictionaries(
    st.integers(1, SEAT_MAX), st.binary(min_size=1, max_size=SEED_BYTES_MAX), max_size=7
)


def seeds_of(vector: Vector) -> dict[int, bytes]:
    return {int(seat): bytes.fromhex(seed) for seat, seed in vector["seeds"].items()}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["name"]))
def test_the_published_vectors_hold(vector: Vector) -> None:
    secret, table, number = bytes.fromhex(vector["secret"]), vector["table"], int(vector["round"])

    stream = b"".join(islice(byte_stream(secret, table, number, seeds_of(vector)), 3))

    assert commitment(secret, table, number).hex() == vector["commitment"]
    assert stream.hex() == vector["stream"]
    assert cards_text(deck_order(secret, table, number, seeds_of(vector))) == vector["deck"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["name"]))
def test_a_second_implementation_agrees_on_the_vectors(vector: Vector) -> None:
    seeds = {int(seat): seed for seat, seed in vector["seeds"].items()}
    what = vector["secret"], vector["table"], int(vector["round"])

    assert second_commitment(*what) == vector["commitment"]
    assert second_stream(*what, seeds, 3) == vector["stream"]
    assert second_deck(*what, seeds) == vector["deck"]


@given(secrets, tables, numbers, seats)
def test_a_second_implementation_agrees_on_any_round(
    secret: bytes, table: str, number: int, seeds: dict[int, bytes]
) -> None:
    cuts = {seat: seed.hex() for seat, seed in seeds.items()}

    assert commitment(secret, table, number).hex() == second_commitment(secret.hex(), table, number)
    assert cards_text(deck_order(secret, table, number, seeds)) == second_deck(
        secret.hex(), table, number, cuts
    )


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_an_implementation_in_another_language_agrees() -> None:
    chance = random.Random(20)
    rounds = [{**vector} for vector in VECTORS]
    for number in range(300):
        cuts = {seat: chance.randbytes(chance.randint(1, 64)) for seat in range(1, 8)}
        seeds = {seat: cut for seat, cut in cuts.items() if chance.random() < 0.5}
        secret, table = chance.randbytes(32), f"stół {chance.randrange(99)}"
        rounds.append(
            {
                "secret": secret.hex(),
                "table": table,
                "round": str(number),
                "seeds": {str(seat): cut.hex() for seat, cut in seeds.items()},
                "commitment": commitment(secret, table, number).hex(),
                "deck": cards_text(deck_order(secret, table, number, seeds)),
            }
        )

    done = subprocess.run(
        ["node", str(HERE / "second_shuffle.mjs")],
        input=json.dumps(rounds).encode(),
        capture_output=True,
        check=True,
    )

    assert json.loads(done.stdout) == [
        {"commitment": one["commitment"], "deck": one["deck"]} for one in rounds
    ]


def test_the_vectors_are_what_they_say() -> None:
    read = {vector["name"]: vector["bytes_read"] for vector in VECTORS}

    assert all(v["bytes_read"] == 51 + v["bytes_rejected"] for v in VECTORS)
    assert read["no byte is drawn again"] == 51
    assert read["a third block is needed"] > 2 * BLOCK_BYTES
    assert {len(vector["seeds"]) for vector in VECTORS} >= {0, 1, 3, 6, 7}
    assert len({vector["deck"] for vector in VECTORS}) == len(VECTORS)


def test_the_vector_on_the_page_is_one_of_the_published_ones() -> None:
    page = PAGE.read_text("utf-8")
    shown = {
        key: " ".join(value.split())
        for key, value in re.findall(
            r"^(commitment|block 0|deck) {2,}(\w\w.*(?:\n {9}.*)?)", page, re.M
        )
    }

    found = [vector for vector in VECTORS if vector["commitment"] == shown["commitment"]]

    assert (shown["block 0"], shown["deck"]) in [
        (vector["stream"][: 2 * BLOCK_BYTES], vector["deck"]) for vector in found
    ]
    assert f"has {len(VECTORS)}:" in page


# -- what a shuffle must be -----------------------------------------------------------------------


@given(secrets, tables, numbers, seats)
def test_a_deck_has_every_card_once(
    secret: bytes, table: str, number: int, seeds: dict[int, bytes]
) -> None:
    assert sorted(deck_order(secret, table, number, seeds)) == list(DECK)


@pytest.mark.parametrize("places", range(2, 53))
def test_every_place_is_reached_by_equally_many_bytes(places: int) -> None:
    # Each size's last share leaves the place as it is, so the byte meets a deck in its first order,
    # and the card that ends in the place tells which one was picked. Zeros do for the rest.
    before = [(size - 1) * (256 // size) for size in range(52, places, -1)]
    reached: Counter[int | None] = Counter()

    for byte in range(256):
        stream = iter([*before, byte, *[0] * 51])
        deck = drawn(stream)
        rejected = len(list(stream)) == len(before)
        reached[None if rejected else deck[places - 1]] += 1

    left_over = reached.pop(None, 0)
    assert reached == dict.fromkeys(range(places), 256 // places)
    assert left_over == 256 % places


@given(secrets, secrets, tables, tables, numbers, numbers)
def test_another_secret_table_or_round_is_another_deck_and_commitment(
    secret: bytes, secret2: bytes, table: str, table2: str, number: int, number2: int
) -> None:
    rounds = {
        (s, t, n) for s in (secret, secret2) for t in (table, table2) for n in (number, number2)
    }

    assert len({deck_order(*one, {}) for one in rounds}) == len(rounds)
    assert len({commitment(*one) for one in rounds}) == len(rounds)


@given(secrets, st.lists(seats, min_size=2, max_size=4))
def test_other_seeds_are_another_deck(secret: bytes, cuts: list[dict[int, bytes]]) -> None:
    different = {tuple(sorted(seeds.items())) for seeds in cuts}

    assert len({deck_order(secret, "one", 1, dict(seeds)) for seeds in different}) == len(different)


SPLITS: list[tuple[str, dict[int, bytes]]] = [
    ("one", {}),
    ("one\0", {}),
    ("one", {1: b"ab"}),
    ("one", {1: b"a", 2: b"b"}),
    ("one", {2: b"a", 1: b"b"}),
    ("one", {1: b"a\x02\x01b"}),
    ("one", {1: b"\0"}),
    ("one", {1: b"\0\0\0\0\0"}),
    ("one", {12: b"ab"}),
    ("one\x01", {1: b"ab"}),
]


def test_no_bytes_can_move_from_one_part_to_the_next() -> None:
    found = {deck_order(bytes(32), table, 1, seeds) for table, seeds in SPLITS}

    assert len(found) == len(SPLITS)


@given(secrets, tables, numbers, seats)
def test_nothing_but_the_arguments_enters(
    secret: bytes, table: str, number: int, seeds: dict[int, bytes]
) -> None:
    first = deck_order(secret, table, number, seeds)
    turned = dict(reversed(seeds.items()))
    random.seed(len(table))  # whatever else happens between the two

    assert deck_order(secret, table, number, turned) == first
    assert commitment(secret, table, number) == commitment(bytes(bytearray(secret)), table, number)


# -- what does not fit ----------------------------------------------------------------------------

WRONG: list[tuple[bytes, str, int, dict[int, bytes], str]] = [
    (b"", "one", 1, {}, "secret has 32 bytes, not 0"),
    (bytes(31), "one", 1, {}, "secret has 32 bytes, not 31"),
    (bytes(33), "one", 1, {}, "secret has 32 bytes, not 33"),
    (bytes(32), "", 1, {}, "1 to 255 bytes, not 0"),
    (bytes(32), "ż" * 128, 1, {}, "1 to 255 bytes, not 256"),
    (bytes(32), "\ud800", 1, {}, "surrogates"),
    (bytes(32), "one", -1, {}, "a number from 0"),
    (bytes(32), "one", ROUND_MAX + 1, {}, "a number from 0"),
    (bytes(32), "one", 1, {0: b"a"}, "a seat has a number from 1"),
    (bytes(32), "one", 1, {256: b"a"}, "a seat has a number from 1"),
    (bytes(32), "one", 1, {1: b""}, "a seed has 1 to 64 bytes, not 0"),
    (bytes(32), "one", 1, {1: bytes(65)}, "a seed has 1 to 64 bytes, not 65"),
]


@pytest.mark.parametrize(("secret", "table", "number", "seeds", "why"), WRONG)
def test_what_does_not_fit_is_refused_at_once(
    secret: bytes, table: str, number: int, seeds: dict[int, bytes], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        deck_order(secret, table, number, seeds)
    with pytest.raises(ValueError, match=why):
        byte_stream(secret, table, number, seeds)
    if not seeds:
        with pytest.raises(ValueError, match=why):
            commitment(secret, table, number)


def test_the_bounds_themselves_fit() -> None:
    seeds = {1: b"a", SEAT_MAX: bytes(SEED_BYTES_MAX)}

    deck = deck_order(bytes(SECRET_BYTES), "t" * TABLE_BYTES_MAX, ROUND_MAX, seeds)

    assert len(commitment(bytes(SECRET_BYTES), "t" * TABLE_BYTES_MAX, ROUND_MAX)) == 32
    assert len(set(deck)) == 52
