"""Two rule sets side by side: nothing is left out, and only what differs is called different."""

from __future__ import annotations

from itertools import combinations

import pytest

from pitboss.rules import SET_NAMES, Difference, diff, rule_set

PAIRS = list(combinations(SET_NAMES, 2))


def rows(a: str, b: str, *, everything: bool = False) -> dict[tuple[str, str], Difference]:
    found = diff(rule_set(a), rule_set(b), everything=everything)
    return {(one.group, one.key): one for one in found}


def values(one: Difference) -> tuple[str | None, str | None]:
    return (one.left.value if one.left else None, one.right.value if one.right else None)


@pytest.mark.parametrize("place", SET_NAMES)
def test_a_set_does_not_differ_from_itself(place: str) -> None:
    assert diff(rule_set(place), rule_set(place)) == ()


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_only_differing_rows_are_shown_unless_all_are_wanted(a: str, b: str) -> None:
    some, all_of_them = rows(a, b), rows(a, b, everything=True)

    assert some
    assert all(one.differs for one in some.values())
    assert len(all_of_them) > len(some)
    assert not all(one.differs for one in all_of_them.values())


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_every_value_names_its_source(a: str, b: str) -> None:
    for (group, key), one in rows(a, b).items():
        for side in filter(None, (one.left, one.right)):
            silent = side.value.startswith("none") or key.endswith("less")
            assert silent or side.cite.clauses or side.cite.readings, (group, key)


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_the_other_way_round_shows_the_same_with_sides_changed(a: str, b: str) -> None:
    there, back = rows(a, b, everything=True), rows(b, a, everything=True)

    plain = {key: values(one) for key, one in there.items() if key[0] != "paytables"}
    turned = {key: values(one)[::-1] for key, one in back.items() if key[0] != "paytables"}

    assert plain == turned


@pytest.mark.parametrize("place", SET_NAMES)
def test_every_part_of_a_set_is_a_row(place: str) -> None:
    rules = rule_set(place)
    found = rows(place, place, everything=True)

    assert {key for group, key in found if group == "options"} == set(rules.options)
    assert {f"{group}.{key}" for group, key in found} >= set(rules.facts)
    lines = sum(len(table.lines) for table in rules.paytables.values())
    assert sum(group == "paytables" for group, _ in found) >= lines


def test_paytables_stand_beside_the_one_they_are_most_like() -> None:
    found = rows("maryland", "california", everything=True)

    pair = found["paytables", "trips B | standard: flush"]

    assert values(pair) == ("6 to 1", "6 to 1")
    assert not pair.differs


def test_a_paytable_without_a_partner_is_one_row_unless_all_are_wanted() -> None:
    assert ("paytables", "trips D | —") in rows("maryland", "california")
    assert ("paytables", "trips D | —: flush") in rows("maryland", "california", everything=True)


@pytest.mark.parametrize(
    ("a", "b", "group", "key", "left", "right"),
    [
        ("maryland", "california", "table", "bank", "house", "player-dealer"),
        ("california", "royal-caribbean", "bank", "win_cap", "stake", "none"),
        ("maryland", "south-dakota", "wagers", "trips", "with ante, blind", "on its own; may be"),
        ("maryland", "catfish-bend", "settlement", "unqualified_first", "none", "ante"),
        ("maryland", "south-dakota", "irregularities", "dealer-card-exposed.any", "void;", "cont"),
        ("california", "maryland", "fees", "1", "up to $50: bank $1.00, circle $0.50", ""),
        ("california", "maryland", "dealing", "shuffler.deal", "seats 2, dealer 2, board 5", "box"),
    ],
)
def test_known_differences_are_shown(
    a: str, b: str, group: str, key: str, left: str, right: str
) -> None:
    one = rows(a, b)[group, key]

    assert (values(one)[0] or "").startswith(left)
    assert (values(one)[1] or "").startswith(right)
