"""The floor at one server process, the game at another: orders, remedies, figures of one house."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from typing import Any

import pytest

from pitboss.pit import SystemChance, SystemClock
from pitboss.server.store.database import open_database
from pitboss.server.store.passwords import CHEAP, Passwords
from pitboss.server.store.people import People
from tests.server.players import Player, playing
from tests.server.processes import Json, add_up, at, open_table
from tests.server.serving import Visitor
from tests.server_process import ServerProcess
from tests.waiting import wait_until

TABLE = "watched"
FLORA = "Flora"
PASSWORD = "correct horse battery"  # noqa: S105  # of nobody real
_IDS = count(1)

pytestmark = pytest.mark.slow


@contextmanager
def people(url: str) -> Iterator[People]:
    """The house's people, as an administrator has them."""
    database = open_database(url)
    try:
        yield People(database, SystemClock(), SystemChance(), Passwords(CHEAP))
    finally:
        database.close()


def on_the_floor(url: str, visitor: Visitor) -> None:
    """Make a visitor a floorperson, and have another one who signs."""
    name = visitor.me()["name"]
    with people(url) as house:
        human = house.by_name(name)
        assert human is not None
        house.give_roles(human.id, ("floor",))
        other = house.guest()
        house.make_account(other.id, FLORA, PASSWORD)
        house.give_roles(other.id, ("floor",))


def order(visitor: Visitor, id_: str = "", **what: Any) -> Json:  # Any: JSON
    """Give an order and take the answer."""
    body = {"id": id_ or f"floor-{next(_IDS):04d}", "order": what}
    answer = visitor.post(f"/api/floor/{TABLE}/orders", body)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def obeyed(visitor: Visitor, **what: Any) -> Json:  # Any: JSON
    answer = order(visitor, **what)
    assert answer["ok"], answer
    return answer


def listed(visitor: Visitor) -> Json:
    """The table as the console lists it."""
    view = visitor.get("/api/floor").json()
    (found,) = [table for table in view["tables"] if table["table"] == TABLE]
    return dict(found)


def heard(player: Player, wanted: Callable[[Json], bool]) -> Json:
    """Wait until a line as wanted has come."""
    while not any(map(wanted, player.lines)):
        player.hear()
    return next(line for line in player.lines if wanted(line))


def play_round(player: Player) -> None:
    """Bet, and play the round."""
    player.bets()
    play_on(player)


def play_on(player: Player) -> None:
    """Check as long as it goes, play once, and see the result; a void round asks nothing more."""
    before = player.view["last"]["round"] if player.view.get("last") else 0

    def over(view: Json) -> bool:
        return view["last"] is not None and view["last"]["round"] > before

    while not over(player.until(lambda view: over(view) or bool(view["you"]["choices"]))):
        words = {choice["word"] for choice in player.view["you"]["choices"]}
        answer = player.ask("check") if "check" in words else player.ask("play", times=1)
        assert answer["ok"] or over(player.view), answer


@pytest.mark.full
def test_the_floor_of_one_process_runs_a_table_of_the_other(
    pair: tuple[ServerProcess, ServerProcess], postgres_url: str
) -> None:
    one, two = pair
    open_table(one, two, TABLE)
    with ExitStack() as stack:
        ann, floyd = (stack.enter_context(Visitor(process.origin)) for process in pair)
        on_the_floor(postgres_url, floyd)
        nearby = stack.enter_context(at(one, floyd))  # the same floorperson, where the game is
        player = stack.enter_context(playing(ann, TABLE))
        player.must("sit", seat=1, chips=50_000)
        play_round(player)
        wait_until(lambda: listed(floyd)["round"] >= 1, "seen from the other process")
        assert [seat["seat"] for seat in listed(floyd)["seats"] if seat["player"]] == [1]

        # What is said there is heard here, once, whichever process hears it first.
        said = [order(each, "say-once", do="say", text="two decks") for each in (floyd, nearby)]
        assert said[0] == said[1]
        assert said[0]["ok"], said
        heard(player, lambda line: "two decks" in line["text"])
        play_round(player)
        assert sum("two decks" in line["text"] for line in player.lines) == 1

        # Two people call a round off in its middle: all goes back, and the next one begins.
        chips = player.view["you"]["chips"]
        player.bets()
        player.turn()
        wait_until(lambda: listed(floyd)["phase"] == listed(nearby)["phase"] == "deal", "in step")
        player.must("check")
        signed = {"reason": "a fire", "second": FLORA, "password": PASSWORD}
        obeyed(floyd, do="call-off", **signed)
        player.until(lambda view: view["you"]["chips"] == chips)
        play_round(player)

        # An irregularity: what it leads to is tried first, the same at both, then declared once.
        player.bets()
        player.turn()
        wait_until(lambda: listed(floyd)["phase"] == listed(nearby)["phase"] == "deal", "in step")
        seen = {"kind": "dealer-card-exposed"}
        tried = [each.post(f"/api/floor/{TABLE}/remedy", seen).json() for each in (floyd, nearby)]
        assert tried[0] == tried[1]
        assert tried[0]["ok"], tried
        assert tried[0]["lines"], tried
        agreed = {"second": FLORA, "password": PASSWORD}
        done = [
            order(each, "seen-once", do="declare", what=seen, **agreed) for each in (floyd, nearby)
        ]
        assert done[0] == done[1]
        assert done[0]["ok"], done
        heard(player, lambda line: line["name"] == "irregularity-declared")
        play_on(player)
        assert sum(line["name"] == "irregularity-declared" for line in player.lines) == 1

        # A pause holds the other process's table; so does what follows from going on.
        obeyed(floyd, do="pause", reason="count the rack")
        player.until(lambda view: view["standing"] == "paused")
        obeyed(nearby, do="resume")
        wait_until(lambda: listed(floyd)["standing"] == "open", "open again there, too")
        play_round(player)

        # The figures are those of the journal, whoever is asked.
        player.until(lambda view: bool(view["offers"]))  # nothing happens until somebody bets
        asked = f"/api/floor/figures?table={TABLE}&bots=include"
        wait_until(
            lambda: listed(floyd)["number"] == listed(nearby)["number"], "as far here as there"
        )
        rows = floyd.get(asked).json()["rows"]
        assert rows == nearby.get(asked).json()["rows"]
        assert rows[0]["voids"] == {"called off: a fire": 1, "dealer-card-exposed": 1}
        won = int(rows[0]["win"]["cents"])
        wait_until(lambda: listed(floyd)["house_cents"] == won, "counted at the one process")
        wait_until(lambda: listed(nearby)["house_cents"] == won, "counted at the other")

        # The process that deals dies; the floor of the other closes the table all the same.
        one.stop(signal.SIGKILL)
        obeyed(floyd, do="close", reason="end of the shift")
        wait_until(lambda: listed_or_gone(floyd) != "open", "closed")
        with at(two, ann) as moved:
            with playing(moved, TABLE) as back:
                back.must("leave")  # who still sits at a closed table takes their chips along
            wait_until(lambda: moved.me()["sits"] == [], "left")
    two.stop(signal.SIGTERM)
    add_up(postgres_url)


def listed_or_gone(visitor: Visitor) -> str:
    """How the table stands; a closed one may be listed no more."""
    view = visitor.get("/api/floor").json()
    return next((t["standing"] for t in view["tables"] if t["table"] == TABLE), "gone")
