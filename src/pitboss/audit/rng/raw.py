"""Bytes before scaling: how often each comes, bits, runs, pairs, correlations, repeats."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.audit.rng.finding import (
    RngResult,
    by_chi_square,
    by_deviation,
    by_largest,
    by_repeats,
    too_few,
)
from pitboss.audit.rng.series import LAGS, runs_deviation, serial_correlation

RAW_MIN: Final = 5 * 256  # bytes, so that each value is expected five times
PAIRS_MIN: Final = 2 * 5 * 65_536  # and so for each pair of bytes
BLOCK: Final = 16  # bytes: 128 bits never come twice
# Beside the first lags, those at which blocks and rounds of the stream begin again.
BYTE_LAGS: Final = (*LAGS, 32, 64)
_OF: Final = "raw bytes"

RawBytes = NDArray[np.uint8]


def raw_findings(raw: bytes) -> list[RngResult]:
    """Return all tests of the bytes, in the order in which they are told."""
    values = np.frombuffer(raw, np.uint8)
    if len(values) < RAW_MIN:
        return [too_few("all tests of bytes", _OF, RAW_MIN, "bytes")]
    bits = np.unpackbits(values)
    return [
        _values(values),
        _pairs(values),
        by_deviation("ones and zeros", _OF, _ones(bits)),
        by_largest(
            "ones by place in the byte",
            _OF,
            [(f"bit {7 - place}", _ones(bits[place::8])) for place in range(8)],
        ),
        by_deviation("runs of bits", _OF, runs_deviation(bits.astype(np.bool_))),
        serial_correlation(values.astype(np.float64), "serial correlation", _OF, BYTE_LAGS),
        _repeats(raw),
    ]


def _values(values: RawBytes) -> RngResult:
    counts = np.bincount(values, minlength=256)
    return by_chi_square("values of a byte", _OF, _chi_square(counts, len(values)), 255)


def _pairs(values: RawBytes) -> RngResult:
    if len(values) < PAIRS_MIN:
        return too_few("pairs of bytes", _OF, PAIRS_MIN, "bytes")
    even = values[: len(values) // 2 * 2].astype(np.int64)
    counts = np.bincount(even[::2] * 256 + even[1::2], minlength=65_536)
    return by_chi_square("pairs of bytes", _OF, _chi_square(counts, len(even) // 2), 65_535)


def _chi_square(counts: NDArray[np.int64], total: int) -> float:
    expected = total / len(counts)
    return float(((counts - expected) ** 2).sum()) / expected


def _ones(bits: RawBytes) -> float:
    return (2 * int(np.count_nonzero(bits)) - len(bits)) / math.sqrt(len(bits))


def _repeats(raw: bytes) -> RngResult:
    blocks = [raw[at : at + BLOCK] for at in range(0, len(raw) - BLOCK + 1, BLOCK)]
    expected = len(blocks) ** 2 / 2 / 2 ** (8 * BLOCK)
    repeats = len(blocks) - len(set(blocks))
    return by_repeats("repeated blocks", f"{BLOCK} bytes each", repeats, expected)
