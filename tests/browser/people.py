"""Somebody with a browser of their own, who finds everything by its role and its name."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    WebSocketRoute,
    expect,
)

from tests.waiting import WAIT_S_MAX

TITLES: Final = {
    "ante": "Ante = Blind",
    "trips": "Trips",
    "six_card": "Six Card",
    "progressive": "Progressive",
}
# Of the rows that are about a wager: its name, and the sum at the end.
LINES: Final = """rows => rows.filter((row) => row.querySelector('th[scope=row]'))
  .map((row) => [row.querySelector('th').innerText, row.lastElementChild.innerText])"""
NAMES: Final = "images => images.map((one) => one.getAttribute('aria-label') ?? '')"
STEPS_MAX: Final = 60  # presses of "more" until an amount stands there


def dollars(cents: int) -> str:
    """Cents as the page writes them.

    >>> dollars(1000), dollars(-1250), dollars(123456700)
    ('$10', '−$12.50', '$1,234,567')
    """
    whole, rest = divmod(abs(cents), 100)
    return f"{'−' if cents < 0 else ''}${whole:,}{f'.{rest:02}' if rest else ''}"


def signed(cents: int) -> str:
    """Cents with their sign, as a slip has them.

    >>> signed(500), signed(0), signed(-500)
    ('+$5', '$0', '−$5')
    """
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


class Person:
    """One visitor: a context, a page, and the troubles that the page has told of."""

    def __init__(self, context: BrowserContext, origin: str, troubles: list[str]) -> None:
        self.context = context
        self.origin = origin
        self.troubles = troubles
        context.on("console", self._hear)
        context.on("weberror", lambda said: self._trouble(str(said.error)))
        self.page: Page = context.new_page()
        self.seat = 0
        self.chips = 0

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self._trouble(said.text)

    def _trouble(self, text: str) -> None:
        self.troubles.append(f"{self.page.url}: {text}")

    def see(self, path: str) -> Page:
        """Go to a page of the house."""
        self.page.goto(f"{self.origin}{path}")
        return self.page

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """A button by its name."""
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    def region(self, name: str | re.Pattern[str]) -> Locator:
        """A part of the page by its name."""
        return self.page.get_by_role("region", name=name, exact=isinstance(name, str))

    def rename(self, name: str) -> Person:
        """Take a name that is not drawn."""
        self.post("/api/me/name", {"name": name})
        return self

    def post(self, path: str, body: object) -> Any:  # Any: JSON
        """Ask the server as this person's browser would."""
        me = self.context.request.get(f"{self.origin}/api/me").json()
        headers = {"x-csrf": me["csrf"], "origin": self.origin}
        answer = self.context.request.post(f"{self.origin}{path}", data=body, headers=headers)
        assert answer.ok, answer.text()
        return answer.json()

    @property
    def name(self) -> str:
        """What the house calls them."""
        found: str = self.context.request.get(f"{self.origin}/api/me").json()["name"]
        return found

    # -- at a table ------------------------------------------------------------------------------

    def sit(self, table: str, seat: int, cents: int = 50_000) -> None:
        """Take a seat with chips in front of one."""
        self.see(f"/t/{table}")
        self.button(f"Sit here, seat {seat}").click()
        dialog = self.page.get_by_role("dialog", name="Take a seat")
        dialog.get_by_label("Amount").fill(dollars(cents))
        dialog.get_by_role("button", name=f"Sit down · {dollars(cents)}").click()
        expect(dialog).to_be_hidden()
        self.seat, self.chips = seat, cents

    def take_bank(self, cents: int) -> None:
        """Take the bank when it is offered, with this stake."""
        offer = self.region("Your decision")
        offer.get_by_label("Stake, at least").fill(dollars(cents))
        offer.get_by_role("button", name=f"Take the bank · {dollars(cents)}").click()
        expect(offer).not_to_contain_text("The bank is offered to you")

    def breakable(self) -> Callable[[], None]:
        """Route the sockets of the page through us; what is given back breaks them."""
        open_: list[WebSocketRoute] = []

        def through(route: WebSocketRoute) -> None:
            route.connect_to_server()
            open_.append(route)

        self.page.route_web_socket(re.compile("/ws/table/"), through)

        def cut() -> None:
            for route in open_:
                route.close(code=4999, reason="cut")
            open_.clear()

        return cut

    def swap_cuts(self, seed: str) -> None:
        """Play a house that uses another cut than the one it was sent."""

        def sent(message: str | bytes) -> str:
            said = json.loads(message)
            if said.get("type") == "do" and said["ask"]["do"] == "seed":
                said["ask"]["seed"] = seed
            return json.dumps(said)

        def through(route: WebSocketRoute) -> None:
            server = route.connect_to_server()
            route.on_message(lambda message: server.send(sent(message)))

        self.page.route_web_socket(re.compile("/ws/table/"), through)

    @property
    def mine(self) -> Locator:
        """Their own place on the felt."""
        return self.region(f"Seat {self.seat}, you")

    def ready(self) -> None:
        """Wait until what has just appeared may be pressed."""
        group = self.page.get_by_role("group", name="What you can do", exact=True)
        expect(group).to_have_attribute("aria-disabled", "false")

    def wager(self, **cents: int) -> None:
        """Choose the amounts, wager by wager; what is not named is not bet."""
        bets = self.region("Your bets")
        clear = bets.get_by_role("button", name="Clear")
        expect(bets).to_be_visible()
        self.ready()
        if clear.is_enabled():
            clear.click()
        for wager, wanted in cents.items():
            group = bets.get_by_role("group", name=TITLES[wager], exact=True)
            more = group.get_by_role("button", name=re.compile("^More "))
            for _ in range(STEPS_MAX):
                if dollars(wanted) in _amounts(group):
                    break
                more.click()
            expect(group).to_contain_text(dollars(wanted))

    def deal(self, **cents: int) -> None:
        """Choose the amounts and put them down."""
        self.wager(**cents)
        total = sum(cents.values()) + cents.get("ante", 0)  # the Blind is the Ante's equal
        self.button(f"Deal · {dollars(total)}").click()
        expect(self.region("Your bets")).to_be_hidden()

    def act(self, *acts: str) -> None:
        """Decide, street by street: "Check", "Fold", "Bet 4×"."""
        for act in acts:
            self.button(re.compile(rf"^{re.escape(act)}")).click()

    def slip(self, hand: int) -> Locator:
        """The settlement of a hand."""
        return self.region(f"Settlement of hand {hand}")

    def settled(self, hand: int, net: int, **wagers: int) -> None:
        """See each wager's cents on the slip, their sum, and the chips after it."""
        slip = self.slip(hand)
        expect(slip.get_by_role("row", name=re.compile("^Net "))).to_contain_text(
            re.compile(rf"^Net\s*{re.escape(signed(net))}$")
        )
        # Chips may still move on the felt: the slip is whole from its first moment.
        found = dict(slip.get_by_role("row").evaluate_all(LINES))
        assert found == {_title(name): signed(cents) for name, cents in wagers.items()}
        self.chips += net
        self.has(self.chips)

    def has(self, cents: int) -> None:
        """See how much lies in front of one."""
        expect(self.button(f"{dollars(cents)} in front of you; add chips")).to_be_visible()

    def cards(self, group: str) -> list[str]:
        """The cards of a named group, as they are told to the ear."""
        found = self.page.get_by_role("group", name=group, exact=True)
        return names(found)

    def hole(self) -> list[str]:
        """One's own two cards."""
        return [name for name in names(self.mine) if " of " in name]

    # -- on the floor ----------------------------------------------------------------------------

    def hold(self, button: Locator, *, mouse: bool = False) -> None:
        """Hold a grave button until it acts: by its key, since a form may move under a mouse."""
        expect(button).to_be_enabled()
        if mouse:
            button.hover()
            self.page.mouse.down()
        else:
            button.focus()
            self.page.keyboard.down("Enter")
        expect(button).to_be_hidden()
        self.page.mouse.up()
        self.page.keyboard.up("Enter")

    @contextmanager
    def still(self) -> Iterator[None]:
        """Stop the clock of the page: what it would take back after a while stays to be seen.

        `page.clock.install()` comes first, before a page is loaded.
        """
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 1)
        yield
        self.page.clock.resume()


def wait_for(page: Page, expression: str, arg: object = None) -> None:
    """Wait until an expression is true; `wait_for_function` needs an `eval`, which we forbid."""
    deadline = time.monotonic() + WAIT_S_MAX
    while not page.evaluate(expression, arg):
        assert time.monotonic() < deadline, expression
        page.wait_for_timeout(20)


def names(within: Locator) -> list[str]:
    """List the names of all pictures there, in one call: the page may change between two."""
    found: list[str] = within.get_by_role("img").evaluate_all(NAMES)
    return found


def wait_for_cards(within: Locator, wanted: Sequence[str]) -> None:
    """See exactly these cards, in this order."""
    for card in wanted:
        expect(within.get_by_role("img", name=card, exact=True)).to_be_visible()


def _amounts(group: Locator) -> list[str]:
    return re.findall(r"\$[\d,]+(?:\.\d\d)?", group.inner_text())


def _title(wager: str) -> str:
    tip = wager.endswith("_tip")
    words: Mapping[str, str] = {"six_card": "Six Card"}
    name = wager.removesuffix("_tip")
    return words.get(name, name.capitalize()) + (" tip" if tip else "")
