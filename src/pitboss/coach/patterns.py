"""Patterns of spots as text to keep, and in words to read: what a learner gets wrong."""

from __future__ import annotations

from typing import Final

from pitboss.cards import CATEGORY_SLUGS, Category
from pitboss.odds import SpotFilter
from pitboss.rules import Street

_SLUGS: Final = {slug: category for category, slug in CATEGORY_SLUGS.items()}


def pattern_text(pattern: SpotFilter) -> str:
    """Write a pattern as one line, which `read_pattern` reads back.

    >>> pattern_text(SpotFilter(Street.DEAL, starting=frozenset({"K3o", "K2o"}), best="check"))
    'deal|check|K2o,K3o||||'
    """
    parts = (
        pattern.street.value,
        pattern.best or "",
        ",".join(sorted(pattern.starting or ())),
        ",".join(sorted(CATEGORY_SLUGS[hand] for hand in pattern.hands or ())),
        _flag_text(pattern.lifts),
        _flag_text(pattern.four_flush),
        "" if pattern.outs is None else f"{pattern.outs[0]}-{pattern.outs[1]}",
    )
    return "|".join(parts)


def read_pattern(text: str) -> SpotFilter:
    """Read a pattern back; raises `ValueError` for a text that is none."""
    street, best, starting, hands, lifts, four_flush, outs = text.split("|")
    least, _, most = outs.partition("-")
    return SpotFilter(
        Street(street),
        hands=frozenset(_SLUGS[slug] for slug in hands.split(",")) if hands else None,
        starting=frozenset(starting.split(",")) if starting else None,
        lifts=_flag(lifts),
        four_flush=_flag(four_flush),
        outs=(int(least), int(most)) if outs else None,
        best=best or None,
    )


def pattern_words(pattern: SpotFilter) -> str:
    """Describe a pattern in one line, without its best choice.

    >>> river = SpotFilter(Street.RIVER, hands=frozenset({Category.PAIR}), lifts=False, outs=(9, 9))
    >>> pattern_words(river)
    'a pair on the river, all of it on the board, 9 dealer outs'
    """
    if pattern.street == Street.DEAL:
        return ", ".join(sorted(pattern.starting or (), key=_by_rank))
    words = [f"{_hands(pattern)} on the {pattern.street}"]
    if pattern.lifts is not None and pattern.hands != frozenset({Category.HIGH_CARD}):
        words.append("with your own cards" if pattern.lifts else "all of it on the board")
    if pattern.four_flush:
        words.append("four to a flush")
    if pattern.outs is not None:
        count = pattern.outs[0]
        words.append("1 dealer out" if count == 1 else f"{count} dealer outs")
    return ", ".join(words)


def _hands(pattern: SpotFilter) -> str:
    return " or ".join(
        _article(CATEGORY_SLUGS[hand].replace("-", " ")) for hand in sorted(pattern.hands or ())
    )


def _article(name: str) -> str:
    return name if name.startswith(("high card", "two pair", "three ", "four ")) else f"a {name}"


def _by_rank(name: str) -> tuple[int, ...]:
    return tuple(-"23456789TJQKA".index(letter) for letter in name[:2])


def _flag_text(flag: bool | None) -> str:  # noqa: FBT001  # the value that is written
    return "" if flag is None else ("yes" if flag else "no")


def _flag(text: str) -> bool | None:
    return None if not text else text == "yes"
