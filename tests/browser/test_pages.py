"""Every page in light and dark: no serious finding of axe, no error in the console."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.axe import findings
from tests.browser.room import Room
from tests.browser.test_felt import DRAWN
from tests.examples import first
from tests.server_process import ServerProcess

pytestmark = pytest.mark.slow

# By who sees them and on what: an address, and words that stand there once all of it is shown;
# "{}" is the name of the table.
PAGES: Final = {
    "players": {
        "/": "Play now",
        "/t/{}": "Next hand",
        "/how-to-play": "A good first plan",
        "/spot": "Change the spot",
        "/lab": "Copy as command",
        "/train": "Where you stand",
        "/school": "Join a class by its code",
        "/hands": "{}",
        "/h/{}/1": "Step by step",
        "/rules": "South Dakota",
        "/rules/maryland": "Choices of the operator",
        "/rules/maryland/california": "are the same",
        "/verify": "Check",
        "/account": "Make an account",
    },
    "staff": {
        "/floor": "{}",
        "/floor?table={}": "Rounds in the last hour",
        "/floor?table={}&do=declare": "What happened",
        "/floor?tab=reports": "Drop",
        "/floor?tab=people": "Give staff their roles here",
        "/par?table={}": "those that are played here",
        "/audit": "{}",
        "/audit/{}/1": "Settlement",
    },
    "phone": {
        "/": "Play now",
        "/t/{}": "Sit",
        "/hands": "Per hand",
        "/how-to-play": "A good first plan",
        "/h/{}/1": "Step by step",
        "/rules/maryland": "Choices of the operator",
        "/floor?table={}": "Rounds in the last hour",
    },
}

# What somebody sees who has not played.
OTHERS: Final = {"/t/{}": "Sit", "/hands": "Your hands"}


@pytest.mark.parametrize("group", first(1, PAGES))
def test_every_page_is_for_everybody(room: Room, group: str) -> None:
    table = room.open("maryland", provable=True)
    player = room.guest()
    viewer = player if group == "players" else room.boss(phone=group == "phone")
    player.sit(table, 2)
    player.deal(ante=1000, trips=500)
    player.act("Bet 4×")
    expect(player.slip(1)).to_be_visible()

    found: list[str] = []
    for path, words in PAGES[group].items():
        page = viewer.see(path.format(table))
        shown = page.get_by_text(words.format(table)).locator("visible=true")
        expect(shown.first).to_be_visible()
        found += findings(page, path)

    assert not found, "\n".join(found)


# What reaches beyond the right edge of the page, to be named where something does.
WIDEST: Final = """[...document.body.querySelectorAll('*')]
  .filter((one) => one.getBoundingClientRect().right > innerWidth)
  .map((one) => `${one.tagName}.${one.className}`).slice(-5)"""


@pytest.mark.full
def test_no_page_scrolls_sideways_on_a_small_phone(
    own_house: ServerProcess, browser: Browser
) -> None:
    long = "a-table-with-a-name-as-long-as-names-of-tables-may-be-58"
    room = Room(own_house, browser, long)
    table = room.open("maryland", provable=True)
    player, boss = room.guest(), room.boss(viewport={"width": 320, "height": 568})
    player.sit(table, 2)
    player.deal(ante=1000, trips=500)
    player.act("Bet 4×")
    expect(player.slip(1)).to_be_visible()

    wide = []
    for path, words in (PAGES["players"] | PAGES["staff"] | OTHERS).items():
        page = boss.see(path.format(table))
        shown = page.get_by_text(words.format(table)).locator("visible=true")
        expect(shown.first).to_be_visible()
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide.append((path, page.evaluate(WIDEST)))

    assert wide == []
    assert room.close() == []


def test_the_table_of_a_player_is_for_everybody_in_every_phase(room: Room) -> None:
    table = room.open("maryland")
    room.lay({2: "Ks 7d"}, dealer="9s Qd", board="Kh 9d 4c 2s 7h")
    player = room.guest()
    player.sit(table, 2)
    found: list[str] = []

    expect(player.region("Your bets")).to_be_visible()
    found += findings(player.page, "bets")
    player.deal(ante=1000, trips=500)
    expect(player.button(re.compile("^Check"))).to_be_visible()
    found += findings(player.page, "decision")
    player.act("Bet 4×")
    player.settled(1, 4500, ante=1000, blind=0, play=4000, trips=-500)
    found += findings(player.page, "settled")

    assert not found, "\n".join(found)


def test_a_stranger_plays_after_one_click(room: Room) -> None:
    player = room.guest()
    player.see("/")

    player.button("Play now").click()

    expect(player.region("Your bets")).to_be_visible()
    player.deal(ante=1000)
    player.act("Check", "Check", "Fold")
    expect(player.slip(1)).to_contain_text("Net")


def test_a_newcomer_learns_the_game_and_installs_the_app(room: Room) -> None:
    player = room.guest()
    page = player.see("/")

    page.get_by_role("link", name="How to play").first.click()

    expect(page.get_by_role("heading", name="How to play", exact=True)).to_be_visible()
    expect(page.get_by_role("img", name="Dealer’s cards: nine of spades")).to_be_visible()
    expect(page.get_by_text("What Blind and Trips pay in Maryland")).to_be_visible()
    manifest = page.evaluate(
        """async () => {
            const answer = await fetch(document.querySelector('link[rel=manifest]').href);
            const read = await answer.json();
            const icons = await Promise.all(read.icons.map(async ({src, sizes}) => {
                const picture = await (await fetch(src)).blob();
                const icon = await createImageBitmap(picture).catch(() => null);
                return icon === null ? src : icon.width + "x" + icon.height === sizes;
            }));
            return [answer.headers.get('content-type'), read.start_url, read.display, icons];
        }"""
    )
    assert manifest[:3] == ["application/manifest+json", "/", "standalone"]
    assert manifest[3] == [True, True, True, "/mark.svg"]  # a drawing has no size of its own
    for path in ("/favicon.ico", "/robots.txt", "/apple-touch-icon.png", "/preview.png"):
        assert page.request.get(f"{room.house.origin}{path}").ok, path


SHIFTS: Final = """
    window.shifts = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((e) => (window.shifts += e.value)))
        .observe({type: 'layout-shift', buffered: true});
"""


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_lobby_does_not_jump_when_its_tables_come_late(room: Room, *, phone: bool) -> None:
    held: list[Route] = []
    page = room.guest(phone=phone).page
    page.add_init_script(SHIFTS)
    page.route_web_socket("**/ws/lobby", lambda _socket: None)  # never says anything
    page.route("**/api/tables", lambda route: held.append(route))

    page.goto(f"{room.house.origin}/")
    expect(page.get_by_text("Loading the tables…")).to_be_visible()
    while not held:  # we may hear of the request after it is shown that it is made
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(page.get_by_role("heading", name="South Dakota")).to_be_attached()
    page.evaluate(DRAWN)

    assert page.evaluate("window.shifts") < 0.1


def test_a_table_that_is_not_there_says_so_on_a_page(room: Room) -> None:
    room.forgive("404")
    page = room.guest().see("/t/nowhere")

    expect(page.get_by_role("heading", name="Table not found")).to_be_visible()
    expect(page.get_by_text("the link may be old, mistyped or cut short")).to_be_visible()
    expect(page.get_by_role("link", name="All tables", exact=True)).to_be_visible()


def test_a_private_table_is_found_by_its_link(room: Room) -> None:
    host, friend = room.guest(), room.guest()
    page = host.see("/")
    form = host.region("Open your own table")

    form.get_by_role("radio", name="Private").check()
    form.get_by_label("Bots").select_option("none")
    form.get_by_role("button", name="Open the table").click()
    link = form.get_by_label("Link to your table").input_value()
    friend.page.goto(link)
    page.goto(link)

    friend.button("Sit here, seat 2").click()
    friend.button(re.compile("^Sit down · ")).click()
    expect(host.region(f"Seat 2, {friend.name}")).to_be_visible()
    host.button("Menu").click()
    expect(host.button("Copy invite link")).to_be_visible()
    friend.see("/account")
    seats = friend.region("Where you sit")
    expect(seats.get_by_role("link", name=f"{host.name}'s table")).to_be_visible()  # no id


def test_an_account_shows_the_name_to_log_in_with(room: Room) -> None:
    guest = room.guest()
    page = guest.see("/account")
    expect(page.get_by_role("banner")).to_contain_text("$1,000in your purse")
    page.get_by_label("Name", exact=True).fill("Ada O'Neil")
    page.get_by_label("Password", exact=True).fill("three green lamps burn")
    page.get_by_label("Password again", exact=True).fill("three green lamps burn")
    guest.button("Make an account").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Ada O'Neil")
    own = page.get_by_label("Name at the tables")
    expect(own).to_have_value("Ada O'Neil")  # not the guest's name that stood there
    expect(guest.region("Your name")).to_contain_text("You also log in with it.")
