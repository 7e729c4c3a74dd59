"""A floorperson on the rail: validates, and declares, voids, pauses and changes decks at random."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from pitboss.cards import DECK, card_text
from tests.server.leaks import Heard
from tests.server.leaks_play import Rail
from tests.server.serving import Visitor
from tests.server.visits import PASSWORD

LOOK_EVERY: Final = 100  # messages of tables; a round has about eighty
BAD_REQUEST: Final = 400
TROUBLES: Final = 4  # at random tables, each time that the floorperson has looked at all
TRY: Final = 0.6  # how often a declaration is tried, and how often of those made
MAKE: Final = 0.5
PROBE: Final = 0.1
SOME: Final = (1, 2, 5, 52)
REASON: Final = "a test of the rail"

Json = Any  # Any: JSON as it came


class Floorperson:
    """Somebody with the floor's role, at the console's own routes. Every answer is judged."""

    def __init__(self, rail: Rail, visitor: Visitor, name: str, second: str, seed: int) -> None:
        self.rail, self.name, self.second = rail, name, second
        self.mind = random.Random(seed)
        self.count = 0
        self.client = rail.client(visitor)

    async def run(self) -> None:
        """Walk the floor until every table is over."""
        async with self.client:
            while not self.rail.is_over():
                for table in (await self.ask("/api/floor", "/api/floor"))["tables"]:
                    if not self.rail.is_over(table["table"]):
                        await self.see_to(table)
                for _ in range(TROUBLES):
                    await self.trouble()
                await self.rail.told(LOOK_EVERY)

    async def ask(self, path: str, source: str, body: Json = None) -> Json:
        """Ask for something, let the judge hear the answer: no card has a place in it."""
        answer = await (self.client.post(path, json=body) if body else self.client.get(path))
        assert answer.status_code < 500, (path, body, answer.text)
        self.rail.judge.hear(Heard(self.name, source, answer.text))
        named = body is not None and "cards" in body.get("order", body).get("what", body)
        assert (answer.status_code == BAD_REQUEST) == named, (path, body, answer.text)
        return answer.json()

    async def order(self, table: str, do: str, **more: Json) -> None:
        """Give an order; whether it is obeyed is for the table to say."""
        self.count += 1
        body = {"id": f"rail-{self.count:06}", "order": {"do": do, **more}}
        answer = await self.ask(f"/api/floor/{table}/orders", f"order {do}", body)
        if answer.get("ok"):
            self.rail.done[f"order {do}"] += 1

    async def signed(self, table: str, do: str, **more: Json) -> None:
        """Give an order that a second person signs."""
        await self.order(table, do, second=self.second, password=PASSWORD, **more)

    # -- what waits for the floor ------------------------------------------------------------------

    async def see_to(self, table: Json) -> None:
        """Do what a table cannot go on without; not always at once."""
        name = table["table"]
        if self.mind.random() < 0.3:
            return
        if table["standing"] == "closed" or (table["checklist"] and table["standing"] == "open"):
            await self.signed(name, "open")
        elif table["standing"] == "paused":
            await self.order(name, "resume")
        if table["device_down"]:
            await self.order(name, "repair-device")
        if table["phase"] == "jackpot":
            for seat in table["seats"]:
                await self.order(name, "validate", seat=seat["seat"])

    # -- trouble ----------------------------------------------------------------------------------

    async def trouble(self) -> None:
        """Make trouble at some table."""
        tables = [name for name in self.rail.over if not self.rail.is_over(name)]
        if not tables:
            return
        table = self.mind.choice(tables)
        if self.mind.random() < TRY:
            await self.declare(table)
        else:
            await self.mind.choice(self.orders())(table)

    def orders(self) -> list[Callable[[str], Any]]:  # Any: coroutines
        """Everything that the console can order, beside what tables wait for."""
        mind, order, signed = self.mind, self.order, self.signed
        return [
            lambda t: order(t, "pause", reason=REASON),
            lambda t: order(t, "recut", depth=mind.randrange(1, 52)),
            lambda t: order(t, "recut", depth=mind.randrange(15, 40)),
            lambda t: order(t, "shuffle"),
            lambda t: order(t, "change-deck", colour=mind.choice(("red", "blue"))),
            lambda t: order(t, "say", text="good evening"),
            lambda t: order(t, "remove", seat=mind.randrange(1, 5)),
            lambda t: order(t, "limits", least=500, most=mind.choice((5_000, 10_000))),
            lambda t: signed(t, "call-off", reason=REASON),
            lambda t: signed(t, "correct-meter", meter="main", cents=10**6, reason=REASON),
            lambda t: order(t, "close", reason=REASON),
            lambda t: order(t, "validate", seat=mind.randrange(1, 5)),
        ]  # fmt: skip

    async def declare(self, table: str) -> None:
        """Try a declaration of something that may be declared now, and make it now and then."""
        found = await self.ask(f"/api/floor/{table}/irregularities", "irregularities")
        if not found.get("kinds"):
            return
        what = self.declaration(self.mind.choice(found["kinds"]))
        shown = await self.ask(f"/api/floor/{table}/remedy", "remedy", what)
        self.rail.done["remedy tried"] += 1
        if self.mind.random() < MAKE and shown.get("ok", True):
            note = self.mind.choice(("", REASON))
            await self.signed(table, "declare", what=what, note=note)

    def declaration(self, kind: Json) -> dict[str, Json]:
        """Fill in the fields of a declaration: mostly what can be, sometimes what cannot."""
        what: dict[str, Json] = {"kind": kind["kind"]}
        for field in kind["fields"]:
            name, options = field["name"], field["options"]
            match field["kind"]:
                case "number":
                    what[name] = self.mind.choice((*range(53), *range(25, 45), 1, 3, 7, 51))
                case "flag":
                    what[name] = self.mind.random() < 0.5
                case _ if name in ("seat", "count"):
                    what[name] = int(self.mind.choice(options or ("1",)))
                case _:
                    what[name] = self.mind.choice(options or ("",))
        if self.mind.random() < PROBE:  # the attack of old: name cards and read the answer
            what["cards"] = [card_text(c) for c in self.mind.sample(DECK, self.mind.choice(SOME))]
        return what


def on_the_floor(rail: Rail, seed: int, count: int = 3) -> list[Floorperson]:
    """Let floorpersons in, and one who signs with them."""
    people, second = rail.served.services.people, "Flora who signs"
    human = people.guest()
    people.make_account(human.id, second, PASSWORD)
    people.give_roles(human.id, ("floor",))
    return [Floorperson(rail, *rail.visitor("floor"), second, 100 * seed + n) for n in range(count)]
