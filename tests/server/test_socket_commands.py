"""Commands over a real socket: asked twice, out of turn, wrongly, and answered in order."""

from __future__ import annotations

from tests.server.players import laid_table, playing
from tests.server.seats import seated
from tests.server.serving import Served


def test_the_same_id_twice_is_done_once_and_answered_alike(laid: Served) -> None:
    laid_table(laid, "twice")
    with laid.visitor() as one, playing(one, "twice") as player:
        first = player.ask("sit", "sit-down-1", seat=2, chips=20_000)
        again = player.ask("sit", "sit-down-1", seat=2, chips=20_000)
        other = player.ask("sit", "sit-down-1", seat=3, chips=20_000)

        assert first["ok"]
        assert again == first
        assert other["refused"]["reason"] == "id-taken"
        assert one.me()["purse"] == 80_000
        assert player.until(lambda view: view["you"]["seat"] == 2)["you"]["chips"] == 20_000


def test_ids_of_two_people_never_clash(laid: Served) -> None:
    laid_table(laid, "clash")
    with (
        laid.visitor() as one,
        laid.visitor() as two,
        playing(one, "clash") as first,
        playing(two, "clash") as second,
    ):
        assert first.ask("sit", "my-own-id", seat=1, chips=1_000)["ok"]
        assert second.ask("sit", "my-own-id", seat=2, chips=1_000)["ok"]


def test_nobody_acts_for_another_seat_or_out_of_turn(laid: Served) -> None:
    laid_table(laid, "foreign")
    with (
        laid.visitor() as one,
        laid.visitor() as two,
        playing(one, "foreign") as first,
        playing(two, "foreign") as second,
    ):
        seated(first, 1).bets()
        before = second.ask("fold")
        seated(second, 2)

        taken = second.ask("sit", seat=1, chips=0)
        late = second.ask("check")

        assert before["refused"]["reason"] == "not-seated"
        assert taken["refused"]["reason"] in ("seat-taken", "already-seated")
        assert not late["ok"]
        assert late["refused"]["reason"] == "not-your-turn"


def test_coming_back_resumes_with_the_lines_behind_the_number(laid: Served) -> None:
    laid_table(laid, "back")
    with laid.visitor() as one:
        with playing(one, "back") as player:
            seated(player, 1).bets()
            known = player.turn()["number"]
            player.must("check")
            player.phase("flop")
            player.turn()
        with playing(one, "back", from_=known) as again:
            view = again.turn()

            numbers = [line["number"] for line in view["lines"]]
            assert view["hand"]["street"] == "flop"
            assert view["you"]["seat"] == 1
            assert numbers
            assert numbers[0] == known + 1
            assert numbers == sorted(set(numbers))
            assert view["hand"]["seats"][0]["cards"]


def test_the_answer_comes_behind_the_view_that_shows_its_effect(laid: Served) -> None:
    laid_table(laid, "order")
    with laid.visitor() as one, playing(one, "order") as player:
        answer = player.ask("sit", seat=4, chips=5_000)

        assert player.view["number"] >= answer["number"]
        assert player.view["you"]["seat"] == 4


def test_what_cannot_be_read_is_refused_and_changes_nothing(laid: Served) -> None:
    laid_table(laid, "wrong")
    with laid.visitor() as one, playing(one, "wrong") as player:
        player.until(lambda view: True)
        number = player.view["number"]
        for message in (
            "{",
            "[]",
            '{"type":"do"}',
            '{"type":"do","id":"x","ask":{"do":"check"}}',
            '{"type":"do","id":"long-enough","ask":{"do":"sit","seat":-1,"chips":0}}',
            '{"type":"do","id":"long-enough","ask":{"do":"open-round"}}',
            '{"type":"do","id":"house/12345","ask":{"do":"check"}}',
            '{"type":"do","id":"long-enough","ask":{"do":"check","seat":3}}',
            '{"type":"view"}',
            b"\x00\xff",
        ):
            player.send(message)
            while player.hear()["type"] != "answer":
                pass
            assert player.answers[""]["refused"]["reason"] == "not-a-command"

        player.send({"type": "ping"})
        while player.hear()["type"] != "pong":
            pass
        assert laid.services.pit.tables["wrong"].handler.replica.number == number


def test_bets_on_no_wager_are_refused(laid: Served) -> None:
    laid_table(laid, "nowager")
    with laid.visitor() as one, playing(one, "nowager") as player:
        seated(player, 1)
        player.until(lambda view: bool(view["offers"]))

        answer = player.ask("bets", wagers={"ante": 1_000, "blind": 1_000, "moon": 1})

        assert answer["refused"]["reason"] == "not-a-command"
        assert "moon is no wager" in answer["refused"]["text"]
