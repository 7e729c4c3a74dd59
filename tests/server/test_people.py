"""The house's people: guests, names, accounts, locks, roles; on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.journal import CannotOpen, open_journal
from pitboss.pit import SystemChance
from pitboss.server.store.database import Database, beside, open_database
from pitboss.server.store.errors import HouseRefused, PersonReason
from pitboss.server.store.passwords import CHEAP, Cost, Passwords
from pitboss.server.store.people import FAILED_EVERYWHERE_MAX, FAILED_MAX, LOCKED_MS, People
from pitboss.server.store.schema import VERSIONS

PASSWORD = "a long password"  # noqa: S105 (of a test)


class SetClock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.at = 1_000_000

    def now(self) -> int:
        return self.at


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    where = str(tmp_path / "pit.db")
    if request.param == "postgres":
        where = request.getfixturevalue("postgres_url")
    open_journal(where).close()
    made = open_database(where)
    yield made
    made.close()


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def people(database: Database, clock: SetClock) -> People:
    return People(database, clock, SystemChance(), Passwords(CHEAP))


def refusal(raised: pytest.ExceptionInfo[HouseRefused]) -> PersonReason:
    return raised.value.why


def test_a_guest_has_a_name(people: People) -> None:
    guest = people.guest()

    assert guest.guest
    assert guest.roles == ("player",)
    assert people.by_id(guest.id) == guest
    assert people.by_name(guest.name) == guest


def test_many_guests_have_many_names(people: People) -> None:
    assert len({people.guest().name for _ in range(60)}) == 60


def test_old_names_stay_their_owners(people: People, clock: SetClock) -> None:
    ann, ben = people.guest(), people.guest()
    first = ann.name
    for name in ("Ann", "ann", "Annie"):
        clock.at += 1
        people.rename(ann.id, name)

    assert people.names_of(ann.id) == (first, "Ann", "ann", "Annie")
    for name in ("Ann", "A-n-n", first.upper()):
        with pytest.raises(HouseRefused) as raised:
            people.rename(ben.id, name)
        assert refusal(raised) is PersonReason.NAME_TAKEN
    clock.at += 1
    assert people.rename(ann.id, "Ann").name == "Ann"
    assert people.by_name("annie") == people.by_id(ann.id)


def test_a_refused_name_changes_nothing(people: People) -> None:
    ann, ben = people.guest(), people.guest()
    people.rename(ann.id, "Ann")

    with pytest.raises(HouseRefused):
        people.make_account(ben.id, "Ann", PASSWORD)

    assert people.by_id(ben.id) == ben
    assert people.names_of(ben.id) == (ben.name,)


def test_an_account_comes_back_and_is_told_when_it_was_last_there(
    people: People, clock: SetClock
) -> None:
    made = people.make_account(people.guest().id, "Ann Lee", PASSWORD)
    begun = clock.at
    clock.at += 5_000
    first = people.log_in("ann lee", PASSWORD)
    clock.at += 5_000
    second = people.log_in("Ann_Lee", PASSWORD)

    assert not made.guest
    assert (first.id, first.last_login) == (made.id, begun)
    assert second.last_login == begun + 5_000


def test_one_person_has_one_account(people: People) -> None:
    made = people.make_account(people.guest().id, "Ann", PASSWORD)

    with pytest.raises(HouseRefused) as raised:
        people.make_account(made.id, "Annie", PASSWORD)

    assert refusal(raised) is PersonReason.HAS_ACCOUNT


@pytest.mark.parametrize(
    "guess", ["password12", "P@ssw0rd!!", "qwerty123456", "1234567890", "aaaaaaaaaab", "annannann1"]
)
def test_a_password_that_is_guessed_first_is_refused(people: People, guess: str) -> None:
    ann = people.rename(people.guest().id, "Ann")

    with pytest.raises(HouseRefused) as refused:
        people.make_account(ann.id, "Ann", guess)
    people.make_account(ann.id, "Ann", PASSWORD)
    kept = people.by_name("Ann")
    assert kept is not None
    with pytest.raises(HouseRefused) as changed:
        people.change_password(kept, PASSWORD, guess)

    assert refused.value.why is changed.value.why is PersonReason.WEAK_PASSWORD
    people.log_in("Ann", PASSWORD)


def test_after_three_wrong_passwords_even_the_right_one_must_wait(
    people: People, clock: SetClock
) -> None:
    people.make_account(people.guest().id, "Ann", PASSWORD)
    for _ in range(FAILED_MAX):
        with pytest.raises(HouseRefused) as raised:
            people.log_in("Ann", "something else")
        assert refusal(raised) is PersonReason.CREDENTIALS

    with pytest.raises(HouseRefused) as raised:
        people.log_in("Ann", PASSWORD)
    assert refusal(raised) is PersonReason.LOCKED
    clock.at += LOCKED_MS
    assert people.log_in("Ann", PASSWORD).name == "Ann"


def test_who_guesses_locks_out_only_themselves(people: People, clock: SetClock) -> None:
    people.make_account(people.guest().id, "Ann", PASSWORD)
    for _ in range(FAILED_MAX):
        with pytest.raises(HouseRefused):
            people.log_in("Ann", "something else", "203.0.113.7")

    with pytest.raises(HouseRefused) as raised:
        people.log_in("Ann", PASSWORD, "203.0.113.7")
    assert refusal(raised) is PersonReason.LOCKED
    assert people.log_in("Ann", PASSWORD, "198.51.100.1").name == "Ann"


def test_very_many_wrong_passwords_from_everywhere_lock_an_account(people: People) -> None:
    people.make_account(people.guest().id, "Ann", PASSWORD)
    for n in range(FAILED_EVERYWHERE_MAX):
        with pytest.raises(HouseRefused):
            people.log_in("Ann", "something else", f"203.0.113.{n}")

    with pytest.raises(HouseRefused) as raised:
        people.log_in("Ann", PASSWORD, "198.51.100.1")
    assert refusal(raised) is PersonReason.LOCKED


def test_the_name_of_a_guest_is_answered_like_one_that_nobody_has(people: People) -> None:
    guest = people.guest()
    for name in (guest.name, "Nobody at all"):
        for _ in range(FAILED_MAX + 2):
            with pytest.raises(HouseRefused) as raised:
                people.log_in(name, "something else")
            assert refusal(raised) is PersonReason.CREDENTIALS


def test_a_right_password_forgives_the_wrong_ones_before_it(people: People) -> None:
    people.make_account(people.guest().id, "Ann", PASSWORD)
    for _ in range(3):
        for _ in range(FAILED_MAX - 1):
            with pytest.raises(HouseRefused):
                people.log_in("Ann", "something else")
        people.log_in("Ann", PASSWORD)


def test_neither_a_guest_nor_a_stranger_can_log_in(people: People) -> None:
    guest = people.guest()
    for name in (guest.name, "Nobody at all", "Nul\0"):
        with pytest.raises(HouseRefused) as raised:
            people.log_in(name, "")
        assert refusal(raised) is PersonReason.CREDENTIALS


def test_a_password_of_another_cost_is_hashed_anew(database: Database, clock: SetClock) -> None:
    dear = Passwords(Cost(2, 16, 1))
    old = People(database, clock, SystemChance(), Passwords(CHEAP))
    new = People(database, clock, SystemChance(), dear)
    old.make_account(old.guest().id, "Ann", PASSWORD)

    new.log_in("Ann", PASSWORD)

    with database.begin() as connection:
        (kept,) = connection.exec_driver_sql(
            "SELECT password FROM house_people WHERE name = 'Ann'"
        ).one()
    assert not dear.is_outdated(kept)
    assert PASSWORD not in kept


def test_another_password_needs_the_old_one(people: People) -> None:
    ann = people.make_account(people.guest().id, "Ann", PASSWORD)

    with pytest.raises(HouseRefused):
        people.change_password(ann, "wrong", "another password")
    people.change_password(ann, PASSWORD, "another password")

    assert people.log_in("Ann", "another password").id == ann.id
    with pytest.raises(HouseRefused):
        people.change_password(people.guest(), "", "another password")


def test_an_administrator_is_made_by_name_with_a_password_once(people: People) -> None:
    assert not people.has_administrator()

    made, password = people.make_administrator("Zoe")
    again, none = people.make_administrator("zoe")

    assert password is not None
    assert people.log_in("Zoe", password).id == made.id == again.id
    assert none is None
    assert made.roles == ("player", "administrator")
    assert people.has_administrator()


def test_a_guest_who_is_made_administrator_keeps_the_name(people: People) -> None:
    guest = people.guest()

    made, password = people.make_administrator(guest.name)

    assert (made.id, made.name, made.guest) == (guest.id, guest.name, False)
    assert password is not None


def test_roles_are_given_exactly_and_the_last_administrator_stays(people: People) -> None:
    ann, _ = people.make_administrator("Ann")
    ben = people.guest()

    assert people.give_roles(ben.id, ("auditor", "floor")).roles == ("player", "floor", "auditor")
    assert people.give_roles(ben.id, ("teacher",)).roles == ("player", "teacher")
    assert people.give_roles(ben.id, ()).roles == ("player",)
    with pytest.raises(HouseRefused) as raised:
        people.give_roles(ann.id, ())
    assert refusal(raised) is PersonReason.LAST_ADMINISTRATOR
    people.give_roles(ben.id, ("administrator",))
    assert people.give_roles(ann.id, ()).roles == ("player",)
    kept = people.by_id(ann.id)
    assert kept is not None
    assert kept.roles == ("player",)
    assert people.by_id("nobody") is None


def test_people_are_kept(tmp_path: Path, clock: SetClock) -> None:
    where = str(tmp_path / "pit.db")
    first = open_database(where)
    guest = People(first, clock, SystemChance(), Passwords(CHEAP)).guest()
    first.close()

    second = open_database(where)
    found = People(second, clock, SystemChance(), Passwords(CHEAP)).by_id(guest.id)
    second.close()

    assert found == guest
    assert beside(where).is_file()


def test_tables_of_a_newer_pitboss_are_left_alone(tmp_path: Path) -> None:
    where = str(tmp_path / "pit.db")
    made = open_database(where)
    with made.begin() as connection:
        connection.execute(VERSIONS.update().values(version=99))
    made.close()

    with pytest.raises(CannotOpen, match="newer pitboss"):
        open_database(where)


@pytest.mark.parametrize("where", ["{}/none/pit.db", "postgresql://127.0.0.1:1/none"])
def test_a_store_that_cannot_be_opened_is_one_line(where: str, tmp_path: Path) -> None:
    with pytest.raises(CannotOpen) as raised:
        open_database(where.format(tmp_path))
    assert "\n" not in str(raised.value)
