"""Takes the pictures of the main pages: `make pictures`, into docs/pictures.

`python -m tools.pictures lab` takes those of the lab alone.

A real server with laid cards is played by three people in a real Chromium, so that the same
hands stand in every picture; only the hours in the log are those of the day.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.people import Person
from tests.browser.room import DESKTOP, PHONE, Room
from tests.browser.stagehand import stacked_server
from tools.chromium import find

FOLDER: Final = Path(__file__).resolve().parent.parent / "docs" / "pictures"
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
BOARD: Final = "9s 8d 2h 7c Kd"
WORKING: Final = "calculating…"  # an edge that is not there yet


class Camera:
    """Two pages of one person: a desktop and a phone."""

    def __init__(self, room: Room, person: Person) -> None:
        state = person.context.storage_state()
        self.pages: dict[str, Page] = {}
        for size, viewport, scale in (("desktop", DESKTOP, 1), ("phone", PHONE, 2)):
            seen = room.guest(storage_state=state, viewport=viewport, device_scale_factor=scale)
            self.pages[size] = seen.page
        self.origin = room.house.origin

    def take(
        self,
        name: str,
        path: str,
        ready: str,
        sizes: Sequence[str] = ("desktop",),
        first: Callable[[Page], object] | None = None,
    ) -> None:
        """Take a page in light and dark, once these words stand on it; `first` prepares it."""
        for size in sizes:
            page = self.pages[size]
            page.goto(f"{self.origin}{path}")
            if first is not None:
                first(page)
            expect(
                page.get_by_text(re.compile(ready)).locator("visible=true").first
            ).to_be_visible()
            expect(page.get_by_text(WORKING)).to_have_count(0)
            page.wait_for_load_state("networkidle")
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                file = FOLDER / f"{name}-{size}-{scheme}.png"
                page.screenshot(path=file, animations="disabled", caret="hide")
                print(file.relative_to(FOLDER.parent.parent))


def expose(page: Page) -> None:
    """Declare that a card of the dealer was seen."""
    page.get_by_label("What happened").select_option("dealer-card-exposed")


def fold(page: Page) -> None:
    """Answer a spot."""
    page.get_by_role("button", name=re.compile("^Fold")).click()


def play(room: Room) -> None:
    """Play the hands and take the pictures on the way."""
    both = ("desktop", "phone")
    ada, marcus, priya = (room.guest().rename(name) for name in ("Ada", "Marcus", "Priya"))
    boss = Camera(room, room.boss().rename("Vera"))
    Camera(room, ada).take("lobby", "/", "Play now", both)
    table = room.open("maryland", title="Table 6")
    room.lay({2: "Qc Qh", 4: "Js Ts", 6: "Ac 4c"}, "Kc 4d", BOARD, box="Jd Jc 5h 3d")
    for person, seat in ((marcus, 2), (ada, 4), (priya, 6)):
        person.sit(table, seat)
    marcus.deal(ante=1500, trips=500)
    priya.deal(ante=1000, progressive=100)
    ada.deal(ante=1000, trips=500, six_card=100)
    you = Camera(room, ada)  # with what the browser has kept of the bets
    marcus.act("Bet 4×")
    ada.act("Check")
    priya.act("Check")
    expect(ada.button(re.compile("^Bet 2×"))).to_be_visible()
    you.take("table", f"/t/{table}", "Your turn", both)
    boss.take("irregularity", f"/floor?table={table}&do=declare", "Chips that move", first=expose)
    boss.pages["desktop"].get_by_role("button", name="Cancel").click()  # the table was stopped
    ada.act("Bet 2×")
    priya.act("Check", "Fold")
    expect(ada.slip(1)).to_contain_text("Net")
    expect(ada.button(re.compile("^Next hand"))).to_be_visible()
    you.take("settled", f"/t/{table}", "Next hand", both)
    you.take("hand", f"/h/{table}/1", "Step by step")
    learn(room)
    jackpot(room)
    boss.take("floor", f"/floor?table={table}", "Jackpot to validate")
    boss.take("evidence", f"/audit/{table}/1", "Settlement")
    you.take("rules", "/rules/maryland", "Maryland")
    you.take("compare", "/rules/maryland/california", "California")
    lab(room)
    school(room)


def learn(room: Room) -> None:
    """Take the coach beside a decision, a link to a spot, and the training room."""
    room.stage.open("maryland-8", "maryland", title="Table 8")
    room.stage.lay("maryland-8", {3: "Ks 5d"}, dealer="Qh Jc", board="5h Jd 8s 2c 9d")
    noor = room.guest().rename("Noor")
    noor.sit("maryland-8", 3)
    for _ in ("after", "before"):
        noor.page.keyboard.press("e")
    noor.deal(ante=1000)
    noor.act("Check")
    expect(noor.region("Coach")).to_contain_text("is best")
    you = Camera(room, noor)
    you.take("coach", "/t/maryland-8", "is best|best:", ("desktop", "phone"))
    spot = "/spot?hole=KdQh&flop=4s5h6d&turn=8c&river=9d"
    you.take("spot", spot, "is best", first=fold)
    you.take("train", "/train", "The daily ten", ("desktop", "phone"))


def lab(room: Room) -> None:
    """Take the lab with an edited flush, and its plots of a session and of a shift."""
    you = Camera(room, room.guest().rename("Grace"))
    edited = '/lab?v={"rules":"maryland","pays":{"flush":"2 to 1"}}'
    you.take("lab", edited, "Best play is unchanged", ("desktop", "phone"))
    for name, ready in (("Session", "Ruined on the way"), ("House", "Two seats at one board")):
        you.take(f"lab-{name.lower()}", edited, ready, first=partial(show_panel, name))


def show_panel(name: str, page: Page) -> None:
    """Show one of the lab's panels of figures."""
    expect(page.get_by_role("grid", name="Starting hands, in Antes")).to_be_visible()
    page.get_by_role("button", name=name, exact=True).click()


def jackpot(room: Room) -> None:
    """Leave a straight flush on another table, for the floor to validate."""
    room.stage.open("maryland-7", "maryland", title="Table 7", pace={"floor": False})
    room.stage.lay("maryland-7", {3: "8h 9h"}, dealer="Kd Ks", board="5h 6h 7h Kc 2d")
    lena = room.guest().rename("Lena")
    lena.sit("maryland-7", 3)
    lena.deal(ante=1000, progressive=100)
    lena.act("Bet 4×")
    expect(lena.region("Your decision")).to_contain_text("floor")


def school(room: Room) -> None:
    """Take the dealer school: its page, layouts to pay, an examination, a class with a result."""
    noor, vera = room.guest().rename("Noor"), room.boss().rename("Vera")
    drawn = {"level": "medium", "seed": 7, "count": 2}
    made = vera.post("/api/school/classes", {"title": "Tuesday evening"})
    path = f"/api/school/classes/{made['id']}/assignments"
    due = int(time.time() * 1_000) + 7 * 86_400_000
    task = {"title": "Week 1: what becomes of it", "deadline": due, "count": 5}
    vera.post(path, {**task, "weights": {"outcomes": 1}})
    vera.post(path, {**task, "title": "Table test", "exam": True, "count": 20})
    noor.post("/api/school/classes/joined", {"code": made["code"]})
    paid = noor.post("/api/school/lessons", {**drawn, "kinds": ["amounts"]})
    found = noor.post("/api/school/lessons", {**drawn, "kinds": ["mispay"]})
    week = noor.context.request.get(f"{noor.origin}/api/school/classes").json()
    begun = week["attending"][0]["assignments"][0]["id"]
    lesson = noor.post("/api/school/lessons", {"assignment": begun})["id"]
    noor.post(f"/api/school/lessons/{lesson}/answers", {"number": 1, "answers": {}})
    you = Camera(room, noor)
    you.take("school-layout", f"/school/{paid['id']}", "Exercise 1", ("desktop", "phone"))
    you.take("school-mispay", f"/school/{found['id']}", "The price", first=_find_mispay)
    you.take("school", "/school", "Where you stand")
    exam = noor.post("/api/school/examinations", {"candidate": "Noor Castell"})
    you.take("school-exam", f"/school/{exam['id']}", "Nothing is corrected", ("phone",))
    Camera(room, vera).take("school-class", f"/school/class/{made['id']}", "Code to join by")


def _find_mispay(page: Page) -> None:
    """Name a step, and wait until the price of the mistake is counted."""
    button = page.get_by_role("button", name=re.compile("^Answer"))
    expect(button).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    expect(page.locator(".note")).to_contain_text("an hour")


def main() -> int:
    """Take all of them, or those of the lab or the school; 2 where there is no Chromium."""
    path = find()
    if path is None:
        print("there is no Chromium: python -m tools.chromium", file=sys.stderr)
        return 2
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        stacked_server(Path(folder)) as house,
        sync_playwright() as playwright,
    ):
        browser: Browser = playwright.chromium.launch(executable_path=path)
        room = Room(house, browser, "maryland-6")
        try:
            {"lab": lab, "school": school}.get(" ".join(sys.argv[1:]), play)(room)
            troubles = room.close()
        finally:
            browser.close()
    for trouble in troubles:
        print(trouble, file=sys.stderr)
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
