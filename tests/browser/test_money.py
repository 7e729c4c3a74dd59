"""Money without dead ends, and buttons that do nothing but what was meant."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.people import Person, wait_for
from tests.browser.room import Room
from tests.browser.test_orders import order
from tests.examples import first

pytestmark = pytest.mark.slow

CLICKS_MAX = 1_000
LOSES = {"dealer": "As Ad", "board": "Kh 9d 4c 2s 7h"}
# In the very moment in which a button appears in the dock: press it twice, and its key; note which
# cards of one's own lay open then.
PRESS_AT_ONCE = """([name, key]) => {
  window.pressed = 0;
  const press = () => {
    const found = [...document.querySelectorAll('.dock button')]
      .find((one) => one.innerText.startsWith(name));
    if (!found || window.pressed) return;
    window.pressed = 1;
    const mine = 'section.you .hole svg, section.you > .slot svg';
    window.open_cards = [...document.querySelectorAll(mine)]
      .map((card) => card.getAttribute('aria-label'));
    found.click();
    found.click();
    window.dispatchEvent(new KeyboardEvent('keydown', { key }));
  };
  new MutationObserver(press).observe(document.body, { childList: true, subtree: true });
}"""


def pressed_at_once(page: Page, name: str, key: str) -> None:
    """Prepare presses for the moment in which a button of this name appears."""
    page.evaluate(PRESS_AT_ONCE, [name, key])


@pytest.mark.parametrize("motion", first(1, ["no-preference", "reduce"]))
@pytest.mark.parametrize("phone", first(1, [False, True]), ids=["desktop", "phone"])
def test_a_second_press_on_the_same_spot_never_bets(
    room: Room, motion: str, *, phone: bool
) -> None:
    table = room.open("maryland")
    player = room.guest(phone=phone, reduced_motion=motion)
    page = player.see(f"/t/{table}")
    player.button("Sit here, seat 2").click()
    player.button(re.compile("^Sit down ·")).click()
    room.lay({2: "9s 3d"}, **LOSES)

    pressed_at_once(page, "Bet 4×", "4")
    player.button(re.compile("^Deal")).click()

    expect(player.button(re.compile("^Bet 4×"))).to_be_enabled()
    assert page.evaluate("pressed") == 1
    assert page.evaluate("open_cards") == ["9 of spades", "3 of diamonds"]
    player.act("Check", "Check")
    pressed_at_once(page, "Next hand", " ")
    player.act("Fold")
    expect(player.button(re.compile("^Next hand"))).to_be_enabled()
    assert page.evaluate("pressed") == 1


def test_a_double_click_and_a_held_key_go_one_step(room: Room) -> None:
    table = room.open("maryland")
    player = room.guest()
    player.sit(table, 2)
    player.wager(ante=1000)

    player.button(re.compile("^Deal")).dblclick()
    expect(player.button(re.compile("^Bet 4×"))).to_be_enabled()
    player.act("Check", "Check", "Fold")
    expect(player.button(re.compile("^Next hand"))).to_be_enabled()
    player.page.evaluate("document.activeElement.blur()")
    player.page.keyboard.down("Space")
    for _ in range(3):
        player.page.keyboard.down("Space")  # as a keyboard repeats it
    player.page.keyboard.up("Space")

    expect(player.button(re.compile("^Bet 4×"))).to_be_enabled()
    player.page.keyboard.down("c")
    expect(player.button(re.compile("^Bet 2×"))).to_be_enabled()
    player.page.keyboard.down("c")
    player.page.keyboard.up("c")
    expect(player.button(re.compile("^Bet 2×"))).to_be_enabled()


@pytest.mark.full
def test_who_has_lost_everything_gets_chips_at_the_table_itself(room: Room) -> None:
    table = room.open("maryland")
    player = room.guest()
    player.sit(table, 2, 100_000)
    decision = player.region("Your decision")
    room.lay({2: "9s 3d"}, **LOSES)
    player.deal(ante=10_000)
    player.act("Bet 4×")
    player.settled(1, -60_000, ante=-10_000, blind=-10_000, play=-40_000)
    room.lay({2: "9s 3d"}, **LOSES)
    player.button("Next hand · $200").click()

    # $200 left, and nothing in the purse: what costs more says so and cannot be pressed.
    expect(player.button(re.compile(r"^Bet 3× · \$300"))).to_be_disabled()
    expect(player.button(re.compile(r"^Bet 4× · \$400"))).to_be_disabled()
    expect(decision).to_contain_text("Bet 3× costs $300; you have $200.")
    player.act("Check", "Bet 2×")
    player.settled(2, -40_000, ante=-10_000, blind=-10_000, play=-20_000)
    expect(player.button(re.compile("^Next hand"))).to_be_disabled()
    expect(decision).to_contain_text("This bet is $200; you have $0.")
    player.button(re.compile("^Change bets")).click()
    player.button("Get chips").click()
    dialog = player.page.get_by_role("dialog", name="Add chips")
    expect(dialog).to_contain_text("Your purse is empty")
    dialog.get_by_role("button", name="Get $1,000 more").click()
    dialog.get_by_role("button", name="Buy in · $200").click()

    player.has(20_000)
    player.deal(ante=1000)


def test_a_bet_above_ones_chips_is_bought_in_for_with_one_press(room: Room) -> None:
    table = room.open("maryland")
    room.lay({2: "9s 3d"}, **LOSES)
    player = room.guest()
    player.sit(table, 2, 15_400)

    player.deal(ante=7_500)
    expect(player.button("Buy in $221 and bet 3×")).to_be_enabled()
    expect(player.button("Buy in $296 and bet 4×")).to_be_enabled()
    player.act("Check")
    player.button("Buy in $146 and bet 2×").click()

    player.chips += 14_600
    player.settled(1, -30_000, ante=-7_500, blind=-7_500, play=-15_000)
    expect(player.region("Your decision")).to_contain_text("This bet is $150; you have $0.")
    player.button("Buy in $150 and play").click()
    expect(player.button(re.compile("and bet 4×$"))).to_be_enabled()


@pytest.mark.full
def test_six_card_says_that_it_needs_trips_and_brings_it(room: Room) -> None:
    table = room.open("maryland", options={"six_card": "A", "dealing": "shuffler"})
    player = room.guest()
    player.sit(table, 2)
    player.wager(ante=1000)
    bets = player.region("Your bets")
    six = bets.get_by_role("group", name="Six Card", exact=True)

    expect(six).to_contain_text("needs Trips")
    player.mine.get_by_role("button", name="Six Card: needs a Trips bet, a click adds both").click()

    expect(six).not_to_contain_text("needs")
    expect(bets.get_by_role("group", name="Trips", exact=True)).to_contain_text("$5")
    bets.get_by_role("button", name="Less Trips").click()
    expect(six).to_contain_text("needs Trips")
    bets.get_by_role("button", name="Needs a Trips bet: add both").click()
    expect(six).to_contain_text("$1")


@pytest.mark.full
def test_who_leaves_in_a_hand_may_stay_and_reads_the_last_slip_afterwards(room: Room) -> None:
    table = room.open("maryland")
    room.lay({2: "9s 3d"}, **LOSES)
    player = room.guest()
    player.sit(table, 2)
    player.deal(ante=1000)
    decision = player.region("Your decision")

    _leave(player)
    expect(decision).to_contain_text("You leave after this hand.")
    player.button("Stay").click()
    expect(decision).not_to_contain_text("You leave after this hand.")
    _leave(player)
    player.act("Check", "Check", "Fold")

    expect(decision).to_contain_text("You are watching")
    expect(decision).to_contain_text("Nobody is at the table")
    expect(player.slip(1)).to_contain_text("−$20")


def _leave(player: Person) -> None:
    player.button("Menu").click()
    player.button("Leave the table").click()
    player.page.get_by_role("dialog", name="Leave").get_by_role("button", name="Leave").click()


@pytest.mark.full
def test_a_closed_table_gives_the_chips_back(room: Room) -> None:
    table = room.open("maryland")
    player, boss = room.guest(), room.boss()
    player.sit(table, 2, 22_800)
    boss.see(f"/floor?table={table}")
    order(boss, "Close", "Close table", Reason="end of the day")

    expect(player.region("Your decision")).to_contain_text("The table is closed")
    expect(player.page.get_by_role("main")).not_to_contain_text("The table is closed")
    player.button("Leave · take $228").click()

    expect(player.region("Your decision")).to_contain_text("The table is closed")
    player.see("/")
    expect(player.page.get_by_role("banner")).to_contain_text("$1,000")


def test_being_offline_is_noticed_at_once(room: Room) -> None:
    room.forgive("ERR_INTERNET_DISCONNECTED")
    table = room.open("maryland")
    player = room.guest()
    player.page.clock.install()
    player.sit(table, 2)
    main = player.page.get_by_role("main")

    with player.still():  # no heartbeat is missed: the browser itself says so
        player.context.set_offline(True)
        expect(main).to_contain_text("Connection lost. Reconnecting…")
    player.context.set_offline(False)

    expect(main).not_to_contain_text("Connection lost")
    player.deal(ante=1000)


def test_what_is_not_answered_is_said_not_to_be(room: Room) -> None:
    table = room.open("maryland")
    player = room.guest()
    lost: list[str | bytes] = []

    def through(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def on_message(message: str | bytes) -> None:
            if '"check"' in str(message):
                lost.append(message)
            else:
                server.send(message)

        route.on_message(on_message)

    player.page.route_web_socket(re.compile("/ws/table/"), through)
    player.sit(table, 2)
    player.deal(ante=1000)

    player.act("Check")

    expect(player.region("Your decision")).to_contain_text("Not answered yet.")
    assert len(lost) == 1


@pytest.mark.full
def test_a_card_is_turned_over_where_it_lies(room: Room) -> None:
    table = room.open("maryland")
    room.lay({2: "9s 3d"}, **LOSES)
    player = room.guest(reduced_motion="no-preference")
    player.sit(table, 2)
    player.deal(ante=1000)
    board = player.page.get_by_role("group", name="Community cards", exact=True)
    expect(board.get_by_role("img", name="Face-down community card")).to_have_count(5)
    expect(player.button(re.compile("^Check"))).to_be_enabled()
    player.page.evaluate(
        """() => {
          window.turned = new Set();
          const cards = document.querySelectorAll('.community .in');
          for (const card of cards) card.dataset.mark = 'same';
          document.addEventListener('animationstart', ({ target, animationName }) => {
            const how = animationName.replace(/^.*-/, '');
            if (target.closest('.community')) window.turned.add(how);
          }, true);
        }"""
    )

    player.act("Check")

    expect(board.get_by_role("img", name="King of hearts")).to_be_visible()
    expect(player.button(re.compile("^Bet 2×"))).to_be_enabled()
    marks = "cards => cards.map((card) => card.dataset.mark)"
    assert board.locator(".in").evaluate_all(marks) == ["same"] * 5
    wait_for(player.page, "turned.size === 2")
    assert sorted(player.page.evaluate("[...turned]")) == ["away", "up"]


@pytest.mark.full
def test_a_click_beside_every_control_shows_the_end(room: Room) -> None:
    table = room.open("maryland")
    room.lay({2: "9s 3d"}, **LOSES)
    player = room.guest(reduced_motion="no-preference")
    player.page.clock.install()
    player.sit(table, 2)
    player.deal(ante=1000)
    player.act("Check", "Check")
    expect(player.button(re.compile("^Fold"))).to_be_enabled()

    with player.still():  # by itself it would show the end after some seconds
        player.act("Fold")
        for _ in range(CLICKS_MAX):  # each shows the end of what has come so far
            player.page.get_by_role("group", name="Community cards").click()
            if "−$20" in player.region("Your decision").inner_text():
                break

        expect(player.region("Your decision")).to_contain_text("−$20")


def test_open_and_go_there_seats_you(room: Room) -> None:
    player = room.guest()
    page = player.see("/")
    form = page.get_by_role("region", name="Open your own table")
    form.get_by_role("radio", name=re.compile("^Solo")).check()
    form.get_by_label("Bots").select_option("1")

    form.get_by_role("button", name="Open and go there").click()

    expect(player.region("Your bets")).to_be_visible()
    player.has(50_000)
