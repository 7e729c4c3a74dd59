"""A newcomer who presses "Play now" and then whatever stands there, as people do.

What is on the page is found by role and by how a button's name begins: more words do no harm.
"""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import TimeoutError as TooLateError
from playwright.sync_api import expect

from tests.browser.people import Person

# The buttons that go on with a hand, by how their names begin.
TAKE: Final = "Take the bank"
DECLINE: Final = "Pass"
CHECK: Final = "Check"
FOLD: Final = "Fold"
GO_ON: Final = re.compile(rf"^({TAKE}|{DECLINE}|{CHECK}|{FOLD}|Deal|Next hand|Bet [1-4]|Buy in)\b")
HAND: Final = re.compile(r"^Settlement of hand (\d+)$")
BOT_WITH_BANK: Final = re.compile(r"^Seat \d, .*, bot, player-dealer$")
# Name and amounts of a slip in one call: the next slip may take its place between two.
SLIPS: Final = """slips => slips.map((slip) => [
  slip.getAttribute('aria-label'),
  [...slip.querySelector('table').tBodies, slip.querySelector('tfoot')]
    .flatMap((part) => [...(part?.rows ?? [])])
    .map((row) => row.lastElementChild.textContent.trim()),
])"""
MONEY: Final = re.compile(r"^[+−]?\$[\d,]+(\.\d\d)?$")
PRESSES_A_HAND: Final = 30  # bank, deal, three decisions; the rest for presses that came too early
PRESS_MS: Final = 10_000  # a button that has gone away meanwhile is not waited for


class Newcomer:
    """Plays on and on, a hand like this and a hand like that; takes every other bank."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.taken = 0
        self.passed = 0
        self.bots_banked = False
        self.added_up: set[int] = set()

    def play_now(self, rules: str) -> None:
        """Choose a rule book in the lobby and press the large button."""
        self.person.see("/")
        self.page.get_by_role("combobox").first.select_option(label=rules)
        self.page.get_by_role("button", name="Play now").click()
        expect(self.page).to_have_url(re.compile("/t/"))

    def hasten(self) -> None:
        """Choose the quickest speed of the menu."""
        self.page.get_by_role("button", name="Menu", exact=True).click()
        menu = self.page.get_by_role("dialog", name="Menu")
        menu.get_by_text("At once", exact=True).click()
        self.page.keyboard.press("Escape")
        expect(menu).to_be_hidden()

    def play(self, hands: int) -> None:
        """Press one button after the other until so many own slips were read, and added up."""
        hand = 0
        for _ in range(hands * PRESSES_A_HAND):
            for hand, amounts in self._slips():
                assert adds_up(amounts), f"hand {hand}: {amounts}"
                self.added_up.add(hand)
            if len(self.added_up) >= hands:
                return
            self._look_for_bots()
            self._go_on(hand)
        raise AssertionError(f"{hands * PRESSES_A_HAND} presses and slips {self.added_up}")

    def _slips(self) -> list[tuple[int, list[str]]]:
        """List the settlements on the page: number of the hand, amounts from first to net."""
        slips = self.page.get_by_role("region", name=HAND).evaluate_all(SLIPS)
        return sorted((int(name.rpartition(" ")[2]), amounts) for name, amounts in slips)

    def _look_for_bots(self) -> None:
        """Note whether a bot holds the bank, and is marked as a bot meanwhile."""
        seats = self.page.get_by_role("region", name=BOT_WITH_BANK)
        self.bots_banked |= seats.filter(has_text="Bot").filter(has_text="PD").count() > 0

    def _go_on(self, hand: int) -> None:
        """Press what a person would: something is always there to press."""
        buttons = self.page.get_by_role("button", name=GO_ON, disabled=False)
        expect(buttons.first).to_be_visible()
        word = self._choice(tuple(map(_word, buttons.all_inner_texts())), hand)
        if word is None:
            return
        try:
            named = re.compile(rf"^{re.escape(word)}\b")
            buttons.and_(self.page.get_by_role("button", name=named)).first.click(timeout=PRESS_MS)
        except TooLateError:
            return  # it had its time: what stands there now is looked at anew
        self.taken += word == TAKE
        self.passed += word == DECLINE

    def _choice(self, there: tuple[str, ...], hand: int) -> str | None:
        if TAKE in there and DECLINE in there:
            return TAKE if self.taken <= self.passed else DECLINE
        if FOLD in there and hand % 5 == 0:
            return FOLD
        if CHECK in there and hand % 3:
            return CHECK
        return next((word for word in there if word not in (FOLD, CHECK, DECLINE)), None)


def adds_up(amounts: list[str]) -> bool:
    """Tell whether all amounts of a slip but the last sum up to the last, its net.

    >>> adds_up(["−$5", "+$15", "+$10"]), adds_up(["−$5", "+$15"]), adds_up([])
    (True, False, False)
    """
    return bool(amounts) and sum(map(cents, amounts[:-1])) == cents(amounts[-1])


def cents(text: str) -> int:
    """Read a sum with its sign, as a slip writes it.

    >>> cents("+$12.50"), cents("−$1,000"), cents("$0")
    (1250, -100000, 0)
    """
    if not MONEY.match(text):
        raise AssertionError(f"{text!r} is no sum")
    whole, _, rest = text.strip().lstrip("+−").removeprefix("$").replace(",", "").partition(".")
    found = 100 * int(whole) + int(rest or 0)
    return -found if text.strip().startswith("−") else found


def _word(text: str) -> str:
    found = GO_ON.match(text.strip())
    return found[1] if found else ""
