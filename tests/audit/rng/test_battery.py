"""The battery has teeth: honest chance passes, and each planted fault is found by its test."""

from __future__ import annotations

from collections.abc import Callable
from statistics import mean

import numpy as np
import pytest

from pitboss.audit.rng.battery import DeckError, Report, battery
from pitboss.audit.rng.finding import FAMILY_RISK, RngResult
from pitboss.audit.rng.hands import CLASS_COUNTS
from pitboss.audit.rng.places import FULL_TABLE, Decks, card_by_place, first_two, neighbours
from pitboss.audit.rng.sample import TABLE, draw, fresh_secrets, raw_bytes, seeded_secrets
from pitboss.cards.shuffle import deck_order
from tests.audit.rng.faults import DECK_FAULTS, RAW_FAULTS, SEED, Chance, honest, honest_bytes


def failed(report: Report) -> set[str]:
    return {one.finding.test for one in report.judged if one.failed}


@pytest.mark.parametrize("seed", range(3))
def test_honest_decks_and_bytes_pass(seed: int) -> None:
    chance = np.random.default_rng(seed)

    report = battery(honest(chance), honest_bytes(chance))

    assert failed(report) == set()
    assert report.passed
    assert report.not_run == 0
    assert min(one.adjusted or 0 for one in report.judged) > FAMILY_RISK


def test_our_own_decks_pass() -> None:
    sample = draw(8_000, seeded_secrets(SEED))

    report = battery(sample.decks, sample.raw)

    assert report.passed
    assert (report.decks, report.raw_bytes) == (8_000, 8_000 * 64)


@pytest.mark.parametrize("fault", DECK_FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_of_decks_is_found(fault: Callable[[Chance], Decks]) -> None:
    report = battery(fault(np.random.default_rng(SEED)))

    assert DECK_FAULTS[fault] in failed(report)
    assert not report.passed


@pytest.mark.parametrize("fault", RAW_FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_of_bytes_is_found(fault: Callable[[Chance], bytes]) -> None:
    chance = np.random.default_rng(SEED)

    report = battery(honest(chance, 600), fault(chance))

    assert RAW_FAULTS[fault] in failed(report)


@pytest.mark.slow
def test_every_test_finds_some_fault() -> None:
    every = {one.finding.test for one in battery(honest(np.random.default_rng(SEED)), b"").judged}
    found: set[str] = set()
    for fault in DECK_FAULTS:
        found |= failed(battery(fault(np.random.default_rng(SEED))))

    assert every - found == set()


def test_decks_that_are_all_the_same_fail_everywhere_and_nothing_breaks() -> None:
    decks = np.tile(np.arange(52, dtype=np.uint8), (7_000, 1))

    report = battery(decks, bytes(700_000))

    assert {one.finding.test for one in report.judged} - failed(report) == set()


# -- the statistics -------------------------------------------------------------------------------


def means_of(test: Callable[[Decks], RngResult], decks: int, times: int) -> tuple[float, float]:
    chance = np.random.default_rng(SEED)
    found = [test(honest(chance, decks)) for _ in range(times)]
    df = found[0].df or 0
    return mean(one.statistic or 0.0 for one in found) - df, (2 * df / times) ** 0.5


@pytest.mark.parametrize(
    ("test", "decks", "times"),
    [
        (lambda decks: card_by_place(decks)[0], 260, 300),
        (neighbours, 260, 300),
        (lambda decks: first_two(decks, FULL_TABLE)[0], 6_630, 20),
    ],
)
def test_honest_decks_give_the_degrees_of_freedom_on_average(
    test: Callable[[Decks], RngResult], decks: int, times: int
) -> None:
    off, error = means_of(test, decks, times)

    assert abs(off) < 4 * error


def test_the_degrees_of_freedom_are_as_published() -> None:
    report = battery(honest(np.random.default_rng(SEED)))
    df = {one.finding.test: one.finding.df for one in report.judged}

    assert df["card by place"] == 51 * 51
    assert df["first two cards"] == 1_325
    assert df["neighbours"] == 52 * 51 - 1 - 2 * 51
    assert sum(CLASS_COUNTS) == 133_784_560


# -- few decks, no decks --------------------------------------------------------------------------


def test_few_decks_run_what_they_can() -> None:
    decks = honest(np.random.default_rng(SEED), 300)

    report = battery(decks)

    assert report.passed
    ran = {one.finding.test for one in report.judged if one.finding.p is not None}
    assert ran == {"card by place", "card in one place", "neighbours", "repeated decks"}
    assert all(
        one.finding.note.startswith("not run: needs")
        for one in report.judged
        if one.adjusted is None
    )


def test_two_equal_decks_fail_on_their_own() -> None:
    decks = honest(np.random.default_rng(SEED), 1)[[0, 0]]

    assert failed(battery(decks)) == {"repeated decks"}


@pytest.mark.parametrize(
    ("decks", "why"),
    [
        (np.zeros((0, 52), np.uint8), "not of shape"),
        (np.zeros((3, 51), np.uint8), "not of shape"),
        (np.arange(52), "not of shape"),
        (np.stack([np.arange(52), np.r_[np.arange(51), 0]]), "deck 2 does not"),
        (np.arange(1, 53)[None], "deck 1 does not"),
        (np.arange(256, 308)[None], "deck 1 does not"),
    ],
)
def test_what_is_no_deck_is_refused(
    decks: np.ndarray[tuple[int, ...], np.dtype[np.int64]], why: str
) -> None:
    with pytest.raises(DeckError, match=why):
        battery(decks)


# -- samples --------------------------------------------------------------------------------------


def test_a_sample_is_what_a_table_would_deal() -> None:
    sample = draw(50, seeded_secrets(SEED))

    secrets = seeded_secrets(SEED)
    dealt = [deck_order(next(secrets), TABLE, number, {}) for number in range(50)]

    assert sample.decks.tolist() == [list(deck) for deck in dealt]


@pytest.mark.parametrize("size", [1, 63, 64, 65, 1_000, 64_000, 64_001])
def test_raw_bytes_are_the_streams_of_the_rounds(size: int) -> None:
    sample = draw(1_001, seeded_secrets(SEED))

    raw = b"".join(raw_bytes(size, seeded_secrets(SEED)))

    assert raw == sample.raw[:size]


def test_fresh_samples_differ() -> None:
    assert (draw(1, fresh_secrets()).decks != draw(1, fresh_secrets()).decks).any()
