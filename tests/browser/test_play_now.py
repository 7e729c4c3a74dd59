"""Hands of each rule book from "Play now", with nothing else, as a newcomer would play them."""

from __future__ import annotations

import pytest

from pitboss.rules import all_rule_sets, in_force
from tests.browser.newcomer import Newcomer
from tests.browser.room import Room
from tests.examples import first

pytestmark = pytest.mark.slow

FEW, MANY = 3, 10
SETS = {one.name: one for one in all_rule_sets()}
OFTEN = ("california", "maryland")  # on every commit: a player banks, the house banks


@pytest.mark.parametrize(
    ("rules", "hands"), first(2, [*((one, FEW) for one in OFTEN), *((one, MANY) for one in SETS)])
)
def test_hands_from_play_now(room: Room, rules: str, hands: int) -> None:
    newcomer = Newcomer(room.guest())
    newcomer.play_now(SETS[rules].title)
    newcomer.hasten()
    banks = not in_force(SETS[rules], {}).house_banks

    newcomer.play(MANY if banks else hands)  # until the bank was offered twice

    assert bool(newcomer.taken and newcomer.passed) == banks
    assert newcomer.bots_banked == banks
