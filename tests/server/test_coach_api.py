"""The coach over HTTP: hands that are over, and a table that is being played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.cards import DECK, cards_text
from pitboss.coach.review import review, seat_round
from pitboss.history.moments import played_rounds, table_moments
from pitboss.odds import game_of
from pitboss.pit.streams import table_stream
from pitboss.server.api.coach_seat import coach_time
from pitboss.server.worker.service import Priority
from pitboss.table import Table
from pitboss.table.state import Seat
from tests.audit.tables import Played, regulars
from tests.audit.write import in_memory
from tests.server.players import laid_table, lay, playing
from tests.server.seats import seated
from tests.server.serving import Served, Visitor, quick
from tests.server.stacked_decks import ROUTES as STACKED
from tests.server.visits import Visit, visit
from tests.waiting import WAIT_S_MAX, wait_until

BOARD = "2c 7d 9s 3h 5c"


def answered(ask: Callable[[], httpx.Response]) -> dict[str, Any]:  # Any: JSON
    """Ask until it is no longer being compiled or counted."""
    answers: list[httpx.Response] = []

    def is_there() -> bool:
        answers.append(ask())
        return not answers[-1].json().get("waiting")

    wait_until(is_there)
    assert answers[-1].status_code == 200, answers[-1].text
    found: dict[str, Any] = answers[-1].json()
    return found


# -- hands that are over --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def table() -> Played:
    made = regulars(21, rounds=6, seats=3)
    cut = [n for n, (_, events) in enumerate(made.log) if "RoundEnded" in repr(events)][-1]
    made.log = made.log[:cut]  # round 6 is still being played
    return made


@pytest.fixture(scope="module")
def guest(tmp_path_factory: pytest.TempPathFactory, table: Played) -> Iterator[Visit]:
    """Somebody who plays under the name p2."""
    with visit(tmp_path_factory.mktemp("house"), table) as visitor:
        visitor.come("p2")
        yield visitor


@pytest.mark.slow
def test_a_review_has_the_prices_of_the_coach(guest: Visit, table: Played) -> None:
    played = next(p for p in played_rounds(table_moments(in_memory(table), "T1")) if p.number == 3)
    expected = review(seat_round(played.moments, 2, played.rules, game_of(played.rules)))

    found = answered(lambda: guest.get("/api/hands/T1/3/review"))

    assert (found["seat"], found["round"], found["strategy"]) == (2, 3, "optimal")
    assert len(found["decisions"]) == len(expected.decisions)
    for made, priced in zip(found["decisions"], expected.decisions, strict=True):
        values = {one["name"]: one["antes"]["fraction"] for one in made["price"]["choices"]}
        assert values == {one.name: str(one.value) for one in priced.choices}
        assert (made["chosen"], made["price"]["best"]) == (priced.chosen, priced.best)
        assert Fraction(made["cost_cents"]["fraction"]) == priced.cost_cents
        assert tuple(made["price"]["reason"]) == priced.reason
    split = found["split"]
    parts = [Fraction(split[name]["fraction"]) for name in ("before", "luck", "cost")]
    assert parts[0] + parts[1] - parts[2] + split["others"] == split["net"]
    hands = {hand["round"]: hand for hand in guest.get("/api/hands").json()["hands"]}
    assert split["net"] == hands[3]["net"]
    lines = {f["line"]["number"] for f in guest.get("/api/hands/T1/3").json()["frames"]}
    assert {made["event"] for made in found["decisions"]} <= lines


@pytest.mark.slow
def test_a_shared_hand_shows_its_prices_to_strangers(guest: Visit) -> None:
    token = guest.get("/api/hands/T1/3").json()["share"]
    mine = answered(lambda: guest.get("/api/hands/T1/3/review"))
    kept = list(guest.client.cookies.jar)
    guest.client.cookies.clear()

    shared = answered(lambda: guest.get(f"/api/shared/{token}/review"))
    forged = guest.get(f"/api/shared/{token[:-1]}x/review")

    for cookie in kept:
        guest.client.cookies.jar.set_cookie(cookie)
    assert shared == mine
    assert (forged.status_code, forged.json()["reason"]) == (404, "no-such-link")


def test_somebody_without_a_seat_is_told_no_price(guest: Visit, table: Played) -> None:
    kept = list(guest.client.cookies.jar)
    guest.client.cookies.clear()
    guest.come()

    found = guest.get("/api/hands/T1/3/review").json()

    guest.client.cookies.clear()
    for cookie in kept:
        guest.client.cookies.jar.set_cookie(cookie)
    assert (found["seat"], found["decisions"], found["split"]) == (0, [], None)


@pytest.mark.parametrize(
    ("path", "status", "reason"),
    [
        ("T1/6/review", 409, "round-going-on"),
        ("T1/99/review", 404, "no-such-round"),
        ("T1/3/review?strategy=simpel", 404, "no-such-strategy"),
        ("T1/3/review?stratgy=simple", 400, "not-valid"),
    ],
)
def test_a_review_that_cannot_be_had_is_refused(
    guest: Visit, path: str, status: int, reason: str
) -> None:
    answer = guest.client.get(f"/api/hands/{path}")

    assert (answer.status_code, answer.json()["reason"]) == (status, reason)


# -- at a table -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def laid() -> Iterator[Served]:
    """A server whose decks may be laid, and whose processes have compiled what a price needs."""
    with Served(quick(), more=STACKED) as made:
        made.services.odds.warm(Priority.DECISION).result(WAIT_S_MAX)
        yield made


def coach(visitor: Visitor, table: str, query: str = "") -> dict[str, Any]:  # Any: JSON
    return answered(lambda: visitor.get(f"/api/tables/{table}/coach?{query}"))


@pytest.mark.slow
def test_alone_and_without_a_clock_the_coach_speaks_at_any_time(laid: Served) -> None:
    laid_table(laid, "spot")  # the last word of another route
    lay(laid, "spot", seats={"1": "Kd 5h"}, board=BOARD, dealer="Qh Jc")
    with laid.visitor() as one, playing(one, "spot") as player:
        assert coach(one, "spot")["asked"] is None
        seated(player, 1).bets()
        player.turn()

        first = coach(one, "spot")
        player.must("check")
        player.turn()
        second = coach(one, "spot")
        player.must("play", times=2)
        player.phase("settled")
        last = coach(one, "spot")

    assert (first["time"], first["over"], first["asked"]["best"]) == ("any-time", False, "4x")
    assert first["decisions"] == []
    assert second["asked"]["street"] == "flop"
    (made,) = second["decisions"]
    assert (made["chosen"], made["price"]) == ("check", first["asked"])
    assert float(Fraction(made["cost_cents"]["fraction"])) > 0
    assert (last["asked"], last["over"]) == (None, True)
    assert [made["chosen"] for made in last["decisions"]] == ["check", "2x"]
    assert last["split"]["net"] == player.view["you"]["net"]


@pytest.mark.slow
def test_beside_other_people_the_coach_waits_for_the_end_of_the_round(laid: Served) -> None:
    laid_table(laid, "both")
    lay(laid, "both", seats={"1": "Kd 5h", "2": "2s 3s"}, board=BOARD, dealer="Qh Jc")
    with (
        laid.visitor() as one,
        laid.visitor() as two,
        playing(one, "both") as ann,
        playing(two, "both") as ben,
    ):
        seated(ann, 1)
        seated(ben, 2)
        ann.bets()
        ben.bets()
        ann.turn()
        before = coach(one, "both")
        ann.must("play", times=4)
        ben.turn()
        between = coach(one, "both")
        ben.must("play", times=4)
        ann.phase("settled")
        after = coach(one, "both")
        others = coach(two, "both")

    for quiet in (before, between):
        assert quiet["time"] == "after-round"
        assert (quiet["asked"], quiet["decisions"], quiet["split"]) == (None, [], None)
    assert [made["chosen"] for made in after["decisions"]] == ["4x"]
    assert len(others["decisions"]) == 1
    assert others["decisions"] != after["decisions"]  # everybody is told of their own


@pytest.mark.slow
def test_no_byte_of_the_coach_depends_on_what_lies_face_down(laid: Served) -> None:
    heard = []
    for name, board, dealer in (("twin-1", BOARD, "Qh Jc"), ("twin-2", "2c 7d 9s Ah Ad", "As Kc")):
        laid_table(laid, name)
        lay(laid, name, seats={"1": "Kd 5h"}, board=board, dealer=dealer)
        with laid.visitor() as one, playing(one, name) as player:
            seated(player, 1).bets()
            player.turn()
            said = [coach(one, name)]
            player.must("check")
            player.turn()
            said.append(coach(one, name))
        for telling in said:
            for made in telling["decisions"]:
                made.pop("event")
        heard.append(said)

    assert heard[0] == heard[1]


@pytest.mark.slow
def test_after_a_restart_the_choices_of_the_hand_are_known_still(tmp_path: Path) -> None:
    config = quick(db=f"sqlite:///{tmp_path / 'house.db'}")
    with Served(config, more=STACKED) as served, served.visitor() as one:
        laid_table(served, "lasts")
        lay(served, "lasts", seats={"1": "Kd 5h"}, board=BOARD, dealer="Qh Jc")
        with playing(one, "lasts") as player:
            seated(player, 1).bets()
            player.turn()
            player.must("check")
            player.turn()
            before = coach(one, "lasts")
        cookies = one.client.cookies
    with Served(config, more=STACKED) as served, served.visitor() as one:
        one.client.cookies = cookies
        assert not served.services.live.feeds["lasts"].decided  # this process has seen none
        after = coach(one, "lasts")
        with playing(one, "lasts") as player:
            player.turn()
            player.must("play", times=2)
            player.phase("settled")
            last = coach(one, "lasts")

    assert [made["chosen"] for made in before["decisions"]] == ["check"]
    assert after == before
    assert [made["chosen"] for made in last["decisions"]] == ["check", "2x"]
    assert last["split"] is not None


NOT_SEEN = {
    "Kd": "K♦ is in your hand: take it out of the seen cards",
    "7d": "7♦ is on the board: take it out of the seen cards",
    "Kh Kh": "seen: Kh is given twice, as card 1 and as card 2; each card may appear once",
    "x": 'seen: card 1 in "x" has no rank',
}


@pytest.mark.slow
def test_cards_seen_elsewhere_count_from_the_street_on_which_they_were_seen(laid: Served) -> None:
    laid_table(laid, "seen")
    lay(laid, "seen", seats={"1": "Kd 5h"}, board=BOARD, dealer="Qh Jc")
    with laid.visitor() as one, playing(one, "seen") as player:
        seated(player, 1).bets()
        player.turn()
        plain, one_king = coach(one, "seen"), coach(one, "seen", "seen=Kh")
        player.must("check")
        player.turn()

        later = coach(one, "seen", "seen_flop=Kh")
        both = coach(one, "seen", "seen=Kh&seen_flop=3c")
        wrong = [one.get(f"/api/tables/seen/coach?seen={text}").json() for text in NOT_SEEN]
        twice = one.get("/api/tables/seen/coach?seen=Kh&seen_flop=Kh").json()
        many = one.get(f"/api/tables/seen/coach?seen={cards_text(DECK[:44])}").json()

    assert (plain["asked"]["best"], one_king["asked"]["best"]) == ("4x", "check")
    assert "1 card seen elsewhere cannot come." in one_king["asked"]["reason"]
    assert later["decisions"][0]["price"] == plain["asked"]
    assert both["decisions"][0]["price"] == one_king["asked"]
    assert later["asked"]["deals"] > both["asked"]["deals"]
    for answer, detail in zip(wrong, NOT_SEEN.values(), strict=True):
        assert (answer["status"], answer["reason"]) == (400, "not-valid")
        assert answer["detail"].startswith(detail)
    assert twice["detail"] == "K♥ is among the seen cards twice; give it once"
    assert many["detail"] == "44 cards were seen; at most 43 leave a board and a dealer's hand"


@pytest.mark.slow
def test_cards_seen_elsewhere_are_in_no_byte_of_journal_or_views(laid: Served) -> None:
    laid_table(laid, "bytes")
    lay(laid, "bytes", seats={"1": "Kd 5h"}, board=BOARD, dealer="Qh Jc")

    def known() -> tuple[object, ...]:
        with playing(two, "bytes") as watcher:
            watcher.until(bool)
        others = coach(two, "bytes")
        written = tuple(laid.services.journal.read(table_stream("bytes")))
        return watcher.heard[-1], others, coach(one, "bytes"), written

    with laid.visitor() as one, laid.visitor() as two, playing(one, "bytes") as player:
        seated(player, 1).bets()
        player.turn()
        before = known()

        said = coach(one, "bytes", "seen=Kh 2s 2h")

        assert said != before[2]
        assert known() == before


def test_a_clock_or_another_person_makes_the_coach_wait() -> None:
    ann, ben, bot = Seat(1, "Ann"), Seat(2, "Ben"), Seat(3, "B (bot, simple)", bot=True)
    alone, both = Table(seats={1: ann, 3: bot}), Table(seats={1: ann, 2: ben})

    assert coach_time(alone, "Ann", clock=False) == "any-time"
    assert coach_time(alone, "Ann", clock=True) == "after-round"
    assert coach_time(both, "Ann", clock=False) == "after-round"


def test_a_table_that_is_not_there_has_no_coach(laid: Served) -> None:
    with laid.visitor() as one:
        one.me()
        answer = one.get("/api/tables/nowhere/coach")

    assert (answer.status_code, answer.json()["reason"]) == (404, "no-such-table")
