"""Honest decks, and decks with one fault each, all from a seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.audit.rng.hands import strengths_of
from pitboss.audit.rng.places import FULL_TABLE

Decks = NDArray[np.uint8]
Chance = np.random.Generator

DECKS: Final = 8_000
SEED: Final = 20


def honest(chance: Chance, decks: int = DECKS) -> Decks:
    return chance.permuted(np.tile(np.arange(52, dtype=np.uint8), (decks, 1)), axis=1)


def by_swaps(picks: Callable[[int, int], NDArray[np.int64]], places: range) -> Decks:
    """Decks in their first order, after a swap of each place with the one that is picked for it."""
    decks = np.tile(np.arange(52, dtype=np.uint8), (DECKS, 1))
    rows = np.arange(DECKS)
    for place in places:
        picked = picks(place, DECKS)
        decks[:, place], decks[rows, picked] = decks[rows, picked], decks[:, place].copy()
    return decks


def biased_modulo(chance: Chance) -> Decks:
    return by_swaps(lambda place, n: chance.integers(0, 256, n) % (place + 1), range(51, 0, -1))


def naive_swap_with_any_place(chance: Chance) -> Decks:
    return by_swaps(lambda _, n: chance.integers(0, 52, n), range(52))


def never_its_own_place(chance: Chance) -> Decks:
    return by_swaps(lambda place, n: chance.integers(0, place, n), range(51, 0, -1))


def bottom_card_never_moves(chance: Chance) -> Decks:
    return by_swaps(lambda place, n: chance.integers(0, place + 1, n), range(50, 0, -1))


def one_ace_likes_one_place(chance: Chance) -> Decks:
    """The ace of spades is the first card of seat 1 in two rounds of a hundred more than is due."""
    decks = honest(chance)
    rows = np.flatnonzero(chance.random(DECKS) < 0.02)
    where = np.argmax(decks[rows] == 51, axis=1)
    decks[rows, where] = decks[rows, 7]
    decks[rows, 7] = 51
    return decks


def riffled(deck: Decks, chance: Chance, times: int) -> Decks:
    """Gilbert, Shannon and Reeds' riffle: cut by coins, then drop in order."""
    for _ in range(times):
        left = chance.integers(0, 2, 52) == 0
        cut = int(np.count_nonzero(left))
        mixed = np.empty_like(deck)
        mixed[left], mixed[~left] = deck[:cut], deck[cut:]
        deck = mixed
    return deck


def riffled_five_times_from_new(chance: Chance) -> Decks:
    new = np.arange(52, dtype=np.uint8)
    return np.stack([riffled(new, chance, 5) for _ in range(DECKS)])


def riffled_five_times_from_the_deck_before(chance: Chance) -> Decks:
    decks = [honest(chance, 1)[0]]
    while len(decks) < DECKS:
        decks.append(riffled(decks[-1], chance, 5))
    return np.stack(decks)


def one_deck_twice(chance: Chance) -> Decks:
    decks = honest(chance)
    decks[4_711] = decks[12]
    return decks


def seed_of_sixteen_bits(chance: Chance) -> Decks:
    return honest(chance, 2**16)[chance.integers(0, 2**16, DECKS)]


def far_too_even(chance: Chance) -> Decks:
    """Every deck comes in all its 52 turnings, so that each card is in each place equally often."""
    decks = honest(chance, 1 + DECKS // 52)
    return np.concatenate([np.roll(decks, turn, axis=1) for turn in range(52)])[:DECKS]


def dealt_again_when_the_dealer_is_strong(chance: Chance) -> Decks:
    decks = honest(chance)
    dealer = strengths_of(decks, FULL_TABLE)["dealer"]
    again = (dealer > np.quantile(dealer, 0.9)) & (chance.random(DECKS) < 0.5)
    decks[again] = honest(chance)[again]
    return decks


def dealer_and_seat_share_their_luck(chance: Chance) -> Decks:
    """Now and then the highest of the dealer's and a seat's first cards is the seat's."""
    decks = honest(chance)
    swap = (decks[:, 5] > decks[:, 7]) & (decks[:, 6] > decks[:, 8]) & (chance.random(DECKS) < 0.5)
    turned = decks.copy()
    turned[:, [5, 7]] = decks[:, [7, 5]]
    return np.where(swap[:, None], turned, decks)


def streaks_of_the_dealer(chance: Chance) -> Decks:
    """Honest decks, but of each eight in turn the dealer's weaker ones come first."""
    decks = honest(chance)
    dealer = strengths_of(decks, FULL_TABLE)["dealer"].reshape(-1, 8)
    order = np.argsort(dealer, axis=1) + np.arange(0, DECKS, 8)[:, None]
    return np.take(decks, order.ravel(), axis=0)


# Each fault, and a test that must find it; others may, too.
DECK_FAULTS: Final[dict[Callable[[Chance], Decks], str]] = {
    biased_modulo: "card by place",
    naive_swap_with_any_place: "card by place",
    never_its_own_place: "card by place",
    bottom_card_never_moves: "card by place",
    one_ace_likes_one_place: "card in one place",
    riffled_five_times_from_new: "neighbours",
    riffled_five_times_from_the_deck_before: "neighbour kept",
    one_deck_twice: "repeated decks",
    seed_of_sixteen_bits: "repeated decks",
    far_too_even: "card by place",
    dealt_again_when_the_dealer_is_strong: "seven-card class",
    dealer_and_seat_share_their_luck: "correlation across seats",
    streaks_of_the_dealer: "runs of strength",
}


# -- bytes ----------------------------------------------------------------------------------------

RAW: Final = 700_000


def honest_bytes(chance: Chance) -> bytes:
    return chance.bytes(RAW)


def stuck_bit(chance: Chance) -> bytes:
    return (np.frombuffer(chance.bytes(RAW), np.uint8) | 0b0000_1000).astype(np.uint8).tobytes()


def bit_that_leans(chance: Chance) -> bytes:
    values = np.frombuffer(chance.bytes(RAW), np.uint8)
    leans = chance.random(RAW) < 0.01
    return np.where(leans, values | 1, values).astype(np.uint8).tobytes()


def counting_up(_: Chance) -> bytes:
    return np.arange(RAW, dtype=np.int64).astype(np.uint8).tobytes()


def the_byte_before_clings(chance: Chance) -> bytes:
    values = np.frombuffer(chance.bytes(RAW), np.uint8).copy()
    clings = np.flatnonzero(chance.random(RAW - 1) < 0.02) + 1
    values[clings] = values[clings - 1]
    return values.tobytes()


def one_block_twice(chance: Chance) -> bytes:
    raw = chance.bytes(RAW)
    return raw[:64_000] + raw[320:352] + raw[64_032:]


def never_a_zero(chance: Chance) -> bytes:
    return chance.integers(1, 256, RAW, dtype=np.uint8).tobytes()


RAW_FAULTS: Final[dict[Callable[[Chance], bytes], str]] = {
    stuck_bit: "ones by place in the byte",
    bit_that_leans: "ones by place in the byte",
    counting_up: "values of a byte",
    the_byte_before_clings: "serial correlation",
    one_block_twice: "repeated blocks",
    never_a_zero: "values of a byte",
}
