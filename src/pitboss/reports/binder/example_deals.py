"""Cards that make each hand of a paytable and each ending against the dealer.

They only lay the cards: what the hands are, and what they win, the engine says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pitboss.rules.paytable import COMMUNITY, FIRST_FIVE, SUPER_ROYAL, SUPER_ROYAL_DIAMONDS


@dataclass(frozen=True, slots=True)
class LaidCards:
    """A seat's two cards, the board in the order it is turned, the dealer's two, and the box."""

    hole: str
    board: str
    dealer: str
    box: str = ""


# A hand of each kind, made by the two cards and the flop; the dealer has a pair and loses.
LINE_HANDS: Final[Mapping[str, LaidCards]] = {
    "royal-flush": LaidCards("As Ks", "Qs Js Ts 4d 2c", "4h 9c"),
    FIRST_FIVE: LaidCards("As Ks", "Qs Js Ts 4d 2c", "4h 9c"),
    COMMUNITY: LaidCards("2c 3d", "As Ks Qs Js Ts", "4h 5c"),
    "straight-flush": LaidCards("9h 8h", "7h 6h 5h Kc 2d", "Ks 3c"),
    "four-of-a-kind": LaidCards("9s 9d", "9h 9c 4s Kd 2h", "Ks 3h"),
    "full-house": LaidCards("Ks Kd", "Kh 7s 7c 2d 4h", "Qs 3c"),
    "flush": LaidCards("Ad 9d", "7d 4d 2d Ks Jh", "Kc 3h"),
    "straight": LaidCards("9c 8d", "7h 6s 5c Kd 2s", "Ks 3h"),
    "three-of-a-kind": LaidCards("8s 8d", "8h Qc 4s 2d Js", "Qd 3c"),
    "two-pair": LaidCards("Ac Kd", "As Kh 7d 4c 2s", "7c 9h"),
    "pair": LaidCards("Ac Kd", "As 9h 7d 4c 2s", "7c Jh"),
    "high-card": LaidCards("Ac Kd", "Qh 9s 7d 4c 2h", "Jc 3s"),
}
# A royal flush that only the later cards complete.
LATE_ROYAL: Final = LaidCards("As Ks", "Qs Js 4d Ts 2c", "4h 9c")

# Six cards of each kind: two of the seat and the four of the box. The dealer has a pair of threes.
_BOARD: Final = ("Jc 3c 3h 6d 2s", "Th 5s")
SIX_CARD_HANDS: Final[Mapping[str, LaidCards]] = {
    SUPER_ROYAL_DIAMONDS: LaidCards("Ad Kd", *_BOARD, "Qd Jd Td 9d"),
    SUPER_ROYAL: LaidCards("As Ks", *_BOARD, "Qs Js Ts 9s"),
    "royal-flush": LaidCards("As Ks", *_BOARD, "Qs Js Ts 2d"),
    "straight-flush": LaidCards("9h 8h", *_BOARD, "7h 6h 5h Kc"),
    "four-of-a-kind": LaidCards("9s 9d", *_BOARD, "9h 9c 4s Kd"),
    "full-house": LaidCards("Ks Kd", *_BOARD, "Kh 7s 7c 2d"),
    "flush": LaidCards("Ad 9d", *_BOARD, "7d 4d 2d Ks"),
    "straight": LaidCards("9c 8d", *_BOARD, "7h 6s 5c Kd"),
    "three-of-a-kind": LaidCards("8s 8d", *_BOARD, "8h Qc 4s 2d"),
    "high-card": LaidCards("Ac Kd", *_BOARD, "Qh 9s 7d 4c"),
}

# How a hand can end against the dealer, and the acts that lead there on each street.
ENDINGS: Final[Mapping[str, LaidCards]] = {
    "win": LaidCards("Ac Kd", "As Kh 7d 4c 2s", "7c 9h"),
    "lose": LaidCards("Qc Jd", "Kh 8s 6d 3c 2h", "Kc 4s"),
    "tie": LaidCards("Ac 4d", "Ks Kd Qh Js 9c", "As 3h"),
    "unqualified-win": LaidCards("Ac Kd", "Qh 9s 7d 4c 2h", "Jc 3s"),
    "unqualified-lose": LaidCards("Jc 3s", "Qh 9s 7d 4c 2h", "Ac Kd"),
    "unqualified-tie": LaidCards("3h 2d", "Ks Qd Jh 9c 7s", "4c 3d"),
    "fold": LaidCards("Qc Jd", "Kh 8s 6d 3c 2h", "Kc 4s"),
}
UNQUALIFIED_LINE: Final = LaidCards("Ac Kd", "Qh Js Td 4c 2h", "9s 7c")  # a straight
FOLDED_LINE: Final = LaidCards("4s 3d", "8h 8d 8c Kc 2s", "Kd Qh")  # three of a kind, folded
TWO_STRAIGHT_FLUSHES: Final = ("9h 8h", "4h 3h", LaidCards("Ac Jd", "7h 6h 5h Kc 2d", "Ks Qc"))
