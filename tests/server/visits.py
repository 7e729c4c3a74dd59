"""People who visit a server in tests: a real application on a real journal, asked over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

from pitboss.server.app import build_app
from pitboss.server.config import Config
from pitboss.server.services import Services
from pitboss.server.store.passwords import CHEAP
from tests.audit.tables import Played
from tests.audit.write import in_file
from tests.pit.hands import HandClock

PASSWORD = "correct horse battery"  # noqa: S105  # of nobody real


class Visit:
    """One browser with its cookie."""

    def __init__(self, client: TestClient[Any], services: Services) -> None:
        self.client = client
        self.services = services
        self.csrf = ""

    def come(self, name: str = "", *roles: str) -> None:
        """Get an identity, under this name and with these roles."""
        me = self.client.get("/api/me").json()
        self.csrf = me["csrf"]
        if name:
            assert self.post("/api/me/name", {"name": name}).status_code == 200
        if roles:
            human = self.services.people.by_name(name or me["name"])
            assert human is not None
            self.services.people.give_roles(human.id, roles)

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(path, params=query)

    def post(self, path: str, body: object) -> Any:
        return self.client.post(path, json=body, headers={"x-csrf": self.csrf})

    def staff(self, name: str, *roles: str) -> None:
        """Make an account that is not this visitor's, for who signs as a second person."""
        human = self.services.people.guest()
        self.services.people.make_account(human.id, name, PASSWORD)
        self.services.people.give_roles(human.id, roles)


@contextmanager
def visit(folder: Path, *tables: Played, **settings: Any) -> Iterator[Visit]:
    """A server on a journal with these tables, and a visitor without identity."""
    with visit_journal(in_file(folder / "pit.db", *tables), **settings) as visitor:
        yield visitor


@contextmanager
def visit_journal(path: str | Path, **settings: Any) -> Iterator[Visit]:
    """A server on this journal, and a visitor without identity.

    Its clock stands still where the tables of tests begin: nobody's time runs out meanwhile.
    """
    given = {"static": None, "standing": False, "bots": False, "worker": False, **settings}
    config = Config(db=str(path), passwords=CHEAP, **given)
    app = build_app(config, clock=HandClock())
    with TestClient(app) as client:
        yield Visit(client, app.state.services)
