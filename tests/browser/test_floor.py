"""What the floor does from its console while people play: validation, Envy, an irregularity."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person
from tests.browser.room import Room

PASSWORD = "correct horse battery"  # noqa: S105  # of nobody real

pytestmark = pytest.mark.slow


@pytest.mark.full
def test_a_straight_flush_waits_for_the_floor_and_the_neighbour_gets_envy(room: Room) -> None:
    table = room.open("maryland", options={"progressive": "A"}, pace={"floor": False})
    room.lay({1: "8h 9h", 3: "Qs Js"}, dealer="Kd Ks", board="5h 6h 7h Kc 2d")
    winner, neighbour, boss = room.guest(), room.guest(), room.boss()
    winner.sit(table, 1)
    neighbour.sit(table, 3)

    winner.deal(ante=1000, progressive=100)
    neighbour.deal(ante=1000, progressive=100)
    winner.act("Bet 4× · $40")
    neighbour.act("Check", "Check", "Bet 1× · $10")

    expect(winner.region("Your decision")).to_contain_text("floor")
    boss.see("/floor")
    alert = boss.page.get_by_role("article", name="Jackpot to validate").filter(has_text=table)
    expect(alert).to_contain_text("straight flush, nine high. The Progressive pays $1,000.01.")
    alert.get_by_role("button", name=re.compile("^Check and pay")).click()
    dialog = boss.page.get_by_role("dialog", name="Pay this Progressive win?")
    dialog.get_by_role("button", name="Cancel").click()
    expect(alert).to_be_visible()  # nothing is paid without a second look
    alert.get_by_role("button", name=re.compile("^Check and pay")).click()
    dialog.get_by_role("button", name="Pay $1,000.01").click()
    expect(alert).to_be_hidden()

    # S-MD-29 with the least meter there is: a tenth of $10,000, of which the stake is a dollar.
    neighbour.settled(1, 26900, ante=-1000, blind=-1000, play=-1000, progressive=-100, envy=30000)
    winner.settled(1, 154901, ante=1000, blind=50000, play=4000, progressive=99901)
    # Who has validated a win is not told of it once more.
    boss.see("/floor")
    expect(boss.page.get_by_role("button", name=re.compile(f"^{table}"))).to_be_visible()
    notices = boss.page.get_by_role("article", name="Payout notice").filter(has_text=table)
    expect(notices.filter(has_text="Progressive")).to_have_count(0)


def test_an_irregularity_shows_its_remedy_before_the_floor_declares_it(room: Room) -> None:
    table = room.open("maryland", options={"dealing": "shoe", "progressive": "A"})
    room.lay({2: "Ks Jd"}, dealer="3s 3d", board="Kh 9d 4c 2s 7h")
    player, boss = room.guest(), room.boss()
    flora = floorperson(room, boss, "Flora Ames")
    player.sit(table, 2)
    player.deal(ante=1000, trips=500, progressive=100)
    player.act("Check")
    expect(player.button(re.compile("^Bet 2×"))).to_be_visible()

    boss.see(f"/floor?table={table}&do=declare")
    panel = boss.region("Declare an irregularity")
    # The table stops first, and goes on when the form is left.
    expect(panel).to_contain_text("The table is stopped.")
    expect(player.page.get_by_role("main")).to_contain_text("The table is stopped")
    expect(player.button(re.compile("^Bet 2×"))).to_have_count(0)
    panel.get_by_role("button", name="Cancel").click()
    expect(player.button(re.compile("^Bet 2×"))).to_be_visible()
    boss.button("Declare an irregularity").click()
    expect(panel).to_contain_text("The table is stopped.")
    panel.get_by_label("What happened").select_option("dealer-card-exposed")
    preview = boss.region("Remedy preview")
    expect(preview).to_contain_text("Maryland")
    expect(preview.get_by_role("button", name="Clause MD-13.F").first).to_be_visible()
    expect(boss.region("Chips that move")).to_contain_text("$20")  # Ante and Blind
    told = "Ante and Blind are returned. Trips and Progressive are still played."
    expect(panel.get_by_text(re.compile("^Players will read:"))).to_contain_text(told)
    note = "second card lifted with the cover card"
    panel.get_by_label("Note for the journal").fill(note)
    hold = panel.get_by_role("button", name="Hold to declare")
    expect(hold).to_be_disabled()  # the cards are out: a second person has to agree
    panel.get_by_label("Second person").fill(flora)
    panel.get_by_label("Their password").fill(PASSWORD)
    boss.hold(hold)

    # S-MD-41: Ante and Blind go back, the board is finished for Trips, which a pair loses.
    main = player.page.get_by_role("main")
    expect(main).to_contain_text(told)
    player.settled(1, -600, ante=0, blind=0, trips=-500, progressive=-100)
    expect(main).to_contain_text("MD-13.F")
    page = player.page.locator("body")
    for private in (note, boss.name, flora):
        expect(page).not_to_contain_text(private)

    floor = boss.see("/floor")
    for width in (701, 822, 961, 1101, 1280):
        floor.set_viewport_size({"width": width, "height": 800})
        expect(floor.get_by_role("button", name="Menu")).to_be_in_viewport(ratio=1)
        assert floor.evaluate("document.documentElement.scrollWidth") <= width

    boss.see(f"/audit/{table}/1")
    trouble = boss.region("Irregularities")
    expect(trouble).to_contain_text(f"Declared by {boss.name}, agreed by {flora}. Note: “{note}”")
    expect(trouble).to_contain_text("is seen before all have decided: the round is void")


def floorperson(room: Room, boss: Person, name: str) -> str:
    """Somebody else of the floor, who can sign with a password; their name."""
    other = room.guest().context.request
    csrf = other.get(f"{boss.origin}/api/me").json()["csrf"]
    made = other.post(
        f"{boss.origin}/api/account",
        data={"name": name, "password": PASSWORD},
        headers={"x-csrf": csrf, "origin": boss.origin},
    )
    assert made.status in (201, 409), made.text()  # one server for all tests
    mine = boss.context.request
    csrf = mine.get(f"{boss.origin}/api/me").json()["csrf"]
    given = mine.post(
        f"{boss.origin}/api/people/{name}/roles",
        data={"roles": ["floor"]},
        headers={"x-csrf": csrf, "origin": boss.origin},
    )
    assert given.ok, given.text()
    return name


def test_a_player_is_told_that_the_floor_is_for_others(room: Room) -> None:
    player = room.guest()

    for path in ("/floor", "/audit"):
        player.see(path)

        expect(player.page.get_by_role("main")).to_contain_text("role")
