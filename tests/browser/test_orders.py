"""Orders of the floor from its console, each with what the people at the table see of it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person
from tests.browser.room import Room
from tests.browser.test_floor import PASSWORD, floorperson

pytestmark = pytest.mark.slow


DONE = {
    "Message": "Message sent.",
    "Pause": "Table paused.",
    "Resume": "Table resumed.",
    "Limits": "Limits set.",
    "Change deck": "Deck changed.",
    "Shuffle": "Shuffle ordered.",
    "Close": "The table closes after this hand.",
    "Open": "Table open.",
    "Repair device": "Device back in use.",
}


def order(boss: Person, label: str, send: str, **fields: str) -> None:
    """Give an order: open its form, fill it in, send it, and read that it is done."""
    boss.button(label).click()
    for name, value in fields.items():
        boss.page.get_by_label(re.compile(f"^{name.replace('_', ' ')}")).fill(value)
    boss.button(send).click()
    expect(boss.page.get_by_text(DONE[label]).first).to_be_visible()


def test_a_pause_waits_for_the_round_then_other_limits_and_another_deck_come(room: Room) -> None:
    table = room.open("maryland")
    player, boss = room.guest(), room.boss()
    player.sit(table, 2)
    player.deal(ante=1000)
    main = player.page.get_by_role("main")
    boss.see(f"/floor?table={table}")

    onlooker = room.guest(phone=True)
    onlooker.see(f"/t/{table}")
    boss.button("Message").click()
    boss.page.get_by_label("Message to the table").fill("Last hand before the break")
    told = "The floor says: Last hand before the break"
    expect(boss.page.get_by_text(f"Players will read: “{told}”")).to_be_visible()
    boss.button("Send message").click()
    expect(player.region("Messages of the floor")).to_contain_text(told)
    expect(player.page.get_by_role("main")).not_to_contain_text(boss.name)
    expect(onlooker.page.get_by_role("main")).to_contain_text(told)  # on a phone too
    order(boss, "Pause", "Pause table", Reason="break")
    expect(main).to_contain_text("The table is paused")
    expect(main).to_contain_text("break")  # players read the reason
    player.act("Check", "Check", "Fold")
    player.settled(1, -2000, ante=-1000, blind=-1000)
    expect(boss.page.get_by_text("Hand 1, bets, paused.")).to_be_visible()
    order(boss, "Limits", "Set limits", Minimum_Ante="$15", Maximum_Ante="$200")
    order(boss, "Change deck", "Change deck")
    order(boss, "Resume", "Resume dealing")

    expect(main).not_to_contain_text("The table is paused")
    expect(boss.region(table)).to_contain_text("$15 to $200")
    # At once for who sits there: in the bar, in the paytables, as a message, and in what is bet.
    expect(player.page.get_by_role("banner")).to_contain_text("$15 to $200")
    expect(player.region("Messages of the floor")).to_contain_text("the Ante is $15 to $200")
    player.button("Menu").click()
    player.page.get_by_role("button", name="Paytables", exact=True).click()
    expect(player.page.get_by_role("dialog", name="Paytables")).to_contain_text("$15 to $200")
    player.page.keyboard.press("Escape")
    player.button("Change bets").click()
    player.deal(ante=1500)
    player.act("Check", "Check", "Fold")
    player.settled(2, -3000, ante=-1500, blind=-1500)


@pytest.mark.full
def test_the_floor_orders_a_shuffle_and_a_recut_and_both_are_done_before_the_cards(
    room: Room,
) -> None:
    table = room.open("maryland", options={"dealing": "shoe", "shuffle": "manual"}, provable=True)
    player, boss = room.guest(), room.boss()
    player.sit(table, 2)
    boss.see(f"/floor?table={table}")

    order(boss, "Shuffle", "Order shuffle")
    boss.button("Recut").click()
    depth = boss.page.get_by_label("Cards above the cover card")
    depth.fill("52")
    boss.button("Order recut").click()
    expect(boss.page.get_by_text("Give a whole number from 1 to 51.")).to_be_visible()
    depth.fill("20")
    boss.button("Order recut").click()

    expect(depth).to_be_hidden()
    player.deal(ante=1000)
    log = player.page.get_by_role("complementary", name="Coach, settlement and log")
    expect(log).to_contain_text("The floor orders a shuffle")
    expect(log).to_contain_text("The floor orders the deck cut again, 20 cards deep")
    expect(log).to_contain_text("The deck is shuffled")
    expect(log).to_contain_text("The deck is cut, 20 cards deep")


@pytest.mark.full
def test_where_no_deck_is_cut_no_recut_is_offered(room: Room) -> None:
    table = room.open("maryland")
    player, boss = room.guest(), room.boss()
    player.sit(table, 2)
    boss.see(f"/floor?table={table}")

    expect(boss.button("Shuffle")).to_be_visible()
    expect(boss.button("Recut")).to_have_count(0)


def test_the_floor_removes_a_player_closes_the_table_and_opens_it_again(room: Room) -> None:
    table = room.open("maryland")
    player, boss = room.guest(), room.boss()
    player.sit(table, 2)
    dock = player.region("Your decision")
    boss.see(f"/floor?table={table}")

    boss.button("Remove player").click()
    boss.page.get_by_label("Seat", exact=True).select_option(label=f"Seat 2, {player.name}")
    boss.hold(boss.button("Hold: remove after this round"), mouse=True)
    expect(player.button("Sit here, seat 2")).to_be_visible()
    expect(boss.page.get_by_text("Nobody sits here.")).to_be_visible()
    order(boss, "Close", "Close table", Reason="end of the shift")
    expect(dock).to_contain_text("The table is closed")
    order(boss, "Open", "Open table")

    expect(dock).not_to_contain_text("The table is closed")
    player.sit(table, 2)
    expect(player.region("Your bets")).to_be_visible()


@pytest.mark.full
def test_a_shuffler_that_is_out_of_order_stops_the_deal_until_it_is_repaired(room: Room) -> None:
    table = room.open("maryland")
    player, boss = room.guest(), room.boss()
    player.sit(table, 2)
    main = player.page.get_by_role("main")
    boss.see(f"/floor?table={table}&do=declare")

    panel = boss.region("Declare an irregularity")
    panel.get_by_label("What happened").select_option("device-out-of-order")
    boss.hold(panel.get_by_role("button", name="Hold to declare"))
    expect(main).to_contain_text("The shuffler is out of order")
    expect(boss.page.get_by_text("Device out of use: covered.")).to_be_visible()
    player.deal(ante=1000)  # the round that was open goes on
    player.act("Check", "Check", "Fold")
    player.settled(1, -2000, ante=-1000, blind=-1000)
    expect(boss.region(table)).to_contain_text("Hand 1, bets.")  # which has ended
    expect(player.button(re.compile("^Next hand"))).to_be_hidden()
    order(boss, "Repair device", "Device works again")

    expect(player.button("Next hand · $20")).to_be_enabled()
    expect(main).not_to_contain_text("The shuffler is out of order")


@pytest.mark.full
def test_after_a_jam_the_floor_orders_the_deal_by_hand(room: Room) -> None:
    table = room.open("catfish-bend")
    player, boss = room.guest(), room.boss()
    second = floorperson(room, boss, "Flora Ames")
    player.sit(table, 2)
    player.deal(ante=1000)
    expect(player.button(re.compile("^Check"))).to_be_visible()
    main = player.page.get_by_role("main")
    boss.see(f"/floor?table={table}&do=declare")

    panel = boss.region("Declare an irregularity")
    panel.get_by_label("What happened").select_option("shuffler-jam")
    panel.get_by_label(re.compile("^Deck in the shuffler")).select_option(label="In play")
    panel.get_by_label("Second person").fill(second)
    panel.get_by_label("Their password").fill(PASSWORD)
    boss.hold(panel.get_by_role("button", name="Hold to declare"))
    expect(main).to_contain_text("The shuffler is out of order")
    boss.button("Deal another way").click()
    boss.page.get_by_label("Way of dealing").select_option(label="by hand")
    boss.button("Deal this way").click()

    expect(boss.page.get_by_text("Dealt this way from the next hand.").first).to_be_visible()
    expect(main).not_to_contain_text("The shuffler is out of order")
    player.settled(1, 0, ante=0, blind=0)
    player.button("Next hand · $20").click()
    log = player.page.get_by_role("complementary", name="Coach, settlement and log")
    expect(log).to_contain_text("The deck is shuffled (manual)")


@pytest.mark.full
def test_a_floor_person_who_sits_there_decides_nothing_at_that_table(room: Room) -> None:
    room.forgive("422")
    table = room.open("maryland")
    boss = room.boss()
    boss.sit(table, 4)
    boss.deal(ante=1000)
    expect(boss.button(re.compile("^Check"))).to_be_visible()
    boss.see(f"/floor?table={table}&do=declare")

    panel = boss.region("Declare an irregularity")
    expect(panel).to_contain_text("You sit at this table: leave your seat first")
    expect(panel.get_by_role("button", name="Hold to declare")).to_be_disabled()

    boss.see(f"/t/{table}")
    boss.act("Check", "Check", "Fold")
    boss.button("Menu").click()
    boss.button("Leave the table").click()
    boss.page.get_by_role("dialog", name="Leave").get_by_role("button", name="Leave").click()
    expect(boss.region("Your decision")).to_contain_text("You are watching")
