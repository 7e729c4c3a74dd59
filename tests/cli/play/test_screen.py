"""A seat in the terminal, by keys alone: hands, bets that are refused, a bank, leaving."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from pitboss.cli.play.screen import TextScreen
from pitboss.cli.play.start import print_end
from pitboss.rules import SET_NAMES
from tests.cli.play.screens import SilentOdds, app_of, press, running, text
from tests.waiting import wait_until_async


def run(work: Coroutine[Any, Any, None]) -> None:  # Any: what a coroutine may send
    asyncio.run(work)


def test_a_hand_is_played_with_keys_only(capsys: pytest.CaptureFixture[str]) -> None:
    app = app_of()

    async def play() -> None:
        async with running(app) as pilot:
            assert "Ante and Blind" in text(app, "#hand")
            await press(pilot, ["space"])
            assert "Bet 4× $40" in text(app, "#keys")
            await press(pilot, ["c", "c"])
            assert text(app, "#keys") == " F  Fold    1  Bet 1× $10"
            await press(pilot, ["1"])
            assert "You lose $30" in text(app, "#hand")
            assert "Deal again, $20" in text(app, "#keys")
            await press(pilot, ["space"])
            assert "Hand 2" in text(app, "#top")
            await press(pilot, ["4"])
            assert "Play $40" in text(app, "#hand")
            await press(pilot, ["q"])

    run(play())
    print_end(app)

    assert app.table.hands == 2
    assert capsys.readouterr().out.startswith("You leave with $")


@pytest.mark.parametrize("rules", SET_NAMES)
def test_every_rule_book_is_played(rules: str) -> None:
    app = app_of(rules)

    async def play() -> None:
        async with running(app) as pilot:
            for _ in range(2):
                while (mode := app.table.shown().mode) != "decide":
                    assert mode in ("bank", "bet", "review", "wait")
                    await press(pilot, ["n" if mode == "bank" else "space"])
                hands = app.table.hands
                while app.table.hands == hands:
                    passes = app.table.shown().choices
                    keys = [one.word[0] for one in passes if one.word != "play"]
                    await press(pilot, keys[:1])

    run(play())

    assert app.table.hands == 2
    assert not app.table.failed


def test_a_bet_that_the_table_refuses_changes_nothing() -> None:
    app = app_of()

    async def play() -> None:
        async with running(app) as pilot:
            for typed, why in (
                ("3", "Ante of $3.00 is below the minimum of $5.00"),
                ("7.55", "Ante must be a multiple of $1.00, not $7.55"),
                ("101", "Ante of $101.00 is above the maximum of $100.00"),
                ("..", "'..' is not an amount in dollars; write 5 or 2.50"),
            ):
                await press(pilot, [*typed, "enter", "space"])
                assert text(app, "#say").startswith(why)
                assert app.table.shown().chips == 50_000
                await press(pilot, ["escape"])
            await press(pilot, ["1", "5", "space"])
            assert "Ante $15  Blind $15" in text(app, "#hand")

    run(play())


def test_a_player_with_too_few_chips_is_told_and_may_buy() -> None:
    app = app_of(chips=3_000)

    async def play() -> None:
        async with running(app) as pilot:
            await press(pilot, ["space", "4"])
            assert text(app, "#say").startswith("You need $40.00 for this bet and have $10.00")
            assert "(you have $10)" in text(app, "#keys")
            await press(pilot, ["c", "c", "f"])
            assert "Your bets are $20; you have $10" in text(app, "#keys")
            await press(pilot, ["space"])
            assert app.table.shown().mode in ("bet", "review")
            await press(pilot, ["+"])
            assert text(app, "#say") == "You buy chips for $30."
            await press(pilot, ["space"])
            assert app.table.shown().mode == "decide"

    run(play())


def test_leaving_in_the_middle_of_a_hand_is_asked_twice() -> None:
    app = app_of()

    async def play() -> None:
        async with running(app) as pilot:
            await press(pilot, ["space", "q"])
            assert text(app, "#say").startswith("Q again leaves")
            await press(pilot, ["c", "q"])  # any other key stays: this is the first again
            assert app.table.is_in_hand
            await press(pilot, ["q"])

    run(play())

    assert app.table.hands == 1  # played to its end by checks and a fold
    assert app.chips_left == 48_000


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
def test_control_keys_leave_at_once(key: str) -> None:
    app = app_of()

    async def play() -> None:
        async with running(app) as pilot:
            await press(pilot, ["space", key])

    run(play())

    assert app.return_code == 0
    assert app.chips_left == 48_000


def test_bets_are_walked_with_arrows_and_repeated() -> None:
    app = app_of()

    async def play() -> None:
        async with running(app) as pilot:
            await press(pilot, ["right", "down", "right", "space"])
            assert "Ante $15  Blind $15  Trips $5" in text(app, "#hand")
            await press(pilot, ["c", "c", "f", "b", "left", "r", "space"])
            assert "Ante $15  Blind $15  Trips $5" in text(app, "#hand")

    run(play())


def test_without_a_bet_no_hand_is_dealt() -> None:
    app = app_of()

    async def play() -> None:
        async with running(app) as pilot:
            await press(pilot, ["left", "left", "left", "space"])
            assert text(app, "#say").startswith("Choose your bets first")

    run(play())


def test_a_player_may_bank_where_players_do() -> None:
    app = app_of("california")

    async def play() -> None:
        async with running(app) as pilot:
            assert text(app, "#say") == "The bank is offered to you."
            await press(pilot, ["1", "y"])
            assert "below" in text(app, "#say") or "at least" in text(app, "#say")
            await press(pilot, ["y"])
            assert "Give the bank back" in text(app, "#keys")
            await press(pilot, ["b"])
            assert app.table.shown().mode == "bet"

    run(play())


def test_pages_open_over_the_table_and_close() -> None:
    app = app_of()

    async def play() -> None:
        async with running(app) as pilot:
            for key in ("p", "l", "?"):
                await press(pilot, [key])
                assert isinstance(app.screen, TextScreen)
                await press(pilot, ["escape"])
                assert not isinstance(app.screen, TextScreen)
            await press(pilot, ["d", "t", "pagedown"])
            assert text(app, "#say") == "Four colours."
            assert app.theme == "textual-light"

    run(play())


def test_a_small_terminal_is_told_which_size_it_needs() -> None:
    app = app_of()

    async def play() -> None:
        async with running(app, (60, 20)) as pilot:
            assert "needs 80 columns and 24 lines" in text(app, "#small")
            assert not app.query_one("#hand").region
            await pilot.resize_terminal(100, 30)
            await pilot.pause()
            assert app.query_one("#hand").region

    run(play())


def test_the_coach_changes_its_mode_and_never_stops_the_hand() -> None:
    app = app_of(coach="before", odds=SilentOdds())

    async def play() -> None:
        async with running(app) as pilot:
            await press(pilot, ["space"])
            await wait_until_async(lambda: "up to a minute" in text(app, "#says"))
            await press(pilot, ["c", "c", "f"])
            assert app.table.hands == 1
            await press(pilot, ["e"])
            assert text(app, "#say") == "Coach off."
            assert not app.query_one("#coach").region
            await press(pilot, ["e"])
            assert text(app, "#say") == "Coach after each decision."

    run(play())
