"""Ten hands of each rule book from "Play now", with nothing else, as a newcomer would play them."""

from __future__ import annotations

import pytest

from pitboss.rules import all_rule_sets, in_force
from tests.browser.newcomer import Newcomer
from tests.browser.room import Room

pytestmark = pytest.mark.slow

HANDS = 10
SETS = {one.name: one for one in all_rule_sets()}


@pytest.mark.parametrize("rules", SETS)
def test_ten_hands_from_play_now(room: Room, rules: str) -> None:
    newcomer = Newcomer(room.guest())
    newcomer.play_now(SETS[rules].title)
    newcomer.hasten()

    newcomer.play(HANDS)

    banks = not in_force(SETS[rules], {}).house_banks
    assert bool(newcomer.taken and newcomer.passed) == banks
    assert newcomer.bots_banked == banks
