"""Names: which may be taken, and which read alike."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pitboss.pit import SystemChance
from pitboss.server.store.errors import HouseRefused, PersonReason
from pitboss.server.store.names import RESERVED, fresh, key, proper


@pytest.mark.parametrize(
    "name", ["Ann", "ann_lee", "Zoë", "Мария", "Jo-Ann 3", "J.R. Tolk", "O'Neil"]
)
def test_an_ordinary_name_may_be_taken(name: str) -> None:
    assert proper(name) == name


def test_the_apostrophe_of_a_phone_is_the_one_of_a_keyboard() -> None:
    assert proper("O\u2019Neil") == "O'Neil"
    assert key("O'Neil") == key("oneil")


@pytest.mark.parametrize(
    "name",
    ["", "A", "x" * 25, "12345", "-Ann", "Ann.", "Ann\u202eLee", "<b>Ann</b>", "Quill (bot)",
     "Ann\x00", "Ann\u0430", "Ann/1", "Ann\nLee\x1b", "🂡🂡", "\u0300\u0301\u0302"],
)  # fmt: skip
def test_a_name_that_could_mislead_is_refused(name: str) -> None:
    with pytest.raises(HouseRefused) as refused:
        proper(name)
    assert refused.value.why is PersonReason.NAME_SHAPE
    assert refused.value.text.isascii()


STAFF = (
    "Floor Manager", "The Dealer", "House Bank", "Auditor 2", "auditor2", "Mr. Pitboss",
    "The-House", "D\u0435aler 1", "pit boss team", "Casino Support", "floor_person",
)  # fmt: skip


@pytest.mark.parametrize(
    "name", ["Dealer's Choice", "Riverboat Dealer", "Bankole", "Ann 2", "Pitt"]
)
def test_a_name_that_only_sounds_like_the_house_may_be_taken(name: str) -> None:
    assert proper(name) == name


@pytest.mark.parametrize("name", [*RESERVED, *STAFF, "Dealer", "F L O O R", "h0use", "pit.boss"])
def test_names_of_the_house_are_its_own(name: str) -> None:
    with pytest.raises(HouseRefused):
        proper(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann Lee", "ann-lee"),
        ("Bill", "Bi11"),
        ("Jose", "José"),
        ("Ann", "\uff21nn"),
        ("cap", "\u0441\u0430\u0440"),
    ],
)
def test_names_that_read_alike_are_one(one: str, other: str) -> None:
    assert key(one) == key(other)


@given(st.text(max_size=40))
@example("0A\r")
def test_a_name_that_is_kept_is_kept_as_it_is(text: str) -> None:
    try:
        kept = proper(text)
    except HouseRefused:
        return
    assert proper(kept) == kept
    assert key(kept) == key(text)
    assert kept.isprintable()


def test_a_guests_name_may_be_taken() -> None:
    for _ in range(200):
        name = fresh(SystemChance())
        assert proper(name) == name
