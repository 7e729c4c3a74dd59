"""Every error is a problem document, and none of them tells of our insides."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from litestar import get

from pitboss.journal import Unavailable
from pitboss.server.api.pages import FOR_EVER
from pitboss.server.auth.permissions import may
from pitboss.server.http.problems import MEDIA_TYPE
from pitboss.server.wire.people import Problem
from tests.server.serving import Served, Visitor, quick


@get("/api/broken", guards=[may("me")], sync_to_thread=False)
def broken() -> str:
    raise RuntimeError("the secret is 42")


@get("/api/away", guards=[may("me")], sync_to_thread=False)
def away() -> str:
    raise Unavailable("postgresql://db/secret-name is away")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("static")
    (made / "assets").mkdir()
    (made / "index.html").write_text("<!doctype html><title>pitboss</title>", "utf-8")
    (made / "assets" / "main-1a2b.js").write_text("export const x = 1;\n" * 200, "utf-8")
    (made / "mark.svg").write_text("<svg/>", "utf-8")
    (made / ".secret").write_text("no", "utf-8")
    return made


@pytest.fixture(scope="module")
def failing(folder: Path) -> Iterator[Served]:
    with Served(quick(static=folder), more=[broken, away]) as made:
        yield made


@pytest.fixture
def guest(failing: Served) -> Iterator[Visitor]:
    with failing.visitor() as made:
        made.me()
        yield made


@pytest.mark.parametrize(
    ("method", "path", "status", "reason"),
    [
        ("GET", "/api/nothing", 404, "not-found"),
        ("GET", "/nothing", 404, "not-found"),
        ("GET", "/assets/../../pyproject.toml", 404, "not-found"),
        ("GET", "/assets/%2e%2e/index.html", 404, "not-found"),
        ("GET", "/.secret", 404, "not-found"),
        ("DELETE", "/api/me", 405, "method"),
        ("POST", "/", 405, "method"),
        ("GET", "/api/people/ann", 403, "role"),
        ("GET", "/api/broken", 500, "mistake"),
        ("GET", "/api/away", 503, "store-down"),
    ],
)
def test_an_error_is_a_problem_document(
    guest: Visitor, method: str, path: str, status: int, reason: str
) -> None:
    answer = guest.client.request(method, path, headers={"x-csrf": guest.csrf})

    assert answer.status_code == status
    assert answer.headers["content-type"] == MEDIA_TYPE
    said = msgspec.json.decode(answer.content, type=Problem)
    assert (said.status, said.reason) == (status, reason)
    assert said.type.endswith(reason)
    assert "secret" not in answer.text
    assert "\n" not in said.detail


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b"{}", "name"),
        (b'{"name": 5}', "name"),
        (b'{"name": "x"}', "name"),
        (b"[]", "object"),
        (b"{", ""),
        (b'{"name": "Ann", "admin": true}', "admin"),
        (b"\xff\xfe", ""),
        (b"[" * 3_000, ""),
    ],
)
def test_what_is_wrong_with_a_body_is_one_clear_line(
    guest: Visitor, body: bytes, detail: str
) -> None:
    headers = {"x-csrf": guest.csrf, "content-type": "application/json"}
    answer = guest.client.post("/api/me/name", content=body, headers=headers)

    assert answer.status_code == 400
    assert answer.headers["content-type"] == MEDIA_TYPE
    assert detail in answer.json()["detail"]
    assert answer.json()["detail"]
    assert len(answer.json()["detail"].splitlines()) == 1


@pytest.mark.parametrize(
    "path",
    ["/", "/t/maryland-1", "/hands", "/h/maryland-1/7", "/s/abc", "/rules", "/rules/maryland",
     "/rules/maryland/california", "/floor", "/audit", "/audit/maryland-1/7", "/account"],
)  # fmt: skip
def test_the_clients_own_addresses_are_the_page(guest: Visitor, path: str) -> None:
    answer = guest.get(path)

    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"
    assert "pitboss" in answer.text
    assert "set-cookie" not in answer.headers
    again = guest.client.get(path, headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert guest.client.head(path).status_code == 200


def test_files_of_the_client_are_kept_for_ever_and_compressed(guest: Visitor) -> None:
    script = guest.get("/assets/main-1a2b.js")
    plain = guest.client.get("/assets/main-1a2b.js", headers={"accept-encoding": "identity"})

    assert script.headers["cache-control"] == FOR_EVER
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert script.text == plain.text
    assert guest.get("/mark.svg").headers["cache-control"] == "no-cache"


def test_without_a_client_the_page_says_what_to_do(visitor: Visitor) -> None:
    answer = visitor.get("/")

    assert answer.status_code == 503
    assert "make run" in answer.json()["detail"]


def test_the_schema_tells_of_problems(visitor: Visitor) -> None:
    schema = visitor.get("/api/schema").json()

    assert schema["openapi"].startswith("3.1")
    assert "/api/me" in schema["paths"]
    for path, operations in schema["paths"].items():
        for operation in operations.values():
            assert {"4XX", "5XX"} <= set(operation["responses"]), path
    sent = schema["paths"]["/api/me/name"]["post"]["requestBody"]["content"]["application/json"]
    name = sent["schema"]["$ref"].rpartition("/")[2]
    assert schema["components"]["schemas"][name]["additionalProperties"] is False


def test_a_browser_that_goes_astray_gets_the_clients_own_page(guest: Visitor) -> None:
    page = guest.client.get("/nowhere", headers={"accept": "text/html,*/*"})
    program = guest.client.get("/nowhere", headers={"accept": "application/json"})
    api = guest.client.get("/api/nowhere", headers={"accept": "text/html"})

    assert (page.status_code, page.headers["content-type"].split(";")[0]) == (404, "text/html")
    assert program.json()["reason"] == api.json()["reason"] == "not-found"
