"""The screen of `pitboss play`: what keys do, and what is drawn after every change."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import ClassVar, Final

from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.events import Key, Resize
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Static

from pitboss.cli.play.coach import AsksOdds, CoachMode, CoachSays, SessionCost, TableCoach
from pitboss.cli.play.felt import (
    BRASS,
    HOUSEKEEPING,
    LIGHT_INK,
    Ink,
    Look,
    coach_lines,
    felt,
    paytable_lines,
    slip_lines,
)
from pitboss.cli.play.slip import Bets, again, less, more, offer_of, put, shown_wagers, total
from pitboss.cli.play.table import CannotPlay, ShownTable, SoloTable
from pitboss.cli.play.words import COACH_SAYS, KEYS, chips_word, key_of, signed
from pitboss.round import Refusal
from pitboss.rules import Chips, MoneyError, Wager, dollars
from pitboss.server.views.phrases import ante_words, dealer_word

COLUMNS_MIN: Final = 80
LINES_MIN: Final = 24
LINES_LOW: Final = 27  # below this the log has fewer lines, so that a whole hand is seen
COACH_SHARE: Final = 0.45  # of the columns, for the coach
LOG_LINES: Final = 4  # shown at once, or half of them on a low screen; L shows all
TYPED_MAX: Final = 12  # characters of an amount
DARK: Final = "textual-dark"
LIGHT: Final = "textual-light"
OFFERED: Final = "The bank is offered to you."
BETTING: Final = ("bet", "review")


class TextScreen(ModalScreen[None]):
    """A page of text over the table: paytables, keys or the log. Any of its keys closes it."""

    CSS = """
    TextScreen { align: center middle; }
    TextScreen > VerticalScroll {
        width: 76; max-width: 96%; height: auto; max-height: 90%;
        padding: 1 2; border: round $accent; background: $surface;
    }
    """

    def __init__(self, title: str, text: Text, *, at_end: bool = False) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self._at_end = at_end

    def compose(self) -> ComposeResult:
        """Put the text into a box that scrolls."""
        box = VerticalScroll(Static(self._text))
        box.border_title = self._title
        box.border_subtitle = "Esc closes"
        yield box

    def on_mount(self) -> None:
        """Take the keys; a log begins at its end."""
        box = self.query_one(VerticalScroll)
        box.focus()
        if self._at_end:
            box.scroll_end(animate=False)

    def on_key(self, event: Key) -> None:
        """Close at Escape, and at the keys that open such a page."""
        if event.key in ("escape", "q", "l", "p", "question_mark", "enter", "space"):
            event.stop()
            self.dismiss(None)


class PlayApp(App[None]):
    """A seat at one table. Keys are those of the browser's table."""

    TITLE = "pitboss play"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = [("ctrl+c", "leave_now", "Leave"), ("ctrl+q", "leave_now", "Leave")]
    CSS = """
    Screen { layers: base; }
    #top { height: 1; padding: 0 1; background: $panel; }
    #middle { height: 1fr; }
    #felt { width: 1fr; padding: 0 1; background: #14352a; color: #eef3ee; }
    #coach { width: 45%; padding: 0 1; background: $surface; }
    #log { height: 5; padding: 0 1; border-top: solid $panel; color: $text-muted; }
    .low #log { height: 3; }
    .off #coach { display: none; }
    #say { height: 1; padding: 0 1; }
    #keys { height: auto; max-height: 2; padding: 0 1; background: $boost; }
    #foot { height: 1; padding: 0 1; color: $text-muted; background: $panel; }
    #small { display: none; width: 100%; height: 100%; content-align: center middle; }
    .small #small { display: block; }
    .small #top, .small #middle, .small #log, .small #say, .small #keys, .small #foot {
        display: none;
    }
    """

    def __init__(
        self,
        table: SoloTable,
        odds: AsksOdds,
        *,
        chips: Chips,
        ante: Chips,
        coach: CoachMode,
    ) -> None:
        super().__init__()
        self.table = table
        self.error = ""
        self.chips_left = 0
        self._buys = chips
        self._ante = ante
        self._coach = TableCoach(table, odds, coach, self._changed)
        self._bets: Bets = {}
        self._placed: Bets = {}
        self._begun = False  # the first bets are chosen
        self._selected = 0
        self._typed = ""
        self._said = ""
        self._is_wrong = False
        self._asks_to_leave = False
        self._leaving = False
        self._four = False
        self._columns = COLUMNS_MIN
        self._log_max = LOG_LINES
        self._drawing = False  # it is to be drawn again: several changes make one drawing
        self._open = False
        self._busy = asyncio.Lock()  # one command of the person at a time

    @property
    def session(self) -> SessionCost:
        """What the priced hands cost and brought."""
        return self._coach.session

    @property
    def says(self) -> CoachSays:
        """What the coach says now."""
        return self._coach.says

    def compose(self) -> ComposeResult:
        """Lay out the screen: the felt beside the coach, the log, what can be done."""
        yield Static(id="top")
        with Horizontal(id="middle"):
            with VerticalScroll(id="felt", can_focus=False):
                yield Static(id="hand")
            with VerticalScroll(id="coach", can_focus=False):
                yield Static(id="says")
        yield Static(id="log")
        yield Static(id="say")
        yield Static(id="keys")
        yield Static(id="foot")
        yield Static(id="small")

    async def on_mount(self) -> None:
        """Open the table and sit down."""
        self._fit(self.size)
        self.table.told = self._changed
        try:
            await self.table.open(self._buys)
        except CannotPlay as error:
            self.error = str(error)
            self.exit()
            return
        self._open = True
        self._changed()

    async def on_unmount(self) -> None:
        """Stop the table and the coach."""
        self._coach.close()
        if self._open:
            self.chips_left = self.table.shown().chips
        await self.table.close()

    def on_resize(self, event: Resize) -> None:
        """Draw again for the new size, or say that it is too small."""
        self._fit(event.size)
        if self._open:
            self._draw()

    def _fit(self, size: Size) -> None:
        columns, rows = size
        self._columns = columns
        self._log_max = LOG_LINES // 2 if rows < LINES_LOW else LOG_LINES
        small = columns < COLUMNS_MIN or rows < LINES_MIN
        self.screen_stack[0].set_class(small, "small")
        self.screen_stack[0].set_class(rows < LINES_LOW, "low")
        if small:
            self.query_one("#small", Static).update(
                f"The table needs {COLUMNS_MIN} columns and {LINES_MIN} lines;\n"
                f"this terminal has {columns} and {rows}.\nMake it larger, or leave with Q."
            )

    # -- keys -------------------------------------------------------------------------------------

    async def on_key(self, event: Key) -> None:
        """Do what a key means now; a key that has nothing to do is left alone."""
        if not self._open or self._leaving or len(self.screen_stack) > 1:
            return
        key = event.character if event.character and event.character.isprintable() else event.key
        key = {" ": "space"}.get(key, key).casefold()
        if key == "q":
            event.stop()
            await self._leave()
            return
        self._asks_to_leave = False
        does = self._does(key)
        if does is None:
            return
        event.stop()
        event.prevent_default()
        async with self._busy:
            await does()
        self._changed()

    def _does(self, key: str) -> Callable[[], Awaitable[object]] | None:
        """Find what a key does now."""
        shown = self.table.shown()
        anywhere: dict[str, Callable[[], None]] = {
            "e": self._next_coach,
            "l": self._show_log,
            "p": self._show_paytables,
            "?": self._show_keys,
            "d": self._other_deck,
            "t": self._other_theme,
            "escape": self._hush,
            "pageup": lambda: self._scroll_parts(-1),
            "pagedown": lambda: self._scroll_parts(1),
        }
        if key in anywhere:
            return _later(anywhere[key])
        if key == "+" and shown.mode in (*BETTING, "bank"):
            return self._buy
        if shown.mode == "decide":
            choice = next((one for one in shown.choices if key_of(one) == key), None)
            return None if choice is None else lambda: self._choose(choice.word, choice.times)
        if shown.mode == "hold" and key == "b":
            return lambda: self._tell(self.table.return_bank())
        if shown.mode == "bank":
            return self._in_bank(shown, key)
        return self._in_betting(shown, key) if shown.mode in BETTING else None

    def _in_betting(self, shown: ShownTable, key: str) -> Callable[[], Awaitable[object]] | None:
        if key == "space":
            return lambda: self._deal(shown)
        if key == "r":
            return _later(lambda: self._repeat(shown))
        if shown.mode == "review":
            return _later(self._change) if key == "b" else None
        steps = {"up": -1, "down": 1, "tab": 1, "shift+tab": -1}
        if key in steps:
            return _later(lambda: self._move(shown, steps[key]))
        if key in ("left", "right"):
            return _later(lambda: self._step(shown, key))
        return self._typing(key, lambda: self._set_typed(shown))

    def _in_bank(self, shown: ShownTable, key: str) -> Callable[[], Awaitable[object]] | None:
        if key == "n":
            return lambda: self._tell(self.table.decline_bank())
        if key == "y":
            return lambda: self._take_bank(shown)
        return self._typing(key, _nothing)

    def _typing(
        self, key: str, done: Callable[[], object]
    ) -> Callable[[], Awaitable[object]] | None:
        if key in ("enter",) and self._typed:
            return _later(done)
        if key == "backspace" and self._typed:
            return _later(lambda: self._type(self._typed[:-1]))
        if (key.isascii() and key.isdigit()) or key in (".", ",", "$"):
            return _later(lambda: self._type((self._typed + key)[:TYPED_MAX]))
        return None

    # -- what keys do -----------------------------------------------------------------------------

    async def _choose(self, word: str, times: int) -> None:
        await self._tell(self.table.choose(word, times))

    async def _deal(self, shown: ShownTable) -> None:
        if self._typed and not self._set_typed(shown):
            return
        if not total(self._bets):
            self._say("Choose your bets first: → puts the least Ante down.", wrong=True)
            return
        if await self._tell(self.table.bet(self._bets)):
            self._placed = self._bets
        else:
            self.table.is_put_aside = True  # so that the bets can be changed

    async def _buy(self) -> None:
        if await self._tell(self.table.buy(self._buys)):
            self._say(f"You buy chips for {chips_word(self._buys)}.")

    async def _take_bank(self, shown: ShownTable) -> None:
        stake = self._read_typed() if self._typed else Chips(_stake(shown))
        if stake is not None:
            self._typed = ""
            await self._tell(self.table.take_bank(stake))

    async def _tell(self, asked: Awaitable[Refusal | None]) -> bool:
        """Wait for the table's answer; say why where it refuses. Return whether it was obeyed."""
        refusal = await asked
        if refusal is None:
            self._say("")
            return True
        cites = f" ({', '.join(refusal.cite.clauses)})" if refusal.cite.clauses else ""
        self._say(f"{refusal.text[:1].upper()}{refusal.text[1:]}{cites}.", wrong=True)
        return False

    def _repeat(self, shown: ShownTable) -> None:
        self._bets = again(self._placed or self._bets, shown.face.offers)
        self._typed = ""

    def _change(self) -> None:
        self.table.is_put_aside = True

    def _move(self, shown: ShownTable, by: int) -> None:
        if self._typed and not self._set_typed(shown):
            return
        self._selected = (self._selected + by) % max(1, len(shown_wagers(shown.face.offers)))

    def _step(self, shown: ShownTable, key: str) -> None:
        wager = self._wager(shown)
        offer = None if wager is None else offer_of(shown.face.offers, wager)
        if wager is None or offer is None:
            return
        now = self._bets.get(wager, 0)
        self._typed = ""
        cents = more(offer, now) if key == "right" else less(offer, now)
        self._bets = put(self._bets, shown.face.offers, wager, cents)

    def _type(self, text: str) -> None:
        self._typed = text
        self._say("")

    def _read_typed(self) -> Chips | None:
        try:
            return dollars(self._typed)
        except MoneyError as error:
            self._say(f"{error}.", wrong=True)
            return None

    def _set_typed(self, shown: ShownTable) -> bool:
        """Put the typed amount on the wager that is chosen; the table judges it."""
        wager, cents = self._wager(shown), self._read_typed()
        if wager is None or cents is None:
            return False
        self._typed = ""
        self._bets = put(self._bets, shown.face.offers, wager, cents)
        return True

    def _wager(self, shown: ShownTable) -> Wager | None:
        wagers = shown_wagers(shown.face.offers)
        return wagers[self._selected % len(wagers)] if wagers else None

    def _next_coach(self) -> None:
        self._coach.next_mode()
        self._say(COACH_SAYS[self._coach.mode])

    def _show_log(self) -> None:
        text = Text("\n".join(line.text for line in self.table.lines))
        self.push_screen(TextScreen("Log", text, at_end=True))

    def _show_paytables(self) -> None:
        self.push_screen(TextScreen("Paytables", paytable_lines(self.table.rules)))

    def _show_keys(self) -> None:
        lines = [Text.assemble((f"{key:<10}", f"bold {BRASS}"), does) for key, does in KEYS]
        self.push_screen(TextScreen("Keys", Text("\n").join(lines)))

    def _other_deck(self) -> None:
        self._four = not self._four
        self._say("Four colours." if self._four else "Two colours.")

    def _other_theme(self) -> None:
        self.theme = LIGHT if self.theme == DARK else DARK

    def _scroll_parts(self, by: int) -> None:
        for part in self.query("#felt, #coach").results(VerticalScroll):
            part.scroll_relative(y=by * max(1, part.size.height - 2), animate=False)

    def _hush(self) -> None:
        self._typed = ""
        self._say("")

    # -- leaving ----------------------------------------------------------------------------------

    async def _leave(self) -> None:
        """Leave; in the middle of a hand only when asked twice."""
        if not self.table.is_in_hand or self._asks_to_leave:
            await self.action_leave_now()
            return
        self._asks_to_leave = True
        self._say("Q again leaves: you check as long as you can, then fold. Any other key stays.")
        self._changed()

    async def action_leave_now(self) -> None:
        """Play a hand to its end by checks, or a fold, and leave."""
        self._leaving = True
        if self._open:
            async with self._busy:
                while self.table.is_in_hand and not self.table.failed:
                    passing = [c for c in self.table.shown().choices if c.word != "play"]
                    if passing:
                        await self.table.choose(passing[0].word)
                    await asyncio.sleep(0)
        self.exit()

    # -- drawing ----------------------------------------------------------------------------------

    def _say(self, text: str, *, wrong: bool = False) -> None:
        self._said, self._is_wrong = text, wrong

    def _changed(self) -> None:
        if self._open and not self._leaving:
            self._coach.look()
            if not self._drawing:
                self._drawing = True
                self.call_next(self._draw)

    def _draw(self) -> None:
        self._drawing = False
        if self._leaving:
            return
        shown = self.table.shown()
        if shown.mode in BETTING and not self._begun:
            self._begun = True
            self._bets = put({}, shown.face.offers, Wager.ANTE, self._ante)
        columns = self._columns
        off = self._coach.mode == "off"
        self.screen_stack[0].set_class(off, "off")
        share = int(columns * COACH_SHARE)
        look = Look(self._four, columns - 3 - (0 if off else share))
        self._put("#top", self._top(shown))
        self._put("#hand", self._hand(shown, look))
        self._put("#says", coach_lines(self._coach.says, self._coach.mode, share - 3, self._ink()))
        self._put("#log", self._log_lines(columns - 2))
        offered = OFFERED if shown.mode == "bank" else ""
        notice = self._said or offered or shown.face.notice
        style = f"bold {self._ink().bad}" if self._is_wrong else ""
        self._put("#say", Text(notice, style=style))
        self._put("#keys", self._keys(shown))
        self._put(
            "#foot", Text(f"E coach {self._coach.mode}   L log   P paytables   ? keys   Q leave")
        )

    def _put(self, where: str, text: Text) -> None:
        widget = self.query_one(where, Static)
        widget.update(text)
        # Textual keeps the height of a text that was replaced while it was being laid out.
        widget.clear_cached_dimensions()

    def _ink(self) -> Ink:
        return Ink() if self.theme == DARK else LIGHT_INK

    def _top(self, shown: ShownTable) -> Text:
        rules = self.table.rules
        net = shown.chips + sum(s.chips for s in shown.mine.spots if s.outcome is None)
        if shown.mode in BETTING:
            net = shown.chips
        text = Text.assemble(
            (rules.set.title, "bold"),
            f"  Ante {ante_words(rules)}   Hand {shown.hand.round}   ",
            (f"Chips {chips_word(shown.chips)}", "bold"),
            f"   So far {signed(net - self.table.bought).removesuffix('.00')}",
        )
        text.truncate(self._columns - 2, overflow="ellipsis")
        return text

    def _hand(self, shown: ShownTable, look: Look) -> Text:
        if shown.mode != "bet":
            return felt(shown, look, dealer_word(self.table.rules))
        return slip_lines(
            self._bets, shown.face.offers, self._wager(shown), self._typed, shown.chips
        )

    def _log_lines(self, width: int) -> Text:
        told = [line for line in self.table.lines if line.name not in HOUSEKEEPING]
        lines = [Text(line.text) for line in told[-self._log_max :]]
        for line in lines:
            line.truncate(width, overflow="ellipsis")
        return Text("\n").join(lines)

    def _keys(self, shown: ShownTable) -> Text:
        match shown.mode:
            case "decide":
                return _line(
                    (key_of(one).upper(), _choice(one.word, one.times, one.chips, shown.chips))
                    for one in reversed(shown.choices)
                )
            case "bet" | "review":
                return self._betting_keys(shown)
            case "bank":
                stake = self._typed or chips_word(_stake(shown))
                return _line(
                    (("Y", f"Take the bank with {stake} (type another)"), ("N", "Leave it"))
                )
            case "hold":
                return _line([("B", "Give the bank back"), ("", "The others bet.")])
            case _:
                return Text(shown.face.notice or "…")

    def _betting_keys(self, shown: ShownTable) -> Text:
        bets = total(self._bets)
        if bets > shown.chips:
            text = f"Your bets are {chips_word(bets)}; you have {chips_word(shown.chips)}"
            more_chips = ("+", f"Buy {chips_word(self._buys)}")
            change = ("B", "Change bets") if shown.mode == "review" else ("←", "Less")
            return _line([("", text), more_chips, change])
        if shown.mode == "review":
            return _line([("Space", f"Deal again, {chips_word(bets)}"), ("B", "Change bets")])
        return _line(
            [("Space", f"Deal, {chips_word(bets)}"), ("↑↓", "Choose a bet"), ("←→", "Less, more")]
        )


def _choice(word: str, times: int, chips: int, have: int) -> str:
    if word != "play":
        return word.capitalize()
    short = f" (you have {chips_word(have)})" if chips > have else ""
    return f"Bet {times}× {chips_word(chips)}{short}"


def _line(pairs: Iterable[tuple[str, str]]) -> Text:
    text = Text()
    for key, does in pairs:
        text.append("   " if text else "")
        if key:
            text.append(f" {key} ", style=f"bold black on {BRASS}")
            text.append(" ")
        text.append(does)
    return text


def _stake(shown: ShownTable) -> int:
    """Return what to bank with where nothing is typed: all that the others may bet, or have."""
    bank = shown.face.bank
    return 0 if bank is None else max(bank.least, min(bank.most, bank.cover))


def _later(does: Callable[[], object]) -> Callable[[], Awaitable[object]]:
    async def done() -> None:
        does()

    return done


def _nothing() -> None:
    """Leave what was typed as it is."""
