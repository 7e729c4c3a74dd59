"""The felt and what stands around it, measured: nothing lies over anything, nothing jumps."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect

from tests.browser.people import Person, wait_for
from tests.browser.room import Room
from tests.browser.stagehand import stacked_server
from tests.examples import first

pytestmark = pytest.mark.slow

SCREENS = ("laptop", "phone", "tablet upright", "phone on its side")
SMALL_SCREENS = ("phone", "small phone", "phone on its side", "zoom 200 %")

PRINT_PX: Final = 10.5  # the least size of print on the felt
SIZES: Final = {
    "laptop": (1280, 800),
    "short laptop": (1366, 768),
    "short window": (1280, 640),
    "tablet": (1024, 768),
    "tablet upright": (768, 1024),
    "phone": (390, 844),
    "small phone": (320, 568),
    "phone on its side": (844, 390),
    "zoom 200 %": (640, 400),
}
# Every text that is seen inside an element, with the size in which it is seen.
SEEN: Final = """main => {
  const found = [];
  const walk = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const one = node.parentElement, box = one.getBoundingClientRect();
    if (!node.data.trim() || box.width < 2 || one.closest('.sr, svg.card, [role=img]')) continue;
    const matrix = one.ownerSVGElement ? one.getScreenCTM() : null;
    found.push([node.data.trim(), parseFloat(getComputedStyle(one).fontSize) * (matrix?.a ?? 1)]);
  }
  return found;
}"""
SPACED: Final = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: .12em !important;
    word-spacing: .16em !important; } p { margin-bottom: 2em !important; }`);
  document.adoptedStyleSheets = [sheet];
}"""
DRAWN: Final = """new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
  setTimeout(done))))"""


# A phone gives an empty page the width of a desktop: it has not said that it fits itself.
RESIZED: Final = """([w, h]) => document.URL === 'about:blank'
  || (innerWidth === w && innerHeight === h)"""


def resize(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    wait_for(page, RESIZED, [width, height])
    page.evaluate(DRAWN)


def box(of: Locator) -> FloatRect:
    found = of.bounding_box()
    assert found is not None, of
    return found


def apart(one: FloatRect, other: FloatRect) -> bool:
    """Tell whether two boxes have no point in common."""
    return (
        one["x"] + one["width"] <= other["x"] + 0.5
        or other["x"] + other["width"] <= one["x"] + 0.5
        or one["y"] + one["height"] <= other["y"] + 0.5
        or other["y"] + other["height"] <= one["y"] + 0.5
    )


def inside(one: FloatRect, page: Page) -> bool:
    """Tell whether a box is on the screen as a whole."""
    size = page.viewport_size
    assert size is not None
    right, bottom = one["x"] + one["width"], one["y"] + one["height"]
    return one["x"] >= 0 and one["y"] >= 0 and right <= size["width"] and bottom <= size["height"]


def dock(person: Person) -> Locator:
    return person.region(re.compile("^Your (bets|decision)$"))


def board(page: Page) -> Locator:
    return page.get_by_role("group", name="Community cards", exact=True)


@pytest.mark.full
def test_the_log_follows_while_the_slip_above_it_grows(room: Room) -> None:
    table = room.open("maryland")
    player = room.guest(viewport={"width": 1280, "height": 640})  # small: the log has little room
    player.sit(table, 2)
    log = player.page.get_by_role("list", name="What happened")
    hidden = "list => Math.round(list.scrollHeight - list.scrollTop - list.clientHeight)"

    for hand in (1, 2, 3):
        player.page.get_by_role("button", name=re.compile("^(Deal|Next hand)")).click()
        player.act("Bet 4×")
        expect(player.slip(hand)).to_be_visible()
        expect(player.button(re.compile("^Next hand"))).to_be_enabled()
        expect(log).to_contain_text(f"Hand {hand + 1}")

        wait_for(player.page, f"list => ({hidden})(list) <= 1", log.element_handle())

    log.evaluate("list => list.scrollTo({ top: 0 })")  # somebody reads what was
    player.page.get_by_role("button", name=re.compile("^Next hand")).click()
    expect(player.button(re.compile("^Bet 4×"))).to_be_enabled()
    assert log.evaluate("list => list.scrollTop") == 0


@pytest.mark.full
def test_the_longest_hand_of_the_dealer_lies_over_nothing(room: Room) -> None:
    table = room.open("maryland")
    room.lay({3: "Ks Qd"}, dealer="Qs 7h", board="Kh Qc 7c 7d 9s")
    player = room.guest()
    page = player.page
    player.sit(table, 3)
    player.deal(ante=1000, trips=500)
    player.act("Bet 4×")
    expect(player.slip(1)).to_be_visible()
    called = page.get_by_role("main").get_by_text("Full house, sevens over queens")
    plays = page.get_by_role("main").get_by_text("Dealer qualifies")
    cards = page.get_by_role("group", name="Dealer’s cards")

    for size in ("laptop", "short laptop", "short window", "tablet", "tablet upright"):
        resize(page, size)
        around = [page.get_by_role("table", name=f"{name} pays") for name in ("Blind", "Trips")]
        beside = [one for one in around if one.count()]
        beside += [cards, player.mine, page.get_by_role("region", name="Six Card", exact=True)]
        for words in (called, plays):
            for other in beside:
                assert apart(box(words), box(other)), (size, words, other)


@pytest.mark.full
def test_print_on_the_felt_is_never_too_small_to_read(room: Room) -> None:
    table = room.open("maryland", bots=2)
    player = room.guest()
    player.sit(table, 3)
    player.deal(ante=1000, trips=500, progressive=100)
    player.act("Bet 4×")
    expect(player.region(re.compile("^Settlement of hand"))).to_be_visible()

    for size in SIZES:
        resize(player.page, size)
        seen = player.page.get_by_role("main").evaluate(SEEN)
        tiny = [(text, px) for text, px in seen if px < PRINT_PX - 0.01]
        assert len(seen) > 20
        assert tiny == [], size


@pytest.mark.parametrize(
    "size", first(2, ["laptop", "phone", "tablet upright", "phone on its side"])
)
def test_nothing_on_the_felt_moves_through_a_hand(room: Room, size: str) -> None:
    table = room.open("maryland")
    room.lay({3: "Ks Qd"}, dealer="Qs 7h", board="Kh Qc 7c 7d 9s")
    player = room.guest()
    page = player.page
    player.sit(table, 3)
    player.wager(ante=1000, trips=500, progressive=100)
    resize(page, size)
    cards, bets = board(page), page.get_by_role("main").get_by_label(re.compile(r"^Blind: \$10"))
    seen = [(box(cards), box(bets))]

    player.button(re.compile("^Deal")).click()
    expect(player.button(re.compile("^Bet 4×"))).to_be_enabled()
    seen.append((box(cards), box(bets)))
    player.act("Bet 4×")
    expect(dock(player)).to_contain_text(re.compile("Two pair, kings and queens.*to a full house"))
    expect(player.button(re.compile("^Next hand"))).to_be_enabled()
    seen.append((box(cards), box(bets)))

    assert seen[0] == seen[1] == seen[2]


@pytest.mark.full
def test_the_figures_in_the_bar_stay_where_they_are(tmp_path: Path, browser: Browser) -> None:
    with stacked_server(tmp_path, "--no-standing") as server:  # one that works out edges
        room = Room(server, browser, "figures")
        figures_stay(room)
        assert room.close() == []


def figures_stay(room: Room) -> None:
    table = room.open("maryland")
    player = room.guest()
    player.sit(table, 3)
    player.ready()  # seated: no figure of it comes later
    session = player.page.get_by_label("This session")
    where = "list => [...list.querySelectorAll('dt')].map((one) => one.getBoundingClientRect().x)"
    before = session.evaluate(where)

    player.deal(ante=1000)
    expect(session).to_contain_text("%")

    assert session.evaluate(where) == before


@pytest.mark.parametrize(
    "size", first(1, ["phone", "small phone", "phone on its side", "zoom 200 %"])
)
def test_small_screens_show_your_cards_and_every_button(room: Room, size: str) -> None:
    table = room.open("maryland")
    room.lay({3: "Ks Qd"}, dealer="Qs 7h", board="Kh Qc 7c 7d 9s")
    player = room.guest()
    page = player.page
    player.sit(table, 3)
    player.wager(ante=1000, trips=500)
    resize(page, size)

    deal = player.button(re.compile("^Deal"))
    assert inside(box(deal), page)
    assert apart(box(board(page)), box(dock(player)))
    deal.click()
    for button in ("Check", "Bet 3×", "Bet 4×"):
        expect(player.button(re.compile(f"^{button}"))).to_be_enabled()
        assert inside(box(player.button(re.compile(f"^{button}"))), page)
    hole = [page.get_by_role("img", name=name) for name in ("King of spades", "Queen of diamonds")]
    for card in hole:
        assert apart(box(card), box(dock(player)))
    player.act("Bet 4×")
    expect(player.button(re.compile("^Next hand"))).to_be_enabled()
    expect(dock(player)).to_contain_text("to a full house")
    for card in hole:
        shown = box(card)
        assert inside(shown, page)
        assert shown["y"] + shown["height"] * 0.8 <= box(dock(player))["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]


@pytest.mark.full
def test_at_400_percent_the_page_scrolls_to_everything(room: Room) -> None:
    table = room.open("maryland")
    player = room.guest(viewport={"width": 320, "height": 200})
    page = player.page
    player.sit(table, 3)
    player.ready()

    deal = player.button(re.compile("^Deal"))
    deal.scroll_into_view_if_needed()
    assert inside(box(deal), page)
    assert apart(box(board(page)), box(dock(player)))
    deal.click()
    player.button(re.compile("^Bet 4×")).click()

    expect(player.button(re.compile("^Next hand"))).to_be_enabled()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.full
def test_a_lost_connection_leaves_your_cards_on_a_phone(room: Room) -> None:
    table = room.open("maryland")
    room.lay({3: "Ks Qd"}, dealer="Qs 7h", board="Kh Qc 7c 7d 9s")
    player = room.guest()
    page = player.page
    cut = player.breakable()
    player.sit(table, 3)
    player.deal(ante=1000)
    resize(page, "phone")
    expect(player.button(re.compile("^Bet 4×"))).to_be_enabled()
    page.route_web_socket(re.compile("/ws/table/"), lambda route: route.close())

    cut()

    expect(page.get_by_role("main")).to_contain_text("Connection lost")
    page.evaluate(DRAWN)
    for name in ("King of spades", "Queen of diamonds"):
        card = box(page.get_by_role("img", name=name))
        assert card["y"] + card["height"] <= box(dock(player))["y"]


@pytest.mark.full
def test_a_tablet_held_upright_has_slip_and_log_and_an_unbroken_bar(room: Room) -> None:
    table = room.open("maryland", title="Scarlet Fox 517's own table")
    player = room.guest()
    page = player.page
    player.sit(table, 3)
    player.deal(ante=1000)
    player.act("Bet 4×")
    expect(player.slip(1)).to_be_visible()

    resize(page, "tablet upright")

    log = page.get_by_role("region", name="Table log")
    for part in (player.slip(1), log):
        expect(part).to_be_visible()
        assert inside(box(part), page)
    assert apart(box(player.slip(1)), box(log))
    title = page.get_by_role("banner").get_by_text("Scarlet Fox")
    assert apart(box(title), box(page.get_by_label("This session")))
    assert apart(box(board(page)), box(dock(player)))


@pytest.mark.full
def test_a_message_of_the_floor_stands_once_on_every_screen(room: Room) -> None:
    table = room.open("maryland")
    viewer, boss = room.guest(), room.boss()
    page = viewer.see(f"/t/{table}")
    boss.see(f"/floor?table={table}")
    boss.button("Message").click()
    boss.page.get_by_label("Message to the table").fill("Last hand before the break")
    boss.button("Send message").click()

    told = page.get_by_text(re.compile("Last hand before the break")).locator("visible=true")
    outside = told.locator("xpath=self::*[not(ancestor-or-self::*[@aria-live or self::ol])]")
    for size in ("laptop", "tablet upright", "tablet", "phone"):
        resize(page, size)
        expect(outside).to_have_count(1)


@pytest.mark.full
@pytest.mark.parametrize("size", ["phone", "small phone"])
def test_a_phone_shows_your_cards_whole_while_you_leave(room: Room, size: str) -> None:
    table = room.open("maryland")
    room.lay({3: "Ks Qd"}, dealer="7s 7h", board="Kh Qc 8c 4d 9s")
    player = room.guest(phone=True)
    page = player.page
    resize(page, size)
    player.see(f"/t/{table}")
    player.button("Sit here, seat 3").click()
    player.button(re.compile("^Sit down · ")).click()
    player.deal(ante=1000)
    expect(player.button(re.compile("^Check"))).to_be_visible()

    player.button("Menu").click()
    player.button("Leave the table").click()
    page.get_by_role("dialog", name="Leave").get_by_role("button", name="Leave").click()

    stay = player.button("Stay")
    expect(stay).to_be_visible()
    page.evaluate(DRAWN)
    for name in ("King of spades", "Queen of diamonds"):
        card = box(page.get_by_role("img", name=name))
        assert card["y"] + card["height"] <= box(dock(player))["y"]
        assert apart(card, box(stay))


@pytest.mark.full
@pytest.mark.parametrize("size", ["phone", "small phone", "zoom 200 %"])
def test_a_phone_shows_the_place_of_your_cards_while_the_bank_is_offered(
    room: Room, size: str
) -> None:
    table = room.open("royal-caribbean")
    player = room.guest(phone=True)
    resize(player.page, size)
    player.see(f"/t/{table}")
    player.button("Sit here, seat 1").click()
    player.button(re.compile("^Sit down · ")).click()
    expect(dock(player)).to_contain_text("The bank is offered to you")

    player.page.evaluate(DRAWN)

    assert apart(box(player.region("Your cards")), box(dock(player)))
    for control in (player.button("Pass"), player.button(re.compile("^Take the bank"))):
        assert inside(box(control), player.page)
        assert control.evaluate("button => button.scrollWidth <= button.clientWidth"), (
            "words are cut"
        )


def test_a_solo_table_draws_no_seats_that_nobody_can_take(room: Room) -> None:
    table = room.open("maryland", kind="solo", bots=1)
    player = room.guest()
    player.see(f"/t/{table}")
    player.button("Sit down").first.click()
    player.page.get_by_role("dialog").get_by_role("button", name=re.compile("^Sit down ·")).click()
    expect(player.region(re.compile("^Seat ., you$"))).to_be_visible()

    expect(player.region(re.compile("^Seat "))).to_have_count(2)
    resize(player.page, "phone")

    seats = player.page.get_by_role("list", name="Seats, as they sit")
    expect(seats.get_by_role("listitem")).to_have_count(2)


@pytest.mark.full
def test_long_names_and_long_hands_are_written_in_full(room: Room) -> None:
    table = room.open("maryland")
    room.lay({2: "2c 3c", 3: "Ks Qd"}, dealer="7s 7h", board="Kh Qc 8c 4d 9s")
    player = room.guest()
    other = room.guest().rename("Crimson Plover 368")  # as long as a drawn name can be
    other.sit(table, 2)
    player.sit(table, 3)
    cut = "one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1"

    for size in ("laptop", "tablet", "phone"):
        resize(player.page, size)
        name = player.page.get_by_role("main").get_by_text(other.name, exact=True)
        assert not name.evaluate(cut), (size, other.name)
    resize(player.page, "laptop")
    other.deal(ante=1000)
    player.deal(ante=1000)
    other.act("Bet 4×")
    player.act("Bet 4×")
    kicker = player.mine.get_by_text("kings and queens, nine kicker")
    expect(kicker).to_be_visible()
    assert not kicker.evaluate(cut)


@pytest.mark.full
def test_wider_spacing_of_text_makes_nothing_lie_over_anything(room: Room) -> None:
    table = room.open("maryland")
    room.lay({3: "Ks Qd"}, dealer="Qs 7h", board="Kh Qc 7c 7d 9s")
    player = room.guest()
    page = player.page
    player.sit(table, 3)
    player.wager(ante=1000, trips=500)
    page.evaluate(SPACED)
    page.evaluate(DRAWN)

    bets = dock(player)
    more = box(bets.get_by_role("button", name="More Progressive"))
    for button in ("Repeat", "Double", "Clear"):
        assert apart(more, box(bets.get_by_role("button", name=re.compile(f"^{button}"))))
    player.button(re.compile("^Deal")).click()
    player.act("Bet 4×")
    expect(player.slip(1)).to_be_visible()
    cards = box(page.get_by_role("group", name="Dealer’s cards"))
    for name in ("Blind", "Trips"):
        for printed in page.get_by_role("table", name=f"{name} pays").all():
            assert apart(box(printed), cards)
    expect(page.get_by_role("main").get_by_role("button", name="Paytables")).to_be_visible()


@pytest.mark.full
def test_the_progressive_has_its_name_and_its_light_to_itself(room: Room) -> None:
    table = room.open("maryland")
    room.lay({3: "Ks Kd"}, dealer="Qs 7h", board="Kh Qc 2c 2d 9s")  # a full house pays both
    player = room.guest()
    player.sit(table, 3)
    player.deal(ante=1000, trips=1000, progressive=100)
    player.act("Bet 4×")
    expect(player.slip(1)).to_be_visible()

    for size in ("laptop", "phone"):
        resize(player.page, size)
        main = player.page.get_by_role("main")
        light = box(main.get_by_role("img", name="Progressive settled, light off").last)
        label = box(main.get_by_text(re.compile(r"^Progressive\s*\+\$")))
        for spot in main.get_by_role("img", name=re.compile("^Trips: .*paid")).all():
            drawn = spot.evaluate(
                """spot => [...spot.querySelectorAll('*')].map((one) => {
                  const { x, y, width, height } = one.getBoundingClientRect();
                  return { x, y, width, height };
                })"""
            )
            assert all(apart(part, light) for part in drawn), size
        assert abs(label["x"] + label["width"] / 2 - light["x"] - light["width"] / 2) < 12, size
