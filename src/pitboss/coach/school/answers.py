"""Reads answers as people write them, into one form each; a wrong format gets one clear line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from pitboss.cards import CardError, cards_text, parse_cards
from pitboss.rules import MoneyError, dollars, money
from pitboss.rules.money import signed_dollars

Form = Literal["choice", "money", "chips", "cards", "number", "sequence", "set"]

TEXT_MAX: Final = 200  # characters of an answer; more is none
SHOWN_MAX: Final = 30
BEST: Final = 5
CHIPS: Final = (100_000, 50_000, 10_000, 2_500, 500, 100, 50)  # cents; a rack's denominations
NONE_WORDS: Final = frozenset({"none", "nothing", "-", "0", "no"})
SYNONYMS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("win", "wins", "won", "w", "pay", "pays", "paid"), "win"),
    **dict.fromkeys(("lose", "loses", "lost", "l", "take", "takes", "taken", "collect"), "lose"),
    **dict.fromkeys(
        ("push", "pushes", "pushed", "return", "returns", "returned", "back", "goes back",
         "void", "stand off", "standoff", "r"),
        "back",
    ),
    **dict.fromkeys(("trips", "set", "three", "3 of a kind"), "three-of-a-kind"),
    **dict.fromkeys(("quads", "four", "4 of a kind"), "four-of-a-kind"),
    **dict.fromkeys(("boat", "full boat", "full"), "full-house"),
    **dict.fromkeys(("two pairs", "2 pair", "2 pairs"), "two-pair"),
    **dict.fromkeys(("one pair", "a pair", "pairs"), "pair"),
    **dict.fromkeys(("royal",), "royal-flush"),
    **dict.fromkeys(("no pair", "high"), "high-card"),
    **dict.fromkeys(("yes", "y", "true"), "yes"),
    **dict.fromkeys(("no", "n", "false"), "no"),
}  # fmt: skip
_PAY: Final = re.compile(r"(pay|pays|paid|win|wins|take|takes|taken|lose|loses|lost)\s+(.+)")
_TAKES: Final = frozenset({"take", "takes", "taken", "lose", "loses", "lost"})
_CHIP: Final = re.compile(r"(?:(\d{1,4})\s*[x×*]\s*)?\$?(\d{1,6}(?:\.\d{1,2})?)")


class SchoolAnswerError(ValueError):
    """An answer that cannot be read; the line says what would be right."""


def _shown(text: str) -> str:
    return repr(text.strip()[:SHOWN_MAX])


def folded(text: str) -> str:
    """Return an answer in lower case with single spaces; raises `SchoolAnswerError`."""
    if len(text) > TEXT_MAX:
        raise SchoolAnswerError(f"the answer has {len(text)} characters; at most {TEXT_MAX}")
    words = " ".join(text.casefold().split())
    if not words:
        raise SchoolAnswerError("nothing is written; write your answer")
    return words


def read_choice(text: str, choices: Sequence[tuple[str, str]]) -> str:
    """Return the value of a choice by its letter, its value, its label or a word for it.

    >>> read_choice("return", [("win", "wins"), ("lose", "loses"), ("back", "goes back")])
    'back'
    """
    word = folded(text)
    values = [value for value, _ in choices]
    for value, label in choices:
        if word in (value.casefold(), label.casefold(), value.replace("-", " ").casefold()):
            return value
    if SYNONYMS.get(word) in values:
        return SYNONYMS[word]
    if len(word) == 1 and word.isalpha() and ord(word) - ord("a") in range(len(values)):
        return values[ord(word) - ord("a")]
    if word.isascii() and word.isdigit() and 1 <= int(word) <= len(values):
        return values[int(word) - 1]
    raise SchoolAnswerError(f"{_shown(text)} is no choice here; write {_letters(choices)}")


def _letters(choices: Sequence[tuple[str, str]]) -> str:
    return f"a letter from a to {letter(len(choices) - 1)}" if choices else "nothing"


def letter(place: int) -> str:
    """Return the letter of a choice, the first being a."""
    return chr(ord("a") + place)


def read_money(text: str) -> str:
    """Return a gain (+) or a loss (-) in cents, as text: "+7.50", "take 5", "push", "$1,250.50".

    >>> read_money("take $5"), read_money("12.5"), read_money("push")
    ('-500', '1250', '0')
    """
    word = folded(text).replace("$ ", "$")
    if SYNONYMS.get(word) == "back" or word in ("nothing", "none"):
        return "0"
    found = _PAY.fullmatch(word)
    amount = found[2] if found else word
    sign = amount[:1] if amount[:1] in ("-", "−", "+") else ""
    try:
        chips = signed_dollars(sign + amount[len(sign) :].strip())
    except MoneyError:
        right = "an amount such as 7.50, −5 or $1,250.50"
        raise SchoolAnswerError(f"{_shown(text)} is no amount; write {right}") from None
    return str(-chips if found and found[1] in _TAKES else chips)


def read_chips(text: str) -> str:
    """Return the sum of chips in cents: "2x25 1x5 3x1", or one after the other: "25 25 5".

    >>> read_chips("2x25, 5, 1x0.50")
    '5550'
    """
    total = 0
    for part in re.sub(r"\s*[x×*]\s*", "x", folded(text)).replace(",", " ").split():
        if part in ("and", "+"):
            continue
        found = _CHIP.fullmatch(part)
        value = 0 if found is None else int(dollars(found[2]))
        if found is None or value not in CHIPS:
            known = ", ".join(money(chip).removesuffix(".00") for chip in CHIPS)
            raise SchoolAnswerError(
                f"{_shown(part)} is no chip; write 2x25 1x5, with chips of {known}"
            )
        total += int(found[1] or 1) * value
    return str(total)


def fewest_chips(cents: int) -> tuple[tuple[int, int], ...] | None:
    """Return how often each chip is taken for a sum, the largest first; None where none fit.

    >>> fewest_chips(5_550)
    ((2500, 2), (500, 1), (50, 1))
    """
    found = []
    for chip in CHIPS:
        count, cents = divmod(cents, chip)
        if count:
            found.append((chip, count))
    return None if cents else tuple(found)


def read_best_five(text: str) -> str:
    """Return five cards in one order, as text."""
    try:
        cards = parse_cards(text)
    except CardError as error:
        raise SchoolAnswerError(str(error)) from None
    if len(cards) != BEST:
        raise SchoolAnswerError(f"{len(cards)} cards; write the best five, such as As Kd 9h 9c 2d")
    return cards_text(tuple(sorted(cards, reverse=True)))


def read_number(text: str) -> str:
    """Return a whole number, as text."""
    word = folded(text).replace(",", "")
    if not (word.isascii() and word.isdigit() and len(word) <= 6):
        raise SchoolAnswerError(f"{_shown(text)} is no whole number; write one such as 5")
    return str(int(word))


def read_sequence(text: str, choices: Sequence[tuple[str, str]]) -> str:
    """Return the values in the order given by their letters or numbers: "b a c", "bac", "2,1,3"."""
    return " ".join(_several(text, choices))


def read_set(text: str, choices: Sequence[tuple[str, str]]) -> str:
    """Return the values that are marked, in the order of the choices; "none" marks nothing."""
    if folded(text) in NONE_WORDS:
        return ""
    marked = _several(text, choices)
    return " ".join(value for value, _ in choices if value in marked)


def _several(text: str, choices: Sequence[tuple[str, str]]) -> list[str]:
    words = folded(text).replace(",", " ").split()
    if len(words) == 1 and words[0].isalpha() and not _is_value(words[0], choices):
        words = list(words[0])
    return [read_choice(word, choices) for word in words]


def _is_value(word: str, choices: Sequence[tuple[str, str]]) -> bool:
    return any(word in (value.casefold(), label.casefold()) for value, label in choices)
