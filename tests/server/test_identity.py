"""Who somebody is: cookies, sessions, accounts, over a real connection."""

from __future__ import annotations

import json

import pytest

from pitboss.ledger.purse import GRANT
from pitboss.rules import Chips
from pitboss.server.auth.identity import COOKIE
from pitboss.server.auth.logins import LASTS_MS, SESSIONS_MAX
from tests.server.serving import Served, Visitor, quick

PASSWORD = "a long password"  # noqa: S105 (of a test)


def problem(visitor: Visitor, path: str, json: object = None) -> tuple[int, str]:
    answer = visitor.post(path, json)
    return answer.status_code, answer.json()["reason"]


def test_a_stranger_becomes_a_guest_who_is_known_again(visitor: Visitor) -> None:
    first = visitor.me()
    second = visitor.me()

    assert first["guest"]
    assert first["roles"] == ["player"]
    assert first["purse"] == GRANT
    assert first["grant"] == 0
    assert first == second


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(visitor: Visitor) -> None:
    said = visitor.get("/api/me").headers["set-cookie"].lower()

    assert "httponly" in said
    assert "samesite=lax" in said
    assert "path=/" in said
    assert "domain" not in said
    assert "secure" not in said  # this server is reached by http


def test_behind_a_proxy_with_https_the_cookie_is_secure() -> None:
    with Served(quick(proxies="127.0.0.1")) as served, served.visitor() as visitor:
        answer = visitor.client.get("/api/me", headers={"x-forwarded-proto": "https"})

    assert "secure" in answer.headers["set-cookie"].lower()
    assert answer.headers["strict-transport-security"].startswith("max-age=")


def test_nobody_believes_a_stranger_who_says_to_be_a_proxy(visitor: Visitor) -> None:
    answer = visitor.client.get("/api/me", headers={"x-forwarded-proto": "https"})

    assert "secure" not in answer.headers["set-cookie"].lower()
    assert "strict-transport-security" not in answer.headers


@pytest.mark.parametrize("end", ["", "0", "x" * 500, ".", ";", "\u00ff"])
def test_a_changed_cookie_is_nobodys(served: Served, visitor: Visitor, end: str) -> None:
    name = visitor.me()["name"]
    cookie = visitor.session
    with served.visitor() as forger:
        other = end if cookie[-1] != end else "1"
        header = f"{COOKIE}={cookie[:-1]}{other}".encode("latin-1")
        answer = forger.client.get("/api/me", headers=[(b"cookie", header)])

    assert answer.status_code == 200
    assert answer.json()["name"] != name


def test_cookies_of_others_do_not_hide_ours(visitor: Visitor) -> None:
    name = visitor.me()["name"]
    ours = f"{COOKIE}={visitor.session}"
    answer = visitor.client.get("/api/me", headers={"cookie": f'a={{"x": [1]}}; b; {ours}; c=d'})

    assert answer.json()["name"] == name


@pytest.mark.parametrize("name", ["\x00", "Ann\x00", "x" * 60, "\ud800"])
def test_whatever_is_given_as_a_name_nobody_comes_in(visitor: Visitor, name: str) -> None:
    visitor.me()
    headers = {"x-csrf": visitor.csrf, "content-type": "application/json"}
    sent = json.dumps({"name": name, "password": "\x00 \ud800"})
    answer = visitor.client.post("/api/sessions", content=sent, headers=headers)

    assert answer.status_code in (400, 403)


def test_a_signature_for_something_else_is_no_session(served: Served, visitor: Visitor) -> None:
    visitor.me()
    token = visitor.session.partition(".")[0]
    other = served.services.logins.sign("session", token)

    assert served.services.logins.person_of(f"{token}.{other}") is None


def test_an_account_outlives_its_session(served: Served, visitor: Visitor) -> None:
    before = visitor.me()
    made = visitor.post("/api/account", {"name": "Ann Lee", "password": PASSWORD})
    assert made.status_code == 201
    assert visitor.delete("/api/sessions").status_code == 204
    stranger = visitor.me()
    back = visitor.post("/api/sessions", {"name": "ann lee", "password": PASSWORD})

    assert stranger["name"] not in (before["name"], "Ann Lee")
    assert back.status_code == 201
    assert (back.json()["name"], back.json()["guest"]) == ("Ann Lee", False)
    assert back.json()["last_login"] is not None
    assert visitor.me()["name"] == "Ann Lee"


def test_a_cookie_from_before_log_in_or_log_out_is_worth_nothing(
    served: Served, visitor: Visitor
) -> None:
    visitor.me()
    guest = visitor.session
    visitor.post("/api/account", {"name": "Fixed One", "password": PASSWORD})
    account = visitor.session
    visitor.delete("/api/sessions")

    assert guest != account
    assert served.services.logins.person_of(guest) is None
    assert served.services.logins.person_of(account) is None


def test_one_may_leave_everywhere_at_once(served: Served, visitor: Visitor) -> None:
    visitor.post("/api/account", {"name": "Every Where", "password": PASSWORD})
    with served.visitor() as elsewhere:
        elsewhere.post("/api/sessions", {"name": "Every Where", "password": PASSWORD})
        assert elsewhere.me()["name"] == "Every Where"
        assert visitor.delete("/api/sessions?everywhere=true").status_code == 204
        assert elsewhere.me()["name"] != "Every Where"


def test_another_password_ends_the_other_sessions(served: Served, visitor: Visitor) -> None:
    visitor.post("/api/account", {"name": "Changer", "password": PASSWORD})
    with served.visitor() as elsewhere:
        elsewhere.post("/api/sessions", {"name": "Changer", "password": PASSWORD})
        wrong = problem(
            visitor, "/api/account/password", {"old": "no", "new": "another horse battery"}
        )
        right = visitor.post(
            "/api/account/password", {"old": PASSWORD, "new": "another horse battery"}
        )
        assert wrong == (403, "credentials")
        assert right.status_code == 200
        assert visitor.me()["name"] == "Changer"
        assert elsewhere.me()["name"] != "Changer"


def test_wrong_passwords_lock_the_account_for_a_while(served: Served, visitor: Visitor) -> None:
    visitor.post("/api/account", {"name": "Locked Up", "password": PASSWORD})
    with served.visitor() as guesser:
        wrong = {"name": "Locked Up", "password": "guess"}
        assert [problem(guesser, "/api/sessions", wrong)[1] for _ in range(4)] == [
            *["credentials"] * 3,
            "locked",
        ]
        right = {"name": "Locked Up", "password": PASSWORD}
        assert problem(guesser, "/api/sessions", right) == (429, "locked")


def test_what_is_wrong_with_a_name_is_said(served: Served, visitor: Visitor) -> None:
    assert visitor.post("/api/me/name", {"name": "Taken Name"}).json()["name"] == "Taken Name"
    with served.visitor() as other:
        assert problem(other, "/api/me/name", {"name": "taken_name"}) == (409, "name-taken")
        assert problem(other, "/api/me/name", {"name": "Dealer"}) == (422, "name-reserved")
        assert problem(other, "/api/me/name", {"name": "<i>x</i>"}) == (422, "name-shape")
        assert problem(other, "/api/me/name", {"name": "x"}) == (400, "not-valid")
        assert problem(other, "/api/me/name", {"name": "Ann", "id": 1}) == (400, "not-valid")


def test_a_refill_is_for_who_has_little(served: Served, visitor: Visitor) -> None:
    name = visitor.me()["name"]
    assert problem(visitor, "/api/purse/refill") == (409, "enough-chips")
    person = served.services.people.by_name(name)
    assert person is not None
    served.services.purses.carry_over(person.id, Chips(500), 1)
    assert visitor.me()["grant"] == GRANT

    again = visitor.post("/api/purse/refill")

    assert again.json()["purse"] == GRANT + 500
    assert again.json()["grant"] == 0


def test_a_session_ends_and_old_ones_give_way(served: Served) -> None:
    sessions, person = served.services.logins, served.services.people.guest().id
    opened = [sessions.open(person) for _ in range(SESSIONS_MAX + 3)]

    alive = [cookie for cookie in opened if sessions.person_of(cookie) == person]

    assert len(alive) == SESSIONS_MAX
    assert opened[-1] in alive


def test_a_session_is_over_after_its_time() -> None:
    class Later:
        at = 0

        def now(self) -> int:
            return self.at

    clock = Later()
    with Served(clock=clock) as served:
        cookie = served.services.logins.open(served.services.people.guest().id)
        clock.at += LASTS_MS - 1
        assert served.services.logins.person_of(cookie) is not None  # and it goes on from here
        clock.at += LASTS_MS - 1
        assert served.services.logins.person_of(cookie) is not None
        clock.at += LASTS_MS + 1
        assert served.services.logins.person_of(cookie) is None


def test_two_houses_on_one_host_do_not_wipe_each_others_guests(served: Served) -> None:
    with Served() as other, served.visitor() as here, other.visitor() as there:
        names = []
        for visitor, next_ in ((here, there), (there, here), (here, there), (there, here)):
            names.append(visitor.me()["name"])
            next_.client.cookies.update(visitor.client.cookies)  # one browser, which asks no port

        assert names[:2] == names[2:]


def test_a_cookie_under_the_name_of_older_versions_is_still_known(
    served: Served, visitor: Visitor
) -> None:
    name = visitor.me()["name"]
    with served.visitor() as back:
        answer = back.client.get("/api/me", headers={"cookie": f"{COOKIE}={visitor.session}"})

    assert answer.json()["name"] == name
