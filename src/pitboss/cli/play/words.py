"""What the terminal says: amounts, choices and keys in words, the same as in the browser."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pitboss.coach.amounts import about
from pitboss.rules import Street, money
from pitboss.server.views.phrases import short_money
from pitboss.server.wire.coach import CoachDecision, CoachSplit
from pitboss.server.wire.odds import Exact
from pitboss.server.wire.table import Choice

STREETS: Final = {
    Street.DEAL: "Before the flop",
    Street.FLOP: "On the flop",
    Street.RIVER: "On the river",
}
CHOICES: Final = {"check": ("Check", "checked"), "fold": ("Fold", "folded")}
COACH_SAYS: Final = {
    "off": "Coach off.",
    "after": "Coach after each decision.",
    "before": "Coach before each decision.",
}
QUIET: Final = {
    "off": "The coach is off. E turns it on.",
    "after": "After each choice you’ll see here what it cost, and why.",
    "before": "When it is your turn, you’ll see here what each choice is worth.",
}
KEYS: Final = (
    ("C", "Check"),
    ("4 3 2 1", "Bet 4×, 3×, 2× or 1×"),
    ("F", "Fold"),
    ("Space", "Deal, or the next hand with the same bets"),
    ("↑ ↓", "Choose a bet"),
    ("← →", "Less or more on it; digits and Enter for any amount"),
    ("B", "Change bets; give the bank back"),
    ("R", "Repeat the last bets"),
    ("Y N", "Take the bank, or leave it to the next seat"),
    ("+", "Buy chips"),
    ("E", "Coach off, after or before"),
    ("PgUp PgDn", "Scroll the hand and the coach"),
    ("L", "The whole log"),
    ("P", "Paytables"),
    ("D", "Two or four colours"),
    ("T", "Light or dark"),
    ("?", "These keys"),
    ("Esc", "Close"),
    ("Q", "Leave the table"),
)


def choice_word(name: str) -> str:
    """Name a choice as its key does: "Bet 4×", "Check", "Fold"."""
    return CHOICES[name][0] if name in CHOICES else f"Bet {name.replace('x', '×')}"


def made_word(name: str) -> str:
    """Name a choice that was made: "checked", "folded", "bet 4×"."""
    return CHOICES[name][1] if name in CHOICES else f"bet {name.replace('x', '×')}"


def key_of(choice: Choice) -> str:
    """Return the key that makes a choice: its multiple, "c" or "f"."""
    return str(choice.times) if choice.word == "play" else choice.word[0]


def sentence(made: CoachDecision) -> str:
    """Write what was decided: "Before the flop you checked"."""
    return f"{STREETS[made.price.street]} you {made_word(made.chosen)}"


def cost_word(made: CoachDecision) -> str:
    """Write what a choice cost: "best", "less than a cent", "−$0.34"."""
    cost = Fraction(made.cost_cents.fraction)
    if not cost:
        return "best"
    return about(cost) if not round(cost) else money(-round(cost))


def amount(value: Exact | Fraction) -> str:
    """Write exact cents with a sign and both places, so that amounts stand below one another."""
    return signed(round(value if isinstance(value, Fraction) else Fraction(value.fraction)))


def signed(cents: int) -> str:
    """Write a gain or a loss: "+$1.20", "−$1.00", "$0.00"."""
    return f"+{money(cents)}" if cents > 0 else money(cents)


def antes(value: Exact) -> str:
    """Write a value in Antes with three places: "−2.173"."""
    text = f"{abs(value.decimal):.3f}"
    if not float(text):
        return text
    return f"+{text}" if value.decimal > 0 else f"−{text}"


def split_words(split: CoachSplit) -> str:
    """Write luck and skill apart: "The cards brought −$24.00, your choices cost $1.20."."""
    cost = Fraction(split.cost.fraction)
    lost = about(cost) if cost else "nothing"
    return f"The cards brought {amount(split.luck)}, your choices cost {lost}."


def session_words(hands: int, decisions: int, luck: Fraction, cost: Fraction) -> str:
    """Write luck and skill of the hands that were priced."""
    lost = about(cost) if cost else "nothing"
    of = f"{hands} priced hand{'' if hands == 1 else 's'}"
    made = f"{decisions} decision{'' if decisions == 1 else 's'}"
    return f"In {of} the cards brought {amount(luck)}; {made} cost {lost}."


def chips_word(cents: int) -> str:
    """Write an amount in short: "$10", "$12.50"."""
    return short_money(cents)
