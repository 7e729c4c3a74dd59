"""The lab over HTTP: written-down figures, bounds that hold, and one line for bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import httpx
import pytest

from pitboss.server.api import lab
from pitboss.server.api.odds import KEPT
from pitboss.server.worker.service import Priority
from tests.server.serving import Served, Visitor, quick
from tests.waiting import WAIT_S_MAX, wait_until

FLUSH_2 = {"pays": {"flush": "2 to 1"}}
FLUSH_2_EDGE = Fraction(250107811236, 27813810024000)
Json = dict[str, Any]  # Any: JSON


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """A server whose processes have compiled what figures need."""
    with Served(quick()) as made:
        made.services.odds.warm(Priority.DECISION).result(WAIT_S_MAX)
        yield made


def asked(visitor: Visitor, path: str, **query: object) -> httpx.Response:
    """Ask until it is no longer being compiled or counted."""
    answers: list[httpx.Response] = []
    texts = {
        name: json.dumps(value) if isinstance(value, dict) else value
        for name, value in query.items()
    }

    def is_there() -> bool:
        if path == "own-bet":
            answers.append(visitor.post("/api/lab/own-bet", texts))
        else:
            answers.append(visitor.client.get(f"/api/lab/{path}", params=texts))  # type: ignore[arg-type]  # texts and numbers
        return not answers[-1].json().get("waiting")

    wait_until(is_there)
    return answers[-1]


def edge(answer: httpx.Response) -> Fraction:
    found: Json = answer.json()["figures"]
    assert set(found["edges"]) == {"ante", "ante_and_blind", "all_wagers"}
    return Fraction(found["house_edge"]["fraction"])


def test_a_flush_at_two_to_one_is_exact_with_its_hands(visitor: Visitor) -> None:
    answer = asked(visitor, "exact", variant=FLUSH_2)

    found = answer.json()
    figures = found["figures"]
    assert answer.headers["cache-control"] == KEPT
    assert edge(answer) == FLUSH_2_EDGE
    assert figures["exact"]
    assert (len(found["hands"]), found["hands"]["K5o"]["best"]) == (169, "4x")
    assert figures["variant"] == {"rules": "maryland", **FLUSH_2}
    apart = [Fraction(one["fraction"]) for one in figures["wagers"].values()]
    assert -sum(apart) == FLUSH_2_EDGE
    assert sum(line["deals"] for line in figures["distribution"]) == figures["deals"]
    flush = next(line for line in figures["lines"] if line["hand"] == "flush")
    assert flush["sensitivity"]["decimal"] == -flush["probability"]["decimal"]


def test_ante_blind_and_play_of_the_usual_game(visitor: Visitor) -> None:
    found = asked(visitor, "exact").json()["figures"]

    assert {name: value["fraction"] for name, value in found["wagers"].items()} == {
        "ante": "-288168972869/1738363126500",
        "blind": "-1094109318251/3476726253000",
        "play": "1062987860353/2317817502000",
    }


@pytest.mark.parametrize(
    ("variant", "exact"),
    [
        (FLUSH_2, FLUSH_2_EDGE),
        ({"blind": "B"}, Fraction(1644574548396, 27813810024000)),
        ({"deal": [4], "ties": "lose"}, None),
        ({"pays": {"straight": "3 to 1"}, "unqualified": "wins"}, None),
    ],
)
def test_a_bound_comes_first_and_is_never_above_the_exact_value(
    visitor: Visitor, variant: Json, exact: Fraction | None
) -> None:
    bound = asked(visitor, "bound", variant=variant)
    found = asked(visitor, "exact", variant=variant)

    assert edge(bound) >= edge(found)
    assert set(bound.json()["figures"]) == set(found.json()["figures"])
    assert exact is None or edge(found) == exact
    assert not bound.json()["figures"]["exact"]


def test_equal_numbers_are_solved_once(visitor: Visitor, served: Served) -> None:
    one = asked(visitor, "exact", variant={"rules": "maryland", "pays": {"flush": "4 to 2"}})
    kept = len(served.services.lab._kept)  # no route says how many there are
    two = asked(visitor, "exact", variant=FLUSH_2)

    assert edge(one) == edge(two) == FLUSH_2_EDGE
    assert len(served.services.lab._kept) == kept


def test_a_game_that_no_counted_policy_fits_says_so(visitor: Visitor) -> None:
    answer = asked(visitor, "bound", variant={"qualifies": "two-pair"}).json()

    assert answer["figures"] is None
    assert "the exact value can be had" in answer["none"]


@pytest.mark.parametrize(
    ("table", "edge_of_hands"),
    [("A", 1_206_516), ("B", 2_547_324), ("C", 4_679_700), ("D", 8_268_988)],
)
def test_trips_tables_have_their_known_edges(
    visitor: Visitor, table: str, edge_of_hands: int
) -> None:
    found = asked(visitor, "sidebet", wager="trips", table=table).json()["figures"]

    assert Fraction(found["house_edge"]["fraction"]) == Fraction(edge_of_hands, 133784560)


def test_a_line_of_trips_changes_the_edge_by_its_probability(visitor: Visitor) -> None:
    was = asked(visitor, "sidebet", table="C").json()["figures"]
    now = asked(visitor, "sidebet", table="C", pays={"flush": "8 to 1"}).json()["figures"]

    lines = {line["hand"]: line for line in was["lines"]}
    pays = int(lines["flush"]["pays"].split()[0].split(":")[0])
    change = Fraction(was["house_edge"]["fraction"]) - Fraction(now["house_edge"]["fraction"])
    assert change == (8 - pays) * Fraction(lines["flush"]["probability"]["fraction"])
    assert now["paytable"] == "C, edited"


def test_side_bets_of_every_place_have_figures(visitor: Visitor) -> None:
    places = visitor.get("/api/lab/places").json()["places"]
    sides = [
        (place["name"], table["wager"], table["name"])
        for place in places
        for table in place["paytables"]
        if table["wager"] != "blind"
    ]

    for place, wager, table in sides:
        found = asked(visitor, "sidebet", rules=place, wager=wager, table=table)
        assert found.status_code == 200, found.text
        assert found.json()["figures"]["lines"], (place, wager, table)


def test_the_house_expects_its_edge_of_every_hand(visitor: Visitor) -> None:
    asking = {"variant": FLUSH_2, "ante": 1_000, "seats": 6, "rounds": 300}
    view = asked(visitor, "house", **asking).json()["view"]

    assert Fraction(view["expected"]["fraction"]) == FLUSH_2_EDGE * 1_000 * 6 * 300
    assert view["apart"]["loses"] < view["together"]["loses"] < 0.5
    assert view["apart"]["low"] > view["together"]["low"]
    assert Fraction(view["largest"]["fraction"]) == 505 * 1_000
    assert view["table"] is None


def test_the_band_of_a_table_lies_between_the_two_cases(visitor: Visitor) -> None:
    view = asked(visitor, "house", seats=6, rounds=300, sampled=True).json()["view"]

    apart, table, together = (view[key]["deviation"] for key in ("apart", "table", "together"))
    assert apart < table < together
    assert view["sample"]["rounds"] == 4_000_000
    assert 0 < view["sample"]["standard_error"] < view["sample"]["covariance"]


def test_a_session_is_followed_exactly(visitor: Visitor) -> None:
    asking = {"variant": FLUSH_2, "ante": 1_000, "bankroll": 40_000, "rounds": 60}
    session = asked(visitor, "session", **asking).json()["session"]

    last = session["fan"][-1]
    assert (last["round"], len(last["quantiles"])) == (60, len(session["parts"]))
    assert list(last["quantiles"]) == sorted(last["quantiles"])
    assert last["ruined"] == session["ruined"]
    assert 0 < session["ruined"] < 0.5
    assert session["need"] == 6_000
    # Nobody who stops can lose more, so the mean is above that of one who always plays on.
    assert session["mean"] > 40_000 - 60 * float(FLUSH_2_EDGE) * 1_000 > 39_000
    assert session["precision"] < 1e-10


def test_meters_grow_by_their_rate_and_hit_by_their_odds(visitor: Visitor) -> None:
    filed = {"seed": {"main": 20_000}, "rate": {"main": 12.5}}
    found = asked(visitor, "meters", table="A", meters=filed, seats=6, rounds=320).json()

    (main,) = found["progressive"]["meters"]
    assert main["reset"] == 2_000_000
    assert Fraction(main["growth"]["fraction"]) == Fraction(125, 1000) * 100 * 6 * 320
    assert Fraction(main["hit"]["fraction"]) == Fraction(1, 64_974)
    assert Fraction(main["rounds_between"]["fraction"]) == Fraction(64_974, 6)
    assert main["mean"]["decimal"] > main["reset"]


def test_what_is_not_filed_for_a_meter_is_null(visitor: Visitor) -> None:
    found = asked(visitor, "meters", rules="south-dakota").json()["progressive"]

    (main,) = found["meters"]
    assert [main[key] for key in ("reset", "rate", "growth", "mean")] == [None] * 4
    assert main["hits"]["decimal"] > 0


def test_seen_cards_are_known_for_the_usual_game_alone(visitor: Visitor) -> None:
    usual = asked(visitor, "exposure").json()["exposure"]
    edited = asked(visitor, "exposure", variant=FLUSH_2).json()["exposure"]

    assert usual["holds"]
    assert not edited["holds"]
    assert edited["seen"] == usual["seen"]
    seen = {one["see"]: one["ev"]["fraction"] for one in usual["seen"]}
    assert seen["dealer2"] == "2682750886069/6953452506000"
    assert {one["seats"] for one in usual["shared"]} == {2, 3, 4, 5, 6}


@pytest.mark.full
def test_strategies_cost_what_they_cost_in_an_edited_game(visitor: Visitor) -> None:
    found = asked(visitor, "strategies", variant=FLUSH_2).json()["strategies"]

    by_name = {one["name"]: one for one in found}
    assert found[0]["name"] == "optimal"
    assert Fraction(by_name["optimal"]["house_edge"]["fraction"]) == FLUSH_2_EDGE
    for one in found[1:]:
        cost, leads_to = (Fraction(one[key]["fraction"]) for key in ("cost", "house_edge"))
        assert cost > 0
        assert leads_to == FLUSH_2_EDGE + cost


@pytest.mark.full
def test_a_side_bet_of_ones_own_is_counted_over_all_deals(visitor: Visitor) -> None:
    toml = '[[lines]]\nown_cards = "pair"\npays = "5 to 1"'
    found = asked(visitor, "own-bet", toml=toml).json()["bet"]

    assert found["house_edge"]["fraction"] == "11/17"
    assert [line["name"] for line in found["lines"]] == ["own cards pair", "otherwise"]
    assert sum(line["deals"] for line in found["lines"]) == found["deals"] == 2_781_381_002_400


def test_a_count_goes_on_between_two_requests_and_one_at_a_time(visitor: Visitor) -> None:
    first, second = (
        {"toml": f'[[lines]]\ndealer = "{hand}"\npays = 5'} for hand in ("flush", "straight")
    )

    answers = [visitor.post("/api/lab/own-bet", one) for one in (first, first, second)]

    assert [one.status_code for one in answers] == [200] * 3
    assert all(one.json()["waiting"] for one in answers if one.json()["bet"] is None)


def test_a_variant_is_checked_as_a_submission(visitor: Visitor) -> None:
    found = asked(visitor, "submission", variant=FLUSH_2, options={"trips": "C"}).json()

    first = found["problems"][0]
    assert found["status"] == "rejected"
    assert 'blind = "A"\ntrips = "C"\n' in found["toml"]
    assert first["what"] == "flush at 2 to 1 is not in it"
    assert first["right"] == "Maryland files Blind A or B only"
    assert first["clauses"][0] == "MD-12.B"
    assert {"operator-missing", "limits-missing"} <= {one["code"] for one in found["problems"]}


@pytest.mark.parametrize("rules", ["maryland", "south-dakota", "california", "catfish-bend"])
def test_every_rule_that_a_place_leaves_closed_is_named_with_its_clause(
    visitor: Visitor, rules: str
) -> None:
    changed = {"rules": rules, "deal": [5], "qualifies": "two-pair", "ties": "win"}
    more = {"below": "even", "unqualified": "wins"}
    found = asked(visitor, "submission", variant={**changed, **more}).json()

    named = {one["key"]: one for one in found["problems"] if one["code"] == "option-not-open"}
    keys = ("ties", "unqualified", "below")
    assert set(named) == {"streets.deal", "cards.qualifies", *(f"settlement.{x}" for x in keys)}
    assert all(one["clauses"] for one in named.values())


@pytest.mark.parametrize(
    ("path", "query", "said"),
    [
        ("bound", {"variant": {"pays": {"flush": "3 to 0"}}}, "flush: '3 to 0' cannot be paid"),
        ("exact", {"variant": {"pays": {"flush": "1000000000 to 1"}}}, "pays.flush: "),
        ("exact", {"variant": {"pays": {"pair": "1 to 1"}}}, "pays.three-of-a-kind: is missing"),
        ("bound", {"variant": {"paid": {}}}, "paid: is unknown; there are"),
        ("bound", {"variant": {"deal": [0]}}, "deal: [0] are no multiples"),
        ("bound", {"variant": {"blind": "Z"}}, "blind: 'Z' is no table"),
        ("bound", {"variant": {"rules": "atlantis"}}, "rules: "),
        ("bound", {"variant": "flush"}, "variant: is no JSON"),
        ("exact", {"variant": "[1]"}, "variant: is no JSON object"),
        ("exact", {"variants": "{}"}, "'variants' is no parameter"),
        ("sidebet", {"wager": "ante"}, "wager: 'ante' is no side bet"),
        ("sidebet", {"table": "Z"}, "it has A, B, C, D"),
        ("sidebet", {"pays": {"flush": "3 to 0"}}, "flush: '3 to 0' cannot be paid"),
        ("sidebet", {"pays": {"pair": "1 to 1"}}, "pays.pair: is no line with odds"),
        ("house", {"seats": 0}, "seats"),
        ("session", {"bankroll": 100}, "100 cents do not cover a round"),
        ("session", {"rounds": 2_001}, "rounds"),
        ("meters", {"rules": "california"}, "california has no progressive"),
        ("meters", {"meters": {"seed": {"main": 0}}}, "meters.seed.main: 0 is no seed"),
        ("meters", {"meters": {"rate": {"main": 101}}}, "meters.rate.main: 101 is no rate"),
        ("meters", {"meters": {"seed": {"mega": 5}}}, "mega does not fit the meters main"),
        ("meters", {"meters": {"seat": 5}}, "meters.seat: cannot be read"),
        ("own-bet", {"toml": ""}, "[[lines]]: is missing"),
        ("own-bet", {"toml": "[[lines]"}, "is no TOML"),
        ("own-bet", {"toml": '[[lines]]\nown = "flsh"\npays = 3'}, "did you mean flush"),
        ("own-bet", {"toml": "#" * 4_001}, "toml"),
        ("submission", {"options": {"ante": "A"}}, "options.ante: is no side bet"),
        ("submission", {"options": {"trips": "Z"}}, "it has A, B, C, D"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_in_one_line(
    visitor: Visitor, path: str, query: Json, said: str
) -> None:
    answer = asked(visitor, path, **query)

    found = answer.json()
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.status_code == 400, found
    assert said in found["detail"]
    assert "\n" not in found["detail"]


def test_figures_that_take_longer_are_waited_for_without_an_error(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab, "LAB_S_MAX", 0.0)

    answer = visitor.get('/api/lab/exact?variant={"pays":{"flush":"9 to 4"}}')

    assert (answer.status_code, answer.json()["figures"]) == (200, None)
    assert answer.json()["waiting"]
    assert "max-age" not in answer.headers.get("cache-control", "")


def test_the_server_answers_the_lab_without_compiled_code() -> None:
    """What the server's own process imports for the lab, and works out by itself."""
    code = (
        "import sys\n"
        "from pitboss.server import app\n"
        "from pitboss.server.api.lab import _base_game, _places\n"
        "from pitboss.server.api.lab_queries import variant_in\n"
        "_places(), _base_game('maryland', None), variant_in('{\"deal\":[4]}').game()\n"
        "sys.exit('numba' in sys.modules or 'numpy' in sys.modules)\n"
    )

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def opened(visitor: Visitor, variant: Json, **more: object) -> httpx.Response:
    body = {"rules": "maryland", "kind": "solo", "variant": json.dumps(variant), **more}
    return visitor.post("/api/tables", body)


def test_a_variant_is_opened_as_a_table_that_says_so(visitor: Visitor) -> None:
    answer = opened(visitor, {**FLUSH_2, "qualifies": "two-pair", "deal": [3]})

    assert answer.status_code == 201, answer.text
    felt = visitor.get(f"/api/tables/{answer.json()['table']}").json()
    lobby = visitor.get("/api/tables").json()
    mine = next(one for one in lobby["tables"] if one["table"] == answer.json()["table"])
    assert felt["rules_title"] == mine["rules_title"] == "Maryland, changed in the lab"
    assert mine["title"].endswith("'s lab table")
    blind = [list(line.values())[:2] for line in felt["paytables"][0]["lines"]]
    assert ["Flush", "2 to 1"] in blind


@pytest.mark.parametrize(
    ("variant", "more", "said"),
    [
        ({"pays": {"flush": "2 to 1", "straight": "3 to 1"}}, {}, "the house would lose"),
        ({"pays": {"flush": "3 to 0"}}, {}, "cannot be paid"),
        ({"rules": "california"}, {}, "name the same place"),
        (FLUSH_2, {"rules": "nowhere"}, "nowhere"),
        ({"deal": [101]}, {}, "the house would lose"),
        ({"deal": [], "flop": [], "river": []}, {}, "nobody could ever raise"),
    ],
)
def test_a_variant_that_nobody_may_open_is_one_line(
    visitor: Visitor, variant: Json, more: Json, said: str
) -> None:
    answer = opened(visitor, variant, **more)

    assert answer.status_code in (400, 409, 422), answer.text
    assert said in answer.json()["detail"]
    assert "\n" not in answer.json()["detail"]
