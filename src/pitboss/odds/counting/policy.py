"""A way to play, complete: what to do with every starting hand, on every flop, on every board."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.odds.arrays import Bytes


@dataclass(frozen=True, slots=True)
class Policy:
    """Choices as `kernels` numbers them: `CHECKED` or a raise, then on the river play or fold.

    `deal` is by starting hand (`hands`), `flop` by the flops of `boards.flops()` and by hole,
    `plain` by board ranks and hole ranks where no flush is possible, `flush` by the flush boards
    and hole classes of `numbering`. What is chosen later holds whatever was done before.
    """

    deal: Bytes
    flop: Bytes
    plain: Bytes
    flush: Bytes
