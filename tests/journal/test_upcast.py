"""Old shapes are read as the newest, step by step."""

from __future__ import annotations

import pytest

from pitboss.journal.upcast import Data, EndlessUpcast, Upcast, upcast

REGISTRY: dict[str, Upcast] = {
    "bet/1": lambda data: ("bet/2", {**data, "currency": "USD"}),
    "bet/2": lambda data: ("wager-placed/1", {"cents": data["dollars"] * 100}),
}


@pytest.mark.parametrize(
    ("name", "data", "newest"),
    [
        ("bet/1", {"dollars": 5}, ("wager-placed/1", {"cents": 500})),
        ("bet/2", {"dollars": 5, "currency": "USD"}, ("wager-placed/1", {"cents": 500})),
        ("wager-placed/1", {"cents": 7}, ("wager-placed/1", {"cents": 7})),
        ("never-heard-of/3", {}, ("never-heard-of/3", {})),
    ],
)
def test_a_shape_is_led_to_the_newest(name: str, data: Data, newest: tuple[str, Data]) -> None:
    assert upcast(name, data, REGISTRY) == newest


def test_a_step_does_not_change_what_was_stored() -> None:
    stored: Data = {"dollars": 5}

    upcast("bet/1", stored, REGISTRY)

    assert stored == {"dollars": 5}


def test_a_ring_of_names_is_our_own_mistake_and_is_named() -> None:
    ring: dict[str, Upcast] = {"a/1": lambda data: ("a/2", data), "a/2": lambda data: ("a/1", data)}

    with pytest.raises(EndlessUpcast, match="a/"):
        upcast("a/1", {}, ring)
